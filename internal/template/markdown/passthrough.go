package markdown

import (
	"strings"

	"github.com/gohugoio/hugo-goldmark-extensions/passthrough"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

func (n *nodes) passthroughInline(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	p := node.(*passthrough.PassthroughInline)
	return ast.WalkContinue, n.math(w.(*session), "inline", string(p.Segment.Value(src)), p.Delimiters, node)
}

func (n *nodes) passthroughBlock(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	p := node.(*passthrough.PassthroughBlock)
	return ast.WalkSkipChildren, n.math(w.(*session), "block", string(p.Lines().Value(src)), p.Delimiters, node)
}

// math writes text between delimiters unchanged, with the delimiters, unless a hook renders it.
func (n *nodes) math(s *session, kind, text string, d *passthrough.Delimiters, node ast.Node) error {
	text = withoutQuotes(text, node)
	if s.in.Hooks.Passthrough != nil && len(text) >= len(d.Open)+len(d.Close) {
		attrs, _ := readAttributes(node.Attributes(), false)
		hook := PassthroughHook{
			Type: kind, Inner: text[len(d.Open) : len(text)-len(d.Close)], Ordinal: s.mathes,
			Attributes: attributeMap(attrs), Nested: s.page(), Position: s.position(node.Pos()),
		}
		s.mathes++
		if done, err := s.hooked(s.in.Hooks.Passthrough(hook)); err != nil || done {
			return err
		}
	}
	if !n.unsafe {
		text = withoutTags(text)
	}
	s.WriteString(text)
	return nil
}

// withoutQuotes removes the signs of the quotes around a formula from its lines after the first, which are a part of the
// file from which the formula is read.
func withoutQuotes(text string, node ast.Node) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	for ; node != nil; node = node.Parent() {
		if node.Kind() == ast.KindBlockquote {
			text = quoteSign.ReplaceAllString(text, "\n")
		}
	}
	return text
}

// quoteSign matches the sign of a quote: https://spec.commonmark.org/0.31.2/#block-quote-marker
var quoteSign = pattern.New(`\n[ \t]*> ?`)

// withoutTags escapes each < that may start HTML, for a formula that is otherwise written unchanged: there it means
// "less than".
func withoutTags(text string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(text, '<')
		if i < 0 || i == len(text)-1 {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(text[:i])
		if next := text[i+1]; isASCIILetter(next) || next == '/' || next == '!' || next == '?' {
			b.WriteString("&lt;")
		} else {
			b.WriteByte('<')
		}
		text = text[i+1:]
	}
}
