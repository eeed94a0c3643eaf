package emit_test

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/testing/assembled"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// URLs and sitemaps that are not part of the site: L1, L4, L5, I9.
func TestFurtherAddresses(t *testing.T) {
	for name, c := range map[string]struct{ config, xml, index, rules string }{
		"addresses": {
			"urls = [\"/sub/x/\", \"https://one.alt/sub/pdf\", {loc = \"https://one.alt/sub/y?a&b\", lastmod = 2026-01-02}]\n",
			"https://one.alt/sub/sub/x/ https://one.alt/sub/pdf https://one.alt/sub/y?a&amp;b", "", "",
		},
		"not below the base L5": {"urls = [\"https://one.alt/other/\"]\n", "", "", "L5"},
		"scope host":            {"urls = [\"https://one.alt/other/\"]\nscope = \"host\"\n", "https://one.alt/other/", "", ""},
		"another host L4":       {"urls = [\"https://two.alt/other/\"]\nscope = \"host\"\n", "", "", "L4"},
		"own group":             {"urls = [\"/x/\"]\nsplit = \"section\"\n", "", "other pages posts", ""},
		"sitemaps I9":           {"sitemaps = [\"shop/sitemap.xml\", \"https://one.alt/sub/blog.xml\"]\n", "", "1 shop blog", ""},
	} {
		t.Run(name, func(t *testing.T) {
			project := assembled.One()
			project["sitegen.toml"] += "[discovery]\n" + c.config
			_, l := declare(t, project)
			got, sum := run(t, l, emission.Options{})
			if diff := cmp.Diff(c.rules, rules(sum.Found)); diff != "" {
				t.Error(diff, sum.Found)
			}
			for _, loc := range strings.Fields(c.xml) {
				if !strings.Contains(string(got["sitemap.xml"]), "<loc>"+loc+"</loc>") {
					t.Errorf("%s is missing in %s", loc, got["sitemap.xml"])
				}
			}
			for _, word := range strings.Fields(c.index) {
				if index := string(got["sitemap.xml"]); !strings.Contains(index, "<sitemapindex") || !strings.Contains(index, word) {
					t.Errorf("%s is missing in %s", word, index)
				}
			}
			if strings.Contains(name, "addresses") && !strings.Contains(string(got["sitemap.xml"]), "a&amp;b</loc><lastmod>2026-01-02T00:00:00Z</lastmod>") {
				t.Errorf("%s", got["sitemap.xml"])
			}
		})
	}
}

// The name of a section may be that of a file for news, media, or URLs that are not pages.
func TestGroupNamesU10(t *testing.T) {
	project := tree{"sitegen.toml": quiet + "split = \"section\"\nimages = \"files\"\nvideos = \"files\"\nurls = [\"/x/\"]\n[discovery.news]\nsections = [\"news\"]\n"}
	project["sitegen.toml"] = "baseURL = \"https://x.alt/\"\ntitle = \"X\"\ndisableKinds = [\"taxonomy\", \"term\", \"rss\"]\n" + project["sitegen.toml"]
	for _, section := range []string{"images", "videos", "news", "other", "A b%c"} {
		project["content/"+section+"/p.md"] = "---\ntitle: P\ndate: 2026-11-20\nimage: /i.png\n---\n"
	}
	s, l := declare(t, project)
	facts := noFacts(s)
	l, _ = l.Seal(facts, nil)
	got, sum := run(t, l, emission.Options{})
	want := "sitemap-a-b-c.xml sitemap-images-pages.xml sitemap-images.xml sitemap-news-pages.xml sitemap-news.xml sitemap-other-pages.xml sitemap-other.xml sitemap-pages.xml sitemap-videos-pages.xml sitemap.xml"
	if names := strings.Join(slices.Sorted(maps.Keys(got)), " "); names != want || len(sum.Found) > 0 {
		t.Errorf("got  %s\nwant %s\n%v", names, want, sum.Found)
	}
	checkAll(t, "https://x.alt/", got)
}

// The name of a section may look like a numbered part of another sitemap.
func TestGroupNumbersU10(t *testing.T) {
	project := tree{"sitegen.toml": "baseURL = \"https://x.alt/\"\ntitle = \"X\"\ndisableKinds = [\"taxonomy\", \"term\", \"rss\", \"section\", \"home\"]\n" +
		"[discovery]\nsplit = \"section\"\nsitemapURLs = 1\ntextSitemap = false\nstable = false\n[discovery.news]\nsections = [\"news\"]\n"}
	for _, file := range []string{"posts/a", "posts/b", "posts-1/a", "posts-2026/a", "news/a", "news-1/a"} {
		project["content/"+file+".md"] = "---\ntitle: P\ndate: 2026-11-20\n---\n"
	}
	_, l := declare(t, project)
	got, _ := run(t, l, emission.Options{})
	want := "sitemap-news-1-pages.xml sitemap-news-pages.xml sitemap-news.xml sitemap-posts-1-pages.xml sitemap-posts-1.xml sitemap-posts-2.xml sitemap-posts-2026.xml sitemap.xml"
	maps.DeleteFunc(got, func(name string, _ []byte) bool { return !strings.HasPrefix(name, "sitemap") })
	if names := strings.Join(slices.Sorted(maps.Keys(got)), " "); names != want {
		t.Errorf("got  %s\nwant %s", names, want)
	}
	checkAll(t, "https://x.alt/", got)
}

// One new page among 100,000 changes at most one sitemap and the index (rule U10).
func TestStableShardsU10(t *testing.T) {
	if testing.Short() || race.Enabled {
		t.Skip("writes 200,000 addresses")
	}
	write := func(n int) map[string]string {
		s := large(n)
		s.Config.Discovery.TextSitemap = false
		for _, p := range s.Pages {
			p.Dates.Lastmod = assembled.Clock.AddDate(-1, 0, 0)
		}
		s.Config.Discovery.Feeds = config.Feeds{}
		got, sum := run(t, listing.Declare(s), emission.Options{})
		if sum.URLs != n+1 {
			t.Fatalf("%d addresses", sum.URLs)
		}
		out := map[string]string{}
		for name, text := range got {
			if strings.HasPrefix(name, "sitemap") {
				out[name] = string(text)
			}
		}
		return out
	}
	before, after := write(100_000), write(100_001)
	if len(before) < 4 || len(before) != len(after) {
		t.Fatalf("%d and %d files", len(before), len(after))
	}
	changed := 0
	for name := range after {
		if before[name] != after[name] {
			changed++
		}
	}
	if changed > 2 {
		t.Errorf("%d of %d files changed", changed, len(after))
	}
}

// Sitemaps whose URLs fit into one file keep Hugo's order.
func TestOneFileKeepsItsOrder(t *testing.T) {
	s := large(300)
	l := listing.Declare(s)
	got, _ := run(t, l, emission.Options{})
	text := string(got["sitemap.xml"])
	at := 0
	for i, p := range s.Pages {
		next := strings.Index(text[at:], "<loc>"+p.URL.Abs()+"</loc>")
		if next < 0 {
			t.Fatalf("page %d is not behind the page before it", i)
		}
		at += next
	}
}

// BenchmarkSitemap measures the sitemaps of a large site.
func BenchmarkSitemap(b *testing.B) {
	s := large(10_000)
	l := listing.Declare(s)
	b.ReportAllocs()
	for b.Loop() {
		e := emit.Emissions(l, emission.Options{})[0]
		if _, err := e.Run(emission.Inputs{Text: fixedText{}}, func(string, string) (io.WriteCloser, error) { return nowhere{io.Discard}, nil }); err != nil {
			b.Fatal(fmt.Errorf("emit: %w", err))
		}
	}
}
