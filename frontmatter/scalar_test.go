package frontmatter_test

import (
	"math"
	"testing"

	"github.com/sitegen/sitegen/frontmatter"
)

func TestFloat(t *testing.T) {
	for _, c := range []struct {
		in   any
		want float64
		ok   bool
	}{
		{3, 3, true},
		{int64(-4), -4, true},
		{uint64(math.MaxUint64), math.MaxUint64, true},
		{2.5, 2.5, true},
		{"2.5", 0, false},
		{true, 0, false},
		{nil, 0, false},
	} {
		if n, ok := frontmatter.Float(c.in); n != c.want || ok != c.ok {
			t.Errorf("Float(%v) = %v, %v; want %v, %v", c.in, n, ok, c.want, c.ok)
		}
	}
}
