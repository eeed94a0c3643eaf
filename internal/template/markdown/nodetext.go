package markdown

import (
	"bytes"
	"strings"

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
		writePlain(&b, child, src, c.opts.FirstPieces)
	}
	return util.ResolveEntityNames(b.Bytes())
}

func writePlain(b *bytes.Buffer, n ast.Node, src []byte, first bool) {
	switch v := n.(type) {
	case *ast.RawHTML:
		b.WriteString(strings.TrimSpace(oldPlain(string(v.Segments.Value(src)))))
	case *ast.String:
		b.Write(v.Value)
	case *ast.Text:
		b.Write(v.Value(src))
		if v.HardLineBreak() || v.SoftLineBreak() {
			b.WriteByte('\n')
		}
	case *emojiast.Emoji:
		b.Write(v.ShortName)
	default:
		for child := n.FirstChild(); child != nil; child = child.NextSibling() {
			if writePlain(b, child, src, first); first {
				return
			}
		}
	}
}
