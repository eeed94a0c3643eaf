package codec

import (
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
)

// A Digest has the hash of all that a Writer would hold.
func TestDigest(t *testing.T) {
	for _, parts := range []int{0, 1, 500} {
		var d Digest
		var w Writer
		for i := range parts {
			text := strings.Repeat("x", i%40)
			d.Text(text)
			w.Text(text)
			d.Flush()
		}
		if got, want := d.Sum(), xxhash.Sum64(w.Bytes()); got != want {
			t.Errorf("%d parts: %x, want %x", parts, got, want)
		}
	}
}
