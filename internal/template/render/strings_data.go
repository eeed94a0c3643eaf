package render

import (
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/template/i18n"
	"github.com/sitegen/sitegen/themes"
)

// stringsAndData are the parts of a Theme other than templates.
type stringsAndData struct {
	strings *i18n.Tables
	data    *dataFiles
}

// loadStringsAndData reads the string tables and the data files.
func (t *Theme) loadStringsAndData() diag.List {
	var problems, more diag.List
	t.strings, problems = loadStrings(t.cfg, themes.Embedded(t.embedded, themes.Strings))
	t.data, more = loadData(t.cfg)
	return append(problems, more...)
}
