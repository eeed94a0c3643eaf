package content

import "strings"

// Beats reports whether the page comes from d rather than from o, if both have the same path. As in Hugo, the file
// whose name contains the language wins, then the page of a bundle. Hugo leaves the other cases open; here a file wins
// over a page of a content adapter, then the last file by name.
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

// saysLanguage reports whether the file name contains the language, as in about.de.md.
func (d *Document) saysLanguage() bool {
	name := strings.TrimSuffix(strings.ToLower(d.File), "."+strings.ToLower(d.Ext))
	return strings.HasSuffix(name, "."+d.Lang)
}
