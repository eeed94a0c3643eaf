package markdown

import (
	"bytes"
	"html/template"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

func (n *nodes) link(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	s, link := w.(*session), node.(*ast.Link)
	if err := s.outgrown(link.Pos()); err != nil {
		return ast.WalkStop, err
	}
	if s.in.Hooks.Link == nil {
		if entering {
			n.openLink(s, link)
		} else {
			s.WriteString("</a>")
		}
		return ast.WalkContinue, nil
	}
	if entering {
		s.capture()
		return ast.WalkContinue, nil
	}
	text := s.captured()
	attrs, _ := readAttributes(link.Attributes(), false)
	done, err := s.hooked(s.in.Hooks.Link(LinkHook{
		Destination: string(link.Destination), Title: string(link.Title),
		Text: template.HTML(text), PlainText: s.conv.hookText(link, src),
		Attributes: attributeMap(attrs), Nested: s.page(), Position: s.position(link.Pos()),
	}))
	if err != nil || done {
		return ast.WalkContinue, err
	}
	n.openLink(s, link)
	s.WriteString(text)
	s.WriteString("</a>")
	return ast.WalkContinue, nil
}

// Resolved returns what a text or destination stands for, without backslashes and character references:
// https://spec.commonmark.org/0.31.2/#backslash-escapes, …#entity-and-numeric-character-references
func Resolved(written string) string {
	if !strings.ContainsAny(written, `\&`) {
		return written
	}
	return string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations([]byte(written)))))
}

func (n *nodes) openLink(s *session, link *ast.Link) {
	s.WriteString(`<a href="`)
	n.destination(s, util.URLEscape(link.Destination, true), link.Pos())
	s.WriteByte('"')
	n.title(s, link.Title)
	s.writeAttributes(link.Attributes())
	s.WriteByte('>')
}

// destination writes the escaped URL of the link or image at an offset, unless it may run a script.
func (n *nodes) destination(s *session, dest []byte, offset int) {
	if n.unsafe || !dangerous(dest) && !s.forbidden(dest) {
		s.Write(util.EscapeHTML(dest))
		return
	}
	d := s.diagnose(diag.Warning, UnsafeURL.Rule, offset, UnsafeURL.Message, UnsafeURL.Hint)
	s.warnings = append(s.warnings, d)
}

// UnsafeURL is the warning about a URL that is left out of a text, without a position.
var UnsafeURL = diag.Diagnostic{
	Rule: "unsafe-url", Severity: diag.Warning,
	Message: "the URL of a link or image was left out, because it may run a script",
	Hint:    "set markup.goldmark.renderer.unsafe = true to keep it",
}

// forbidden reports whether a destination is dangerous after its tokens are filled.
func (s *session) forbidden(dest []byte) bool {
	return s.in.Forbidden != nil && bytes.Contains(dest, []byte(tokenStart)) && s.in.Forbidden(string(dest))
}

func (n *nodes) title(s *session, title []byte) {
	if title != nil {
		s.WriteString(` title="`)
		n.writer.Write(s, title)
		s.WriteByte('"')
	}
}

func (n *nodes) autoLink(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	s, link := w.(*session), node.(*ast.AutoLink)
	url, label := n.autoLinkURL(link, src), link.Label(src)
	if s.in.Hooks.Link != nil {
		done, err := s.hooked(s.in.Hooks.Link(LinkHook{
			Destination: url, Text: template.HTML(label), PlainText: string(label),
			Attributes: map[string]any{}, Nested: s.page(), Position: s.position(link.Pos()),
		}))
		if err != nil || done {
			return ast.WalkContinue, err
		}
	}
	s.WriteString(`<a href="`)
	n.destination(s, util.URLEscape([]byte(url), false), link.Pos())
	s.WriteByte('"')
	html.RenderAttributes(s, link, html.LinkAttributeFilter)
	s.WriteByte('>')
	s.Write(util.EscapeHTML(label))
	s.WriteString("</a>")
	return ast.WalkContinue, nil
}

// autoLinkURL returns the URL of <https://…>, of an e-mail address, or of a bare www.…, for which goldmark adds a
// protocol that the configuration may override.
func (n *nodes) autoLinkURL(link *ast.AutoLink, src []byte) string {
	url := string(link.URL(src))
	if p := string(link.Protocol); p != "" && p != n.linkifyProtocol {
		url = n.linkifyProtocol + strings.TrimPrefix(url, p)
	}
	const mailto = "mailto:"
	if link.AutoLinkType == ast.AutoLinkEmail &&
		!(len(url) >= len(mailto) && strings.EqualFold(url[:len(mailto)], mailto)) {
		url = mailto + url
	}
	return url
}

func (n *nodes) image(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	s, img := w.(*session), node.(*ast.Image)
	if err := s.outgrown(img.Pos()); err != nil {
		return ast.WalkStop, err
	}
	if s.in.Hooks.Image == nil {
		if entering {
			n.plainImage(s, src, img)
		}
		return ast.WalkSkipChildren, nil
	}
	if entering {
		s.capture()
		return ast.WalkContinue, nil
	}
	text := s.captured()
	role := s.images[img]
	attrs, _ := readAttributes(img.Attributes(), false)
	done, err := s.hooked(s.in.Hooks.Image(LinkHook{
		Destination: string(img.Destination), Title: string(img.Title),
		Text: template.HTML(text), PlainText: s.conv.hookText(img, src),
		IsBlock: role.block, Ordinal: role.ordinal, Attributes: attributeMap(attrs),
		Nested: s.page(), Position: s.position(img.Pos()),
	}))
	if err == nil && !done {
		n.plainImage(s, src, img)
	}
	return ast.WalkContinue, err
}

func (n *nodes) plainImage(s *session, src []byte, img *ast.Image) {
	s.WriteString(`<img src="`)
	n.destination(s, util.URLEscape(img.Destination, true), img.Pos())
	s.WriteString(`" alt="`)
	n.altText(s, src, img)
	s.WriteByte('"')
	n.title(s, img.Title)
	s.writeAttributes(img.Attributes())
	if n.xhtml {
		s.WriteString(" />")
	} else {
		s.WriteByte('>')
	}
}

// altText writes the text of an image without elements.
func (n *nodes) altText(s *session, src []byte, parent ast.Node) {
	for c := parent.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.String:
			switch {
			case c.IsCode():
				s.Write(c.Value)
			case c.IsRaw():
				n.writer.RawWrite(s, c.Value)
			default:
				n.writer.Write(s, c.Value)
			}
		case *ast.Text:
			if c.IsRaw() {
				n.writer.RawWrite(s, c.Value(src))
			} else {
				n.writer.Write(s, c.Value(src))
			}
			if c.SoftLineBreak() || c.HardLineBreak() {
				s.WriteByte('\n')
			}
		default:
			n.altText(s, src, c)
		}
	}
}
