package values

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/codec"
)

// Pack encodes a table in a third of the memory of a map. The same table always gives the same bytes. ok is false if
// the table has values of a type that front matter does not have, or is nested too deeply.
func Pack(m map[string]any) (packed string, ok bool) {
	var w Writer
	w.Table(m)
	return string(w.Bytes()), !w.Odd
}

// Unpack decodes the result of Pack into a new table. Its texts share the memory of packed.
func Unpack(packed string) map[string]any {
	return NewReader(codec.ReaderOf(packed)).Table()
}

// UnpackKey returns the value of one key in the result of Pack, or nil.
func UnpackKey(packed, key string) any {
	if !strings.Contains(packed, key) { // the usual case
		return nil
	}
	return Unpack(packed)[key]
}
