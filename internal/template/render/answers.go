package render

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/view"
)

// ask makes the probe c ask q, through the same methods and functions that templates call.
func (r *Run) ask(c *call, q trace.Question) {
	switch q.Kind {
	case trace.Template:
		r.askAboutTemplate(c, q.Key)
	case trace.Piece:
		r.askAboutPiece(c, q.Key)
	case trace.Resolve:
		if how, rest, _ := strings.Cut(q.Key, "\x00"); how == "wiki" {
			r.askForWiki(c, rest)
			return
		} else if how == "url" {
			r.askForURL(c, rest)
			return
		} else if how == "link" || how == "file" {
			r.askAboutLink(c, how, rest)
			return
		} else if how == "output" {
			r.askForOutput(c, rest)
			return
		} else if how == "backlinks" || how == "embed" {
			r.askAboutNotes(c, how, rest)
			return
		}
		fallthrough
	default:
		r.views.Ask(&c.Call, q)
	}
}

func (r *Run) askAboutTemplate(c *call, key string) {
	if name, ok := strings.CutPrefix(key, "exists "); ok {
		c.templateExists(name)
		return
	}
	if f := r.theme.store.Shown(key); f != nil {
		c.Recorder.Ask(trace.Template, key, f.Hash)
	}
}

// askForWiki resolves a [[link]] again. key has the language, the page, and the link.
func (r *Run) askForWiki(c *call, key string) {
	parts := strings.SplitN(key, "\x00", 3)
	if len(parts) != 3 {
		return
	}
	if from := r.views.PageByKey(parts[1]); from != nil {
		r.wiki(c, view.Model(from), parts[2])
	}
}

// askForURL looks up a URL again. key has the page with the link, and the link.
func (r *Run) askForURL(c *call, key string) {
	page, ref, _ := strings.Cut(key, "\x00")
	if from := r.views.PageByKey(page); from != nil {
		r.at(c, view.Model(from), ref)
	}
}

// askAboutLink resolves a path in a page again. key has the language, the page, and the path.
func (r *Run) askAboutLink(c *call, how, key string) {
	parts := strings.SplitN(key, "\x00", 3)
	if len(parts) != 3 {
		return
	}
	if from := r.views.PageByKey(parts[1]); from != nil {
		r.leads(c, view.Model(from), parts[2], how == "link")
	}
}
