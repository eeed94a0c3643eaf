package render

import (
	"fmt"
	"path"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/tmpl"
	"github.com/sitegen/sitegen/internal/trace"
)

// Call is one running execution of a template: who executes it, for which page and format, and the
// recorder of the questions it asks. A method of a view or a template function that reads anything
// beyond its arguments takes a *Call as its first parameter; the dispatcher fills it in, templates
// never see it. Views themselves are shared by all workers and hold no state of a call.
//
// A page's layout, its partials and its content views run in one Call. The body of a page runs in a
// Call of its own, whoever asks for it first, because its answer is kept for everybody.
type Call struct {
	tmpl.Call
	w      *Worker
	run    *Run
	rec    *trace.Recorder
	page   *Page       // the page being rendered; nil outside one (never in a layout)
	target site.Target // the output being rendered
	pager  *pagerState // what .Paginate of this page decided; nil until it is asked
	number int         // which pager page is being rendered, from 1

	parent     *Call                 // the call that asked for this body; nil for a layout
	fill       *filling              // the body being filled; nil in a layout
	running    *Shortcode            // the shortcode being rendered, nil for none
	warnings   diag.List             // for the result of the rendering
	draws      int                   // random numbers drawn and numbers of math.Counter
	stores     map[*Page]*tmpl.Store // page stores of this rendering
	merged     map[*Page]bool        // pages whose bodies are adopted
	adopted    int                   // how often a body that does more than being rendered was read
	seen       *Page                 // the page that was read last
	seenFacets uint64                // its facets that are recorded, by trace.Kind
	outputs    []Output              // what resource functions published
	watched    *watch                // the list whose members are being read one after the other
}

// body returns the body of p, recording the question. It is rendered now when no worker has yet.
func (c *Call) body(p *Page) (*Body, error) {
	b, err := c.w.body(c, p)
	if err != nil {
		return nil, err
	}
	c.askBody(trace.PageBody, p, b, b.hash)
	c.adopt(p, b)
	return b, nil
}

// askBody records a question about the body of p. What a body sees of itself while it is rendered is
// always the same.
func (c *Call) askBody(kind trace.Kind, p *Page, b *Body, answer uint64) {
	if !b.unfinished {
		c.rec.Ask(kind, bodyName(p, c.w.bodyFormat(c)), answer)
	}
}

// text returns the body of p for its text facts only (summary, counts, table of contents).
func (c *Call) text(p *Page) (*Body, error) {
	b, err := c.w.body(c, p)
	if err != nil {
		return nil, err
	}
	facts, err := c.w.facts(b)
	if err != nil {
		return nil, err
	}
	c.askBody(trace.PageText, p, b, facts.hash)
	c.adopt(p, b)
	return b, nil
}

// facts returns what is counted in the body of p, recording the question.
func (c *Call) facts(p *Page) (*textFacts, error) {
	b, err := c.text(p)
	if err != nil {
		return nil, err
	}
	return c.w.facts(b)
}

// adopt makes what the body of p did besides being rendered a part of this call, once: values that
// its shortcodes and hooks stored are visible to the layout, resources that they used are published.
func (c *Call) adopt(p *Page, b *Body) {
	if len(b.stored) == 0 && len(b.outputs) == 0 {
		return
	}
	c.adopted++
	if c.merged[p] {
		return
	}
	if c.merged == nil {
		c.merged = make(map[*Page]bool)
	}
	c.merged[p] = true
	c.askBody(trace.PageBody, p, b, b.hash)
	for _, o := range b.outputs {
		c.publish(o)
	}
	if len(b.stored) == 0 {
		return
	}
	s := c.storeOf(p)
	for _, k := range sortedKeys(b.stored) {
		s.Set(k, b.stored[k])
	}
}

// view renders p with one of its content views (.Render "card"), found as layouts are.
func (c *Call) view(p *Page, name string) (string, error) {
	t, err := c.w.lookupView(c, p, name)
	if err != nil {
		return "", err
	}
	return c.w.run1(c, t, p)
}

// files are the outputs besides the page itself, under their paths in the output folder.
func (c *Call) files() []Output {
	for i := range c.outputs {
		if o := &c.outputs[i]; o.Shared {
			o.File, o.Shared = path.Join(c.page.p.Edition.Language.Lower, o.File), false
		}
	}
	return c.outputs
}

// publish adds a file to the outputs of this call. A file of that name that the call published
// before is kept.
func (c *Call) publish(o Output) {
	for _, have := range c.outputs {
		if have.File == o.File && have.Shared == o.Shared {
			return
		}
	}
	c.outputs = append(c.outputs, o)
}

// storeOf returns the Store that this rendering has for a page, a site, or hugo.
func (c *Call) storeOf(owner *Page) *tmpl.Store {
	s, ok := c.stores[owner]
	if !ok {
		if c.stores == nil {
			c.stores = make(map[*Page]*tmpl.Store)
		}
		s = tmpl.NewStore()
		c.stores[owner] = s
	}
	return s
}

// Used notes that a template is executed.
func (c *Call) Used(f *tmpl.File) { c.rec.Ask(trace.Template, f.Shown, f.Hash) }

// Subject names the page being rendered, for people.
func (c *Call) Subject() string {
	switch {
	case c.page == nil:
		return ""
	case c.running != nil && c.page.p.Doc != nil:
		return fmt.Sprintf("%s:%d", c.page.p.Doc.File, c.running.call.Line)
	}
	return c.page.rendering()
}

// name resolves one name on v.
func (c *Call) name(v any, name string, args []any) (any, error) {
	return c.Executor.Name(c, v, name, args)
}

// get resolves one name after the other on v. The arguments belong to the last name.
func (c *Call) get(v any, path []string, args ...any) (any, error) {
	return c.Executor.Get(c, v, path, args...)
}
