package org

import (
	"fmt"
	"strings"
	"testing"
)

func TestBounds(t *testing.T) {
	repeat := strings.Repeat
	for _, c := range []struct{ name, text, want string }{
		{"blocks without an end", "a\n" + repeat("#+begin_quote\n", 9), "line 2: this block and 8 more have no end"},
		{"environments without an end", repeat("\\begin{a}\n", 9), "line 1: this block and 8 more have no end"},
		{"nested blocks", repeat("#+begin_a\n", 101), "line 101: nested more than 100 levels"},
		{"lists on a line", repeat("- ", 101) + "a", "line 1: nested more than 100 levels"},
		{"lists with letters", repeat("a. ", 101) + "a", "line 1: nested more than 100 levels"},
		{"blocks with other ends", repeat("#+begin_a\n#+end_b\n", 9), "line 1: this block and 8 more have no end"},
		{"blocks of items", repeat("- #+begin_a\n", 9), "line 1: this block and 8 more have no end"},
		{"blocks of footnotes", repeat("[fn:1] #+begin_a\n\n\n", 9), "line 1: this block and 8 more have no end"},
		{"blocks in code", "#+begin_src\n" + repeat("#+begin_a\n", 200) + "#+end_src\n", ""},
		{"lines of code", "a\n#+begin_src\n" + repeat("a\n", 60_000) + "#+end_src\n", "line 2: the block has too many lines: 60001"},
		{"lines of LaTeX without an end", "\\begin{a}\n" + repeat("a\n", 60_000), "line 1: this block has no end, and 60000 lines follow"},
		{"property drawers without an end", repeat(":PROPERTIES:\n", 101), "line 101: nested more than 100 levels"},
		{"property drawers", repeat(":PROPERTIES:\n:a: b\n:END:\n", 1000), ""},
		{"captions", repeat("#+CAPTION: a\n", 101), "line 101: nested more than 100 levels"},
		{"wide table", "a\n|" + repeat("a|", 1000) + "\n" + repeat("|a|\n", 1000), "line 2: the table has too many cells: 1000 columns and 101 rows"},
		{"alignment", repeat("|<l>", 2000), "line 1: the table has too many cells: 2000 columns and 1 rows"},
		{"long line", "a\n" + repeat("a", 1<<16), "line 2: the line is longer than 65535 bytes"},
		{"macros", "x\n\n" + repeat("{{{", 3000), "line 3: the paragraph has too much markup for its length"},
		{"lines of markup", repeat("_{\n", 5000), "line 1826: the paragraph has too much markup for its length"},
		{"keywords", "a\n" + repeat("#+a: b\n", 60_000), "line 47620: the text of 420002 bytes has more than 47618 keywords (#+key:)"},
		{"footnotes in footnotes", repeat("[fn::", 11), "line 1: footnotes in each other, more than 10 levels"},
		{"blocks", repeat("#+begin_src sh\n{{{ [fn:\n#+end_src\n\n", 1000), ""},
		{"paragraphs", repeat("*bold* /italic/ [[https://a.example][b]] =code= [fn:1]\n\n", 1000), ""},
		{"list", repeat("- a *b* [[https://a.example/a/long/path][with a link]]\n", 5000), ""},
		{"table", repeat("| a | *b* | [[https://a.example][link]] |\n", 5000), ""},
	} {
		got := ""
		if err := check(c.text); err != nil {
			got = fmt.Sprintf("line %d: %s", err.Line, err.Message)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Texts just below the limits are converted, within the time limit of the tests.
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
