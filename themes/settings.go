package themes

import (
	"strings"
	texttemplate "text/template"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/markdown"
)

// sideOf finds the side template of a try by name.
func (w *Worker) sideOf(name string) (*file, *sideTemplate) {
	for _, f := range w.run.theme.store.files {
		for i := range f.sides {
			if f.sides[i].name == name {
				return f, &f.sides[i]
			}
		}
	}
	return nil, nil
}

func (w *Worker) newTextSet(name string, f *file, s *sideTemplate) (*texttemplate.Template, error) {
	funcs := w.functionsOf([]*file{f}, w.run.theme.paths.paths)
	funcs[fnTryVar], funcs[fnTryValue] = w.functions[fnTryVar], w.functions[fnTryValue]
	return texttemplate.New(name).Funcs(funcs).AddParseTree(name, s.tree.Copy())
}

// urlize and anchorize make addresses and ids by the project's settings.
func (r *Run) urlize(s string) string { return site.URLize(r.o.Site.Config, s) }

func (r *Run) anchorize(s string) string {
	return markdown.Anchorize(r.o.Site.Config.Markup.Goldmark.Parser.AutoIDType, s)
}

// ignoredLogs are the ids of messages that the project does not want to hear of.
// https://gohugo.io/configuration/all/#ignorelogs
func (t *Theme) ignoredLogs() []string {
	list, _ := t.cfg.Root["ignorelogs"].([]any)
	var out []string
	for _, v := range list {
		if s, ok := v.(string); ok {
			out = append(out, strings.TrimSpace(s))
		}
	}
	return out
}
