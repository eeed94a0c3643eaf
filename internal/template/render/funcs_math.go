package render

import (
	"fmt"
	"html/template"
	"maps"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/template/render/tex"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// formulaSteps is the cost of a formula in steps, and formulaByte the additional cost per byte.
const (
	formulaSteps = 4_000
	formulaByte  = 80
)

// toMath implements transform.ToMath: https://gohugo.io/functions/transform/tomath/. The output "core" is only in
// sitegen: MathML for browsers, with the style sheet of the embedded themes.
func (w *Worker) toMath(formula any, options ...any) (template.HTML, error) {
	o := tex.Options{Strict: "error", ThrowOnError: true}
	if given := tmpl.Optional(options); given != nil {
		table, ok := tmpl.Map(given)
		if !ok {
			return "", fmt.Errorf("the options of transform.ToMath are a map, not %T", given)
		}
		for _, name := range slices.Sorted(maps.Keys(table)) {
			if err := o.Set(name, table[name]); err != nil {
				return "", err
			}
		}
	}
	text := tmpl.Text(formula)
	if err := w.call().Step(formulaSteps + len(text)*formulaByte); err != nil {
		return "", err
	}
	out, warnings, err := w.run.o.Math.HTML(text, o)
	for _, text := range warnings {
		w.call().Warn(diag.Warning, "", text)
	}
	return template.HTML(out), err
}
