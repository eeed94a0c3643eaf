package generators

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Front matter of a page, or of a section above it, that keeps the page out of its generator's sitemap.
func TestUnlisted(t *testing.T) {
	dir := t.TempDir()
	for name, front := range map[string]string{
		"open.md":            "title: A",
		"jekyll.md":          "sitemap: false",
		"hugo.md":            "sitemap: {disable: true}",
		"never.md":           "build: {list: never}",
		"eleventy.md":        "eleventyExcludeFromCollections: true",
		"docusaurus.md":      "unlisted: true",
		"closed/_index.md":   "cascade: {sitemap: {disable: true}}",
		"closed/a/b.md":      "title: B",
		"closed/own.md":      "sitemap: {priority: 0.5}",
		"some/_index.md":     "cascade: {sitemap: {disable: true}, target: {path: /some/x}}",
		"some/a.md":          "title: A",
		"closed-not/also.md": "title: A",
	} {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte("---\n"+front+"\n---\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	list, _, err := readSources(t.Context(), Options{Dir: dir}, hugo().Sources(dir))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range list {
		if s.Unlisted != "" {
			got[s.Path] = s.Unlisted
		}
	}
	want := map[string]string{
		"jekyll.md": "sitemap: false", "hugo.md": "sitemap: {disable: true}", "never.md": "build: {list: never}",
		"eleventy.md": "eleventyexcludefromcollections: true", "docusaurus.md": "unlisted: true",
		"closed/_index.md": "sitemap: {disable: true} by the cascade of closed/_index.md",
		"closed/a/b.md":    "sitemap: {disable: true} by the cascade of closed/_index.md",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
