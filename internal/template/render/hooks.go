package render

import (
	"html/template"
	"strings"

	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/render/lookup"
	"github.com/sitegen/sitegen/internal/template/view"
)

// hookContext is the part of the context that all render hooks share: https://gohugo.io/render-hooks/introduction/
type hookContext struct {
	// Page is the page being rendered (Page).
	Page *view.Page
	// PageInner is the page with the text of the node: another one inside .RenderShortcodes (Page).
	PageInner *view.Page

	position markdown.Position
	inText   bool // of a text that a template renders, not of a file
}

// Position is the position of the node, for messages (Position). In a text that a template renders, the name of the file
// says so, as in Hugo.
func (h *hookContext) Position() view.Position {
	at := view.PositionIn(h.PageInner, h.position.Line, h.position.Col)
	if h.inText {
		at.Filename += " (rendered from string)"
	}
	return at
}

// Link is the context of the link and image hooks: https://gohugo.io/render-hooks/links/ and
// https://gohugo.io/render-hooks/images/
type Link struct {
	hookContext
	// Destination and Title are as written (string).
	Destination, Title string
	// Text is the rendered text (template.HTML).
	Text template.HTML
	// PlainText is Text without markup (string).
	PlainText string
	// IsBlock reports whether an image is alone in its paragraph (bool).
	IsBlock bool
	// Ordinal is the position among the images or links of the page, from 0 (int).
	Ordinal int
	// Attributes are those of Markdown attributes (map).
	Attributes map[string]any
}

// HeadingContext is the context of the heading hook: https://gohugo.io/render-hooks/headings/
type HeadingContext struct {
	hookContext
	// Level is from 1 to 6 (int).
	Level int
	// Anchor is the ID (string).
	Anchor string
	// Text is the rendered text (template.HTML).
	Text template.HTML
	// PlainText is Text without markup (string).
	PlainText string
	// Ordinal is the position among the headings of the page, from 0 (int).
	Ordinal int
	// Attributes are those of Markdown attributes (map).
	Attributes map[string]any
}

// CodeBlock is the context of code block hooks: https://gohugo.io/render-hooks/code-blocks/
type CodeBlock struct {
	hookContext
	// Type is the language (string).
	Type string
	// Inner is the code (string).
	Inner string
	// Ordinal is the position among the code blocks of the page, from 0 (int).
	Ordinal int
	// Attributes and Options are those of the info string (map).
	Attributes, Options map[string]any

	hook markdown.CodeBlockHook
}

// Blockquote is the context of the blockquote hook: https://gohugo.io/render-hooks/blockquotes/
type Blockquote struct {
	hookContext
	// Type is "regular" or "alert" (string).
	Type string
	// AlertType is the type of an alert in lower case, AlertSign "", "+" or "-" (string).
	AlertType, AlertSign string
	// AlertTitle and Text are rendered (template.HTML).
	AlertTitle, Text template.HTML
	// Ordinal is the position among the quotes of the page, from 0 (int).
	Ordinal int
	// Attributes are those of Markdown attributes (map).
	Attributes map[string]any
}

// TableContext is the context of the table hook: https://gohugo.io/render-hooks/tables/
type TableContext struct {
	hookContext
	// THead and TBody are rows of cells with Text and Alignment.
	THead, TBody [][]markdown.TableCell
	// Ordinal is the position among the tables of the page, from 0 (int).
	Ordinal int
	// Attributes are those of Markdown attributes (map).
	Attributes map[string]any
}

// Passthrough is the context of the passthrough hook: https://gohugo.io/render-hooks/passthrough/
type Passthrough struct {
	hookContext
	// Type is "block" or "inline" (string).
	Type string
	// Inner is the text between the delimiters (string).
	Inner string
	// Ordinal is the position among these of the page, from 0 (int).
	Ordinal int
	// Attributes are those of Markdown attributes (map).
	Attributes map[string]any
}

type hookKey struct {
	dir  string
	want lookup.Descriptor
}

// hookUnit finds the template of a hook for p; nil for none. detail is the language of a code block, or the type of a
// quote.
func (c *call) hookUnit(p *view.Page, hook, detail string) (*unit, error) {
	s := c.run.theme.store
	if !s.HasHook(hook) {
		return nil, nil
	}
	want := wanted(view.Model(p), c.Target.Format)
	want.Hook, want.Detail = hook, strings.ToLower(detail)
	path := lookupPath(view.Model(p))
	key := hookKey{s.Nearest(path), want}
	if u, ok := c.w.hooks[key]; ok {
		if u != nil {
			u.Note(&c.Call)
		}
		return u, nil
	}
	var u *unit
	if f := s.Hook(path, want, c.run.embeddedHook(hook)); f != nil {
		var err error
		if u, err = c.w.unit(f, nil); err != nil {
			return nil, err
		}
		u.Note(&c.Call)
	}
	c.w.hooks[key] = u
	return u, nil
}

// embeddedHook reports whether the built-in hook may be used if the project has none. By default, a project of sitegen
// always uses it; a project of Hugo does if it has several languages on one host.
// https://gohugo.io/configuration/markup/#renderhookslinkuseembedded
func (r *Run) embeddedHook(hook string) bool {
	var use string
	cfg := r.o.Site.Config
	switch hook {
	case "link":
		use = cfg.Markup.Goldmark.UseEmbeddedLink
	case "image":
		use = cfg.Markup.Goldmark.UseEmbeddedImage
	default:
		return true
	}
	switch use {
	case "never":
		return false
	case "always", "fallback":
		return true
	}
	if !cfg.Hugo {
		return true
	}
	if languages, _ := cfg.Root["languages"].(map[string]any); len(languages) == 0 ||
		cfg.Markup.Goldmark.DuplicateResourceFiles {
		return false // a project that names its only language counts as multilingual here
	}
	for _, l := range cfg.Languages {
		if l.BaseURL != "" {
			return false
		}
	}
	return true
}

// hooks returns the render hooks for the body of p, or for a text; those without a template are nil.
func (c *call) hooks(p *view.Page, text bool) markdown.Hooks {
	var h markdown.Hooks
	have := c.run.theme.store.HasHook
	context := func(nested string, at markdown.Position) hookContext {
		// The output of a shortcode may not be in the file, but its call is.
		if c.Shortcode != nil {
			at = c.calledAt
		}
		inText := text && c.Shortcode == nil
		return hookContext{Page: p, PageInner: c.Views.NestedPage(nested, p), position: at, inText: inText}
	}
	if have("link") {
		links := 0
		h.Link = func(n markdown.LinkHook) ([]byte, bool, error) {
			n.Ordinal, links = links, links+1
			at := context(n.Nested, n.Position)
			return c.linkHook(p, "link", &Link{
				hookContext: at, Destination: destination(c, at.PageInner, n.Destination, true), Title: n.Title, Text: n.Text,
				PlainText: n.PlainText, Ordinal: n.Ordinal, Attributes: n.Attributes,
			})
		}
	}
	if have("image") {
		h.Image = func(n markdown.LinkHook) ([]byte, bool, error) {
			at := context(n.Nested, n.Position)
			return c.linkHook(p, "image", &Link{
				hookContext: at, Destination: destination(c, at.PageInner, n.Destination, false), Title: n.Title, Text: n.Text,
				PlainText: n.PlainText, IsBlock: n.IsBlock, Ordinal: n.Ordinal, Attributes: n.Attributes,
			})
		}
	}
	if !c.run.o.Site.Config.Hugo {
		h.HTML = func(n markdown.HTMLHook) {
			c.checkHTML(p, n.Text, func(offset int) hookContext { return context(n.Nested, n.At(offset)) })
		}
	}
	if c.run.o.Site.Config.Markup.WikiLinks {
		h.Wiki = func(n markdown.WikiHook) ([]byte, bool, error) { return c.wikiLink(context(n.Nested, n.Position), n) }
	}
	if have("heading") {
		headings := 0
		h.Heading = func(n markdown.HeadingHook) ([]byte, bool, error) {
			ordinal := headings
			headings++
			return c.runHook(p, "heading", "", &HeadingContext{
				hookContext: context(n.Nested, n.Position), Level: n.Level, Anchor: n.Anchor, Text: n.Text,
				PlainText: n.PlainText, Ordinal: ordinal, Attributes: n.Attributes,
			})
		}
	}
	h.CodeBlock = func(n markdown.CodeBlockHook) ([]byte, bool, error) {
		if n.Type == "goat" {
			if svg, ok, err := c.goat(p, n); ok || err != nil {
				return svg, ok, err
			}
		}
		return c.runHook(p, "codeblock", n.Type, &CodeBlock{
			hookContext: context(n.Nested, n.Position), Type: n.Type, Inner: n.Inner, Ordinal: n.Ordinal,
			Attributes: n.Attributes, Options: n.Options, hook: n,
		})
	}
	if have("blockquote") {
		h.Blockquote = func(n markdown.BlockquoteHook) ([]byte, bool, error) {
			return c.runHook(p, "blockquote", n.Type, &Blockquote{
				hookContext: context(n.Nested, n.Position), Type: n.Type, AlertType: n.AlertType, AlertSign: n.AlertSign,
				AlertTitle: n.AlertTitle, Text: n.Text, Ordinal: n.Ordinal, Attributes: n.Attributes,
			})
		}
	}
	if have("table") {
		h.Table = func(n markdown.TableHook) ([]byte, bool, error) {
			return c.runHook(p, "table", "", &TableContext{
				hookContext: context(n.Nested, n.Position), THead: n.THead, TBody: n.TBody, Ordinal: n.Ordinal,
				Attributes: n.Attributes,
			})
		}
	}
	if have("passthrough") {
		h.Passthrough = func(n markdown.PassthroughHook) ([]byte, bool, error) {
			return c.runHook(p, "passthrough", n.Type, &Passthrough{
				hookContext: context(n.Nested, n.Position), Type: n.Type, Inner: n.Inner, Ordinal: n.Ordinal,
				Attributes: n.Attributes,
			})
		}
	}
	return h
}

// runHook executes the template of a hook. ok is false if there is none for this node.
func (c *call) runHook(p *view.Page, hook, detail string, context any) (html []byte, ok bool, err error) {
	u, err := c.hookUnit(p, hook, detail)
	if u == nil || err != nil {
		return nil, false, err
	}
	out, err := c.execute(u, context)
	return []byte(out), true, err
}
