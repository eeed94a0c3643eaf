package values

import (
	"strings"

	"github.com/sitegen/sitegen/internal/codec"
)

// Pack returns a table as bytes that Unpack reads, the same table always as the same bytes: they take a third of the room of a
// map. ok is false when it has values of a type that front matter does not have, or too deep ones.
func Pack(m map[string]any) (packed string, ok bool) {
	var w Writer
	w.Table(m)
	return string(w.Bytes()), !w.Odd
}

// Unpack returns a new table of what Pack returned, with room for some more keys. Its texts are parts of packed.
func Unpack(packed string, more int) map[string]any {
	return NewReader(codec.ReaderOf(packed)).Table(more)
}

// UnpackKey returns the value of one key of what Pack returned; nil when it is not there.
func UnpackKey(packed, key string) any {
	if !strings.Contains(packed, key) { // which is nearly always so
		return nil
	}
	return Unpack(packed, 0)[key]
}
