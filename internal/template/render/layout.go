package render

import (
	"fmt"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/render/lookup"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// layoutKey is a query for a layout. Pages share it if the same nearest folder has templates.
type layoutKey struct {
	dir  string
	want lookup.Descriptor
}

// found is the result of a query; nil files for none.
type found struct{ main, base *lookup.Template }

// lookupPath returns the path by which the templates of p are looked up: its own path, with the first segment replaced
// by the type, if it is set. As in Hugo, a type with capitals has no templates, as the folders are in lower case.
func lookupPath(p *site.Page) string {
	path, typ := p.Path, ""
	if p.TypeSet {
		typ = p.Type
	}
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

// wanted describes the template that p needs in a format.
func wanted(p *site.Page, f *config.OutputFormat) lookup.Descriptor {
	d := lookup.Descriptor{
		Kind: lookup.MainKind(string(p.Kind)), Custom: strings.ToLower(p.Layout),
		Lang: p.Edition.Language.Lower,
	}
	if f != nil {
		d.Format, d.Text = strings.ToLower(f.Name), f.IsPlainText
		if f.MediaType != nil {
			d.Media = f.MediaType.Type
		}
	}
	switch p.Kind {
	case site.NotFound:
		d.Format = "404"
	case site.Search:
		d.Custom, d.Must, d.Based = searchLayout, true, true // no other layout may replace it
	case site.HTMLSitemap:
		d.Custom, d.Must, d.Based = htmlSitemapLayout, true, true
	case site.FeedPage:
		d.Custom, d.Must, d.Based = feedPageLayout, true, true
	}
	return d
}

// layout finds the template of p in a format; nil for none.
func (w *Worker) layout(p *site.Page, f *config.OutputFormat) (*unit, error) {
	return w.findLayout(lookupPath(p), w.run.theme.described(p, f))
}

// described is wanted, but for a 404 page of the content in a theme without a template for 404 pages, it describes
// the template of an ordinary page.
func (t *Theme) described(p *site.Page, f *config.OutputFormat) lookup.Descriptor {
	want := wanted(p, f)
	if p.Kind != site.NotFound || p.Doc == nil {
		return want
	}
	if main, _ := t.store.Layout(lookupPath(p), want); main == nil {
		want.Kind, want.Format = lookup.MainKind(string(site.Regular)), "html"
	}
	return want
}

func (w *Worker) findLayout(path string, want lookup.Descriptor) (*unit, error) {
	s := w.run.theme.store
	key := layoutKey{s.Nearest(path), want}
	if want.Below != "" {
		key.dir = path // s.Nearest does not know the folders below others
	}
	got, ok := w.layouts[key]
	if !ok {
		got = new(found)
		got.main, got.base = s.Layout(path, want)
		w.layouts[key] = got
	}
	if got.main == nil {
		return nil, nil
	}
	return w.unit(got.main, got.base)
}

// lookupView finds a content view, with the rules for layouts. nil means one that prints nothing.
func (w *Worker) lookupView(c *call, p *view.Page, name string) (*unit, error) {
	want := wanted(view.Model(p), c.Target.Format)
	want.Custom, want.Must = strings.ToLower(name), true
	c.AskPage(p, trace.PageCard)
	c.AskPage(p, trace.PageParams)
	path := lookupPath(view.Model(p))
	if i := strings.LastIndexByte(want.Custom, '/'); i >= 0 {
		want.Below, want.Custom = "/"+strings.Trim(want.Custom[:i], "/"), want.Custom[i+1:]
	}
	u, err := w.findLayout(path, want)
	if err != nil || u != nil {
		return u, err
	}
	if w.run.o.Site.Config.Hugo { // this was not an error before the templates of Hugo 0.146
		c.Warn(diag.Warning, "deprecated",
			fmt.Sprintf("no template %q for .Render, which prints nothing; newer versions of Hugo report an error", name))
		return nil, nil
	}
	hint := diag.DidYouMean(name, w.run.theme.store.LayoutNames(), "")
	return nil, tmpl.Missing(fmt.Sprintf("no template %q for .Render", name), hint)
}
