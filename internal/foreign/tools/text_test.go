package tools

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

func TestText(t *testing.T) {
	for _, tt := range []struct{ name, tool, in, want string }{
		{"braces in a title", "plain", "```yaml title=\"{{ a }}/{b}.yml\" {2}\nx\n```\n", "```yaml {hl_lines=\"2\" title=\"{{ a }}/{b}.yml\"}\nx\n```\n"},
		{"marked lines", "plain", "```js {1,3-4}\nx\n```\n", "```js {hl_lines=\"1 3-4\"}\nx\n```\n"},
		{"a title and words without a meaning", "mkdocs", "~~~py title=\"a b\" linenums=\"2\" live foo\n```js {1}\n~~~\n", "~~~py {title=\"a b\" linenos=true linenostart=\"2\"}\n```js {1}\n~~~\n"},
		{"options of knitr", "plain", "```{r, echo=FALSE}\nx\n```", "```r\nx\n```"},
		{"attributes of sitegen", "plain", "> ```go {.x title=\"a\"}\n> x\n> ```", "> ```go {.x title=\"a\"}\n> x\n> ```"},
		{"nothing to change", "plain", "`{1}` text\n```\nx\n```\n```sh\ny\n```\n", "`{1}` text\n```\nx\n```\n```sh\ny\n```\n"},

		{"comments", "obsidian", "a %%b%% c\n%%\nhidden `x`\n```\n%% d\nend `%%` %%secret%%\n", "a  c\n\n\n\n d\nend `%%`\n"},
		{"a comment that never ends", "obsidian", "a\n%% b\nc\n", "a\n\n\n"},
		{"comments and code", "obsidian", "```\n%% code %%\n```\n", "```\n%% code %%\n```\n"},
		{"the name of a callout", "obsidian", "> [!hint] T\n> x\n^id\n", "> [!hint] T\n> x\n\n^id\n"},
		{"callouts of a plugin", "obsidian", "```ad-tip\ntitle: A *title*\ncollapse: open\n\n- x\n```\nAfter\n\n> ~~~ad-note\n> y\n> ~~~\n> z\n", "> [!tip]+ A *title*\n>\n> - x\n\n\n\nAfter\n\n> > [!note]\n> > y\n>\n> z\n"},
		{"queries and callouts in callouts of a plugin", "obsidian", "`````ad-info\nx\n```dataview\nLIST\n```\n````ad-tip\n```js-engine\ny\n```\nz\n````\n`````\n", "> [!info]\n> x\n> > [!tip]\n> > z\n>\n\n"},
		{"callouts of an unknown kind", "obsidian", "> [!multi word|x]+\n> y\n\n> [!żart]\n", "> [!note]+ Multi word\n> y\n\n> [!note] Żart\n"},
		{"values of Dataview", "obsidian", "rating:: 5\n- **due date**:: x\n- [ ] a [p:: [[B]]] (q:: hidden [x](y)) [r:: [x](y) z] `[c:: d]` std::x [e](::f)\nend::\n", "rating: 5\n- **due date**: x\n- [ ] a p: [[B]] hidden [x](y) r: [x](y) z `[c:: d]` std::x [e](::f)\nend:\n"},
		{"queries in a line", "obsidian", "`= [[A]].x` `=date(today)` `= dv.x` `= 1` `date(x)`\n", "`= 1` `date(x)`\n"},
		{"what is left out in front of text", "obsidian", "![[A.base]] [[B.canvas]] ![[C.base]] ![[D.base]] text\n", "text\n"},
		{"variables of templates", "obsidian", "<% tp.date.now() %> a {{title}} {{date:YYYY}} {{other}} `{{title}}`\n", "a {{other}} `{{title}}`\n"},
		{"blocks of plugins", "obsidian", "```meta-bind-button\nlabel: x\n```\n- a\n  ```toc\n  ```\n```kotlin\nb\n```\n", "\n\n\n- a\n```kotlin\nb\n```\n"},
		{"footnotes with code", "obsidian", "a ^[b `]` [c](d)] `^[e]` ^[f\n", "a [^inline-1] `^[e]` ^[f\n\n\n[^inline-1]: b `]` [c](d)"},
		{"pictures with sizes", "obsidian", "![100](a%20b.png) ![x|9x8](<a b.png>) ![x|9](https://e.alt/a_(b).png \"T\") ![x](a.png)\n", "![[a b.png||100]] ![[a b.png|x|9x8]] <img src=\"https://e.alt/a_(b).png\" alt=\"x\" width=\"9\" title=\"T\"> ![x](a.png)\n"},
		{"the name of a table in a callout", "obsidian", "> [!hint] T\n> | a |\n> |---|\n> ^id\n> x\n> ^y\n", "> [!hint] T\n> | a |\n> |---|\n> \n> ^id\n> x\n> ^y\n"},
		{"links that only work on one device", "obsidian", "[a [b]](obsidian://open?vault=v&file=c%20d) <obsidian://open?vault=v&file=e> [f](<file:///C:/g h> \"t\") ![i](file:///j.png) <file:///k> `[l](file:///m)` [n](https://o.alt/file://p)\n", "[[c d|a [b]]] [[e|e]] f   `[l](file:///m)` [n](https://o.alt/file://p)\n"},
		{"queries in lists and in code", "obsidian", "- ```tasks\n  x\n  ```\n- ```toc\n  ```\n  y\n\n````md\n```query\nz\n```\n````\n1. ```ad-tip\n   a\n   ```\n\n```cardlink\nurl: u\n```\n", "\n\n\n\n\n- y\n\n````md\n```query\nz\n```\n````\n1. > [!tip]\n   > a\n\n\n"},
		{"names of blocks", "obsidian", "A line. ^abc-1\n", "A line. ^abc-1\n"},

		{"notes", "mkdocs", "!!! note \"A *title*\"\n    One\n\n    ```py\n    x\n    ```\n\nAfter\n", "> [!note] A *title*\n> One\n>\n> ```py\n> x\n> ```\n\nAfter\n"},
		{"folded and nested notes", "mkdocs", "??? tip\n    a\n\n    !!! danger \"\"\n        b\n???+ info inline end\n    c\n", "> [!tip]-\n> a\n>\n> > [!danger] \u200b\n> > b\n\n<div style=\"float: inline-end; clear: inline-end; box-sizing: border-box; width: clamp(45%, (38rem - 100%) * 99, 100%); padding-inline-start: 1rem\">\n\n> [!info]+\n> c\n\n</div>\n"},
		{"a note without a text", "mkdocs", "!!! warning\n\nText\n", "> [!warning]\n\nText\n"},
		{"tabs", "mkdocs", "=== \"C\"\n\n    ``` c\n    x\n    ```\n\n=== \"C++\"\n\n    y\n\nText\n", "> [!tabs]\n> > [!tab] C\n> > ```c\n> > x\n> > ```\n>\n> > [!tab] C++\n> >\n> > y\n\nText\n"},
		{"an admonition in a quote", "mkdocs", "> !!! note\n>     a\n>\n>     - b\n>\n> c\n", "> > [!note]\n> > a\n> >\n> > - b\n\n> c\n"},
		{"a heading that is the first block", "mkdocs", "=== \"A\"\n\n    B\n    ---\n\n=== \"D\"\n    E\n    :   F\n\n!!! note\n    C\n    ===\n", "> [!tabs]\n> > [!tab] A\n> >\n> > B\n> > ---\n>\n> > [!tab] D\n> >\n> > E\n> > :   F\n\n> [!note]\n>\n> C\n> ===\n"},
		{"attributes in headings", "mkdocs", "## [b](x){ .y } c {: #d e=f } ##\n\n- i\n\n    ### G { #h }\n\n> ### J { #k }\n", "## [b](x){class=\"y\"} c {id=\"d\" e=\"f\"}\n\n- i\n\n  ### G {id=\"h\"}\n\n> ### J {id=\"k\"}\n"},
		{"abbreviations in quotes", "mkdocs", "> The HTML.\n>\n> *[HTML]: Text\n", "> The <abbr title=\"Text\">HTML</abbr>.\n>\n>\n"},
		{"blocks", "mkdocs", "/// note | A *title*\n    type: x\n\nOne\n\n```\n///\n```\n///\n\n//// tab | A\na\n/// tip\nb\n///\n////\n\n//// tab | B\nc\n////\n\nText\n", "> [!note] A *title*\n>\n>\n> One\n>\n> ```\n> ///\n> ```\n\n\n> [!tabs]\n> > [!tab] A\n> > a\n> >\n> > > [!tip]\n> > > b\n>\n> > [!tab] B\n> > c\n\n\nText\n"},
		{"folded blocks and others", "mkdocs", "/// details | T\n    open: true\n    type: warning\n\nOne\n///\n/// html | div\nTwo\n///\n/// left open\n/// note\n", "> [!warning]+ T\n>\n>\n>\n> One\n\n<div>\n\nTwo\n\n</div>\n\n/// left open\n\n> [!note]\n"},
		{"a block that never ends", "mkdocs", "- a\n\n    /// note | T\n    x\n\nb\n\n//// tip\n/// html | div\nc\n///\nd\n", "- a\n\n  > [!note] T\n  > x\n\nb\n\n> [!tip]\n> <div>\n>\n> c\n>\n> </div>\n>\n> d\n"},
		{"a formula is not an attribute list", "mkdocs", "$$\n\\sum_{k=0}^n x_{i=1} *a*{ .b }\n$$\n", "\\$\\$\n\\sum_{k=0}^n x_{i=1} *a*{class=\"b\"}\n\\$\\$\n"},
		{"attribute lists", "mkdocs", "# A {#b .c}\n[x](y){ .md-button } `a`{.py} `{ .a }` ![p](q){width=\"30\" align=left}.\n{: .c }\nText {.d} {e} {{ .f }}\n", "# A {id=\"b\" class=\"c\"}\n[x](y){class=\"md-button\" style=\"display: inline-block; padding: .5em 1.5em; border: 2px solid var(--sg-accent); border-radius: var(--sg-radius); font-weight: 700; text-decoration: none\"} `a`{class=\"py\"} `{ .a }` <img src=\"q\" alt=\"p\" width=\"30\" style=\"float: left; margin-inline-end: 1rem\">.\n\nText {.d} {e} {{ .f }}\n"},
		{"attributes without a value", "mkdocs", "[a](b.txt){ download } [c](d.md \"T\"){ data-preview .e } `f`{ g } h {i} (j){k} $\\sqrt[3]{x}$\n\n## L { hidden }\n", "[a](b.txt){download=\"download\"} [c](d.md \"T\"){class=\"e\" data-preview=\"data-preview\"} `f`{g=\"g\"} h {i} (j){k} $\\sqrt[3]{x}$\n\n## L {hidden=\"hidden\"}\n"},
		{"tabs in a list", "mkdocs", "1. a\n\n    === \"B\"\n        c\n", "1. a\n\n   > [!tabs]\n   > > [!tab] B\n   > > c\n"},
		{"attributes of cells", "mkdocs", "A { .b } | `C` {: #d }\n---|---\n**e** { .f } | g {.h} i\n\nText { .l }\n", "A {class=\"b\"} | `C` {id=\"d\"}\n---|---\n**e** {class=\"f\"} | g {.h} i\n\nText\n"},
		{"levels of captions", "mkdocs", "a\n\n/// figure-caption\nb\n///\n\nc\n\n/// figure-caption | ^1\nd\n///\n\ne\n\n/// figure-caption | < 4.2\nf\n///\n", "<figure>\n\na\n\n<figcaption id=\"__figure-caption_1\">\n\n**Figure 1.** b\n\n</figcaption>\n\n</figure>\n\n<figure>\n\nc\n\n<figcaption id=\"__figure-caption_1_1\">\n\n**Figure 1.1.** d\n\n</figcaption>\n\n</figure>\n\n<figure>\n\n<figcaption id=\"__figure-caption_4_2\">\n\n**Figure 4.2.** f\n\n</figcaption>\n\ne\n\n</figure>\n"},
		{"images in lines", "mkdocs", "![a](b.png){ width=9 .c }\n![d](e.png){ width=9 loading=lazy }\n\n![f](g.png){ width=9 .h }\n", "&#32;<img src=\"b.png\" alt=\"a\" width=\"9\" class=\"c\">\n&#32;<img src=\"e.png\" alt=\"d\" width=\"9\" loading=\"lazy\">\n\n{{< figure src=`g.png` alt=`f` width=\"9\" class=\"h\" >}}\n"},
		{"elements in a note, with their text in the same line", "mkdocs", "!!! note\n    <h3 markdown id=\"own\">Head *em*</h3>\n\n    <dl markdown>\n    <dt markdown>Term</dt>\n    </dl>\n\nAfter\n", "> [!note]\n> ### Head *em* {id=\"own\"}\n>\n> <dl>\n>\n> <dt>Term</dt>\n>\n> </dl>\n\nAfter\n"},
		{"attributes of nothing", "mkdocs", "---\n{ .a #b }\n\n{ .c }\n\nText\n", "---\n<a id=\"b\"></a>\n\n\n\nText\n"},
		{"attributes of the first paragraph", "mkdocs", "!!! note\n    Text\n    { .c }\n", "> [!note]\n>\n> Text\n> {class=\"c\"}\n"},
		{"notes below each other in a quote", "mkdocs", "> !!! tip\n>     a\n> !!! note\n>     b\n", "> > [!tip]\n> > a\n>\n> > [!note]\n> > b\n"},
		{"a rule behind an element in a list", "mkdocs", "- a\n\n    <section markdown>\n    b\n    </section><hr>\n\n- c\n", "- a\n\n  <section>\n\n  b\n\n  </section>\n\n  <hr>\n\n- c\n"},
		{"code of a footnote in a list", "mkdocs", "- a[^b]\n\n    [^b]: c\n\n            d\n", "- a[^b]\n\n  [^b]: c\n\n          d\n"},
		{"text below an element in a list", "mkdocs", "1.  a\n\n    <div>b</div>\n    *c*\n", "1.  a\n\n    <div>b</div>\n\n    *c*\n"},
		{"a formula in the middle of a text in a list", "mkdocs", "- a\n    <math>\n    <mi>b</mi>\n    </math>\n    c\n", "- a\n  <math>\n  <mi>b</mi>\n  </math>\n  c\n"},
		{"attributes of a table and a heading in a quote", "mkdocs", "> a | b\n> --|--\n> c | d\n> { #e }\n>\n> f { #g }\n> ---\n", "> a | b\n> --|--\n> c | d<a id=\"e\"></a>\n>\n>\n> f {id=\"g\"}\n> ---\n"},
		{"a row of signs", "mkdocs", "Title\n===\n\n!!!\n", "Title\n===\n\n> [!note]\n"},

		{"containers", "docusaurus", ":::tip[A *title*]\n\na\n\n:::\n\n::::danger Take care\n:::note\nb\n:::\n::::\n:::open\n", "> [!tip] A *title*\n>\n> a\n\n\n\n> [!danger] Take care\n> > [!note]\n> > b\n\n"},
		{"scripts", "docusaurus", "import A from './a';\nimport {\n  B,\n} from 'b';\n\n# T\n\nimport this is text\nexport const x = 1;\n\n{/* no */}See [x](./x.mdx#y) <A b=\"c\">d</A> `<A>`\n", "\n\n\n\n\n# T\n\nimport this is text\nexport const x = 1;\n\nSee [x](./x.md#y) d `<A>`\n"},
		{"elements that end at once", "docusaurus", "<iframe src=\"a\" />\n\nx <a id=\"b\" /> <br/> <svg><path strokeWidth={2} /></svg>\n\n<div className=\"c\" />\n", "<iframe src=\"a\"></iframe>\n\nx <a id=\"b\"></a> <br /> <svg><path stroke-width=\"2\"></path></svg>\n\n<div class=\"c\"></div>\n"},
		{"paths with spaces", "docusaurus", "[a](<b c.md>) <img src={require('./d e.png').default} alt=\"f\" />\n\n[g]: <b c.md> \"h\"\n", "[a](<b c.md>) ![f](<./d e.png>)\n\n[g]: <b c.md> \"h\"\n"},
		{"HTML that is set", "docusaurus", "<div dangerouslySetInnerHTML={{__html: '<b>x</b>\\n'}} />\n\n<p dangerouslySetInnerHTML={{__html: y}} />\n", "<div><b>x</b></div>\n\n<p></p>\n"},
		{"Markdown below HTML", "docusaurus", "<p>a</p>\n## B\n<img src=\"https://c.alt/\" />\n```\nd\n```\n\n- <p>e</p>\n- <p>f</p>\n  - g\n\n> <p>h</p>\n> - i\n", "<p>a</p>\n\n## B\n<img src=\"https://c.alt/\" />\n\n```\nd\n```\n\n- <p>e</p>\n- <p>f</p>\n\n  - g\n\n> <p>h</p>\n> - i\n"},
		{"text in HTML that Markdown changes", "docusaurus", "<div>\na :smile: b@c.alt\n</div>\n", "<div>\n\na :smile: b@c.alt\n\n</div>\n"},
		{"first line of a container", "docusaurus", ":::tip\n---\n:::\n\n:::tip\n3. a\n:::\n\n:::tip\nexport const b = 1;\n\nc\n:::\n", "> [!tip]\n>\n> ---\n\n> [!tip]\n>\n> 3. a\n\n> [!tip]\n>\n>\n> c\n"},
		{"components in a table", "docusaurus", "| a |\n|---|\n| <Tabs><TabItem value=\"b\">c *d*</TabItem></Tabs> |\n", "| a |\n|---|\n| c *d* |\n"},
		{"components with other names", "docusaurus", "import Note from '@theme/Admonition'; import {A as B} from './a'\nimport * as C from '@theme/Tabs'\n\n<Note type=\"tip\">x</Note>\n", "\n\n\n> [!tip]\n> x\n"},
		{"components for tabs", "docusaurus", "<Tabs groupId=\"os\">\n<TabItem value=\"m\" label=\"macOS\">\n\nx\n\n</TabItem>\n</Tabs>\n", "> [!tabs] os\n> > [!tab] macOS\n> >\n> > x\n\n"},
		{"a part in a label", "docusaurus", "import P from './_p.md'\n\n[a [b] <P/>](/c) ![<P/>](d.png) [e <P/>\nf][g] \\[h <P/>](/i)\n", "\n\n[a [b] ](/c) ![](d.png) [e \nf][g] \\[h \n](/i)\n"},
		{"Markdown in HTML on a line", "docusaurus", "<summary>a [`b`](/c) **d `e`**</summary>\n\n- <p>[f](/g) <b>h</b> `<i>`</p>\n1. <p>*j*</p>\n", "<summary>a <a href=\"/c\"><code>b</code></a> <strong>d <code>e</code></strong></summary>\n\n- <p><a href=\"/g\">f</a> <b>h</b> <code>&lt;i&gt;</code></p>\n1. <p><em>j</em></p>\n"},

		{"highlighted code", "jekyll", "{% highlight ruby linenos %}\nx {{ site.theme }}\n{% endhighlight %}\n", "```ruby {linenos=true}\nx minima\n```\n"},
		{"links in HTML", "jekyll", "<img src=\"{{ site.baseurl }}/a.png\"> <a href='{{ site.url }}{{site.baseurl}}/'>a</a> <a href=\"{{ 'about/' | relative_url }}\" style=\"background: url({{ '/b.png' | absolute_url }})\">\n", "<img src=\"/a.png\"> <a href='/'>a</a> <a href=\"/about/\" style=\"background: url(/b.png)\">\n"},
		{"links", "jekyll", "[a]({{ site.baseurl }}{% link _posts/2020-01-02-a.md %}) [b]({% post_url 2020-01-02-b %}) ![c]({{ \"/c.png\" | relative_url }}) {{ site.url }}/d\n", "[a](/posts/2020-01-02-a.md) [b](/posts/2020-01-02-b.md) ![c](/c.png) /d\n"},
		{"comments of Liquid", "jekyll", "a{% comment %} b\nc\n{%- endcomment -%}d\n{: .note }\n{% raw %}{{ e }}{% endraw %}\n", "ad\n\n{{ e }}\n"},
		{"kramdown", "jekyll", "a $$x$$ [b](c){:target=\"_blank\"} **d**{:.e #f} `{:.g}`{:.h}\n\n$$\ny\n$$\n\n## H\n{: #id .x}\n\n* toc\n{:toc}\n\np\n{: #q}\n^\n{::comment}\nsecret\n{:/comment}z{::comment}s{:/}{::nomarkdown}<b>{:/}\n", "a \\(x\\) [b](c) **d**<a id=\"f\"></a> `{:.g}`\n\n$$\ny\n$$\n\n## H {#id}\n\n\n\n\n\np\n<a id=\"q\"></a>\n\n<!-- -->\n\n\nz<b>\n"},
		{"gists", "jekyll", "{% gist ab/12 x.rb %} {% gist \"34\" %}{% gist a b/c %}\n", "<script src=\"https://gist.github.com/ab/12.js?file=x.rb\"></script> <script src=\"https://gist.github.com/34.js\"></script>\n"},
		{"emphasis next to punctuation", "jekyll", "a **（x）**b **x：**y *（z）*c **\"q\"**r `**s：**t` **u `v`：**w **a (b)** c ** d **e $f)*g)*h$ \\**i：**j\n", "a <strong>（x）</strong>b <strong>x：</strong>y <em>（z）</em>c <strong>\"q\"</strong>r `**s：**t` <strong>u `v`：</strong>w **a (b)** c ** d **e $f)*g)*h$ \\**i：**j\n"},
		{"backslashes of kramdown", "jekyll", "a\\;b \\/ `c\\,` $$d\\,e$$ \\*f\\*\n", "a\\\\;b \\\\/ `c\\,` \\(d\\,e\\) \\*f\\*\n"},
		{"tags with a prefix", "jekyll", "a<o:p></o:p> <v:i x=\"y\"/> `<o:p>` <http://b.alt> <mailto:c@d.alt> <e::f>\n\n<p>g</p>\n{:toc}\n", "a<o-p></o-p> <v-i x=\"y\"/> `<o:p>` <http://b.alt> [c@d.alt](mailto:c@d.alt) <e::f>\n\n<p>g</p>\n\n\n"},
		{"tables of contents above lists and in navigation", "jekyll", "- toc\n{:toc}\n\n- a\n\n<nav class=\"t\" markdown=\"1\">\n<header><h4>On</h4></header>\n*  Auto\n{:toc .m}\n</nav>\n\nb\n", "\n\n\n- a\n\n\n\n\n\n\n\nb\n"},
		{"headings of tables of contents", "jekyll", "# T\n{: .no_toc }\n\n## Contents\n{: .no_toc }\n\n1. TOC\n{:toc}\n\n---\n\n## O\n* toc\n{:toc}\n### S\n\n<details open markdown=\"block\">\n  <summary>\n    C\n  </summary>\n  {: .d }\n1. TOC\n{:toc}\n</details>\n\n* footnotes\n{:footnotes}\n", "# T\n\n\n\n\n\n\n\n\n---\n\n## O\n\n\n### S\n\n\n\n\n\n\n\n\n\n\n\n\n"},
		{"a tag over lines in HTML", "jekyll", "<div>\n\n  <a href=\"/a\"\n    class=\"b\"\n  >\n  c</a>\n\n</div>\n", "<div>\n&#32;\n  <a href=\"/a\"\n    class=\"b\"\n  >\n  c</a>\n&#32;\n</div>\n"},
		{"Markdown in HTML", "jekyll", "<aside markdown=\"1\" class=\"a\">\n[b](c)\n</aside>\n\n<div>\n*d*\n</div>\n", "<aside class=\"a\">\n\n[b](c)\n\n</aside>\n\n<div>\n*d*\n</div>\n"},
		{"text below elements in Markdown in HTML", "jekyll", "<details markdown=\"1\"><summary>a</summary>\n*b*\n</details>\n\n<section markdown=\"block\">\n<h2>c</h2> [d](e) <i>h</i>\n</section>\n\n<p>f</p>\n*g*\n", "<details>\n\n<summary>a</summary>\n\n*b*\n\n</details>\n\n<section>\n\n<h2>c</h2>\n\n [d](e) <i>h</i>\n\n</section>\n\n<p>f</p>\n\n*g*\n"},
		{"elements whose content is HTML, a paragraph, or a line", "jekyll", "<table markdown=\"1\">\n<tr><td>*a*</td></tr>\n</table>\n\n<p class=\"b\" markdown=\"1\">*c*</p>\n\n<h2 markdown=\"1\">*d*</h2>\n", "<table>\n<tr><td>*a*</td></tr>\n</table>\n\n<div class=\"b\">\n\n*c*\n\n</div>\n\n<h2><em>d</em></h2>\n"},
		{"images in a figure", "jekyll", "<figure markdown=\"1\">\n![a](b.png)\n![c](/d.png){: width=\"9\"}\n</figure>\n\n![e](f.png)\n", "<figure>\n\n&#32;![a](b.png)\n&#32;<img src=\"/d.png\" alt=\"c\" width=\"9\">\n\n</figure>\n\n![e](f.png)\n"},
		{"blocks in lists in quotes", "mkdocs", "a\n\n> - b\n>\n>     !!! note \"N\"\n>         c\n>\n>     D\n>     :   E\n> - f\n\ng\n", "a\n\n> - b\n>\n>   > [!note] N\n>   > c\n>\n>   D\n>   :   E\n> - f\n\ng\n"},
		{"nested annotations", "mkdocs", "A (1)\n{ .annotate }\n\n1.  B (1)\n    { .annotate }\n\n    1.  C\n\n        D\n\nE\n", "A [^annotation-1-1]\n\n\n[^annotation-1-1]: B [^annotation-2-1]\n\n\n    [^annotation-2-1]: C\n\n        D\n\nE\n"},
		{"expressions in code", "jekyll", "`{% raw %}{{ a }}{% endraw %}` \\{{ b }} {{ 'c' }}\n\n{% raw %}\n```\n{{ d }}\n```\n{% endraw %}\n", "`{{ a }}` \\ c\n\n\n```\n{{ d }}\n```\n\n"},
		{"notes with names of groups", "mkdocs", "!!! tab \"A\"\n    b\n\n!!! tabs\n    c\n", "> [!note] A\n> b\n\n> [!note] Tabs\n> c\n"},
		{"abbreviations in items", "mkdocs", "-   A HTML\n\n    *[HTML]: H\n", "-   A <abbr title=\"H\">HTML</abbr>\n\n\n"},
		{"abbreviations of kramdown", "jekyll", "The HTML [HTML](HTML) `HTML`.\n\n*[HTML]: Hyper \"Text\"\n", "The <abbr title=\"Hyper &#34;Text&#34;\">HTML</abbr> [<abbr title=\"Hyper &#34;Text&#34;\">HTML</abbr>](HTML) `HTML`.\n\n\n"},
		{"sizes of images", "jekyll", "![a](/a.png){: width=\"10\" height=\"5px\"}\n\n![b](b.png \"t\")\n{: .c width=\"10\"}\n\nx ![c](/c.png){:width=\"9\"} ![d](d.png){:width=\"8\"} ![e](e.png){:.x} `![f](f){:width=\"1\"}` ![g](g.png){: style='float:right'}\n", "{{< figure src=`/a.png` alt=`a` width=\"10\" height=\"5\" >}}\n\n{{< figure src=`b.png` alt=`b` caption=`t` width=\"10\" class=\"c\" >}}\n\n\nx <img src=\"/c.png\" alt=\"c\" width=\"9\"> <img src=\"d.png\" alt=\"d\" width=\"8\"> ![e](e.png) `![f](f){:width=\"1\"}` <img src=\"g.png\" alt=\"g\" style=\"float:right\">\n"},
		{"what only CommonMark reads", "jekyll", "4) a\n\nsee \\(b\\), `\\(c\\)` and \\\\(d\\\\)\n\n<script>\n/\\(x\\) ~y~/\n</script>\n", "4\\) a\n\nsee &#40;b&#41;, `\\(c\\)` and \\(d\\)\n\n<script>\n/\\(x\\) ~y~/\n</script>\n"},
		{"attribute lists in lists", "jekyll", "- {:.a} x\n- y {:.b}\n1. z\n{: #i}\n\n{:key => 1} and {:}\n", "- x\n- y\n  1. z\n<a id=\"i\"></a>\n\n\n{:key => 1} and {:}\n"},
		// these are from the tests of kramdown
		{"blocks that an attribute list or ^ ends", "jekyll", "* a\n{: .b}\n\n    c\n{: .d}\n\n    e\n\n* f\n^\n* g\n\nh\n{: .i}\n\nj\n", "* a\n\n\n<!-- -->\n\n    c\n\n\n<!-- -->\n\n    e\n\n* f\n<!-- -->\n* g\n\nh\n\n\nj\n"},
		{"attribute lists in items", "jekyll", "1. a\n\n   b\n   {: .c}\n2. d\n   * e\n   {: .f}\n\n   * g\n", "1. a\n\n   b\n\n2. d\n   * e\n\n\n   <!-- -->\n\n   * g\n"},
		{"what is for other formats", "jekyll", "a{::nomarkdown type=\"latex\"}\\b{c}{:/}d\n\n{::options e=\"{f: g\\}\" /}\n\n<mailto:a@b.alt> `<mailto:a@b.alt>`\n", "ad\n\n\n\n[a@b.alt](mailto:a@b.alt) `<mailto:a@b.alt>`\n"},
		{"indented definitions", "jekyll", "a\n: b\n\n : c\n\n* d\n\n   e\n   : f\n  g\n\n*  h\n\n  i\n  : j\n  k\n\nl\n: m\n  : n\n", "a\n: b\n\n: c\n\n* d\n\n   e\n  : f\n  g\n\n*  h\n\n  i\n: j\n  k\n\nl\n: m\n  : n\n"},
		// these are what jekyll 4.3 prints
		{"formulas over lines", "jekyll", "$$\\begin{align}\na \\\\\nb &= {: #c}\n\\end{align}$$\n\nd \\{:.e} *f*{:.g}\n", "$$\\begin{align}\na \\\\\nb &= {: #c}\n\\end{align}$$\n\nd \\{:.e} *f*\n"},
		{"attribute lists in front of text, and in quotes", "jekyll", "a\n{: #b}\nc\n\n> d\n> {: .e}\n> f\n", "a\n<a id=\"b\"></a>\n\nc\n\n> d\n> \n> f\n"},
		{"the list around a list with attributes", "jekyll", "1. a\n   - b\n     * c\n     {: #d}\n\n   - e\n", "1. a\n   - b\n     * c\n     <a id=\"d\"></a>\n\n     <!-- -->\n\n   - e\n"},
		{"text below a line", "jekyll", "<hr>\n*a*\n", "<hr>\n\n*a*\n"},
		{"tables in front of items, and with formulas", "jekyll", "- a\n\n  | b | c |\n  |===|===|\n  | d | e |\n- f\n\n$$g$$ | h\n", "- a\n\n  |  |  |\n  |---|---|\n  | b | c |\n  | d | e |\n- f\n\n|  |  |\n|---|---|\n| \\(g\\) | h |\n"},
		{"lists below items", "jekyll", "1. a\n  - b\n    c\n2. d\n", "1. a\n   - b\n     c\n2. d\n"},
		{"bullets of one list", "jekyll", "* a\n+ b\n\n  c\n- d\n", "* a\n* b\n\n  c\n* d\n"},
		{
			"numbers of lists", "jekyll", "10. a\n11. b\n\ntext\n\n{: start=\"4\"}\n1. c\n\ntext\n\n1. d\n2. e\n{: start=\"7\"}\n",
			"1.  a\n11. b\n\ntext\n\n\n4. c\n\ntext\n\n7. d\n2. e\n\n",
		},
		{"code below an item", "jekyll", "1. a\n  ```\n  b\n  ```\n2. c\n", "1. a\n   ```\n   b\n   ```\n2. c\n"},
		{"wide marks", "jekyll", "*       a\n\n        b\n", "* a\n\n  b\n"},
		{"no lists", "jekyll", "<pre>\n10. a\n</pre>\n\n* * *\n\n    10. b\n", "<pre>\n10. a\n</pre>\n\n* * *\n\n    10. b\n"},
		{"text below HTML", "jekyll", "<ul><li>*a*</li></ul>\n*b*\n\n<br/>\n*c*\n", "<ul><li>*a*</li></ul>\n\n*b*\n\n&#32;<br/>\n*c*\n"},
		{"HTML next to HTML", "jekyll", "<div>\na\n</div>\n<ul>\n\n    <li>b</li>\n</ul>\n", "<div>\na\n</div>\n\n<ul>\n&#32;\n    <li>b</li>\n</ul>\n"},
		{"tags over lines", "jekyll", "<div\n  class=\"a\"\n>\n\n    <p>b</p>\n</div>\n", "<div\n  class=\"a\"\n>\n&#32;\n    <p>b</p>\n</div>\n"},
		{"Markdown in HTML in HTML", "jekyll", "<div>\n\n    <div class=\"a\" markdown=\"1\">\n~~~go\nb\n~~~\n    </div>\n    <img src=\"c.png\">\n\n    <p>d</p>\n</div>\n", "<div>\n&#32;\n\n<div class=\"a\">\n\n~~~go\nb\n~~~\n\n</div>\n\n<img src=\"c.png\">\n&#32;\n    <p>d</p>\n</div>\n"},
		{"backticks in code of HTML", "jekyll", "a <code>``B``</code>\n\n## C <code>`D`</code>\n", "a <code>&#96;&#96;B&#96;&#96;</code>\n\n## C ``` `D` ```\n"},
		{"code in HTML", "jekyll", "a <code>*b*</code> *c*\n", "a <code>&#42;b&#42;</code> *c*\n"},
		{"a formula below a text", "jekyll", "a\n$$x$$\nb\n\n$$y$$\n", "a\n\\(x\\)\nb\n\n$$y$$\n"},
		{"tables without a head", "jekyll", "| a | b |\n| c | d |\n\n|---\n| H | I |\n|:-|:-:\n| x | y\n|===\n| f | g\n\ntext\n| no | table |\n", "|  |  |\n|---|---|\n| a | b |\n| c | d |\n\n| H | I |\n|:---|:---:|\n| x | y |\n| f | g |\n\n\n\ntext\n| no | table |\n"},
		{"tables without a bar at the end", "jekyll", "- x\n\n  | a | b\n  | c\n\ny\n\n**a** | `b|c` | <code>d|e</code>\n|--\nf | | \\|\n\n| Name  | Text |\n|:------|------|\n| `a`   |      |\n\n|a|`b`\n{: #t}\n\nnot `a|b` <i>c|d</i>\n", "- x\n\n  |  |  |\n  |---|---|\n  | a | b |\n  | c |  |\n\ny\n\n| **a** | `b\\|c` | <code>d&#124;e</code> |\n|---|---|---|\n| f |  | \\| |\n\n| Name  | Text |\n|:------|------|\n| `a`   |      |\n\n|  |  |\n|---|---|\n| a | `b`<a id=\"t\"></a> |\n\n\nnot `a|b` <i>c|d</i>\n"},
		{"text below an element", "jekyll", "<noscript>\n<p>a</p>\n</noscript>\n*b*\n\n<h2>c</h2>\n*d*\n", "<noscript>\n<p>a</p>\n</noscript>\n\n*b*\n\n<h2>c</h2>\n\n*d*\n"},
		{"spaces in links", "jekyll", "[a](b c.pdf) ![d](e (f) g.png \"h\") [i](<j k>) [l](m) `[n](o p)` [q][r]\n\n[r]: s t.pdf 'u'\n[v]: https://w.alt/x)  \n[y]: z \n", "[a](<b c.pdf>) ![d](<e (f) g.png> \"h\") [i](<j k>) [l](m) `[n](o p)` [q][r]\n\n[r]: <s t.pdf> 'u'\n[v]: <https://w.alt/x)>\n[y]: z \n"},
		{"comments and their ends", "jekyll", "a\n\n{::comment}\nb {:/} c {:/comment} d\n{:/comment}\n\ne {::comment}f{:/} g {::comment/} h\n", "a\n\n\n\n\n\ne  g  h\n"},
		{"formulas in HTML", "jekyll", "<div>\n$$\na\n$$\n</div>\n\nb \\\\( c \\\\) `\\\\(d\\\\)`\n", "<div>\n\n$$\na\n$$\n\n</div>\n\nb \\( c \\) `\\\\(d\\\\)`\n"},
		{"values that are assigned", "jekyll", "{% assign a = \"b\" %}{{ a }} {{ site.theme }} {{ site.theme | escape }}\n{% for x in y %}\n{{ x }}\n{% endfor %}\n", "b minima minima\n\n"},
		{"comments in HTML", "obsidian", "a <!-- b --> c\n\n<!--\n#d [[e]]\n--> f\n<!--more-->\n`<!-- g -->`\n\n<!-- h\n\ni\n", "a  c\n\n\n\n f\n<!--more-->\n`<!-- g -->`\n\n\n\n\n"},
		{"what goes over lines", "obsidian", "a^[b\n[c](d)] e\n\n> f^[g\n> h] i\n\n<%* x\n\ny % 2\n%>z\n\nj^[k\n\nl] H~2~O `~m~`\n", "a[^inline-1] e\n\n\n> f[^inline-2] i\n\n\nz\n\n\n\n\nj^[k\n\nl] H&#126;2&#126;O `~m~`\n\n\n[^inline-1]: b [c](d)\n[^inline-2]: g h"},
		{"elements that end at once", "vitepress", "<iframe src=\"https://a.alt\" />\n\nx <a id=\"b\"/> <br/> <br />\n", "<iframe src=\"https://a.alt\"></iframe>\n\nx <a id=\"b\"></a> <br/> <br />\n"},
		{"loops in lists and code", "vitepress", "- <b v-for=\"i in 2\">{{ i }}</b> `v-for`\n\n```html\n<b v-for=\"i in 2\">\n```\n\n<C>\n    <D>\n      d\n    </D>\n</C>\n", "- <b>1</b><b>2</b> `v-for`\n\n```html\n<b v-for=\"i in 2\">\n```\n\n\n\nd\n\n\n"},
		{"braces in destinations", "docusaurus", "[a](https://e.alt/?b=[{c+d}]) {1 + 1}\n", "[a](https://e.alt/?b=[{c+d}]) 2\n"},
		{"destinations with spaces are text", "vitepress", "[a](b c) [d](./e \"t\")\n\n[f]: ./g h\n\n> x\n> [[toc]]\n> y\n", "[a](b c) [d](/e.html \"t\")\n\n[f]: ./g h\n\n> x\n>\n> y\n"},
		{"containers in quotes", "vitepress", "> - a\n>   ::: tip\n>   b\n>   :::\n> - c\n\n> ::: v-pre\n> {{ d }}\n> :::\n\n- [[toc]]\n- e\n", "> - a\n>   > [!tip]\n>   > b\n\n> - c\n\n>\n> {{ d }}\n\n\n\n- e\n"},
		{"loops without an end", "vitepress", "<b v-for=\"i in 99999\">x</b> <b v-for=\"i in [1, 2]\">{{ i }}\n", " <b><b>\n"},
		{"sizes of images", "vitepress", "![a](./a.png){width=20}\n\nb ![c](/c.png){width=20 height=30px .d} ![e](./e.png){width=9}\n", "{{< figure src=`./a.png` alt=`a` width=\"20\" >}}\n\nb <img src=\"/c.png\" alt=\"c\" width=\"20\" height=\"30\" class=\"d\"> <img src=\"/e.png\" alt=\"e\" width=\"9\">\n"},
		{"highlighted code in an item", "jekyll", "1. a\n\t* b {% highlight sh %}x\ny{% endhighlight %}\n\t* c\n", "1. a\n    * b \n      ```sh\n      x\n      y\n      ```\n    * c\n"},
		{"highlighted fences", "jekyll", "- {% raw %}x{% endraw %}\n\n  {% highlight md %}\n  ```\n\t{% raw %}{{ y }}{% endraw %}\n  {% endhighlight %}\n", "- x\n\n  ````md\n  ```\n    {{ y }}\n  ````\n"},
		{"an expression over lines", "jekyll", "a {% include x.html\n  b=\"c\" %} d\n{% if e %}\nf\n{% endif %}\n", "a  d\n\n"},
		{"code in code", "mkdocs", "``` title=\"a b\"\n=== \"C\"\n\n    ``` c\n    x\n    ```\n```\n\n=== \"D\"\n    y\n", "``` {title=\"a b\"}\n=== \"C\"\n\n    ``` c\n    x\n    ```\n```\n\n> [!tabs]\n> > [!tab] D\n> > y\n"},
		{"a fence that its note ends is text", "mkdocs", "!!! note\n\n    ```\n    x\n\n!!! tip-top\n    y\n", "> [!note]\n>\n> \\`\\`\\`\n> x\n\n> [!note] Tip-top\n> y\n"},
		{"descriptions", "mkdocs", "a\n:   b\n\n    !!! note\n        c\n\n    d\n", "a\n:   b\n\n    > [!note]\n    > c\n\n    d\n"},
		{"spaces in links", "mkdocs", "[a](b c.md#d) ![e](f g.png 'h') [i](/j (k) l) [m](<n o>) `[p](q r)` ![s](t.png =10x20)\n", "[a](<b c.md#d>) ![e](<f g.png> 'h') [i](</j (k) l>) [m](<n o>) `[p](q r)` ![s](t.png =10x20)\n"},
		{"sizes of images", "mkdocs", "![a](a.png){ width=\"300\" }\n\nx ![b](b.png){ width=50% align=left } ![c](/c.png){: style=\"width: 9px\" .d } `![e](e){ width=1 }`\n\n![f](f.png#only-dark){ width=9 }\n\n![g](g.png){ align=right }\n\n![h](h.png){ .i }\n", "{{< figure src=`a.png` alt=`a` width=\"300\" >}}\n\nx <img src=\"b.png\" alt=\"b\" style=\"width: 50%; float: left; margin-inline-end: 1rem\"> <img src=\"/c.png\" alt=\"c\" style=\"width: 9px\" class=\"d\"> `![e](e){ width=1 }`\n\n&#32;<span class=\"on-dark\"><img src=\"f.png\" alt=\"f\" width=\"9\"></span>\n\n&#32;<img src=\"g.png\" alt=\"g\" style=\"float: right; margin-inline-start: 1rem\">\n\n![h](h.png){class=\"i\"}\n"},
		{"annotations of blocks", "mkdocs", "!!! note annotate \"A (1)\"\n\n    b (2) `(1)` (3)\n\n1.  c\n2.  d\n\n<div class=\"annotate\" markdown>\n> e (1)\n</div>\n\n1. f\n", "> [!note] A [^annotation-1-1]\n>\n> b [^annotation-1-2] `(1)` (3)\n\n[^annotation-1-1]: c\n[^annotation-1-2]: d\n\n<div class=\"annotate\">\n\n> e [^annotation-2-1]\n\n</div>\n\n[^annotation-2-1]: f\n"},
		{"signs and comments", "mkdocs", "__a__{ title=\"b\" } (c) <!-- `x` -->\n", "__a__{title=\"b\"} (c) <!-- `x` -->\n"},
		{"tabs in code", "mkdocs", "```make\na:\n\tb\n```\n\n!!! note\n\n\t```make\n\ta:\n\t\tb\n\t```\n", "```make\na:\n\tb\n```\n\n> [!note]\n>\n> ```make\n> a:\n> \tb\n> ```\n"},
		{"code at the start of notes and tabs", "mkdocs", "!!! note\n        a *b*\n\n=== \"C\"\n\n        d\n", "> [!note]\n>\n>     a *b*\n\n> [!tabs]\n> > [!tab] C\n> >\n> >     d\n"},
		{"spaces behind markers", "mkdocs", "-     a\n\n        b\n1.       c\n   - d\n", "- a\n\n      b\n1. c\n   - d\n"},
		{"definitions in paragraphs", "mkdocs", "A [b]\n[b]: /c 'd'\n[e]: /f\ng\n[h]: not one\n\n> i\n> [j]: /k\n\n<p>\n[l]: /m\n</p>\n", "A [b]\n\n[b]: /c 'd'\n[e]: /f\ng\n[h]: not one\n\n> i\n>\n> [j]: /k\n\n<p>\n[l]: /m\n</p>\n"},
		{"HTML with blank lines", "mkdocs", "<div>\n\n    a\n\n      <pre>\n    b\n\n\n    c\n    </pre>\n\n</div>\n\n<pre>\nd\n\n\n    e\n</pre>\n", "<div>\n    a\n      <pre>\n    b\n<!-- -->\n<!-- -->\n    c\n    </pre>\n\n\n\n</div>\n\n<pre>\nd\n\n\n    e\n</pre>\n"},
		{"cells of tables", "mkdocs", "a|b\n-|-\n | c\n\n|a|\n|-|\n|b \\|\n\n> |a|b|\n> |-|-|\n> |`c|d`|e\n", "a|b\n-|-\n || c\n\n|a|\n|-|\n|b \\| |\n\n> |a|b|\n> |-|-|\n> |`c\\|d`|e\n"},
		{"both kinds of emphasis", "mkdocs", "***a* b**: c **d**\n\n***e** f*: **g:**h\n", "***a* b**: c **d**\n\n***e** f*: <strong>g:</strong>h\n"},
		{"a link that looks like a task", "mkdocs", "- [x](y) and [ ][z]\n", "- [&#120;](y) and [ ][z]\n"},
		{"attributes of underlined headings", "mkdocs", "A {: #b .c }\n===\n\nD `{x}` {#e}\n---\n", "A {id=\"b\" class=\"c\"}\n===\n\nD `{x}` {id=\"e\"}\n---\n"},
		{"a comment without an end", "mkdocs", "a\n\n<!-- secret\nmore\n\n*b*\n\n<!-- c\n\nd --> e\n\n- <!-- f\n\ng\n", "a\n\n<!-- secret\nmore\n\n*b*\n\n<!-- c\n\nd -->\ne\n\n\ng\n"},
		{"code with backticks", "mkdocs", "a ` ```{.b .c} ` `` ` {.d} `` e{.f} `g`{.h}\n", "a ` ```{.b .c} ` `` ` {.d} `` e{.f} `g`{class=\"h\"}\n"},
		{"other text", "", "%%a%%\n!!! note\n```js {1}\n", "%%a%%\n!!! note\n```js {1}\n"},
	} {
		if diff := cmp.Diff(tt.want, text(dialect(t, tt.tool), tt.in)); diff != "" {
			t.Errorf("%s, %s (-want +got):\n%s", tt.tool, tt.name, diff)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		tool, body string
		want       []foreign.Problem
	}{
		{"docusaurus", "a\n<Card x=\"1\"/> <Card/> <Tabs>\n```\n<Code/>\n```\n`<Inline/>`\n</Other>\n", []foreign.Problem{
			{Line: 2, Column: 1, Name: "<Card>", Message: "the component <Card> is left out, its text is kept (2 times)", Hint: "write it as Markdown, or as a shortcode of the project", Count: 2},
			{Line: 2, Column: 23, Name: "<Tabs>", Message: "<Tabs> is left out: it has no beginning or no end", Hint: "close it", Count: 1},
			{Line: 7, Column: 1, Name: "<Other>", Message: "the component <Other> is left out, its text is kept", Hint: "write it as Markdown, or as a shortcode of the project", Count: 1},
		}},
		{"jekyll", "{% include a.html %}\n{% for p in site.posts %}{{ page.title }}{% endfor %}\n{% highlight c %}\n{% x %}\n{% endhighlight %}\n", []foreign.Problem{
			{Line: 1, Name: "include", Message: "Liquid is not supported: {% include %} is left out", Hint: "write it as Markdown, or as a shortcode of the project", Count: 1},
			{Line: 2, Name: "site.posts", Message: "Liquid is not supported: {{ site.posts }} is left out", Hint: "write it as Markdown, or as a shortcode of the project", Count: 1},
			{Line: 4, Name: "x", Message: "Liquid is not supported: {% x %} is left out", Hint: "write it as Markdown, or as a shortcode of the project", Count: 1},
		}},
		{"vitepress", "a <mdi-star /> <mdi-home/>\n", []foreign.Problem{
			{Line: 1, Name: "<mdi-…>", Message: "the component <mdi-…> is left out, its text is kept (2 times)", Hint: "write it as Markdown, or as a shortcode of the project", Count: 2},
		}},
		{"obsidian", "<Card/> {% include %}", nil},
		{"obsidian", "See\n![[Books.base#Author|x]] and `![[a.base]]`.", []foreign.Problem{
			{Line: 2, Name: "base", Message: "a base is left out", Hint: "only Obsidian shows it: write a list of links or a table, or export a picture", Count: 1},
		}},
	} {
		if diff := cmp.Diff(tt.want, lost(dialect(t, tt.tool), tt.body)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.tool, diff)
		}
	}
}

func TestFront(t *testing.T) {
	type table = map[string]any
	const shop = `
collections_dir: all
collections: {soups: {output: true, permalink: "/s/:path/"}, teas: {output: true}, secrets: {}}
defaults:
  - {scope: {path: ""}, values: {lang: fr}}
  - {scope: {path: "", type: soups}, values: {lang: en}}
  - {scope: {path: private/open}, values: {published: true}}
  - {scope: {path: private}, values: {published: false}}
`
	inDocs := &Find(fstest.MapFS{"docs/_config.yml": {Data: []byte(shop)}}).Dialect
	for _, tt := range []struct {
		name     string
		dialect  *foreign.Dialect
		file     string
		body     string
		in, want table
	}{
		{"the address of a note", dialect(t, "obsidian"), "a.md", "x", table{"url": "/y/"}, table{"url": "/y/"}},
		{"a variable of a template as title", dialect(t, "obsidian"), "a.md", "", table{"title": "{{title}} <% tp.x %>b"}, table{"title": "b"}},
		{"other names and tags of a note", dialect(t, "obsidian"), "a.md", "#go and #web/dev, `#no` #12 a#b [x](#x)\n# H\n```\n#code\n```\n%%#secret%%", table{"aliases": []any{"B"}, "tags": "go, #x"}, table{"notealiases": []any{"B"}, "tags": []any{"go", "x", "web/dev"}}},
		{"the icon of a page in a navigation", dialect(t, "mkdocs"), "a.md", "x", table{"icon": "material/rocket"}, table{}},
		{"an empty title", dialect(t, "mkdocs"), "a.md", "x", table{"title": ""}, table{}},
		{"the type of what a note is about", dialect(t, "obsidian"), "a.md", "x", table{"type": []any{"book"}}, table{"notetype": []any{"book"}}},
		{"a title in HTML", dialect(t, "mkdocs"), "index.md", "<p>\n<H1 align=\"center\">x</H1>\n", table{}, table{"hidetitle": true}},
		{"a title in code", dialect(t, "mkdocs"), "index.md", "`<h1>`\n```\n<h1>x</h1>\n```\n", table{}, table{}},
		{"place in the sidebar", dialect(t, "docusaurus"), "a.mdx", "", table{"sidebar_position": 2.5, "sidebar_label": "A", "slug": "/b"}, table{"sidebar_position": 2.5, "sidebar_label": "A", "weight": 26, "linktitle": "A", "url": "/b/"}},
		{"URL by the ID", dialect(t, "docusaurus"), "x/a.md", "", table{"id": "b"}, table{"pageid": "b", "slug": "b"}},
		{"ID of a page of a folder", dialect(t, "docusaurus"), "x/index.md", "", table{"id": "b"}, table{"pageid": "b"}},
		{"slug from the folder", dialect(t, "docusaurus"), "x/y/a.md", "", table{"slug": "../b"}, table{"url": "/x/b/"}},
		{"home by its slug from a folder", dialect(t, "docusaurus"), "x/a.md", "", table{"slug": "../"}, table{}},
		{"no title", dialect(t, "docusaurus"), "a.md", "", table{"hide_title": true}, table{"hide_title": true, "hidetitle": true}},
		{"home by its slug", dialect(t, "docusaurus"), "a.md", "", table{"slug": "/"}, table{}},
		{"post", dialect(t, "jekyll"), "_posts/2020-01-02-a-b.md", "", table{"layout": "post", "categories": "x Y"}, table{"title": "A B", "categories": []any{"x", "Y"}, "date": "2020-01-02", "url": "/x/y/2020/01/02/a-b.html"}},
		{"post by a pattern", dialect(t, "jekyll", "permalink: /blog/:year/:i_month/:title/\n"), "_posts/x/2020-03-02-a.markdown", "", table{"date": time.Unix(0, 0).UTC()}, table{"title": "A", "date": time.Unix(0, 0).UTC(), "url": "/blog/1970/1/a/"}},
		{"post with a permalink", dialect(t, "jekyll", "permalink: pretty\n"), "_posts/2020-03-02-a.md", "", table{"permalink": "/old/"}, table{"title": "A", "permalink": "/old/", "date": "2020-03-02", "url": "/old/"}},
		{"page", dialect(t, "jekyll"), "docs/about.md", "", table{"redirect_from": "/x/", "aliases": "/y/", "excerpt": "z"}, table{"redirect_from": "/x/", "aliases": []any{"/x/"}, "excerpt": "z", "summary": "z", "url": "/docs/about.html"}},
		{"pretty page with capital letters", dialect(t, "jekyll", "permalink: pretty\n"), "docs/My Page.md", "", table{}, table{"url": "/docs/My Page/"}},
		{"pretty page", dialect(t, "jekyll", "permalink: pretty\n"), "about.md", "", table{}, table{}},
		{"post with a date in a time zone", dialect(t, "jekyll", "timezone: America/Los_Angeles\n"), "_posts/2020-03-02-a.md", "", table{"date": "2020-03-02 02:12:52 +0200"}, table{"title": "A", "date": "2020-03-02 02:12:52 +0200", "url": "/2020/03/01/a.html"}},
		{"post with a date", dialect(t, "jekyll"), "_posts/2020-03-02-a.md", "", table{"date": "2020-03-01 23:12"}, table{"title": "A", "date": "2020-03-01 23:12", "url": "/2020/03/01/a.html"}},
		{"post with a date as Ruby reads it", dialect(t, "jekyll"), "_posts/2020-03-02-a.md", "", table{"date": "2020/3/1 9:05"}, table{"title": "A", "date": "2020-03-01 09:05", "url": "/2020/03/01/a.html"}},
		{"post without a valid date", dialect(t, "jekyll"), "_posts/2020-03-02-a.md", "", table{"date": "May"}, table{"title": "A", "date": "2020-03-02", "url": "/2020/03/02/a.html"}},
		{"post in a folder", dialect(t, "jekyll"), "news/_posts/2020-01-02-a.md", "", table{"category": "x"}, table{"title": "A", "category": "x", "categories": []any{"news", "x"}, "date": "2020-01-02", "url": "/news/x/2020/01/02/a.html"}},
		{"page of a collection with a date in its name", dialect(t, "jekyll", "collections:\n  notes:\n    output: true\n    permalink: /:year/:i_month/:title/\n"), "_notes/a/2020-03-02-a-b.md", "", table{}, table{"title": "A B", "date": "2020-03-02", "url": "/2020/3/a-b/"}},
		{"held back in YAML 1.1", dialect(t, "jekyll"), "index.md", "", table{"published": "no"}, table{"draft": true}},
		{"held back by Obsidian Publish", dialect(t, "obsidian"), "a.md", "", table{"publish": false}, table{"publish": false, "draft": true}},
		{"not listed", dialect(t, "docusaurus"), "index.md", "", table{"unlisted": true}, table{"unlisted": true, "noindex": true, "build": table{"list": "never"}}},
		{"held back", dialect(t, "jekyll"), "index.md", "", table{"published": false}, table{"draft": true}},
		{"held back by default", dialect(t, "jekyll", shop), "private/a/b.md", "", table{}, table{"draft": true, "url": "/private/a/b.html", "lang": "fr"}},
		{"published by the default of a longer path", dialect(t, "jekyll", shop), "private/open/b.md", "", table{}, table{"url": "/private/open/b.html", "lang": "fr"}},
		{"published in spite of a default", inDocs, "docs/private/index.md", "", table{"published": true}, table{"lang": "fr"}},
		{"of a collection", dialect(t, "jekyll", shop), "all/_soups/hot/pea.md", "", table{}, table{"lang": "en", "title": "Pea", "url": "/s/hot/pea/"}},
		{"of a collection without a permalink", dialect(t, "jekyll", shop), "all/_teas/pu-erh.md", "", table{}, table{"lang": "fr", "title": "Pu Erh", "url": "/teas/pu-erh.html"}},
		{"of a collection with a permalink", dialect(t, "jekyll", shop), "all/_teas/pu-erh.md", "", table{"permalink": "/:collection/tea-:title"}, table{"lang": "fr", "permalink": "/:collection/tea-:title", "title": "Pu Erh", "url": "/teas/tea-pu-erh.html"}},
		{"post with all kinds of placeholders", dialect(t, "jekyll", "permalink: /:short_year/:long_month/:short_day-:hour/:slugified_categories/:categories/:title:output_ext\n"), "_posts/2026-11-01-A_b c!.md", "# T", table{"date": "2026-11-01 07:08", "category": "Big News"}, table{"date": "2026-11-01 07:08", "category": "Big News", "categories": []any{"Big News"}, "url": "/26/November/Sun-07/big-news/big news/A_b-c!.html"}},
		{"placeholders of a page", dialect(t, "jekyll"), "docs/a.md", "", table{"permalink": "/:path/:basename/"}, table{"permalink": "/:path/:basename/", "url": "/docs/a/"}},
		{"placeholders of front matter", dialect(t, "jekyll", shop), "all/_teas/a.md", "", table{"permalink": "/t/:number_:other", "number": uint64(7)}, table{"lang": "fr", "number": uint64(7), "permalink": "/t/:number_:other", "title": "A", "url": "/t/7_:other.html"}},
		{
			"elements of the head", dialect(t, "vitepress"), "index.md", "", table{"head": []any{
				[]any{"meta", table{"name": "description", "content": "D"}},
				[]any{"meta", table{"name": "robots", "content": "noindex, x"}},
				[]any{"meta", table{"property": "og:image", "content": "/a.png"}},
				[]any{"link", table{"rel": "canonical", "href": "https://a.example/"}},
				[]any{"meta", table{"name": "twitter:card", "content": "x"}},
				[]any{"script", table{}, "x"},
			}}, table{"description": "D", "noindex": true, "cover": "/a.png", "canonical": "https://a.example/", "headelements": []any{[]any{"script", table{}, "x"}}},
		},
		{
			"icons of features", dialect(t, "vitepress"), "index.md", "", table{"layout": "home", "features": []any{
				table{"title": "A", "icon": "<svg></svg>"}, table{"title": "B", "icon": table{"dark": "/d.svg", "light": "/l.svg"}},
			}}, table{"layout": "splash", "hero": table{"cardsfirst": true}, "cards": []any{
				table{"title": "A", "icon": "<svg></svg>"}, table{"title": "B", "icon": `<img src="/l.svg" alt="" class="on-light"><img src="/d.svg" alt="" class="on-dark">`},
			}},
		},
		{
			"links of a home page", dialect(t, "vitepress"), "fr/index.md", "", table{
				"layout": "home",
				"hero": table{"image": table{"light": "/l.svg", "dark": "/d.svg"}, "actions": []any{
					table{"theme": "alt", "text": "A", "link": "fr/a"},
					table{"text": "B", "link": "./b.md#c", "target": "_self"},
					table{"text": "C", "link": "https://c.alt", "rel": "x"},
					table{"text": "D", "link": "/d.pdf"},
					table{"text": "E"},
				}},
				"features": []any{
					table{"title": "A <i>b</i> &amp; c", "link": "d/", "linktext": "More", "icon": table{"src": "e.svg", "width": int64(9)}},
				},
			}, table{
				"layout": "splash",
				"hero": table{"cardsfirst": true, "image": table{"src": "/l.svg", "dark": "/d.svg", "alt": ""}, "actions": []any{
					table{"text": "A", "link": "/fr/a.html"},
					table{"text": "B", "link": "/fr/b.html#c", "target": "_self"},
					table{"text": "C", "link": "https://c.alt", "rel": "x"},
					table{"text": "D", "link": "/d.pdf"},
				}},
				"cards": []any{
					table{"title": "A b & c", "link": "/fr/d/", "more": "More", "icon": `<img src="e.svg" alt="" width="9">`},
				},
			},
		},
		{
			"parts of a page", dialect(t, "vitepress"), "index.md", "", table{
				"layout": "page", "outline": false, "editlink": false, "sidebar": false, "prev": false,
				"next": table{"text": "N", "link": "guide/b.md#c"},
			}, table{"otherlayout": "page", "toc": false, "editurl": "", "prev": false, "next": table{"link": "/guide/b", "text": "N"}},
		},
		{"home page", dialect(t, "jekyll"), "index.md", "", table{}, table{}},
		{"sitegen", nil, "a.md", "#go", table{"sidebar_position": 1, "aliases": "x"}, table{"sidebar_position": 1, "aliases": "x"}},
	} {
		page := &foreign.Page{File: tt.file, Path: tt.file, Values: tt.in}
		tt.dialect.ReadFront(page, []byte(tt.body))
		if page.Home != strings.HasPrefix(tt.name, "home by its slug") {
			t.Errorf("%s: home page: %v", tt.name, page.Home)
		}
		delete(tt.in, "saidhome") // what the page said
		if diff := cmp.Diff(tt.want, tt.in); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// FuzzText checks that any text can be read.
func FuzzText(f *testing.F) {
	f.Add("%%a `%%` ```\n!!! x\n    === \"y\"\n:::z\n{% comment %}\n<Tabs>")
	f.Fuzz(func(t *testing.T, body string) {
		for _, tool := range []string{"plain", "obsidian", "mkdocs", "docusaurus", "jekyll", "vitepress"} {
			d := dialect(t, tool)
			d.ReadText(&foreign.Page{}, []byte(body))
			d.ReadFront(&foreign.Page{
				File: "_posts/2020-01-02-a.md", Path: "posts/2020-01-02-a.md", Values: map[string]any{},
			}, []byte(body))
		}
	})
}

func TestTitleInLiquid(t *testing.T) {
	values := map[string]any{"title": "The $1 post"}
	d := dialect(t, "jekyll")
	if got, _ := d.ReadText(&foreign.Page{Values: values}, []byte("{{ page.title }}\n===\n{{page.date}}\n")); string(got) != "The $1 post\n===\n\n" {
		t.Errorf("%q", got)
	}
	if _, found := d.ReadText(&foreign.Page{Values: values}, []byte("{{ page.title }}\n")); len(found) != 0 {
		t.Errorf("a title that is known is a problem: %v", found)
	}
}

// TestLeftOut: pages that programs fill are left out as a whole.
func TestLeftOut(t *testing.T) {
	for _, tt := range []struct {
		tool, file, body string
		want             bool
	}{
		{"vitepress", "a/[b].md", "x", true},
		{"vitepress", "[a]/b.md", "x", true},
		{"vitepress", "a.md", "x", false},
		{"jekyll", "a.html", "{% for x in paginator.posts %}{% endfor %}", true},
		{"jekyll", "a.html", "{% octicon x %}", false},
		{"jekyll", "a.html", "<p>{{ site.theme }}</p>", false},
		{"jekyll", "a.md", "{% if a %}b{% endif %}", false},
	} {
		_, lost := dialect(t, tt.tool).ReadText(&foreign.Page{File: tt.file}, []byte(tt.body))
		if got := slices.ContainsFunc(lost, func(p foreign.Problem) bool { return p.Whole }); got != tt.want {
			t.Errorf("%s %s %q: %v", tt.tool, tt.file, tt.body, got)
		}
	}
}

// TestIncludes: a file whose text is known is included; of others, nothing is.
func TestIncludes(t *testing.T) {
	files := map[string]string{
		"_includes/a.md": "*{{ include.x }}* {% include b.html %}", "_includes/b.html": "<b>{{ page.title }}</b>",
		"_includes/c.html": "{% if include.x %}c{% endif %}", "_includes/d.html": "d{% include d.html %}{% include d.html %}",
		"_includes/links.md": "[a]: /b\n", "_includes/code.html": "{% highlight go %}\nx\n\ny\n{% endhighlight %}",
	}
	p := &foreign.Page{Values: map[string]any{"title": "T"}, Read: func(name string) ([]byte, bool) {
		text, ok := files[name]
		return []byte(text), ok
	}}
	got, lost := dialect(t, "jekyll").ReadText(p, []byte(
		"1 {% include a.md x=\"y\" %} 2 {% include c.html x=1 %}{% include d.html %}{% include e.html %}{% link f.md %} 3\n{% include links.md %}\n"+
			"<details>\n{% include /code.html %}\n</details>\n"))
	want := "1 *y* <b>T</b> 2 c 3\n\n[a]: /b\n<details>\n<pre><code class=\"language-go\">x\n&#10;y</code></pre>\n</details>\n"
	said := make([]string, 0, len(lost))
	for _, p := range lost {
		said = append(said, p.Message)
	}
	if diff := cmp.Diff([]string{
		"Liquid is not supported: {% include %} is left out",
		"{% include %} is left out: the project has no file _includes/e.html",
		"{% link %} is left out: the project has no published page f.md",
	}, said); string(got) != want || diff != "" {
		t.Errorf("%q, %s", got, diff)
	}
}

func TestLinksBelowASite(t *testing.T) {
	d := dialect(t, "jekyll")
	d.Base = "/sub"
	in := `<img src="{{ site.baseurl }}/a.png"> <a href="{{ site.url }}{{ site.baseurl | escape }}/">a</a> <a href="{{ 'about/' | relative_url }}">b</a> [c]({{ site.baseurl }}/c/) ![d]({{ "/d.png" | relative_url }})`
	want := `<img src="/sub/a.png"> <a href="/sub/">a</a> <a href="/sub/about/">b</a> [c](/c/) ![d](/d.png)`
	if got := text(d, in); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestRepeatedLines: a page that repeats the lines of a file is bounded, and says so.
func TestRepeatedLines(t *testing.T) {
	file := []byte(strings.Repeat("line\n", 50_000))
	many := strings.Repeat(",1:50000", 20_000)
	for _, text := range []string{`--8<-- "a.py:1:50000` + many + `"`, "{* a.py ln[1:50000" + many + "] *}"} {
		p := &foreign.Page{Read: func(name string) ([]byte, bool) { return file, name == "a.py" }}
		out, list := dialect(t, "mkdocs", everything).ReadText(p, []byte(text+"\n\nafter\n"))
		if len(out) > 20 || len(list) != 1 || !strings.Contains(list[0].Message, "more than 4 MB") {
			t.Errorf("%.20s: %d bytes, %+v", text, len(out), list)
		}
	}
}

// TestTooDeep: blocks that are nested too deeply are reported with their line; any number of other blocks is fine.
func TestTooDeep(t *testing.T) {
	nested := func(levels int, tool string) string {
		var b strings.Builder
		for i := range levels {
			switch tool {
			case "mkdocs":
				b.WriteString(strings.Repeat("    ", i) + "??? tip\n\n")
			case "docusaurus", "vitepress":
				b.WriteString(":::tip\n\n")
			}
		}
		return b.String() + strings.Repeat(":::\n\n", levels)
	}
	for _, tool := range []string{"mkdocs", "docusaurus", "vitepress"} {
		d := dialect(t, tool)
		if list := lost(d, nested(block.MaxNesting, tool)); len(list) > 0 {
			t.Errorf("%s: %+v", tool, list)
		}
		list := lost(d, nested(block.MaxNesting+1, tool))
		if len(list) != 1 || !list[0].Fatal || list[0].Line != 2*block.MaxNesting+1 {
			t.Errorf("%s: %+v", tool, list)
		}
		for _, many := range []string{"!!! note\n    a\n", ":::note\na\n:::\n", ":::note\n", "/// note\na\n///\n", "/// note\n", "=== \"a\"\n"} {
			list := lost(d, strings.Repeat(many, 20_000)) // would take minutes if each searched for its end
			if slices.ContainsFunc(list, func(p foreign.Problem) bool { return p.Fatal }) {
				t.Errorf("%s, many %q: %+v", tool, many, list)
			}
		}
	}
}

// dialect returns the dialect for a project of a tool with these files: nil for "", which is sitegen, and the zero
// value for "plain".
func dialect(t testing.TB, tool string, config ...string) *foreign.Dialect {
	t.Helper()
	files := map[string][2]string{
		"obsidian": {".obsidian/app.json", "{}"}, "mkdocs": {"mkdocs.yml", ""}, "docusaurus": {"docusaurus.config.js", ""},
		"jekyll": {"_config.yml", "theme: minima\n"}, "vitepress": {".vitepress/config.js", "export default {}"},
		"eleventy": {"eleventy.config.js", "export default {}"},
	}
	switch tool {
	case "":
		return nil
	case "plain":
		return &foreign.Dialect{}
	}
	file := files[tool]
	name, text := file[0], file[1]+strings.Join(config, "")
	root := fstest.MapFS{name: {Data: []byte(text)}, "docs/a.md": {}}
	p := Find(root)
	if p == nil || p.Tool.ID != tool || p.Wrong != nil {
		t.Fatalf("%s: %+v", tool, p)
	}
	return &p.Dialect
}

// text returns a body as a tool reads it.
func text(d *foreign.Dialect, body string) string {
	out, _ := d.ReadText(&foreign.Page{}, []byte(body))
	return string(out)
}

// lost returns the constructs that a body loses.
func lost(d *foreign.Dialect, body string) []foreign.Problem {
	_, found := d.ReadText(&foreign.Page{}, []byte(body))
	return found
}
