package render

import (
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/template/i18n"
	"github.com/sitegen/sitegen/themes"
)

// rest is what a Theme holds besides templates.
type rest struct {
	strings *i18n.Tables
	data    *dataFiles
}

// loadRest reads the string tables and the data files.
func (t *Theme) loadRest() diag.List {
	var problems, more diag.List
	t.strings, problems = loadStrings(t.cfg, themes.Embedded(t.embedded, themes.Strings))
	t.data, more = loadData(t.cfg)
	return append(problems, more...)
}
