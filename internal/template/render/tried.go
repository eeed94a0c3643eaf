package render

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
)

// Tried is how the templates of a page were looked up in one format.
type Tried struct {
	Template string   // file of the chosen template, as people know it; "" when none fits
	Base     string   // of the base template that it is put into; "" when there is none
	Others   []string // files of the templates that fit less well, the best first
}

// Tried tells which templates fit p in t's format, and which of them is used.
func (r *Run) Tried(p *site.Page, t site.Target) Tried {
	s, path, want := r.theme.store, lookupPath(p), wanted(p, t.Format)
	var out Tried
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

// Mentions finds a word in the templates that a rendering used, in any case: the first file, as people know
// it, and the line. Of several words the first that any template holds counts.
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
