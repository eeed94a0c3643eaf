package sitemap

import (
	"fmt"
	"runtime"
	"testing"
)

// TestMemory: entries of 2.7 kB, 160 MB in all, pass through a few megabytes.
func TestMemory(t *testing.T) {
	for _, o := range []Options{{}, {Gzip: true}} {
		o.Base, o.Create = base, discard
		w, err := NewWriter(o)
		if err != nil {
			t.Fatal(err)
		}
		heap := func() int64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return int64(m.HeapAlloc)
		}
		before, most := heap(), int64(0)
		e := Entry{LastMod: day, Alternates: make([]Alternate, 20)}
		for i := range 60_000 {
			e.Loc = fmt.Sprintf("%sposts/a-page-of-some-length-%d/", base, i)
			for j := range e.Alternates {
				code := languages[1+3*j : 3+3*j]
				e.Alternates[j] = Alternate{code, fmt.Sprintf("%s%s/posts/a-page-of-some-length-%d/", base, code, i)}
			}
			e.Alternates[0].Href = e.Loc
			if err := w.Add(&e); err != nil {
				t.Fatal(err)
			}
			if i%5000 == 0 {
				most = max(most, heap()-before)
			}
		}
		res, err := w.Close()
		if err != nil || len(res.Files) < 4 {
			t.Fatal(err, res)
		}
		t.Logf("%d bytes", most)
		if most > 12<<20 {
			t.Errorf("gzip %v: the writer holds %d bytes", o.Gzip, most)
		}
	}
}
