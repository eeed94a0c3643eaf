package html

import (
	"strings"
	"testing"
)

func TestExcerpt(t *testing.T) {
	for in, want := range map[string]string{
		"":                            "",
		"<p> </p>":                    "",
		"<p>a &amp; <b>b</b>\n c</p>": "<p>a &amp; b c</p>",
		"<p>one two three</p>":        "<p>one two …</p>",
		"<p>1 &lt; 2 and 3</p>":       "<p>1 &lt; 2 and …</p>",
		strings.Repeat("x", 1000):     "<p>…</p>",
		"äöü äöü" + strings.Repeat("é ", 9): "<p>äöü äöüé …</p>",
	} {
		if got := Excerpt(in, 9); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
