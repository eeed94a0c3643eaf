package render

import (
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// TooMuch reports whether one of the errors is that templates do too much. Rendering other pages may take as long to
// find the same error.
func TooMuch(found diag.List) bool {
	return slices.ContainsFunc(found, func(d *diag.Diagnostic) bool { return d.Rule == tmpl.BoundRule })
}
