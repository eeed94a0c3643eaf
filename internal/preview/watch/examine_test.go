package watch

import (
	"maps"
	"slices"
	"testing"
)

// TestFolderSeenBeforeItsWatchGoes: a folder takes the place of a file that was just written, and the folder around it is
// exchanged: all is settled in one look, which sees the new folder first for the write and then for the exchange.
func TestFolderSeenBeforeItsWatchGoes(t *testing.T) {
	s := newSite(t)
	s.write("in/a/keep.md", "one", "out/new/deep/x.md", "one")
	s.watch(Options{Roots: []string{"in"}})
	w := s.w
	s.w.Close()
	src, err := openSource()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(src.close)
	watched := map[string]bool{}
	add, remove := src.add, src.remove
	src.add = func(real string) error { watched[s.rel(real)] = true; return add(real) }
	src.remove = func(real string) { delete(watched, s.rel(real)); remove(real) }
	tree := newTree(w.opt, []string{s.path("in")})
	tree.source = src
	tree.scan(tree.now)
	tree.known[s.path("in/a")].in.names = []string{"keep.md", "new"} // it was there, and gone at the look
	s.rename("out/new", "in/a/new")
	// "in/a" is exchanged for itself: only that it moved is heard of.
	tree.examine(map[string]op{s.path("in/a"): opMoved, s.path("in/a/new"): opWrite})
	want := []string{"in", "in/a", "in/a/new", "in/a/new/deep"}
	for _, dir := range want {
		if !watched[dir] {
			t.Errorf("%s is not watched: %q", dir, slices.Sorted(maps.Keys(watched)))
		}
	}
}
