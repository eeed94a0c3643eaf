package post

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/testsite"
	"github.com/sitegen/sitegen/sitemap"
)

// For a site that sitegen built, post lists the same as the build.
func TestSameAsBuild(t *testing.T) {
	for _, name := range []string{"blog", "docs"} {
		t.Run(name, func(t *testing.T) {
			source := testsite.Temp(t, filepath.Join("../../../testdata/sites", name))
			work := t.TempDir()
			dir := filepath.Join(work, "public")
			b, err := pipeline.New(project.Options{Source: source, Destination: dir, StateDir: filepath.Join(work, "state"), Clock: clock, Flags: map[string]any{"discovery.images": "inline", "discovery.videos": "inline"}})
			if err != nil {
				t.Fatal(err)
			}
			res, err := b.Build(context.Background())
			if err != nil {
				t.Fatal(err, res)
			}
			cfg, _ := b.Config()
			want := entries(t, dir, cfg.BaseURL)
			if len(want) < 5 {
				t.Fatalf("the build lists %d pages", len(want))
			}
			sitemaps, err := filepath.Glob(filepath.Join(dir, "sitemap*"))
			if err != nil || len(sitemaps) == 0 {
				t.Fatal(err, sitemaps)
			}
			for _, file := range sitemaps {
				if err := os.Remove(file); err != nil {
					t.Fatal(err)
				}
			}
			o := Options{Dir: dir, Base: cfg.BaseURL, Now: clock, State: filepath.Join(work, "post"), Discovery: &cfg.Discovery}
			ran, err := Run(context.Background(), o)
			if err != nil || ran.Found.Err() != nil {
				t.Fatal(err, ran.Found)
			}
			if diff := cmp.Diff(want, entries(t, dir, cfg.BaseURL)); diff != "" {
				t.Error(diff)
			}
			for _, d := range ran.Found {
				t.Log(d)
			}
		})
	}
}

// entries returns the entries in the sitemaps of a folder, by URL.
func entries(t *testing.T, dir, base string) map[string]sitemap.Entry {
	t.Helper()
	out := map[string]sitemap.Entry{}
	for e, err := range sitemap.Walk(strings.TrimSuffix(base, "/")+"/sitemap.xml", fetch(dir, strings.TrimSuffix(base, "/")+"/"), sitemap.ReadOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		one := *e
		one.LastMod = one.LastMod.UTC()
		one.Alternates = append([]sitemap.Alternate(nil), e.Alternates...)
		one.Images = append([]sitemap.Image(nil), e.Images...)
		one.Videos = append([]sitemap.Video(nil), e.Videos...)
		out[e.Loc] = one
	}
	return out
}
