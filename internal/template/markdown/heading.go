package markdown

import (
	"html/template"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

func (n *nodes) heading(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	s, h := w.(*session), node.(*ast.Heading)
	if s.in.Hooks.Heading == nil {
		if entering {
			openHeading(s, h)
		} else {
			closeHeading(s, h)
		}
		return ast.WalkContinue, nil
	}
	if entering {
		s.capture()
		return ast.WalkContinue, nil
	}
	text := s.captured()
	attrs, _ := readAttributes(h.Attributes(), false)
	done, err := s.hooked(s.in.Hooks.Heading(HeadingHook{
		Level: h.Level, Anchor: attributeText(h, "id"),
		Text: template.HTML(text), PlainText: s.conv.hookText(h, src),
		Attributes: attributeMap(attrs), Nested: s.page(), Position: s.position(h.Pos()),
	}))
	if err != nil || done {
		return ast.WalkContinue, err
	}
	openHeading(s, h)
	s.WriteString(text)
	closeHeading(s, h)
	return ast.WalkContinue, nil
}

func openHeading(s *session, h *ast.Heading) {
	s.WriteString("<h")
	s.WriteByte("0123456"[h.Level])
	s.writeAttributes(h.Attributes())
	s.WriteByte('>')
}

func closeHeading(s *session, h *ast.Heading) {
	s.WriteString("</h")
	s.WriteByte("0123456"[h.Level])
	s.WriteString(">\n")
}
