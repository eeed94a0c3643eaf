package html

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSections(t *testing.T) {
	for name, c := range map[string]struct {
		doc    string
		want   []Section
		marked bool
	}{
		"main content, heading by heading": {
			`<title>T</title><body><header>no</header><main><nav>no</nav><h1>Title</h1><p>One &amp; <b>t</b>wo
			<h2 id="a">First <a href="#a" aria-hidden="true">#</a></h2><p>three</p><p>four</p><h3 id=b>Second</h3></main><footer>no</footer>`,
			[]Section{{Text: "One & two"}, {"a", "First", "three\nfour"}, {"b", "Second", ""}},
			false,
		},
		"the marked element": {
			`<main>no<p data-search-content>first</p>no<div class="x" data-search-content><div>in <div data-search-content>it</div></div> and on</div>no</main>`,
			[]Section{{Text: "first\nin\nit\nand on"}},
			true,
		},
		"a mark in the text is none": {
			`<main><p>write data-search-content on it</p></main>`,
			[]Section{{Text: "write data-search-content on it"}},
			false,
		},
		"what is hidden": {
			`<main><p hidden>no</p><span aria-hidden="true">no</span>yes <span class="hidden">too</span><script>a < b</script><form>no</form><svg><title>no</title></svg></main>`,
			[]Section{{Text: "yes too"}},
			false,
		},
		"the number of a footnote": {
			`<main><p>a word<sup id="fnref:1"><a href="#fn:1" class="footnote-ref" role="doc-noteref">1</a></sup>, x<sup>2</sup>.</p><ol><li id=fn:1><p>Note. <a href=#fnref:1>↩</a></p></li></ol></main>`,
			[]Section{{Text: "a word, x2.\nNote."}},
			false,
		},
		"highlighted code": {
			`<main><pre><code><span class="k">func</span> <span class="nf">main</span><span class="p">()</span></code></pre>after</main>`,
			[]Section{{Text: "func main()\nafter"}},
			false,
		},
		"lines of code": {
			"<main><pre><code>--data-dir 'x'\n  Path  to\n\n--name y</code></pre>soft\nbreak<table><tr><td>a<td>b</table></main>",
			[]Section{{Text: "--data-dir 'x'\nPath to\n--name y\nsoft break\na\nb"}},
			false,
		},
		"a line in a heading": {`<main><h2>one<br>two</h2>x</main>`, []Section{{"", "one two", "x"}}, false},
		"broken markup":       {`<main><h2 id="x">open <p`, []Section{{"x", "open", ""}}, false},
		"nothing":             {``, nil, false},
	} {
		got, marked := Sections([]byte(c.doc))
		if diff := cmp.Diff(c.want, got); diff != "" || marked != c.marked {
			t.Errorf("%s: marked %v\n%s", name, marked, diff)
		}
	}
}

func FuzzSections(f *testing.F) {
	f.Add(`<main><h2 id=a>x</h2><div hidden><p>a</div>&lt;b`)
	f.Add(`<div data-search-content><div></div`)
	f.Fuzz(func(t *testing.T, doc string) {
		list, _ := Sections([]byte(doc))
		for _, s := range list {
			if s.Heading == "" && s.Text == "" {
				t.Errorf("an empty section of %q", doc)
			}
		}
	})
}

func BenchmarkSections(b *testing.B) {
	doc := []byte("<main>")
	for range 200 {
		doc = append(doc, `<h2 id="a">A heading</h2><p>Some text with <code>code</code>, and <a href="/x/">a link</a> &amp; more of it, as long as a line is.</p>`...)
	}
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		Sections(doc)
	}
}
