package sitemap

import (
	"fmt"
	"testing"
)

func TestSeen(t *testing.T) {
	var s seen
	const n = 200_000
	for round := range 2 {
		for i := range n {
			if got := s.add(hash64(fmt.Appendf(nil, "https://example.org/%d/", i))); got != (round == 0) {
				t.Fatalf("round %d: add(%d) = %v", round, i, got)
			}
		}
	}
	places := 0
	for i := range s.tables {
		places += len(s.tables[i].places)
	}
	if s.n != n || places > 2*n {
		t.Errorf("%d in %d places", s.n, places)
	}
}
