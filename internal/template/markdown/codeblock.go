package markdown

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

func (n *nodes) codeBlock(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		return ast.WalkContinue, nil
	}
	s, block := w.(*session), node.(*ast.FencedCodeBlock)
	ordinal := s.codes
	s.codes++

	lang := codeLanguage(block, src)
	code := string(block.Lines().Value(src))
	inner := chomp(code)
	raw, err := s.codeAttributes(block, src)
	if err != nil {
		return ast.WalkStop, err
	}
	if n.conv.opts.InfoTitles && block.Info != nil {
		if title := infoTitle.FindSubmatch(block.Info.Value(src)); title != nil {
			raw = setAttribute(raw, parser.Attribute{Name: []byte("title"), Value: title[1]})
		}
	}
	attrs, options := readAttributes(raw, true)
	if s.in.Hooks.CodeBlock != nil {
		done, err := s.hooked(s.in.Hooks.CodeBlock(CodeBlockHook{
			Type: lang, Inner: inner, Ordinal: ordinal,
			Attributes: attributeMap(attrs), Options: optionMap(options), Ordered: attrs,
			Nested: s.page(), Position: s.position(block.Pos()),
		}))
		if err != nil || done {
			return ast.WalkContinue, err
		}
	}
	if inner != "" {
		inner += "\n"
	}
	set := n.conv.light.settings
	if len(options) > 0 {
		if err := set.apply(optionMap(options)); err != nil {
			return ast.WalkStop, s.diagnose(diag.Error, "code-options", block.Pos(), err.Error(), "")
		}
	}
	set.anchorDefault(ordinal)
	html, err := n.conv.light.highlight(inner, lang, attrs, set)
	if err != nil {
		return ast.WalkStop, err
	}
	s.WriteString(html.wrapped)
	return ast.WalkContinue, nil
}

// codeLanguage returns the first word of the info string, up to a brace.
func codeLanguage(block *ast.FencedCodeBlock, src []byte) string {
	lang, _, _ := strings.Cut(string(block.Language(src)), "{")
	return lang
}

// lineRange matches lines to highlight as Docusaurus, VitePress, and others write them: {1,3-4}. Hugo, whose attributes
// have names, rejects them.
var lineRange = regexp.MustCompile(`^\d{1,6}(-\d{1,6})?$`)

// infoTitle matches a file name without braces, as Docusaurus, Starlight, and others write it: go title="main.go".
var infoTitle = regexp.MustCompile(`^[^{}\s]+(?: *\{[^{}]*\})? +title="([^"{}]+)"`)

// codeAttributes reads the attributes {…} of the info string.
func (s *session) codeAttributes(block *ast.FencedCodeBlock, src []byte) ([]ast.Attribute, error) {
	if block.Attributes() != nil {
		return block.Attributes(), nil
	}
	if block.Info == nil {
		return nil, nil
	}
	info := block.Info.Value(src)
	first := bytes.IndexByte(info, '{')
	if first < 0 {
		return nil, nil
	}
	end := bytes.IndexByte(info[first:], '}')
	if end < 0 {
		return nil, nil
	}
	end += first
	begin := bytes.LastIndexByte(info[:end], '{')
	if lines := strings.Fields(strings.ReplaceAll(string(info[begin+1:end]), ",", " ")); len(lines) > 0 &&
		!slices.ContainsFunc(lines, func(l string) bool { return !lineRange.MatchString(l) }) {
		return []ast.Attribute{{Name: []byte("hl_lines"), Value: []byte(strings.Join(lines, " "))}}, nil
	}
	attrs, ok := parser.ParseAttributes(text.NewReader(info[begin : end+1]))
	if !ok { // a value may contain braces
		attrs, ok = parser.ParseAttributes(text.NewReader(info[first : bytes.LastIndexByte(info, '}')+1]))
	}
	if !ok {
		return nil, s.diagnose(diag.Error, "code-attributes", block.Info.Segment.Start+begin,
			"the attributes of a code block cannot be read: "+string(info[begin:end+1]),
			"quote values that are not plain words or numbers")
	}
	out := make([]ast.Attribute, 0, len(attrs))
	for _, a := range attrs { // of equal names the last counts
		out = setAttribute(out, a)
	}
	return out, nil
}

func setAttribute(list []ast.Attribute, a parser.Attribute) []ast.Attribute {
	for i := range list {
		if bytes.Equal(list[i].Name, a.Name) {
			list[i].Value = a.Value
			return list
		}
	}
	return append(list, ast.Attribute{Name: a.Name, Value: a.Value})
}

// optionMap never returns nil. Unlike attributes, the names of options keep their case.
func optionMap(list []Attribute) map[string]any { return attributeMap(list) }

// chomp removes the newlines at the end of s.
func chomp(s string) string { return strings.TrimRight(s, "\r\n") }
