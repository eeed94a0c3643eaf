package markdown

import (
	"testing"

	"github.com/sitegen/sitegen/internal/base/diag"
)

func TestPlacer(t *testing.T) {
	const src = "aé\n\nbc日x\n\nlast"
	p := positions[string]{src: src}
	for _, offset := range []int{0, 3, 4, 10, 6, 5, 1, 14, 12, 2, 0, len(src), 8, len(src) + 9, -1} {
		line, col := p.position(offset)
		if l, c := diag.At([]byte(src), offset); line != l || col != c {
			t.Errorf("offset %d: got %d:%d, want %d:%d", offset, line, col, l, c)
		}
	}
}
