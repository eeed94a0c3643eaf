package markdown

import (
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/config/markup"
)

// TestFormattedWikiLinks: the text of a link has emphasis and marks.
func TestFormattedWikiLinks(t *testing.T) {
	c := newConverter(t, func(o *markup.Options) { o.WikiLinks = true })
	for in, want := range map[string]string{
		"[[a|**b** *c* ~~d~~]] e":         "<strong>b</strong> <em>c</em> <del>d</del> e",
		"*x [[a| b* c]] d*":               "<em>x b* c d</em>",
		"[[a|*b*]] and [[c|d_e_f *g]]*":   "<em>b</em> and d_e_f *g*",
		"[[a|*b* https://x.alt/c]] d":     "*b* https://x.alt/c d",
		"[[a|*b* `c]] d`":                 "*b* `c d`",
		"[[a|*b* www.x.alt/c]] d":         "[[a|<em>b</em> <a href=\"https://www.x.alt/c%5D%5D\">www.x.alt/c]]</a> d",
		"- [[a|*b*]]\n- [[c#d|_e_]][f]":   "<ul>\n<li><em>b</em></li>\n<li><em>e</em>[f]</li>\n</ul>",
		"| [[a\\|*b*]] | c |\n|-|-|\n":    "<table>\n<thead>\n<tr>\n<th><em>b</em></th>\n<th>c</th>\n</tr>\n</thead>\n<tbody>\n</tbody>\n</table>",
		"**[[a|b *c*]] d** ~~[[a|b_c]]~~": "<strong>b <em>c</em> d</strong> <del>b_c</del>",
		"[[a|b [c] d]] [[a|e [f]]]":       "b [c] d e [f]",
		"[[a|*b* [c]]] [[a|d] [e]]":       "<em>b</em> [c] [[a|d] [e]]",
		"[x [[a|*b*]] y](https://z.alt)":  "<a href=\"https://z.alt\">x <em>b</em> y</a>",
	} {
		out, err := c.Convert(Input{Source: in})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.ReplaceAll(string(out.HTML), "\t", "")
		got = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(got), "<p>"), "</p>")
		if got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", in, got, want)
		}
	}
}

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
