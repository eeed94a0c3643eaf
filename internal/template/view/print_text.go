package view

import (
	"cmp"
	"fmt"
)

// The texts of values that a template prints directly: short texts that are the same in every build, where Hugo prints
// addresses in memory.

// String is "OutputFormat(html)" (string).
func (f OutputFormat) String() string { return "OutputFormat(" + f.t.Format.Name + ")" }

// String is "MenuEntry(about)", with its identifier or name (string).
func (m *MenuEntry) String() string {
	return "MenuEntry(" + cmp.Or(m.e.Identifier, m.e.Name, m.e.PageRef, m.e.URL) + ")"
}

// String is "Hugo" (string).
func (h *Hugo) String() string { return "Hugo" }

// String is "Dependency(path)" (string).
func (d *Dependency) String() string { return "Dependency(" + d.Path + ")" }

// String is "Discovery(page)" (string).
func (d Discovery) String() string { return fmt.Sprintf("Discovery(%v)", d.page) }

// String is "OrderedTaxonomyEntry(term)" (string).
func (e OrderedTaxonomyEntry) String() string { return "OrderedTaxonomyEntry(" + e.Name + ")" }
