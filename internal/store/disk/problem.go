package disk

import (
	"errors"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// ClashRule is the rule of conflicting outputs.
const ClashRule = "output-clash"

// Problem returns an error of the output folder as a message; a Refusal keeps its rule and hint.
func Problem(err error) diag.List {
	var r *Refusal
	if errors.As(err, &r) {
		return diag.List{{Rule: r.Rule, Message: r.Text, Hint: r.Hint}}
	}
	return diag.From(err)
}
