package tools

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/testing/cputime"
)

// Constructs that span lines, are in one line, are nested, or are in lists.
func TestBlocks(t *testing.T) {
	for _, tt := range []struct{ name, tool, in, want string }{
		{"tabs on a line", "docusaurus", `<Tabs><TabItem value="a" label="A">first</TabItem><TabItem value="b">*b*</TabItem></Tabs>`, `> [!tabs]
> > [!tab] A
> > first
>
> > [!tab] b
> > *b*`},
		{"tags over lines, labels of the group", "docusaurus", `
a
<Tabs
  values={[
    {label: 'Ex', value: 'x'},
  ]}>
  <TabItem
    value="x">
    text
  </TabItem>
</Tabs>
b
`, `
a

> [!tabs]
>
>
> > [!tab] Ex
> >
> > text

b
`},
		{"nested tabs", "docusaurus", `
<Tabs>
  <TabItem value="a">
    <Tabs>
      <TabItem value="b">

        :::tip[T]
        c
        :::

      </TabItem>
    </Tabs>
    d
  </TabItem>
</Tabs>
`, `
> [!tabs]
> > [!tab] a
> > > [!tabs]
> > > > [!tab] b
> > > >
> > > > > [!tip] T
> > > > > c
> >
> >
> >
> >
> > d
`},
		{"in lists", "docusaurus", `
1. a

   <Tabs>
     <TabItem value="b">
     c
     </TabItem>
   </Tabs>

2. d
   - <Admonition type="caution" title="T">
     e
     </Admonition>
   - f
     ~~~js
       g
     ~~~
`, "\n1. a\n\n   > [!tabs]\n   > > [!tab] b\n   > > c\n\n\n\n2. d\n   - > [!caution] T\n     > e\n\n   - f\n     ~~~js\n       g\n     ~~~\n"},
		{"nothing is code by its indentation", "docusaurus", `
    a

    - b
      - c

        d

            ~~~
              e
            ~~~
`, `
a

- b
  - c

    d

    ~~~
      e
    ~~~
`},
		{"comments over lines", "docusaurus", "a {/* b\n\n~~~\nc\n~~~\n*/} d\n\n{/*\ne\n*/}\n\n<!-- f\n\ng -->\n<!-- truncate -->\n`{/* h */}`\n", "a  d\n\n\n\n\n\n\n\n\n\n\n\n\n\n<!--more-->\n`{/* h */}`\n"},
		{"components over lines", "docusaurus", "<Card\n  a={{b: '}'}}\n  c=\"d\">\n  e <f.G />**h**\n</Card>\n", "\n\n\ne **h**\n"},
		{"elements of HTML", "docusaurus", "<div className=\"x\">\n  **a**\n</div>\n<details open>\n<summary>*s*</summary>\nb\n</details>\n\n| <div>c</div> |\n|---|\n\n<table>\n  <td><div>d</div></td>\n</table>\n", `<div class="x">

**a**

</div>

<details open="open">

<summary><em>s</em></summary>

b

</details>

| <div>c</div> |
|---|

<table>
<td><div>d</div></td>
</table>
`},
		{"Markdown in HTML", "docusaurus", "<p>a **b** `c<` [d](/e) f_g_h _i_</p>\n\n<ul>\n  <li>j *k*</li>\n</ul>\n\n<div>\n### l\n</div>\n", `<p>a <strong>b</strong> <code>c&lt;</code> <a href="/e">d</a> f_g_h <em>i</em></p>

<ul>
<li>j <em>k</em></li>
</ul>

<div>

### l

</div>
`},
		{"code that is MDX", "docusaurus", "```mdx-code-block\n<Tabs><TabItem value=\"a\">\n```\n\nb\n\n```mdx-code-block\n</TabItem></Tabs>\n```\n", "\n> [!tabs]\n> > [!tab] a\n> >\n> > b\n\n\n\n"},
		{"exported values", "docusaurus", "export const a = 'b';\nexport const c = [\n\n  {value: 'd', label: 'e'},\n];\n\n{a} {/* f */}{// g\n}\n\n<Tabs values={c}><TabItem value=\"d\">h</TabItem></Tabs>\n", "\n\n\n\n\n\nb \n\n\n> [!tabs]\n> > [!tab] e\n> > h\n"},
		{"components of Docusaurus", "docusaurus", "<Link to=\"/a\">b **c**</Link> <Heading as=\"h2\" id=\"d\">e</Heading> <Translate id=\"x\">f</Translate>\n\n<ThemedImage alt=\"g\" sources={{light: useBaseUrl('/h.png'), dark: require('./i.png').default}} />\n\n<Head>\n<title>j</title>\n</Head>\n\n<Details summary={<summary>k</summary>}>l</Details>\n", "[b **c**](/a) <h2 id=\"d\">e</h2> f\n\n<span class=\"on-light\">![g](/h.png)</span><span class=\"on-dark\">![g](./i.png)</span>\n\n\n\n\n\n<details>\n\n<summary>k</summary>\n\nl\n\n</details>\n"},
		{"expressions", "docusaurus", "a{' '}b {`c`} {d} \\{e\\} `{f}` {{< g >}}\n# H {#h}\n:::note{.i}\nj\n:::\n", "a b c  \\{e\\} `{f}` {{< g >}}\n# H {#h}\n\n> [!note]\n> j\n"},
		{"containers of VitePress", "vitepress", ":::tip A {b=c}\n- x\n  ::::: details Y {open}\n  z\n  :::::::\n:::::\n", "> [!tip] A\n> - x\n>\n>   > [!details]+ Y\n>   > z\n"},
		{"marks in code of VitePress", "vitepress", "```ts:line-numbers=3 {1}\na /* [!code ++] */\n<!-- [!code focus:9] -->\nb\n# [!code word:x]\n```\n", "```ts {hl_lines=\"1 2\" ins=\"1\" linenos=true linenostart=\"3\"}\na\nb\n```\n"},
		{"Vue", "vitepress", "<script setup>\na\n</script>\n<Foo\n  :a=\"b\"\n/>b <slot/><div v-if=\"c\" class=\"d\">{{ e }}</div> \\<A> `{{ f }}`<Badge>g</Badge>\n## H <Badge text=\"i\"/>\n", "\n\n\nb <div class=\"d\"></div> \\<A> `{{ f }}`<span class=\"badge\">g</span>\n## H <span class=\"badge\">i</span> {#h}\n"},
		{"values that Vue fills in", "vitepress", "<script setup lang=\"ts\">\nconst a: string = '*b*'\nconst c = [{d: 1}]\nconst e = f()\n</script>\n{{ a }} {{c[0].d}} {{ 'g' }} {{ e }} `{{ a }}` `{{ e }}`\n## H *i* `{{ a }}` {{ e }} <Badge>j</Badge>\n## H i {{ a }} e j\n~~~js-vue:line-numbers {1}\n{{ a }} {{ e }}\n~~~\n::: v-pre\n`{{ a }}`\n:::\n", "\n\n\n\n\n&#42;b&#42; 1 g  `*b*` `{{ e }}`\n## H *i* `*b*`  <span class=\"badge\">j</span> {#h-i-a-e-j}\n## H i &#42;b&#42; e j {#h-i-a-e-j-1}\n~~~js {hl_lines=\"1\" linenos=true}\n*b* \n~~~\n\n`{{ a }}`\n"},
		{"unknown containers and tildes of VitePress", "vitepress", "::: x Some *title*\na\n:::\nH~2~O ~~b~~ https://a.alt/~b/c~d `e~f~g`\n", "**Some *title***\n\na\n\nH&#126;2&#126;O ~~b~~ https://a.alt/~b/c~d `e~f~g`\n"},
		{"links of VitePress", "vitepress", "[a](b.md#c) ![d](/e.png) [f]( g) [h](../i/) [j](/k.html?l) [m](n.zip) [v](v1.0) [p](p.Pin)\n\n[r]: ./s.md\n", "[a](/b.html#c) ![d](/e.png) [f]( g) [h](/i/) [j](/k.html?l) [m](n.zip) [v](/v1.0.html) [p](/p.Pin.html)\n\n[r]: /s.html\n"},
		{"modules with blank lines", "docusaurus", "export const A = () => {\n\n  return 1;\n};\n\nb\n", "\n\n\n\n\nb\n"},
		{"in quotes", "docusaurus", "> :::tip\n> a\n> :::\n\n- :::note\n  b\n  :::\n- c\n", `> > [!tip]
> > a

- > [!note]
  >
  > b

- c
`},
		{"ends that are missing", "docusaurus", "</TabItem>\n<Tabs>\na\n:::\n", "\n\na\n"},

		{"notes without blank lines", "mkdocs", "a\n!!! note\n    b\n!!! tip\n    c\nd\n", `a

> [!note]
> b

> [!tip]
> c

d
`},
		{"nested notes and tabs", "mkdocs", "!!! note\n    a\n\n    === \"T\"\n        b\n\n        ??? tip \"U\"\n            c\n    === \"V\"\n        d\n\n    e\nf\n", `> [!note]
> a
>
> > [!tabs]
> > > [!tab] T
> > > b
> > >
> > > > [!tip]- U
> > > > c
> >
> > > [!tab] V
> > > d
>
> e

f
`},
		{"groups of tabs", "mkdocs", "=== \"A\"\n    a\n===! \"B\"\n    b\n=== \"C\"\n\n    c\n\nd\n=== \"E\"\n    e\n", `> [!tabs]
> > [!tab] A
> > a

> [!tabs]
> > [!tab] B
> > b
>
> > [!tab] C
> > c

d

> [!tabs]
> > [!tab] E
> > e
`},
		{"references after tabs", "mkdocs", "Use [a][a].\n\n=== \"T\"\n\n    - b [c]\n\n    [c]: https://e.org/c\n  [a]: https://e.org/a\n", `Use [a][a].

> [!tabs]
> > [!tab] T
> > - b [c]
> >
> > [c]: https://e.org/c

  [a]: https://e.org/a
`},
		{"in lists", "mkdocs", "- a\n\n    !!! note\n        b\n\n    - c\n\n        === \"T\"\n            d\n\n- e\n", `- a

  > [!note]
  > b

  - c

    > [!tabs]
    > > [!tab] T
    > > d

- e
`},
		{"code by its indentation", "mkdocs", "a\n\n    !!! note\n        b\n\n<!--\n!!! note\n    c\n-->\n", `a

    !!! note
        b

<!--
!!! note
    c
-->
`},
		{"Markdown in HTML", "mkdocs", "<div class=\"grid\" markdown>\n- a\n<p>b</p>\n</div>\n<div>\n**c**\n</div>\n", `<div class="grid">

- a
<p>b</p>

</div>

<div>
**c**
</div>
`},
		{"indented by tabs", "mkdocs", "!!! note\n\ta\n\n\t\tb\n", `> [!note]
> a
>
>     b
`},
	} {
		if diff := cmp.Diff(tt.want, text(dialect(t, tt.tool), tt.in)); diff != "" {
			t.Errorf("%s, %s (-want +got):\n%s", tt.tool, tt.name, diff)
		}
	}
}

// everything configures the extensions of MkDocs.
const everything = "plugins: [macros, blog, tags]\ntheme: {custom_dir: o}\nmarkdown_extensions: [extra, codehilite, mdx_include, " +
	"markdown_include_variants, pymdownx.snippets, pymdownx.emoji, pymdownx.mark, pymdownx.caret, pymdownx.tilde, " +
	"pymdownx.critic, pymdownx.keys, pymdownx.inlinehilite, pymdownx.smartsymbols, " +
	"wikilinks, pymdownx.fancylists, pymdownx.blocks.html, pymdownx.blocks.caption, pymdownx.escapeall, pymdownx.progressbar, pymdownx.arithmatex, " +
	"pymdownx.magiclink: {repo_url_shorthand: true, social_url_shorthand: true, user: a, repo: b}]\n"

// TestHostile: for a construct that starts many times and never ends, the time is linear in the size of the text.
func TestHostile(t *testing.T) {
	for _, part := range []string{
		"<a b={", "<a b='", "<A b={\"", "<A b={`", "<A\n", "<A>", "</A>", "<Tabs>\n", "</Tabs>\n", "<div>", "{", "{'", "{\\'", "{`", "{/*",
		"{/* x */ ", "<!--", "`", "``a`", "$a", "$$a\n\n", ":::note\n", ":::\n", "/// note\n", "!!! note\n", "=== \"a\"\n", "- ", "> ", "- a\n",
		"    ", "export const a = {\n\n", "import {\n", "<A b={<c d={", "{a ", "{[1].map(a => <A/>)}", "<Tabs>\n</TabItem>\n", ":::a\n<Tabs>\n:::\n", "|{a}<B/>",
		"*[a]: b\n", "*[ab c]: d\nab ab c ", "a (1)\n{ .annotate }\n1. b\n", "--8<-- \"x\"\n", "--8<--\n", "{{ ", "{{ a }}", "{% a",
		"{% raw %}", "{% comment %}", "{% highlight a %}\n", "{% endraw %}{% raw %}", "%%", "%%a%% ", ":material-", ":a-b:", "++a", "{ .a",
		"![a](b#only-", "~~~ title=", "{!a!}\n", "{* a ln[1] *}\n", "[^a] ",
		"<!--@include: x-->\n", "<!--@include: ", "<<< x\n", "<<< x{1 ", "::: code-group\n", "```js\n// [!code hl:9999999]\n", "// [!code ++] ",
		"<Badge text=\"a\">", "<span v-pre>", "::: v-pre\n", "](", "[a](b", "::::::::", "<script>\n", "# a {#", "# {{ a }} <B>\n", "{{ a.b.c }}", "`{{ a }}` ", "```js-vue\n{{ a }}\n", "~a~", "<A />\n",
		"<script>\nconst a = 'b'\n</script>\n{{ a }}\n", "<script>\nimport A from './a.md'\n", "# <Badge/>\n", "a {.b c=",
		"{% for a %}", "<div>\n{{ 'a' | markdownify }}\n", "<ul>\n</div>\n{% highlight a %}\nb\n{% endhighlight %}\n",
		"{% for a %}{% endfor %}", "{# ", "{++", "{>>a\n", "{==a\n==}",
		":man_", "a { .b }|", "~~~ {.annotate}\na # (1)!", "# (1)! ", "<!-- material/tags ", ":material-rocket:",
		"{::comment}", "{:", "a){:", "$$a$$ b ", "<p markdown=1>\n", "{: #a}\n",
		"![a](b){:", "| a |\n", "|-\n", "$$\n</", "> <A>", "- </A>", "{%}", "{#}",
		"a==b ==c ", "^^^a ", "^a^^b", "~~~a", "~a ", "**(a)b ", "*(a", "\\(a", "](a(", "[a](b)", "https://a.b/ ", "`a``", "{--a\n\n",
		"{--\n\n", "\\", "$a$1", "++\"a", "|a==\n",
		"<div>\n\n    a\n", "<div>\n</ul>\n", "<p markdown=1>", "<b markdown=0>a</b>", "a | b\n- | -\n", "a | `b|c\n",
		"a~b~ ", "*[a]:\n", "a\n===\n{: #b}\n", "[[a#b]]", "[[#^a]]\n", "| `a|b` ", "{% include a %}",
		"{% assign a = \"b\" %}{{ a }}",
		"/// html | div\n", "/// html | a[b\n", "/// html | a[b=c]\nd\n///\n", "/// define\na\n\n- b\n///\n", "a\n/// caption\nb\n///\n",
		"a. b\n", "a. b\nA) c\n", "i) b\n\n", "#. a\n\n1. b\n\na. c\n\n", "a. b\n    i. c\n",
	} {
		for _, tool := range []string{"docusaurus", "mkdocs", "jekyll", "obsidian", "vitepress", "eleventy"} {
			read := func(size int) time.Duration {
				body := []byte(strings.Repeat(part, size/len(part)))
				start := cputime.Used()
				d := dialect(t, tool)
				if tool == "mkdocs" {
					d = dialect(t, tool, everything)
				}
				d.ReadText(&foreign.Page{Read: func(string) ([]byte, bool) { return nil, false }}, body)
				return cputime.Used() - start
			}
			// a quarter of the text takes a quarter of the time, and a sixteenth if each part looks at all others
			if took := read(200_000); took > 100*time.Millisecond {
				less, most := read(50_000), cputime.Limit(5*time.Second)
				for n := 0; n < 3 && took > 9*less; n++ { // a collection of garbage may be in the time, but less in a long one
					runtime.GC()
					less = read(200_000)
					runtime.GC()
					took, most = read(800_000), cputime.Limit(20*time.Second)
				}
				if took > 9*less || took > most {
					t.Errorf("%s: %q takes %v, and a quarter of it %v", tool, part, took, less)
				}
			}
		}
	}
}

// Extensions of Python-Markdown change texts only if they are configured, and syntax that only MkDocs supports is
// removed.
func TestExtensions(t *testing.T) {
	all := "markdown_extensions: [pymdownx.mark, pymdownx.caret, pymdownx.tilde, pymdownx.critic, pymdownx.keys, " +
		"pymdownx.inlinehilite, pymdownx.arithmatex]\n"
	for _, tt := range []struct{ config, in, want string }{
		{all, "==a b== ^^c^^ x^2^ H~2~O ~~d~~ [^1] a == b `==c==`\n", "<mark>a b</mark> <ins>c</ins> x<sup>2</sup> H<sub>2</sub>O <del>d</del> [^1] a == b `==c==`\n"},
		{all, "++ctrl+page-up++ C++ {++a++} {--b--}{>>c<<} {~~d~>e~~} `#!py f()`\n", "<kbd>Ctrl</kbd>+<kbd>Page Up</kbd> C++ <ins>a</ins> <del>b</del>  <del>d</del><ins>e</ins> `f()`\n"},
		{all, "==a `c`\nb== ^^^d^ e^^ ~~f ~g~~~ x^a^^b^ 1==2 and 3==4 \\==h\\==\n", "<mark>a `c`\nb</mark> <ins><sup>d</sup> e</ins> <del>f <sub>g</sub></del> x<sup>a</sup><sup>b</sup> 1==2 and 3==4 &#61;=h&#61;=\n"},
		{all, "$x$ ==a== [b](c==d==e) ==https://e.alt/== <b title=\"==g==\">\n", "$x$ <mark>a</mark> [b](c==d==e) <mark>https://e.alt/</mark> <b title=\"==g==\">\n"},
		{all, "**a:**b **\"c\"**d x**(e)** *(f)*g **h** i*j*\n", "<strong>a:</strong>b <strong>\"c\"</strong>d x<strong>(e)</strong> <em>(f)</em>g **h** i*j*\n"},
		{all, "| a | b |\n|---|---|\n| ==c | d== |\n| x^2 | y^ |\n", "| a | b |\n|---|---|\n| ==c | d== |\n| x^2 | y^ |\n"},
		{all, "++none++ ++num0++ ++\"<b>\"++ ++ctrl+\"My Key\"++\n", "++none++ <kbd>Num 0</kbd> <kbd>&#60;b&#62;</kbd> <kbd>Ctrl</kbd>+<kbd>My Key</kbd>\n"},
		{all, "`#!c++ int x` `#!shell-session $ y`\n\n<script>\nif (a ==b && c== d)\n</script>\n", "`int x` `$ y`\n\n<script>\nif (a ==b && c== d)\n</script>\n"},
		{all, "{--\n\na\n\n--}\n\n- b {++c\n\n- d++} {~~e\n\nf~>g\n\nh~~}\n", "<del>\n\na\n\n</del>\n\n- b c\n\n- d \n\ng\n\nh\n"},
		{"markdown_extensions: [pymdownx.critic: {mode: accept}]\n", "a{++b++}{--c\nc--}{~~d~>e~~}{>>f\ng<<}\nh\n", "ab\ne \n\nh\n"},
		{"markdown_extensions: [pymdownx.critic: {mode: reject}]\n", "a{++b++}{--c--}{~~d~>e~~}\n", "acd\n"},
		{"markdown_extensions: [pymdownx.smartsymbols]\n", "(c) (C) \\(c\\) a-->b --> <!-- c --> <-- ---> http://e.alt/1/2 [a](b(c)) 1/2\n", "© (C) \\(c\\) a→b → <!-- c --> ← ---> http://e.alt/1/2 [a](b(c)) ½\n"},
		{all, "\U000F0000 ==\U000F0001== `\U000F0002` <b title=\"\U000F0000\"> [a](\U0010FFFF) x^\U000F0003^\n", "\U000F0000 <mark>\U000F0001</mark> `\U000F0002` <b title=\"\U000F0000\"> [a](\U0010FFFF) x<sup>\U000F0003</sup>\n"},
		{all, "$a^2+b^2$\n\n$$\nx^2+y^2 ==a==\n$$\n\nx^2^\n", "$a^2+b^2$\n\n$$\nx^2+y^2 ==a==\n$$\n\nx<sup>2</sup>\n"},
		{"markdown_extensions: [pymdownx.keys: {key_map: {my_key: Mine, _x: It}}]\n", "++my_key++ ++ctrl+_x++ a ++camel_case++ b\n", "<kbd>Mine</kbd> <kbd>Ctrl</kbd>+<kbd>It</kbd> a ++camel_case++ b\n"},
		{"markdown_extensions: [md_in_html]\n", "<div>\n<figure markdown>\n    <img src=\"a.png\">\n</figure>\n</div>\n\n```html\n<div>\n<p markdown=\"span\">\n</div>\n```\n\n<div markdown>\n<p markdown>*b*</p>\n</div>\n", "<div>\n<figure>\n    <img src=\"a.png\">\n</figure>\n</div>\n\n```html\n<div>\n<p markdown=\"span\">\n</div>\n```\n\n<div>\n\n<p><em>b</em></p>\n\n</div>\n"},
		{"", "==a== H~2~O ++a++\n", "==a== H\\~2\\~O ++a++\n"},
		{"", "::: note\n    a\n:::\n", "::: note\n    a\n:::\n"},
		{"plugins: [mkdocstrings]\n", "[TOC]\n\n--8<-- \"a.md\"\n\n*[HTML]: Hyper\n\na :material-none: `:material-x:`\n\n::: a.b\n    options:\n      c: d\n\ne\n", "\n\n\n\n\na `:material-x:`\n\n\n\n\n\ne\n"},
	} {
		if diff := cmp.Diff(tt.want, text(dialect(t, "mkdocs", tt.config), tt.in)); diff != "" {
			t.Errorf("%s %q (-want +got):\n%s", tt.config, tt.in, diff)
		}
	}
	names := ""
	for _, p := range lost(dialect(t, "mkdocs", "plugins: [mkdocstrings]\n"), "a :octicons-x: :simple-y:\n\n*[A]: a\n*[B]: b\n\n::: a.b\n") {
		names += p.Name + ": " + p.Message + "\n"
	}
	want := "emoji: an icon is left out (2 times)\nmkdocstrings: documentation from source code is left out\n"
	if names != want {
		t.Error(names)
	}
}
