package html

import (
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func TestHead(t *testing.T) {
	for _, c := range []struct {
		name, doc string
		want      Facts
	}{
		{"empty", "", Facts{}},
		{"title", "<!doctype html><html><head><title>\n A &amp;  B </title></head><body><title>C</title>", Facts{Title: "A & B"}},
		{"noindex", `<head><meta name="robots" content="noindex, follow"></head>`, Facts{NoIndex: true}},
		{"none", `<head><META CONTENT=None NAME=Robots>`, Facts{NoIndex: true}},
		{"googlebot", `<meta name="googlebot" content="nofollow,NOINDEX">`, Facts{NoIndex: true}},
		{"index", `<head><meta name="robots" content="index, follow"></head>`, Facts{}},
		{"other meta", `<head><meta name="description" content="noindex"></head>`, Facts{}},
		{"word within", `<head><meta name="robots" content="nonoindex"></head>`, Facts{}},
		{"two", `<head><meta name="robots" content="noindex"><meta name="robots" content="follow"></head>`, Facts{NoIndex: true}},
		{"canonical", `<head><link rel="Canonical foo" href=" /a?b=1&amp;c "></head>`, Facts{Canonical: "/a?b=1&c"}},
		{"first canonical", `<link rel=canonical href=/a><link rel=canonical href=/b>`, Facts{Canonical: "/a"}},
		{"in a comment", `<head><!-- <meta name="robots" content="noindex"> --></head>`, Facts{}},
		{"in a script", `<head><script>"<meta name='robots' content='noindex'>"</script></head>`, Facts{}},
		{"in the body", `<head></head><body><meta name="robots" content="noindex">`, Facts{}},
		{"no head element", `<p>text<meta name="robots" content="noindex">`, Facts{}},
		{"text about it", `<html><body><p>Use noindex and rel=canonical in robots</p>`, Facts{}},
	} {
		if got := Head([]byte(c.doc)); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
		noIndex, canonical := Directives([]byte(c.doc))
		if noIndex != c.want.NoIndex || canonical != c.want.Canonical {
			t.Errorf("%s: Directives: %v, %q", c.name, noIndex, canonical)
		}
	}
}

func TestContainsFold(t *testing.T) {
	for _, c := range []struct {
		doc  string
		want bool
	}{
		{"noindex", true}, {"NOINDEX", true}, {"a NoIndeX b", true}, {"xnoindex", true}, {"x x noinde", false}, {"noinde", false}, {"", false}, {"oindex", false},
	} {
		if got := containsFold([]byte(c.doc), "noindex", 'x'); got != c.want {
			t.Errorf("%q: %v", c.doc, got)
		}
	}
}

func TestPortableB7(t *testing.T) {
	base, err := url.Parse("https://example.org/posts/one/")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, in, want string }{
		{"plain", "<p>a &amp; <em>b</em></p>", "<p>a &amp; <em>b</em></p>"},
		{"text with signs", "1 < 2 && 3 > 2", "1 < 2 && 3 > 2"},
		{"absolute stays as written", `<a HREF='https://a.example/?x=1&y'>x</a>`, `<a HREF='https://a.example/?x=1&y'>x</a>`},
		{"root", `<a href="/about/">x</a>`, `<a href="https://example.org/about/">x</a>`},
		{"relative", `<img src="pic.png" alt="A &quot;b&quot;">`, `<img src="https://example.org/posts/one/pic.png" alt="A &#34;b&#34;">`},
		{"up", `<img src="../two/pic.png"/>`, `<img src="https://example.org/posts/two/pic.png" />`},
		{"host", `<img src="//cdn.example/a.png">`, `<img src="https://cdn.example/a.png">`},
		{"fragment", `<a href="#fn:1" class="footnote-ref">1</a>`, `<a href="https://example.org/posts/one/#fn:1" class="footnote-ref">1</a>`},
		{"query", `<a href="?a=b&amp;c=d">1</a>`, `<a href="https://example.org/posts/one/?a=b&amp;c=d">1</a>`},
		{"empty", `<a href="">1</a>`, `<a href="https://example.org/posts/one/">1</a>`},
		{"mail", `<a href="mailto:a@example.org">1</a>`, `<a href="mailto:a@example.org">1</a>`},
		{"colon in a path", `<a href="./a:b">1</a>`, `<a href="https://example.org/posts/one/a:b">1</a>`},
		{"not ASCII", `<a href="/ä ö/">1</a>`, `<a href="https://example.org/%C3%A4%20%C3%B6/">1</a>`},
		{"unreadable", `<a href="%zz" title="t">1</a>`, `<a title="t">1</a>`},
		{"srcset", `<img srcset="a.png 1x, /b.png 2x,c,d.png, data:image/png;base64,AA== 3x">`, `<img srcset="https://example.org/posts/one/a.png 1x, https://example.org/b.png 2x, https://example.org/posts/one/c,d.png, data:image/png;base64,AA== 3x">`},
		{"video", `<video poster="p.jpg" controls><source src="v.mp4"></video>`, `<video poster="https://example.org/posts/one/p.jpg" controls=""><source src="https://example.org/posts/one/v.mp4"></video>`},
		{"quote", `<blockquote cite="/q">x</blockquote>`, `<blockquote cite="https://example.org/q">x</blockquote>`},
		{"svg", `<svg><use xlink:href="#i"/></svg>`, `<svg><use xlink:href="https://example.org/posts/one/#i" /></svg>`},
		{"javascript", `<a href="JavaScript:alert(1)">x</a><a href=" java&#10;script:alert(1)">y</a><a href="vbscript:x">z</a>`, `<a>x</a><a>y</a><a>z</a>`},
		{"data", `<img src="data:image/png;base64,AA=="><img src="data:text/html,x"><a href="data:image/png,x">x</a>`, `<img src="data:image/png;base64,AA=="><img><a>x</a>`},
		{"handlers and styles", `<p onclick="x()" style="color:red" class="c">x</p>`, `<p class="c">x</p>`},
		{"script", `a<script>document.write("</p>")</script>b<SCRIPT src=x></SCRIPT>c`, `abc`},
		{"open script", `a<script>b`, `a`},
		{"style", `<style>p{}</style><p>x</p>`, `<p>x</p>`},
		{"template", `<template>a<template>b</template>c</template>d`, `d`},
		{"form", `<form action="/x"><label>L <input name="a"></label><select><option>1</select><button>Go</button></form>`, `L Go`},
		{"noscript", `<noscript><img src="/a.png"></noscript>`, `<img src="https://example.org/a.png">`},
		{"frame", `<iframe src="https://www.youtube.com/embed/x?a&amp;b" title="A &lt; B"><p>old</p></iframe><p>x</p>`, `<a href="https://www.youtube.com/embed/x?a&amp;b">A &lt; B</a><p>x</p>`},
		{"frame without title", `<iframe src="/x"></iframe>`, `<a href="https://example.org/x">https://example.org/x</a>`},
		{"frame without source", `<iframe srcdoc="<script>x</script>"></iframe>`, ``},
		{"object", `<object data="/x.swf"><p>instead</p><embed src="/x.swf"></object>`, `<p>instead</p>`},
		{"comment", `a<!-- b -->c`, `ac`},
		{"broken nesting stays", `<b><i>x</b></i>`, `<b><i>x</b></i>`},
		{"open tag", `<p>x<a href="/y`, `<p>x`},
		{"raw text", `<xmp><script>x</script></xmp>y`, `y`},
	} {
		if got := Portable(c.in, base); got != c.want {
			t.Errorf("%s: %s\ngot  %s\nwant %s", c.name, c.in, got, c.want)
		}
	}
}

// FuzzPortable: what comes out needs no second pass, and holds no script.
func FuzzPortable(f *testing.F) {
	f.Add(`<a href="/x">a</a><script>b</script><img srcset="a 1x,b 2x" onerror=x><iframe src=y></iframe>`)
	f.Add(`<p style="x"><noembed><template></p>`)
	base := &url.URL{Scheme: "https", Host: "example.org", Path: "/a/"}
	f.Fuzz(func(t *testing.T, in string) {
		once := Portable(in, base)
		if twice := Portable(once, base); twice != once {
			t.Errorf("%q\nonce  %q\ntwice %q", in, once, twice)
		}
		z := html.NewTokenizer(strings.NewReader(once))
		for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
			if tok := z.Token(); kind == html.StartTagToken {
				for _, a := range tok.Attr {
					if strings.HasPrefix(a.Key, "on") || a.Key == "href" && strings.HasPrefix(a.Val, "javascript:") {
						t.Errorf("%q gives %q", in, once)
					}
				}
				if fate(tok.Data) != keep {
					t.Errorf("%q gives %q", in, once)
				}
			}
		}
	})
}

func BenchmarkDirectives(b *testing.B) {
	body := strings.Repeat("<p>A paragraph of a page, with <em>some</em> markup, as they come, boxed.</p>\n", 200)
	for name, head := range map[string]string{"none": "<head><title>x</title>", "canonical": `<head><title>x</title><meta name="description" content="a"><link rel="canonical" href="https://example.org/">`} {
		doc := []byte("<!doctype html><html>" + head + "</head><body>" + body)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			b.ReportAllocs()
			for b.Loop() {
				Directives(doc)
			}
		})
	}
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
