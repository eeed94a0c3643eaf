package pipeline_test

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/store/output"
)

// paginated is a site with a list of six pages.
func paginated(template string) map[string]string {
	files := map[string]string{
		"hugo.toml":                   "baseURL = \"https://example.org/\"\ndisableKinds = [\"taxonomy\", \"term\", \"rss\", \"sitemap\"]\n[pagination]\npagerSize = 2\n",
		"layouts/home.html":           "home",
		"layouts/page.html":           "{{ .Title }}",
		"layouts/section.html":        template,
		"content/posts/_index.md":     "---\ntitle: Posts\n---\n",
		"content/posts/first/none.md": "---\ntitle: None\n---\n",
	}
	for i := range 12 {
		files[fmt.Sprintf("content/posts/p%02d.md", i)] = fmt.Sprintf("---\ntitle: Post %d\nweight: %d\n---\n", i, i+1)
	}
	return files
}

// asked builds a site twice in memory, with an edit between, and asks for paths while the second build is at work.
func asked(t *testing.T, files map[string]string, paths ...string) (early []string, final map[string]string, err error) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, dir, name, text)
	}
	ask := func(*output.Files) {}
	b, err := pipeline.New(project.Options{Source: dir, Memory: true, Early: func(o *output.Files, _ bool) { ask(o) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	if _, err := b.Build(t.Context()); err != nil {
		t.Fatal(err)
	}
	edit(t, filepath.Join(dir, "content/posts/p05.md"), "Post 5", "Mended")
	ask = func(o *output.Files) {
		for _, p := range paths {
			f, _ := o.Lookup(p)
			r, err := f.Open(t.Context())
			if err != nil {
				early = append(early, err.Error())
				continue
			}
			text, _ := io.ReadAll(r)
			early = append(early, string(text))
			r.Close()
		}
	}
	res, err := b.Build(t.Context())
	if err == nil {
		final = held(t, res.Outputs)
	}
	return early, final, err
}

const list = `{{ range .Paginator.Pages }}{{ .Title }}, {{ end }}page {{ .Paginator.PageNumber }}`

// If a browser waits for a page of a list, only this page is rendered, and before others.
func TestEarlyPagerPages(t *testing.T) {
	paths := []string{"posts/page/3/index.html", "posts/index.html", "posts/page/1/index.html", "posts/page/6/index.html"}
	early, final, err := asked(t, paginated(list), paths...)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range paths {
		if early[i] != final[p] {
			t.Errorf("%s is %q early, and %q in the end", p, early[i], final[p])
		}
	}
	if !strings.Contains(early[0], "Mended, page 3") {
		t.Errorf("the edit is not to be seen: %q", early[0])
	}

	// The page that is asked for does not wait for a page of the list that fails.
	early, _, err = asked(t, paginated(list+`{{ range .Paginator.Pages }}{{ if and (eq .Title "Mended") (eq $.Paginator.PageNumber 3) }}{{ errorf "no" }}{{ end }}{{ end }}`),
		"posts/index.html", "posts/page/3/index.html")
	if err == nil || !strings.Contains(early[0], "page 1") || strings.Contains(early[1], "page 3") {
		t.Errorf("%q, %v", early, err)
	}
}

// A pager page that depends on those before it is the same as in a complete rendering of the list.
func TestEarlyPagerPagesThatDraw(t *testing.T) {
	paths := []string{"posts/page/3/index.html", "posts/index.html"}
	early, final, err := asked(t, paginated(list+`{{ range shuffle (seq 50) }} {{ . }}{{ end }}`), paths...)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range paths {
		if early[i] != final[p] {
			t.Errorf("%s is %q early, and %q in the end", p, early[i], final[p])
		}
	}
}

// In a first build, too, the page of a list that a browser waits for does not wait for the other pages of the list.
func TestEarlyPagerPageOfFirstBuild(t *testing.T) {
	dir := t.TempDir()
	for name, text := range paginated(list + `{{ if eq .Paginator.PageNumber 3 }}{{ errorf "no" }}{{ end }}`) {
		write(t, dir, name, text)
	}
	var early string
	b, err := pipeline.New(project.Options{Source: dir, Memory: true, Early: func(o *output.Files, _ bool) {
		f, _ := o.Lookup("posts/index.html")
		r, err := f.Open(t.Context())
		if err != nil {
			early = err.Error()
			return
		}
		defer r.Close()
		text, _ := io.ReadAll(r)
		early = string(text)
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	if _, err := b.Build(t.Context()); err == nil {
		t.Error("the third page of the list does not fail")
	}
	if early != "Post 0, Post 1, page 1" {
		t.Errorf("early: %q", early)
	}
}
