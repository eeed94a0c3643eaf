package view

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/trace"
)

// TestAnswersOfFilesAndLists: a change of the project changes the answers to the questions about files, formats, and
// lists that it affects, and no others. A new file changes the answer that it did not exist.
func TestAnswersOfFilesAndLists(t *testing.T) {
	questions := map[string]trace.Question{
		"read": {Kind: trace.File, Key: "read\x00data/a.txt"}, "read none": {Kind: trace.File, Key: "read\x00data/none.txt"},
		"exists": {Kind: trace.File, Key: "exists\x00data/a.txt"}, "exists none": {Kind: trace.File, Key: "exists\x00data/none.txt"},
		"stat": {Kind: trace.File, Key: "stat\x00data/a.txt"}, "stat none": {Kind: trace.File, Key: "stat\x00data/none.txt"},
		"size": {Kind: trace.File, Key: "size\x00data/a.txt"}, "folder": {Kind: trace.Glob, Key: "folder\x00data"},
		"folder none": {Kind: trace.Glob, Key: "folder\x00data/none"},
		"static":      {Kind: trace.Glob, Key: "static\x00s.txt"}, "static none": {Kind: trace.Glob, Key: "static\x00none.txt"},
		"styles": {Kind: trace.Glob, Key: "assets\x00css/*"}, "texts": {Kind: trace.Glob, Key: "assets\x00type\x00text"},
		"images": {Kind: trace.Glob, Key: "assets\x00type\x00image"}, "formats": {Kind: trace.List, Key: "en:/posts/one#OutputFormats"},
		"file": {Kind: trace.List, Key: "en:/posts/one#File"}, "file of tags": {Kind: trace.List, Key: "en:/tags#File"},
		"section": {Kind: trace.Neighbour, Key: "en:/posts/sub/x#CurrentSection"}, "ancestors": {Kind: trace.List, Key: "en:/posts/sub/x#Ancestors"},
		"taxonomies": {Kind: trace.List, Key: "en#Taxonomies"}, "lastmod": {Kind: trace.List, Key: "en#Lastmod"},
		"paths": {Kind: trace.List, Key: "en#Paths"}, "main": {Kind: trace.List, Key: "en#MainSections"}, "sections": {Kind: trace.List, Key: "en#Sections"},
		"listed": {Kind: trace.Listed, Key: "en"}, "all": {Kind: trace.List, Key: "en#AllPages"}, "terms": {Kind: trace.List, Key: "en:/posts/one#Terms/tags"},
		"below": {Kind: trace.List, Key: "en:/posts#RegularPagesRecursive"}, "links": {Kind: trace.Resolve, Key: "ref\x00en\x00en:/posts/one\x00x"},
	}
	replace := func(file, old, with string) func(map[string]string) {
		return func(f map[string]string) {
			if !strings.Contains(f[file], old) {
				t.Fatalf("%s has no %q", file, old)
			}
			f[file] = strings.Replace(f[file], old, with, 1)
		}
	}
	write := func(file, text string) func(map[string]string) {
		return func(f map[string]string) { f[file] = text }
	}
	remove := func(file string) func(map[string]string) { return func(f map[string]string) { delete(f, file) } }
	got, want := map[string]string{}, map[string]string{}
	for _, c := range []struct {
		name   string
		change func(files map[string]string)
		want   string // the questions whose answers change, sorted
	}{
		{"nothing", func(map[string]string) {}, ""},
		{"bytes of a file", write("data/a.txt", "b"), "read"},
		{"longer file", write("data/a.txt", "longer"), "read, size"},
		{"file gone", remove("data/a.txt"), "exists, folder, read, size, stat"},
		{"new file", write("data/none.txt", "x"), "exists none, folder, read none, stat none"},
		{"new folder", write("data/none/x.txt", "x"), "folder, folder none"},
		{"bytes of a static file", write("static/s.txt", "other"), ""},
		{"static file gone", remove("static/s.txt"), "static"},
		{"new static file", write("static/none.txt", "x"), "static none"},
		{"new style sheet", write("assets/css/new.css", "x"), "styles, texts"},
		{"bytes of a style sheet", write("assets/css/main.css", "x"), ""},
		{"new image", write("assets/new.png", "x"), "images"},
		{"format of a page", replace("content/posts/one.md", "title: One", "title: One\noutputs: [html, json]"), "formats"},
		{"address of a page", replace("content/posts/one.md", "title: One", "title: One\nslug: uno"), "formats"},
		{"file of a taxonomy", write("content/tags/_index.md", "---\ntitle: Tags\n---\n"), "file of tags"},
		{"new section", write("content/posts/sub/_index.md", "---\ntitle: Sub\n---\n"), "all, ancestors, listed, paths, section"},
		{"new section of the site", write("content/new/_index.md", "---\ntitle: New\n---\n"), "all, listed, paths, sections"},
		{"page gone", remove("content/posts/sub/x.md"), "all, ancestors, below, links, listed, paths, section"},
		{"new bundle of a page", func(f map[string]string) {
			f["content/posts/one/index.md"] = f["content/posts/one.md"]
			delete(f, "content/posts/one.md")
		}, "file"},
		{"new tag", replace("content/posts/three.md", "title: Émile", "title: Émile\ntags: [a]"), "taxonomies"},
		{"order of tags", replace("content/posts/one.md", "tags: [b, a]", "tags: [a, b]"), "terms"},
		{"weight in a term", replace("content/posts/one.md", "tags_weight: 3", "tags_weight: -1"), "taxonomies"},
		{"later change", replace("content/posts/two.md", "lastmod: 2025-01-01", "lastmod: 2025-01-02"), "lastmod"},
		{"page that is not listed", replace("content/posts/two.md", "title: two", "title: two\nsitemap: {disable: true}"), "listed"},
		{"sections that matter", replace("hugo.toml", "title = \"Blog\"", "title = \"Blog\"\nmainSections = ['other']"), "main"},
	} {
		files := blog()
		files["data/a.txt"], files["static/s.txt"], files["content/posts/sub/x.md"] = "a", "s", "---\ntitle: X\n---\n"
		before := newProject(t, files)
		c.change(files)
		after := newProject(t, files)
		got[c.name], want[c.name] = answeredAnew(before, after, questions), c.want
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
