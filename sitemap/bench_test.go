package sitemap

import (
	"fmt"
	"io"
	"strconv"
	"testing"
	"time"
	"unsafe"

	"github.com/sitegen/sitegen/internal/testing/cputime"
)

func discard(string) (io.WriteCloser, error) { return nopCloser{io.Discard}, nil }

// BenchmarkMillion writes 1,000,000 addresses with dates.
func BenchmarkMillion(b *testing.B) {
	for _, c := range []struct {
		name string
		o    Options
	}{{"plain", Options{}}, {"gzip", Options{Gzip: true}}, {"stable", Options{Stable: true}}, {"stable-gzip", Options{Gzip: true, Stable: true}}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			c.o.Base, c.o.Create = "https://example.org/", discard
			loc := []byte(nil)
			e := &Entry{}
			before := cputime.Used()
			for b.Loop() {
				var n int64
				w, err := NewWriter(c.o)
				if err != nil {
					b.Fatal(err)
				}
				for i := range 1_000_000 {
					loc = append(loc[:0], "https://example.org/posts/2026/a-post-of-usual-length-"...)
					loc = append(strconv.AppendInt(loc, int64(i), 10), '/')
					// The writer keeps no string of an entry, so one buffer is enough for all.
					e.Loc, e.LastMod = unsafe.String(&loc[0], len(loc)), day.Add(time.Duration(i)*time.Minute)
					if err := w.Add(e); err != nil {
						b.Fatal(err)
					}
				}
				res, err := w.Close()
				if err != nil || res.URLs != 1_000_000 || len(res.Files) < 21 {
					b.Fatalf("%v, %+v", err, res)
				}
				for _, f := range res.Files {
					n += f.Bytes
				}
				b.SetBytes(n)
			}
			b.ReportMetric((cputime.Used()-before).Seconds()/float64(b.N), "cpu-s/op")
		})
	}
}

// BenchmarkAlternates writes entries with twenty languages.
func BenchmarkAlternates(b *testing.B) {
	e := Entry{LastMod: day}
	for i := range 20 {
		code := languages[1+3*i : 3+3*i]
		e.Alternates = append(e.Alternates, Alternate{code, "https://example.org/" + code + "/posts/a-post-of-usual-length/"})
	}
	locs := make([]string, 10_000)
	for i := range locs {
		locs[i] = fmt.Sprintf("https://example.org/posts/%d/", i)
	}
	b.ReportAllocs()
	before := cputime.Used()
	for b.Loop() {
		w, err := NewWriter(Options{Base: "https://example.org/", Create: discard})
		if err != nil {
			b.Fatal(err)
		}
		for _, loc := range locs {
			e.Loc, e.Alternates[0].Href = loc, loc
			if err := w.Add(&e); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric((cputime.Used()-before).Seconds()/float64(b.N), "cpu-s/op")
}
