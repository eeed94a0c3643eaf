package markdown

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config/markup"
)

func newConverter(t testing.TB, set func(*markup.Options)) *Converter {
	t.Helper()
	o := markup.DefaultOptions()
	if set != nil {
		set(&o)
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func convert(t testing.TB, c *Converter, src string) string {
	t.Helper()
	out, err := c.Convert(Input{File: "a.md", Line: 1, Source: src})
	if err != nil {
		t.Fatal(err)
	}
	return out.HTML
}

const pre = `<pre tabindex="0" style="color:#f8f8f2;background-color:#272822;-moz-tab-size:4;-o-tab-size:4;tab-size:4;-webkit-text-size-adjust:none;">`

func TestConvert(t *testing.T) {
	for _, test := range []struct {
		name      string
		set       func(*markup.Options)
		src, want string
	}{
		{"empty", nil, "", ""},
		{"white space", nil, "\n \n", ""},
		{"typographer", nil, `"a" -- 'b'... it's`, "<p>&ldquo;a&rdquo; &ndash; &lsquo;b&rsquo;&hellip; it&rsquo;s</p>\n"},
		{"typographer off", func(o *markup.Options) { o.Goldmark.Extensions.Typographer.Disable = true }, `"a" --`, "<p>&quot;a&quot; --</p>\n"},
		{"linkify", nil, "https://a.example/b www.c.example d@e.example", `<p><a href="https://a.example/b">https://a.example/b</a> <a href="https://www.c.example">www.c.example</a> <a href="mailto:d@e.example">d@e.example</a></p>` + "\n"},
		{"linkify beside a link", nil, "[a](https://b.example) https://c.example", `<p><a href="https://b.example">a</a> <a href="https://c.example">https://c.example</a></p>` + "\n"},
		{"linkify in a broken link", nil, "[a](https://b.example c", `<p>[a](<a href="https://b.example">https://b.example</a> c</p>` + "\n"},
		{"linkify protocol", func(o *markup.Options) { o.Goldmark.Extensions.LinkifyProtocol = "http" }, "www.c.example", `<p><a href="http://www.c.example">www.c.example</a></p>` + "\n"},
		{"linkify off", func(o *markup.Options) { o.Goldmark.Extensions.Linkify = false }, "https://a.example/b", "<p>https://a.example/b</p>\n"},
		{"raw HTML", nil, "<b>x</b> <!-- c --> y\n\n<div>z</div>\n", "<p><!-- raw HTML omitted -->x<!-- raw HTML omitted -->  y</p>\n<!-- raw HTML omitted -->\n"},
		{"raw HTML allowed", func(o *markup.Options) { o.Goldmark.Renderer.Unsafe = true }, "<b>x</b>\n\n<div>z</div>\n", "<p><b>x</b></p>\n<div>z</div>\n"},
		{"dangerous address", nil, "[x](javascript:y) ![x](data:text/html,y) <javascript:z>", `<p><a href="">x</a> <img src="" alt="x"> <a href="">javascript:z</a></p>` + "\n"},
		{"xhtml", func(o *markup.Options) { o.Goldmark.Renderer.XHTML = true }, "![a](b.png)\n\n---\n", "<p><img src=\"b.png\" alt=\"a\" /></p>\n<hr />\n"},
		{"hard wraps", func(o *markup.Options) { o.Goldmark.Renderer.HardWraps = true }, "a\nb", "<p>a<br>\nb</p>\n"},
		{"emoji", func(o *markup.Options) { o.Emoji = true }, ":smile: :nothing:", "<p>&#x1f604; :nothing:</p>\n"},
		{"extras", func(o *markup.Options) {
			o.Goldmark.Extensions.Extras = markup.Extras{Delete: true, Insert: true, Mark: true, Subscript: true, Superscript: true}
			o.Goldmark.Extensions.Strikethrough = false // it would take ~2~, too
		}, "H~2~O x^2^ ++i++ ==m== ~~d~~", "<p>H<sub>2</sub>O x<sup>2</sup> <ins>i</ins> <mark>m</mark> <del>d</del></p>\n"},
		{"cjk line breaks", func(o *markup.Options) {
			o.Goldmark.Extensions.CJK = markup.CJK{Enable: true, EastAsianLineBreaks: true}
		}, "日本\n語\na", "<p>日本語\na</p>\n"},
		{"cjk escaped space", func(o *markup.Options) { o.Goldmark.Extensions.CJK = markup.CJK{Enable: true, EscapedSpace: true} }, `太郎は\ **「こんにちわ」**\ と言った`, "<p>太郎は<strong>「こんにちわ」</strong>と言った</p>\n"},
		{"table", nil, "| a | b |\n|:-:|---|\n| 1 | *2* |\n", "<table>\n\t<thead>\n\t\t\t<tr>\n\t\t\t\t\t<th style=\"text-align: center\">a</th>\n\t\t\t\t\t<th>b</th>\n\t\t\t</tr>\n\t</thead>\n\t<tbody>\n\t\t\t<tr>\n\t\t\t\t\t<td style=\"text-align: center\">1</td>\n\t\t\t\t\t<td><em>2</em></td>\n\t\t\t</tr>\n\t</tbody>\n</table>\n"},
		{"task list", nil, "- [ ] a\n- [x] b\n", "<ul>\n<li><input disabled=\"\" type=\"checkbox\"> a</li>\n<li><input checked=\"\" disabled=\"\" type=\"checkbox\"> b</li>\n</ul>\n"},
		{"definition ids", func(o *markup.Options) { o.Goldmark.Parser.AutoDefinitionTermID = true }, "One two\n: x\n", "<dl>\n<dt id=\"one-two\">One two</dt>\n<dd>x</dd>\n</dl>\n"},
		{"footnote", nil, "a[^x]\n\n[^x]: note\n", `<p>a<sup id="fnref:1"><a href="#fn:1" class="footnote-ref" role="doc-noteref">1</a></sup></p>
<div class="footnotes" role="doc-endnotes">
<hr>
<ol>
<li id="fn:1">
<p>note&#160;<a href="#fnref:1" class="footnote-backref" role="doc-backlink">&#x21a9;&#xfe0e;</a></p>
</li>
</ol>
</div>
`},
		{"title attributes", nil, "## A {.b #c d=e onclick=x f=2}\n", `<h2 class="b" id="c" d="e" f="2">A</h2>` + "\n"},
		{"title attributes off", func(o *markup.Options) { o.Goldmark.Parser.AttributeTitle = false }, "## A {.b}\n", `<h2 id="a-b">A {.b}</h2>` + "\n"},
		{"block attributes", func(o *markup.Options) { o.Goldmark.Parser.AttributeBlock = true }, "a\n{.b onclick=x}\n\n- c\n{.d}\n\n{.stray}\n\n## e\n", "<p class=\"b\">a</p>\n<ul class=\"d\">\n<li>c</li>\n</ul>\n<h2 id=\"e\">e</h2>\n"},
		{"block attributes off", nil, "a\n{.b}\n", "<p>a\n{.b}</p>\n"},
		{"table attributes", func(o *markup.Options) { o.Goldmark.Parser.AttributeBlock = true }, "|a|\n|-|\n{#z .y}\n", "<table class=\"y\" id=\"z\">\n\t<thead>\n\t\t\t<tr>\n\t\t\t\t\t<th>a</th>\n\t\t\t</tr>\n\t</thead>\n\t<tbody>\n\t</tbody>\n</table>\n"},
		{"attributes of cells and terms", func(o *markup.Options) { o.Goldmark.Parser.AttributeInline = true }, "a {.b} | c\n--|:-:\n*d* {.e onclick=x} | f {#g}\n{.h} | i{.j}\n\nl {.m}\n:   n {.o}\n", "<table>\n\t<thead>\n\t\t\t<tr>\n\t\t\t\t\t<th class=\"b\">a</th>\n\t\t\t\t\t<th style=\"text-align: center\">c</th>\n\t\t\t</tr>\n\t</thead>\n\t<tbody>\n\t\t\t<tr>\n\t\t\t\t\t<td class=\"e\"><em>d</em></td>\n\t\t\t\t\t<td style=\"text-align: center\" id=\"g\">f</td>\n\t\t\t</tr>\n\t\t\t<tr>\n\t\t\t\t\t<td>{.h}</td>\n\t\t\t\t\t<td style=\"text-align: center\">i{.j}</td>\n\t\t\t</tr>\n\t</tbody>\n</table>\n<dl>\n<dt class=\"m\">l</dt>\n<dd>n {.o}</dd>\n</dl>\n"},
		{"attributes in a text", func(o *markup.Options) { o.Goldmark.Parser.AttributeInline = true }, "*a*{.b onclick=x} [c](d){#e} `f`{.g} {.h} i{.j}\n{.k}\n\n- l\n- m\n  {.n}\n", `<p class="k"><em class="b">a</em> <a href="d" id="e">c</a> <code class="g">f</code> {.h} i{.j}</p>` + "\n<ul>\n<li>l</li>\n<li class=\"n\">m</li>\n</ul>\n"},
		{"image alone", func(o *markup.Options) {
			o.Goldmark.Parser.WrapStandAloneImageWithinParagraph = false
			o.Goldmark.Parser.AttributeBlock = true
		}, "![a *b*](c.png 't')\n{.d}\n\nx ![e](f)\n", "<img src=\"c.png\" alt=\"a b\" title=\"t\" class=\"d\"><p>x <img src=\"f\" alt=\"e\"></p>\n"},
		{"passthrough", func(o *markup.Options) {
			o.Goldmark.Extensions.Passthrough = markup.Passthrough{Enable: true, Block: [][2]string{{"$$", "$$"}}, Inline: [][2]string{{`\(`, `\)`}}}
		}, `a \(b_c_d < e\)` + "\n\n$$\nf_g_h\n$$\n", `<p>a \(b_c_d < e\)</p>` + "\n$$\nf_g_h\n$$"},
		{"code without language", nil, "```\n<a>\n```\n", `<pre tabindex="0"><code>&lt;a&gt;` + "\n</code></pre>"},
		{"code of an unknown language", nil, "~~~ nolang\n\"a\"\n~~~\n", `<pre tabindex="0"><code class="language-nolang" data-lang="nolang">&#34;a&#34;` + "\n</code></pre>"},
		{"code", nil, "```go\nvar x\n```\n", `<div class="highlight">` + pre + `<code class="language-go" data-lang="go"><span style="display:flex;"><span><span style="color:#66d9ef">var</span> <span style="color:#a6e22e">x</span>` + "\n</span></span></code></pre></div>"},
		{"code, empty", nil, "```go\n```\n", `<div class="highlight">` + pre + `<code class="language-go" data-lang="go"></code></pre></div>`},
		{"code with classes", func(o *markup.Options) { o.Highlight.NoClasses = false; o.Highlight.WrapperClass = "hl" }, "```go {.a title=\"b & c\"}\nvar x\n```\n", `<div class="hl a" title="b &amp; c"><pre tabindex="0" class="chroma"><code class="language-go" data-lang="go"><span class="line"><span class="cl"><span class="kd">var</span><span class="w"> </span><span class="nx">x</span><span class="w">` + "\n</span></span></span></code></pre></div>"},
		{"code, lines to highlight", func(o *markup.Options) { o.Highlight.NoClasses = false }, "```text {1, 3-4}\na\nb\nc\nd\n```\n", `<div class="highlight"><pre tabindex="0" class="chroma"><code class="language-text" data-lang="text"><span class="line hl"><span class="cl">a` + "\n" + `</span></span><span class="line"><span class="cl">b` + "\n" + `</span></span><span class="line hl"><span class="cl">c` + "\n" + `</span></span><span class="line hl"><span class="cl">d` + "\n</span></span></code></pre></div>"},
		{"code, attributes as options", nil, "```text {noClasses=false linenos=inline hl_lines=[2] linenostart=5}\na\nb\n```\n", `<div class="highlight"><pre tabindex="0" class="chroma"><code class="language-text" data-lang="text"><span class="line"><span class="ln">5</span><span class="cl">a` + "\n" + `</span></span><span class="line hl"><span class="ln">6</span><span class="cl">b` + "\n</span></span></code></pre></div>"},
		{"code not highlighted", func(o *markup.Options) { o.Highlight.CodeFences = false }, "```go\nvar x\n```\n", "<pre><code class=\"language-go\">var x\n</code></pre>\n"},
		{"code, guessed", func(o *markup.Options) { o.Highlight.GuessSyntax = true; o.Highlight.NoClasses = false }, "```\njust text\n```\n", `<div class="highlight"><pre tabindex="0" class="chroma"><code class="language-fallback" data-lang="fallback"><span class="line"><span class="cl">just text` + "\n</span></span></code></pre></div>"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := convert(t, newConverter(t, test.set), test.src); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestConvertInline(t *testing.T) {
	c := newConverter(t, nil)
	for _, test := range []struct{ src, want string }{
		{"*a*", "<em>a</em>"},
		{"a\n\nb", "<p>a</p>\n<p>b</p>\n"},
		{"- a", "<ul>\n<li>a</li>\n</ul>\n"},
		{"> a", "<blockquote>\n<p>a</p>\n</blockquote>"},
	} {
		out, err := c.Convert(Input{Source: test.src, Inline: true})
		if err != nil || out.HTML != test.want {
			t.Errorf("%q: got %q, %v, want %q", test.src, out.HTML, err, test.want)
		}
	}
}

func TestFootnoteIDs(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) { o.Goldmark.Extensions.Footnote.AutoIDPrefix = true })
	out, err := c.Convert(Input{Source: "a[^x]\n\n[^x]: note\n", ID: "7f"})
	if err != nil || !strings.Contains(out.HTML, `id="h2b47e8a692259839fn:1"`) {
		t.Errorf("got %s, %v", out.HTML, err)
	}
}

func TestWarnings(t *testing.T) {
	c := newConverter(t, nil)
	out, err := c.Convert(Input{File: "a.md", Line: 10, Source: "One.\n\nZwölf <b>x</b>.\n\n<div>\n\nx\n\n</div>\n"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range out.Warnings {
		got = append(got, w.Error()+" | "+w.Excerpt)
	}
	want := "a.md:12:7: raw HTML was left out | Zwölf <b>x</b>.\na.md:14:1: raw HTML was left out | <div>"
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("got\n%s\nwant\n%s", s, want)
	}
	if out.Warnings[0].Severity != diag.Warning {
		t.Error("it must be a warning")
	}
}

func TestCodeAttributeErrors(t *testing.T) {
	c := newConverter(t, nil)
	for _, test := range []struct{ src, want string }{
		{"Text.\n\n```go {a=b=c}\nx\n```\n", "a.md:3:7: the attributes of a code block cannot be read: {a=b=c}"},
		{"```go {tabWidth=\"x\"}\nx\n```\n", `a.md:1:1: tabwidth: "x" is not a whole number`},
	} {
		_, err := c.Convert(Input{File: "a.md", Line: 1, Source: test.src})
		var d *diag.Diagnostic
		if !errors.As(err, &d) || d.Error() != test.want {
			t.Errorf("%q: got %v, want %s", test.src, err, test.want)
		}
	}
}

func TestNewErrors(t *testing.T) {
	for _, test := range []struct {
		set  func(*markup.Options)
		want string
	}{
		{func(o *markup.Options) { o.Highlight.Style = "monokay" }, `unknown style "monokay"; did you mean "monokai"?`},
		{func(o *markup.Options) { o.Goldmark.Parser.AutoIDType = "gitlab" }, `"gitlab" is not one of`},
		{func(o *markup.Options) { o.Goldmark.Extensions.Passthrough.Block = [][2]string{{"", "$"}} }, "a delimiter is empty"},
	} {
		o := markup.DefaultOptions()
		test.set(&o)
		if _, err := New(o); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

func TestConvertIsSafeForConcurrentUse(t *testing.T) {
	c := newConverter(t, nil)
	src := string(post()) + "\n\n```go\nfunc main() {}\n```\n"
	want := convert(t, c, src)
	for i := range 4 {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			for range 20 {
				if got := convert(t, c, src); got != want {
					t.Fatal("a concurrent conversion differs")
				}
			}
		})
	}
}

// goldmarkTest returns a file of goldmark's own tests.
func goldmarkTest(t testing.TB, name string) []byte {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		t.Skip("the sources of goldmark cannot be found:", err)
	}
	b, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "_test", name))
	if err != nil {
		t.Skip(err)
	}
	return b
}

type specExample struct {
	Markdown, HTML, Section string
	Example                 int
}

func specExamples(t testing.TB) []specExample {
	var list []specExample
	if err := json.Unmarshal(goldmarkTest(t, "spec.json"), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func TestCommonMark(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) {
		o.Goldmark = markup.Goldmark{
			Renderer: markup.Renderer{Unsafe: true, XHTML: true},
			Parser:   markup.Parser{WrapStandAloneImageWithinParagraph: true},
		}
		o.Goldmark.Extensions.Typographer.Disable = true
		o.Highlight.CodeFences = false
	})
	list := specExamples(t)
	if len(list) < 600 {
		t.Fatalf("only %d examples", len(list))
	}
	for _, e := range list {
		if got := convert(t, c, e.Markdown); got != e.HTML {
			t.Errorf("%d (%s) %q: got\n%s\nwant\n%s", e.Example, e.Section, e.Markdown, got, e.HTML)
		}
	}
}
