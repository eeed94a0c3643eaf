package markdown

import (
	"bytes"
	"strings"

	"github.com/gohugoio/hugo-goldmark-extensions/passthrough"
	emojiast "github.com/yuin/goldmark-emoji/ast"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// plainText returns the text of a node without markup, with named entities (of the typographer) resolved, for IDs and
// PlainText in hooks. With Options.FirstPieces, only the first child of an element inside the node counts.
func (c *Converter) plainText(n ast.Node, src []byte) []byte {
	if c := n.FirstChild(); c != nil && c.NextSibling() == nil && c.Kind() == ast.KindText {
		// The common case is one piece of text, which needs no buffer.
		value := c.(*ast.Text).Value(src)
		if bytes.IndexByte(value, '&') < 0 {
			return value
		}
	}
	var b bytes.Buffer
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		writePlain(&b, child, src, pieces{first: c.opts.FirstPieces})
	}
	return util.ResolveEntityNames(b.Bytes())
}

// hookText returns the text of a node for PlainText in hooks, such as the text for screen readers: with URLs, and without
// escapes and character references. Hugo leaves the former out and keeps the latter.
func (c *Converter) hookText(n ast.Node, src []byte) string {
	if c.opts.RawPlainText {
		return string(c.plainText(n, src))
	}
	var b bytes.Buffer
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		writePlain(&b, child, src, pieces{all: true, resolved: true})
	}
	return b.String()
}

// idText returns the text of a heading from which its ID is made. In VitePress, emoji do not count, and entities count
// as they are written: https://github.com/vuejs/vitepress/blob/main/src/node/markdown/plugins/restoreEntities.ts
func (c *Converter) idText(n ast.Node, src []byte) []byte {
	var which pieces
	switch c.opts.Goldmark.Parser.AutoIDType {
	case idVitePress:
		which.noEmoji = true
	case idPython, idPymdownx, idCased:
		which.all = true
	case idKramdown:
		which.kramdown = true
	default:
		return c.plainText(n, src)
	}
	var b bytes.Buffer
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		writePlain(&b, child, src, which)
	}
	if which.noEmoji {
		return b.Bytes()
	}
	return util.ResolveEntityNames(b.Bytes())
}

// pieces says which parts of a node count as its text.
type pieces struct {
	first    bool // of each element, only the first one
	noEmoji  bool
	all      bool // also URLs and formulas
	kramdown bool // also formulas, but no images
	resolved bool // without escapes and character references
}

func writePlain(b *bytes.Buffer, n ast.Node, src []byte, which pieces) {
	if which.kramdown && n.Kind() == ast.KindImage {
		return
	}
	switch v := n.(type) {
	case *ast.RawHTML:
		b.WriteString(strings.TrimSpace(oldPlain(string(v.Segments.Value(src)))))
	case *ast.String:
		if which.resolved {
			b.Write(util.ResolveEntityNames(v.Value)) // of the typographer
		} else {
			b.Write(v.Value)
		}
	case *ast.Text:
		text := v.Value(src)
		if which.resolved && n.Parent().Kind() != ast.KindCodeSpan {
			text = []byte(Resolved(string(text)))
		}
		b.Write(text)
		if v.HardLineBreak() || v.SoftLineBreak() {
			b.WriteByte('\n')
		}
	case *ast.AutoLink:
		if which.all {
			b.Write(v.Label(src))
		}
	case *passthrough.PassthroughInline:
		if which.all || which.kramdown {
			b.Write(v.Segment.Value(src))
		}
	case *emojiast.Emoji:
		if !which.noEmoji {
			b.Write(v.ShortName)
		}
	default:
		for child := n.FirstChild(); child != nil; child = child.NextSibling() {
			if writePlain(b, child, src, which); which.first {
				return
			}
		}
	}
}
