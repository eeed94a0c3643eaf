package post

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ran runs post on a folder with these files and returns its output by path.
func ran(t *testing.T, o Options, files map[string]string) func(name string) string {
	t.Helper()
	o.Dir, o.Base, o.Now = filepath.Join(t.TempDir(), "site"), "https://e.example/", clock
	for name, text := range files {
		write(t, filepath.Join(o.Dir, name), text)
	}
	res, err := Run(context.Background(), o)
	if err != nil || len(res.Found.Errors()) > 0 {
		t.Fatal(err, res.Found)
	}
	return func(name string) string {
		text, err := os.ReadFile(filepath.Join(o.Dir, name))
		if err != nil {
			return ""
		}
		return string(text)
	}
}

// postPage returns a page with a date of publication, tags and a section.
func postPage(title, date, tags, section string) string {
	return `<!doctype html><html lang=en><head><title>` + title + `</title><meta property="og:site_name" content="Notes"><script type="application/ld+json">
{"@type":"BlogPosting","headline":"` + title + `","datePublished":"` + date + `","keywords":"` + tags + `","articleSection":"` + section + `"}</script></head><body><main><p>` + title + `</p></main></body></html>`
}

var (
	feedTitle = regexp.MustCompile(`(?s)^.*?<title[^>]*>(.*?)</title>`)
	entryLink = regexp.MustCompile(`<link rel="alternate" type="text/html" href="([^"]+)"`)
)

// feedSays returns the title of an Atom feed, its page, and its items.
func feedSays(text string) string {
	if text == "" {
		return ""
	}
	out := feedTitle.FindStringSubmatch(text)[1]
	for _, m := range entryLink.FindAllStringSubmatch(text, -1) {
		out += " " + strings.TrimPrefix(m[1], "https://e.example")
	}
	return out
}

func TestFeedsOfTerms(t *testing.T) {
	files := map[string]string{
		"index.html":         doc(`<meta property="og:site_name" content="Notes">`),
		"blog/a.html":        postPage("A", "2026-01-01", "Go, C++ & more", "How To"),
		"blog/b.html":        postPage("B", "2026-01-02", "go", ""),
		"blog/c.html":        postPage("C", "2026-01-03", "", ""),
		"other/d.html":       postPage("D", "2026-01-04", "Go", ""),
		"blog/e.html":        doc(""),
		"tags/go/index.html": `<!doctype html><html lang=en><head><title>Everything on Go</title></head><body><main>x</main></body></html>`,
	}
	content := t.TempDir()
	write(t, filepath.Join(content, "blog/c.md"), "---\ntags: [Web Design]\ncategory: Notes\n---\n")
	read := ran(t, Options{
		Content: content, Generator: "plain", NoSitemap: true,
		Feeds: []Feed{{Glob: "blog/**", File: "tags/{tag}/atom.xml", Limit: 50}, {Glob: "/blog/**", File: "/in-{category}.xml", Title: "In {category}", Limit: 50}},
	}, files)
	got := map[string]string{}
	for _, file := range []string{"tags/go/atom.xml", "tags/c++-more/atom.xml", "tags/web-design/atom.xml", "in-how-to.xml", "in-notes.xml", "tags/{tag}/atom.xml"} {
		if says := feedSays(read(file)); says != "" {
			got[file] = says
		}
	}
	want := map[string]string{
		"tags/go/atom.xml":         "Go – Notes /tags/go/ /blog/b.html /blog/a.html",
		"tags/c++-more/atom.xml":   "C++ &amp; more – Notes / /blog/a.html",
		"tags/web-design/atom.xml": "Web Design – Notes / /blog/c.html",
		"in-how-to.xml":            "In How To / /blog/a.html",
		"in-notes.xml":             "In Notes / /blog/c.html",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

var (
	urlElement  = regexp.MustCompile(`(?s)<url>(.*?)</url>`)
	locElement  = regexp.MustCompile(`<loc>https://e\.example(.*?)</loc>`)
	hreflang    = regexp.MustCompile(`hreflang="([^"]+)" href="https://e\.example([^"]+)"`)
	hintElement = regexp.MustCompile(`<(?:changefreq|priority)>[^<]+`)
)

// sitemapSays returns the matching parts of sitemaps by URL.
func sitemapSays(text string, what *regexp.Regexp) map[string]string {
	out := map[string]string{}
	for _, m := range urlElement.FindAllStringSubmatch(text, -1) {
		var said []string
		for _, found := range what.FindAllStringSubmatch(m[1], -1) {
			said = append(said, strings.Join(found[min(1, len(found)-1):], "="))
		}
		out[locElement.FindStringSubmatch(m[1])[1]] = strings.Join(said, " ")
	}
	return out
}

func TestLanguagesByPattern(t *testing.T) {
	version := func(lang, href string) string {
		return `<link rel=alternate hreflang=` + lang + ` href="` + href + `">`
	}
	read := ran(t, Options{Languages: map[string]string{"en": "/", "de": "de", "pt-br": "{path}.pt.html"}}, map[string]string{
		"index.html": doc(""), "de/index.html": doc(""),
		"a.html": doc(""), "de/a.html": doc(`<meta name=robots content=noindex>`),
		"b/index.html": doc(""), "de/b/index.html": doc(""), "b/index.html.pt.html": doc(""),
		"own.html": doc(version("en", "/own.html") + version("fr", "/fr.html")), "de/own.html": doc(""), "fr.html": doc(version("en", "/own.html") + version("fr", "/fr.html")),
		"alone.html": doc(""),
	})
	text := ""
	for _, name := range []string{"sitemap.xml", "sitemap-en.xml", "sitemap-de.xml", "sitemap-other.xml"} {
		text += read(name)
	}
	home, b := "de=/de/ en=/ x-default=/", "de=/de/b/ en=/b/ pt-BR=/b/index.html.pt.html x-default=/b/"
	own := "en=/own.html fr=/fr.html"
	want := map[string]string{
		"/": home, "/de/": home, "/a.html": "", "/b/": b, "/de/b/": b, "/b/index.html.pt.html": b,
		"/own.html": own, "/de/own.html": "", "/fr.html": own, "/alone.html": "",
	}
	if diff := cmp.Diff(want, sitemapSays(text, hreflang)); diff != "" {
		t.Errorf("(-want +got):\n%s%s", diff, text)
	}
}

func TestHintsByPattern(t *testing.T) {
	read := ran(t, Options{Hints: []Hint{
		{Glob: "/blog/**", ChangeFreq: "weekly", Priority: -1}, {Glob: "blog/old/**", ChangeFreq: "never", Priority: 0}, {Glob: "**", Priority: 0.5},
	}}, map[string]string{"index.html": doc(""), "blog/a.html": doc(""), "blog/old/b.html": doc("")})
	want := map[string]string{
		"/": "<priority>0.5", "/blog/a.html": "<changefreq>weekly <priority>0.5", "/blog/old/b.html": "<changefreq>weekly <priority>0",
	}
	if diff := cmp.Diff(want, sitemapSays(read("sitemap.xml"), hintElement)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestWrongPatterns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	write(t, filepath.Join(dir, "index.html"), doc(""))
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Languages: map[string]string{"german": "de"}}, `"german" is not the code of a language: write an ISO 639-1 code such as de or pt-BR (rule H3)`},
		{Options{Languages: map[string]string{"de": "{path}/{path}"}}, `the pattern "{path}/{path}" of the language de must have one {path} and no other placeholders`},
		{Options{Hints: []Hint{{Glob: "**", ChangeFreq: "often", Priority: -1}}}, `pages "**": the change frequency must be one of always, hourly, daily, weekly, monthly, yearly, never, not "often" (rule M6)`},
		{Options{Hints: []Hint{{Glob: "**", Priority: 8}}}, `pages "**": the priority must be from 0 to 1, not 8 (rule M6)`},
		{Options{Hints: []Hint{{Priority: 1}}}, "pages with a priority or a change frequency need a glob (rule M6)"},
	} {
		c.o.Dir, c.o.Base = dir, "https://e.example/"
		if _, err := Run(context.Background(), c.o); err == nil || !strings.HasSuffix(err.Error(), ": "+c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	for text, want := range map[string]Hint{"a/**=0.8": {Glob: "a/**", Priority: 0.8}, "a=Weekly": {Glob: "a", ChangeFreq: "weekly", Priority: -1}} {
		if got, err := ParseHint(text); err != nil || got != want {
			t.Errorf("%s: %v %v", text, got, err)
		}
	}
	if _, err := ParseHint("a"); err == nil {
		t.Error("a hint without a value is no error")
	}
}
