package markdown

import (
	"path"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"
)

// blockID is the name of a block: https://obsidian.md/help/links#Link+to+a+block+in+a+note
var blockID = regexp.MustCompile(`(?:^|[ \t]+)(\^[A-Za-z0-9-]+)[ \t]*$`)

// note reads syntax that only notes have in a paragraph: the name at the end of a block, which becomes its ID, and
// embeds that are alone in a paragraph. It returns the next block.
func (w *finisher) note(n ast.Node) ast.Node {
	next := n.NextSibling()
	if id := cutBlockID(n, w.src); id != nil {
		w.name(n, id)
	}
	parent, only := n.Parent(), onlyEmbeds(n, w.src, true)
	for c := n.FirstChild(); c != nil; {
		following := c.NextSibling()
		if link, ok := c.(*wikiLink); ok && link.embed && (only || link.isNote()) {
			before := ast.Node(ast.NewParagraph())
			if n.Kind() == ast.KindTextBlock {
				before = ast.NewTextBlock()
			}
			before.SetLines(n.Lines())
			for n.FirstChild() != c {
				before.AppendChild(before, n.FirstChild())
			}
			if w.trim(before); before.HasChildren() {
				parent.InsertBefore(parent, n, before)
			}
			link.block = true
			e := &embedded{}
			parent.InsertBefore(parent, n, e)
			e.AppendChild(e, link)
		}
		c = following
	}
	if before := n.PreviousSibling(); before != nil && before.Kind() == kindEmbed {
		if w.trim(n); !n.HasChildren() {
			parent.RemoveChild(parent, n)
		}
	}
	return next
}

// isNote reports whether the target is a page, unless its name has a dot.
func (n *wikiLink) isNote() bool {
	ext := path.Ext(n.target)
	return ext == "" || strings.EqualFold(ext, ".md")
}

// trim removes blanks at the start of a paragraph and the line break at its end.
func (w *finisher) trim(n ast.Node) {
	for {
		first, ok := n.FirstChild().(*ast.Text)
		if !ok {
			break
		}
		if first.Segment = first.Segment.TrimLeftSpace(w.src); !first.Segment.IsEmpty() {
			break
		}
		n.RemoveChild(n, first)
	}
	if last, ok := n.LastChild().(*ast.Text); ok {
		last.SetSoftLineBreak(false)
		last.SetHardLineBreak(false)
	}
}

// joinText gives a text the texts directly before it in the source: parsers that look at a ^ leave it at the start of a
// text of its own.
func joinText(last *ast.Text) {
	for {
		before, ok := last.PreviousSibling().(*ast.Text)
		if !ok || before.Segment.Stop != last.Segment.Start || before.SoftLineBreak() || before.HardLineBreak() ||
			before.IsRaw() != last.IsRaw() {
			return
		}
		last.Segment = last.Segment.WithStart(before.Segment.Start)
		last.Parent().RemoveChild(last.Parent(), before)
	}
}

// cutBlockID removes the name at the end of a block's text, and returns it.
func cutBlockID(n ast.Node, src []byte) []byte {
	last, ok := n.LastChild().(*ast.Text)
	if !ok {
		return nil
	}
	joinText(last)
	m := blockID.FindSubmatchIndex(last.Segment.Value(src))
	if m == nil {
		return nil
	}
	id := last.Segment.Value(src)[m[2]:m[3]]
	last.Segment = last.Segment.WithStop(last.Segment.Start + m[0])
	return id
}

// name gives an ID to n, or to the block before it if n contains only the name. The first paragraph of a list item or a
// quote, which may be a callout, gives it to that block.
func (w *finisher) name(n ast.Node, id []byte) {
	block := n
	if onlyEmbeds(n, w.src, false) {
		before := n.PreviousSibling()
		if before == nil {
			return
		}
		block = before
		n.Parent().RemoveChild(n.Parent(), n)
	}
	if in := block.Parent(); block.PreviousSibling() == nil && block.FirstChild() != nil &&
		block.FirstChild().Type() == ast.TypeInline && (in.Kind() == ast.KindListItem || in.Kind() == ast.KindBlockquote) {
		block = in
	}
	if _, ok := block.AttributeString("id"); !ok {
		block.SetAttributeString("id", id)
		w.toc.identifiers = append(w.toc.identifiers, string(id))
	}
}

var rawID = regexp.MustCompile(`<[a-zA-Z][^<>]*\s(?i:id|name)\s*=\s*["']?([^\s"'<>]+)`)

// rawIDs returns the IDs of elements of HTML in a text, which links may name, too.
func rawIDs(doc ast.Node, src []byte) (out []string) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		var html []byte
		switch n := n.(type) {
		case *ast.HTMLBlock:
			html = n.Lines().Value(src)
		case *ast.RawHTML:
			html = n.Segments.Value(src)
		}
		for _, m := range rawID.FindAllSubmatch(html, -1) {
			out = append(out, string(m[1]))
		}
		return ast.WalkContinue, nil
	})
	return out
}

// onlyEmbeds reports whether a paragraph contains only embeds; without some, whether it contains nothing.
func onlyEmbeds(n ast.Node, src []byte, some bool) bool {
	found := !some
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *wikiLink:
			if !c.embed || !some {
				return false
			}
			found = true
		case *ast.Text:
			if len(strings.TrimSpace(string(c.Segment.Value(src)))) > 0 {
				return false
			}
		default:
			return false
		}
	}
	return found
}

// embedded is a block that replaces a paragraph with a single embed.
type embedded struct{ ast.BaseBlock }

var kindEmbed = ast.NewNodeKind("Embed")

func (*embedded) Kind() ast.NodeKind { return kindEmbed }

func (n *embedded) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

// embed renders the block. Inline content is put into a paragraph, except in a tight list.
func (n *nodes) embed(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	s := w.(*session)
	if entering {
		s.capture()
		return ast.WalkContinue, nil
	}
	out := s.captured()
	list, _ := node.Parent().Parent().(*ast.List)
	if !strings.HasPrefix(out, "<div") && (list == nil || !list.IsTight) {
		out = "<p>" + out + "</p>"
	}
	s.WriteString(out + "\n")
	return ast.WalkContinue, nil
}
