package render

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/tmpl"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/internal/view"
)

// layoutKey is a question for a layout; pages whose paths end in the same folder that has templates
// share it.
type layoutKey struct {
	dir  string
	want descriptor
}

// found is the answer; nil files for nothing.
type found struct{ main, base *file }

// lookupPath is the path by which the templates of p are looked up: its own, with the first segment
// replaced by the type that its front matter or a cascade names.
func lookupPath(p *site.Page) string {
	path := p.Path
	named, _ := p.Params["type"].(string)
	typ := strings.ToLower(named)
	if path == "/" {
		return "/" + typ
	}
	section, rest, nested := strings.Cut(path[1:], "/")
	if typ == "" || nested && typ == section || p.Kind != site.Regular && typ == section {
		return path
	}
	switch {
	case p.Apart():
		return path
	case nested:
		return "/" + typ + "/" + rest
	case p.Doc != nil && p.Doc.Form == content.Leaf:
		return "/" + typ + path
	default:
		return "/" + typ
	}
}

// nearest cuts path down to the deepest folder that has templates of its own.
func (s *store) nearest(path string) string {
	for path != "" && path != "/" {
		if _, ok := s.dirs[path]; ok {
			return path
		}
		path = path[:strings.LastIndexByte(path, '/')]
	}
	return ""
}

// wanted describes what p asks for in a format.
func wanted(p *site.Page, f *config.OutputFormat) descriptor {
	d := descriptor{
		kind: mainKind(string(p.Kind)), custom: strings.ToLower(p.Layout),
		lang: p.Edition.Language.Lower,
	}
	if f != nil {
		d.format, d.text = strings.ToLower(f.Name), f.IsPlainText
		if f.MediaType != nil {
			d.media = f.MediaType.Type
		}
	}
	switch p.Kind {
	case site.NotFound:
		d.format = "404"
	case site.Search:
		d.custom, d.must, d.based = searchLayout, true, true // no other layout can stand in for it
	case site.HTMLSitemap:
		d.custom, d.must, d.based = htmlSitemapLayout, true, true
	case site.FeedPage:
		d.custom, d.must, d.based = feedPageLayout, true, true
	}
	return d
}

// layout finds the template that p is rendered with in a format; nil for none.
func (w *Worker) layout(c *call, p *site.Page, f *config.OutputFormat) (*unit, error) {
	return w.findLayout(lookupPath(p), wanted(p, f))
}

func (w *Worker) findLayout(path string, want descriptor) (*unit, error) {
	s := w.run.theme.store
	key := layoutKey{s.nearest(path), want}
	got, ok := w.layouts[key]
	if !ok {
		got = new(found)
		if main, base := s.layout(path, want); main != nil {
			got.main = main.file
			if base != nil {
				got.base = base.file
			}
		}
		w.layouts[key] = got
	}
	if got.main == nil {
		return nil, nil
	}
	return w.unit(got.main, got.base)
}

// lookupView finds a content view: a template that lies and is named like a layout. nil is one that prints nothing.
func (w *Worker) lookupView(c *call, p *view.Page, name string) (*unit, error) {
	want := wanted(view.Model(p), c.Target.Format)
	want.custom, want.must = strings.ToLower(name), true
	c.AskPage(p, trace.PageCard)
	c.AskPage(p, trace.PageParams)
	path := lookupPath(view.Model(p))
	if i := strings.LastIndexByte(want.custom, '/'); i >= 0 {
		path, want.custom = "/"+strings.Trim(want.custom[:i], "/"), want.custom[i+1:]
	}
	u, err := w.findLayout(path, want)
	if err != nil || u != nil {
		return u, err
	}
	if w.run.o.Site.Config.Hugo { // where it was no error before the templates of Hugo 0.146
		c.Warn(diag.Warning, "deprecated", fmt.Sprintf("no template %q for .Render, which prints nothing; newer versions of Hugo report an error", name))
		return nil, nil
	}
	hint := ""
	if near := diag.Nearest(name, w.run.theme.store.layoutNames()); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return nil, tmpl.Missing(fmt.Sprintf("no template %q for .Render", name), hint)
}

// layoutNames lists the layouts of the project by their custom names, sorted.
func (s *store) layoutNames() []string {
	names := make(map[string]bool)
	for _, f := range s.files {
		if f.category == layoutTemplate && f.descriptor.layout != "" {
			names[f.descriptor.layout] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}
