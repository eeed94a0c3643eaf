package markdown

import (
	"strings"
	"testing"
)

func TestPlainFormula(t *testing.T) {
	math := func(letters, tex string) string {
		return `<math display="block"><semantics><mrow>` + letters + `</mrow><annotation encoding="application/x-tex">` + tex + `</annotation></semantics></math>`
	}
	for html, want := range map[string]string{
		`<p>Let ` + math(`<mi>α</mi><mo>&lt;</mo><mn>1</mn>`, `\alpha &lt; 1`) + ` be.</p>`:           "Let α&lt;1 be.\n",
		`<p>As ` + math(`<mi>E</mi><mo>=</mo><msup><mi>c</mi><mn>2</mn></msup>`, `E = c^2`) + `.</p>`: "As E = c^2.\n",
		`A ` + math(`<mfrac><mn>1</mn><mn>2</mn></mfrac>`, "\n\\frac12\n") + ` b`:                     "A … b",
		`<math><mi>x</mi></math> <annotation>y</annotation>`:                                          "x y",
		`<math><semantics><annotation encoding="application/x-tex">never closed`:                      "never closed",
		`<MATH><mi>x</mi></MATH><mathematics>`:                                                        "x",
	} {
		if got := Plain(html, 0); got != want {
			t.Errorf("%s\n got %q\nwant %q", html, got, want)
		}
	}
}

// Formulas that do not end, or end only once, do not take quadratic time.
func TestUnendedFormulas(t *testing.T) {
	starts := strings.Repeat("<math>", 300_000)
	for _, s := range []string{starts, starts + "x</math>"} {
		if got := Plain(s, 0); len(got) > 1 {
			t.Errorf("%.40q", got)
		}
	}
}
