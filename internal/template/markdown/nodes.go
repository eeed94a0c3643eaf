package markdown

import (
	"github.com/gohugoio/hugo-goldmark-extensions/passthrough"
	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
)

// nodes renders the kinds of nodes that have a hook, or whose default rendering differs from goldmark's. The writer is
// always a session.
type nodes struct {
	conv            *Converter
	unsafe, xhtml   bool
	linkifyProtocol string
	writer          html.Writer
}

func newNodes(c *Converter) *nodes {
	g := c.opts.Goldmark
	return &nodes{
		conv: c, unsafe: g.Renderer.Unsafe, xhtml: g.Renderer.XHTML,
		linkifyProtocol: g.Extensions.LinkifyProtocol, writer: textWriter{html.DefaultWriter},
	}
}

// RegisterFuncs implements renderer.NodeRenderer.
func (n *nodes) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindLink, n.link)
	reg.Register(ast.KindAutoLink, n.autoLink)
	reg.Register(ast.KindImage, n.image)
	reg.Register(ast.KindHeading, n.heading)
	reg.Register(ast.KindBlockquote, n.blockquote)
	reg.Register(ast.KindRawHTML, n.rawHTML)
	reg.Register(ast.KindHTMLBlock, n.htmlBlock)
	reg.Register(kindNested, n.nested)
	reg.Register(kindWikiLink, n.wikiLink)
	reg.Register(kindEmbed, n.embed)
	if n.conv.opts.Highlight.CodeFences {
		reg.Register(ast.KindFencedCodeBlock, n.codeBlock)
	}
	if n.conv.opts.WholeCode {
		reg.Register(ast.KindCodeSpan, codeSpans(n.writer))
	}
	e := n.conv.opts.Goldmark.Extensions
	if e.Table {
		reg.Register(east.KindTable, n.table)
		reg.Register(east.KindTableHeader, n.tableRow)
		reg.Register(east.KindTableRow, n.tableRow)
		reg.Register(east.KindTableCell, n.tableCell)
	}
	if e.Passthrough.Enable {
		reg.Register(passthrough.KindPassthroughInline, n.passthroughInline)
		reg.Register(passthrough.KindPassthroughBlock, n.passthroughBlock)
	}
}

// hooked writes the result of a hook. It reports whether the hook has rendered the node.
func (s *session) hooked(out []byte, ok bool, err error) (bool, error) {
	if err != nil || !ok {
		return false, err
	}
	s.Write(out)
	return true, nil
}
