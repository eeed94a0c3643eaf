package markdown

import (
	"testing"

	"github.com/sitegen/sitegen/internal/config/markup"
)

// TestLinksByNameInTitles: a heading with a wiki link, a formula, or a nested page inside emphasis has a title in the
// table of contents.
func TestLinksByNameInTitles(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) {
		o.WikiLinks = true
		p := &o.Goldmark.Extensions.Passthrough
		p.Enable, p.Dollars, p.Inline = true, markup.PandocDollars, [][2]string{{"$", "$"}}
	})
	out, err := c.Convert(Input{Source: "## **See [[the note]]** *![[x.png|y]]*\n## A **$a^2$** **b_c_d**\n"})
	if err != nil {
		t.Fatal(err)
	}
	want := `<nav id="TableOfContents">
  <ul>
    <li><a href="#see-the-note-y"><strong>See the note</strong> <em>y</em></a></li>
    <li><a href="#a--b_c_d">A <strong>$a^2$</strong> <strong>b_c_d</strong></a></li>
  </ul>
</nav>`
	if got := string(out.TOC.ToHTML(2, 3, false)); got != want {
		t.Errorf("got:\n%s", got)
	}
}
