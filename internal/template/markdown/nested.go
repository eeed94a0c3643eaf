package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// The marks around the text of another page.
const (
	nestedName  = "{{__sitegen_page"
	nestedOpen  = nestedName + " "
	nestedClose = nestedName + "/}}"
)

// WrapNested marks Markdown that belongs to another page (.RenderShortcodes), so that hooks receive its ID in Nested.
// id may be any string that identifies the page, without white space and braces.
func WrapNested(markdown, id string) string {
	end := "\n"
	if markdown == "" || markdown[len(markdown)-1] == '\n' {
		end = ""
	}
	return nestedOpen + id + "}}\n" + markdown + end + nestedClose + "\n"
}

// DedentNested removes the white space before marks at the beginning of lines, which would make them lines of code.
func DedentNested(text string) string {
	if !strings.Contains(text, nestedName) {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if rest := strings.TrimLeft(line, " \t"); strings.HasPrefix(rest, nestedName) {
			lines[i] = rest
		}
	}
	return strings.Join(lines, "")
}

// StripNested removes marks from text that is not read as Markdown, such as HTML.
func StripNested[T string | []byte](text T) T {
	var out []byte
	rest := string(text)
	if !strings.Contains(rest, nestedName) {
		return text
	}
	for {
		before, mark, found := strings.Cut(rest, nestedName)
		out = append(out, before...)
		_, after, closed := strings.Cut(mark, "}}")
		if !found || !closed {
			return T(append(out, rest[len(before):]...))
		}
		rest = strings.TrimPrefix(after, "\n")
	}
}

// kindNested is the node of such a mark.
var kindNested = ast.NewNodeKind("NestedPage")

type nestedMark struct {
	ast.BaseInline
	id    string
	close bool
}

func (*nestedMark) Kind() ast.NodeKind { return kindNested }

func (n *nestedMark) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

// nestedParser parses the marks.
type nestedParser struct{}

func (nestedParser) Trigger() []byte { return []byte{'{'} }

func (nestedParser) Parse(_ ast.Node, r text.Reader, _ parser.Context) ast.Node {
	line, _ := r.PeekLine()
	mark := &nestedMark{}
	switch {
	case bytes.HasPrefix(line, []byte(nestedClose)):
		mark.close = true
	case bytes.HasPrefix(line, []byte(nestedOpen)):
	default:
		return nil
	}
	end := bytes.Index(line, []byte("}}"))
	if end < 0 {
		return nil
	}
	if !mark.close {
		mark.id = string(line[len(nestedOpen):end])
	}
	r.Advance(min(end+len("}}")+1, len(line))) // including the newline
	return mark
}

// unwrapMarks moves marks out of paragraphs that contain nothing else, and removes the line breaks before other marks.
func unwrapMarks(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; {
		next := n.NextSibling()
		if p, ok := n.(*ast.Paragraph); ok {
			if only := p.FirstChild(); only != nil && only.Kind() == kindNested && p.ChildCount() == 1 {
				parent.ReplaceChild(parent, p, only)
			} else {
				joinBeforeMarks(p)
			}
		} else if n.Type() == ast.TypeBlock {
			unwrapMarks(n)
		}
		n = next
	}
}

func joinBeforeMarks(p ast.Node) {
	for n := p.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() != kindNested {
			continue
		}
		t, ok := n.PreviousSibling().(*ast.Text)
		if !ok || !t.SoftLineBreak() {
			continue
		}
		if t.Segment.Len() == 0 {
			p.RemoveChild(p, t)
		} else {
			t.SetSoftLineBreak(false)
		}
	}
}

func (n *nodes) nested(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	s := w.(*session)
	if mark := node.(*nestedMark); !mark.close {
		s.nested = append(s.nested, mark.id)
	} else if len(s.nested) > 0 {
		s.nested = s.nested[:len(s.nested)-1]
	}
	return ast.WalkContinue, nil
}
