package render

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
)

// TemplateChoice is the result of the template lookup for a page in one format.
type TemplateChoice struct {
	Template string   // file of the chosen template, for messages; "" if none fits
	Base     string   // of the base template around it; "" if there is none
	Others   []string // files of other templates that fit, the best first
}

// ChooseTemplate returns the templates that fit p in t's format, and which of them is used.
func (r *Run) ChooseTemplate(p *site.Page, t site.Target) TemplateChoice {
	s, path, want := r.theme.store, lookupPath(p), r.theme.described(p, t.Format)
	var out TemplateChoice
	main, base := s.Layout(path, want)
	if main != nil {
		out.Template = main.Shown
	}
	if base != nil {
		out.Base = base.Shown
	}
	for f := range s.Layouts(path, want) {
		if f != main {
			out.Others = append(out.Others, f.Shown)
		}
	}
	return out
}

// Mentions finds a word in the templates of a rendering, in upper or lower case, and returns the name of the first file
// and the line. Of several words, the first one found counts.
func (r *Run) Mentions(rec trace.Record, words ...string) (file string, line int) {
	for _, word := range words {
		for _, s := range rec.Steps {
			if s.Kind != trace.Template {
				continue
			}
			src := r.theme.store.Source(s.Key)
			if i := strings.Index(strings.ToLower(src), word); i >= 0 {
				return s.Key, 1 + strings.Count(src[:i], "\n")
			}
		}
	}
	return "", 0
}
