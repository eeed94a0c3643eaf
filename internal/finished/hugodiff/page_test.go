package hugodiff

import (
	"strings"
	"testing"
)

func TestComparePages(t *testing.T) {
	for _, c := range []struct{ name, hugo, sitegen, class string }{
		{"white space", "<p>a  b</p>\n", "<p>a b</p>", ""},
		{"order of attributes", `<a href=x class=y>`, `<a class="y" href="x">`, ""},
		{"entities", `<p>a &#34;b&#34;</p>`, `<p>a "b"</p>`, ""},
		{"comments", `<p>a <!-- x -->b</p>`, `<p>a b</p>`, ""},
		{"fingerprints", `<link href="/a.` + strings.Repeat("0a", 32) + `.css">`, `<link href="/a.` + strings.Repeat("1b", 32) + `.css">`, ""},
		{"sums", `<p id="a-0123456789abcdef0123456789abcdef">`, `<p id="a-fedcba9876543210fedcba9876543210">`, ""},
		{"answers", `<a href="/a_0123456789abcdef.json">`, `<a href="/a_fedcba98765432100123.json">`, ""},
		{"pictures", `<img src="/a_hu_0123456789abcdef.png">`, `<img src="/a_hu_fedcba9876543210.png">`, ""},
		{"generator", `<meta name="generator" content="Hugo 0.1"><p>`, `<p>`, ""},
		{"noscript", `<noscript><img src=a></noscript>`, `<noscript><img src="a"></noscript>`, ""},
		{"text", `<h1>a</h1>`, `<h1>b</h1>`, "text in h1"},
		{"attribute", `<a href=x>`, `<a href=y>`, "attribute: a href"},
		{"attribute missing", `<a class=c href=x>`, `<a href=x>`, "attribute missing: a class"},
		{"attribute added", `<a href=x>`, `<a href=x rel=y>`, "attribute added: a rel"},
		{"element", `<p>a</p>`, `<div>a</div>`, "other element: <p> is <div>"},
		{"end", `<p>a</p>`, `<p>a`, "one page ends earlier"},
	} {
		d, differs := comparePages([]byte(c.hugo), []byte(c.sitegen))
		if d.Class != c.class || differs != (c.class != "") {
			t.Errorf("%s: class %q, differs %v, want %q", c.name, d.Class, differs, c.class)
		}
	}
}
