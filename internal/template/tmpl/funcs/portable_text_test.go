package funcs

import (
	"strings"
	"testing"
)

// TestPortableText compares Markdown from Sanity's blocks with Hugo 0.165, and checks invalid values, for some of which
// the library panics. https://gohugo.io/functions/transform/portabletext/
func TestPortableText(t *testing.T) {
	span := func(text string, marks ...any) map[string]any {
		return map[string]any{"_type": "span", "text": text, "marks": marks}
	}
	block := func(more map[string]any, children ...any) map[string]any {
		m := map[string]any{"_type": "block", "children": children}
		for k, v := range more {
			m[k] = v
		}
		return m
	}
	defs := map[string]any{"markDefs": []any{
		map[string]any{"_key": "a", "_type": "link", "href": "https://example.org/"},
		map[string]any{"_key": "b", "_type": "internalLink"},
	}}
	heading := block(map[string]any{"style": "h2"}, span("Hi", "strong"))
	for _, c := range []struct {
		name string
		in   any
		want string
	}{
		{"one block", block(nil, span("Text")), "Text\n"},
		{"a heading", []any{heading}, "## **Hi**\n"},
		{"a list that templates make", []map[string]any{heading, block(nil, span("Text"))}, "## **Hi**\n\nText\n"},
		{"parameters of a page", folded{"_type": "block", "children": []any{span("Text", "em")}}, "_Text_\n"},
		{"a link", block(defs, span("a link", "a"), span(" end")), "[a link](https://example.org/) end\n"},
		{"a quote", block(map[string]any{"style": "blockquote"}, span("q")), "> q\n"},
		{"unknown styles and marks are plain", block(map[string]any{"style": "nope"}, span("q", "nope")), "q\n"},
		{"two kinds of lists", []any{
			block(map[string]any{"listItem": "bullet", "level": 1}, span("one")), block(map[string]any{"listItem": "number", "level": 1}, span("two")),
		}, "* one\n\n1. two\n"},
		{"code", map[string]any{"_type": "code", "language": "go", "code": "x := 1"}, "```go\nx := 1\n```\n"},
		{"nothing", []any{}, "\n"},
		{"an unknown kind of block", map[string]any{"_type": "nope"}, "\n"},

		{"an annotation that is not known", block(defs, span("a", "b")), "ERR transform.PortableText: unsupported mark type: internalLink"},
		{"text", "x", `ERR transform.PortableText: want a block or a list of blocks, not "x"`},
		{"nil", nil, "ERR transform.PortableText: want a block or a list of blocks, not nil"},
		{"a list of numbers", []int{1}, "ERR transform.PortableText: want a block or a list of blocks, not a value of type []int"},
		{"a list of text", []any{"x"}, "ERR '[0]' expected a map, got 'string'"},
		{"children that are text", map[string]any{"_type": "block", "children": "x"}, "ERR 'children': source data must be an array or slice, got string"},
	} {
		l := &lib{env: viewEnv()}
		got, err := portableText(l.params, c.in)
		if want, isErr := strings.CutPrefix(c.want, "ERR "); isErr {
			if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "transform.PortableText: ") || got != "" {
				t.Errorf("%s: printed %q, error %v, want %s", c.name, got, err, want)
			}
		} else if err != nil || got != c.want {
			t.Errorf("%s:\n got %q, %v\nwant %q", c.name, got, err, c.want)
		}
	}
}

// TestHTMLToMarkdown compares with Hugo 0.165.
func TestHTMLToMarkdown(t *testing.T) {
	checkCalls(t, [][2]string{
		{`transform.HTMLToMarkdown "<h1>T</h1><p>a <b>b</b> <a href=\"/x\">l</a></p><ul><li>1</li><li>2</li></ul>"`, "# T\n\na **b** [l](/x)\n\n- 1\n- 2"},
		{`transform.HTMLToMarkdown "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"`, "| a | b |\n|---|---|\n| 1 | 2 |"},
		{`transform.HTMLToMarkdown ""`, ""},
		{`transform.HTMLToMarkdown .ints`, "ERR transform.HTMLToMarkdown: a value of type []int is not a string"},
	})
}
