package emit_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/testing/assembled"
	"github.com/sitegen/sitegen/internal/testing/race"
)

// One page more than a file may have splits it (rule U1).
func TestLimitU1(t *testing.T) {
	if testing.Short() || race.Enabled {
		t.Skip("writes 150,000 addresses")
	}
	for pages, want := range map[int]string{
		49_999: "sitemap.txt sitemap.xml",
		50_000: "sitemap.txt sitemap.xml",
		50_001: "sitemap-1.txt sitemap-1.xml sitemap-2.txt sitemap-2.xml sitemap.xml",
	} {
		s := large(pages - 1) // large adds the home page
		got, sum := run(t, listing.Declare(s), emission.Options{})
		var names []string
		for _, name := range slices.Sorted(maps.Keys(got)) {
			if strings.HasPrefix(name, "sitemap") {
				names = append(names, name)
			}
		}
		if got := strings.Join(names, " "); got != want || sum.URLs != pages || len(sum.Found) > 0 {
			t.Errorf("%d pages: %s with %d addresses, %v", pages, got, sum.URLs, sum.Found)
		}
		checkAll(t, "https://large.alt/", got)
	}
}

// The longest URL, the largest number of images per page, and the largest number of articles per file, and one more of
// each (rules L1, G1, N4).
func TestLimitsL1G1N4(t *testing.T) {
	const base = "https://x.alt/"
	long := func(n int) string { return strings.Repeat("a", n-len(base)-1) }
	project := tree{
		"sitegen.toml":   "baseURL = \"" + base + "\"\ntitle = \"X\"\ndisableKinds = [\"taxonomy\", \"term\", \"section\", \"home\", \"rss\"]\n" + quiet + "images = \"inline\"\n[discovery.news]\nsections = [\"news\"]\n",
		"content/max.md": "---\nurl: /" + long(2047) + "/\n---\n",
		"content/too.md": "---\nurl: /" + long(2048) + "/\n---\n",
	}
	for _, n := range []int{1000, 1001} {
		project[fmt.Sprintf("content/images%d.md", n)] = fmt.Sprintf("---\ntitle: %d\n---\n", n)
	}
	for _, articles := range []int{1000, 1001} {
		for i := range articles {
			project[fmt.Sprintf("content/news/%d.md", i)] = fmt.Sprintf("---\ntitle: N%d\ndate: 2026-11-20T00:%02d:%02dZ\n---\n", i, i/60, i%60)
		}
		s, l := declare(t, project)
		facts := noFacts(s)
		for _, n := range []int{1000, 1001} {
			for i := range n {
				f := facts[assembled.Page(t, s, fmt.Sprintf("en:/images%d", n)).ID]
				f.Media.Images = append(f.Media.Images, fmt.Sprintf("/i%d.png", i))
			}
		}
		l, _ = l.Seal(facts, nil)
		got, sum := run(t, l, emission.Options{})
		var rules []string
		for _, d := range sum.Found {
			rules = append(rules, d.Rule+" "+d.File)
		}
		if list := strings.Join(rules, "\n"); list != "G1 content/images1001.md\nL1 content/too.md" && list != "L1 content/too.md\nG1 content/images1001.md" {
			t.Error(list)
		}
		text := string(got["sitemap-1.xml"])
		if !strings.Contains(text, "<loc>"+base+long(2047)+"/</loc>") || strings.Contains(text, long(2048)) {
			t.Error("L1: an address of 2,047 characters is missing, or one of 2,048 is there")
		}
		if n := strings.Count(text, "<image:loc>"); n != 2000 {
			t.Errorf("G1: %d images", n)
		}
		files := map[int]string{1000: "sitemap-news.xml", 1001: "sitemap-news-1.xml sitemap-news-2.xml"}[articles]
		var news []string
		for _, name := range slices.Sorted(maps.Keys(got)) {
			if strings.Contains(name, "news") {
				news = append(news, name)
			}
		}
		if strings.Join(news, " ") != files {
			t.Errorf("N4: %d articles: %v", articles, news)
		}
		checkAll(t, base, got)
	}
}
