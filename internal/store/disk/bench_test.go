package disk

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
)

// BenchmarkTree stages and commits 2,000 pages of 6 kB: into an empty folder, and again unchanged.
func BenchmarkTree(b *testing.B) {
	const pages = 2000
	outputs := make(map[string][]byte, pages)
	for i := range pages {
		page := make([]byte, 6000)
		copy(page, fmt.Sprint(i))
		outputs[fmt.Sprintf("section/post-%06d/index.html", i)] = page
	}
	build := func(b *testing.B, root string) {
		tree, err := Open(Options{Dir: filepath.Join(root, "public"), State: filepath.Join(root, "state"), Spool: 1 << 20})
		if err != nil {
			b.Fatal(err)
		}
		s := tree.Stage()
		for name, data := range outputs {
			if err := s.Add(name, data, "bench"); err != nil {
				b.Fatal(err)
			}
		}
		if _, err := s.Commit(context.Background(), 1); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			build(b, b.TempDir())
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/pages, "µs/page")
	})
	b.Run("unchanged", func(b *testing.B) {
		b.ReportAllocs()
		root := b.TempDir()
		build(b, root)
		for b.Loop() {
			build(b, root)
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/pages, "µs/page")
	})
}
