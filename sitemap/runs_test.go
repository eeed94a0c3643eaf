package sitemap

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Stored records are returned unchanged, in order, repeatedly; beyond keepRaw from compressed chunks.
func TestRuns(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var records [][]byte
	for i := range 3000 {
		rec := fmt.Sprintf("<url><loc>https://example.org/%d/%x/</loc>", i/3, random.Uint64())
		switch i % 4 {
		case 1:
			rec += fmt.Sprintf("<lastmod>2026-01-%02dT00:00:00Z</lastmod>", i%28+1)
		case 2:
			rec += strings.Repeat(fmt.Sprintf("<image:image><image:loc>https://example.org/%d.png</image:loc></image:image>", i), i%50)
		case 3:
			rec = fmt.Sprintf("https://example.org/%d\n", random.IntN(5))
		}
		records = append(records, []byte(rec))
	}
	records = append(records, nil, []byte("x"), bytes.Repeat([]byte("y"), 3*chunkSize), bytes.Repeat([]byte("y"), 100), []byte("x>x>x"), []byte(">"))
	for _, raw := range []int{0, keepRaw} {
		k := packing{raw: raw}
		r := &runs{}
		for i, rec := range records {
			if err := k.add(r, uint16(i), rec); err != nil {
				t.Fatal(err)
			}
		}
		if packed := slices.ContainsFunc(r.chunks, func(c chunk) bool { return c.packed > 0 }); packed != (raw > 0) {
			t.Fatalf("packed: %v", packed)
		}
		for range 2 {
			i := 0
			err := r.each(func(prefix uint16, rec []byte) error {
				if prefix != uint16(i) || !bytes.Equal(rec, records[i]) {
					t.Fatalf("record %d: got %d %q, want %q", i, prefix, rec, records[i])
				}
				i++
				return nil
			})
			if err != nil || i != len(records) {
				t.Fatalf("%d records, %v", i, err)
			}
		}
	}
}

func FuzzDelta(f *testing.F) {
	f.Add([]byte("<url><loc>a</loc></url>"), []byte("<url><loc>b</loc><lastmod>c</lastmod></url>"), []byte("rest"))
	f.Fuzz(func(t *testing.T, prev, rec, rest []byte) {
		got, left := applyDelta(nil, prev, append(appendDelta(nil, prev, rec), rest...))
		if !bytes.Equal(got, rec) || !bytes.Equal(left, rest) {
			t.Errorf("%q after %q: got %q and %q", rec, prev, got, left)
		}
	})
}
