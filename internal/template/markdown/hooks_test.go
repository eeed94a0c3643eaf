package markdown

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config/markup"
)

// everyHook returns hooks that call f with their argument and return its results.
func everyHook(f func(any) ([]byte, bool, error)) Hooks {
	return Hooks{
		Link:        func(h LinkHook) ([]byte, bool, error) { return f(h) },
		Image:       func(h LinkHook) ([]byte, bool, error) { return f(h) },
		Heading:     func(h HeadingHook) ([]byte, bool, error) { return f(h) },
		CodeBlock:   func(h CodeBlockHook) ([]byte, bool, error) { return f(h) },
		Blockquote:  func(h BlockquoteHook) ([]byte, bool, error) { return f(h) },
		Table:       func(h TableHook) ([]byte, bool, error) { return f(h) },
		Passthrough: func(h PassthroughHook) ([]byte, bool, error) { return f(h) },
	}
}

var decline = everyHook(func(any) ([]byte, bool, error) { return nil, false, nil })

// TestDeclinedHooks checks that hooks which decline all nodes change nothing.
func TestDeclinedHooks(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) {
		o.Goldmark.Parser.AttributeBlock = true
		o.Goldmark.Extensions.Passthrough = markup.Passthrough{Enable: true, Block: [][2]string{{"$$", "$$"}}, Inline: [][2]string{{`\(`, `\)`}}}
	})
	docs := []string{string(post()), "| a |\n|:-:|\n| [b](c) |\n{.x}\n\n> [!NOTE] t\n> u\n{cite=v}\n\n$$x$$ \\(y\\)\n\n```go {.c}\nx\n```\n"}
	for _, e := range specExamples(t) {
		docs = append(docs, e.Markdown)
	}
	for _, src := range docs {
		want := convert(t, c, src)
		out, err := c.Convert(Input{Source: src, Hooks: decline})
		if err != nil || out.HTML != want {
			t.Errorf("%q: got\n%s\n%v\nwant\n%s", src, out.HTML, err, want)
		}
	}
}

func TestHookContexts(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) {
		o.Goldmark.Parser.AttributeBlock = true
		o.Goldmark.Parser.WrapStandAloneImageWithinParagraph = false
		o.Goldmark.Extensions.Passthrough = markup.Passthrough{Enable: true, Block: [][2]string{{"$$", "$$"}}, Inline: [][2]string{{`\(`, `\)`}}}
	})
	none := map[string]any{}
	for _, test := range []struct {
		name, src string
		want      []any
	}{
		{"link", "a [*b* \"c\"](d \"e\\\"f\")", []any{
			LinkHook{Destination: "d", Title: `e\"f`, Text: "<em>b</em> &ldquo;c&rdquo;", PlainText: "b “c”", Attributes: none, Position: Position{7, 3}},
		}},
		{"autolinks", "<a@b.c> www.d.e", []any{
			LinkHook{Destination: "mailto:a@b.c", Text: "a@b.c", PlainText: "a@b.c", Attributes: none, Position: Position{7, 1}},
			LinkHook{Destination: "https://www.d.e", Text: "www.d.e", PlainText: "www.d.e", Attributes: none, Position: Position{7, 8}},
		}},
		{"images", "![a](b 'c')\n{.d width=5}\n\nx ![e *f*](g)", []any{
			LinkHook{Destination: "b", Title: "c", Text: "a", PlainText: "a", IsBlock: true, Attributes: map[string]any{"class": "d", "width": 5.0}, Position: Position{7, 1}},
			LinkHook{Destination: "g", Text: "e <em>f</em>", PlainText: "e f", Ordinal: 1, Attributes: none, Position: Position{10, 3}},
		}},
		{"heading", "x\n\n## A *b* {.c Data-D=\"e\" onclick=f}", []any{
			HeadingHook{Level: 2, Anchor: "a-b", Text: "A <em>b</em>", PlainText: "A b", Attributes: map[string]any{"class": "c", "data-d": "e", "id": "a-b"}, Position: Position{9, 1}},
		}},
		{"code", "```\na\n\n```\n\n- ```go {.c lineNos=table hl_lines=[1,\"3-4\"] x=true}\n  b\n  ```", []any{
			CodeBlockHook{Inner: "a", Attributes: none, Options: none, Position: Position{7, 1}},
			CodeBlockHook{
				Type: "go", Inner: "b", Ordinal: 1, Attributes: map[string]any{"class": "c", "x": true},
				Options: map[string]any{"lineNos": "table", "hl_lines": [][2]int{{0, 0}, {2, 3}}},
				Ordered: []Attribute{{"class", "c"}, {"x", true}}, Position: Position{12, 3},
			},
		}},
		{"code of an unknown language", "```chart {style=x}\na\n```", []any{
			CodeBlockHook{Type: "chart", Inner: "a", Attributes: none, Options: map[string]any{"style": "x"}, Position: Position{7, 1}},
		}},
		{"quotes", "> a\n> > b\n{.c}", []any{
			BlockquoteHook{Type: "regular", Text: "<p>b</p>\n", Attributes: none, Position: Position{8, 3}},
			BlockquoteHook{Type: "regular", Text: "<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n", Ordinal: 1, Attributes: map[string]any{"class": "c"}, Position: Position{7, 1}},
		}},
		{"alerts", "> [!Tip]+ T *i*\n> a\n\n> [!NOTE]\n\n> [!x]- \n>\n> b\n\n> [!a-b] c\n\n> [!]", []any{
			BlockquoteHook{Type: "alert", AlertType: "tip", AlertSign: "+", AlertTitle: "T <em>i</em>", Text: "<p>a</p>", Attributes: none, Position: Position{7, 1}},
			BlockquoteHook{Type: "alert", AlertType: "note", Ordinal: 1, Attributes: none, Position: Position{10, 1}},
			BlockquoteHook{Type: "alert", AlertType: "x", AlertSign: "-", Text: "<p>b</p>", Ordinal: 2, Attributes: none, Position: Position{12, 1}},
			BlockquoteHook{Type: "regular", Text: "<p>[!a-b] c</p>\n", Ordinal: 3, Attributes: none, Position: Position{16, 1}},
			BlockquoteHook{Type: "regular", Text: "<p>[!]</p>\n", Ordinal: 4, Attributes: none, Position: Position{18, 1}},
		}},
		{"table", "|a|b|\n|:-|-:|\n|*c*|d|\n|e|\n{#f}", []any{
			TableHook{
				THead:      [][]TableCell{{{"a", "left", nil}, {"b", "right", nil}}},
				TBody:      [][]TableCell{{{"<em>c</em>", "left", nil}, {"d", "right", nil}}, {{"e", "left", nil}, {"", "", nil}}},
				Attributes: map[string]any{"id": "f"}, Position: Position{7, 1},
			},
		}},
		{"passthrough", "a \\(b\\)\n\n$$\nc\n$$", []any{
			PassthroughHook{Type: "inline", Inner: "b", Attributes: none, Position: Position{7, 3}},
			PassthroughHook{Type: "block", Inner: "\nc\n", Ordinal: 1, Attributes: none, Position: Position{9, 1}},
		}},
		{"another page", WrapNested("# a", "/other"), []any{
			HeadingHook{Level: 1, Anchor: "a", Text: "a", PlainText: "a", Attributes: map[string]any{"id": "a"}, Nested: "/other", Position: Position{8, 1}},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []any
			_, err := c.Convert(Input{Line: 7, Source: test.src, Hooks: everyHook(func(h any) ([]byte, bool, error) {
				got = append(got, h)
				return nil, false, nil
			})})
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", lines(got), lines(test.want))
			}
		})
	}
}

func lines(list []any) string {
	var b strings.Builder
	for _, v := range list {
		fmt.Fprintf(&b, "%#v\n", v)
	}
	return b.String()
}

func TestHookOutput(t *testing.T) {
	c := newConverter(t, nil)
	n := 0
	out, err := c.Convert(Input{Source: "# [a](b)\n\n> c\n", Hooks: everyHook(func(h any) ([]byte, bool, error) {
		n++
		if h, ok := h.(HeadingHook); ok {
			return []byte("<" + string(h.Text) + ">"), true, nil
		}
		return fmt.Appendf(nil, "(%d)", n), true, nil
	})})
	if err != nil || out.HTML != "<(1)>(3)" {
		t.Errorf("got %q, %v", out.HTML, err)
	}
}

func TestHookErrors(t *testing.T) {
	c := newConverter(t, nil)
	want := errors.New("stop")
	for _, src := range []string{"[a](b)", "<a@b.c>", "![a](b)", "# a", "```\n```", "> a", "|a|\n|-|\n"} {
		_, err := c.Convert(Input{Source: src, Hooks: everyHook(func(any) ([]byte, bool, error) { return nil, false, want })})
		if !errors.Is(err, want) {
			t.Errorf("%q: got %v", src, err)
		}
	}
}

func TestWrapNested(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) { o.Goldmark.Renderer.Unsafe = true })
	for _, test := range []struct{ src, want string }{
		{"a\n\n" + WrapNested("b\n\nc", "/x") + "\nd\n", "<p>a</p>\n<p>b</p>\n<p>c</p>\n<p>d</p>\n"},
		{"<div>\n" + WrapNested("b", "/x") + "</div>\n", "<div>\nb\n</div>\n"},
	} {
		if got := convert(t, c, test.src); got != test.want {
			t.Errorf("%q: got\n%s\nwant\n%s", test.src, got, test.want)
		}
	}
}
