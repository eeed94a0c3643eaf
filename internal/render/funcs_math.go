package render

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strconv"
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

// setMath sets one of the options by the name that templates have for it. Others are ignored, and values may be texts, as
// in Hugo: themes pass all that their configuration says of formulas.
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
		o.ErrorColor = tmpl.Text(value)
	case "displaymode":
		o.Display, ok = mathBool(value)
	case "throwonerror":
		o.ThrowOnError, ok = mathBool(value)
	case "fleqn":
		o.Fleqn, ok = mathBool(value)
	case "minrulethickness":
		n, err := strconv.ParseFloat(tmpl.Text(value), 64)
		o.MinRuleThickness, ok = n, err == nil
	case "macros":
		var table map[string]any
		if table, ok = tmpl.Map(value); ok {
			o.Macros = make(map[string]string, len(table))
			for k, v := range table {
				o.Macros[k] = tmpl.Text(v)
			}
		}
	}
	if !ok {
		return fmt.Errorf("transform.ToMath: %q cannot be the option %s", tmpl.Text(value), name)
	}
	return nil
}

// mathBool reads a bool, the text of one, or a number.
func mathBool(value any) (on, ok bool) {
	if n, whole := frontmatter.Int(value); whole {
		return n != 0, true
	}
	text := tmpl.Text(value)
	on, err := strconv.ParseBool(text)
	return on, err == nil || text == ""
}
