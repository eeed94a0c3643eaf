package org

import (
	"strings"
	"testing"
)

func TestBounds(t *testing.T) {
	repeat := strings.Repeat
	for _, c := range []struct{ name, text, want string }{
		{"blocks without an end", "a\n" + repeat("#+begin_quote\n", 9), "line 2: this block and 8 more have no end"},
		{"environments without an end", repeat("\\begin{a}\n", 9), "line 1: this block and 8 more have no end"},
		{"nested blocks", repeat("#+begin_a\n", 101), "line 101: nested more than 100 levels"},
		{"lists on a line", repeat("- ", 100), "line 1: nested more than 100 levels"},
		{"macros", "x\n\n" + repeat("{{{", 3000), "line 3: the paragraph has too much markup for its length"},
		{"lines of markup", repeat("_{\n", 5000), "line 1826: the paragraph has too much markup for its length"},
		{"footnotes in footnotes", repeat("[fn::", 11), "line 1: footnotes in each other, more than 10 levels"},
		{"blocks", repeat("#+begin_src sh\n{{{ [fn:\n#+end_src\n\n", 1000), ""},
		{"paragraphs", repeat("*bold* /italic/ [[https://a.example][b]] =code= [fn:1]\n\n", 1000), ""},
		{"list", repeat("- a *b* [[https://a.example/a/long/path][with a link]]\n", 5000), ""},
		{"table", repeat("| a | *b* | [[https://a.example][link]] |\n", 5000), ""},
	} {
		got := ""
		if err := check(c.text); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What is just below the limits is converted, in a test that the time for all tests bounds.
func TestBelowBounds(t *testing.T) {
	for _, s := range []string{repeatLines("#+begin_quote", 8), repeatLines("\\begin{a}", 8), strings.Repeat("[fn::", 10), strings.Repeat("{{{", 1400), strings.Repeat("- ", 50)} {
		if _, err := Convert(s, func(code, _ string) (string, error) { return code, nil }); err != nil {
			t.Errorf("%.20q: %v", s, err)
		}
	}
}

func repeatLines(line string, n int) string {
	return strings.Repeat(line+"\n", n) + strings.Repeat("text\n", 200)
}
