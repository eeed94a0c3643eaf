package markdown

import (
	"bytes"
	"strings"

	emojiast "github.com/yuin/goldmark-emoji/ast"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// plainText returns the text of a node without markup, with named entities (of the typographer) resolved, for IDs and
// PlainText in hooks. Of an element inside the node only the first child counts, as in Hugo (TextPlain in
// markup/goldmark/internal/template/render).
func plainText(n ast.Node, src []byte) []byte {
	if c := n.FirstChild(); c != nil && c.NextSibling() == nil && c.Kind() == ast.KindText {
		// The common case is one piece of text, which needs no buffer.
		value := c.(*ast.Text).Value(src)
		if bytes.IndexByte(value, '&') < 0 {
			return value
		}
	}
	var b bytes.Buffer
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		writePlain(&b, c, src)
	}
	return util.ResolveEntityNames(b.Bytes())
}

// wholeText is plainText with the complete text of elements.
func wholeText(n ast.Node, src []byte) []byte {
	var b bytes.Buffer
	writeWhole(&b, n, src)
	return util.ResolveEntityNames(b.Bytes())
}

func writeWhole(b *bytes.Buffer, n ast.Node, src []byte) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.HasChildren() {
			writeWhole(b, c, src)
		} else {
			writePlain(b, c, src)
		}
	}
}

func writePlain(b *bytes.Buffer, n ast.Node, src []byte) {
	for n != nil {
		switch v := n.(type) {
		case *ast.RawHTML:
			b.WriteString(strings.TrimSpace(Plain(string(v.Segments.Value(src)))))
			return
		case *ast.String:
			b.Write(v.Value)
			return
		case *ast.Text:
			b.Write(v.Value(src))
			if v.HardLineBreak() || v.SoftLineBreak() {
				b.WriteByte('\n')
			}
			return
		case *emojiast.Emoji:
			b.Write(v.ShortName)
			return
		}
		n = n.FirstChild()
	}
}
