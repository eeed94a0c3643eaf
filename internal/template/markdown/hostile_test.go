package markdown

import (
	"regexp"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config/markup"
)

// handler matches an event handler of an element, as a browser reads it: an attribute that starts with "on", outside of
// quotes.
var handler = regexp.MustCompile(`<[a-zA-Z][^\s>"]*(?:\s+[^\s=>"]+(?:="[^"]*")?)*?\s+on[a-z]+=`)

// TestHostileAttributes: attribute values cannot leave their attribute in blocks, the table of contents, or highlighted
// code.
func TestHostileAttributes(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) {
		o.Goldmark.Parser.AttributeBlock, o.Goldmark.Parser.AttributeInline = true, true
		o.Goldmark.Extensions.Passthrough = markup.Passthrough{Enable: true, Inline: [][2]string{{"$", "$"}}, Block: [][2]string{{"$$", "$$"}}}
		o.Goldmark.Extensions.Footnote.AutoIDPrefix = true
	})
	const value = `x\" onclick=\"alert(1)\" a=\"<script>`
	var sources []string
	for _, name := range []string{"id", "class", "title", "style", "lang", "data-x", "onclick", "ONCLICK", "href", "x:y", "cite", "width"} {
		attribute := "{" + name + `="` + value + `"}`
		for _, text := range []string{"## H %", "para\n%", "> quote\n\n%", "| a |\n|---|\n| b |\n%", "- item\n%", "*a*% `b`% [c](d)% ![e](f)%", "![i](x.png)\n%", "```go %\nx\n```", "```none %\nx\n```", "***\n%", "term\n: definition\n%", "[^1]\n\n[^1]: note\n%"} {
			sources = append(sources, strings.ReplaceAll(text, "%", attribute))
		}
	}
	for _, option := range []string{"anchorLineNos", "lineAnchors", "wrapperClass", "wrapperclass", "style", "hl_lines", "lineNos", "linenos", "lineNumbersInTable"} {
		for _, on := range []string{"linenos=inline,anchorlinenos=true", "linenos=table,anchorlinenos=true", "hl_inline=true", "noclasses=true"} {
			sources = append(sources, "```go {"+on+","+option+`="`+value+"\"}\nx\n```")
		}
	}
	sources = append(sources,
		"```x\"onclick=\"y\nx\n```", "$<img src=x onclick=alert(1)>$", "$$\n<img src=x onclick=alert(1)>\n$$", "## $<img src=x onclick=alert(1)>$",
		"[a](x \"t\\\" onclick=\\\"x\")", "![a\" onclick=\"x](y)", "[a](<x\" onclick=\"y>)", "> [!NOTE\" onclick=\"x] t\n> x",
		"## <img src=x onclick=alert(1)>", "a[^x\" onclick=\"]\n\n[^x\" onclick=\"]: n",
	)
	for _, source := range sources {
		out, err := c.Convert(Input{Source: source, ID: `/q"x onclick=1`})
		if err != nil {
			continue // an option that is not valid
		}
		html := out.HTML + string(out.TOC.ToHTML(1, 6, false))
		if found := handler.FindString(html); found != "" || strings.Contains(html, "<script") {
			t.Errorf("%s\n%s\n%s", source, found, html)
		}
	}
	if handler.FindString(`<h2 id="q" onclick="alert(2)">`) == "" || handler.FindString(`<h2 id="q onclick=x" class="x">`) != "" {
		t.Error("the expression finds nothing, or too much")
	}
}

// TestFillQuoted: content filled into an attribute stays in it; elsewhere, it is HTML.
func TestFillQuoted(t *testing.T) {
	var h Holes
	token := h.Add(`<b title="x" onclick="y">z</b>`)
	got := h.FillQuoted(`<p>` + token + `!</p><a title="` + token + `" class="` + token + `">` + token + `</a>`)
	const quoted = `<b title=&#34;x&#34; onclick=&#34;y&#34;>z</b>`
	if want := `<p><b title="x" onclick="y">z</b>!</p><a title="` + quoted + `" class="` + quoted + `"><b title="x" onclick="y">z</b></a>`; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
