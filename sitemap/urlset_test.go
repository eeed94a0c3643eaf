package sitemap

import (
	"fmt"
	"testing"
)

func TestURLSet(t *testing.T) {
	var s urlSet
	const n = 200_000
	for round := range 2 {
		for i := range n {
			if got := s.add(hash64(fmt.Appendf(nil, "https://example.org/%d/", i))); got != (round == 0) {
				t.Fatalf("round %d: add(%d) = %v", round, i, got)
			}
		}
	}
	slots := 0
	for i := range s.tables {
		slots += s.tables[i].size
	}
	if s.n != n || slots > 2*n {
		t.Errorf("%d in %d slots", s.n, slots)
	}
}
