package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// inlineAttributesPriority is the priority of inlineAttributesParser, which no other parser competes with.
const inlineAttributesPriority = 400

// mostAttributes is the maximum length of a list of attributes in a text.
const mostAttributes = 500

// kindInlineAttributes is the node of a list {.class #id key=value} in a text.
var kindInlineAttributes = ast.NewNodeKind("InlineAttributes")

// inlineAttributes is a list of attributes in a text until the transformer has moved them.
type inlineAttributes struct {
	ast.BaseInline
	segment text.Segment
}

func (*inlineAttributes) Kind() ast.NodeKind { return kindInlineAttributes }

func (n *inlineAttributes) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

// inlineAttributesParser parses lists of attributes in a text: https://python-markdown.github.io/extensions/attr_list/
type inlineAttributesParser struct{}

func (inlineAttributesParser) Trigger() []byte { return []byte{'{'} }

func (inlineAttributesParser) Parse(_ ast.Node, r text.Reader, pc parser.Context) ast.Node {
	line, segment := r.PeekLine()
	end := bytes.IndexByte(line[:min(len(line), mostAttributes)], '}')
	if end < 0 {
		return nil
	}
	list, ok := parser.ParseAttributes(text.NewReader(line[:end+1]))
	if !ok || len(list) == 0 {
		return nil
	}
	n := &inlineAttributes{segment: segment.WithStop(segment.Start + end + 1)}
	for _, a := range list {
		n.SetAttribute(a.Name, a.Value)
	}
	r.Advance(end + 1)
	s := pc.Get(sessionKey).(*session)
	s.lists = append(s.lists, n)
	return n
}

// moveLists moves the attributes of lists in a text: to the link, image, emphasis, or code before it, or at the end of
// a block, a cell of a table, or a term to that. Other lists are text.
func (s *session) moveLists(src []byte) {
	for _, n := range s.lists {
		parent := n.Parent()
		to := owner(n, src)
		if to == nil {
			parent.ReplaceChild(parent, n, ast.NewTextSegment(n.segment))
			continue
		}
		for _, a := range n.Attributes() {
			if link, ok := to.(*ast.Link); ok && string(a.Name) == "title" {
				link.Title = nil // the list overrides it, as in Python-Markdown and kramdown
			}
			if _, ok := to.Attribute(a.Name); !ok {
				to.SetAttribute(a.Name, a.Value)
			}
		}
		if id := attributeText(n, "id"); id != "" {
			s.toc.identifiers = append(s.toc.identifiers, id)
		}
		parent.RemoveChild(parent, n)
	}
}

// owner returns the node that a list belongs to; nil if it belongs to none.
func owner(n *inlineAttributes, src []byte) ast.Node {
	prev, parent := n.PreviousSibling(), n.Parent()
	if prev == nil {
		return nil
	}
	if bytes.IndexByte([]byte(")]*_`>"), src[n.segment.Start-1]) >= 0 { // the end of an element, or of what looks like one
		return prev
	}
	before, ok := prev.(*ast.Text)
	if kind := parent.Kind(); kind == east.KindTableCell || kind == east.KindDefinitionTerm {
		if c := src[n.segment.Start-1]; !ok || n.NextSibling() != nil || c != ' ' && c != '\t' {
			return nil
		}
		if before.Segment = before.Segment.TrimRightSpace(src); before.Segment.IsEmpty() {
			parent.RemoveChild(parent, before)
		}
		return parent
	}
	if !ok || n.NextSibling() != nil || parent.Type() != ast.TypeBlock ||
		!before.SoftLineBreak() && !before.HardLineBreak() {
		return nil
	}
	before.SetSoftLineBreak(false)
	before.SetHardLineBreak(false)
	if item := parent.Parent(); item.Kind() == ast.KindListItem && item.FirstChild() == parent {
		return item
	}
	return parent
}
