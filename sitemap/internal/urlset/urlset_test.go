package urlset

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"testing"
	"time"
)

// Packed sitemaps are not larger than gzip makes them by default (rule U9).
func TestPackedSize(t *testing.T) {
	write := func(pack bool) []byte {
		var out bytes.Buffer
		err := Write(&out, Options{Base: base, Gzip: pack}, func(yield func(*Entry) bool) {
			for i := range 40_000 {
				e := &Entry{Loc: fmt.Sprintf("%sposts/2026/a-post-of-usual-length-%d/", base, i), LastMod: day.Add(time.Duration(i) * time.Minute)}
				if !yield(e) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	var want bytes.Buffer
	z, err := gzip.NewWriterLevel(&want, 6)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(z, bytes.NewReader(write(false))); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if got := len(write(true)); got > want.Len()*101/100 {
		t.Errorf("%d bytes, gzip -6 %d", got, want.Len())
	}
}

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

// Whoever knows the hash cannot have the set grow beyond what is in it.
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
