package pipeline_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/store/output"
	"github.com/sitegen/sitegen/internal/testing/cputime"
)

// These benchmarks are clean builds with the docs theme. The pages are in one section ("flat"), or in sections of ten
// pages in sections of ten sections ("tree"):
//
//	go test ./builder -run '^$' -bench 'DocsTree|BlogPosts' -benchtime 3x
//
// cpu-ns/page must not grow with the number of pages, B/page in the tree no more than by the sections at the top, of
// which a page shows 50 at most.
func BenchmarkDocsTree(b *testing.B) {
	for _, shape := range []string{"flat", "tree"} {
		for _, pages := range []int{1_000, 2_000, 4_000} {
			b.Run(fmt.Sprintf("%s/%d", shape, pages), func(b *testing.B) { benchmarkPages(b, docsTree(b, shape, pages), pages) })
		}
	}
}

// The same with the blog theme: posts of several years with three tags of fifty each, in five sections.
func BenchmarkBlogPosts(b *testing.B) {
	for _, pages := range []int{1_000, 2_000, 4_000} {
		b.Run(fmt.Sprint(pages), func(b *testing.B) { benchmarkPages(b, blogPosts(b, pages), pages) })
	}
}

// benchmarkPages builds a project again and again, as if for the first time.
func benchmarkPages(b *testing.B, dir string, pages int) {
	b.Helper()
	written, cpu := int64(0), time.Duration(0)
	for b.Loop() {
		x, err := pipeline.New(project.Options{Source: dir, Clock: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Memory: true, NoCache: true})
		if err != nil {
			b.Fatal(err)
		}
		before := cputime.Used()
		res, err := x.Build(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		cpu += cputime.Used() - before
		b.StopTimer()
		written = pageBytes(b, res.Outputs)
		b.StartTimer()
		x.Close()
	}
	b.ReportMetric(float64(cpu.Nanoseconds())/float64(b.N)/float64(pages), "cpu-ns/page")
	b.ReportMetric(float64(written)/float64(pages), "B/page")
}

// pageBytes counts the bytes of the pages.
func pageBytes(b *testing.B, o *output.Files) (n int64) {
	b.Helper()
	for _, p := range o.Paths() {
		f, ok := o.Lookup(p)
		if !ok || f.MediaType != "text/html" {
			continue
		}
		r, err := f.Open(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		size, err := r.Seek(0, io.SeekEnd)
		if err != nil {
			b.Fatal(err)
		}
		r.Close()
		n += size
	}
	return n
}

// scratch is a folder of a benchmark, and a function that writes a file there.
func scratch(b *testing.B) (dir string, put func(name, text string)) {
	b.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "bench-")
	if err != nil {
		dir = b.TempDir()
	}
	b.Cleanup(func() { os.RemoveAll(dir) })
	return dir, func(name, text string) {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
}

// blogPosts writes a blog.
func blogPosts(b *testing.B, n int) string {
	b.Helper()
	dir, put := scratch(b)
	put("sitegen.toml", "title = \"Bench\"\nbaseURL = \"https://example.org/\"\ntheme = \"blog\"\n")
	for i := range n {
		put(fmt.Sprintf("content/section-%d/post-%05d.md", i%5, i), fmt.Sprintf(
			"---\ntitle: Post %d\ndate: %s\ntags: [tag-%d, tag-%d, tag-%d]\n---\nSome *text* with `code`.\n\n## One\n\nText with [a link](https://example.com/).\n\n## Two\n\n- Text.\n- More.\n",
			i, time.Date(2015, 1, 1+i*37%3650, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), i*7%150, i*11%150, i*13%150))
	}
	return dir
}

// docsTree writes a site of documentation.
func docsTree(b *testing.B, shape string, n int) string {
	b.Helper()
	dir, put := scratch(b)
	put("sitegen.toml", "title = \"Bench\"\nbaseURL = \"https://example.org/\"\ntheme = \"docs\"\ndisableKinds = [\"taxonomy\", \"term\"]\n")
	for i := range n {
		folder := "content/guide"
		if shape == "tree" {
			folder = fmt.Sprintf("content/part-%03d/chapter-%03d", i/100, i/10)
			if i%100 == 0 {
				put(fmt.Sprintf("content/part-%03d/_index.md", i/100), fmt.Sprintf("---\ntitle: Part %d\n---\n", i/100))
			}
		}
		if i == 0 || shape == "tree" && i%10 == 0 {
			put(folder+"/_index.md", fmt.Sprintf("---\ntitle: Section %d\n---\n", i))
		}
		put(fmt.Sprintf("%s/page-%05d.md", folder, i), fmt.Sprintf("---\ntitle: Page %d\nweight: %d\n---\nSome *text* with `code`.\n\n## One\n\nText.\n\n## Two\n\nText.\n", i, i%17))
	}
	return dir
}
