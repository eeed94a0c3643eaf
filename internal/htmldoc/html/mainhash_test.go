package html

import (
	"strings"
	"testing"
)

func TestMainHashSameContent(t *testing.T) {
	const one = `<html><body><main><p>One two <em>three</em></p><img src="/a.png" alt="An a"></main></body></html>`
	for name, doc := range map[string]string{
		"layout around it":       `<html><head><title>x</title></head><body><header>New</header><main><p>One two <em>three</em></p><img src="/a.png" alt="An a"></main><footer>F</footer></body></html>`,
		"white space and case":   "<MAIN class=a>\r\n <p>One\n two\t<EM>three</EM></p>\r\n<IMG alt='An a' SRC=/a.png /></MAIN>",
		"markup between words":   `<main id="x"><h2>One two</h2> <b>three</b> <img src="/a.png" alt="An a"></main>`,
		"another host":           `<main>One two three<img src="https://cdn.example/a.png" alt="An a"></main>`,
		"comment, script, style": `<main>One<!-- > <p>no --> two<script>if (a < b) "</p>"</script> <style>a>b{}</style>three<img src="/a.png" alt="An a"></main>`,
		"neighbours":             `<main>One two three<img src="/a.png" alt="An a"><nav><a href="/b">B</a></nav><footer>by me</footer></main>`,
		"only an article":        `<body><header>H</header><article>One two three<img src="/a.png" alt="An a"></article><aside>x</aside></body>`,
		"a role":                 `<div class="nav"><div>N</div></div><div class="document" role="main"><div>One two</div> three<img src="/a.png" alt="An a"></div><div>x</div>`,
		"a role before articles": `<body>x<section role=main><article>One two three</article><img src="/a.png" alt="An a"></section><article>x</article></body>`,
		"a role in single marks": `<p data-role="main">x</p><div role='main'>One two three<img src="/a.png" alt="An a"></div>y`,
		"an id":                  `<body><div id="nav">N</div><div id="content">One two three<img src="/a.png" alt="An a"></div><div>x</div></body>`,
		"only a body":            `<body><header>H</header><nav>N</nav>One two three<img src="/a.png" alt="An a"><footer>F</footer></body>`,
		"a > in an attribute":    `<main title="a > b">One two three<img title="1 > 0" src="/a.png" alt="An a"></main>`,
	} {
		if MainHash([]byte(doc), "") != MainHash([]byte(one), "") {
			t.Errorf("%s: the hash is another one", name)
		}
	}
}

// A site that moves into a folder has the same pictures (rule M5).
func TestMainHashFolderM5(t *testing.T) {
	root := MainHash([]byte(`<main>a<img src="/x/a.png"><img src="b.png"></main>`), "")
	for _, doc := range []string{
		`<main>a<img src="/blog/x/a.png"><img src="b.png"></main>`,
		`<main>a<img src="https://new.example/blog/x/a.png"><img src="b.png"></main>`,
	} {
		if MainHash([]byte(doc), "/blog") != root {
			t.Errorf("%s: the hash is another one", doc)
		}
	}
	if MainHash([]byte(`<main>a<img src="/blogs/x/a.png"><img src="b.png"></main>`), "/blog") == root {
		t.Error("another folder counts for that of the site")
	}
}

func TestMainHashOtherContent(t *testing.T) {
	seen := map[uint64]string{}
	for _, doc := range []string{
		``, `<main></main><p>x`, `<main>one two</main>`, `<main>onetwo</main>`, `<main>one two three</main>`, `<main>one &lt; two</main>`,
		`<main>1 < 2</main>`, `<main>1 2</main>`, `<main><img src="/a.png"></main>`, `<main><img src="/b.png"></main>`, `<main><img src="/a.png" alt="x"></main>`,
		`<main><iframe src="https://video.example/embed/1"></iframe></main>`, `<main><iframe src="https://video.example/embed/2"></iframe></main>`,
		`<article>a</article><article>b</article>`, `<article>a</article>`, `<main>` + strings.Repeat("long ", 1000) + `</main>`, `<main>` + strings.Repeat("long ", 999) + `</main>`,
	} {
		h := MainHash([]byte(doc), "")
		if other, there := seen[h]; there && doc != `<main></main><p>x` {
			t.Errorf("%.40q and %.40q have one hash", doc, other)
		}
		seen[h] = doc
	}
}

func FuzzMainHash(f *testing.F) {
	for _, s := range []string{"<main>a</main>", "<main", "<", "</", "<!--", "<main a='", "<body><header>", "<img src", "<img src=\"", "<main><script>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if h := MainHash([]byte(s), ""); h == 0 || h != MainHash([]byte(s), "") {
			t.Error(h)
		}
	})
}

func BenchmarkMainHash(b *testing.B) {
	doc := []byte("<!doctype html><html><head>" + strings.Repeat("<meta name=a content=b>", 20) + "</head><body><header><nav>" + strings.Repeat(`<a href="/x/">X y</a>`, 20) +
		"</nav></header><main><article>" + strings.Repeat("<p>Some words of <em>usual</em> length with a <a href=\"/posts/other-post/\">link</a> and <code>code</code> in a paragraph that goes on.</p>\n", 40) +
		"</article></main><footer>x</footer></body></html>")
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		MainHash(doc, "")
	}
}

func TestElementWith(t *testing.T) {
	for _, tt := range []struct{ doc, want string }{
		{`<p> id="content" </p>`, ""},
		{`<p>a</p><div id=content>b</div>c`, `<div id=content>b`},
		{`<div class='x' id='content'>b<div>c</div></div>d`, `<div class='x' id='content'>b<div>c</div>`},
		{`<a id="other"></a><div id="content>b</div>c`, `<div id="content>b`},
		{`<a data-id="content">b</a>`, ""},
		{`<p> id=content </p><div id="main">b</div>`, `<div id="main">b`},
		{`<div id="content"`, ""},
	} {
		if got := string(elementWith([]byte(tt.doc), "id", "content", "main")); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.doc, got, tt.want)
		}
	}
}
