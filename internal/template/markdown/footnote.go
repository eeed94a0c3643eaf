package markdown

import (
	"fmt"
	"html"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/sitegen/sitegen/internal/config/markup"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

func newFootnotes(g markup.Goldmark) goldmark.Extender {
	f := g.Extensions.Footnote
	opts := []extension.FootnoteOption{extension.WithFootnoteBacklinkHTML(f.BacklinkHTML)}
	if f.AutoIDPrefix {
		opts = append(opts, extension.WithFootnoteIDPrefixFunction(func(n ast.Node) []byte {
			id, _ := n.OwnerDocument().Meta()[documentIDKey].(string)
			return fmt.Appendf(nil, "h%016x", xxhash.Sum64String(id)) // as in Hugo, since a path may contain any character
		}))
	} else if t := g.Parser.AutoIDType; t == idPython || t == idPymdownx || t == idCased || t == idKramdown {
		return namedFootnotes{f.BacklinkHTML, t}
	}
	return extension.NewFootnote(opts...)
}

// namedFootnotes are footnotes whose IDs contain their names, such as fn:note, fnref:note, and fnref2:note, or
// fnref:note:1 in kramdown:
// https://github.com/Python-Markdown/markdown/blob/master/markdown/extensions/footnotes.py
type namedFootnotes struct{ back, kind string }

// Extend implements goldmark.Extender.
func (f namedFootnotes) Extend(m goldmark.Markdown) {
	extension.NewFootnote().Extend(m)
	m.Parser().AddOptions(parser.WithASTTransformers(util.Prioritized(f, 1000)))
	if f.kind != idKramdown { // which has no notes without a reference
		m.Parser().AddOptions(parser.WithASTTransformers(util.Prioritized(allFootnotes{}, 998)))
	}
	m.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(f, rendererPriority)))
}

var footnoteName = []byte("name")

// Transform implements parser.ASTTransformer: it gives the notes, and the links to and from them, their names.
func (namedFootnotes) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	list, _ := doc.LastChild().(*east.FootnoteList)
	if list == nil {
		return
	}
	names := map[int]string{}
	for n := list.FirstChild(); n != nil; n = n.NextSibling() {
		note := n.(*east.Footnote)
		names[note.Index] = html.EscapeString(strings.Join(strings.Fields(string(note.Ref)), "-")) // IDs have no spaces
		note.SetAttribute(footnoteName, names[note.Index])
	}
	_ = ast.Walk(doc, func(n ast.Node, _ bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *east.FootnoteLink:
			n.SetAttribute(footnoteName, names[n.Index])
		case *east.FootnoteBacklink:
			n.SetAttribute(footnoteName, names[n.Index])
		}
		return ast.WalkContinue, nil
	})
}

// allFootnotes keeps the notes without a reference, as the last ones. Of two with the same name, the second one counts.
type allFootnotes struct{}

// Transform implements parser.ASTTransformer.
func (allFootnotes) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		list, _ := n.(*east.FootnoteList)
		if list == nil || !entering {
			return ast.WalkContinue, nil
		}
		known := map[string]*east.Footnote{}
		for n := list.FirstChild(); n != nil; n = n.NextSibling() {
			note := n.(*east.Footnote)
			if first := known[string(note.Ref)]; first != nil {
				note.Index = first.Index
				list.RemoveChild(list, first)
			} else if note.Index < 0 {
				list.Count++
				note.Index = list.Count
			}
			known[string(note.Ref)] = note
		}
		return ast.WalkContinue, nil
	})
}

// RegisterFuncs implements renderer.NodeRenderer.
func (f namedFootnotes) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(east.KindFootnote, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			fmt.Fprintf(w, "<li id=\"fn:%s\">\n", attributeText(n, "name"))
		} else {
			_, _ = w.WriteString("</li>\n")
		}
		return ast.WalkContinue, nil
	})
	reg.Register(east.KindFootnoteLink, onEntering(func(w util.BufWriter, node ast.Node) {
		n, name := node.(*east.FootnoteLink), attributeText(node, "name")
		fmt.Fprintf(w, `<sup id="%s"><a href="#fn:%s" class="footnote-ref" role="doc-noteref">%d</a></sup>`,
			f.ref(n.RefIndex, name), name, n.Index)
	}))
	reg.Register(east.KindFootnoteBacklink, onEntering(func(w util.BufWriter, node ast.Node) {
		if node.(*east.FootnoteBacklink).RefCount == 0 {
			return
		}
		fmt.Fprintf(w, `&#160;<a href="#%s" class="footnote-backref" role="doc-backlink">%s</a>`,
			f.ref(node.(*east.FootnoteBacklink).RefIndex, attributeText(node, "name")), f.back)
	}))
}

// onEntering returns a function that renders nodes without children.
func onEntering(write func(util.BufWriter, ast.Node)) renderer.NodeRendererFunc {
	return func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			write(w, n)
		}
		return ast.WalkContinue, nil
	}
}

// ref returns the ID of a reference to a note. The first one has no number.
func (f namedFootnotes) ref(index int, name string) string {
	switch {
	case index == 0:
		return "fnref:" + name
	case f.kind == idKramdown:
		return fmt.Sprintf("fnref:%s:%d", name, index)
	}
	return fmt.Sprintf("fnref%d:%s", index+1, name)
}
