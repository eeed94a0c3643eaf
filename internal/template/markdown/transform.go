package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// kindDefinitionTerm is goldmark's kind of a dt element.
var kindDefinitionTerm = east.KindDefinitionTerm

// transformer finishes a parsed document: it gives headings and terms their IDs, moves block attributes to their
// blocks, numbers the images, and collects the headings.
type transformer struct {
	conv  *Converter
	quick bool // the document was parsed without linkify
}

// imageRole tells the image renderer about the position of an image.
type imageRole struct {
	ordinal int
	block   bool
}

// Transform implements parser.ASTTransformer.
func (t *transformer) Transform(doc *ast.Document, reader text.Reader, pc parser.Context) {
	s := pc.Get(sessionKey).(*session)
	src := reader.Source()
	p := t.conv.opts.Goldmark.Parser
	if t.quick && s.links == linkedAddresses && unlinked(doc, src) {
		s.links, s.lists = bareAddresses, nil
		return
	}

	if bytes.Contains(src, []byte(nestedOpen)) {
		unwrapMarks(doc)
	}
	s.moveLists(src)
	w := finisher{session: s, src: src, conv: t.conv}
	w.blocks(doc)
	if t.conv.opts.WikiLinks && bytes.IndexByte(src, '<') >= 0 {
		s.toc.identifiers = append(s.toc.identifiers, rawIDs(doc, src)...)
	}
	for _, node := range w.attributes {
		moveAttributes(node)
	}
	for _, h := range w.headings {
		s.toc.add(h.Level, attributeText(h, "id"), t.conv.headingTitle(h, src))
	}
	if bytes.Contains(src, []byte("![")) {
		images := imageNumberer{
			session: s, unwrap: !p.WrapStandAloneImageWithinParagraph, onlyParagraphs: p.FiguresInParagraphs,
		}
		images.walk(doc)
	}
}

// finisher walks the blocks of a document.
type finisher struct {
	*session
	src        []byte
	conv       *Converter
	headings   []*ast.Heading
	attributes []ast.Node
}

func (w *finisher) blocks(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; {
		next := n.NextSibling()
		switch n.Kind() {
		case ast.KindHeading:
			if w.conv.opts.WikiLinks {
				cutBlockID(n, w.src) // headings have another ID
			}
			w.heading(n.(*ast.Heading))
		case kindDefinitionTerm:
			w.term(n)
		case kindAttributes:
			// A code block has attributes only in its info string.
			prev := n.PreviousSibling()
			if prev != nil && prev.Kind() != ast.KindFencedCodeBlock && !n.HasBlankPreviousLines() {
				w.attributes = append(w.attributes, n)
			} else {
				parent.RemoveChild(parent, n)
			}
		case ast.KindParagraph, ast.KindTextBlock:
			if w.conv.opts.WikiLinks {
				next = w.note(n)
			}
		default:
			if n.Type() == ast.TypeBlock {
				w.blocks(n)
			}
		}
		n = next
	}
}

func (w *finisher) heading(h *ast.Heading) {
	w.headings = append(w.headings, h)
	if id, ok := h.AttributeString("id"); ok {
		w.ids.Put(bytesOf(id))
		return
	}
	if !w.conv.opts.Goldmark.Parser.AutoHeadingID {
		return
	}
	plain := w.conv.idText(h, w.src)
	if h.Lines().Len() > 1 { // the position of a setext heading is that of its last line
		plain = plain[bytes.LastIndexByte(plain, '\n')+1:]
	}
	if len(plain) > 0 {
		h.SetAttributeString("id", w.ids.Generate(plain, ast.KindHeading))
	}
}

func (w *finisher) term(n ast.Node) {
	if id, ok := n.AttributeString("id"); ok {
		w.ids.Put(bytesOf(id))
	} else if w.conv.opts.Goldmark.Parser.AutoDefinitionTermID {
		if plain := w.conv.plainText(n, w.src); len(plain) > 0 {
			n.SetAttributeString("id", w.ids.Generate(plain, kindDefinitionTerm))
		}
	}
	if id := attributeText(n, "id"); id != "" {
		w.toc.identifiers = append(w.toc.identifiers, id)
	}
}

// moveAttributes adds the attributes of an attribute line to the block before it, which keeps those that it has, and
// removes the line.
func moveAttributes(line ast.Node) {
	if prev := line.PreviousSibling(); prev != nil && prev.Type() == ast.TypeBlock {
		for _, a := range line.Attributes() {
			if _, ok := prev.Attribute(a.Name); !ok {
				prev.SetAttribute(a.Name, a.Value)
			}
		}
	}
	line.Parent().RemoveChild(line.Parent(), line)
}

// imageNumberer numbers the images of a document. If images are not wrapped, it replaces a paragraph that contains only
// an image by the image.
type imageNumberer struct {
	*session
	unwrap         bool
	onlyParagraphs bool // an image in a link or in emphasis is never alone
}

func (w imageNumberer) walk(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; {
		next := n.NextSibling()
		if img, ok := n.(*ast.Image); ok {
			role := imageRole{ordinal: len(w.images), block: w.unwrap && parent.ChildCount() == 1}
			if w.onlyParagraphs && parent.Type() == ast.TypeInline {
				role.block = false
			}
			if w.images == nil {
				w.images = map[*ast.Image]imageRole{}
			}
			w.images[img] = role
			if role.block && parent.Kind() == ast.KindParagraph {
				for _, a := range parent.Attributes() {
					img.SetAttribute(a.Name, a.Value)
				}
				grand := parent.Parent()
				grand.ReplaceChild(grand, parent, img)
			}
		}
		if n.HasChildren() {
			w.walk(n)
		}
		n = next
	}
}
