package listing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/testing/assembled"
)

// unlisted returns a line for each exclusion.
func unlisted(l *listing.Listing) []string {
	var out []string
	for _, ex := range l.Unlisted {
		out = append(out, fmt.Sprintf("%s %s: %s (feeds: %v)", ex.Page.Key, ex.Rule, ex.Why, l.InFeeds(ex.Page)))
	}
	return out
}

// TestDeclare checks every rule by which metadata keeps a page out.
func TestDeclare(t *testing.T) {
	s, l := declare(t, tree{
		"sitegen.toml":          "baseURL = \"https://x.alt/\"\ndisableKinds = [\"taxonomy\", \"term\"]\nbuildDrafts = true\nbuildFuture = true\nbuildExpired = true\n",
		"content/ok.md":         "---\ntitle: OK\ndate: 2020-01-01\n---\n",
		"content/draft.md":      "---\ndraft: true\n---\n",
		"content/future.md":     "---\ndate: 2030-01-01\n---\n",
		"content/expired.md":    "---\nexpiryDate: 2020-01-01\n---\n",
		"content/noindex.md":    "---\nnoindex: true\n---\n",
		"content/robots.md":     "---\nrobots: nofollow, NoIndex\n---\n",
		"content/index-me.md":   "---\nrobots: nofollow\nnoindex: false\n---\n",
		"content/theme.md":      "---\nrobotsNoIndex: true\n---\n",
		"content/elsewhere.md":  "---\ncanonicalURL: https://other.alt/x/\n---\n",
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
		"en:/elsewhere L8: its front matter says that its canonical URL is https://other.alt/x/ (feeds: false)",
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
		"en:/ok": "https://x.alt/ok/", "en:/self": "https://x.alt/self/", "en:/elsewhere": "https://other.alt/x/", "en:/unrendered": "",
	} {
		if got := l.Canonical(assembled.Page(t, s, key)); got != want {
			t.Errorf("canonical of %s: %q, want %q", key, got, want)
		}
	}
	for _, key := range []string{"en:/ok", "en:/self", "en:/index-me", "en:/"} {
		if !l.Listed(assembled.Page(t, s, key)) {
			t.Errorf("%s is not listed", key)
		}
	}
	if len(l.Warnings) > 0 {
		t.Error(l.Warnings)
	}
}

// TestSeal checks the exclusions that rendered pages and robots.txt add; the declared listing stays as it is.
func TestSeal(t *testing.T) {
	project := assembled.Many()
	project["content/nomap.md"] = "---\ntitle: N\nsitemap:\n  disable: true\n---\n"
	s, l := declare(t, project)
	before := unlisted(l)
	facts := noFacts(s)
	facts[assembled.Page(t, s, "en:/a").ID].NoIndex = true
	facts[assembled.Page(t, s, "en:/nomap").ID].NoIndex = true
	facts[assembled.Page(t, s, "pt-br:/c").ID].Canonical = "/a/"
	facts[assembled.Page(t, s, "pt-br:/a").ID].Canonical = "/pt-br/a/"
	facts[assembled.Page(t, s, "en:/").ID].Canonical = "https://many.alt"
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
		"pt-br:/c L8: its canonical link names https://many.alt/a/ (feeds: false)",
		"xx:/ L9: robots.txt disallows it (feeds: false)",
		"xx:/a L9: robots.txt disallows it (feeds: false)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(found) != 0 {
		t.Errorf("heads can leave out what a template closes: %v", found)
	}
	if diff := cmp.Diff(before, unlisted(l)); diff != "" || !l.Listed(assembled.Page(t, s, "en:/a")) {
		t.Errorf("the declared listing changed: %s", diff)
	}
	if got := sealed.Alternates(assembled.Page(t, s, "pt-br:/a")); got != nil {
		t.Errorf("H5: the only version left has alternates: %v", got)
	}
}

func TestAlternates(t *testing.T) {
	project := assembled.Many()
	project["content/d.md"] = "---\ntitle: D\ntranslationKey: k\n---\n"
	project["content/e.md"] = "---\ntitle: E\ntranslationKey: k\n---\n"
	project["content/f.pt-br.md"] = "---\ntitle: F\ntranslationKey: k\n---\n"
	project["content/g.md"] = "---\ntitle: G\nsitemap:\n  disable: true\n---\n"
	project["content/g.pt-br.md"] = "---\ntitle: G\n---\n"
	s, l := declare(t, project)
	for _, c := range []struct{ rule, key, want string }{
		{"H1 H4", "en:/a", "en https://many.alt/a/, pt-BR https://many.alt/pt-br/a/, x-default https://many.alt/a/"},
		{"H1 H4", "pt-br:/a", "en https://many.alt/a/, pt-BR https://many.alt/pt-br/a/, x-default https://many.alt/a/"},
		{"H3 no valid code", "xx:/a", ""},
		{"H5 alone", "en:/b", ""},
		{"H5 one language twice", "en:/d", "en https://many.alt/d/, pt-BR https://many.alt/pt-br/f/, x-default https://many.alt/d/"},
		{"H5 one language twice", "en:/e", ""},
		{"sitemap.disable is about the sitemap", "pt-br:/g", "en https://many.alt/g/, pt-BR https://many.alt/pt-br/g/, x-default https://many.alt/g/"},
	} {
		var got []string
		for _, a := range l.Alternates(assembled.Page(t, s, c.key)) {
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
	project := assembled.Many()
	project["sitegen.toml"] = strings.Replace(project["sitegen.toml"], "[languages.xx]", "[languages.de]", 1)
	project["content/c.de.md"] = "---\ntitle: C\n---\n"
	s, l := declare(t, project)
	got := l.Alternates(assembled.Page(t, s, "de:/c"))
	want := []listing.Alternate{{Lang: "pt-BR", Href: "https://many.alt/pt-br/c/"}, {Lang: "de", Href: "https://many.alt/de/c/"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSameCodeH5(t *testing.T) {
	project := assembled.Many()
	project["sitegen.toml"] = strings.Replace(project["sitegen.toml"], "[languages.xx]", "[languages.xx]\nlocale = \"en\"", 1)
	s, l := declare(t, project)
	if got := l.Alternates(assembled.Page(t, s, "xx:/a")); got != nil {
		t.Error(got)
	}
	if len(l.Warnings) != 1 || l.Warnings[0].Rule != "H5" {
		t.Error(l.Warnings)
	}
}

func TestHostsL10(t *testing.T) {
	for _, c := range []struct {
		base string
		want int
	}{
		{"http://localhost:1313/", 1},
		{"https://example.com/x/", 1},
		{"https://www.example.org/", 1},
		{"https://docs.example/", 1},
		{"http://192.168.1.5/", 0},
		{"https://one.alt/", 0},
	} {
		project := assembled.One()
		project["sitegen.toml"] = strings.Replace(project["sitegen.toml"], "https://one.alt/sub/", c.base, 1)
		_, l := declare(t, project)
		if len(l.Warnings) != c.want {
			t.Errorf("%s: %v", c.base, l.Warnings)
		}
	}
}

func TestFeedLinks(t *testing.T) {
	s, l := declare(t, assembled.One())
	for key, want := range map[string]string{
		"en:/": "One & Only application/rss+xml https://one.alt/sub/index.xml\n" +
			"One & Only (Atom) application/atom+xml https://one.alt/sub/atom.xml\n" +
			"One & Only (JSON Feed) application/feed+json https://one.alt/sub/feed.json\n",
		"en:/posts": "Posts on One & Only application/rss+xml https://one.alt/sub/posts/index.xml\n" +
			"One & Only application/rss+xml https://one.alt/sub/index.xml\n" +
			"One & Only (Atom) application/atom+xml https://one.alt/sub/atom.xml\n" +
			"One & Only (JSON Feed) application/feed+json https://one.alt/sub/feed.json\n",
		"en:/about": "One & Only application/rss+xml https://one.alt/sub/index.xml\n" +
			"One & Only (Atom) application/atom+xml https://one.alt/sub/atom.xml\n" +
			"One & Only (JSON Feed) application/feed+json https://one.alt/sub/feed.json\n",
	} {
		var got strings.Builder
		for _, f := range l.FeedLinks(assembled.Page(t, s, key)) {
			fmt.Fprintln(&got, f.Title, f.MediaType, f.Href)
		}
		if diff := cmp.Diff(want, got.String()); diff != "" {
			t.Errorf("%s: %s", key, diff)
		}
	}
}

// A page that robots.txt forbids cannot say noindex (rule X6).
func TestUnseenX6(t *testing.T) {
	project := assembled.One()
	project["content/posts/hidden.md"] = "---\ntitle: Hidden\nnoindex: true\n---\n"
	project["content/posts/late.md"] = "---\ntitle: Late\n---\n"
	s, l := declare(t, project)
	facts := noFacts(s)
	facts[assembled.Page(t, s, "en:/posts/late").ID].NoIndex = true
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

// A page that asks to be listed is listed, unless robots.txt forbids it: then there is a warning (rule L9).
func TestWantingL9(t *testing.T) {
	_, l := declare(t, assembled.One())
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
