package listing_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/testing/schematest"
	"github.com/sitegen/sitegen/sitemap"
)

// unlisted is a line for each exclusion.
func unlisted(l *listing.Listing) []string {
	var out []string
	for _, ex := range l.Unlisted {
		out = append(out, fmt.Sprintf("%s %s: %s (feeds: %v)", ex.Page.Key, ex.Rule, ex.Why, l.InFeeds(ex.Page)))
	}
	return out
}

// TestDeclare: every rule by which metadata keeps a page out.
func TestDeclare(t *testing.T) {
	s, l := declare(t, tree{
		"sitegen.toml":          "baseURL = \"https://x.example/\"\ndisableKinds = [\"taxonomy\", \"term\"]\nbuildDrafts = true\nbuildFuture = true\nbuildExpired = true\n",
		"content/ok.md":         "---\ntitle: OK\ndate: 2020-01-01\n---\n",
		"content/draft.md":      "---\ndraft: true\n---\n",
		"content/future.md":     "---\ndate: 2030-01-01\n---\n",
		"content/expired.md":    "---\nexpiryDate: 2020-01-01\n---\n",
		"content/noindex.md":    "---\nnoindex: true\n---\n",
		"content/robots.md":     "---\nrobots: nofollow, NoIndex\n---\n",
		"content/index-me.md":   "---\nrobots: nofollow\nnoindex: false\n---\n",
		"content/theme.md":      "---\nrobotsNoIndex: true\n---\n",
		"content/elsewhere.md":  "---\ncanonicalURL: https://other.example/x/\n---\n",
		"content/self.md":       "---\ncanonical: /self/#top\n---\n",
		"content/never.md":      "---\nbuild:\n  list: never\n---\n",
		"content/local.md":      "---\nbuild:\n  list: local\n---\n",
		"content/link.md":       "---\nbuild:\n  render: link\n---\n",
		"content/unrendered.md": "---\nbuild:\n  render: never\n---\n",
		"content/nomap.md":      "---\nsitemap:\n  disable: true\n---\n",
		"content/s/_index.md":   "---\ncascade:\n  noindex: true\n---\n",
		"content/s/below.md":    "---\ntitle: Below\n---\n",
	})
	want := []string{
		"en:/404 L9: it is the page for URLs that do not exist (feeds: false)",
		"en:/draft L9: it is a draft (feeds: false)",
		"en:/elsewhere L8: its front matter says that its canonical URL is https://other.example/x/ (feeds: false)",
		"en:/expired L9: it expired on 2020-01-01 (feeds: false)",
		"en:/future L9: it will be published on 2030-01-01 (feeds: false)",
		"en:/link L11: it is not written to the output (build.render) (feeds: false)",
		"en:/local build.list: its front matter excludes it from all lists except that of its section (build.list) (feeds: true)",
		"en:/never build.list: its front matter excludes it from lists (build.list) (feeds: false)",
		"en:/noindex L9: its front matter says noindex (feeds: false)",
		"en:/nomap sitemap.disable: its front matter excludes it from the sitemap (sitemap.disable) (feeds: true)",
		"en:/robots L9: its front matter says robots: nofollow, NoIndex (feeds: false)",
		"en:/s L9: its front matter says noindex (feeds: false)",
		"en:/s/below L9: its front matter says noindex (feeds: false)",
		"en:/search L9: it is the search page, which lists what other pages say (feeds: false)",
		"en:/theme L9: its front matter says robotsnoindex (feeds: false)",
		"en:/unrendered L11: it is not written to the output (build.render) (feeds: false)",
	}
	got := unlisted(l)
	for i := range got { // in ID order, which is the site's affair
		for j := i; j > 0 && got[j] < got[j-1]; j-- {
			got[j], got[j-1] = got[j-1], got[j]
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for key, want := range map[string]string{
		"en:/ok": "https://x.example/ok/", "en:/self": "https://x.example/self/", "en:/elsewhere": "https://other.example/x/", "en:/unrendered": "",
	} {
		if got := l.Canonical(page(t, s, key)); got != want {
			t.Errorf("canonical of %s: %q, want %q", key, got, want)
		}
	}
	for _, key := range []string{"en:/ok", "en:/self", "en:/index-me", "en:/"} {
		if !l.Listed(page(t, s, key)) {
			t.Errorf("%s is not listed", key)
		}
	}
	if len(l.Warnings) > 0 {
		t.Error(l.Warnings)
	}
}

// TestSeal: what the rendered pages and robots.txt add; the declared listing stays as it is.
func TestSeal(t *testing.T) {
	project := many()
	project["content/nomap.md"] = "---\ntitle: N\nsitemap:\n  disable: true\n---\n"
	s, l := declare(t, project)
	before := unlisted(l)
	facts := noFacts(s)
	facts[page(t, s, "en:/a").ID].NoIndex = true
	facts[page(t, s, "en:/nomap").ID].NoIndex = true
	facts[page(t, s, "pt-br:/c").ID].Canonical = "/a/"
	facts[page(t, s, "pt-br:/a").ID].Canonical = "/pt-br/a/"
	facts[page(t, s, "en:/").ID].Canonical = "https://many.example"
	sealed, found := l.Seal(facts, []byte("User-agent: *\nDisallow: /b/\nDisallow: /xx/\n"))
	var got []string
	for _, line := range unlisted(sealed) {
		if !strings.Contains(line, "/404") && !strings.Contains(line, "/search") {
			got = append(got, line)
		}
	}
	want := []string{
		"en:/a L9: its robots meta element has noindex (feeds: false)",
		"en:/b L9: robots.txt disallows it (feeds: false)",
		"en:/nomap L9: its robots meta element has noindex (feeds: false)",
		"pt-br:/c L8: its canonical link names https://many.example/a/ (feeds: false)",
		"xx:/ L9: robots.txt disallows it (feeds: false)",
		"xx:/a L9: robots.txt disallows it (feeds: false)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(found) != 0 {
		t.Errorf("heads can leave out what a template closes: %v", found)
	}
	if diff := cmp.Diff(before, unlisted(l)); diff != "" || !l.Listed(page(t, s, "en:/a")) {
		t.Errorf("the declared listing changed: %s", diff)
	}
	if got := sealed.Alternates(page(t, s, "pt-br:/a")); got != nil {
		t.Errorf("H5: the only version left has alternates: %v", got)
	}
}

func TestAlternates(t *testing.T) {
	project := many()
	project["content/d.md"] = "---\ntitle: D\ntranslationKey: k\n---\n"
	project["content/e.md"] = "---\ntitle: E\ntranslationKey: k\n---\n"
	project["content/f.pt-br.md"] = "---\ntitle: F\ntranslationKey: k\n---\n"
	project["content/g.md"] = "---\ntitle: G\nsitemap:\n  disable: true\n---\n"
	project["content/g.pt-br.md"] = "---\ntitle: G\n---\n"
	s, l := declare(t, project)
	for _, c := range []struct{ rule, key, want string }{
		{"H1 H4", "en:/a", "en https://many.example/a/, pt-BR https://many.example/pt-br/a/, x-default https://many.example/a/"},
		{"H1 H4", "pt-br:/a", "en https://many.example/a/, pt-BR https://many.example/pt-br/a/, x-default https://many.example/a/"},
		{"H3 no valid code", "xx:/a", ""},
		{"H5 alone", "en:/b", ""},
		{"H5 one language twice", "en:/d", "en https://many.example/d/, pt-BR https://many.example/pt-br/f/, x-default https://many.example/d/"},
		{"H5 one language twice", "en:/e", ""},
		{"sitemap.disable is about the sitemap", "pt-br:/g", "en https://many.example/g/, pt-BR https://many.example/pt-br/g/, x-default https://many.example/g/"},
	} {
		var got []string
		for _, a := range l.Alternates(page(t, s, c.key)) {
			got = append(got, a.Lang+" "+a.Href)
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s: %s has %q, want %q", c.rule, c.key, got, c.want)
		}
	}
	if len(l.Warnings) != 1 || l.Warnings[0].Rule != "H3" || !strings.Contains(l.Warnings[0].Message, `"xx"`) {
		t.Errorf("warnings: %v", l.Warnings)
	}
}

// TestAlternatesWithoutDefault: no x-default where the default language lacks the page (rule H4).
func TestAlternatesWithoutDefault(t *testing.T) {
	project := many()
	project["sitegen.toml"] = strings.Replace(project["sitegen.toml"], "[languages.xx]", "[languages.de]", 1)
	project["content/c.de.md"] = "---\ntitle: C\n---\n"
	s, l := declare(t, project)
	got := l.Alternates(page(t, s, "de:/c"))
	want := []listing.Alternate{{Lang: "pt-BR", Href: "https://many.example/pt-br/c/"}, {Lang: "de", Href: "https://many.example/de/c/"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSameCodeH5(t *testing.T) {
	project := many()
	project["sitegen.toml"] = strings.Replace(project["sitegen.toml"], "[languages.xx]", "[languages.xx]\nlocale = \"en\"", 1)
	s, l := declare(t, project)
	if got := l.Alternates(page(t, s, "xx:/a")); got != nil {
		t.Error(got)
	}
	if len(l.Warnings) != 1 || l.Warnings[0].Rule != "H5" {
		t.Error(l.Warnings)
	}
}

// TestNoBaseL10: without an absolute base URL nothing absolute is written, and one warning says so.
func TestNoBaseL10(t *testing.T) {
	for _, base := range []string{"", "baseURL = \"/sub/\"\n"} {
		project := one()
		_, rest, _ := strings.Cut(project["sitegen.toml"], "\n")
		project["sitegen.toml"] = base + rest
		s, l := declare(t, project)
		if len(l.Warnings) != 1 || l.Warnings[0].Rule != "L10" {
			t.Errorf("%q: %v", base, l.Warnings)
		}
		p := page(t, s, "en:/about")
		if l.Canonical(p) != "" || l.Alternates(p) != nil || l.FeedLinks(p) != nil {
			t.Errorf("%q: %q, %v, %v", base, l.Canonical(p), l.Alternates(p), l.FeedLinks(p))
		}
		got := emit(t, l, listing.EmitOptions{})
		if len(got) != 1 || string(got["robots.txt"]) != "User-agent: *\nAllow: /\n" {
			t.Errorf("%q: %v", base, got)
		}
		if x := l.Explain(p, listing.ExplainOptions{}); x.Emitters[0].Rule != "L10" || x.Emitters[0].In {
			t.Errorf("%+v", x)
		}
	}
}

func TestHostsL10(t *testing.T) {
	for _, c := range []struct {
		base string
		want int
	}{{"http://localhost:1313/", 1}, {"https://example.com/x/", 1}, {"https://one.example/", 0}} {
		project := one()
		project["sitegen.toml"] = strings.Replace(project["sitegen.toml"], "https://one.example/sub/", c.base, 1)
		_, l := declare(t, project)
		if len(l.Warnings) != c.want {
			t.Errorf("%s: %v", c.base, l.Warnings)
		}
	}
}

func TestFeedLinks(t *testing.T) {
	s, l := declare(t, one())
	for key, want := range map[string]string{
		"en:/": "One & Only application/rss+xml https://one.example/sub/index.xml\n" +
			"One & Only (Atom) application/atom+xml https://one.example/sub/atom.xml\n" +
			"One & Only (JSON Feed) application/feed+json https://one.example/sub/feed.json\n",
		"en:/posts": "Posts on One & Only application/rss+xml https://one.example/sub/posts/index.xml\n" +
			"One & Only application/rss+xml https://one.example/sub/index.xml\n" +
			"One & Only (Atom) application/atom+xml https://one.example/sub/atom.xml\n" +
			"One & Only (JSON Feed) application/feed+json https://one.example/sub/feed.json\n",
		"en:/about": "One & Only application/rss+xml https://one.example/sub/index.xml\n" +
			"One & Only (Atom) application/atom+xml https://one.example/sub/atom.xml\n" +
			"One & Only (JSON Feed) application/feed+json https://one.example/sub/feed.json\n",
	} {
		var got strings.Builder
		for _, f := range l.FeedLinks(page(t, s, key)) {
			fmt.Fprintln(&got, f.Title, f.MediaType, f.Href)
		}
		if diff := cmp.Diff(want, got.String()); diff != "" {
			t.Errorf("%s: %s", key, diff)
		}
	}
}

func TestExplain(t *testing.T) {
	project := one()
	project["content/posts/late.md"] = "---\ntitle: Late\ndate: 2024-01-01\nlastmod: 2031-01-01\n---\n"
	project["content/posts/gone.md"] = "---\ntitle: Gone\nnoindex: true\n---\n"
	s, l := declare(t, project)
	in := func(files ...string) (out []listing.Answer) {
		for _, f := range files {
			out = append(out, listing.Answer{Emitter: f, In: true})
		}
		return out
	}
	gone := in("sitemap", "sitemap.txt", "index.xml", "atom.xml", "feed.json", "atom-updates.xml", "posts/index.xml", "robots.txt")
	for i := range gone[:len(gone)-1] { // crawlers may read it, and so see that it says noindex
		gone[i].In, gone[i].Rule, gone[i].Why = false, "L9", "its front matter says noindex"
		gone[i].File, gone[i].Line, gone[i].Key = "content/posts/gone.md", 3, "noindex"
	}
	undated := append(in("sitemap", "sitemap.txt", "index.xml"), listing.Answer{Emitter: "atom.xml", Rule: "A1", Why: "it has no date, which Atom requires"})
	unchanged := listing.Answer{Emitter: "atom-updates.xml", Rule: "A1", Why: "it has no date, which Atom requires"}
	for key, want := range map[string]listing.Explanation{
		"en:/posts/old": {
			URL: "https://one.example/sub/posts/old/", Emitters: in("sitemap", "sitemap.txt", "index.xml", "atom.xml", "feed.json", "atom-updates.xml", "posts/index.xml", "robots.txt"),
			LastMod: listing.Date{Time: page(t, s, "en:/posts/old").Dates.Lastmod, From: "lastmod", File: "content/posts/old.md", Line: 4},
		},
		"en:/about": {URL: "https://one.example/sub/about/", Emitters: slices.Concat(undated, in("feed.json"), []listing.Answer{unchanged}, in("robots.txt"))},
		"en:/posts/late": {
			URL: "https://one.example/sub/posts/late/", Emitters: in("sitemap", "sitemap.txt", "index.xml", "atom.xml", "feed.json", "atom-updates.xml", "posts/index.xml", "robots.txt"),
			LastMod: listing.Date{Time: page(t, s, "en:/posts/late").Dates.Lastmod, From: "lastmod", File: "content/posts/late.md", Line: 4, Out: "it is in the future (rule M3)"},
		},
		"en:/posts/gone": {URL: "https://one.example/sub/posts/gone/", Emitters: gone},
	} {
		if diff := cmp.Diff(want, l.Explain(page(t, s, key), listing.ExplainOptions{})); diff != "" {
			t.Errorf("%s: %s", key, diff)
		}
	}
}

// A page that robots.txt forbids cannot say noindex (rule X6).
func TestUnseenX6(t *testing.T) {
	project := one()
	project["content/posts/hidden.md"] = "---\ntitle: Hidden\nnoindex: true\n---\n"
	project["content/posts/late.md"] = "---\ntitle: Late\n---\n"
	s, l := declare(t, project)
	facts := noFacts(s)
	facts[page(t, s, "en:/posts/late").ID].NoIndex = true
	for robots, want := range map[string]string{
		"User-agent: *\nDisallow: /sub/posts/\n":       "/sub/posts/hidden/ has noindex, but robots.txt disallows it: crawlers can't read the noindex and may list the URL anyway (and 1 more page like it)",
		"User-agent: *\nDisallow: /sub/posts/late/\n":  "/sub/posts/late/ has noindex, but robots.txt disallows it: crawlers can't read the noindex and may list the URL anyway",
		"User-agent: *\nDisallow: /sub/posts/other/\n": "",
	} {
		_, found := l.Seal(facts, []byte(robots))
		got := ""
		for _, d := range found {
			if d.Rule == "X6" {
				got = d.Message
			}
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", robots, got, want)
		}
	}
}

// A page that asks to be listed is, unless robots.txt forbids it: that is worth a word (rule L9).
func TestWantingL9(t *testing.T) {
	_, l := declare(t, one())
	_, found := l.Seal(nil, []byte("# rules\nUser-agent: *\nDisallow: /sub/posts/\n"))
	var got []string
	for _, d := range found {
		got = append(got, fmt.Sprintf("%s:%d %s %s", d.File, d.Line, d.Rule, d.Message))
	}
	want := []string{"content/posts/new.md:6 L9 the page is set to be listed in the sitemap, but line 3 of robots.txt disallows it"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The sitemap has the address that is served (rule L6) and the links that the head of the page has (H6).
func TestSameAsHeadL6H6(t *testing.T) {
	for name, config := range map[string]string{"pretty": "", "ugly": "uglyURLs = true\n"} {
		project := many()
		project["sitegen.toml"] = config + project["sitegen.toml"]
		s, l := declare(t, project)
		got, _ := run(t, l, listing.EmitOptions{})
		listed, n := 0, 0
		for _, p := range s.Pages {
			if !l.Listed(p) {
				continue
			}
			listed++
			loc := p.URL.Abs()
			links, ok := linksOf(t, got, loc)
			if !ok || loc != l.Canonical(p) || strings.HasSuffix(loc, ".html") != (name == "ugly") {
				t.Errorf("%s: %s is at %s, in the sitemap: %v", name, p.Key, loc, ok)
			}
			if diff := cmp.Diff(l.Alternates(p), links); diff != "" {
				t.Errorf("%s: %s (-head +sitemap)\n%s", name, p.Key, diff)
			}
			n += len(links)
		}
		if text := strings.Count(string(got["sitemap.txt"]), "\n"); text != listed {
			t.Errorf("%s: %d pages listed, %d addresses in the sitemap", name, listed, text)
		}
		if n == 0 {
			t.Error("no links")
		}
	}
}

// linksOf returns the versions that the entry of an address names in the sitemaps.
func linksOf(t *testing.T, got files, loc string) (links []listing.Alternate, found bool) {
	t.Helper()
	for name, text := range got {
		if schematest.KindOf(name, text) != schematest.Sitemap {
			continue
		}
		for r := sitemap.NewReader(bytes.NewReader(text), sitemap.ReadOptions{}); ; {
			e, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if e.Loc != loc {
				continue
			}
			if found {
				t.Errorf("%s is listed twice", loc)
			}
			found = true
			for _, a := range e.Alternates {
				links = append(links, listing.Alternate(a))
			}
		}
	}
	return links, found
}

// noFacts are facts that say nothing, to be filled in.
func noFacts(s *site.Site) []*listing.PageFacts {
	facts := make([]*listing.PageFacts, len(s.Pages))
	for i := range facts {
		facts[i] = &listing.PageFacts{}
	}
	return facts
}
