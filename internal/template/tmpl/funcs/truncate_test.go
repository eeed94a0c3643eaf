package funcs

import "testing"

// TestTruncateMarkup: characters count and tags do not, and open elements are closed. The results are Hugo's.
func TestTruncateMarkup(t *testing.T) {
	checkCalls(t, [][2]string{
		{`truncate 10 "abcdefghijkl"`, "abcdefghij …"},
		{`truncate 10 "…" (safeHTML "<p>one <b>two three four</b> five</p>")`, "<p>one <b>two…</b></p>"},
		{`truncate 5 (safeHTML "<p>one <b>two three</b> four</p>")`, "<p>one …</p>"},
		{`truncate 5 "[x]" "one two three"`, "one[x]"},
		{`truncate 3 ""`, ""},
		{`truncate "5" "abcdefgh"`, "abcde …"},
		{`truncate "x" "abc"`, "ERR strings.Truncate: \"x\" is not a whole number"},
		{`truncate 100 (safeHTML "<p>short</p>")`, "<p>short</p>"},
		{`truncate 4 (safeHTML "<br>a<br/>bcd<hr />efg")`, "<br>a<br/>bcd …"},
		{`truncate 4 (safeHTML "<img src=\"x\" alt=\"a b\">abcdef ghi")`, "<img src=\"x\" alt=\"a b\">abcd …"},
		{`truncate 4 (safeHTML "a < b and c > d")`, "a < …"},
		{`truncate 8 (safeHTML "&amp;&amp;&amp; x y z &lt; more")`, "&amp;&am …"},
		{`truncate 3 (safeHTML "<p>日本語テキスト</p>")`, "<p>日本語 …</p>"},
		{`truncate 6 (safeHTML "<i></i><b>one</b> <u>two</u> three")`, "<i></i><b>one …</b>"},
		{`truncate 5 "<b>bold</b> text"`, "&lt;b&gt;bo …"},
		{`truncate 5 (slice 1) "abc"`, "ERR strings.Truncate: a value of type []int is not a string"},
		{`truncate 12 (safeHTML "one <em>two <strong>three four</strong></em> five")`, "one <em>two …</em>"},
		{`truncate 2 (safeHTML "<p>")`, "<p>"},
		{`truncate 2 (safeHTML "</p>abc def")`, "</p>ab …"},
	})
}
