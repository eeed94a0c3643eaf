package markdown

import (
	"html/template"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

func (n *nodes) blockquote(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	s := w.(*session)
	if s.in.Hooks.Blockquote == nil {
		if entering {
			openQuote(s, node)
		} else {
			s.WriteString("</blockquote>\n")
		}
		return ast.WalkContinue, nil
	}
	if entering {
		s.capture()
		return ast.WalkContinue, nil
	}
	text := s.captured()
	attrs, _ := readAttributes(node.Attributes(), false)
	hook := BlockquoteHook{
		Type: "regular", Text: template.HTML(text), Ordinal: s.quotes,
		Attributes: attributeMap(attrs), Nested: s.page(), Position: s.position(node.Pos()),
	}
	s.quotes++
	if a, ok := readAlert(text); ok {
		hook.Type, hook.AlertType, hook.AlertSign = "alert", a.kind, a.sign
		hook.AlertTitle, hook.Text = template.HTML(a.title), template.HTML(a.text)
	}
	done, err := s.hooked(s.in.Hooks.Blockquote(hook))
	if err != nil || done {
		return ast.WalkContinue, err
	}
	openQuote(s, node)
	s.WriteString(text)
	s.WriteString("</blockquote>\n")
	return ast.WalkContinue, nil
}

func openQuote(s *session, node ast.Node) {
	if node.Attributes() == nil {
		s.WriteString("<blockquote>\n")
		return
	}
	s.WriteString("<blockquote")
	html.RenderAttributes(s, node, html.BlockquoteAttributeFilter)
	s.WriteByte('>')
}

// alert is a quote whose first line is [!TYPE], [!TYPE]+, or [!TYPE]-, with or without a title.
// https://gohugo.io/render-hooks/blockquotes/#alerts
type alert struct{ kind, sign, title, text string }

// readAlert reads an alert from the rendered text of a quote.
func readAlert(text string) (alert, bool) {
	const paragraph, end = "<p>", "</p>"
	rest, ok := strings.CutPrefix(text, paragraph+"[!")
	if !ok {
		return alert{}, false
	}
	letters := 0
	for letters < len(rest) && isASCIILetter(rest[letters]) {
		letters++
	}
	if letters == 0 || letters == len(rest) || rest[letters] != ']' {
		return alert{}, false
	}
	a := alert{kind: strings.ToLower(rest[:letters])}
	first, body, _ := strings.Cut(rest[letters+1:], "\n")
	if first != "" && (first[0] == '+' || first[0] == '-') {
		a.sign, first = first[:1], first[1:]
	}
	title, closed := strings.CutSuffix(strings.TrimSpace(first), end)
	for _, br := range []string{"<br>", "<br />"} {
		title = strings.TrimSuffix(title, br)
	}
	a.title = strings.TrimSpace(title)
	if !closed {
		body = paragraph + body
	}
	a.text = strings.TrimSpace(body)
	return a, true
}
