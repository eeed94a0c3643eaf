package leaks

import (
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/testing/cputime"
)

func prose(doc string) *html.Prose {
	r := &html.PageReader{Prose: true}
	r.Read([]byte(doc))
	return r.Text()
}

func TestFind(t *testing.T) {
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
		"<p>&lt;Card&gt;</p>":                  "tag of a component",
		"<p>=== &#34;A&#34;</p>":               "tab",
		"<p>&gt; [!note] T</p>":                "callout",
		"<p>see [the text][label]</p>":         "link by a label",
		"<p>[a b][]</p>":                       "link by a label",
	} {
		var names []string
		for _, l := range Find(prose(in), true) {
			names = append(names, l.Name)
			if found := strings.TrimSpace(l.Text); l.At == 0 || found == "" {
				t.Errorf("%s: at %d: %q", in, l.At, found)
			}
		}
		if got := strings.Join(names, ","); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}

// Ordinary texts contain signs that are no syntax.
func TestFindIsSure(t *testing.T) {
	for _, in := range []string{
		"<p>if a == b and c == d</p>", "<p>x -> y --> z</p>", "<p>List&lt;String&gt;, &lt;Ctrl&gt;</p>", "<p>see [1] [[1]]</p>",
		`<p>\(\frac{{a}}{{b}} x^{{2}}_{{i}}\) $$x$$</p>`, "<p>!!! Attention: read this</p>", "<p>C++ and D++, i++ + j++</p>",
		"<p>at 10:30:00 :) :smile: ^^ 100%% of 50%%</p>", "<p>--- a: b</p>", "<p>import goods from abroad</p>",
		"<div v-cloak><div>{{ message }}</div> {{ more }}</div><p>after</p>", "<code>{{ x }}<br>::: tip</code><p>text</p>",
		"<pre><code>[TOC]</pre><p>text</p>", "<p>{a, b} and {x: 1}</p>", "<p>(=== the end ===)</p>", "<p>x[[i]] of R</p>", "<p>x[i][j], [1][2]</p>",
		"<select><option>{{ x }}</option></select>", "<p>the class [^abc] of characters</p>",
	} {
		if list := Find(prose("<body>"+in), false); len(list) > 0 {
			t.Errorf("%s: %+v", in, list)
		}
	}
	text := prose("<body><p>a &amp; b</p>\n<p>c ++x++ {{ y }}</p><code>{{ z }}</code>{{ z }}")
	list := Find(text, false)
	if len(list) != 3 || list[0].At != 28 || list[1].Text != "c ++x++ {{ y }}" {
		t.Errorf("%+v", list)
	}
}

// A page takes time in proportion to its length: matches in one long line, and elements without an end.
func TestFindIsLinear(t *testing.T) {
	for _, unit := range []string{
		":ab: ", "{: x} ", "--&gt; ", "%%a ", "[^a] ", "$$ ", "==a ", "^^a ", "<a>:ab:</a> ", "<code>a</b>", "<svg><g></p>", "{{ a ",
		"[[a ", "&lt;A ", "<b><i>",
	} {
		const n = 100_000
		start := cputime.Used()
		Find(prose("<body><p>"+strings.Repeat(unit, n)), true)
		if took := cputime.Used() - start; took > cputime.Limit(5*time.Second) {
			t.Errorf("%q, %d times: %v", unit, n, took)
		}
	}
}
