package emit_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/testing/assembled"
	"github.com/sitegen/sitegen/internal/testing/schematest"
)

// blog is a site in two languages with posts by two people.
func blog(config string) tree {
	project := tree{
		"sitegen.toml": "baseURL = \"https://b.alt/\"\ntitle = \"Blog\"\n[languages.en]\nweight = 1\n[languages.de]\nweight = 2\ntitle = \"Tagebuch\"\n" + config,
	}
	for i := range 4 {
		who := []string{"Zoë Ünger", "[\"zoë ünger\", Bob]"}[i%2]
		project[fmt.Sprintf("content/posts/p%d.md", i)] = fmt.Sprintf("---\ntitle: P%d\ndate: 2025-01-0%d\nauthor: %s\ntags: [Go]\n---\n", i, i/2+1, who)
	}
	project["content/posts/p1.de.md"] = "---\ntitle: Eins\ndate: 2025-01-01\nauthor: Bob\n---\n"
	return project
}

// made lists the names of the feeds among files.
func made(got files) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if schematest.KindOf(name, got[name]) >= schematest.Atom {
			out = append(out, name)
		}
	}
	return strings.Join(out, " ")
}

// TestFeedSets checks which feeds exist, and at which paths.
func TestFeedSets(t *testing.T) {
	const quiet = "[outputs]\nhome = [\"html\"]\nsection = [\"html\"]\ntaxonomy = [\"html\"]\nterm = [\"html\"]\n"
	for _, c := range []struct{ name, config, front, want, warnings string }{
		{"defaults", quiet, "", "atom-updates.xml atom.xml de/atom-updates.xml de/atom.xml de/feed.json feed.json", ""},
		{"none", quiet + "[feeds]\nformats = []\n", "", "", ""},
		{"rss without outputs", quiet + "[feeds]\nformats = [\"rss\"]\n", "", "de/index.xml index.xml", ""},
		{
			"sections and terms", quiet + "[feeds]\nformats = []\n[feeds.section]\nformats = [\"json\"]\nupdates = [\"rss\"]\n[feeds.term]\nformats = [\"atom\"]\n", "",
			"de/posts/feed.json de/posts/index-updates.xml posts/feed.json posts/index-updates.xml tags/go/atom.xml", "",
		},
		{
			"authors", quiet + "[feeds]\nformats = []\n[feeds.author]\nformats = [\"atom\"]\n", "",
			"authors/bob/atom.xml authors/zoë-ünger/atom.xml de/authors/bob/atom.xml", "",
		},
		{
			"names", quiet + "[feeds]\nformats = [\"atom\"]\nupdates = false\n[feeds.names]\natom = \"/feeds/{set}.{language}.atom\"\n[feeds.section]\nformats = [\"atom\"]\n[feeds.author]\nformats = [\"atom\"]\n", "",
			"feeds/author-bob.de.atom feeds/author-bob.en.atom feeds/author-zoë-ünger.en.atom feeds/home.de.atom feeds/home.en.atom feeds/posts.de.atom feeds/posts.en.atom", "",
		},
		{
			"one name for two", quiet + "[feeds]\nformats = [\"atom\"]\nupdates = false\n[feeds.names]\natom = \"/feeds/{set}.atom\"\n", "",
			"feeds/home.atom", "feed-names",
		},
		{
			"the name of the sitemap", quiet + "[feeds]\nformats = [\"atom\", \"json\"]\nupdates = false\n[feeds.names]\natom = \"/sitemap.xml\"\n", "",
			"de/feed.json feed.json", "feed-names feed-names",
		},
		{"a page of a list", quiet + "[feeds]\nformats = []\n", "feeds: {formats: [json], names: {json: posts.json}}\n", "posts/posts.json", ""},
		{"a page against it", quiet + "[feeds]\nformats = []\n[feeds.section]\nformats = [\"atom\"]\n", "feeds: false\n", "de/posts/atom.xml", ""},
		{"mistakes in a page", quiet + "[feeds]\nformats = []\n", "feeds: {format: atom, limit: -2}\n", "", "feeds feeds"},
		{"a list that there is not", quiet + "[feeds]\nformats = [\"json\"]\nlists = [\"posts/\", \"/post\"]\n", "", "de/feed.json de/posts/feed.json feed.json posts/feed.json", "feeds"},
		{
			"what lists share", quiet + "[feeds]\nformats = []\n[[feeds.sets]]\nname = \"go/bob\"\nlists = [\"/posts\", \"/tags/go\"]\nauthor = \"Bob\"\nformats = [\"atom\"]\n[[feeds.sets]]\nname = \"posts\"\nlists = [\"/posts\"]\nformats = [\"json\"]\nnames = {json = \"/all/{set}.{language}.json\"}\n", "",
			"all/posts.de.json all/posts.en.json go/bob/atom.xml", "",
		},
		{"a set of a list that there is not", quiet + "[feeds]\nformats = []\n[[feeds.sets]]\nname = \"x\"\nlists = [\"/post\"]\nformats = [\"json\"]\n", "", "", "feeds"},
		{"no table", quiet + "[feeds]\nformats = []\n", "feeds: all\n", "", "feeds"},
		{
			"an archive", quiet + "[feeds]\nlimit = 1\narchive = 1\nformats = [\"atom\", \"rss\"]\nupdates = false\n", "",
			"atom-1.xml atom-2.xml atom-3.xml atom.xml de/atom.xml de/index.xml index-1.xml index-2.xml index-3.xml index.xml", "",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			project := blog(c.config)
			if c.front != "" {
				project["content/posts/_index.md"] = "---\ntitle: Posts\n" + c.front + "---\n"
			}
			s, l := declare(t, project)
			got, sum := run(t, l, emission.Options{})
			if diff := cmp.Diff(c.want, made(got)); diff != "" {
				t.Error(diff)
			}
			if found := rules(l.Warnings); found != c.warnings || len(sum.Found) > 0 {
				t.Errorf("warnings %q, want %q: %v %v", found, c.warnings, l.Warnings, sum.Found)
			}
			for _, d := range l.Warnings {
				if d.Rule == "feeds" && d.File == "sitegen.toml" && d.Hint == `did you mean "/posts"?` {
					continue
				}
				if d.Rule == "feeds" && (d.File != "content/posts/_index.md" || d.Line != 3) {
					t.Errorf("%+v", d)
				}
			}
			validate(t, s, got)
			validFeeds(t, got)
		})
	}
}

// validFeeds checks that no feed has errors or warnings, and that no two entries of an Atom feed have the same date.
func validFeeds(t *testing.T, got files) {
	t.Helper()
	for _, name := range strings.Fields(made(got)) {
		found, err := feeds.Validate(strings.NewReader(string(got[name])), feeds.ValidateOptions{})
		if err != nil || len(found) > 0 {
			t.Errorf("%s: %v %v", name, found, err)
		}
		if schematest.KindOf(name, got[name]) != schematest.Atom {
			continue
		}
		seen := map[string]bool{}
		_, entries, _ := strings.Cut(string(got[name]), "<entry>")
		for _, part := range strings.Split(entries, "<updated>")[1:] {
			date, _, _ := strings.Cut(part, "<")
			if seen[date] {
				t.Errorf("%s: two entries of %s", name, date)
			}
			seen[date] = true
		}
	}
}

// The content of items follows the setting of their feed set, or less if the page says so.
func TestFeedContents(t *testing.T) {
	project := blog("[feeds.section]\ncontent = \"none\"\n[feeds.term]\nformats = [\"json\"]\n")
	project["content/posts/short.md"] = "---\ntitle: Short\ndate: 2025-02-01\ntags: [Go]\nfeeds: {content: summary}\n---\n"
	project["content/posts/out.md"] = "---\ntitle: Out\ndate: 2025-02-02\ntags: [Go]\nfeeds: false\n---\n"
	_, l := declare(t, project)
	got, _ := run(t, l, emission.Options{})
	for file, want := range map[string]struct{ summaries, contents int }{
		"index.xml": {5, 4}, "atom.xml": {5, 4}, "feed.json": {1, 4}, "posts/index.xml": {0, 0}, "tags/go/index.xml": {5, 0},
		"tags/go/feed.json": {5, 0}, "atom-updates.xml": {5, 0}, "de/index.xml": {1, 1},
	} {
		text := string(got[file])
		summaries, contents := strings.Count(text, "About "), strings.Count(text, "All about ")
		if summaries != want.summaries || contents != want.contents {
			t.Errorf("%s has %d summaries and %d contents, want %+v", file, summaries, contents, want)
		}
		if strings.Contains(text, "posts/out/") {
			t.Errorf("%s: %s", file, text)
		}
	}
	validFeeds(t, got)
}

// Titles are in the language of the feed; heads name the page's own feeds, then those of the home page.
func TestFeedTitles(t *testing.T) {
	s, l := declare(t, blog("[feeds]\nhubs = [\"https://hub.alt/\"]\n[feeds.author]\nformats = [\"rss\"]\n[feeds.section]\nupdates = true\n"))
	got, _ := run(t, l, emission.Options{})
	for file, want := range map[string]string{
		"posts/index.xml":           "<title>Posts on Blog</title>",
		"de/posts/index.xml":        "<title>Posts – Tagebuch</title>",
		"de/posts/atom-updates.xml": "<title>Änderungen: Posts – Tagebuch</title>",
		"atom-updates.xml":          "<title>Updates: Blog</title>",
		"authors/bob/index.xml":     "<title>Bob on Blog</title>\n<link>https://b.alt/</link>\n<description>Recent content by Bob on Blog</description>",
		"de/authors/bob/index.xml":  "<title>Bob – Tagebuch</title>\n<link>https://b.alt/de/</link>\n<description>Neueste Inhalte: Bob – Tagebuch</description>",
		"index.xml":                 `<atom:link rel="hub" href="https://hub.alt/"/>`,
		"atom.xml":                  `<link rel="hub" href="https://hub.alt/"/>`,
		"feed.json":                 `"hubs": [{"type": "WebSub", "url": "https://hub.alt/"}]`,
	} {
		if !strings.Contains(string(got[file]), want) {
			t.Errorf("%s lacks %s: %s", file, want, got[file])
		}
	}
	var links []string
	for _, f := range l.FeedLinks(assembled.Page(t, s, "en:/posts/p1")) {
		links = append(links, f.Title+" "+f.Href)
	}
	if diff := cmp.Diff([]string{
		"Bob on Blog https://b.alt/authors/bob/index.xml",
		"Zoë Ünger on Blog https://b.alt/authors/zo%C3%AB-%C3%BCnger/index.xml",
		"Blog https://b.alt/index.xml", "Blog (Atom) https://b.alt/atom.xml", "Blog (JSON Feed) https://b.alt/feed.json",
	}, links); diff != "" {
		t.Error(diff)
	}
	validFeeds(t, got)
}

// A feed of changes covers a window before its newest change, with a minimum and maximum number of items (F1, F2).
func TestUpdatesWindowF1F2(t *testing.T) {
	project := tree{}
	for i := range 10 { // published in one order, changed in the other
		project[fmt.Sprintf("content/p%d.md", i)] = fmt.Sprintf("---\ntitle: P%d\ndate: 2025-01-%02d\nlastmod: 2025-02-%02d\n---\n", i, i+1, 20-2*i)
	}
	project["content/undated.md"] = "---\ntitle: Undated\nlastmod: 2025-02-19\n---\n"
	for _, c := range []struct{ name, config, want string }{
		{"days", "days = 4\nleast = 1\n", "p0 undated p1 p2"},
		{"least", "days = 1\nleast = 4\n", "p0 undated p1 p2"},
		{"most", "days = 30\nmost = 2\n", "p0 undated"},
	} {
		project["sitegen.toml"] = "baseURL = \"https://u.alt/\"\ntitle = \"U\"\n[feeds.updates]\n" + c.config
		_, l := declare(t, project)
		got, _ := run(t, l, emission.Options{})
		p, err := feeds.Read(strings.NewReader(string(got["atom-updates.xml"])), feeds.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, i := range p.Items {
			names = append(names, strings.Trim(strings.TrimPrefix(i.URL, "https://u.alt"), "/"))
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if !p.Feed.Updated.Equal(p.Items[0].Updated) {
			t.Errorf("A7: %v", p.Feed.Updated)
		}
		validFeeds(t, got)
	}
}

// Only a Hugo project has Hugo's order and limit in index.xml, and the pages that Hugo lists outside of the sitemap.
func TestIndexXMLOfHugoF2(t *testing.T) {
	for name, want := range map[string]string{
		"hugo.toml":    "https://x.alt/old/ https://x.alt/new/ https://x.alt/hidden/",
		"sitegen.toml": "https://x.alt/new/",
	} {
		_, l := declare(t, tree{
			name:                "baseURL = \"https://x.alt/\"\n[feeds]\nlimit = 1\narchive = 5\n",
			"content/old.md":    "---\ntitle: Old\nweight: 1\ndate: 2020-01-01\n---\n",
			"content/new.md":    "---\ntitle: New\nweight: 2\ndate: 2021-01-01\n---\n",
			"content/hidden.md": "---\ntitle: Hidden\nweight: 3\ndate: 2022-01-01\nsitemap: {disable: true}\n---\n",
		})
		got, _ := run(t, l, emission.Options{})
		p, err := feeds.Read(strings.NewReader(string(got["index.xml"])), feeds.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var urls []string
		for _, i := range p.Items {
			urls = append(urls, i.URL)
		}
		if got := strings.Join(urls, " "); name == "hugo.toml" && got != want || name != "hugo.toml" && !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		if strings.Contains(string(got["atom.xml"]), "hidden") || p.Feed.Paging.PrevArchive != "" {
			t.Errorf("%s: %+v", name, p.Feed)
		}
	}
}
