package witness_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// Minified or not, titles of RSS have the references that tell readers which "<" is text (rule B7).
func TestTitlesOfMinifiedFeeds(t *testing.T) {
	race.Skip(t, "TestRandomSites builds sites, too")
	for _, minify := range []bool{false, true} {
		dir := t.TempDir()
		put(t, dir, nil, map[string]string{
			"sitegen.toml": "baseURL = \"https://a.example/\"\ntheme = \"blog\"\n",
			"content/a.md": "---\ntitle: \"<b>A</b> & B\"\ndate: 2026-01-01\n---\nText.\n",
		})
		b, err := pipeline.New(project.Options{Source: dir, Clock: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC), Minify: minify})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if _, err := b.Build(t.Context()); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, "public/index.xml"))
		if want := "<title>&#x3C;b&gt;A&#x3C;/b &gt; &#x26; B</title>"; err != nil || !strings.Contains(string(text), want) {
			t.Errorf("minified %v: no %s in\n%s", minify, want, text)
		}
	}
}
