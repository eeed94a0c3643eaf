package sitemap

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/sitemap/internal/urlset"
)

// numbered writes addresses 0 to n-1, without those in skip.
func numbered(t *testing.T, o Options, n int, mod func(i int) time.Time) (memory, *Result) {
	t.Helper()
	m := memory{}
	o.Base, o.Create = base, m.create
	w, err := NewWriter(o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if err := w.Add(&Entry{Loc: fmt.Sprintf("%sposts/page-%d/", base, i), LastMod: mod(i)}); err != nil {
			t.Fatal(err)
		}
	}
	res, err := w.Close()
	if err != nil {
		t.Fatal(err)
	}
	return m, res
}

// changed lists the files that differ.
func changed(a, b memory) string {
	var out []string
	for _, name := range b.names() {
		if a[name] == nil || a[name].String() != b[name].String() {
			out = append(out, name)
		}
	}
	for _, name := range a.names() {
		if b[name] == nil {
			out = append(out, "-"+name)
		}
	}
	return strings.Join(out, " ")
}

// TestStableU10: of 100,000 addresses, one more and one that changed each rewrite one file and the
// index.
func TestStableU10(t *testing.T) {
	for _, gzip := range []bool{false, true} {
		o := Options{Stable: true, Gzip: gzip, Text: "sitemap.txt"}
		same := func(int) time.Time { return day }
		before, res := numbered(t, o, 100_000, same)
		if got := len(before); got != 4+1+4 {
			t.Fatalf("%d files: %v", got, before.names())
		}
		total := 0
		for _, f := range res.Files {
			if !f.Index && !f.Text {
				total += f.URLs
			}
			if f.URLs > MaxURLs {
				t.Errorf("U1: %+v", f)
			}
		}
		if total != 100_000 {
			t.Errorf("%d addresses in files", total)
		}
		after, _ := numbered(t, o, 100_001, same)
		files := strings.Fields(changed(before, after))
		if len(files) != 2 || !strings.HasSuffix(files[1], ".txt") && !strings.HasSuffix(files[0], ".txt") {
			t.Errorf("one more address changes %v", files)
		}
		edited, _ := numbered(t, o, 100_000, func(i int) time.Time {
			if i == 77 {
				return day.Add(time.Hour)
			}
			return day
		})
		if files := strings.Fields(changed(before, edited)); len(files) != 2 || files[1] != "sitemap.xml" {
			t.Errorf("one edit changes %v", files)
		}
		before.validate(t)
	}
}

// TestStableLimits: the fewest bits that keep both limits; small sets stay one file of the plain name.
func TestStableLimits(t *testing.T) {
	none := func(int) time.Time { return time.Time{} }
	for _, c := range []struct {
		o    Options
		n    int
		want int // files without the index
	}{
		{Options{}, 0, 0},
		{Options{}, 1, 1},
		{Options{MaxURLs: 100}, 100, 1},
		{Options{MaxURLs: 100}, 101, 2},
		{Options{MaxBytes: 2000}, 100, 4},
		{Options{MaxURLs: 1}, 20, 20},
	} {
		c.o.Stable = true
		m, res := numbered(t, c.o, c.n, none)
		got := 0
		for _, f := range res.Files {
			if f.Index {
				continue
			}
			got++
			if f.URLs == 0 || c.o.MaxURLs > 0 && f.URLs > c.o.MaxURLs || c.o.MaxBytes > 0 && m[f.Name].Len() > c.o.MaxBytes || int(f.Bytes) != m[f.Name].Len() {
				t.Errorf("%+v: %+v, %d bytes", c.o, f, m[f.Name].Len())
			}
		}
		if got != c.want {
			t.Errorf("%+v: %d files, want %d: %v", c.o, got, c.want, m.names())
		}
	}
	plain, _ := numbered(t, Options{}, 1000, func(int) time.Time { return day })
	stable, _ := numbered(t, Options{Stable: true}, 1000, func(int) time.Time { return day })
	if diff := changed(plain, stable); diff != "" {
		t.Errorf("one file has another order than without Stable: %s", diff)
	}
	m := memory{}
	w, err := NewWriter(Options{Base: base, Create: m.create, Stable: true, MaxURLs: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5000 {
		if err := w.Add(&Entry{Loc: fmt.Sprint(base, i)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(); err == nil {
		t.Error("too many addresses for 65,536 files must be an error")
	}
}

// TestHashNeverChanges: the files of published sites depend on these values.
func TestHashNeverChanges(t *testing.T) {
	for in, want := range map[string]uint64{
		"": 0xc66a33cb9dd7cb3a, "https://example.org/": 0x4f2e71760cc38fb8, "https://example.org/posts/a-post-of-usual-length/": 0x947a2a7ce3580f51,
	} {
		if got := urlset.Hash([]byte(in)); got != want {
			t.Errorf("urlset.Hash(%q) = %#x, want %#x", in, got, want)
		}
	}
}
