package urlset

import (
	"fmt"
	"testing"
)

func TestURLSet(t *testing.T) {
	var s Set
	const n = 200_000
	for round := range 2 {
		for i := range n {
			if got := s.Add(Hash(fmt.Appendf(nil, "https://example.org/%d/", i))); got != (round == 0) {
				t.Fatalf("round %d: add(%d) = %v", round, i, got)
			}
		}
	}
	if s.n != n || s.count*urlSlots > 2*n {
		t.Errorf("%d in %d slots", s.n, s.count*urlSlots)
	}
}

// Even hashes chosen by an attacker do not make the set grow beyond its contents.
func TestURLSetOfHostileHashes(t *testing.T) {
	var s Set
	const n = 5000
	for round := range 2 {
		for i := range uint64(n) {
			if got := s.Add(0xABCDEF0123<<24 | i<<8); got != (round == 0) {
				t.Fatalf("round %d: add(%d) = %v", round, i, got)
			}
			if !s.Has(0xABCDEF0123<<24|i<<8) || s.Has(0xABCDEF0124<<24|i<<8) {
				t.Fatal("has", i)
			}
		}
	}
	if len(s.places) > 1<<20 || s.count > 500 {
		t.Errorf("%d places, %d tables", len(s.places), s.count)
	}
}
