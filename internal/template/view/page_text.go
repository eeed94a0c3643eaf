package view

import (
	"html/template"
	"strings"

	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// Content is the rendered body (template.HTML): https://gohugo.io/methods/page/content/
func (p *Page) Content(c *Call) (template.HTML, error) { return c.Renderer.Content(p) }

// Summary is the manual, front matter, or automatic summary (template.HTML): https://gohugo.io/methods/page/summary/
func (p *Page) Summary(c *Call) (template.HTML, error) { return c.Renderer.Summary(p) }

// ContentWithoutSummary is the rendered body after the summary (template.HTML):
// https://gohugo.io/methods/page/contentwithoutsummary/
func (p *Page) ContentWithoutSummary(c *Call) (template.HTML, error) {
	return c.Renderer.ContentWithoutSummary(p)
}

// Truncated reports whether the text continues after the summary (bool): https://gohugo.io/methods/page/truncated/
func (p *Page) Truncated(c *Call) (bool, error) { return c.Renderer.Truncated(p) }

// WordCount is the number of words (int): https://gohugo.io/methods/page/wordcount/
func (p *Page) WordCount(c *Call) (int, error) {
	f, err := c.Renderer.Facts(p)
	return f.WordCount, err
}

// FuzzyWordCount is the number of words, rounded up to hundreds (int): https://gohugo.io/methods/page/fuzzywordcount/
func (p *Page) FuzzyWordCount(c *Call) (int, error) {
	f, err := c.Renderer.Facts(p)
	return f.FuzzyWordCount, err
}

// ReadingTime is the estimated time to read the page, in minutes (int):
// https://gohugo.io/methods/page/readingtime/
func (p *Page) ReadingTime(c *Call) (int, error) {
	f, err := c.Renderer.Facts(p)
	return f.ReadingTime, err
}

// Len is the length of the rendered body in bytes (int): https://gohugo.io/methods/page/len/
func (p *Page) Len(c *Call) (int, error) { return c.Renderer.Length(p) }

// Plain is the rendered body without markup (string): https://gohugo.io/methods/page/plain/
func (p *Page) Plain(c *Call) (string, error) {
	html, err := c.Renderer.Content(p)
	if err == nil {
		err = c.Step(len(html) / 64)
	}
	if err != nil {
		return "", err
	}
	return markdown.Plain(string(html), c.Views.site.Config.Release), nil
}

// PlainWords are the words of Plain ([]string): https://gohugo.io/methods/page/plainwords/
func (p *Page) PlainWords(c *Call) ([]string, error) {
	plain, err := p.Plain(c)
	if err == nil {
		err = c.Step(len(plain) / 64)
	}
	return strings.Fields(plain), err
}

// RawContent is the body as written, without front matter (string):
// https://gohugo.io/methods/page/rawcontent/
func (p *Page) RawContent(c *Call) (string, error) {
	if p.p.Doc == nil {
		p.File(c) // a file may be added later
		return "", nil
	}
	text, _, err := c.Renderer.Source(p)
	return text, err
}

// RenderShortcodes is the body with its shortcodes rendered and its Markdown unchanged (template.HTML):
// https://gohugo.io/methods/page/rendershortcodes/
func (p *Page) RenderShortcodes(c *Call) (template.HTML, error) {
	return c.Renderer.RenderShortcodes(p)
}

// RenderString renders Markdown in the context of the page; the arguments are the text, or options
// and the text (template.HTML): https://gohugo.io/methods/page/renderstring/
func (p *Page) RenderString(c *Call, args ...any) (template.HTML, error) {
	return c.Renderer.RenderString(p, args)
}

// HasShortcode reports whether the body calls a shortcode (bool):
// https://gohugo.io/methods/page/hasshortcode/
func (p *Page) HasShortcode(c *Call, name string) (bool, error) {
	return c.Renderer.HasShortcode(p, name)
}

// TableOfContents is the table of contents as nested lists (template.HTML):
// https://gohugo.io/methods/page/tableofcontents/
func (p *Page) TableOfContents(c *Call) (template.HTML, error) { return c.Renderer.TableOfContents(p) }

// Fragments are the headings of the page (Fragments): https://gohugo.io/methods/page/fragments/
func (p *Page) Fragments(c *Call) (*markdown.Fragments, error) { return c.Renderer.Fragments(p) }

// HeadingsFiltered are the headings by which Related found the page, in indices of type "fragments" with applyFilter
// ([]Heading): https://gohugo.io/methods/page/headingsfiltered/
func (p *Page) HeadingsFiltered(c *Call) ([]*markdown.Heading, error) {
	if p.shared == nil {
		return nil, nil
	}
	f, err := p.Fragments(c)
	if err != nil || f == nil {
		return nil, err
	}
	var out []*markdown.Heading
	var walk func([]*markdown.Heading)
	walk = func(list []*markdown.Heading) {
		for _, h := range list {
			if p.shared(site.Anchor{ID: h.ID, Title: h.Title}) {
				out = append(out, h)
			}
			walk(h.Headings)
		}
	}
	walk(f.Headings)
	return out, nil
}

// Store keeps values while the page is rendered (Store): https://gohugo.io/methods/page/store/
func (p *Page) Store(c *Call) *tmpl.Store { return c.StoreOf(p) }

// Scratch is the same as Store (Store): https://gohugo.io/methods/page/scratch/
func (p *Page) Scratch(c *Call) *tmpl.Store { return c.StoreOf(p) }
