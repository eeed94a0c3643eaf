package values

import (
	"strings"

	"github.com/sitegen/sitegen/internal/base/codec"
)

// Pack returns a table as bytes that Unpack reads, the same table always as the same bytes: they take a third of the
// room of a map. ok is false when it has values of a type that front matter does not have, or too deep ones.
func Pack(m map[string]any) (packed string, ok bool) {
	var w Writer
	w.Table(m)
	return string(w.Bytes()), !w.Odd
}

// Unpack returns a new table of what Pack returned. Its texts are parts of packed.
func Unpack(packed string) map[string]any {
	return NewReader(codec.ReaderOf(packed)).Table()
}

// UnpackKey returns the value of one key of what Pack returned; nil when it is not there.
func UnpackKey(packed, key string) any {
	if !strings.Contains(packed, key) { // which is nearly always so
		return nil
	}
	return Unpack(packed)[key]
}

// Rare says which of some keys that few documents have may be in a packed table, so that nobody need look for them in
// it.
type Rare uint8

// rareKeys are those that every document is asked for when a site is put together.
var rareKeys = [...]string{"cascade", "sites"}

// RareIn returns which keys may be in what Pack returned.
func RareIn(packed string) (r Rare) {
	for i, key := range rareKeys {
		if strings.Contains(packed, key) {
			r |= 1 << i
		}
	}
	return r
}

// Lacks reports whether a key is not in the table for certain.
func (r Rare) Lacks(key string) bool {
	for i, k := range rareKeys {
		if k == key {
			return r&(1<<i) == 0
		}
	}
	return false
}
