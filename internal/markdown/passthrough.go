package markdown

import (
	"github.com/gohugoio/hugo-goldmark-extensions/passthrough"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

func (n *nodes) passthroughInline(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	p := node.(*passthrough.PassthroughInline)
	return ast.WalkContinue, w.(*session).math("inline", string(p.Segment.Value(src)), p.Delimiters, node)
}

func (n *nodes) passthroughBlock(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	p := node.(*passthrough.PassthroughBlock)
	return ast.WalkSkipChildren, w.(*session).math("block", string(p.Lines().Value(src)), p.Delimiters, node)
}

// math writes text between delimiters unchanged, with the delimiters, unless a hook takes it.
func (s *session) math(kind, text string, d *passthrough.Delimiters, node ast.Node) error {
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
	s.WriteString(text)
	return nil
}
