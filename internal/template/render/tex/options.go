package tex

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// Set sets one of the options by its name in templates. As in Hugo, unknown names are ignored, and values may be texts,
// since themes pass their entire configuration for formulas.
func (o *Options) Set(name string, value any) error {
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
		o.Display, ok = boolOf(value)
	case "throwonerror":
		o.ThrowOnError, ok = boolOf(value)
	case "fleqn":
		o.Fleqn, ok = boolOf(value)
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

// boolOf reads a bool, the text of one, or a number.
func boolOf(value any) (on, ok bool) {
	if n, whole := frontmatter.Int(value); whole {
		return n != 0, true
	}
	text := tmpl.Text(value)
	on, err := strconv.ParseBool(text)
	return on, err == nil || text == ""
}
