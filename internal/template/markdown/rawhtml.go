package markdown

import (
	"bytes"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// omitted replaces raw HTML; comments are removed. The text is goldmark's.
const omitted = "<!-- raw HTML omitted -->"

func (n *nodes) rawHTML(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkSkipChildren, nil
	}
	s, raw := w.(*session), node.(*ast.RawHTML)
	if n.unsafe {
		for i := range raw.Segments.Len() {
			segment := raw.Segments.At(i)
			s.Write(segment.Value(src))
		}
		s.showHTML(raw.Segments.Sliced(0, raw.Segments.Len()))
		return ast.WalkSkipChildren, nil
	}
	if first := raw.Segments.At(0); !isComment(first.Value(src)) {
		s.warnOmitted(first.Start, first.Value(src))
		s.WriteString(omitted)
	}
	return ast.WalkSkipChildren, nil
}

func (n *nodes) htmlBlock(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	s, block := w.(*session), node.(*ast.HTMLBlock)
	if n.unsafe {
		if entering {
			s.showHTML(block.Lines().Sliced(0, block.Lines().Len()))
			for i := range block.Lines().Len() {
				line := block.Lines().At(i)
				n.writer.SecureWrite(s, StripNested(line.Value(src)))
			}
		} else if block.HasClosure() {
			n.writer.SecureWrite(s, StripNested(block.ClosureLine.Value(src)))
		}
		return ast.WalkContinue, nil
	}
	first := block.ClosureLine
	if block.Lines().Len() > 0 {
		first = block.Lines().At(0)
	}
	if isComment(first.Value(src)) {
		return ast.WalkContinue, nil
	}
	if entering {
		s.warnOmitted(first.Start, first.Value(src))
		s.WriteString(omitted + "\n")
	} else if block.HasClosure() {
		s.WriteString(omitted + "\n")
	}
	return ast.WalkContinue, nil
}

// showHTML passes raw HTML to the hook if it may contain links.
func (s *session) showHTML(segments []text.Segment) {
	if s.in.Hooks.HTML == nil {
		return
	}
	var all []byte
	for _, segment := range segments {
		all = append(all, segment.Value(s.source)...)
	}
	if !bytes.Contains(all, []byte{'='}) {
		return // no attributes
	}
	s.in.Hooks.HTML(HTMLHook{Text: string(all), Nested: s.page(), At: func(offset int) Position {
		for _, segment := range segments {
			if n := segment.Len() + segment.Padding; offset >= n {
				offset -= n
				continue
			}
			return s.position(segment.Start + max(0, offset-segment.Padding))
		}
		return Position{}
	}})
}

func isComment(html []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(html, " "), []byte("<!--"))
}

// warnOmitted warns about HTML at an offset. The warning about an opening tag also covers its closing tag.
func (s *session) warnOmitted(offset int, html []byte) {
	if bytes.HasPrefix(bytes.TrimLeft(html, " "), []byte("</")) {
		return
	}
	d := s.diagnose(diag.Warning, "raw-html", offset,
		"raw HTML was left out", "set markup.goldmark.renderer.unsafe = true to keep raw HTML")
	if n := len(s.warnings); n > 0 && d.Line == 0 && s.warnings[n-1].Message == d.Message {
		return // another element of the same text, whose position is also unknown
	}
	s.warnings = append(s.warnings, d)
}
