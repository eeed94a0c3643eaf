package sitemap

import (
	"fmt"
	"io"
	"strconv"
	"testing"
)

// BenchmarkMillion writes 1,000,000 addresses with dates.
func BenchmarkMillion(b *testing.B) {
	locs := make([]string, 1_000_000)
	for i := range locs {
		locs[i] = "https://example.org/posts/2026/a-post-of-usual-length-" + strconv.Itoa(i) + "/"
	}
	b.ReportAllocs()
	for b.Loop() {
		var n int64
		w, err := NewWriter(Options{Base: "https://example.org/", Create: func(string) (io.WriteCloser, error) { return nopCloser{io.Discard}, nil }})
		if err != nil {
			b.Fatal(err)
		}
		e := Entry{LastMod: day}
		for _, loc := range locs {
			e.Loc = loc
			if err := w.Add(&e); err != nil {
				b.Fatal(err)
			}
		}
		res, err := w.Close()
		if err != nil || res.URLs != len(locs) || len(res.Files) != 21 {
			b.Fatalf("%v, %+v", err, res)
		}
		for _, f := range res.Files {
			n += f.Bytes
		}
		b.SetBytes(n)
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
	for b.Loop() {
		w, err := NewWriter(Options{Base: "https://example.org/", Create: func(string) (io.WriteCloser, error) { return nopCloser{io.Discard}, nil }})
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
}
