package render

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/render/lookup"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// Page renders p in one of its formats: the page, its pager pages with the redirect for the first, and the resources
// that its templates published. An error is a diag.Diagnostic; nothing of the page is returned then.
func (w *Worker) Page(ctx context.Context, p *site.Page, t site.Target) (*Rendered, error) {
	c := w.newCall(ctx, w.run.views.Page(p), t)
	r, err := w.page(c, p, t)
	if len(p.Targets) > 0 && t.Format != p.Targets[0].Format && len(siteStores(c)) > 0 {
		r, err = w.pageAfter(c, p, t, r, err)
	}
	if err != nil && w.run.o.Batches.Open() {
		return putOff(c), nil
	}
	return r, err
}

// putOff returns the result of a failed rendering: its additions to batches of scripts until then.
func putOff(c *call) *Rendered {
	parts := slices.DeleteFunc(c.Published(), func(o resource.Output) bool { return o.Part == "" })
	return &Rendered{Outputs: parts, Trace: c.Recorder.Record(), PutOff: true}
}

// pagerSteps is the limit of steps that each pager page adds to that of the list.
const pagerSteps = 1_000_000

func (w *Worker) page(c *call, p *site.Page, t site.Target) (*Rendered, error) {
	ctx := c.Context
	c.begin(c.Page)
	c.own = &ownBody{}
	u, err := w.layout(p, t.Format)
	if err != nil {
		return nil, err
	}
	if u == nil {
		return &Rendered{NoTemplate: true, Trace: c.Recorder.Record()}, nil
	}
	if p.IsNode() && w.run.o.Site.Config.Hugo {
		c.first = map[string]any{}
	}
	r := &Rendered{}
	if err := w.output(r, c, u, t, t.File); err != nil {
		return nil, c.WithErrors(err)
	}
	if c.Pager != nil {
		for c.Number = 2; c.Number <= c.Pager.Total; c.Number++ {
			c.Stores, c.merged, c.own = nil, nil, &ownBody{}
			if c.Number <= len(w.run.o.Site.Pages) {
				c.Work().Refund(pagerSteps)
			}
			if err := w.output(r, c, u, t, c.Pager.File(c.Number)); err != nil {
				return nil, c.WithErrors(err)
			}
		}
		if t.Format.IsHTML && !p.Edition.Language.Pagination.DisableAliases && p.Kind != site.NotFound {
			to := p.URL
			if t.Format.Permalinkable {
				to = t.URL
			}
			first, err := w.Alias(ctx, site.Alias{File: site.PagerFile(p, t, 1), To: p, URL: to})
			if err != nil {
				return nil, err
			}
			c.Recorder.Add(first.Trace)
			c.Warnings = append(c.Warnings, first.Messages...)
			r.Outputs = append(r.Outputs, first.Outputs...)
		}
	}
	r.Outputs, r.Trace, r.Messages = append(r.Outputs, c.Published()...), c.Recorder.Record(), c.Warnings
	r.recorder = c.Recorder
	return r, nil
}

// PagerPage renders a single pager page of p, number 1 being the list itself, with the same bytes as in Page. It
// returns nil if that requires the others: for example, random numbers continue from the pager page before.
func (w *Worker) PagerPage(ctx context.Context, p *site.Page, t site.Target, number int) (*Rendered, error) {
	c := w.newCall(ctx, w.run.views.Page(p), t)
	c.begin(c.Page)
	u, err := w.layout(p, t.Format)
	if err != nil || u == nil {
		return nil, err
	}
	r := &Rendered{}
	c.Number = number
	if err := w.output(r, c, u, t, site.PagerFile(p, t, number)); err != nil {
		if w.run.o.Batches.Open() {
			return nil, nil
		}
		return nil, c.WithErrors(err)
	}
	if number > 1 && (c.draws > 0 || c.Pager == nil || c.Pager.Total < number) {
		return nil, nil
	}
	r.Trace, r.Messages = c.Recorder.Record(), c.Warnings
	return r, nil
}

// output executes u for the page of c and adds its output, unless it is empty, to the outputs of r.
func (w *Worker) output(r *Rendered, c *call, u *unit, t site.Target, file string) error {
	o := resource.Output{File: file, MediaType: mediaType(t.Format), Page: true}
	buf, _, _, err := w.exec.ExecuteInto(&c.Call, u.Template, c.Page)
	if err != nil {
		return err
	}
	if buf != nil {
		o.Bytes, r.buffers = buf.Bytes(), append(r.buffers, buf)
	}
	if o.Bytes, err = c.fillBlocks(o.Bytes); err != nil {
		return err
	}
	if t.Format.IsHTML {
		e := view.Model(c.Page).Edition
		if base := c.LinkBase(e, file); base != "" {
			o.Bytes = html.Relink(o.Bytes, base, e.Base.Prefix())
		}
	}
	if len(o.Bytes) > 0 { // an empty template means that nothing is written, as in Hugo
		r.Outputs = append(r.Outputs, o)
	}
	return nil
}

func mediaType(f *config.OutputFormat) string {
	if f == nil || f.MediaType == nil {
		return "text/html"
	}
	return f.MediaType.Type
}

// redirect is the context of the alias template: the target page, except that Permalink is the URL of the redirect.
// https://gohugo.io/content-management/urls/#client-side-redirection
type redirect struct {
	to   site.URL
	page *view.Page
	hugo bool
}

// permalink returns the URL of the redirect, without index.html unless the page itself has that in its canonical URL
// (rule L6), as in lists.
func (r *redirect) permalink(c *view.Call) string {
	full := r.to.Abs()
	folder, index := strings.CutSuffix(full, "/index.html")
	if !index || r.hugo || r.page == nil || r.page.Discovery(c).Canonical == full {
		return full
	}
	return folder + "/"
}

func (r *redirect) Named(s tmpl.Scope, name string) (any, bool, error) {
	switch {
	case name == "Permalink":
		return r.permalink(s.(*view.Call)), true, nil
	case name == "Page":
		return r.page, true, nil
	case r.page == nil:
		return nil, true, nil
	}
	v, err := s.(*view.Call).Name(r.page, name, nil)
	return v, true, err
}

// Alias renders a redirect page, with the project's alias.html if there is one.
func (w *Worker) Alias(ctx context.Context, a site.Alias) (*Rendered, error) {
	target := site.Target{Format: w.run.o.Site.Config.OutputFormats["html"], File: a.File}
	c := w.newCall(ctx, w.run.views.Page(a.To), target)
	c.begin(c.Page)
	want := lookup.Descriptor{Format: "alias", Media: "text/html"}
	if a.To != nil {
		want.Lang = a.To.Edition.Language.Lower
	}
	u, err := w.findLayout("", want)
	if err != nil {
		return nil, err
	}
	if u == nil {
		return nil, fmt.Errorf("no template for redirects")
	}
	out, err := c.execute(u, &redirect{to: a.URL, page: c.Page, hugo: w.run.o.Site.Config.Hugo})
	if err != nil {
		return nil, c.WithErrors(err)
	}
	o := resource.Output{File: a.File, MediaType: "text/html", Bytes: []byte(out), Page: true}
	return &Rendered{
		Outputs: append([]resource.Output{o}, c.Published()...),
		Trace:   c.Recorder.Record(), Messages: c.Warnings,
	}, nil
}

// Standalone renders a file that is not a page from the project's template for the output format: robots (robots.txt),
// sitemap. Without such a template, NoTemplate is true.
func (w *Worker) Standalone(ctx context.Context, e *site.Edition, format, file string) (*Rendered, error) {
	page := w.run.views.Root(e)
	return w.standalone(ctx, page, format, file, page)
}

// SitemapIndex renders the index of the sitemaps of several languages from the project's template sitemapindex.xml,
// which sees the sites of all languages. Without it, NoTemplate is true. https://gohugo.io/templates/sitemap/
func (w *Worker) SitemapIndex(ctx context.Context, e *site.Edition, file string) (*Rendered, error) {
	return w.standalone(ctx, w.run.views.Root(e), "sitemapindex", file, w.run.views.Sites)
}

func (w *Worker) standalone(ctx context.Context, page *view.Page, format, file string, dot any) (*Rendered, error) {
	f := view.Model(page).Edition.Language.OutputFormats[format]
	if f == nil {
		return &Rendered{NoTemplate: true}, nil
	}
	c := w.newCall(ctx, page, site.Target{Format: f, File: file})
	u, err := w.findLayout("", alone(f, view.Model(page).Edition))
	if err != nil {
		return nil, err
	}
	if u == nil || !u.file.Own {
		return &Rendered{NoTemplate: true, Trace: c.Recorder.Record()}, nil
	}
	w.run.views.AskConfig(&c.Call)
	return c.alone(u, f, file, dot)
}

// alone executes a template whose output is not a page.
func (c *call) alone(u *unit, f *config.OutputFormat, file string, dot any) (*Rendered, error) {
	out, err := c.execute(u, dot)
	if err != nil {
		return nil, c.WithErrors(err)
	}
	text, err := c.fillBlocks([]byte(out))
	if err != nil {
		return nil, c.WithErrors(err)
	}
	outputs := append([]resource.Output{{File: file, MediaType: mediaType(f), Bytes: text}}, c.Published()...)
	return &Rendered{Outputs: outputs, Trace: c.Recorder.Record(), Messages: c.Warnings}, nil
}

// alone describes the template for a file that is not a page.
func alone(f *config.OutputFormat, e *site.Edition) lookup.Descriptor {
	return lookup.Descriptor{
		Format: strings.ToLower(f.Name), Text: f.IsPlainText, Lang: e.Language.Lower,
		Media: mediaType(f),
	}
}
