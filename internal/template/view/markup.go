package view

import (
	"html/template"

	"github.com/sitegen/sitegen/internal/template/markdown"
)

// Markup renders the text of a page, in a scope if one is named: shortcodes and hooks ask hugo.Context.MarkupScope for
// the name and may print something else than elsewhere. Its methods are those of the page:
// https://gohugo.io/methods/page/markup/
type Markup struct {
	p     *Page
	scope string
}

// Markup is the text of the page in the scope of that name, or in none; of a page without a file it is false and all in
// it is empty (Markup): https://gohugo.io/methods/page/markup/
func (p *Page) Markup(c *Call, scope ...string) (m Markup) {
	if p.File(c) == nil {
		return m
	}
	return Markup{p, append(scope, "")[0]}
}

// IsZero reports whether there is no text (bool).
func (m Markup) IsZero() bool { return m.p == nil }

// within reads something of the page in the scope of m. A scope that has begun lasts in all that is rendered in it.
func within[T any](m Markup, c *Call, read func(*Page, *Call) (T, error)) (v T, err error) {
	if m.IsZero() {
		return v, nil
	}
	was := c.MarkupScope
	if was == "" {
		c.MarkupScope = m.scope
	}
	defer func() { c.MarkupScope = was }()
	return read(m.p, c)
}

// Render returns the rendered text (Rendered).
func (m Markup) Render() Rendered { return Rendered{m} }

func (m Markup) RenderString(c *Call, args ...any) (template.HTML, error) {
	return within(m, c, func(p *Page, c *Call) (template.HTML, error) { return p.RenderString(c, args...) })
}

func (m Markup) RenderShortcodes(c *Call) (template.HTML, error) {
	return within(m, c, (*Page).RenderShortcodes)
}

func (m Markup) Fragments(c *Call) (*markdown.Fragments, error) {
	return within(m, c, (*Page).Fragments)
}

// Rendered is the text of a page, rendered in a scope. Its methods are those of the page.
type Rendered struct{ m Markup }

func (r Rendered) Content(c *Call) (template.HTML, error) { return within(r.m, c, (*Page).Content) }

func (r Rendered) ContentWithoutSummary(c *Call) (template.HTML, error) {
	return within(r.m, c, (*Page).ContentWithoutSummary)
}

func (r Rendered) Plain(c *Call) (string, error)        { return within(r.m, c, (*Page).Plain) }
func (r Rendered) PlainWords(c *Call) ([]string, error) { return within(r.m, c, (*Page).PlainWords) }

func (r Rendered) WordCount(c *Call) (int, error) { return within(r.m, c, (*Page).WordCount) }

func (r Rendered) FuzzyWordCount(c *Call) (int, error) {
	return within(r.m, c, (*Page).FuzzyWordCount)
}

func (r Rendered) ReadingTime(c *Call) (int, error) { return within(r.m, c, (*Page).ReadingTime) }
func (r Rendered) Len(c *Call) (int, error)         { return within(r.m, c, (*Page).Len) }

// Summary is the summary of the text, and whether there is more of it (Summary).
func (r Rendered) Summary(c *Call) (Summary, error) {
	return within(r.m, c, func(p *Page, c *Call) (Summary, error) {
		text, err := p.Summary(c)
		if err != nil {
			return Summary{}, err
		}
		truncated, err := p.Truncated(c)
		return Summary{Text: text, Truncated: truncated}, err
	})
}

// Summary is the summary of a rendered text.
type Summary struct {
	Text      template.HTML
	Truncated bool // there is more than it
}

// HugoContext is what hugo.Context returns: https://gohugo.io/functions/hugo/context/
type HugoContext struct {
	MarkupScope string // in which the text that is being rendered was asked for; "" in none
}

// Context is about what is being rendered (HugoContext): https://gohugo.io/functions/hugo/context/
func (h *Hugo) Context(c *Call) HugoContext { return HugoContext{c.MarkupScope} }
