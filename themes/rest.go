package themes

import "github.com/sitegen/sitegen/internal/diag"

// rest is what a Theme holds besides templates.
type rest struct {
	strings *stringTables
	data    *dataFiles
}

// loadRest reads the string tables and the data files.
func (t *Theme) loadRest() diag.List {
	var problems, more diag.List
	t.strings, problems = loadStrings(t.cfg, embeddedLayers(t.embedded))
	t.data, more = loadData(t.cfg)
	return append(problems, more...)
}
