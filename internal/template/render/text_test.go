package render

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/template/view"
)

// bodies renders Markdown texts, each as a page of one project with the given layouts, and compares the contents.
func bodies(t *testing.T, layouts map[string]string, rows [][2]string) {
	t.Helper()
	files := with(map[string]string{
		"hugo.toml": bodiesConfig, "layouts/single.html": "{{ .Content }}", "content/posts/other.md": "---\ntitle: Other\n---\n",
	})
	maps.Copy(files, layouts)
	for i, row := range rows {
		files[fmt.Sprintf("content/posts/n%03d.md", i)] = "---\ntitle: N\n---\n" + row[0] + "\n"
	}
	p := newProject(t, files)
	for i, row := range rows {
		if got := strings.TrimSuffix(p.html(fmt.Sprintf("/posts/n%03d", i)), "\n"); got != row[1] {
			t.Errorf("%s\n got %q\nwant %q", row[0], got, row[1])
		}
	}
}

const bodiesConfig = `
baseURL = "https://example.org/"
title = "Site"
[params]
greeting = "Hello"
[params.author]
name = "Ann"
[markup.goldmark.parser.attribute]
block = true
[markup.goldmark.renderer]
unsafe = true
[markup.goldmark.extensions.passthrough]
enable = true
[markup.goldmark.extensions.passthrough.delimiters]
block = [["\\[", "\\]"]]
inline = [["\\(", "\\)"]]
`

// hookLayouts print everything that a hook sees.
var hookLayouts = map[string]string{
	"layouts/_markup/render-link.html":             `L({{ .Destination }}|{{ .Title }}|{{ .Text }}|{{ .PlainText }})`,
	"layouts/_markup/render-image.html":            `I({{ .Destination }}|{{ .Title }}|{{ .Text }}|{{ .PlainText }}|{{ .IsBlock }}|{{ .Ordinal }})`,
	"layouts/_markup/render-heading.html":          `H({{ .Level }}|{{ .Anchor }}|{{ .Text }}|{{ .PlainText }}|{{ .Attributes }})`,
	"layouts/_markup/render-codeblock.html":        `C({{ .Type }}|{{ .Inner }}|{{ .Ordinal }}|{{ .Attributes }}|{{ .Options }})`,
	"layouts/_markup/render-codeblock-goat.html":   `G({{ .Inner }}|{{ .Ordinal }})`,
	"layouts/_markup/render-blockquote.html":       `Q({{ .Type }}|{{ .Text }}|{{ .Ordinal }}|{{ .Attributes }})`,
	"layouts/_markup/render-blockquote-alert.html": `A({{ .AlertType }}|{{ .AlertTitle }}|{{ .AlertSign }}|{{ .Text }}|{{ .Ordinal }})`,
	"layouts/_markup/render-table.html":            `T({{ range .THead }}{{ range . }}[{{ .Text }}{{ .Alignment }}]{{ end }}{{ end }}|{{ range .TBody }}{{ range . }}[{{ .Text }}{{ .Alignment }}]{{ end }}{{ end }}|{{ .Ordinal }}|{{ .Attributes }})`,
	"layouts/_markup/render-passthrough.html":      `P({{ .Type }}|{{ .Inner }}|{{ .Ordinal }})`,
}

// TestHooks checks the contexts of render hooks. https://gohugo.io/render-hooks/
func TestHooks(t *testing.T) {
	bodies(t, hookLayouts, [][2]string{
		{"[a](b)", "<p>L(b||a|a)</p>"},
		{"[a](b \"t\")", "<p>L(b|t|a|a)</p>"},
		{"[a *b*](c)", "<p>L(c||a <em>b</em>|a b)</p>"},
		{"<https://example.org>", "<p>L(https://example.org||https://example.org|https://example.org)</p>"},
		{"[a][r]\n\n[r]: /x \"y\"", "<p>L(/x|y|a|a)</p>"},
		{"![a](b)", "<p>I(b||a|a|false|0)</p>"},
		{"![a](b \"t\")", "<p>I(b|t|a|a|false|0)</p>"},
		{"text ![a](b) text ![c](d)", "<p>text I(b||a|a|false|0) text I(d||c|c|false|1)</p>"},
		{"![a *b* c](d)", "<p>I(d||a <em>b</em> c|a b c|false|0)</p>"},
		{"# One", "H(1|one|One|One|map[id:one])"},
		{"# One\n\n# One", "H(1|one|One|One|map[id:one])H(1|one-1|One|One|map[id:one-1])"},
		{"## Two words", "H(2|two-words|Two words|Two words|map[id:two-words])"},
		{"### *Em* `code`", "H(3|em-code|<em>Em</em> <code>code</code>|Em code|map[id:em-code])"},
		{"## Head {#own}", "H(2|own|Head|Head|map[id:own])"},
		{"## Head {.c k=v}", "H(2|head|Head|Head|map[class:c id:head k:v])"},
		{"Setext\n======", "H(1|setext|Setext|Setext|map[id:setext])"},
		{"`inline`", "<p><code>inline</code></p>"},
		{"```\nplain\n```", "C(|plain|0|map[]|map[])"},
		{"```go\nx := 1\n```", "C(go|x := 1|0|map[]|map[])"},
		{"```go {hl_lines=[1] a=\"b\"}\nx\n```", "C(go|x|0|map[a:b]|map[hl_lines:[[0 0]]])"},
		{"```go {.c #i}\nx\n```", "C(go|x|0|map[class:c id:i]|map[])"},
		{"~~~text\nx\n~~~", "C(text|x|0|map[]|map[])"},
		{"    indented", "<pre><code>indented\n</code></pre>"},
		{"```goat\n-->\n```", "G(--&gt;|0)"},
		{"> quote", "Q(regular|<p>quote</p>\n|0|map[])"},
		{"> two\n> lines", "Q(regular|<p>two\nlines</p>\n|0|map[])"},
		{"> [!NOTE]\n> text", "A(note|||<p>text</p>|0)"},
		{"> [!warning] Title\n> text", "A(warning|Title||<p>text</p>|0)"},
		{"> [!TIP]+ Folded\n> text", "A(tip|Folded|&#43;|<p>text</p>|0)"},
		{"> [!tip]- *Em*\n> text", "A(tip|<em>Em</em>|-|<p>text</p>|0)"},
		{"> [!custom]\n> text", "A(custom|||<p>text</p>|0)"},
		{"> q\n{.c}", "Q(regular|<p>q</p>\n|0|map[class:c])"},
		{"> a\n\n> b", "Q(regular|<p>a</p>\n|0|map[])Q(regular|<p>b</p>\n|1|map[])"},
		{"> outer\n>> inner", "Q(regular|<p>outer</p>\nQ(regular|<p>inner</p>\n|0|map[])|1|map[])"},
		{"|a|b|\n|-|-|\n|1|2|", "T([a][b]|[1][2]|0|map[])"},
		{"|a|b|c|\n|:-|:-:|-:|\n|1|2|3|", "T([aleft][bcenter][cright]|[1left][2center][3right]|0|map[])"},
		{"|a|\n|-|\n{.c}", "T([a]||0|map[class:c])"},
		{"|*a*|\n|-|\n|[l](u)|", "T([<em>a</em>]|[L(u||l|l)]|0|map[])"},
		{"- [l](u)", "<ul>\n<li>L(u||l|l)</li>\n</ul>"},
		{"1. ![a](b)", "<ol>\n<li>I(b||a|a|false|0)</li>\n</ol>"},
		{"**[l](u)**", "<p><strong>L(u||l|l)</strong></p>"},
		{"[![i](j)](k)", "<p>L(k||I(j||i|i|false|0)|i)</p>"},
		{"[l](</a b>)", "<p>L(/a b||l|l)</p>"},
		{"[l](/a?b=c&d)", "<p>L(/a?b=c&amp;d||l|l)</p>"},
		{"[&lt;](x)", "<p>L(x||&lt;|&lt;)</p>"},
		{"a  \nb", "<p>a<br>\nb</p>"},
		{"<b>raw</b>", "<p><b>raw</b></p>"},
		{"\\[not](link)", "<p>[not](link)</p>"},
		{"[l](u)\n\n[m](v)", "<p>L(u||l|l)</p>\n<p>L(v||m|m)</p>"},
		{"\\(x^2\\)", "<p>P(inline|x^2|0)</p>"},
		{"\\[\ny\n\\]", "P(block|\ny\n|0)"},
		{"text \\(a\\) and \\(b\\)", "<p>text P(inline|a|0) and P(inline|b|1)</p>"},
	})
}

// TestWithoutHooks renders the same Markdown without hooks.
func TestWithoutHooks(t *testing.T) {
	bodies(t, nil, [][2]string{
		{"[a](b)", "<p><a href=\"b\">a</a></p>"},
		{"[a](b \"t\")", "<p><a href=\"b\" title=\"t\">a</a></p>"},
		{"[a *b*](c)", "<p><a href=\"c\">a <em>b</em></a></p>"},
		{"<https://example.org>", "<p><a href=\"https://example.org\">https://example.org</a></p>"},
		{"[a][r]\n\n[r]: /x \"y\"", "<p><a href=\"/x\" title=\"y\">a</a></p>"},
		{"![a](b)", "<p><img src=\"b\" alt=\"a\"></p>"},
		{"![a](b \"t\")", "<p><img src=\"b\" alt=\"a\" title=\"t\"></p>"},
		{"text ![a](b) text ![c](d)", "<p>text <img src=\"b\" alt=\"a\"> text <img src=\"d\" alt=\"c\"></p>"},
		{"![a *b* c](d)", "<p><img src=\"d\" alt=\"a b c\"></p>"},
		{"# One", "<h1 id=\"one\">One</h1>"},
		{"# One\n\n# One", "<h1 id=\"one\">One</h1>\n<h1 id=\"one-1\">One</h1>"},
		{"## Two words", "<h2 id=\"two-words\">Two words</h2>"},
		{"### *Em* `code`", "<h3 id=\"em-code\"><em>Em</em> <code>code</code></h3>"},
		{"## Head {#own}", "<h2 id=\"own\">Head</h2>"},
		{"## Head {.c k=v}", "<h2 class=\"c\" k=\"v\" id=\"head\">Head</h2>"},
		{"Setext\n======", "<h1 id=\"setext\">Setext</h1>"},
		{"`inline`", "<p><code>inline</code></p>"},
		{"```\nplain\n```", "<pre tabindex=\"0\"><code>plain\n</code></pre>"},
		{"```go\nx := 1\n```", "<div class=\"highlight\"><pre tabindex=\"0\" style=\"color:#f8f8f2;background-color:#272822;-moz-tab-size:4;-o-tab-size:4;tab-size:4;-webkit-text-size-adjust:none;\"><code class=\"language-go\" data-lang=\"go\"><span style=\"display:flex;\"><span><span style=\"color:#a6e22e\">x</span> <span style=\"color:#f92672\">:=</span> <span style=\"color:#ae81ff\">1</span>\n</span></span></code></pre></div>"},
		{"```go {hl_lines=[1] a=\"b\"}\nx\n```", "<div class=\"highlight\" a=\"b\"><pre tabindex=\"0\" style=\"color:#f8f8f2;background-color:#272822;-moz-tab-size:4;-o-tab-size:4;tab-size:4;-webkit-text-size-adjust:none;display:grid;\"><code class=\"language-go\" data-lang=\"go\"><span style=\"display:flex; background-color:#3c3d38\"><span><span style=\"color:#a6e22e\">x</span>\n</span></span></code></pre></div>"},
		{"```go {.c #i}\nx\n```", "<div class=\"highlight c\" id=\"i\"><pre tabindex=\"0\" style=\"color:#f8f8f2;background-color:#272822;-moz-tab-size:4;-o-tab-size:4;tab-size:4;-webkit-text-size-adjust:none;\"><code class=\"language-go\" data-lang=\"go\"><span style=\"display:flex;\"><span><span style=\"color:#a6e22e\">x</span>\n</span></span></code></pre></div>"},
		{"~~~text\nx\n~~~", "<div class=\"highlight\"><pre tabindex=\"0\" style=\"color:#f8f8f2;background-color:#272822;-moz-tab-size:4;-o-tab-size:4;tab-size:4;-webkit-text-size-adjust:none;\"><code class=\"language-text\" data-lang=\"text\"><span style=\"display:flex;\"><span>x\n</span></span></code></pre></div>"},
		{"    indented", "<pre><code>indented\n</code></pre>"},
		{"> quote", "<blockquote>\n<p>quote</p>\n</blockquote>"},
		{"> two\n> lines", "<blockquote>\n<p>two\nlines</p>\n</blockquote>"},
		{"> [!NOTE]\n> text", "<blockquote>\n<p>[!NOTE]\ntext</p>\n</blockquote>"},
		{"> [!warning] Title\n> text", "<blockquote>\n<p>[!warning] Title\ntext</p>\n</blockquote>"},
		{"> [!TIP]+ Folded\n> text", "<blockquote>\n<p>[!TIP]+ Folded\ntext</p>\n</blockquote>"},
		{"> [!tip]- *Em*\n> text", "<blockquote>\n<p>[!tip]- <em>Em</em>\ntext</p>\n</blockquote>"},
		{"> [!custom]\n> text", "<blockquote>\n<p>[!custom]\ntext</p>\n</blockquote>"},
		{"> q\n{.c}", "<blockquote class=\"c\"><p>q</p>\n</blockquote>"},
		{"> a\n\n> b", "<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>"},
		{"> outer\n>> inner", "<blockquote>\n<p>outer</p>\n<blockquote>\n<p>inner</p>\n</blockquote>\n</blockquote>"},
		{"|a|b|\n|-|-|\n|1|2|", "<table>\n\t<thead>\n\t\t\t<tr>\n\t\t\t\t\t<th>a</th>\n\t\t\t\t\t<th>b</th>\n\t\t\t</tr>\n\t</thead>\n\t<tbody>\n\t\t\t<tr>\n\t\t\t\t\t<td>1</td>\n\t\t\t\t\t<td>2</td>\n\t\t\t</tr>\n\t</tbody>\n</table>"},
		{"|a|b|c|\n|:-|:-:|-:|\n|1|2|3|", "<table>\n\t<thead>\n\t\t\t<tr>\n\t\t\t\t\t<th style=\"text-align: left\">a</th>\n\t\t\t\t\t<th style=\"text-align: center\">b</th>\n\t\t\t\t\t<th style=\"text-align: right\">c</th>\n\t\t\t</tr>\n\t</thead>\n\t<tbody>\n\t\t\t<tr>\n\t\t\t\t\t<td style=\"text-align: left\">1</td>\n\t\t\t\t\t<td style=\"text-align: center\">2</td>\n\t\t\t\t\t<td style=\"text-align: right\">3</td>\n\t\t\t</tr>\n\t</tbody>\n</table>"},
		{"|a|\n|-|\n{.c}", "<table class=\"c\">\n\t<thead>\n\t\t\t<tr>\n\t\t\t\t\t<th>a</th>\n\t\t\t</tr>\n\t</thead>\n\t<tbody>\n\t</tbody>\n</table>"},
		{"|*a*|\n|-|\n|[l](u)|", "<table>\n\t<thead>\n\t\t\t<tr>\n\t\t\t\t\t<th><em>a</em></th>\n\t\t\t</tr>\n\t</thead>\n\t<tbody>\n\t\t\t<tr>\n\t\t\t\t\t<td><a href=\"u\">l</a></td>\n\t\t\t</tr>\n\t</tbody>\n</table>"},
		{"- [l](u)", "<ul>\n<li><a href=\"u\">l</a></li>\n</ul>"},
		{"1. ![a](b)", "<ol>\n<li><img src=\"b\" alt=\"a\"></li>\n</ol>"},
		{"**[l](u)**", "<p><strong><a href=\"u\">l</a></strong></p>"},
		{"[![i](j)](k)", "<p><a href=\"k\"><img src=\"j\" alt=\"i\"></a></p>"},
		{"[l](</a b>)", "<p><a href=\"/a%20b\">l</a></p>"},
		{"[l](/a?b=c&d)", "<p><a href=\"/a?b=c&amp;d\">l</a></p>"},
		{"[&lt;](x)", "<p><a href=\"x\">&lt;</a></p>"},
		{"a  \nb", "<p>a<br>\nb</p>"},
		{"<b>raw</b>", "<p><b>raw</b></p>"},
		{"\\[not](link)", "<p>[not](link)</p>"},
		{"[l](u)\n\n[m](v)", "<p><a href=\"u\">l</a></p>\n<p><a href=\"v\">m</a></p>"},
		{"\\(x^2\\)", "<p>\\(x^2\\)</p>"},
		{"\\[\ny\n\\]", "\\[\ny\n\\]"},
		{"text \\(a\\) and \\(b\\)", "<p>text \\(a\\) and \\(b\\)</p>"},
	})
}

// shortcodeLayouts are the shortcodes of TestShortcodes.
var shortcodeLayouts = map[string]string{
	"layouts/_shortcodes/say.html":      `<{{ range .Params }}{{ . }}:{{ printf "%T" . }} {{ end }}>`,
	"layouts/_shortcodes/named.html":    `<{{ .Get "a" }}|{{ .Get "b" }}|{{ .IsNamedParams }}>`,
	"layouts/_shortcodes/wrap.html":     `[{{ .Inner }}]`,
	"layouts/_shortcodes/md.html":       `({{ .Inner | .Page.RenderString }})`,
	"layouts/_shortcodes/parent.html":   `<{{ .Get 0 }} {{ .Inner }}>`,
	"layouts/_shortcodes/child.html":    `{{ with .Parent }}child of {{ .Name }} {{ .Get 0 }}{{ with .Parent }} of {{ .Get 0 }}{{ end }}{{ else }}orphan{{ end }};`,
	"layouts/_shortcodes/ord.html":      `{{ .Ordinal }}{{ with .Parent }}/{{ .Ordinal }}{{ end }};`,
	"layouts/_shortcodes/name.html":     `{{ .Name }} {{ .Page.Title }} {{ .Site.Title }}`,
	"layouts/_shortcodes/sub/deep.html": `deep {{ .Name }}`,
	"layouts/_shortcodes/pos.html":      `{{ (split (trim .Position "\"") ":") | last 2 }}`,
	"layouts/_shortcodes/block.html":    `<div>block</div>`,
	"layouts/_shortcodes/heading.html":  `## Made`,
	"layouts/_shortcodes/page.html":     `{{ .Page.Title }} {{ page.Kind }}`,
	"layouts/_shortcodes/site.html":     `{{ site.Title }} {{ .Site.Params.greeting }} {{ len site.RegularPages | lt 3 }}`,
	"layouts/_shortcodes/store.html":    `{{ .Page.Store.Add "k" (.Get 0) }}{{ .Page.Store.Get "k" }};`,
	"layouts/_shortcodes/params.html":   `{{ range $k, $v := .Params }}{{ $k }}={{ $v }} {{ end }}`,
	"layouts/_shortcodes/get.html":      `[{{ .Get 0 }}{{ .Get "x" }}{{ len .Params }}]`,
	"layouts/_shortcodes/inner.html":    `<pre>{{ .InnerDeindent }}</pre>`,
	"layouts/_shortcodes/escape.html":   `{{ .Get 0 }}{{ .Get 0 | safeHTML }}`,
	"layouts/_shortcodes/trim.html":     "\n  {{- \"x\" -}}  \n",
	"layouts/_shortcodes/partial.html":  `{{ partial "p.html" .Page }}`,
	"layouts/_shortcodes/twice.html":    `{{ .Inner }}{{ .Inner }}`,
	"layouts/_shortcodes/cond.html":     `{{ if .Get 0 }}yes{{ else }}no{{ end }}`,
	"layouts/_shortcodes/raw.html":      `{{ .Inner | printf "%s" }}`,
	"layouts/_partials/p.html":          `partial of {{ .Title }}`,
}

// TestShortcodes checks the contexts of shortcodes, and the position of their output.
// https://gohugo.io/templates/shortcode/
func TestShortcodes(t *testing.T) {
	bodies(t, shortcodeLayouts, [][2]string{
		{"{{< say >}}", "&lt;>"},
		{"{{% say %}}", "<p>&lt;&gt;</p>"},
		{"{{< say a >}}", "&lt;a:string >"},
		{"{{< say \"a b\" >}}", "&lt;a b:string >"},
		{"{{< say `a \"b\"` >}}", "&lt;a &#34;b&#34;:string >"},
		{"{{< say 1 >}}", "&lt;1:int >"},
		{"{{< say 1.5 >}}", "&lt;1.5:float64 >"},
		{"{{< say true >}}", "&lt;true:bool >"},
		{"{{< say \"1\" >}}", "&lt;1:string >"},
		{"{{< say -1 >}}", "&lt;-1:int >"},
		{"{{< say a b c >}}", "&lt;a:string b:string c:string >"},
		{"{{< named a=\"x\" >}}", "&lt;x||true>"},
		{"{{< named a=x b=1 >}}", "&lt;x|1|true>"},
		{"{{< named b=\"y\" a=`x` >}}", "&lt;x|y|true>"},
		{"{{< named >}}", "&lt;||false>"},
		{"{{< wrap >}}in{{< /wrap >}}", "[in]"},
		{"{{< wrap >}}*in*{{< /wrap >}}", "[*in*]"},
		{"{{% wrap %}}*in*{{% /wrap %}}", "<p>[<em>in</em>]</p>"},
		{"{{< wrap >}}\n\n*in*\n\n{{< /wrap >}}", "[\n\n*in*\n\n]"},
		{"{{% wrap %}}\n\n*in*\n\n{{% /wrap %}}", "<p>[</p>\n<p><em>in</em></p>\n<p>]</p>"},
		{"{{< wrap />}}", "[]"},
		{"{{< wrap >}}{{< /wrap >}}", "[]"},
		{"{{< wrap >}}a{{< say x >}}b{{< /wrap >}}", "[a&lt;x:string >b]"},
		{"{{< wrap >}}a{{< wrap >}}b{{< /wrap >}}c{{< /wrap >}}", "[a[b]c]"},
		{"{{< wrap >}}a{{% say \"*x*\" %}}b{{< /wrap >}}", "[a&lt;*x*:string >b]"},
		{"{{% wrap %}}a{{< say \"*x*\" >}}b{{% /wrap %}}", "<p>[a&lt;<em>x</em>:string &gt;b]</p>"},
		{"{{< md >}}*a*{{< /md >}}", "(<em>a</em>)"},
		{"{{< md >}}# h{{< /md >}}", "(<h1 id=\"h\">h</h1>\n)"},
		{"{{< md >}}- a\n- b{{< /md >}}", "(<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n)"},
		{"{{< parent x >}}{{< child >}}{{< /parent >}}", "&lt;x child of parent x;>"},
		{"{{< parent x >}}{{< child >}}{{< child >}}{{< /parent >}}", "&lt;x child of parent x;child of parent x;>"},
		{"{{< child >}}", "orphan;"},
		{"{{< parent x >}}{{< parent y >}}{{< child >}}{{< /parent >}}{{< /parent >}}", "&lt;x &lt;y child of parent y of x;>>"},
		{"{{< ord >}}{{< ord >}}{{< ord >}}", "<p>0;1;2;</p>"},
		{"{{< wrap >}}{{< ord >}}{{< ord >}}{{< /wrap >}}{{< ord >}}", "<p>[0/0;1/0;]1;</p>"},
		{"{{< name >}}", "name N Site"},
		{"{{< sub/deep >}}", "deep sub/deep"},
		{"{{< pos >}}", "[4 1]"},
		{"a\n\n{{< pos >}}", "<p>a</p>\n[6 1]"},
		{"{{< wrap >}}\n{{< pos >}}\n{{< /wrap >}}", "[\n[5 1]\n]"},
		{"text {{< say x >}} text", "<p>text &lt;x:string > text</p>"},
		{"*{{< say x >}}*", "<p><em>&lt;x:string ></em></p>"},
		{"[{{< say x >}}](u)", "<p><a href=\"u\">&lt;x:string ></a></p>"},
		{"[l]({{< say x >}})", "<p><a href=\"&lt;x:string >\">l</a></p>"},
		{"# {{< say x >}}", "<h1 id=\"heading\">&lt;x:string ></h1>"},
		{"# {{% say x %}}", "<h1 id=\"xstring-\">&lt;x:string &gt;</h1>"},
		{"- {{< say x >}}", "<ul>\n<li>&lt;x:string ></li>\n</ul>"},
		{"> {{% say x %}}", "<blockquote>\n<p>&lt;x:string &gt;</p>\n</blockquote>"},
		{"`{{< say x >}}`", "<p><code>&lt;x:string ></code></p>"},
		{"```\n{{< say x >}}\n```", "<pre tabindex=\"0\"><code>&lt;x:string >\n</code></pre>"},
		{"{{</* say x */>}}", "<p>{{&lt; say x &gt;}}</p>"},
		{"{{%/* say x */%}}", "<p>{{% say x %}}</p>"},
		{"{{< block >}}", "<div>block</div>"},
		{"a\n\n{{< block >}}\n\nb", "<p>a</p>\n<div>block</div>\n<p>b</p>"},
		{"{{% block %}}", "<div>block</div>"},
		{"{{% heading %}}\n\ntext", "<h2 id=\"made\">Made</h2>\n<p>text</p>"},
		{"{{< page >}}", "N page"},
		{"{{< site >}}", "Site Hello true"},
		{"{{< store 1 >}}{{< store 2 >}}", "<p>1;3;</p>"},
		{"{{< params a=1 b=two >}}", "a=1 b=two "},
		{"{{< params 1 two >}}", "0=1 1=two "},
		{"{{< get >}}", "[0]"},
		{"{{< inner >}}  x\n    y\n  {{< /inner >}}", "<pre>  x\n    y\n  </pre>"},
		{"  {{< block >}}", "<div>block</div>"},
		{"{{< escape \"<b>\" >}}", "&lt;b&gt;<b>"},
		{"{{< trim >}}", "x"},
		{"{{< partial >}}", "partial of N"},
		{"{{< twice >}}a{{< /twice >}}", "aa"},
		{"{{< cond x >}}", "yes"},
		{"{{< cond >}}", "no"},
		{"{{< raw >}}a <b>b</b> *c*{{< /raw >}}", "a &lt;b&gt;b&lt;/b&gt; *c*"},
		{"{{< ref \"/posts/other\" >}}", "https://example.org/posts/other/"},
		{"{{< relref \"/posts/other#x\" >}}", "/posts/other/#x"},
		{"{{< relref path=\"other.md\" >}}", "/posts/other/"},
		{"{{< figure src=\"a.png\" alt=\"A\" >}}", "<figure><img src=\"a.png\"\n\t\t\talt=\"A\">\n</figure>\n"},
		{"{{< highlight go >}}x := 1{{< /highlight >}}", "<div class=\"highlight\"><pre tabindex=\"0\" style=\"color:#f8f8f2;background-color:#272822;-moz-tab-size:4;-o-tab-size:4;tab-size:4;-webkit-text-size-adjust:none;\"><code class=\"language-go\" data-lang=\"go\"><span style=\"display:flex;\"><span><span style=\"color:#a6e22e\">x</span> <span style=\"color:#f92672\">:=</span> <span style=\"color:#ae81ff\">1</span></span></span></code></pre></div>"},
		{"{{< details summary=\"S\" >}}*in*{{< /details >}}", "\n<details>\n\t<summary>S</summary>\n\t<p><em>in</em></p>\n</details>\n"},
		{"{{< param greeting >}}", "Hello"},
		{"{{< param \"author.name\" >}}", "Ann"},
	})
}

// TestSummariesOfText: where a summary ends, and what remains after it. https://gohugo.io/content-management/summaries/
func TestSummariesOfText(t *testing.T) {
	rows := []struct{ front, text, want string }{
		{"", "One.\n\nTwo.", "<p>One.</p>\n<p>Two.</p>||false|24"},
		{"", "One.\n\n<!--more-->\n\nTwo.", "<p>One.</p>|<p>Two.</p>|true|23"},
		{"", "<!--more-->\n\nTwo.", "|<p>Two.</p>|true|11"},
		{"", "One.\n\n<!--more-->", "<p>One.</p>||false|11"},
		{"", "One. <!--more--> Two.", "<p>One.</p>|<p>Two.</p>|true|23"},
		{"", "*One*.\n\n## H\n\n<!--more-->\n\nTwo.", "<p><em>One</em>.</p>\n<h2 id=\"h\">H</h2>|<p>Two.</p>|true|50"},
		{"", "", "||false|0"},
		{"", "# Only a heading", "<h1 id=\"only-a-heading\">Only a heading</h1>||false|44"},
		{"summary: Own words", "One.\n\nTwo.", "Own words|<p>One.</p>\n<p>Two.</p>\n|false|24"},
		{"summary: \"*Own* words\"", "One.", "<em>Own</em> words|<p>One.</p>\n|false|12"},
		{"summary: \"\"", "One.", "<p>One.</p>||false|12"},
		{"summary: Own", "One.\n\n<!--more-->\n\nTwo.", "<p>One.</p>|<p>Two.</p>|true|23"},
		{"description: Described", "One.", "<p>One.</p>||false|12"},
		{"", "- a\n- b\n\n<!--more-->\n\nc", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>|<p>c</p>|true|41"},
		{"", "> q\n\n<!--more-->\n\nc", "<blockquote>\n<p>q</p>\n</blockquote>|<p>c</p>|true|44"},
		{"", "```\nx\n```\n\n<!--more-->\n\nc", "<pre tabindex=\"0\"><code>x\n</code></pre>|<p>c</p>|true|47"},
		{"", "{{< say x >}}\n\n<!--more-->\n\nc", "&lt;x:string >|<p>c</p>|true|23"},
		{"", "{{% say \"*x*\" %}}\n\n<!--more-->\n\nc", "<p>&lt;<em>x</em>:string &gt;</p>|<p>c</p>|true|42"},
		{"", "a\n\nb\n\n<!--more-->\n\nc\n\n<!--more-->\n\nd", "<p>a</p>\n<p>b</p>|<p>c</p>\n<p>d</p>|true|35"},
		{"", "<!-- more -->\n\nc", "<p>c</p>||false|9"},
		{"", "a\n\n<!--MORE-->\n\nc", "<p>a</p>\n<p>c</p>||false|18"},
		{"isCJKLanguage: true", "日本語の文です。\n\n二つ目。", "<p>日本語の文です。</p>\n<p>二つ目。</p>||false|52"},
	}
	files := with(shortcodeLayouts)
	files["layouts/single.html"] = "{{ .Summary }}|{{ .ContentWithoutSummary }}|{{ .Truncated }}|{{ .Content | len }}"
	for i, row := range rows {
		files[fmt.Sprintf("content/posts/n%03d.md", i)] = "---\ntitle: N\n" + row.front + "\n---\n" + row.text + "\n"
	}
	p := newProject(t, files)
	for i, row := range rows {
		path := fmt.Sprintf("/posts/n%03d", i)
		got := p.html(path)
		if got != row.want {
			t.Errorf("%s\n%s\n got %q\nwant %q", row.front, row.text, got, row.want)
		}
		// A summary is the same when read from another page, and a body is rendered once.
		body, err := p.w.Body(context.Background(), view.Model(p.page(path)))
		if err != nil {
			t.Fatal(err)
		}
		summary, err := p.w.Summary(body)
		if err != nil || !strings.HasPrefix(got, string(summary)+"|") {
			t.Errorf("%s: the summary is %q, %v; the page has %q", path, summary, err, got)
		}
		if other, err := p.eval(p.page("/posts/a"), `{{ (site.GetPage "`+path+`").Summary }}`); err != nil || other != string(summary) {
			t.Errorf("%s: another page has the summary %q, %v, want %q", path, other, err, summary)
		}
	}
}
