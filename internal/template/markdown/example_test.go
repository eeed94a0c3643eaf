package markdown_test

import (
	"fmt"
	"strings"

	"github.com/sitegen/sitegen/internal/config/markup"
	"github.com/sitegen/sitegen/internal/template/markdown"
)

// A body with a shortcode, from source to HTML and facts.
func Example() {
	c, err := markdown.New(markup.DefaultOptions())
	if err != nil {
		panic(err)
	}
	body := "# Hello\n\nIt's {{< shout \"loud\" >}}.\n\n<!--more-->\n\nThe rest.\n"
	parts, err := markdown.ParseShortcodes("hello.md", 1, body, func(string) (bool, error) { return false, nil })
	if err != nil {
		panic(err)
	}
	parts, divided := markdown.MarkDivider(parts)
	var source strings.Builder
	var holes markdown.Holes
	for _, p := range parts {
		if p.Call == nil {
			source.WriteString(p.Text)
		} else {
			source.WriteString(holes.Add("<b>" + strings.ToUpper(p.Call.Positional[0].(string)) + "</b>"))
		}
	}
	out, err := c.Convert(markdown.Input{File: "hello.md", Line: 1, Source: source.String()})
	if err != nil {
		panic(err)
	}
	html := holes.Fill(out.HTML)
	split := markdown.SplitAuto(html, 70, false, 0)
	if divided {
		split = markdown.SplitManual(html, false)
	}
	fmt.Println(split.Summary)
	fmt.Println(out.TOC.ToHTML(1, 2, false))
	fmt.Println(markdown.TextFacts(split.Content, false, 0).WordCount, "words")
	// Output:
	// <h1 id="hello">Hello</h1>
	// <p>It&rsquo;s <b>LOUD</b>.</p>
	// <nav id="TableOfContents">
	//   <ul>
	//     <li><a href="#hello">Hello</a></li>
	//   </ul>
	// </nav>
	// 5 words
}
