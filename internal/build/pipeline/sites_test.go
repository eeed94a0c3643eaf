package pipeline

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/race"
	"github.com/sitegen/sitegen/internal/testing/schematest"
	"github.com/sitegen/sitegen/internal/testing/testsite"
	"github.com/sitegen/sitegen/internal/testing/witness"
)

var clock = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// sample copies a site of testdata/sites, so builds leave nothing in the repository.
func sample(t *testing.T, name string) string {
	t.Helper()
	return testsite.Temp(t, filepath.Join("..", "..", "..", "testdata", "sites", name))
}

// The example sites build without a warning, and the URLs that they announce to machines are valid and exist.
func TestSampleSites(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"blog", "docs"} {
		for _, minify := range []bool{false, true} {
			if race.Enabled && minify != (name == "blog") {
				continue // two of the four have everything
			}
			t.Run(fmt.Sprint(name, " minified ", minify), func(t *testing.T) {
				b, err := New(project.Options{Source: sample(t, name), Clock: clock, Minify: minify, Strict: true})
				if err != nil {
					t.Fatal(err)
				}
				res, err := b.Build(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				for _, d := range res.Diagnostics {
					t.Errorf("warning: %v [%s]", d, d.Rule)
				}
				if res.SitemapURLs == 0 || res.FeedItems == 0 || res.Pages == 0 || res.Written < res.Pages {
					t.Errorf("result: %+v", res)
				}
				cfg, _ := b.Config()
				schematest.Validate(t, res.Destination, cfg.BaseURL)
				noLeftovers(t, os.DirFS(res.Destination))
			})
		}
	}
}

// noLeftovers reports text that a page of a site may not contain.
func noLeftovers(t *testing.T, site fs.FS) {
	t.Helper()
	err := fs.WalkDir(site, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".html" {
			return err
		}
		text, err := fs.ReadFile(site, name)
		for _, found := range witness.Leftovers(string(text)) {
			t.Errorf("%s: %s", name, found)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// Building again with the same Builder writes nothing.
func TestBuildAgain(t *testing.T) {
	b, err := New(project.Options{Source: sample(t, "blog"), Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	first, err := b.Build(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	second, err := b.Build(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if second.Written != 0 || second.Removed != 0 || second.Unchanged != first.Written {
		t.Errorf("second build: %d written, %d unchanged, %d removed; the first wrote %d", second.Written, second.Unchanged, second.Removed, first.Written)
	}
}

func TestCancelledBuild(t *testing.T) {
	dir := sample(t, "blog")
	b, err := New(project.Options{Source: dir, Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.Build(ctx); err == nil {
		t.Error("no error")
	}
	if _, err := os.Stat(filepath.Join(dir, "public")); err == nil {
		t.Error("a cancelled build wrote something")
	}
}
