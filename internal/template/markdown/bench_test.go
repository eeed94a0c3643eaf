package markdown

import (
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config/markup"
)

// post returns 4 kB of typical blog text without code blocks.
func post() string {
	const section = `## A heading with *emphasis* and ` + "`code`" + `

Some words of a paragraph that go on for a while, with a [link](/posts/other/ "title") in it, an
"inline quote", it's **strong** and plain -- as prose is. A second sentence follows here, and then
a third one that mentions https://example.org/page as it stands.

- a list item with some words
- another with a [reference](../other.md#part)
- a third one, which ends the list...

> A quote of one paragraph, with words enough to fill the line and a little of the next one.

| Name | Value |
|------|------:|
| one  | 1     |
| two  | 2     |

![A picture](picture.png)

`
	return strings.Repeat(section, 4096/len(section)+1)[:4096]
}

func BenchmarkConvertPost(b *testing.B) {
	c, err := New(markup.DefaultOptions())
	if err != nil {
		b.Fatal(err)
	}
	src := post()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Convert(Input{Source: src}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkConvertProse(b *testing.B) {
	c, _ := New(markup.DefaultOptions())
	src := strings.Repeat("Plain words of a paragraph, nothing else in it at all, only prose that goes on. ", 10) + "\n\n"
	src = strings.Repeat(src, 5)[:4096]
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Convert(Input{Source: src}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkConvertCode measures a code block that is new in each round.
func BenchmarkConvertCode(b *testing.B) {
	c, _ := New(markup.DefaultOptions())
	code := strings.Repeat("func name(arg int) (string, error) { return fmt.Sprintf(\"%d\", arg), nil }\n", 10)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		src := "```go\n// " + toString(i) + "\n" + code + "```\n"
		if _, err := c.Convert(Input{Source: src}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkConvertSameCode measures a code block that is in the cache.
func BenchmarkConvertSameCode(b *testing.B) {
	c, _ := New(markup.DefaultOptions())
	src := "```go\n" + strings.Repeat("func name(arg int) (string, error) { return fmt.Sprintf(\"%d\", arg), nil }\n", 10) + "```\n"
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Convert(Input{Source: src}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTextFacts(b *testing.B) {
	c, _ := New(markup.DefaultOptions())
	out, _ := c.Convert(Input{Source: post()})
	html := out.HTML
	b.SetBytes(int64(len(html)))
	b.ReportAllocs()
	for b.Loop() {
		TextFacts(html, false, 0)
	}
}

func BenchmarkSplitAuto(b *testing.B) {
	c, _ := New(markup.DefaultOptions())
	out, _ := c.Convert(Input{Source: post()})
	html := out.HTML
	b.ReportAllocs()
	for b.Loop() {
		SplitAuto(html, 70, false, 0)
	}
}

func BenchmarkParseShortcodes(b *testing.B) {
	src := strings.Repeat("Text with a {{< name arg=\"value\" >}} and more text around it, to a line.\n\n{{% other 1 true %}}\n", 40)
	uses := func(string) (bool, error) { return false, nil }
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseShortcodes("a.md", 1, src, uses); err != nil {
			b.Fatal(err)
		}
	}
}
