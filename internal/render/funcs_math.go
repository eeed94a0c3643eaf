package render

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/render/tex"
	"github.com/sitegen/sitegen/internal/tmpl"
)

// toMath is transform.ToMath: https://gohugo.io/functions/transform/tomath/ Its output "core", MathML as browsers draw it
// with the style sheet of the embedded themes, is sitegen's own.
func (w *Worker) toMath(formula any, options ...any) (template.HTML, error) {
	o := tex.Options{Strict: "error", ThrowOnError: true}
	if given := tmpl.Optional(options); given != nil {
		table, ok := tmpl.Map(given)
		if !ok {
			return "", fmt.Errorf("the options of transform.ToMath are a map, not %T", given)
		}
		for _, name := range slices.Sorted(maps.Keys(table)) {
			if err := setMath(&o, name, table[name]); err != nil {
				return "", err
			}
		}
	}
	out, warnings, err := w.run.o.Math.HTML(tmpl.Text(formula), o)
	for _, text := range warnings {
		w.call().Warn(diag.Warning, "", text)
	}
	return template.HTML(out), err
}

// setMath sets one of the options by the name that templates have for it.
func setMath(o *tex.Options, name string, value any) error {
	ok := true
	switch strings.ToLower(name) {
	case "output":
		o.Output, ok = value.(string)
		if o.Core = o.Output == "core"; o.Core {
			o.Output = ""
		} else if o.Output != "html" && o.Output != "mathml" && o.Output != "htmlAndMathml" {
			ok = false
		}
	case "strict":
		o.Strict, ok = value.(string)
		ok = ok && (o.Strict == "error" || o.Strict == "warn" || o.Strict == "ignore")
	case "errorcolor":
		o.ErrorColor, ok = value.(string)
	case "displaymode":
		o.Display, ok = value.(bool)
	case "throwonerror":
		o.ThrowOnError, ok = value.(bool)
	case "fleqn":
		o.Fleqn, ok = value.(bool)
	case "minrulethickness":
		switch n := value.(type) {
		case float64:
			o.MinRuleThickness = n
		default:
			var whole int
			whole, ok = frontmatter.Int(n)
			o.MinRuleThickness = float64(whole)
		}
	case "macros":
		var table map[string]any
		if table, ok = tmpl.Map(value); ok {
			o.Macros = make(map[string]string, len(table))
			for k, v := range table {
				o.Macros[k] = tmpl.Text(v)
			}
		}
	default:
		return fmt.Errorf("transform.ToMath has no option %q", name)
	}
	if !ok {
		return fmt.Errorf("transform.ToMath: %q cannot be the option %s", tmpl.Text(value), name)
	}
	return nil
}
