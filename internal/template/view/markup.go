package view

import (
	"html/template"

	"github.com/sitegen/sitegen/internal/template/markdown"
)

// Markup renders the text of a page in a named scope, or in none: shortcodes and hooks can read the name from
// hugo.Context.MarkupScope and print something else. Its methods are those of the page:
// https://gohugo.io/methods/page/markup/
type Markup struct {
	p     *Page
	scope string
}

// Markup is the text of the page in the scope with that name, or in none; for a page without a file it is false and
// empty (Markup): https://gohugo.io/methods/page/markup/
func (p *Page) Markup(c *Call, scope ...string) (m Markup) {
	if p.File(c) == nil {
		return m
	}
	return Markup{p, append(scope, "")[0]}
}

// IsZero reports whether there is no text (bool).
func (m Markup) IsZero() bool { return m.p == nil }

// within reads something from the page in the scope of m. A scope also applies to everything rendered inside it.
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

// Summary is the summary of the text, and whether the text continues (Summary).
func (r Rendered) Summary(c *Call) (Summary, error) {
	return within(r.m, c, func(p *Page, c *Call) (Summary, error) {
		text, err := p.Summary(c)
		if err != nil {
			return Summary{}, err
		}
		truncated, err := p.Truncated(c)
		if err != nil {
			return Summary{}, err
		}
		kind, err := c.Renderer.SummaryType(p)
		return Summary{Text: text, Type: kind, Truncated: truncated}, err
	})
}

// Summary is the summary of a rendered text.
type Summary struct {
	Text      template.HTML
	Type      string // "auto", "manual" (ends at a divider), or "frontmatter"
	Truncated bool   // the text continues after it
}

// PrintableValue is what a template prints for a summary: its text (template.HTML).
func (s Summary) PrintableValue() any { return s.Text }

// IsZero reports whether the summary is empty (bool).
func (s Summary) IsZero() bool { return s.Text == "" }

// HugoContext is the result of hugo.Context: https://gohugo.io/functions/hugo/context/
type HugoContext struct {
	MarkupScope string // scope of the text being rendered; "" for none
}

// Context is information about the current rendering (HugoContext): https://gohugo.io/functions/hugo/context/
func (h *Hugo) Context(c *Call) HugoContext { return HugoContext{c.MarkupScope} }
