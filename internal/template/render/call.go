package render

import (
	"cmp"
	"html/template"
	"maps"
	"slices"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// call is one running execution with the state of rendering. It is the Renderer of its Call.
type call struct {
	view.Call
	w         *Worker
	run       *Run
	parent    *call               // the call that requested this body; nil for a layout
	fill      *filling            // the body being filled; nil in a layout
	draws     int                 // number of random numbers and results of math.Counter
	merged    map[*view.Page]bool // pages whose bodies are adopted
	blocks    []deferred          // blocks that wait until the output is done
	deferrals int                 // number of placeholders
	frames    []*frame            // blocks for the partials being executed, the innermost last
	own       *ownBody            // in the layout of a page; nil elsewhere
	scoped    map[scopedKey]*Body // rendered in a scope of .Markup
	// by firstKey: results of partialCached on the first pager page of a list; nil: not a list
	first      map[string]any
	firstBytes int               // size of first
	calledAt   markdown.Position // position of the shortcode being executed, while Shortcode is set
	adopted    int               // number of times that a body with effects was read
	called     map[string]bool   // shortcodes in texts of .RenderShortcodes and .RenderString; nil: no such texts
}

// of returns the call that a view is read in.
func of(c *view.Call) *call { return c.Renderer.(*call) }

// clone returns a copy of c for an execution that may be discarded.
func (c *call) clone() *call {
	d := *c
	d.Renderer = &d
	return &d
}

// execute executes u and returns what it printed.
func (c *call) execute(u *unit, dot any) (string, error) {
	out, _, _, err := c.Executor.Execute(&c.Call, u.Template, dot)
	return out, err
}

// body returns the body of p, recording the question, and renders it if no worker has done so.
func (c *call) body(p *view.Page) (*Body, error) {
	b, err := c.bodyOf(p)
	if err != nil {
		return nil, err
	}
	c.askBody(trace.PageBody, p, b, b.hash)
	c.adopt(p, b)
	return b, nil
}

// askBody records a question about the body of p. What a body sees of itself while it is rendered is always the same,
// so it is not a question.
func (c *call) askBody(kind trace.Kind, p *view.Page, b *Body, answer uint64) {
	if !b.unfinished && !b.private {
		c.Recorder.Ask(kind, bodyName(view.Model(p), c.w.bodyFormat(c)), answer)
	}
}

// summarized returns the body of p to read only its summary.
func (c *call) summarized(p *view.Page) (*Body, error) {
	b, err := c.bodyOf(p)
	if err != nil {
		return nil, err
	}
	c.askBody(trace.PageSummary, p, b, b.summarized)
	c.adopt(p, b)
	return b, nil
}

// text returns the body of p to read only facts about its text (counts, table of contents).
func (c *call) text(p *view.Page) (*Body, *textFacts, error) {
	b, err := c.bodyOf(p)
	if err != nil {
		return nil, nil, err
	}
	facts, err := c.w.facts(b)
	if err != nil {
		return nil, nil, err
	}
	c.askBody(trace.PageText, p, b, facts.hash)
	c.adopt(p, b)
	return b, facts, nil
}

// adopt applies the effects of the body of p to this call, once: values that its shortcodes and hooks stored are
// visible to the layout, and resources that they used are published.
func (c *call) adopt(p *view.Page, b *Body) {
	if len(b.stored) == 0 && len(b.outputs) == 0 {
		return
	}
	c.adopted++
	if c.merged[p] {
		return
	}
	if c.merged == nil {
		c.merged = make(map[*view.Page]bool)
	}
	c.merged[p] = true
	c.askBody(trace.PageBody, p, b, b.hash)
	b.apply(c, p)
}

// apply applies the effects of rendering b, the body of p, to a call.
func (b *Body) apply(c *call, p *view.Page) {
	for _, o := range b.outputs {
		c.Publish(o)
	}
	for _, k := range slices.Sorted(maps.Keys(b.stored)) {
		tmpl.Put(c.StoreOf(p), k, b.stored[k])
	}
}

// Content returns the rendered body.
func (c *call) Content(p *view.Page) (template.HTML, error) {
	b, err := c.body(p)
	if err != nil {
		return "", err
	}
	return c.w.HTML(b)
}

// Summary returns the summary of the body.
func (c *call) Summary(p *view.Page) (template.HTML, error) {
	b, err := c.summarized(p)
	if err != nil {
		return "", err
	}
	return c.w.Summary(b)
}

// Truncated reports whether the body continues after the summary.
func (c *call) Truncated(p *view.Page) (bool, error) {
	b, err := c.summarized(p)
	if err != nil {
		return false, err
	}
	return b.Truncated, nil
}

// SummaryType returns where the summary comes from: "manual", "frontmatter", or "auto".
func (c *call) SummaryType(p *view.Page) (string, error) {
	b, err := c.summarized(p)
	switch {
	case err != nil:
		return "", err
	case b.divided:
		return "manual", nil
	case view.Model(p).SummaryText != "":
		return "frontmatter", nil
	}
	return "auto", nil
}

// ContentWithoutSummary returns the rendered body after the summary.
func (c *call) ContentWithoutSummary(p *view.Page) (template.HTML, error) {
	b, err := c.body(p)
	if err != nil {
		return "", err
	}
	s, err := c.w.text(b, b.text.rest)
	return template.HTML(s), err
}

// Length returns the length of the body in bytes.
func (c *call) Length(p *view.Page) (int, error) {
	b, err := c.body(p)
	if err != nil {
		return 0, err
	}
	return int(b.text.content.high), nil
}

// Facts returns the counts of the body.
func (c *call) Facts(p *view.Page) (view.Facts, error) {
	b, facts, err := c.text(p)
	if err != nil {
		return view.Facts{}, err
	}
	as := c.run.o.Site.Config.Release
	return view.Facts{
		WordCount: facts.words, FuzzyWordCount: markdown.FuzzyWordCount(facts.words, as),
		ReadingTime: markdown.ReadingTime(facts.words, b.cjk, as),
	}, nil
}

// Fragments returns the headings of the body.
func (c *call) Fragments(p *view.Page) (*markdown.Fragments, error) {
	b, err := c.w.headings(c, p)
	if err != nil {
		return nil, err
	}
	f, err := c.w.fragments(b)
	if doc := view.Model(p).Doc; f == nil && err == nil && doc != nil && doc.Markup == "html" {
		return markdown.NoFragments(), nil
	}
	return cmp.Or(f, &markdown.Fragments{}), err
}

// TableOfContents returns the headings of the body as nested lists.
func (c *call) TableOfContents(p *view.Page) (template.HTML, error) {
	toc := view.Model(p).Edition.Language.Markup.TOC
	if f := c.filled(); f != nil && c.Page == p {
		return f.unfinished().toc, nil
	}
	b, err := c.w.headings(c, p)
	if err != nil {
		return "", err
	}
	if b.toc != "" {
		return b.toc, nil
	}
	f, err := c.w.fragments(b)
	if err != nil {
		return "", err
	}
	return f.ToHTML(toc.StartLevel, toc.EndLevel, toc.Ordered), nil
}

// ContentView executes one of the content views of p, found as layouts are.
func (c *call) ContentView(p *view.Page, name string, dot any) (string, error) {
	u, err := c.w.lookupView(c, p, name)
	if err != nil || u == nil {
		return "", err
	}
	return c.execute(u, argument(dot))
}

// OwnSitemap reports whether the project has a template for sitemaps.
func (c *call) OwnSitemap(e *site.Edition) (bool, error) {
	f := e.Language.OutputFormats["sitemap"]
	if f == nil {
		return false, nil
	}
	u, err := c.w.findLayout("", alone(f, e))
	return u != nil && u.file.Own, err
}

// Used prevents that a call implements tmpl.Scope: views expect its Call.
func (*call) Used() {}
