package sitemap

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
	if got := len(write(true)); got > want.Len() {
		t.Errorf("%d bytes, gzip -6 %d", got, want.Len())
	}
}
