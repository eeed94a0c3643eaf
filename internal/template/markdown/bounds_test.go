package markdown

import (
	"errors"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config/markup"
)

// TestBounds converts texts that would take minutes or gigabytes. Each is an error with a position; a smaller text of
// the same kind is not.
func TestBounds(t *testing.T) {
	o := markup.DefaultOptions()
	o.Goldmark.Extensions.Passthrough = markup.Passthrough{Enable: true, Inline: [][2]string{{`\(`, `\)`}}, Block: [][2]string{{"$$", "$$"}}}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		text func(n int) string
		few  int
		many int
		want string
	}{
		{"columns of a table", func(n int) string {
			return "x\n\n" + strings.Repeat("|a", n) + "|\n" + strings.Repeat("|-", n) + "|\n" + strings.Repeat("|b|\n", n)
		}, 300, 3000, "p.md:12:1: the table has 9006001 cells: 3001 columns and 3001 rows"}, // the end of a row counts as well
		{"references to a long address", func(n int) string {
			return "[a]: /" + strings.Repeat("x", 60*n) + "\n\n" + strings.Repeat("[a]", 15*n)
		}, 20, 1000, "the text becomes more than 64 times as long in HTML"},
		{"quotes", func(n int) string { return "x\n\n" + strings.Repeat("> ", n) + "a\n" }, 400, 50000, "p.md:12:1: quotes and lists are nested more than 500 levels deep"},
		{"lists on a line", func(n int) string { return strings.Repeat("- ", n) + "a\n" }, 400, 50000, "p.md:10:1: quotes and lists are nested more than 500 levels deep"},
		{"quotes and lists", func(n int) string { return strings.Repeat("> - 1. ", n) + "a\n" }, 100, 20000, "p.md:10:1: quotes and lists are nested more than 500 levels deep"},
		{"lists by lines", func(n int) string {
			var b strings.Builder
			for i := range n {
				b.WriteString(strings.Repeat("  ", i) + "- a\n")
			}
			return b.String()
		}, 100, 600, "p.md:510:1: quotes and lists are nested more than 500 levels deep"},
		{"links that do not end", func(n int) string { return "x\n\n" + strings.Repeat("[a](", n) }, 1000, 50000, "p.md:12:1: the paragraph of 200000 bytes has 50000 brackets"},
		{"brackets", func(n int) string { return strings.Repeat("[", n) }, 1000, 100000, "brackets, quotes, and other marks"},
		{"mixed emphasis", func(n int) string { return strings.Repeat("*a **b _c ", n) }, 1000, 20000, "brackets, quotes, and other marks"},
		{"code that does not end", func(n int) string {
			var b strings.Builder
			for i := range n {
				b.WriteString(strings.Repeat("`", i+1) + " ")
			}
			return b.String()
		}, 50, 700, "brackets, quotes, and other marks"},
		{"highlighted text", func(n int) string { return strings.Repeat("==a", n) }, 1000, 50000, "brackets, quotes, and other marks"},
		{"inserted text", func(n int) string { return strings.Repeat("++a", n) }, 1000, 50000, "brackets, quotes, and other marks"},
		{"formulas that do not end", func(n int) string { return strings.Repeat("\\(\n", n) }, 1000, 50000, "brackets, quotes, and other marks"},
		{"a row of quotes", func(n int) string { return strings.Repeat(`"`, n) }, 1000, 50000, "brackets, quotes, and other marks"},
		{"tags that do not end", func(n int) string { return strings.Repeat("<a ", n) }, 1000, 50000, "brackets, quotes, and other marks"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := c.Convert(Input{File: "p.md", Line: 10, Source: test.text(test.few)}); err != nil {
				t.Errorf("%d: %v", test.few, err)
			}
			_, err := c.Convert(Input{File: "p.md", Line: 10, Source: test.text(test.many)})
			var d *diag.Diagnostic
			if !errors.As(err, &d) || !strings.Contains(d.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// TestLargeTexts: large ordinary texts are accepted.
func TestLargeTexts(t *testing.T) {
	c, err := New(markup.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"table":     "|a|b|\n|-|-|\n" + strings.Repeat("|[x](/y)|*z*|\n", 40_000),
		"code":      "```\n" + strings.Repeat("[[[***<<<", 50_000) + "\n```\n",
		"HTML":      "<div>\n" + strings.Repeat("<p>*x*</p>\n", 60_000) + "</div>\n",
		"paragraph": strings.Repeat("Some words with a [link](/x) and *emphasis*, in one paragraph.\n", 2000),
	} {
		if _, err := c.Convert(Input{File: "p.md", Line: 1, Source: text}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNestedShortcodes: nested calls have a limit, with a position.
func TestNestedShortcodes(t *testing.T) {
	inner := func(string) (bool, error) { return true, nil }
	nest := func(n int) string {
		return "x\n" + strings.Repeat("{{< s >}}", n) + strings.Repeat("{{< /s >}}", n)
	}
	if _, err := ParseShortcodes("p.md", 1, nest(MaxNesting), inner); err != nil {
		t.Error(err)
	}
	_, err := ParseShortcodes("p.md", 1, nest(100_000), inner)
	if err == nil || err.Error() != "p.md:2:4501: shortcodes are nested more than 500 levels deep" {
		t.Error(err)
	}
}

// TestHighlightBound: a code block that takes too much work has no colors, on every machine.
func TestHighlightBound(t *testing.T) {
	c, err := New(markup.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	for n, colored := range map[int]bool{100: true, 7000: false} {
		out, err := c.Highlight("<?php\n"+strings.Repeat("$a = \"{$b['c']}\"; /* ", n), "php", nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(string(out), "<span"); got != colored {
			t.Errorf("%d times: colored is %v", n, got)
		}
	}
}

// A long list of links is many paragraphs without anything between them.
func TestLongList(t *testing.T) {
	c, err := New(markup.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Repeat("- [[A fairly long name of a note, one of very many|its _words_]]\n", 10_000)
	if got := convert(t, c, list); strings.Count(got, "<li>") != 10_000 {
		t.Errorf("%d items", strings.Count(got, "<li>"))
	}
}
