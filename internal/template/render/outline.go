package render

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/view"
)

// The outline of a page is its headings without its body. Hooks and shortcodes of a body read the outlines of other
// pages and of their own, https://gohugo.io/methods/page/fragments/#notes, so pages whose links name each other's
// headings do not need each other's bodies. An outline is a body without text in a special format, and is recorded and
// kept like other bodies.

// outlineOf is the prefix of the format of an outline, followed by that of the body.
const outlineOf = "#outline "

// postponed is a shortcode whose output is not parsed as Markdown. It is executed only if a heading contains it.
type postponed struct {
	token string
	call  *markdown.Shortcode
}

// headings returns the body of p, or its outline, to read its headings.
func (w *Worker) headings(c *call, p *view.Page) (*Body, error) {
	if c.fill == nil || !hasOutline(p) {
		b, _, err := c.text(p)
		return b, err
	}
	b, err := w.bodyIn(c, p, outlineOf+w.bodyFormat(c))
	if err == nil && !b.unfinished {
		c.Recorder.Ask(trace.PageBody, b.name, b.hash)
	}
	return b, err
}

// hasOutline reports whether p has a Markdown text. A page that had one may now be a section without a file.
func hasOutline(p *view.Page) bool {
	doc := view.Model(p).Doc
	return doc != nil && doc.Markup == "markdown"
}

// fillOutline finds the headings of p.
func (w *Worker) fillOutline(asker *call, p *view.Page, format string) (*Body, error) {
	b := &Body{name: bodyName(view.Model(p), format), bodyExtras: &bodyExtras{}}
	c := w.fillCall(asker, p, format)
	c.fill.outline = true
	defer w.exec.Run(&c.Call)()
	c.begin(p)
	parts, line, err := c.parts(p)
	if err != nil {
		return nil, err
	}
	parts, _ = markdown.MarkDivider(parts)
	src, pieces, err := c.fillParts(p, parts)
	if err != nil {
		return nil, err
	}
	in := markdown.Input{File: view.Model(p).Doc.File, Line: line, Source: src, Pieces: pieces}
	if b.TOC, err = c.converter().Outline(in); err != nil {
		return nil, err
	}
	shown := string(b.TOC.ToHTML(1, -1, false))
	for _, s := range c.fill.later {
		if !strings.Contains(shown, s.token) {
			continue
		}
		out, err := c.shortcode(p, s.call, nil, 0)
		if err != nil {
			return nil, err
		}
		c.fill.holes.Set(s.token, out)
	}
	b.TOC.Fill(c.fill.holes)
	b.asked = c.Recorder
	b.seal()
	return b, nil
}
