package html

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestArticle(t *testing.T) {
	for _, c := range []struct{ name, doc, want string }{
		{"main", "<body><nav>n</nav><main class=x><p>a</p></main>", "<p>a</p>"},
		{"article in main", "<main><article><p>some text that is long</p></article><aside>b</aside></main>", "<p>some text that is long</p>"},
		{"small articles", "<main><p>a text that is much longer than the cards below it, and goes on and on</p><article>b</article><article>c</article></main>", "<p>a text that is much longer than the cards below it, and goes on and on</p><article>b</article><article>c</article>"},
		{"body of an article", `<article><h1>T</h1><div itemprop="x articleBody"><div>a</div></div><p>comments, a lot of them, in many words</p></article>`, "<div>a</div>"},
		{"its title again", "<main><header><h1>T <b>x</b></h1></header><p>a</p></main>", "<header></header><p>a</p>"},
		{"a title after text", "<main><p>a</p><h1>T</h1></main>", "<p>a</p><h1>T</h1>"},
		{"no main", "<html><body><p>a</p></body></html>", "<p>a</p>"},
		{"nested", "<main><article>aaaaaaaaaa<article>b</article>cccccccccc</article></main>", "aaaaaaaaaa<article>b</article>cccccccccc"},
		{"open", "<main><article>aaaaaaaaaaaaaaaaaaaaaaa", "<article>aaaaaaaaaaaaaaaaaaaaaaa"},
		{"empty", "", ""},
	} {
		if got := Article([]byte(c.doc)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The one pass of a deep reader finds the media that ReadMedia finds, and linked data.
func TestDeep(t *testing.T) {
	for _, doc := range []string{
		`<head><meta property="og:image" content="/a.png"></head><body><img src=no.png><main><img src=b.png srcset="c.png 2x"><picture><source srcset="d 100w, e 200w"><img src=f></picture><nav><img src=no2></nav><video poster=p><source src=v><source src=w></video><iframe src=x title=T></iframe></main><img src=no3>`,
		`<body><article><img src=a><template><img src=b></template></article><article><video src=c aria-label=L></article>`,
		`<img src=a><noscript><img src=b></noscript><video src=c>`,
		`<p>none</p>`,
	} {
		r := PageReader{Deep: true}
		if diff := cmp.Diff(ReadMedia([]byte(doc)), r.Read([]byte(doc)).Media); diff != "" {
			t.Errorf("%s: %s", doc, diff)
		}
	}
	r := PageReader{Deep: true}
	p := r.Read([]byte(`<html dir=rtl><script type="application/ld+json">{"@context":"https://schema.org","@type":["https://schema.org/NewsArticle"],"headline":"H","author":[{"@type":"Person","name":"A"},"B"],
		"image":{"@type":"ImageObject","contentUrl":"i"},"mainEntityOfPage":{"@id":"u"},"publisher":{"name":"P"},"keywords":["a","b"],"comment":{"@type":"Comment","dateModified":"2030"}}</script>`))
	want := []Thing{{
		Types: []string{"https://schema.org/NewsArticle"}, Top: true, Of: "u", Headline: "H", Authors: []string{"A", "B"}, Images: []string{"i"},
		Keywords: "a, b",
	}}
	if diff := cmp.Diff(want, p.Things); diff != "" || !p.Things[0].Is("NewsArticle") || !p.Things[0].Kind("Article") {
		t.Error(diff)
	}
}
