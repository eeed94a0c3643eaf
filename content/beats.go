package content

import "strings"

// Beats reports whether Hugo makes a page of d rather than of o, which have the same path: of the file whose name has
// the language, then of that of a bundle. Of other two Hugo's choice is open; here it is a file rather than what a
// content adapter made, then the last by name.
func (d *Document) Beats(o *Document) bool {
	if x, y := d.Adapter == nil, o.Adapter == nil; x != y {
		return x
	}
	if x, y := d.saysLanguage(), o.saysLanguage(); x != y {
		return x
	}
	if x, y := d.Form == Single, o.Form == Single; x != y {
		return y
	}
	return d.File > o.File
}

// saysLanguage reports whether the name of the file has its language: about.de.md.
func (d *Document) saysLanguage() bool {
	name := strings.TrimSuffix(strings.ToLower(d.File), "."+strings.ToLower(d.Ext))
	return strings.HasSuffix(name, "."+d.Lang)
}
