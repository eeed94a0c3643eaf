package pipeline_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/project"
)

// A menu that a cached partial makes of all titles of a section, and shows the first two: a page is rendered
// again for a title that it shows, not for one that was read.
func TestMenuIsReadByWhoShowsIt(t *testing.T) {
	for call, menu := range map[string]string{
		"menu.html\" .Parent": "{{ $s := . }}{{ range first 2 $s.RegularPages.ByTitle }}<a href=\"{{ .RelPermalink }}\">{{ .Title }}</a>{{ end }}\n",
		"menu.html\" .":       "{{ range first 2 .Site.RegularPages.ByTitle }}<a href=\"{{ .RelPermalink }}\">{{ .Title }}</a>{{ end }}\n",
	} {
		t.Run(call, func(t *testing.T) { menuIsReadByWhoShowsIt(t, call, menu) })
	}
}

func menuIsReadByWhoShowsIt(t *testing.T, call, menu string) {
	const pages = 24
	dir := t.TempDir()
	files := map[string]string{
		"sitegen.toml":                "baseURL = \"https://example.org/\"\ndisableKinds = [\"taxonomy\", \"term\", \"rss\"]\n",
		"layouts/page.html":           "<title>{{ .Title }}</title>{{ partialCached \"" + call + " }}\n",
		"layouts/_partials/menu.html": menu,
	}
	for i := range pages {
		files[fmt.Sprintf("content/guide/p%d.md", i)] = fmt.Sprintf("---\ntitle: Page %02d\nweight: %d\n---\nText.\n", i, i+1)
	}
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	post := func(i int) string { return filepath.Join(dir, "content", "guide", fmt.Sprintf("p%d.md", i)) }
	build := func() int {
		t.Helper()
		res := process(t, dir, project.Options{})
		clean := t.TempDir()
		process(t, dir, project.Options{Destination: clean, NoCache: true})
		if diff := cmp.Diff(onDisk(t, clean), onDisk(t, filepath.Join(dir, "public"))); diff != "" {
			t.Errorf("the tree differs from that of a clean build (-clean +got):\n%s", diff)
		}
		return res.Rendered
	}
	build()
	for _, tt := range []struct {
		name    string
		i       int
		old, to string
		want    int
	}{
		{"a title further down", 5, "Page 05", "Page 05a", 1},
		{"the second", 1, "Page 01", "Page 01a", pages},
		{"comes first", 7, "Page 07", "A page", pages},
		{"weight alone", 3, "weight: 4", "weight: 40", 1},
	} {
		edit(t, post(tt.i), tt.old, tt.to)
		if got := build(); got != tt.want {
			t.Errorf("%s: %d rendered, want %d", tt.name, got, tt.want)
		}
	}
}
