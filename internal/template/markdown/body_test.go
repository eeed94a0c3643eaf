package markdown

import (
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/config/markup"
)

func TestHoles(t *testing.T) {
	var h Holes
	a, b := h.Add("<div>A</div>"), h.Add("B & C")
	nested := h.Add("[" + a + "]")
	for _, test := range []struct{ html, want string }{
		{"nothing", "nothing"},
		{"<p>" + a + "</p>\n", "<div>A</div>\n"},
		{"<p>" + a + " x</p>", "<p><div>A</div> x</p>"},
		{"<p>" + a + b + "</p>", "<p><div>A</div>B & C</p>"},
		{`<a href="` + b + `">` + a + "</a>", `<a href="B & C"><div>A</div></a>`},
		{nested, "[<div>A</div>]"},
		{tokenStart + "9" + tokenEnd + a, tokenStart + "9" + tokenEnd + "<div>A</div>"},
		{tokenStart, tokenStart},
		{tokenStart + "x" + tokenEnd, tokenStart + "x" + tokenEnd},
	} {
		if got := h.Fill(test.html); got != test.want {
			t.Errorf("%q: got %q, want %q", test.html, got, test.want)
		}
	}
	h.Set(b, "D"+b) // a hole that contains itself must end
	if got := h.Fill(b); !strings.HasPrefix(got, "DDD") || strings.Count(got, "D") > 10 {
		t.Errorf("got %q", got)
	}
}

// TestTokensSurviveMarkdown puts a token wherever a shortcode may be.
func TestTokensSurviveMarkdown(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) { o.Emoji = true; o.Goldmark.Renderer.Unsafe = true })
	var h Holes
	token := h.Add("X")
	for _, test := range []struct{ src, want string }{
		{"a @ b", "<p>a X b</p>\n"},
		{"a@b _@_ **@**", "<p>aXb <em>X</em> <strong>X</strong></p>\n"},
		{"[@](@ \"@\") ![@](@)", `<p><a href="X" title="X">X</a> <img src="X" alt="X"></p>` + "\n"},
		{"<i title=\"@\">@</i> <!-- @ -->", `<p><i title="X">X</i> <!-- X --></p>` + "\n"},
		{"`@` \"@\" -- '@'", "<p><code>X</code> &ldquo;X&rdquo; &ndash; &lsquo;X&rsquo;</p>\n"},
		{"    @\n", "<pre><code>X\n</code></pre>\n"},
		{"```\n@\n```\n", "<pre tabindex=\"0\"><code>X\n</code></pre>"},
		{"|@|\n|-|\n|@|\n", ""},
		{"## @ {title=\"@\"}\n", "<h2 title=\"X\" id=\"heading\">X</h2>\n"},
		{"## a @\n", "<h2 id=\"a\">a X</h2>\n"},
		{"@\n", "X\n"},
		{"- @\n", "<ul>\n<li>X</li>\n</ul>\n"},
	} {
		got := h.Fill(convert(t, c, strings.ReplaceAll(test.src, "@", token)))
		if test.want == "" {
			if strings.Count(got, ">X<") != 2 {
				t.Errorf("%q: got %q", test.src, got)
			}
		} else if got != test.want {
			t.Errorf("%q: got %q, want %q", test.src, got, test.want)
		}
	}
}

func TestMarkDivider(t *testing.T) {
	mark := "\n\n" + Divider + "\n\n"
	for _, test := range []struct {
		src, want string
		found     bool
	}{
		{"a", `"a"`, false},
		{"a\n<!--more-->\n\n b", `"a\n@" "b"`, true},
		{"a <!--more--> b <!--more--> c", `"a @" "b <!--more--> c"`, true},
		{"a <!-- more --> b", `"a <!-- more --> b"`, false},
		{"{{< b >}}<!--more-->c", `b "@" "c"`, true},
		{"{{< in >}}a<!--more--> b{{< /in >}}<!--more-->c", `in{"ab"} "<!--more-->c"`, false},
		{"{{< in >}}a{{< in >}}<!--more-->{{< /in >}}{{< /in >}}", `in{"a" in{""}}`, false},
	} {
		parts, err := ParseShortcodes("a.md", 1, test.src, fakeTemplates)
		if err != nil {
			t.Fatal(err)
		}
		before := shape(parts)
		got, found := MarkDivider(parts)
		want := strings.ReplaceAll(test.want, "@", strings.Trim(shape([]Part{{Text: mark}}), `"`))
		if shape(got) != want || found != test.found {
			t.Errorf("%q: got %s, %v, want %s, %v", test.src, shape(got), found, want, test.found)
		}
		if shape(parts) != before {
			t.Errorf("%q: the input was changed", test.src)
		}
	}
}

func TestSplitManual(t *testing.T) {
	for _, test := range []struct {
		html                   string
		plain                  bool
		summary, rest, content string
	}{
		{"<p>A</p><p>@</p><p>B</p>", false, "<p>A</p>", "<p>B</p>", "<p>A</p><p>B</p>"},
		{"<p>A</p>\n<p>@</p>\n<p>B</p>", false, "<p>A</p>", "<p>B</p>", "<p>A</p>\n<p>B</p>"},
		{"<p>@</p>\n<p>A</p>", false, "", "<p>A</p>", "<p>A</p>"},
		{"<p>A</p><p>B@</p><p>C</p>", false, "<p>A</p><p>B</p>", "<p>C</p>", "<p>A</p><p>B</p><p>C</p>"},
		{"<p>A <b>B</b>\v c</p>\n<p>@</p>", false, "<p>A <b>B</b>\v c</p>", "", "<p>A <b>B</b>\v c</p>"},
		{"<p>A</p>@<p>B</p>", true, "<p>A</p>", "<p>B</p>", "<p>A</p><p>B</p>"},
		{"<p class=\"x\"> \n@ </p>\n<p>B</p>", false, "", "<p>B</p>", "<p>B</p>"},
		{"@<p>A</p>", false, "", "", ""},
		{"<p>A</p>", false, "", "<p>A</p>", "<p>A</p>"},
	} {
		s := SplitManual(strings.ReplaceAll(test.html, "@", Divider), test.plain)
		if s.Summary != test.summary || s.Rest != test.rest || s.Content != test.content {
			t.Errorf("%q: got %q | %q | %q", test.html, s.Summary, s.Rest, s.Content)
		}
	}
}

func TestSplitAuto(t *testing.T) {
	for _, test := range []struct {
		html          string
		words         int
		cjk           bool
		summary, rest string
		truncated     bool
	}{
		{"<p>One two</p>\n", 10, false, "<p>One two</p>", "", false},
		{"<p>One two</p><p>three four</p>", 2, false, "<p>One two</p>", "<p>three four</p>", true},
		{"<p>One two</p><p>three four</p><p>five</p>", 3, false, "<p>One two</p><p>three four</p>", "<p>five</p>", true},
		{"<p>这是中文，全中文</p><p>a这是中文，全中文</p>", 5, true, "<p>这是中文，全中文</p>", "<p>a这是中文，全中文</p>", true},
		{"<h2 id=\"a\">A</h2>\n<ul>\n<li>b</li>\n</ul>\n", 1, false, "<h2 id=\"a\">A</h2>\n<ul>\n<li>b</li>\n</ul>", "", false},
		{"<p>One</p>", 0, false, "", "<p>One</p>", false},
		{"", 70, false, "", "", false},
		{"<div><p>One two</p><p>three</p>", 2, false, "<div><p>One two</p>", "<p>three</p>", true},
		{"<div><br><img src=x><script>'</div>'</script><p>One two</p></DIV>three", 2, false, "<div><br><img src=x><script>'</div>'</script><p>One two</p></DIV>", "three", true},
		{"<b><i><p>One two</p></u></b>three</i>", 2, false, "<b><i><p>One two</p></u></b>", "three</i>", true},
	} {
		s := SplitAuto(test.html, test.words, test.cjk, 0)
		if s.Summary != test.summary || s.Rest != test.rest || s.Truncated != test.truncated || s.Content != test.html {
			t.Errorf("%q, %d: got %q | %q | %v", test.html, test.words, s.Summary, s.Rest, s.Truncated)
		}
	}
}

// A summary ends after a list or quotation. Before Hugo 0.167, it ended within it.
func TestSplitAutoBeforeHugo167(t *testing.T) {
	const html = "<ul><li><p>One two</p></li><li><p>three</p></li></ul><p>four</p>"
	for as, want := range map[config.Release]string{
		0: "<ul><li><p>One two</p></li><li><p>three</p></li></ul>", 167: "<ul><li><p>One two</p></li><li><p>three</p></li></ul>",
		166: "<ul><li><p>One two</p>",
	} {
		if s := SplitAuto(html, 2, false, as); s.Summary != want || s.Summary+s.Rest != html {
			t.Errorf("in release %d: %q | %q", as, s.Summary, s.Rest)
		}
	}
}

// Elements that are never closed do not take quadratic time.
func TestSplitAutoOfOpenElements(t *testing.T) {
	html := strings.Repeat("<a>", 300_000) + "<p>One two</p>" + strings.Repeat("</b>", 300_000)
	if s := SplitAuto(html, 2, false, 0); !s.Truncated {
		t.Error("the summary is everything")
	}
}

func TestTextFacts(t *testing.T) {
	for _, test := range []struct {
		html string
		cjk  bool
		want Facts
	}{
		{"", false, Facts{}},
		{"<p>One  two\nthree</p>\n", false, Facts{"One two three\n", 3}},
		{"<p>日本語 and 한국어</p>", false, Facts{"日本語 and 한국어\n", 3}},
		{"<p>日本語 and 한국어</p>", true, Facts{"日本語 and 한국어\n", 7}},
		{"a\u00a0b\u3000c", false, Facts{"a\u00a0b\u3000c", 3}},
	} {
		if got := TextFacts(test.html, test.cjk, 0); got != test.want {
			t.Errorf("%q, %v: got %+v, want %+v", test.html, test.cjk, got, test.want)
		}
	}
}

// The counts that are made of a number of words, in the newest Hugo and before 0.166.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		words             int
		cjk               bool
		fuzzy, time       int
		oldFuzzy, oldTime int
	}{
		{0, false, 0, 0, 100, 0},
		{1, false, 100, 1, 100, 1},
		{99, false, 100, 1, 100, 1},
		{100, false, 100, 1, 200, 1},
		{101, false, 200, 1, 200, 1},
		{212, false, 300, 1, 300, 1},
		{213, false, 300, 2, 300, 1},
		{214, false, 300, 2, 300, 2},
		{500, true, 500, 1, 600, 1},
		{501, true, 600, 2, 600, 1},
		{502, true, 600, 2, 600, 2},
	} {
		fuzzy, time := FuzzyWordCount(c.words, 0), ReadingTime(c.words, c.cjk, 0)
		oldFuzzy, oldTime := FuzzyWordCount(c.words, 165), ReadingTime(c.words, c.cjk, 165)
		if fuzzy != c.fuzzy || time != c.time || oldFuzzy != c.oldFuzzy || oldTime != c.oldTime {
			t.Errorf("%d words: %d, %d; in Hugo 0.165 %d, %d", c.words, fuzzy, time, oldFuzzy, oldTime)
		}
	}
}

func TestEmojify(t *testing.T) {
	for s, want := range map[string]string{
		"none": "none", ":smile:": "😄", "a :beer: :nothing: b": "a 🍺 :nothing: b", "10:30:beer:": "10:30🍺",
		":": ":", "::": "::", ": beer:": ": beer:", ":beer": ":beer", ":beer::smile:": "🍺😄",
	} {
		if got := Emojify(s); got != want {
			t.Errorf("Emojify(%q) = %q, want %q", s, got, want)
		}
	}
}

// FuzzConvert looks for panics, and for hooks that change nodes although they decline them.
func FuzzConvert(f *testing.F) {
	c := newConverter(f, func(o *markup.Options) {
		o.Emoji = true
		o.Goldmark.Parser.AttributeBlock = true
		o.Goldmark.Parser.AutoDefinitionTermID = true
		o.Goldmark.Parser.WrapStandAloneImageWithinParagraph = false
		o.Goldmark.Extensions.Extras = markup.Extras{Delete: true, Insert: true, Mark: true, Subscript: true, Superscript: true}
		o.Goldmark.Extensions.CJK = markup.CJK{Enable: true, EastAsianLineBreaks: true, EscapedSpace: true}
		o.Goldmark.Extensions.Passthrough = markup.Passthrough{Enable: true, Block: [][2]string{{"$$", "$$"}}, Inline: [][2]string{{"$", "$"}}}
	})
	for _, s := range []string{
		string(post()), "# a {#b}\n", "![a](b)\n{.c}\n", "```go {linenos=table hl_lines=[1]}\nx\n```\n", "> [!NOTE]\n> a\n", "a\n: b\n", "[^1]\n\n[^1]: x\n",
		"|a|\n|-|\n|b|\n{#c}", "$$\nx\n$$", WrapNested("a", "b"), "<b>\n<!-- x", "- [ ] a\n", "https://a.b www.c.d e@f.g", "[a](https://b https://c",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		out, err := c.Convert(Input{Source: s})
		again, err2 := c.Convert(Input{Source: s, Hooks: decline})
		if (err == nil) != (err2 == nil) {
			t.Fatalf("%v, with hooks %v", err, err2)
		}
		if err != nil {
			return
		}
		if out.HTML != string(again.HTML) {
			t.Errorf("hooks that decline make a difference: %s", firstDifference(out.HTML, string(again.HTML)))
		}
		html := out.HTML
		TextFacts(html, true, 0)
		SplitAuto(html, 3, true, 0)
		SplitManual(html, false)
		out.TOC.ToHTML(1, -1, true)
	})
}
