package render

import (
	"encoding/json"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// A piece is a remembered partial that those who use it ask one question about: what it gave. It may have
// read all pages of a section; who shows it is rendered again only when the piece itself is different.
// So a menu that is the same on a thousand pages costs each of them one question, and a title that a
// page does not show concerns it no more.
//
// The question names everything that the partial depends on beside what it asks: its name, the language
// and the format that it is rendered in, and its context. Asking again is executing it again.

// pieceKey returns the key of the question; ok is false for a context that cannot be found again by its name.
func (c *call) pieceKey(name string, dot any, variants []any) (key string, ok bool) {
	if c.Page == nil || c.Target.Format == nil {
		return "", false
	}
	b := c.w.key[:0]
	for _, part := range []string{name, c.Language(), c.Target.Format.Name} {
		b = append(append(b, part...), 0)
	}
	b, ok = appendName(b, dot, 0)
	if !ok {
		return "", false
	}
	c.w.key = b
	varied, ok := variantsKey(variants)
	return string(b) + varied, ok
}

// askAboutPiece makes a partial again that a question names.
func (r *Run) askAboutPiece(c *call, key string) {
	parts := strings.SplitN(key, "\x00", 5)
	if len(parts) < 4 {
		return
	}
	home := r.views.SiteByKey(parts[1])
	if home == nil {
		return
	}
	c.Page, c.Target.Format = home.Home(), r.o.Site.Config.OutputFormats[parts[2]]
	if c.Page == nil || c.Target.Format == nil {
		return
	}
	decoder := json.NewDecoder(strings.NewReader(parts[3]))
	decoder.UseNumber()
	var named any
	if decoder.Decode(&named) != nil {
		return
	}
	dot, ok := namedValue(r.views, named)
	if !ok {
		return
	}
	c.Recorder.Clear() // of what was asked to get here
	varied := ""
	if len(parts) > 4 {
		varied = "\x00" + parts[4]
	}
	_, _ = c.w.remembered(c, cached{key: key, piece: key, open: open(c, parts[0], dot, varied)}, byName(parts[0], dot))
}

// settled reports whether what a partial asked follows from pages, templates and configuration alone, and
// every question gets the same answer.
func settled(steps []trace.Step) bool {
	for _, s := range steps {
		switch s.Kind {
		case trace.Template, trace.Lookup, trace.PageCard, trace.PageParams, trace.ListCard, trace.ListParams,
			trace.Neighbour, trace.Related, trace.Menu, trace.I18n, trace.Piece:
		case trace.List:
			if strings.HasSuffix(s.Key, "#OutputFormats") {
				return false // which of them is an alternative depends on the page
			}
		case trace.Config:
			if s.Key != "" {
				return false
			}
		default:
			return false
		}
	}
	return true
}
