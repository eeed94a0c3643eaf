package render

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config/markup"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/org"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// filling is a body that is being rendered.
type filling struct {
	holes    *markdown.Holes
	tocToken string // placeholder for the table of contents; "" until it is used
	warnings diag.List
	mixing   bool        // a shortcode is executed that may print headings
	outline  bool        // only its headings are needed,
	later    []postponed // and these calls are postponed
	embedded int         // bytes of embedded pages
	plain    bool        // its text is not read as Markdown
	text     bool        // it is a text of .RenderString, not a body,
	around   *filling    // in this body or text; nil: in a layout

	places map[*site.Page]*wikiPlaces // the places of pages to which [[links]] lead
}

// filled returns the body that c fills; nil in a layout, also in the texts that it renders.
func (c *call) filled() *filling {
	f := c.fill
	for f != nil && f.text {
		f = f.around
	}
	return f
}

// unfinished returns the placeholder that a page sees for its own body while that is rendered: empty, except that the
// table of contents can be inserted later.
func (f *filling) unfinished() *Body {
	if f.tocToken == "" {
		f.tocToken = f.holes.Add("")
	}
	return &Body{bodyExtras: &bodyExtras{TOC: &markdown.Fragments{}, toc: template.HTML(f.tocToken)}, unfinished: true}
}

// setContents inserts the table of contents at its placeholders.
func (f *filling) setContents(toc markup.TOC, headings *markdown.Fragments) {
	if f.tocToken != "" && headings != nil {
		f.holes.Set(f.tocToken, string(headings.ToHTML(toc.StartLevel, toc.EndLevel, toc.Ordered)))
	}
}

// locate corrects the lines and columns of problems in the text of p, which count in what the reader of another tool
// made of it.
func (r *Run) locate(p *view.Page, list diag.List) {
	doc := view.Model(p).Doc
	if doc == nil || len(list) == 0 {
		return
	}
	place := r.o.Tree.Places(doc)
	for _, d := range list {
		if place == nil || d.File != doc.File {
			continue
		}
		about := ""
		if at := strings.IndexByte(d.Message, '"'); at >= 0 {
			quoted, _ := strconv.QuotedPrefix(d.Message[at:])
			about, _ = strconv.Unquote(quoted)
		}
		d.Line, d.Col = place(d.Line, d.Col, about)
	}
}

// fillBody renders the body of p: shortcodes, Markdown with render hooks, summary, and facts about the text.
func (w *Worker) fillBody(asker *call, p *view.Page, format string, with private) (made *Body, err error) {
	defer func() {
		found := diag.From(err)
		if made != nil {
			found = made.Warnings
		}
		w.run.locate(p, found)
	}()
	if strings.HasPrefix(format, outlineOf) {
		return w.fillOutline(asker, p, format)
	}
	b := &Body{name: bodyName(view.Model(p), format), bodyExtras: &bodyExtras{TOC: &markdown.Fragments{}}}
	if view.Model(p).Doc == nil {
		b.asked = w.recorder()
		b.seal()
		return b, nil
	}
	c := w.fillCall(asker, p, format)
	c.MarkupScope = with.scope
	if with != (private{}) { // it is not kept
		c.Share(&asker.Call.Call)
	}
	if with.store != nil {
		c.Stores = map[*view.Page]*tmpl.Store{p: with.store}
	}
	defer w.exec.Run(&c.Call)()
	c.begin(p)
	parts, line, err := c.parts(p)
	if err != nil {
		return nil, err
	}
	notation := view.Model(p).Doc.Markup
	isHTML := notation == "html"
	if notation == "org" {
		parts = orgDivider(view.Model(p).Doc, parts)
	}
	parts, divided := markdown.MarkDivider(parts)
	src, pieces, err := c.fillParts(p, parts)
	if err != nil {
		return nil, err
	}
	if err := c.Step(len(src) / 4); err != nil {
		return nil, &diag.Diagnostic{
			Rule: tmpl.BoundRule, File: view.Model(p).Doc.File, Line: line, Message: err.Error(),
			Hint: "its shortcodes make the text long",
		}
	}
	html := ""
	switch notation {
	case "html":
		b.TOC = nil
		if !w.run.o.Site.Config.Hugo {
			in := markdown.Input{File: view.Model(p).Doc.File, Line: line, Source: src, Pieces: pieces}
			c.checkHTML(p, src, func(offset int) hookContext {
				return hookContext{
					Page: p, PageInner: p,
					position: in.At(offset),
				}
			})
		}
		html = c.fill.holes.Fill(src)
	case "org":
		b.TOC = nil
		if html, err = c.convertOrg(markdown.Input{
			File: view.Model(p).Doc.File, Line: line, Source: src,
			Pieces: pieces,
		}); err != nil {
			return nil, err
		}
		var toc string
		html, toc = org.SplitContents(html)
		if c.fill.tocToken != "" {
			c.fill.holes.Set(c.fill.tocToken, toc)
		}
		html, b.toc = c.fill.holes.Fill(html), template.HTML(c.fill.holes.Fill(toc))
	case "asciidoc", "rst", "pandoc":
		if html, b.TOC, err = c.convertExternal(p, src); err != nil {
			return nil, err
		}
		c.fill.setContents(c.markup().TOC, b.TOC)
		html = c.fill.holes.Fill(html)
	default:
		out, err := c.converter().Convert(markdown.Input{
			File: view.Model(p).Doc.File, Line: line, Source: src, Pieces: pieces, ID: view.Model(p).Path,
			Hooks:     c.hooks(p, false),
			Forbidden: c.forbidden,
		})
		if err != nil {
			return nil, err
		}
		b.TOC, b.Warnings = out.TOC, out.Warnings
		c.fill.setContents(c.markup().TOC, b.TOC)
		html = c.fillMarkdown(out.HTML)
		b.TOC.Fill(c.fill.holes)
	}
	if err := c.overfull(p, line); err != nil {
		return nil, err
	}
	if err := c.divide(b, p, html, divided, isHTML); err != nil {
		return nil, err
	}
	b.Warnings = append(append(b.Warnings, c.fill.warnings...), c.Warnings...)
	s := c.Stores[p]
	b.usesStore = s != nil
	if s != nil && len(s.Values()) > 0 {
		b.stored = maps.Clone(s.Values())
		if n := tmpl.Size(b.stored); n > maxStored {
			return nil, &diag.Diagnostic{
				Rule: tmpl.BoundRule, File: view.Model(p).Doc.File, Line: 1,
				Message: fmt.Sprintf("the shortcodes of the page store %d bytes, more than %d MB", n, maxStored>>20),
				Hint:    "store less in .Page.Store: it is kept until the site is written",
			}
		}
	}
	b.outputs, b.called = c.Outputs, slices.Sorted(maps.Keys(c.called))
	b.asked = c.Recorder
	b.seal()
	return b, nil
}

// maxStored limits the values that the shortcodes of a page leave in its store, in bytes.
const maxStored = 4 << 20

// fillMarkdown fills the placeholders in HTML that comes from Markdown.
func (c *call) fillMarkdown(html string) string {
	if c.markup().Goldmark.Renderer.Unsafe {
		return c.fill.holes.Fill(html)
	}
	return c.fill.holes.FillQuoted(html)
}

// fillCall returns the call in which a body is rendered.
func (w *Worker) fillCall(asker *call, p *view.Page, format string) *call {
	c := w.newCall(asker.Context, p, w.bodyTarget(p, strings.TrimPrefix(format, outlineOf), asker))
	c.parent, c.Depth = asker, asker.Depth
	c.fill, c.InBody = &filling{holes: &markdown.Holes{}, plain: !hasOutline(p)}, true
	return c
}

// bodyTarget returns the output for which hooks and shortcodes of a body are rendered: the page's main output, unless
// templates for another format require that one.
func (w *Worker) bodyTarget(p *view.Page, format string, asker *call) (t site.Target) {
	if format != "" {
		for _, t := range view.Model(p).Targets {
			if t.Format == asker.Target.Format {
				return t
			}
		}
		return site.Target{Format: asker.Target.Format}
	}
	for _, t := range view.Model(p).Targets {
		if t.Format != nil && t.Format.IsHTML {
			return t
		}
	}
	t.Format = w.run.o.Site.Config.OutputFormats["html"]
	return t
}

// fillParts inserts the output of the shortcodes into the text: directly if it is parsed as Markdown, else as tokens,
// which Markdown does not change. The pieces have the position of each part in the file.
func (c *call) fillParts(p *view.Page, parts []markdown.Part) (string, []markdown.Piece, error) {
	if len(parts) == 1 && parts[0].Call == nil {
		return parts[0].Text, nil, nil
	}
	if c.called != nil {
		noteShortcodes(c.called, parts)
	}
	var m markdown.Mixed
	for _, part := range parts {
		if part.Call == nil {
			m.Add(part)
			continue
		}
		through := c.throughMarkdown(p, part.Call)
		if c.fill.outline && !through {
			s := postponed{c.fill.holes.Add(""), part.Call}
			c.fill.later = append(c.fill.later, s)
			m.AddOutput(part.Call, s.token)
			continue
		}
		c.fill.mixing = through
		out, err := c.shortcode(p, part.Call, nil, 0)
		c.fill.mixing = false
		if err != nil {
			return "", nil, err
		}
		if through {
			out = markdown.DedentNested(out)
		} else {
			out = c.fill.holes.Add(markdown.StripNested(out))
		}
		m.AddOutput(part.Call, out)
	}
	return m.String(), m.Pieces(), nil
}

// overfull returns the error for a text whose shortcodes include each other too often.
func (c *call) overfull(p *view.Page, line int) error {
	if !c.fill.holes.Full {
		return nil
	}
	d := &diag.Diagnostic{
		Rule: tmpl.BoundRule, Line: line,
		Message: "the output of the shortcodes, each shown inside of others, is longer than 16 MB",
	}
	if doc := view.Model(p).Doc; doc != nil {
		d.File = doc.File
	}
	return d
}

// divide splits the rendered content into summary and rest, and counts its words.
// https://gohugo.io/content-management/summaries/
func (c *call) divide(b *Body, p *view.Page, html string, divided, isHTML bool) error {
	var s markdown.Split
	switch {
	case divided:
		s = markdown.SplitManual(html, isHTML)
	case view.Model(p).SummaryText == "":
		m := view.Model(p)
		s = markdown.SplitAuto(html, m.Edition.Language.SummaryLength, m.CJK, c.run.o.Site.Config.Release)
	default:
		s = markdown.Split{Content: html, Rest: html}
	}
	if s.Summary == "" && view.Model(p).SummaryText != "" {
		out, err := c.convert(p, notation(p), view.Model(p).SummaryText, true)
		if err != nil {
			return err
		}
		s.Summary = out
	}
	b.text = newBodyText(s.Content, s.Summary, s.Rest)
	b.Truncated, b.divided = s.Truncated, divided
	b.cjk = view.Model(p).CJK
	return nil
}

// notation returns the notation of the text of a page: "org", or another; "" for a page without a file.
func notation(p *view.Page) string {
	if doc := view.Model(p).Doc; doc != nil {
		return doc.Markup
	}
	return ""
}

// convert converts a text in a notation, "org" or any other for Markdown, in the context of a page.
func (c *call) convert(p *view.Page, notation, src string, inline bool) (string, error) {
	if err := c.Step(40 + len(src)/4); err != nil {
		return "", err
	}
	c.Views.AskConfig(&c.Call)
	in := markdown.Input{Source: src, Inline: inline, Hooks: c.hooks(p, true), Forbidden: c.forbidden}
	if view.Model(p).Doc != nil {
		in.File, in.ID = view.Model(p).Doc.File, view.Model(p).Path
	}
	if notation == "org" {
		html, err := c.convertOrg(in)
		if inline {
			html = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(html), "<p>"), "</p>")
		}
		return html, err
	}
	out, err := c.converter().Convert(in)
	if err != nil {
		return "", err
	}
	if c.fill != nil {
		c.fill.warnings = append(c.fill.warnings, out.Warnings...)
	}
	return out.HTML, nil
}
