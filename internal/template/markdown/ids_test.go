package markdown

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config/markup"
	"github.com/yuin/goldmark/ast"
)

func TestAnchorize(t *testing.T) {
	for _, test := range []struct{ kind, text, want string }{
		{"github", "Häding One & Two", "häding-one--two"},
		{"github", "  A.B_c-D  ", "ab_c-d"},
		{"github", "日本語 テキスト", "日本語-テキスト"},
		{"github", "a\u00a0b\tc", "abc"},
		{"github", "!!!", ""},
		{"", "Default Kind", "default-kind"},
		{"github-ascii", "Häding Straße 日本", "hading-strae-"},
		{"blackfriday", "  Häding -- One & Two!  ", "häding-one-two"},
		{"blackfriday", "¹ a_b", "¹-a-b"},
		{"python-markdown", "Über — the code & C++_x", "uber-the-code-c_x"},
		{"python-markdown", "v1.2 (new) / old", "v12-new-old"},
		{"python-markdown", "-x- ", "-x-"},
		{"python-markdown", "日本", ""},
		{"python-markdown", "Name™ v½ x² ﬁ ｗｉｄｅ", "nametm-v12-x2-fi-wide"},
		{"pymdownx", "Über — A & b² 🎉", "über--a--b²-"},
		{"kramdown", "A_b $x$ c.D ", "a_b-x-cd-"},
		{"pymdownx-cased", " Über_x-Y\u00a0z ", "Über_x-Yz"},
		{"vitepress", "1. Über — the `code` & C++_x.y (new)!", "_1-uber-—-the-code-c-x-y-new"},
		{"zola", "Über — the `code` & 日本 🚀 (new)!", "uber-the-code-ri-ben-rocket-new"},
		{"vitepress", "日本が “x” Йод", "日本が-x-иод"},
		{"github", "Before " + (&Holes{}).Add("x") + " after", "before--after"},
	} {
		if got := Anchorize(test.kind, test.text); got != test.want {
			t.Errorf("Anchorize(%q, %q) = %q, want %q", test.kind, test.text, got, test.want)
		}
	}
}

// The expected IDs are those of Python-Markdown 3.4.
func TestHeadingIDsOfPython(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) {
		o.Goldmark.Parser.AutoIDType = "python-markdown"
		o.Goldmark.Extensions.Passthrough = markup.Passthrough{Enable: true, Inline: [][2]string{{"$", "$"}}}
	})
	want := ""
	for _, id := range []string{"a-b", "a-b_1", "_1", "_2", "x_1", "x_2", "a-b_2", "see-httpsealtx-ac", "a_i"} {
		want += "<h2 id=\"" + id + "\">"
	}
	got := convert(t, c, "## a - b\n## a – b\n## 日本\n## 日本\n## x_1\n## x_1\n## A B\n## See <https://e.alt/x>: <a@c>\n## $a_i$\n")
	if ids := strings.Join(regexp.MustCompile(`<h2 id="[^"]*">`).FindAllString(got, -1), ""); ids != want {
		t.Errorf("%s, want %s", ids, want)
	}
}

// The expected IDs are those of VitePress 1.6.
func TestHeadingIDsOfVitePress(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) { o.Goldmark.Parser.AutoIDType, o.Emoji = "vitepress", true })
	for text, id := range map[string]string{
		"Emoji :tada: here": "emoji-here", "A &amp; B": "a-amp-b", "Array&lt;T&gt; *x*": "array-lt-t-gt-x",
		":none: `a`": "none-a",
	} {
		if got := convert(t, c, "## "+text+"\n"); !strings.HasPrefix(got, `<h2 id="`+id+`">`) {
			t.Errorf("%s: %s, want %s", text, got, id)
		}
	}
}

// The expected IDs are those of Python-Markdown 3.7 with pymdownx.slugs.
func TestHeadingIDsOfPymdownx(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) { o.Goldmark.Parser.AutoIDType = "pymdownx" })
	got := convert(t, c, "## Déjà vu\n## Déjà vu\n## 🎉\n## Déjà vu\n")
	want := "<h2 id=\"déjà-vu\">Déjà vu</h2>\n<h2 id=\"déjà-vu_1\">Déjà vu</h2>\n" +
		"<h2 id=\"_1\">🎉</h2>\n<h2 id=\"déjà-vu_2\">Déjà vu</h2>\n"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestHeadingIDs(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) { o.Emoji = true })
	for _, test := range []struct{ src, want string }{
		{"# A\n# A\n# A-1\n", `<h1 id="a">A</h1>` + "\n" + `<h1 id="a-1">A</h1>` + "\n" + `<h1 id="a-1-1">A-1</h1>` + "\n"},
		{"# A {#b}\n# B\n", `<h1 id="b">A</h1>` + "\n" + `<h1 id="b-1">B</h1>` + "\n"},
		{"# ?\n# ?\n", `<h1 id="heading">?</h1>` + "\n" + `<h1 id="heading-1">?</h1>` + "\n"},
		{"#\n", "<h1></h1>\n"},
		{"Two\nlines\n===\n", "<h1 id=\"lines\">Two\nlines</h1>\n"},
		{"# *a **b** c* d\n", `<h1 id="a-b-c-d"><em>a <strong>b</strong> c</em> d</h1>` + "\n"},
		{"# `a b` [c](d) ![e](f) :smile:\n", `<h1 id="a-b-c-e-smile"><code>a b</code> <a href="d">c</a> <img src="f" alt="e"> &#x1f604;</h1>` + "\n"},
		{"# \"Q\" & &copy;\n", `<h1 id="q--">&ldquo;Q&rdquo; &amp; ©</h1>` + "\n"},
	} {
		if got := convert(t, c, test.src); got != test.want {
			t.Errorf("%q: got\n%s\nwant\n%s", test.src, got, test.want)
		}
	}
	old := newConverter(t, func(o *markup.Options) { o.FirstPieces = true })
	if got := convert(t, old, "# *a **b** c* d\n"); got != `<h1 id="a--d"><em>a <strong>b</strong> c</em> d</h1>`+"\n" {
		t.Errorf("before Hugo 0.169: %s", got)
	}
	off := newConverter(t, func(o *markup.Options) { o.Goldmark.Parser.AutoHeadingID = false })
	if got := convert(t, off, "# A\n"); got != "<h1>A</h1>\n" {
		t.Errorf("without automatic ids: %s", got)
	}
}

// TestPythonIDs compares the IDs of many headings with those found by counting up, which takes quadratic time.
func TestPythonIDs(t *testing.T) {
	s := idSet{kind: idPython}
	taken := map[string]bool{}
	rng := rand.New(rand.NewPCG(1, 2))
	texts := []string{"x", "x_1", "x_2", "x_7", "y", "y_", "y_-3", "_", "_2", "日本", "日_1"}
	for range 2000 {
		text := texts[rng.IntN(len(texts))]
		want := Anchorize(idPython, text)
		for want == "" || taken[want] {
			if i := strings.LastIndexByte(want, '_'); i >= 0 {
				if n, err := strconv.Atoi(want[i+1:]); err == nil && want[i+1] != '-' {
					want = want[:i+1] + strconv.Itoa(n+1)
					continue
				}
			}
			want += "_1"
		}
		taken[want] = true
		if got := string(s.Generate([]byte(text), ast.KindHeading)); got != want {
			t.Fatalf("%q got %q, want %q", text, got, want)
		}
	}
	many := idSet{kind: idPython}
	for i := range 100_000 {
		if got := string(many.Generate([]byte("x"), ast.KindHeading)); i > 0 && got != "x_"+strconv.Itoa(i) {
			t.Fatalf("heading %d got %q", i, got)
		}
	}
}
