package markdown

import (
	"slices"
	"testing"

	"github.com/sitegen/sitegen/internal/config/markup"
)

func TestTableOfContents(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) { o.Goldmark.Parser.AutoDefinitionTermID = true })
	for _, test := range []struct {
		name, src   string
		start, stop int
		ordered     bool
		want        string
	}{
		{"none", "text\n", 2, 3, false, `<nav id="TableOfContents"></nav>`},
		{"nested", "# A\n## B\n### C\n#### D\n## E\n", 2, 3, false, `<nav id="TableOfContents">
  <ul>
    <li><a href="#b">B</a>
      <ul>
        <li><a href="#c">C</a></li>
      </ul>
    </li>
    <li><a href="#e">E</a></li>
  </ul>
</nav>`},
		{"skipped level, all, ordered", "### A\n", 2, -1, true, `<nav id="TableOfContents">
  <ol>
    <li>
      <ol>
        <li><a href="#a">A</a></li>
      </ol>
    </li>
  </ol>
</nav>`},
		{"titles", "## *a* [b](c) `d<e` ![f](g.png) & \"q\"\n## <b>x</b> <script>y</script>\n## ~~z~~ 'w'\n", 2, 2, false, `<nav id="TableOfContents">
  <ul>
    <li><a href="#a-b-de-f--q"><em>a</em> b <code>d&lt;e</code> <img src="g.png" alt="f"> &amp; “q”</a></li>
    <li><a href="#x-y">x y</a></li>
    <li><a href="#z-w"><del>z</del> ‘w’</a></li>
  </ul>
</nav>`},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, err := c.Convert(Input{Source: test.src})
			if err != nil {
				t.Fatal(err)
			}
			if got := string(out.TOC.ToHTML(test.start, test.stop, test.ordered)); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestFragments(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) { o.Goldmark.Parser.AutoDefinitionTermID = true })
	out, err := c.Convert(Input{Source: "## B {#x}\n## A {#x}\n\nTerm\n: text\n\n# C\n"})
	if err != nil {
		t.Fatal(err)
	}
	f := out.TOC
	if want := (Identifiers{"c", "term", "x", "x"}); !slices.Equal(f.Identifiers, want) {
		t.Errorf("identifiers %v, want %v", f.Identifiers, want)
	}
	if !f.Identifiers.Contains("term") || f.Identifiers.Contains("t") || f.Identifiers.Count("x") != 2 || f.Identifiers.Count("y") != 0 {
		t.Error("Contains or Count is wrong")
	}
	if h := f.HeadingsMap["x"]; h == nil || h.Title != "A" || h.Level != 2 {
		t.Errorf("of equal ids the last heading counts: %+v", h)
	}
	if len(f.Headings) != 2 || !f.Headings[0].IsZero() || f.Headings[1].ID != "c" {
		t.Errorf("headings %+v", f.Headings)
	}
}

func TestFragmentsFill(t *testing.T) {
	c := newConverter(t, nil)
	var holes Holes
	out, err := c.Convert(Input{Source: "## A " + holes.Add("<b>x</b>") + "\n"})
	if err != nil {
		t.Fatal(err)
	}
	out.TOC.Fill(&holes)
	if h := out.TOC.HeadingsMap["a"]; h == nil || h.Title != "A <b>x</b>" {
		t.Errorf("got %+v", out.TOC.Headings[0].Headings[0])
	}
}
