package funcs

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// TestWalk: walk finds the same matches as the expression, and pays for searches that read to the end of the text for
// each match. Ordinary expressions of themes take few steps on a large page.
func TestWalk(t *testing.T) {
	texts := []string{
		"", "a", "aa", "aaaa\naaac", "<h2 id=\"x\">a</h2>\n<h3>b\n</h3><h2>", "ä über \xff\xfe ö\n\n x", "foo bar, baz. a.c\n^$", "a b  c\t\r\n",
		strings.Repeat("ab ", 10) + "c", "[a](b) [c](d", "x\ny\n\nz", "日本語 a 日本",
	}
	patterns := []string{
		"a", "", "a*", "a*?", "a.*c|a", "(a.*c)?", "^", "(?m)^", "$", "(?m)$", `\b`, `\B`, `\b\w+\b`, `(?m)^\s*$`, "<h[1-6].*?>", `(?s)<h[2-4].*?>(.*?)</h[2-4]>`,
		`(<h[1-6] id="([^"]+)".+)(</h[1-6]+>)`, `\[.*?\]\(.*?\)`, `\s+`, `[^a]|a+b`, `^a|a.*c|b`, `\Ba`, `(?i)A+B*`, `(?:^|b)a*`, "ä|ö", `\x{fffd}`, ".", "(?s).", "b|",
	}
	spent := 0
	l := &lib{env: &Env{Spend: func(n int) error { spent += n; return nil }}}
	for _, pattern := range patterns {
		x, err := l.regexp("test", pattern)
		if err != nil {
			t.Fatal(err)
		}
		prefix, _ := x.re.LiteralPrefix()
		if x.context {
			prefix = ""
		}
		for _, text := range texts {
			for _, n := range []int{-1, 2} {
				var got [][]int
				if err := x.walk(l, text, prefix, n, func(from, to int) { got = append(got, []int{from, to}) }); err != nil {
					t.Fatal(err)
				}
				if want := x.re.FindAllStringIndex(text, n); !reflect.DeepEqual(got, want) {
					t.Errorf("%q in %q, %d: got %v, want %v", pattern, text, n, got, want)
				}
			}
		}
	}
	page := strings.Repeat(`<h2 id="hello-world">Hello <em>world</em></h2>
<p>Some text with a <a href="https://example.org/a/b.html" class="x">link</a>. The quick brown fox jumps over the lazy dog.</p>
<img src="/a.png" alt="x"><table><tr><td>x</td></tr></table>
`, 4300)
	page = page[:1_000_000]
	for _, c := range []struct {
		pattern, text string
		least, most   int
	}{
		{"a.*c|a", strings.Repeat("a", 4_000), 1_000_000, 1 << 30},
		{"b|a.*c", strings.Repeat("ab", 2_000), 1_000_000, 1 << 30},
		{`\Ba.*c|a`, strings.Repeat("a", 4_000), 1_000_000, 1 << 30},
		{"<h[1-6].*?>", page, 1000, 200_000},
		{`<h[1-6].*?>(.|\n])+?</h[1-6]>`, page, 1000, 400_000},
		{`(?s)<h[2-4].*?id="(.*?)".*?>(.*?)</h[2-4]>`, page, 1000, 1_000_000},
		{`(<h[1-6] id="([^"]+)".+)(</h[1-6]+>)`, page, 1000, 1_000_000},
		{`<a href="(http[^"]+)"([^>]*)>`, page, 1000, 1_000_000},
		{`(<table[^>]*>(?:.|\n)*?</table>)`, page, 1000, 1_000_000},
		{`<[^>]*>`, page, 1000, 1_000_000},
		{`\s+`, page, 1000, 1_000_000},
		{`(?i)<img[^>]+src="([^"]+)"`, page, 1000, 2_000_000},
	} {
		spent = 0
		start := time.Now()
		x, err := l.regexp("test", c.pattern)
		if err == nil {
			err = x.searches(l, c.text, -1)
		}
		counted := time.Since(start)
		if err != nil || spent < c.least || spent > c.most {
			t.Errorf("%q takes %d steps, want %d to %d: %v", c.pattern, spent, c.least, c.most, err)
		}
		t.Logf("%q: %d steps, counted in %v", c.pattern, spent, counted)
	}
}
