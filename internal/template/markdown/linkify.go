package markdown

import (
	"bytes"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// The code below does not change the output. It saves goldmark work that most texts do not need: looking for URLs at
// each space, and checking each byte for escaping.

// addresses tells what linkify would find in a text.
type addresses int

const (
	noAddresses     addresses = iota
	linkedAddresses           // some, but probably all in links; unlinked checks this after parsing
	bareAddresses
)

// findAddresses looks for text that linkify may turn into a link: an e-mail address, www., or a URL.
func findAddresses(src []byte) addresses {
	if bytes.IndexByte(src, '@') >= 0 || bytes.Contains(src, []byte("www.")) {
		return bareAddresses
	}
	found := noAddresses
	for at := 0; ; {
		i := bytes.Index(src[at:], []byte("://"))
		if i < 0 {
			return found
		}
		found = linkedAddresses
		start := at + i
		for start > 0 && isASCIILetter(src[start-1]) {
			start--
		}
		if start == 0 {
			return bareAddresses
		}
		switch src[start-1] {
		case ' ', '\t', '\n', '*', '_', '~':
			return bareAddresses
		case '(':
			if start < 2 || src[start-2] != ']' {
				return bareAddresses
			}
		}
		at += i + len("://")
	}
}

// unlinked reports whether a document parsed without linkify contains a URL as plain text.
func unlinked(parent ast.Node, src []byte) bool {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n.Kind() {
		case ast.KindText:
			if bytes.Contains(n.(*ast.Text).Value(src), []byte("://")) {
				return true
			}
		case ast.KindLink, ast.KindImage, ast.KindCodeSpan:
			// linkify ignores the text of these nodes.
		default:
			if n.HasChildren() && unlinked(n, src) {
				return true
			}
		}
	}
	return false
}

// linkify is goldmark's extension with a fast check first.
type linkify struct{}

func (linkify) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(linkifyParser{extension.NewLinkifyParser()}, 999)))
}

type linkifyParser struct{ parser.InlineParser }

// Parse calls goldmark only where a URL may start: at http, ftp, www or, if the text contains an @, anywhere.
func (p linkifyParser) Parse(parent ast.Node, r text.Reader, pc parser.Context) ast.Node {
	line, _ := r.PeekLine()
	i := 0
	switch line[0] {
	case ' ', '*', '_', '~', '(':
		i = 1
	}
	if i >= len(line) {
		return nil
	}
	switch line[i] {
	case 'h', 'f', 'w':
	default:
		if !pc.Get(sessionKey).(*session).hasAt {
			return nil
		}
	}
	return p.InlineParser.Parse(parent, r, pc)
}

// textWriter is goldmark's writer with a fast path for text that needs no escaping.
type textWriter struct{ html.Writer }

// special are the bytes that goldmark's Write handles specially.
var special = [256]bool{0: true, '"': true, '&': true, '<': true, '>': true, '\\': true}

func (w textWriter) Write(b util.BufWriter, src []byte) {
	i := plainPrefix(src)
	_, _ = b.Write(src[:i])
	if i < len(src) {
		w.Writer.Write(b, src[i:])
	}
}

func (w textWriter) RawWrite(b util.BufWriter, src []byte) {
	i := plainPrefix(src)
	_, _ = b.Write(src[:i])
	if i < len(src) {
		w.Writer.RawWrite(b, src[i:])
	}
}

func plainPrefix(src []byte) int {
	for i, c := range src {
		if special[c] {
			return i
		}
	}
	return len(src)
}

// dangerous is goldmark's IsDangerousURL without its copies.
func dangerous(url []byte) bool {
	if len(url) == 0 {
		return false
	}
	switch url[0] | 0x20 {
	case 'j', 'v', 'f', 'd':
		return html.IsDangerousURL(url)
	}
	return false
}
