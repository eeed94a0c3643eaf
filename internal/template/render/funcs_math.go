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

// formulaSteps is how many steps a formula takes, and formulaByte how many more for each of its bytes.
const (
	formulaSteps = 4_000
	formulaByte  = 80
)

// toMath is transform.ToMath: https://gohugo.io/functions/transform/tomath/ Its output "core", MathML as browsers draw
// it with the style sheet of the embedded themes, is sitegen's own.
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
