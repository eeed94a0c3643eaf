package html

import (
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

var page = &url.URL{Scheme: "https", Host: "example.org", Path: "/posts/one/"}

func TestPortableB7(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "<p>a &amp; <em>b</em></p>", "<p>a &amp; <em>b</em></p>"},
		{"text with signs", "1 < 2 && 3 > 2 &copy &nosuch; &#0;&#13;\x00", "1 &lt; 2 &amp;&amp; 3 &gt; 2 © &amp;nosuch; \ufffd\n"},
		{"no markup made of pieces", "<<script></script>b>", "&lt;b&gt;"},
		{"absolute stays as written", `<a HREF='https://a.example/?x=1&y'>x</a>`, `<a href="https://a.example/?x=1&amp;y">x</a>`},
		{"root", `<a href="/about/">x</a>`, `<a href="https://example.org/about/">x</a>`},
		{"relative", `<img src="pic.png" alt="A &quot;b&quot;">`, `<img src="https://example.org/posts/one/pic.png" alt="A &#34;b&#34;">`},
		{"up", `<img src="../two/pic.png"/>`, `<img src="https://example.org/posts/two/pic.png">`},
		{"host", `<img src="//cdn.example/a.png">`, `<img src="https://cdn.example/a.png">`},
		{"fragment", `<a href="#x" target="_blank" rel="nofollow">1</a>`, `<a href="https://example.org/posts/one/#x" rel="nofollow">1</a>`},
		{"query", `<a href="?a=b&amp;c=d">1</a>`, `<a href="https://example.org/posts/one/?a=b&amp;c=d">1</a>`},
		{"empty", `<a href="">1</a>`, `<a href="https://example.org/posts/one/">1</a>`},
		{"mail", `<a href="mailto:a@example.org">1</a>`, `<a href="mailto:a@example.org">1</a>`},
		{"colon in a path", `<a href="./a:b">1</a>`, `<a href="https://example.org/posts/one/a:b">1</a>`},
		{"not ASCII", `<a href="/ä ö/">1</a>`, `<a href="https://example.org/%C3%A4%20%C3%B6/">1</a>`},
		{"unreadable", `<a href="%zz" title="t">1</a>`, `<a title="t">1</a>`},
		{"srcset", `<img srcset="a.png 1x, /b.png 2x,c,d.png, data:image/png;base64,AA== 3x">`, `<img srcset="https://example.org/posts/one/a.png 1x, https://example.org/b.png 2x, https://example.org/posts/one/c,d.png, data:image/png;base64,AA== 3x">`},
		{"video", `<video poster="p.jpg" controls autoplay><source src="v.mp4"><track></video>`, `<video poster="https://example.org/posts/one/p.jpg" controls=""><source src="https://example.org/posts/one/v.mp4"></video>`},
		{"player of a script", `<audio src="a.mp3" autoplay></audio>`, `<audio src="https://example.org/posts/one/a.mp3" controls=""></audio>`},
		{"quote", `<blockquote cite="/q">x</blockquote>`, `<blockquote cite="https://example.org/q">x</blockquote>`},
		{"style", `<p style="color: red; position:fixed; background: url('/a;b.png'); width:5em; behavior:url(x)">x</p>`, `<p style="color: red; background: url(https://example.org/a;b.png); width: 5em">x</p>`},
		{"style that runs", `<p style="background:url(javascript:x)">a</p><p style="width:expression(x)">b</p><p style="color:r\65 d">c</p>`, `<p>a</p><p>b</p><p>c</p>`},
		{"object", `<object data="/x.pdf" type="application/pdf"></object>, <object data="/x.swf"><b>instead</b><embed src="/y.swf"></object>`, `<a href="https://example.org/x.pdf">https://example.org/x.pdf</a>, <b>instead</b><a href="https://example.org/y.swf">https://example.org/y.swf</a>`},
		{"javascript", `<a href="JavaScript:alert(1)">x</a><a href=" java&#10;script:alert(1)">y</a><a href="vbscript:x">z</a>`, `<a>x</a><a>y</a><a>z</a>`},
		{"data", `<img src="data:image/png;base64,AA=="><img src="data:text/html,x"><img src="data:image/svg+xml,x"><a href="data:image/png,x">x</a>`, `<img src="data:image/png;base64,AA=="><a>x</a>`},
		{"lazy image", `<img src="data:image/gif;base64,AA" data-src="/a.jpg"><img data-src="/b.jpg" class="lazy">`, `<img src="https://example.org/a.jpg"><img src="https://example.org/b.jpg">`},
	} {
		same(t, c.name, c.in, c.want)
	}
}

// TestPortableUnsafe: nothing that runs, frames, asks or is hidden.
func TestPortableUnsafe(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"handlers", `<p onclick="x()" class="c" data-x="1" aria-label="l" role="note" tabindex="0">x</p>`, `<p>x</p>`},
		{"script", `a<script>document.write("</p>")</script>b<SCRIPT src=x></SCRIPT>c`, `abc`},
		{"open script", `a<script>b`, `a`},
		{"style", `<style>p{}</style><p>x</p>`, `<p>x</p>`},
		{"template", `<template>a<template>b</template>c</template>d`, `d`},
		{"form", `a <form action="/x"><p>Name</p><input name="a"><select><option>1</select><button>Go</button></form>b`, `a b`},
		{"open form", `<form><p>text`, `<p>text</p>`},
		{"hidden", `<p hidden>a</p><p style="display : none">b</p><span aria-hidden="true">c</span><dialog>d</dialog>e`, `e`},
		{"hidden and open", `<div><nav>a<b></div>c`, `c`},
		{"noscript", `<noscript><img src="/a.png"></noscript>`, `<img src="https://example.org/a.png">`},
		{"noscript in itself", `<noscript><noscript><noscript>x</noscript>y`, `y`},
		{"frame", `<iframe src="https://maps.example/x?a&amp;b" title="A &lt; B"><p>old</p></iframe><p>x</p>`, `<a href="https://maps.example/x?a&amp;b">A &lt; B</a><p>x</p>`},
		{"frame without title", `<iframe src="/x"></iframe>`, `<a href="https://example.org/x">https://example.org/x</a>`},
		{"player", `<iframe src="https://www.youtube.com/embed/ab-c?autoplay=0" title="T"></iframe>`, `<a href="https://www.youtube.com/watch?v=ab-c">T</a>`},
		{"frame without source", `<iframe srcdoc="<script>x</script>"></iframe>`, ``},
		{"comment", `a<!-- b -->c`, `ac`},
		{"raw text", `<xmp><script>x</script></xmp>y`, `y`},
	} {
		same(t, c.name, c.in, c.want)
	}
}

// TestPortableChrome: what only the page's theme makes sense of.
func TestPortableChrome(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"empty anchor", `<h2 id="x">A <a class="anchor" href="#x"></a></h2>`, `<h2>A </h2>`},
		{"anchor with a sign", `<h2 id="x"><a href="#x" aria-label="Link">#</a>A</h2>`, `<h2>A</h2>`},
		{"anchor with words", `<h2 id="x">A<a class="headerlink" href="#x">Link to this</a></h2>`, `<h2>A</h2>`},
		{"anchor around the title", `<h2 id="x"><a class="anchor" href="#x">A</a></h2>`, `<h2 id="x"><a href="https://example.org/posts/one/#x">A</a></h2>`},
		{"other link", `<h2><a href="/b/">→</a> A</h2>`, `<h2><a href="https://example.org/b/">→</a> A</h2>`},
		{"copy button", `<div class="code"><pre><code class="x language-go">a</code></pre><button class="copy">Copy</button></div>`, `<div><pre><code class="language-go">a</code></pre></div>`},
		{"words of a class mean what they are on", `<div class="copy"><p class="ln">Text</p></div><div class="copy-button">Copy</div>`, `<div><p>Text</p></div>`},
		{"navigation", `<nav><a href="#a">A</a></nav><h2 id="a">A</h2>`, `<h2>A</h2>`},
		{"ids", `<p id="content">a <a href="#b">b</a></p><p id="b">b</p><p id="b">c</p><span id="s">d</span>`, `<p>a <a href="https://example.org/posts/one/#b">b</a></p><p id="b">b</p><p>c</p>d`},
		{
			"footnotes", `a<sup id="fnref:1"><a href="#fn:1" class="footnote-ref x" role="doc-noteref">1</a></sup><div class="footnotes" role="doc-endnotes"><hr><ol><li id="fn:1"><p>Note <a href="#fnref:1" class="footnote-backref">↩︎</a></p></li></ol></div>`,
			`a<sup id="fnref:1"><a href="https://example.org/posts/one/#fn:1" class="footnote footnote-ref">1</a></sup><div class="footnotes"><hr><ol><li id="fn:1"><p>Note <a href="https://example.org/posts/one/#fnref:1" class="reversefootnote footnote-backref">↩︎</a></p></li></ol></div>`,
		},
		{"emptied", `<p><button>x</button></p><figure> <svg></svg></figure><p>y</p>`, `<p>y</p>`},
	} {
		same(t, c.name, c.in, c.want)
	}
}

// TestPortableDegrades: what a reader has no style for is said in plain HTML.
func TestPortableDegrades(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"alert", `<div class="alert alert-note"><p class="alert-title">Note</p><p>Text</p></div>`, `<blockquote><p><strong>Note</strong></p><p>Text</p></blockquote>`},
		{"alert of a theme", `<aside class="callout"><div class="callout-title"><svg></svg><div>Mind</div></div><p>Text</p></aside>`, `<blockquote><p><strong>Mind</strong></p><p>Text</p></blockquote>`},
		{
			"code", `<div class="highlight"><pre tabindex="0" class="chroma" style="color:#fff"><code class="language-go" data-lang="go"><span class="line"><span class="kd">func</span> <span style="color:#0f0">a</span></span>` + "\n" + `<span class="line hl">b` + "\n" + `</span></code></pre></div>`,
			"<pre><code class=\"language-go\">func a\n<mark>b\n</mark></code></pre>",
		},
		{
			"line numbers beside code", `<div class="chroma"><table class="lntable"><tr><td class="lntd"><pre class="chroma"><code><span class="lnt">1` + "\n" + `</span></code></pre></td><td class="lntd"><pre class="chroma"><code class="language-go">a</code></pre></td></tr></table></div>`,
			`<pre><code class="language-go">a</code></pre>`,
		},
		{"line numbers in code", `<pre><code><span class="line"><span class="ln">1</span><span class="cl">a</span></span></code></pre>`, `<pre><code>a</code></pre>`},
		{"tasks", `<ul><li><input type="checkbox" checked disabled> a</li><li><input type="checkbox"> b</li></ul>`, `<ul><li>☑ a</li><li>☐ b</li></ul>`},
		{"formula", `<span class="katex"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x &lt; 1</annotation></semantics></math><span aria-hidden="true">x</span></span>`, `<code>x &lt; 1</code>`},
		{
			"drawing", `<svg aria-label="A map"><path/></svg> <svg><title>Plan</title><text>x</text></svg> <div class="goat"><svg><text>x</text></svg></div><svg><path/></svg>`,
			`<a href="https://example.org/posts/one/">A map</a> <a href="https://example.org/posts/one/">Plan</a> <div><a href="https://example.org/posts/one/">SVG</a></div>`,
		},
		{"table", `<div class="table"><table class="t"><thead><tr><th style="text-align: right">a</th></tr></thead></table></div>`, `<div><table><thead><tr><th style="text-align: right">a</th></tr></thead></table></div>`},
		{"directions", `<bdo dir="rtl">a</bdo><p dir="rtl" lang="ar">b</p>`, `<span dir="rtl">a</span><p dir="rtl" lang="ar">b</p>`},
		{"own element", `<my-note>a</my-note><font>b</font>`, `ab`},
	} {
		same(t, c.name, c.in, c.want)
	}
}

// TestPortableNesting: a parser that reads the output has nothing to repair.
func TestPortableNesting(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"crossing", `<b><i>x</b></i>y`, `<b><i>x</i></b>y`},
		{"open", `<p>x<em>y`, `<p>x<em>y</em></p>`},
		{"open tag", `<p>x<a href="/y`, `<p>x</p>`},
		{"closed twice", `<p>x</p></p></div>y</br>`, `<p>x</p>y`},
		{"empty element", `<div/>x<br></br>`, `<div>x<br></div>`},
		{"block in a paragraph", `<p>a<b>b<div>c</div>d</p>`, `<p>a<b>b</b></p><div>c</div>d`},
		{"link in a link", `<a href="/a">a<b><a href="/b">b</a></b></a>`, `<a href="https://example.org/a">a</a><a href="https://example.org/b">b</a>`},
		{"heading in a heading", `<h2>a<b><h3>b</h2>c`, `<h2>a</h2><h3>b</h3>c`},
		{"items", `<ul><li>a<div><li>b<ul><li>c</ul></ul><dl><dt>a<dd>b<dt>c</dl>`, `<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>`},
		{"table", `<table><caption>c<tr><td>a<td>b<tr><th>c</table>d`, `<table><caption>c</caption><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>d`},
		{"text in a table", `<table>a<tr>b<td>c</td></tr><b>d</table>`, `<table><tr><td>a</td></tr><tr><td>b</td><td>c</td></tr><tr><td><b>d</b></td></tr></table>`},
		{"cells without a table", `<td>a</td><tr><td>b</tr>`, `ab`},
		{"table in a table", `<table><tr><td><table><tr><td>a</table>b</table>`, `<table><tr><td><table><tr><td>a</td></tr></table>b</td></tr></table>`},
		{"out of a cell", `<div><table><tr><td>a</div>b</td></tr></table>`, `<div><table><tr><td>ab</td></tr></table></div>`},
		{"columns", `<table><col><tr><td>a<colgroup><col>b</table>`, `<table><col><tr><td>a</td></tr><colgroup><col></colgroup><tr><td>b</td></tr></table>`},
	} {
		same(t, c.name, c.in, c.want)
	}
}

func same(t *testing.T, name, in, want string) {
	t.Helper()
	got := Portable(in, page)
	if got != want {
		t.Errorf("%s: %s\ngot  %s\nwant %s", name, in, got, want)
	}
	sound(t, in, got)
}

// sound checks what holds for every output: a second pass changes nothing, a parser repairs nothing, and
// nothing runs.
func sound(t *testing.T, in, out string) {
	t.Helper()
	if twice := Portable(out, page); twice != out {
		t.Errorf("%q\nonce  %q\ntwice %q", in, out, twice)
	}
	if again := parsed(t, out); again != strings.Join(tagsOf(out), "") {
		t.Errorf("%q\ngives     %q\nread as   %q", in, strings.Join(tagsOf(out), ""), again)
	}
	z := html.NewTokenizer(strings.NewReader(out))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		if tok := z.Token(); kind == html.StartTagToken {
			if !readable[tok.Data] {
				t.Errorf("%q gives %q", in, out)
			}
			for _, a := range tok.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "href" && strings.HasPrefix(a.Val, "javascript:") || a.Key == "src" && !strings.Contains(a.Val, ":") {
					t.Errorf("%q gives %q", in, out)
				}
			}
		}
	}
}

// tagsOf returns the tags of an output, with what a parser adds left out.
func tagsOf(s string) []string {
	var list []string
	z := html.NewTokenizer(strings.NewReader(s))
	for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
		tok := z.Token()
		switch {
		case tok.Data == "tbody" || tok.Data == "colgroup":
		case kind == html.StartTagToken || kind == html.SelfClosingTagToken:
			list = append(list, "<"+tok.Data+">")
		case kind == html.EndTagToken:
			list = append(list, "</"+tok.Data+">")
		}
	}
	return list
}

// parsed is what a parser makes of an output.
func parsed(t *testing.T, s string) string {
	t.Helper()
	nodes, err := html.ParseFragment(strings.NewReader(s), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, n := range nodes {
		if err := html.Render(&b, n); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Join(tagsOf(b.String()), "")
}

// FuzzPortable: whatever comes in, what comes out is sound.
func FuzzPortable(f *testing.F) {
	for _, s := range []string{
		`<a href="/x">a</a><script>b</script><img srcset="a 1x,b 2x" onerror=x><iframe src=y></iframe>`,
		`<p style="x"><noembed><template></p>`, `<table><tr><td><table>x<caption><li><h1><h2><a><a></table>`,
		`<h2 id=x>a<a href=#x>#</a></h2><div class=alert><p class=alert-title>b<div>`, `<svg><title>x</title></svg><math><annotation>x`,
		`<pre><span class="line hl"><span class=ln>1</span>x</span></pre><table class=lntable><tr><td>1<td><pre>`,
		`<span id=a>x</span><a href=#a>y</a><bdo><ruby><rt>a<rp>b</ruby><noscript><p><b></noscript><object data=x><form></form>`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		sound(t, in, Portable(in, page))
	})
}

func BenchmarkPortable(b *testing.B) {
	base := &url.URL{Scheme: "https", Host: "example.org", Path: "/a/"}
	for name, tag := range map[string]string{"simple": "<em>", "links": `<a href="/b/">`} {
		doc := strings.Repeat("<p>A paragraph of a page, with "+tag+"some</a> markup, as they come, boxed.</p>\n", 50)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				Portable(doc, base)
			}
		})
	}
}

// TestPorter: nothing of a fragment is left for the next one.
func TestPorter(t *testing.T) {
	r := new(porter)
	for _, in := range []string{
		`<h2 id="a">A</h2><p>b <a href="#a">c</a><table><tr><td><b>`, `<p id="b">d`, "plain", `<!-- e --><svg><title>f`, `<script>g</script>h`,
		`<noscript><p>i</p></noscript><math alttext="j">`, `<form><pre><p>k`, `<p>l &amp; m</p>`,
	} {
		if got, want := r.make(in, page), Portable(in, page); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", in, got, want)
		}
	}
}
