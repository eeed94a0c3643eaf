package loads_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/htmldoc/loads"
)

// check compares what was found with the texts, and positions with the text that they are the positions of.
func check(t *testing.T, text string, found []loads.URL, want string) {
	t.Helper()
	var got []string
	for _, u := range found {
		got = append(got, u.Text)
		if u.At < 0 || u.At >= len(text) || strings.ContainsRune(" \n;{", rune(text[u.At])) {
			t.Errorf("%s: the position of %s is %d", text, u.Text, u.At)
		}
	}
	if diff := cmp.Diff(strings.Fields(want), got); diff != "" && want != strings.Join(got, " ") {
		t.Errorf("%s:\n%s", text, diff)
	}
}

func TestStyle(t *testing.T) {
	for text, want := range map[string]string{
		`a { background: url(a.png) }`:                                                      "a.png",
		`@import "one.css"; @import url("two.css") print;`:                                  "one.css two.css",
		`@IMPORT 'a.css' layer(x) supports(display: grid);`:                                 "a.css",
		`/* url(none.png) */ p::before { content: "url(no.png)" }`:                          "",
		`@namespace svg url(http://www.w3.org/2000/svg); a{b:url( 'c.png' )}`:               "c.png",
		`@-moz-document url(http://example.org/) { a { b: url(c.png) } }`:                   "c.png",
		`a { background: image-set("a.avif" type("image/avif"), "a.png" 1x, url(b.png) 2x)`: "a.avif a.png b.png",
		`a { background: -webkit-image-set(url(a.png) 1x); content: "x" }`:                  "a.png",
		`@font-face { src: local("A"), url(a.woff2) format("woff2"), url("b.woff") }`:       "a.woff2 b.woff",
		`a { b: url(a\).png); c: url("\61\20 b.png") }`:                                     "a).png a b.png",
		`a { b: url(broken c.png); d: url(e.png) }`:                                         "e.png",
		`--x: url(a.png)`: "a.png",
		`a { b: url(`:     "",
	} {
		check(t, text, loads.Style([]byte(text)), want)
	}
}

func TestScript(t *testing.T) {
	for text, want := range map[string]string{
		`import a from "./a.js"; import './b.js'; export * from "./c.js"`:         "./a.js ./b.js ./c.js",
		`if (x) { const m = await import("./m.js") } import(name); import("a"+b)`: "./m.js",
		"import(`./t.js`); import(`./${t}.js`)":                                   "./t.js",
		`import "./a.js"; import data from "./d.json" with { type: "json" }`:      "", // the parser does not know attributes
		`// import "./no.js"
const s = 'import "./no.js"', r = /import("x")/; import("./yes.js")`: "./yes.js",
		`import.meta.url; import "lib/x"`: "lib/x",
		`function (`:                      "",
		`import "./a\u002ejs"`:            "./a.js",
	} {
		check(t, text, loads.Script([]byte(text)), want)
	}
}

func FuzzLoads(f *testing.F) {
	f.Add(`@import "a"; a { b: url(c) }`, `import "a"`)
	f.Fuzz(func(t *testing.T, style, script string) {
		for _, u := range loads.Style([]byte(style)) {
			if u.At < 0 || u.At >= len(style) {
				t.Error(u)
			}
		}
		for _, u := range loads.Script([]byte(script)) {
			if u.At < 0 || u.At >= len(script) {
				t.Error(u)
			}
		}
	})
}
