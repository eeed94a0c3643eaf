package pipeline_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
)

// These benchmarks build a site of many posts, of which none or one was edited since the build before:
//
//	go test ./builder -run '^$' -bench Edit
//
// "process" uses a new builder for each build, which reads the cache; "preview" and "watch" use one builder that is
// given the changed files, with its outputs in memory and on disk.
func BenchmarkEdit(b *testing.B) {
	for _, posts := range []int{1_000, 10_000} {
		dir := manyPosts(b, posts)
		for _, mode := range []string{"process", "watch", "preview"} {
			for _, edit := range []string{"nothing", "body", "title"} {
				b.Run(fmt.Sprintf("%s/%s/%d", mode, edit, posts), func(b *testing.B) { benchEdit(b, dir, mode, edit) })
			}
		}
	}
}

// manyPosts writes a site with ten sections.
func manyPosts(b *testing.B, n int) string {
	b.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "bench-") // in memory if possible
	if err != nil {
		dir = b.TempDir()
	}
	b.Cleanup(func() { os.RemoveAll(dir) })
	files := map[string]string{
		"sitegen.toml":               "title = \"Bench\"\nbaseURL = \"https://example.org/\"\n[pagination]\npagerSize = 20\n",
		"layouts/baseof.html":        "<!DOCTYPE html><html lang=\"en\"><head><title>{{ .Title }}</title><link rel=\"canonical\" href=\"{{ .Permalink }}\"></head><body>{{ block \"main\" . }}{{ end }}</body></html>\n",
		"layouts/single.html":        "{{ define \"main\" }}<article><h1>{{ .Title }}</h1>{{ range .Params.tags }}<b>{{ . }}</b>{{ end }}{{ .Content }}{{ with .Next }}<a href=\"{{ .RelPermalink }}\">{{ .Title }}</a>{{ end }}</article>{{ end }}\n",
		"layouts/list.html":          "{{ define \"main\" }}<ul>{{ range (.Paginate .RegularPages).Pages }}<li><a href=\"{{ .RelPermalink }}\">{{ .Title }}</a>: {{ .Description }}</li>{{ end }}</ul>{{ end }}\n",
		"layouts/_partials/nav.html": "{{ range site.Sections }}<a href=\"{{ .RelPermalink }}\">{{ .Title }}</a>{{ end }}\n",
	}
	for i := range n {
		text := &strings.Builder{}
		fmt.Fprintf(text, "---\ntitle: \"Post %d\"\ndate: %s\ndescription: \"About %d things\"\ntags: [t%d, t%d]\n---\n", i,
			time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i)*time.Hour).Format(time.RFC3339), i, i%7, i%11)
		for s := range 5 {
			fmt.Fprintf(text, "\n## Part %d of %d\n\nSome *text* with a [link](https://example.org/%d/) and `code`.\n\n- one\n- two\n", s, i, i)
		}
		files[fmt.Sprintf("content/section-%d/post-%05d.md", i%10, i)] = text.String()
	}
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

func benchEdit(b *testing.B, dir, mode, edit string) {
	o := project.Options{Source: dir, Version: "bench", Clock: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Memory: mode == "preview"}
	open := func() *pipeline.Builder {
		x, err := pipeline.New(o)
		if err != nil {
			b.Fatal(err)
		}
		return x
	}
	build := func(x *pipeline.Builder) {
		o.Clock = o.Clock.Add(time.Second)
		x.SetClock(o.Clock)
		if _, err := x.Build(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	x := open()
	build(x)
	time.Sleep(200 * time.Millisecond) // the times of files are old enough to rely on
	if mode == "process" {
		x.Close()
	} else {
		defer func() { x.Close() }()
	}
	for n := 0; b.Loop(); n++ {
		b.StopTimer()
		touched := change(b, dir, edit, n)
		b.StartTimer()
		if mode == "process" {
			x = open()
			build(x)
			x.Close()
			continue
		}
		x.Touch(touched)
		build(x)
	}
}

// change edits a post and returns its path.
func change(b *testing.B, dir, edit string, n int) string {
	b.Helper()
	file := filepath.Join(dir, "content", "section-3", "post-00503.md")
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	switch edit {
	case "nothing":
		return file
	case "body":
		text = fmt.Appendf(text, "\nWord %d.\n", n)
	case "title":
		text = []byte(strings.Replace(string(text), "title: \"Post", "title: \"A Post", 1))
	}
	if err := os.WriteFile(file, text, 0o666); err != nil {
		b.Fatal(err)
	}
	return file
}
