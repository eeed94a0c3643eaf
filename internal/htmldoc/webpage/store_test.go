package webpage_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree/kept"
)

// counted counts the reads of a folder.
type counted struct {
	*webtree.Folder
	n *int
}

func (c counted) Read(path string, buf []byte, most int64) ([]byte, bool, error) {
	*c.n++
	return c.Folder.Read(path, buf, most)
}

// TestKept: pages that are remembered are those that reading gives, whatever happens to the folder in between, and files
// that are the same are not read.
func TestKept(t *testing.T) {
	dir, memory := t.TempDir(), filepath.Join(t.TempDir(), "site.pages")
	r := rand.New(rand.NewPCG(3, 4))
	var names []string
	for i := range 12 {
		names = append(names, fmt.Sprintf("p%d.html", i), fmt.Sprintf("d%d/index.html", i))
	}
	names = append(names, "x.png", "feed.xml", "_headers")
	refs := []string{"/", "/p1", "p2.html", "/d1/", "d2/index.html", "/x.png", "/feed.xml", "https://other.example/", "/gone"}
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	put := func(name string) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("/p%d\n  X-Robots-Tag: noindex\n", r.IntN(4))
		if filepath.Ext(name) == ".html" {
			text = fmt.Sprintf(`<!doctype html><html lang=en><head><title>%d</title><link rel=canonical href=%s><link rel=alternate hreflang=de href=%s>
<script type="application/ld+json">{"@type":"Article","url":%q,"image":%q,"datePublished":"20%02d-01-01T10:00:00+02:00"}</script></head>
<body><main><p>%d</p><img src=%s><video src=/v%d.mp4 title=v poster=/x.png></video></main></body></html>`,
				r.IntN(5), pick(refs), pick(refs), pick(refs), pick(refs), 24+r.IntN(5), r.IntN(9), pick(refs), r.IntN(3))
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range names[:20] {
		put(name)
	}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	read := func(o webpage.Options) (*webpage.Set, int) {
		folder, err := webtree.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		tree, err := webtree.New(counted{folder, &n}, folder.Files, webtree.Options{Base: "https://site.example/"})
		if err != nil {
			t.Fatal(err)
		}
		n = 0
		o.Images, o.Videos, o.Now, o.Jobs = true, true, now, 1
		s, err := webpage.Read(t.Context(), tree, o)
		if err != nil {
			t.Fatal(err)
		}
		return s, n
	}
	o := webpage.Options{Kept: kept.Options{File: memory, Program: "p"}}
	for step := range 300 {
		name := pick(names)
		switch r.IntN(6) {
		case 0:
			os.Remove(filepath.Join(dir, filepath.FromSlash(name)))
		case 1:
			now = now.AddDate(0, r.IntN(14)-4, 0)
		case 2:
		default:
			put(name)
		}
		if r.IntN(3) > 0 {
			time.Sleep(12 * time.Millisecond)
		}
		want, _ := read(webpage.Options{})
		got, _ := read(o)
		if diff := cmp.Diff(want.Pages, got.Pages) + cmp.Diff(want.Found, got.Found); diff != "" {
			t.Fatalf("step %d, %s: what is remembered is something else (-read +remembered):\n%s", step, name, diff)
		}
	}
	now = now.AddDate(10, 0, 0) // no date is in the future any more
	time.Sleep(50 * time.Millisecond)
	read(o)
	if _, n := read(o); n != 0 {
		t.Errorf("%d files are read, though nothing changed", n)
	}
	if err := os.WriteFile(filepath.Join(dir, "aaa.txt"), []byte("x"), 0o666); err != nil { // all files have other numbers
		t.Fatal(err)
	}
	if _, n := read(o); n != 0 {
		t.Errorf("%d files are read, though none of them leads to the new one", n)
	}
	put("p1.html")
	time.Sleep(50 * time.Millisecond)
	if _, n := read(o); n != 1 {
		t.Errorf("%d files are read, though one has changed", n)
	}
}
