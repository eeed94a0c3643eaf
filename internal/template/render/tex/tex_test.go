package tex_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/template/render/tex"
)

var update = flag.Bool("update", false, "write testdata")

// TestFormulas compares each formula in testdata/formulas.txt with the line below it: its MathML, or its error.
func TestFormulas(t *testing.T) {
	e := tex.NewEngine("")
	const name = "testdata/formulas.txt"
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, two := range strings.Split(strings.TrimSuffix(string(file), "\n\n"), "\n\n") {
		formula, _, _ := strings.Cut(two, "\n")
		html, _, err := e.HTML(formula, tex.Options{Core: true, Display: true, ThrowOnError: true})
		if err != nil {
			html = "error: " + err.Error()
		}
		got.WriteString(formula + "\n" + html + "\n\n")
	}
	if *update {
		if err := os.WriteFile(name, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(string(file), got.String()); d != "" {
		t.Error(d)
	}
}

// TestOptions shows the output of KaTeX itself, as Hugo's transform.ToMath returns it.
func TestOptions(t *testing.T) {
	e := tex.NewEngine("")
	for _, test := range []struct {
		formula string
		o       tex.Options
		want    string
	}{
		{`\mathbb{R}`, tex.Options{}, `<span class="katex"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi mathvariant="double-struck">R</mi></mrow><annotation encoding="application/x-tex">\mathbb{R}</annotation></semantics></math></span>`},
		{`x`, tex.Options{Output: "html"}, `<span class="katex"><span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="height:0.4306em;"></span><span class="mord mathnormal">x</span></span></span></span>`},
		{`\two`, tex.Options{Core: true, Macros: map[string]string{`\two`: "2"}}, `<math><semantics><mrow><mn>2</mn></mrow><annotation encoding="application/x-tex">\two</annotation></semantics></math>`},
		{`\two`, tex.Options{Core: true, ErrorColor: "#00f"}, `<math><semantics><mrow><mstyle mathcolor="#00f"><mtext>\two</mtext></mstyle></mrow><annotation encoding="application/x-tex">\two</annotation></semantics></math>`},
		{`é`, tex.Options{Core: true, Strict: "error", ThrowOnError: true}, `error: KaTeX parse error: LaTeX-incompatible input and strict mode is set to 'error': Accented Unicode text character "é" used in math mode [unicodeTextInMathMode] at position 1: é̲`},
		{`é`, tex.Options{Strict: "warn", Core: true}, `<math><semantics><mrow><mover accent="true"><mi>e</mi><mo>ˊ</mo></mover></mrow><annotation encoding="application/x-tex">é</annotation></semantics></math> warning: Accented Unicode text character "é" used in math mode`},
	} {
		got, warnings, err := e.HTML(test.formula, test.o)
		if err != nil {
			got = "error: " + err.Error()
		}
		for _, w := range warnings {
			got += " warning: " + w
		}
		if d := cmp.Diff(test.want, got); d != "" {
			t.Errorf("%s: %s", test.formula, d)
		}
	}
}

// TestHostile: no formula can end the program, break the engine for the next one, or run forever.
func TestHostile(t *testing.T) {
	e := tex.NewEngine("")
	const tooMuch = "KaTeX failed: the formula is nested too deeply, too large, or has no end"
	type test struct{ formula, want string }
	tests := []test{
		{strings.Repeat("{", 40_000), tooMuch},
		{strings.Repeat("a^{", 3000) + strings.Repeat("}", 3000), tooMuch},
		{`\def\a#1{\b{#1#1}}\def\b#1{\a{#1#1}}\a{x}`, tooMuch},
		{`\def\a{\b}\def\b{\a}\a`, "KaTeX parse error: Too many expansions: infinite loop or need to increase maxExpand setting"},
		{strings.Repeat("x", 60_000), "the formula is longer than 50000 bytes"},
		{"\x00\xff", "KaTeX parse error: Unexpected character: '\x00' at position 1: \x00\u0332�"},
	}
	_, _ = par.Map(t.Context(), 2, tests, func(_ context.Context, test test) (any, error) {
		_, _, err := e.HTML(test.formula, tex.Options{ThrowOnError: true})
		if err == nil || err.Error() != test.want {
			t.Errorf("%.20q: %q", test.formula, err)
		}
		if html, _, err := e.HTML("x", tex.Options{Core: true}); err != nil || html != `<math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x</annotation></semantics></math>` {
			t.Errorf("after %.20q: %q, %v", test.formula, html, err)
		}
		return nil, nil
	})
}

// answers are kept in memory by a test.
type answers map[string]string

func (a answers) Get(question []byte) ([]byte, bool) {
	text, ok := a[string(question)]
	return []byte(text), ok
}

func (a answers) Put(question, answer []byte) { a[string(question)] = string(answer) }

// TestKept: kept results are used, valid or not, and unreadable ones are computed again.
func TestKept(t *testing.T) {
	kept := answers{}
	ask := func(formula string) string {
		e := tex.NewEngine("")
		e.Keep(kept)
		html, _, err := e.HTML(formula, tex.Options{Core: true, ThrowOnError: true})
		return html + fmt.Sprint(err)
	}
	x, wrong := ask("x"), ask(`\nothing`)
	if len(kept) != 2 || ask("x") != x || ask(`\nothing`) != wrong || !strings.Contains(wrong, "Undefined control sequence") {
		t.Errorf("kept %d answers: %q, %q", len(kept), x, wrong)
	}
	for question := range kept {
		kept[question] = `{"html":"known"}`
	}
	if got := ask("x"); got != "known<nil>" {
		t.Errorf("a kept answer is not used: %q", got)
	}
	for question := range kept {
		kept[question] = "{"
	}
	if got := ask("x"); got != x {
		t.Errorf("a damaged answer: %q, want %q", got, x)
	}
}

func BenchmarkFormula(b *testing.B) {
	e := tex.NewEngine("")
	i := 0
	for b.Loop() {
		i++
		if _, _, err := e.HTML(`x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}`+strings.Repeat(" ", i%5000), tex.Options{Core: true}); err != nil {
			b.Fatal(err)
		}
	}
}
