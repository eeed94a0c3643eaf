package render

import (
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/render/diagram"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view"
)

// goat draws a code block of the language goat, as Hugo's built-in hook does. A hook of the project for goat takes
// precedence (ok is false then), but its hook for any language does not:
// https://gohugo.io/content-management/diagrams/#goat-diagrams-ascii
func (c *call) goat(p *view.Page, n markdown.CodeBlockHook) (html []byte, ok bool, err error) {
	u, err := c.hookUnit(p, "codeblock", n.Type)
	if err != nil || u != nil && u.file.Descriptor.Detail == n.Type {
		return nil, false, err
	}
	svg, err := diagram.GoAT(n.Inner)
	if err != nil {
		doc := view.Model(p).Doc
		return nil, false, &diag.Diagnostic{
			Rule: "markdown-bound", File: doc.File, Line: n.Position.Line,
			Col: n.Position.Col, Message: err.Error(),
		}
	}
	attribute := func(name string) string {
		if v, there := n.Attributes[name]; there {
			return tmpl.Text(v)
		}
		return ""
	}
	return []byte(svg.Block(attribute("class"), attribute("width"), attribute("height"))), true, nil
}

// drawGoat implements diagrams.Goat: https://gohugo.io/functions/diagrams/goat/
func drawGoat(text any) (diagram.SVG, error) { return diagram.GoAT(tmpl.Text(text)) }
