package leaks

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestIn(t *testing.T) {
	clean := `<head><title>{{ x }}</title></head><p>Text: a &lt; b, C++ and ++i, 1 == 1, x^2, [a], (1), {a}, $5, :) 10:30:00 ` +
		`<code>{{ x }} ++a++</code></p><pre>::: note</pre><script>import a from "b"</script><p>a: b; c/d -- e</p>`
	for in, want := range map[string]string{
		clean:                                  "",
		"<p>::: tip\n</p>":                     "container",
		"<li>:::</li>":                         "container",
		`<p>--8&lt;-- "a.md"</p>`:              "snippet",
		"<p>a :material-rocket: b</p>":         "icon",
		"<p>a ++ctrl+c++ ==m==</p>":            "keys,mark",
		"<p>*[HTML]: Hyper</p>":                "abbreviation",
		"<p>{{ product }} {% include a %}</p>": "value,tag",
		"<p>{: .x }</p>":                       "attribute list",
		"<p><a>x</a>{ .md-button }</p>":        "attribute list",
		"<p>[TOC]</p>":                         "table of contents",
		"<p>&lt;&lt;&lt; @/a.js</p>":           "file",
		"<p>[x]: https://e.org</p>":            "reference",
		"<p>import A from './a'</p>":           "import",
		"<p>[<em>x</em>](https://e.org)</p>":   "link",
		"<p>&lt;Card&gt;</p>":                  "component",
		"<p>=== &#34;A&#34;</p>":               "tab",
	} {
		list, err := In(fstest.MapFS{"a/index.html": {Data: []byte(in)}, "a.css": {Data: []byte("::: x")}})
		var names []string
		for _, l := range list {
			names = append(names, l.Name)
		}
		if got := strings.Join(names, ","); err != nil || got != want {
			t.Errorf("%s: %q, want %q (%v)", in, got, want, err)
		}
	}
}
