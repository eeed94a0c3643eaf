package content

import (
	"maps"

	"github.com/sitegen/sitegen/content/internal/values"
)

// Values returns the front matter of d as a new map.
func (d *Document) Values() map[string]any {
	switch {
	case d.packed != "":
		return values.Unpack(d.packed)
	case d.Front == nil || d.Front.Values == nil:
		return map[string]any{}
	}
	return maps.Clone(d.Front.Values)
}

// Value returns the front matter value of a top-level key in lower case, or nil if d does not set it.
func (d *Document) Value(key string) any {
	switch {
	case d.packed != "":
		return values.UnpackKey(d.packed, key)
	case d.Front == nil:
		return nil
	}
	return d.Front.Values[key]
}

// pack replaces the front matter values of a new document by their packed form, unless they have types that front
// matter does not have.
func (d *Document) pack() {
	if packed, ok := values.Pack(d.Front.Values); ok {
		d.packed, d.Front.Values = packed, nil
	}
}

// unpacked returns a copy of d with the values in Front.
func (d *Document) unpacked() *Document {
	c, front := *d, *d.Front
	front.Values = d.Values()
	c.Front, c.packed = &front, ""
	return &c
}
