package witness_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/finished/check"
	"github.com/sitegen/sitegen/internal/testing/race"
	"github.com/sitegen/sitegen/internal/testing/schematest"
	"github.com/sitegen/sitegen/internal/testing/testsite"
	"github.com/sitegen/sitegen/internal/testing/witness"
)

// Whatever the texts, dates and addresses of a site are, its sitemaps and feeds are valid by the schemas and by the
// checks, without a warning, and agree with the pages.
func TestHostileSite(t *testing.T) {
	race.Skip(t, "TestRandomSites builds sites, too")
	clock := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	for _, theme := range []string{"blog", "docs"} {
		t.Run(theme, func(t *testing.T) {
			dir := testsite.Temp(t, "../../../testdata/hostile")
			b, err := pipeline.New(project.Options{Source: dir, Clock: clock, Themes: []string{theme}})
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			res, err := b.Build(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if res.SitemapURLs < 40 || res.FeedItems < 300 {
				t.Errorf("%d URLs in sitemaps, %d items in feeds", res.SitemapURLs, res.FeedItems)
			}
			public := filepath.Join(dir, "public")
			const base = "https://hostile.example/a%20b/"
			schematest.Validate(t, public, base)
			feeds, err := check.Feeds(public, clock)
			if err != nil {
				t.Fatal(err)
			}
			sitemaps, err := check.Sitemaps(public, check.SitemapOptions{Now: clock, Base: base})
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range append(feeds.Found, sitemaps.Found...) {
				if d.Rule != "X1" { // the site is below a folder, whose robots.txt nobody reads
					t.Error(d)
				}
			}
			site := witness.Site{Hosts: []witness.Host{{Dir: public, Base: base}}, Clock: clock}
			site.Said = []string{"&amp; &lt;b&gt; &#x41; &nbsp;", "javascript:alert(1)", "javascript:x"} // a title, and raw HTML, which the site allows
			for _, problem := range witness.Contradictions(site) {
				t.Error(problem)
			}
		})
	}
}
