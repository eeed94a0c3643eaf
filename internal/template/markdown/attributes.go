package markdown

import (
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Attribute is one Markdown attribute: https://gohugo.io/content-management/markdown-attributes/
type Attribute struct {
	Name  string // lower case
	Value any    // string, float64 or bool; [][2]int for a list of lines
}

// kindAttributes is the node of a line {.class #id key=value} below a block.
var kindAttributes = ast.NewNodeKind("Attributes")

// attributeLine is an attribute line until the transformer has moved its attributes.
type attributeLine struct{ ast.BaseBlock }

func (*attributeLine) Kind() ast.NodeKind { return kindAttributes }

func (n *attributeLine) Dump(src []byte, level int) { ast.DumpHelper(n, src, level, nil, nil) }

// attributeParser parses attribute lines: markup.goldmark.parser.attribute.block.
type attributeParser struct{}

func (attributeParser) Trigger() []byte { return []byte{'{'} }

func (attributeParser) Open(_ ast.Node, r text.Reader, _ parser.Context) (ast.Node, parser.State) {
	attrs, ok := parser.ParseAttributes(r)
	if !ok {
		return nil, parser.RequireParagraph
	}
	n := &attributeLine{}
	for _, a := range attrs {
		n.SetAttribute(a.Name, a.Value)
	}
	return n, parser.NoChildren
}

func (attributeParser) Continue(ast.Node, text.Reader, parser.Context) parser.State {
	return parser.Close
}

func (attributeParser) Close(ast.Node, text.Reader, parser.Context) {}
func (attributeParser) CanInterruptParagraph() bool                 { return true }
func (attributeParser) CanAcceptIndentedLine() bool                 { return false }

// bytesOf returns an attribute's value in goldmark's form; nil if it is not text.
func bytesOf(v any) []byte {
	switch v := v.(type) {
	case []byte:
		return v
	case string:
		return []byte(v)
	}
	return nil
}

func attributeText(n ast.Node, name string) string {
	v, ok := n.AttributeString(name)
	if !ok {
		return ""
	}
	return string(bytesOf(v))
}

// readAttributes converts goldmark's attributes, without event handlers (on…). With chroma, the options of the
// highlighter are returned separately.
func readAttributes(attrs []ast.Attribute, chroma bool) (list, options []Attribute) {
	for _, a := range attrs {
		name := string(a.Name)
		lower := strings.ToLower(name)
		if strings.HasPrefix(lower, "on") {
			continue
		}
		v, ok := attributeValue(a.Value)
		if !ok || leadsAstray(lower, v) {
			continue
		}
		if chroma && isHighlightOption(lower) {
			options = append(options, Attribute{name, v})
		} else {
			list = append(list, Attribute{lower, v})
		}
	}
	return list, options
}

// leadsAstray reports whether an attribute contains a URL that may run a script. Browsers do not follow URLs in these
// attributes, but scripts of a page might.
func leadsAstray(name string, v any) bool {
	switch name {
	case "action", "background", "cite", "data", "formaction", "href", "poster", "src", "xlink:href":
		text, ok := v.(string)
		return ok && dangerous([]byte(strings.TrimLeft(text, " \t\r\n")))
	}
	return false
}

func attributeValue(v any) (any, bool) {
	switch v := v.(type) {
	case bool, float64:
		return v, true
	case []byte:
		return string(v), true
	case string:
		return v, true
	case []any: // lines such as [1, "3-4"]
		return lineRanges(v), true
	}
	return nil, false
}

// lineRanges reads a list of lines and ranges of lines. The result counts from 0.
func lineRanges(list []any) [][2]int {
	var out [][2]int
	for _, v := range list {
		switch v := v.(type) {
		case float64:
			out = append(out, [2]int{int(v) - 1, int(v) - 1})
		case []byte:
			first, last, isRange := strings.Cut(string(v), "-")
			if !isRange {
				last = first
			}
			from, err1 := strconv.Atoi(first)
			to, err2 := strconv.Atoi(last)
			if err1 == nil && err2 == nil {
				out = append(out, [2]int{from - 1, to - 1})
			}
		}
	}
	return out
}

// attributeMap never returns nil, since templates index the result.
func attributeMap(list []Attribute) map[string]any {
	m := make(map[string]any, len(list))
	for _, a := range list {
		m[a.Name] = a.Value
	}
	return m
}

// attributeString prints a value as Hugo does without a hook.
func attributeString(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// writeAttributes writes the attributes of a node except event handlers, with names as written.
func (s *session) writeAttributes(attrs []ast.Attribute) {
	for _, a := range attrs {
		if len(a.Name) >= 2 && strings.EqualFold(string(a.Name[:2]), "on") {
			continue
		}
		if v, ok := attributeValue(a.Value); ok && leadsAstray(strings.ToLower(string(a.Name)), v) {
			continue
		}
		s.WriteByte(' ')
		s.Write(a.Name)
		s.WriteString(`="`)
		if b := bytesOf(a.Value); b != nil {
			s.Write(util.EscapeHTML(b))
		} else {
			s.WriteString(attributeString(a.Value))
		}
		s.WriteByte('"')
	}
}

// writeTableAttributes writes attributes as Hugo's embedded table template does: sorted by name, without false and
// empty values.
func (s *session) writeTableAttributes(attrs []ast.Attribute) {
	list, _ := readAttributes(attrs, false)
	slices.SortStableFunc(list, func(a, b Attribute) int { return strings.Compare(a.Name, b.Name) })
	for _, a := range list {
		if v := attributeString(a.Value); v != "" && v != "false" && v != "0" {
			s.WriteByte(' ')
			s.WriteString(a.Name)
			s.WriteByte('=')
			s.WriteString(strconv.Quote(html.EscapeString(v)))
		}
	}
}
