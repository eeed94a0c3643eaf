package emit_test

import (
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/testing/assembled"
)

// run runs all emissions and returns their files and findings.
func run(t *testing.T, l *listing.Listing, o emission.Options) (files, emission.Emitted) {
	t.Helper()
	out, list := runEach(t, l, o)
	sum := emission.Emitted{}
	for _, r := range list {
		sum.Files = append(sum.Files, r.Files...)
		sum.URLs += r.URLs
		sum.Items += r.Items
		sum.Found = append(sum.Found, r.Found...)
	}
	return out, sum
}

func runEach(t *testing.T, l *listing.Listing, o emission.Options) (files, []emission.Emitted) {
	t.Helper()
	out := files{}
	var list []emission.Emitted
	for _, e := range emit.Emissions(l, o) {
		r, err := e.Run(emission.Inputs{Text: plainText{}}, func(file, _ string) (io.WriteCloser, error) {
			if out[file] != nil {
				return nil, errors.New("written twice: " + file)
			}
			return &output{files: out, name: file}, nil
		})
		if err != nil {
			t.Fatalf("%s: %v", e.Name, err)
		}
		list = append(list, r)
	}
	return out, list
}

// rules lists the rules of diagnostics.
func rules(list diag.List) string {
	var out []string
	for _, d := range list {
		out = append(out, d.Rule)
	}
	return strings.Join(out, " ")
}

const head = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

const urlset = head + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">` + "\n"

// TestForgottenDate: a page without a date is reported if other pages of its section have one (rule A1).
func TestForgottenDate(t *testing.T) {
	for want, files := range map[string][]string{
		"content/posts/b.md: atom.xml leaves out this page, which has no date from 1990 on, unlike other pages of the section":              {"content/posts/b.md"},
		"content/posts/b.md: atom.xml leaves out this page and 1 other, which have no date from 1990 on, unlike other pages of the section": {"content/posts/b.md", "content/posts/c.md"},
		"": {"content/notes/b.md"},
	} {
		project := assembled.One()
		for _, file := range files {
			project[file] = "Text."
		}
		_, l := declare(t, project)
		_, sum := run(t, l, emission.Options{})
		got := ""
		for _, d := range sum.Found {
			got += d.File + ": " + d.Message
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", files, got, want)
		}
	}
}

// TestEmitOne compares everything that a small site gets.
func TestEmitOne(t *testing.T) {
	s, l := declare(t, assembled.One())
	got, sum := run(t, l, emission.Options{})
	if sum.URLs != 5 || sum.Items != 12 || rules(sum.Found) != "" {
		t.Errorf("%+v", sum)
	}
	want := map[string]string{
		"robots.txt": "User-agent: *\nAllow: /\n\nSitemap: https://one.alt/sub/sitemap.xml\n",
		"sitemap.txt": "https://one.alt/sub/posts/new/\nhttps://one.alt/sub/\nhttps://one.alt/sub/posts/\n" +
			"https://one.alt/sub/posts/old/\nhttps://one.alt/sub/about/\n",
		"sitemap.xml": urlset +
			"<url><loc>https://one.alt/sub/posts/new/</loc><lastmod>2025-01-02T00:00:00Z</lastmod><changefreq>daily</changefreq><priority>0.7</priority></url>\n" +
			"<url><loc>https://one.alt/sub/</loc><lastmod>2025-01-02T00:00:00Z</lastmod></url>\n" +
			"<url><loc>https://one.alt/sub/posts/</loc><lastmod>2025-01-02T00:00:00Z</lastmod></url>\n" +
			"<url><loc>https://one.alt/sub/posts/old/</loc><lastmod>2024-03-04T05:06:07+02:00</lastmod></url>\n" +
			"<url><loc>https://one.alt/sub/about/</loc></url>\n</urlset>\n",
		"posts/index.xml": head + `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>Posts on One &#x26; Only</title>
<link>https://one.alt/sub/posts/</link>
<description>Recent content in Posts on One &#x26; Only</description>
<generator>sitegen</generator>
<language>en</language>
<managingEditor>ann@one.alt (Ann)</managingEditor>
<lastBuildDate>Thu, 02 Jan 2025 00:00:00 +0000</lastBuildDate>
<atom:link rel="self" type="application/rss+xml" href="https://one.alt/sub/posts/index.xml"/>
<item>
<title>New</title>
<link>https://one.alt/sub/posts/new/</link>
<pubDate>Thu, 02 Jan 2025 00:00:00 +0000</pubDate>
<dc:creator>Bob</dc:creator>
<guid isPermaLink="false">urn:uuid:42</guid>
<description>&lt;p&gt;About &lt;a href="https://one.alt/sub/posts/new/#x"&gt;New&lt;/a&gt;.&lt;/p&gt;</description>
<content:encoded>&lt;p&gt;All about &lt;img src="https://one.alt/sub/posts/new/pic.png" alt=""/&gt; New.&lt;/p&gt;</content:encoded>
</item>
<item>
<title>Old</title>
<link>https://one.alt/sub/posts/old/</link>
<pubDate>Tue, 02 Jan 2024 00:00:00 +0000</pubDate>
<atom:updated>2024-03-04T05:06:07+02:00</atom:updated>
<author>ann@one.alt (Ann)</author>
<guid>https://one.alt/sub/posts/old/</guid>
<description>&lt;p&gt;About &lt;a href="https://one.alt/sub/posts/old/#x"&gt;Old&lt;/a&gt;.&lt;/p&gt;</description>
<content:encoded>&lt;p&gt;All about &lt;img src="https://one.alt/sub/posts/old/pic.png" alt=""/&gt; Old.&lt;/p&gt;</content:encoded>
</item>
</channel>
</rss>
`,
		"atom.xml": head + `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="en">
<id>https://one.alt/sub/atom.xml</id>
<title>One &amp; Only</title>
<subtitle>Recent content on One &amp; Only</subtitle>
<updated>2025-01-02T00:00:00Z</updated>
<link rel="self" type="application/atom+xml" href="https://one.alt/sub/atom.xml"/>
<link rel="alternate" type="text/html" href="https://one.alt/sub/"/>
<author>
<name>Ann</name>
<email>ann@one.alt</email>
</author>
<generator>sitegen</generator>
<entry>
<id>urn:uuid:42</id>
<title>New</title>
<link rel="alternate" type="text/html" href="https://one.alt/sub/posts/new/"/>
<published>2025-01-02T00:00:00Z</published>
<updated>2025-01-02T00:00:00Z</updated>
<author>
<name>Bob</name>
</author>
<summary type="html">&lt;p&gt;About &lt;a href="https://one.alt/sub/posts/new/#x"&gt;New&lt;/a&gt;.&lt;/p&gt;</summary>
<content type="html">&lt;p&gt;All about &lt;img src="https://one.alt/sub/posts/new/pic.png" alt=""/&gt; New.&lt;/p&gt;</content>
</entry>
<entry>
<id>https://one.alt/sub/posts/old/</id>
<title>Old</title>
<link rel="alternate" type="text/html" href="https://one.alt/sub/posts/old/"/>
<published>2024-01-02T00:00:00Z</published>
<updated>2024-03-04T05:06:07+02:00</updated>
<summary type="html">&lt;p&gt;About &lt;a href="https://one.alt/sub/posts/old/#x"&gt;Old&lt;/a&gt;.&lt;/p&gt;</summary>
<content type="html">&lt;p&gt;All about &lt;img src="https://one.alt/sub/posts/old/pic.png" alt=""/&gt; Old.&lt;/p&gt;</content>
</entry>
</feed>
`,
		"feed.json": `{
"version": "https://jsonfeed.org/version/1.1",
"title": "One & Only",
"home_page_url": "https://one.alt/sub/",
"feed_url": "https://one.alt/sub/feed.json",
"description": "Recent content on One & Only",
"language": "en",
"authors": [{"name": "Ann"}],
"items": [
{"id": "urn:uuid:42",
 "url": "https://one.alt/sub/posts/new/",
 "title": "New",
 "date_published": "2025-01-02T00:00:00Z",
 "date_modified": "2025-01-02T00:00:00Z",
 "authors": [{"name": "Bob"}],
 "content_html": "<p>All about <img src=\"https://one.alt/sub/posts/new/pic.png\" alt=\"\"/> New.</p>"},
{"id": "https://one.alt/sub/posts/old/",
 "url": "https://one.alt/sub/posts/old/",
 "title": "Old",
 "date_published": "2024-01-02T00:00:00Z",
 "date_modified": "2024-03-04T05:06:07+02:00",
 "content_html": "<p>All about <img src=\"https://one.alt/sub/posts/old/pic.png\" alt=\"\"/> Old.</p>"},
{"id": "https://one.alt/sub/about/",
 "url": "https://one.alt/sub/about/",
 "title": "About",
 "content_html": "<p>All about <img src=\"https://one.alt/sub/about/pic.png\" alt=\"\"/> About.</p>"}
]
}
`,
	}
	for name, text := range want {
		if diff := cmp.Diff(text, string(got[name])); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if names := slices.Sorted(maps.Keys(got)); len(names) != len(want)+2 || got["index.xml"] == nil || got["atom-updates.xml"] == nil {
		t.Errorf("files: %v", names)
	}
	validate(t, s, got)
	again, _ := run(t, l, emission.Options{})
	if fmt.Sprint(again) != fmt.Sprint(got) {
		t.Error("a second run differs")
	}
}

const quiet = "[feeds]\natom = false\njson = false\n[discovery]\ntextSitemap = false\nrobots = false\n"

// TestEmitMany: the sitemaps of several languages are at the root (rule L5), or where Hugo puts them.
func TestEmitMany(t *testing.T) {
	for name, c := range map[string]struct{ config, want string }{
		"root": {"", "atom-updates.xml atom.xml feed.json index.xml pt-br/atom-updates.xml pt-br/atom.xml pt-br/feed.json pt-br/index.xml robots.txt " +
			"sitemap-en.xml sitemap-pt-br.xml sitemap-xx.xml sitemap.txt sitemap.xml xx/feed.json xx/index.xml"},
		"hugo": {"[discovery]\nsitemapAddresses = \"hugo\"\n", "atom-updates.xml atom.xml en/sitemap.xml feed.json index.xml pt-br/atom-updates.xml pt-br/atom.xml pt-br/feed.json pt-br/index.xml pt-br/sitemap.xml robots.txt " +
			"sitemap.txt sitemap.xml xx/feed.json xx/index.xml xx/sitemap.xml"},
		"own name": {"[sitemap]\nfilename = \"map.xml\"\n[discovery]\ntextSitemap = false\n", "atom-updates.xml atom.xml feed.json index.xml map-en.xml map-pt-br.xml map-xx.xml map.xml pt-br/atom-updates.xml pt-br/atom.xml pt-br/feed.json pt-br/index.xml robots.txt " +
			"xx/feed.json xx/index.xml"},
		"feeds off":          {"[feeds]\natom = false\njson = false\n", "index.xml pt-br/index.xml robots.txt sitemap-en.xml sitemap-pt-br.xml sitemap-xx.xml sitemap.txt sitemap.xml xx/index.xml"},
		"numbered in order":  {"[discovery]\nsitemapURLs = 2\nstable = false\nrobots = false\n[feeds]\natom = false\njson = false\n", "index.xml pt-br/index.xml sitemap-1.txt sitemap-2.txt sitemap-3.txt sitemap-4.txt sitemap-en-1.xml sitemap-en-2.xml sitemap-pt-br-1.xml sitemap-pt-br-2.xml sitemap-xx.xml sitemap.xml xx/index.xml"},
		"no split":           {quiet + "split = \"none\"\n", "index.xml pt-br/index.xml sitemap.xml xx/index.xml"},
		"split by section":   {quiet + "split = \"section\"\n", "index.xml pt-br/index.xml sitemap-pages.xml sitemap.xml xx/index.xml"},
		"split by type":      {quiet + "split = \"type\"\n", "index.xml pt-br/index.xml sitemap-page.xml sitemap.xml xx/index.xml"},
		"split by year":      {quiet + "split = \"year\"\n", "index.xml pt-br/index.xml sitemap-2025.xml sitemap-undated.xml sitemap.xml xx/index.xml"},
		"split by month":     {quiet + "split = \"month\"\n", "index.xml pt-br/index.xml sitemap-2025-01.xml sitemap-2025-02.xml sitemap-undated.xml sitemap.xml xx/index.xml"},
		"split by a pattern": {quiet + "split = \"{type}-{language}\"\n", "index.xml pt-br/index.xml sitemap-page-en.xml sitemap-page-pt-br.xml sitemap-page-xx.xml sitemap.xml xx/index.xml"},
		"gzip U9":            {quiet + "gzip = true\n", "index.xml pt-br/index.xml sitemap-en.xml.gz sitemap-pt-br.xml.gz sitemap-xx.xml.gz sitemap.xml xx/index.xml"},
	} {
		t.Run(name, func(t *testing.T) {
			project := assembled.Many()
			project["sitegen.toml"] += c.config
			s, l := declare(t, project)
			got, sum := run(t, l, emission.Options{})
			if names := strings.Join(slices.Sorted(maps.Keys(got)), " "); names != c.want {
				t.Errorf("got  %s\nwant %s", names, c.want)
			}
			if sum.URLs != 8 {
				t.Errorf("%d addresses", sum.URLs)
			}
			if name != "hugo" && name != "own name" { // Hugo's URLs break L5, so they are not the default
				checkAll(t, "https://many.alt/", got)
			}
			if !strings.HasPrefix(name, "gzip") {
				validate(t, s, got)
			}
		})
	}
}

func TestIndexOfLanguages(t *testing.T) {
	_, l := declare(t, assembled.Many())
	got, _ := run(t, l, emission.Options{})
	want := head + `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://many.alt/sitemap-en.xml</loc><lastmod>2025-01-02T00:00:00Z</lastmod></sitemap>
<sitemap><loc>https://many.alt/sitemap-pt-br.xml</loc><lastmod>2025-02-03T00:00:00Z</lastmod></sitemap>
<sitemap><loc>https://many.alt/sitemap-xx.xml</loc></sitemap>
</sitemapindex>
`
	if diff := cmp.Diff(want, string(got["sitemap.xml"])); diff != "" {
		t.Error(diff)
	}
	const set = `<xhtml:link rel="alternate" hreflang="en" href="https://many.alt/a/"/><xhtml:link rel="alternate" hreflang="pt-BR" href="https://many.alt/pt-br/a/"/><xhtml:link rel="alternate" hreflang="x-default" href="https://many.alt/a/"/>`
	for _, name := range []string{"sitemap-en.xml", "sitemap-pt-br.xml"} {
		if !strings.Contains(string(got[name]), set) {
			t.Errorf("H1, H4: %s: %s", name, got[name])
		}
	}
	if robots := string(got["robots.txt"]); !strings.HasSuffix(robots, "\nSitemap: https://many.alt/sitemap.xml\n") || strings.Count(robots, "Sitemap") != 1 {
		t.Errorf("X4: %s", robots)
	}
}

// TestHosts: languages with their own hosts have their own sitemaps and robots.txt. An index of the project may name a
// feed, which may be written after it (rule I9).
func TestOwnIndexNamesFeedI7(t *testing.T) {
	_, l := declare(t, assembled.Many())
	l, _ = l.Seal(nil, nil)
	index := func(emission.Text, *site.Edition, string) ([]byte, error) {
		var b strings.Builder
		b.WriteString(`<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
		for _, name := range []string{"sitemap-en.xml", "sitemap-pt-br.xml", "sitemap-xx.xml", "atom-updates.xml", "none.xml"} {
			b.WriteString("<sitemap><loc>https://many.alt/" + name + "</loc></sitemap>")
		}
		b.WriteString("</sitemapindex>")
		return []byte(b.String()), nil
	}
	got, sum := run(t, l, emission.Options{Index: index})
	if got["atom-updates.xml"] == nil {
		t.Fatal("no feed of changes")
	}
	var absent []string
	for _, d := range sum.Found {
		if d.Rule == "I7" {
			absent = append(absent, d.Message)
		}
	}
	if diff := cmp.Diff([]string{"the project's sitemap index template lists https://many.alt/none.xml, which does not exist"}, absent); diff != "" {
		t.Error(diff)
	}
}

func TestHosts(t *testing.T) {
	project := assembled.Many()
	project["sitegen.toml"] = strings.NewReplacer(`title = "Many"`, "title = \"Many\"\nbaseURL = \"https://en.alt/\"",
		`title = "Muitos"`, "title = \"Muitos\"\nbaseURL = \"https://br.alt/x/\"",
		"[languages.xx]\ntitle = \"Nobody's\"", "[languages.de]\nbaseURL = \"https://xn--bcher-kva.alt/\"").Replace(project["sitegen.toml"])
	_, l := declare(t, project)
	got, _ := run(t, l, emission.Options{})
	for name, want := range map[string]string{
		"en/robots.txt":     "Sitemap: https://en.alt/sitemap.xml\n",
		"pt-br/robots.txt":  "Sitemap: https://br.alt/x/sitemap.xml\n",
		"pt-br/sitemap.xml": `<loc>https://br.alt/x/a/</loc><lastmod>2025-02-03T00:00:00Z</lastmod><xhtml:link rel="alternate" hreflang="en" href="https://en.alt/a/"/>`,
		"pt-br/atom.xml":    `href="https://br.alt/x/atom.xml"`,
		"de/sitemap.txt":    "https://xn--bcher-kva.alt/\n",
	} {
		if !strings.Contains(string(got[name]), want) {
			t.Errorf("%s: %s lacks %s", name, got[name], want)
		}
	}
	if got["sitemap.xml"] != nil || got["robots.txt"] != nil {
		t.Error("something lies outside of all hosts")
	}
}

// TestDisabled: Hugo's disableKinds.
func TestDisabled(t *testing.T) {
	for kind, want := range map[string]string{
		"sitemap":   "atom-updates.xml atom.xml feed.json index.xml posts/index.xml robots.txt",
		"rss":       "robots.txt sitemap.txt sitemap.xml",
		"robotstxt": "atom-updates.xml atom.xml feed.json index.xml posts/index.xml sitemap.txt sitemap.xml",
	} {
		project := assembled.One()
		project["sitegen.toml"] = strings.Replace(project["sitegen.toml"], `"term"]`, `"term", "`+kind+`"]`, 1)
		s, l := declare(t, project)
		got, _ := run(t, l, emission.Options{})
		if names := strings.Join(slices.Sorted(maps.Keys(got)), " "); names != want {
			t.Errorf("%s: got %s, want %s", kind, names, want)
		}
		if kind == "sitemap" && emit.Explain(l, assembled.Page(t, s, "en:/about"), emission.ExplainOptions{}).Emitters[0].Rule != "disableKinds" {
			t.Error("unexplained")
		}
	}
}

// TestProjectsOwn: files that the project writes itself are kept.
func TestProjectsOwn(t *testing.T) {
	_, l := declare(t, assembled.One())
	got, _ := run(t, l, emission.Options{
		Robots: []byte("User-agent: *\nDisallow: /x/\n"),
		Own:    func(p *site.Page, _ site.Target) bool { return p.Path == "/posts" },
		Taken:  func(file string) bool { return file == "atom.xml" || file == "sitemap.xml" },
	})
	if names := strings.Join(slices.Sorted(maps.Keys(got)), " "); names != "atom-updates.xml feed.json index.xml robots.txt" {
		t.Error(names)
	}
	if robots := string(got["robots.txt"]); robots != "User-agent: *\nDisallow: /x/\n\nSitemap: https://one.alt/sub/sitemap.xml\n" {
		t.Errorf("%q", robots)
	}
}

func TestRobots(t *testing.T) {
	own := []byte("User-agent: *\nDisallow: /x/\n")
	const line = "\nSitemap: https://one.alt/sub/sitemap.xml\n"
	for name, c := range map[string]struct {
		config, environment string
		own                 []byte
		want, rules         string
	}{
		"default":                   {"", "", nil, "User-agent: *\nAllow: /\n" + line, ""},
		"own":                       {"", "", own, string(own) + line, "X1"},
		"enableRobotsTXT":           {"enableRobotsTXT = true\n", "", nil, "User-agent: *\nAllow: /\n" + line, "X1"},
		"off":                       {"[discovery]\nrobots = false\n", "", nil, "", ""},
		"off but own":               {"[discovery]\nrobots = false\n", "", own, string(own), "X1"},
		"preview X7":                {"", "preview", nil, "User-agent: *\nDisallow: /\n", "X7"},
		"development is no preview": {"", "development", nil, "User-agent: *\nAllow: /\n" + line, ""},
	} {
		t.Run(name, func(t *testing.T) {
			project := assembled.One()
			project["sitegen.toml"] = strings.Replace(project["sitegen.toml"], "[params]", c.config+"[params]", 1)
			if strings.HasPrefix(c.config, "[") {
				project["sitegen.toml"] = assembled.One()["sitegen.toml"] + c.config
			}
			s, l := declare(t, project)
			if c.environment != "" {
				s.Config.Environment = c.environment
			}
			got, sum := run(t, l, emission.Options{Robots: c.own})
			if robots := string(got["robots.txt"]); robots != c.want {
				t.Errorf("%q, want %q", robots, c.want)
			}
			if got := rules(sum.Found); got != c.rules {
				t.Errorf("found %q, want %q", got, c.rules)
			}
			if preview := c.environment == "preview"; preview == (got["sitemap.xml"] != nil) {
				t.Errorf("sitemap: %v", got["sitemap.xml"] != nil)
			}
		})
	}
}

// TestUndated: a site without dates has no Atom feed and no link to it (rule A1); RSS and JSON Feed
// carry its pages without a date (B2).
func TestUndated(t *testing.T) {
	s, l := declare(t, tree{
		"sitegen.toml": "baseURL = \"https://x.alt/\"\n",
		"content/a.md": "# From the heading\n", "content/b.md": "Text",
	})
	got, sum := run(t, l, emission.Options{})
	if got["atom.xml"] != nil || len(sum.Found) > 0 {
		t.Errorf("%s, %v", got["atom.xml"], sum.Found)
	}
	for _, f := range l.FeedLinks(assembled.Page(t, s, "en:/a")) {
		if strings.Contains(f.Title, "Atom") {
			t.Error(f)
		}
	}
	for _, name := range []string{"index.xml", "feed.json"} {
		if text := string(got[name]); !strings.Contains(text, "https://x.alt/a/") || strings.Contains(text, "pubDate") || strings.Contains(text, "date_") || strings.Contains(text, "lastBuildDate") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if !strings.Contains(string(got["index.xml"]), "<title>x.alt</title>") {
		t.Errorf("B1: a site without a title is called by its host: %s", got["index.xml"])
	}
	validate(t, s, got)
}

// TestLimits: services.rss.limit is Hugo's setting, feeds.limit is ours, and feeds.fullContent is the number of items
// of an RSS feed, the newest ones, that have their full text.
func TestLimits(t *testing.T) {
	project := tree{"hugo.toml": "baseURL = \"https://x.alt/\"\ntitle = \"X\"\n[services.rss]\nlimit = 4\n[feeds]\nlimit = 3\nfullContent = 2\nlists = [\"/s\", \"/none\"]\n"}
	for i := range 6 {
		// The default order is by weight, so the newest come last.
		project[fmt.Sprintf("content/s/p%d.md", i)] = fmt.Sprintf("---\ntitle: P%d\nweight: %d\ndate: 202%d-01-01\n---\n", i, i+1, i)
	}
	s, l := declare(t, project)
	got, sum := run(t, l, emission.Options{})
	count := func(name, what string) int { return strings.Count(string(got[name]), what) }
	for _, c := range []struct {
		file, what string
		want       int
	}{
		{"index.xml", "<item>", 4},
		{"index.xml", "<content:encoded>", 2},
		{"s/index.xml", "<item>", 4},
		{"atom.xml", "<entry>", 3},
		{"feed.json", `"id"`, 3},
		{"s/atom.xml", "<entry>", 3},
		{"s/feed.json", `"id"`, 3},
	} {
		if n := count(c.file, c.what); n != c.want {
			t.Errorf("%s has %d %s, want %d", c.file, n, c.what, c.want)
		}
	}
	if !strings.Contains(string(got["atom.xml"]), "/s/p5/") || strings.Contains(string(got["atom.xml"]), "/s/p2/") {
		t.Errorf("Atom has not the newest: %s", got["atom.xml"])
	}
	rss := string(got["index.xml"])
	if i := strings.Index(rss, "/s/p0/"); i < 0 || i > strings.Index(rss, "/s/p3/") || strings.Contains(rss, "/s/p4/") || strings.Contains(rss[:strings.Index(rss, "/s/p2/")], "content:encoded>") {
		t.Errorf("RSS has not Hugo's order: %s", rss)
	}
	if sum.Items != 26 {
		t.Errorf("%d items", sum.Items)
	}
	validate(t, s, got)
}

// TestLanguageOfFeeds: language, title, and description are in the language of the page (rule B1).
func TestLanguageOfFeeds(t *testing.T) {
	project := assembled.Many()
	project["sitegen.toml"] += "[languages.xx.params]\ndescription = \"Nothing\"\n"
	_, l := declare(t, project)
	got, _ := run(t, l, emission.Options{})
	for name, want := range map[string]string{
		"index.xml":       "<description>Recent content on Many</description>\n<generator>sitegen</generator>\n<language>en</language>",
		"pt-br/index.xml": "<description>Conteúdo recente: Muitos</description>\n<generator>sitegen</generator>\n<language>pt-BR</language>",
		"xx/index.xml":    "<title>Nobody's</title>\n<link>https://many.alt/xx/</link>\n<description>Nothing</description>",
	} {
		if !strings.Contains(string(got[name]), want) {
			t.Errorf("%s: %s", name, got[name])
		}
	}
}

// TestHostile: all outputs are valid, whatever titles, texts, and URLs contain.
func TestHostile(t *testing.T) {
	s, l := declare(t, tree{
		"sitegen.toml":            "baseURL = \"https://bücher.alt/a b/\"\ntitle = \"]]> & <b>\\u0001\"\n",
		"content/it's & <q> é.md": "---\ntitle: \"]]> & <b> \\0 \\e\"\ndate: 2025-01-01\nid: \"not an iri\"\ntags: [\"a & b\", \"x ]]>\"]\nauthors: [\"\", {name: \"<A>\"}]\n---\n",
		"content/b.md":            "---\ntitle: B\ndate: 2025-01-01\nsitemap: {changefreq: sometimes, priority: 7}\n---\n",
	})
	got, sum := run(t, l, emission.Options{})
	found := rules(sum.Found)
	for _, rule := range []string{"M6 M6", "U4", "A5"} {
		if !strings.Contains(found, rule) {
			t.Errorf("%s is missing in %s", rule, found)
		}
	}
	for _, d := range sum.Found {
		if d.Rule == "M6" && d.File != "content/b.md" || d.Severity != diag.Warning {
			t.Errorf("%+v", d)
		}
	}
	for name, text := range got {
		if path.Ext(name) == ".xml" && strings.Contains(string(text), "]]>") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if text := string(got["sitemap.txt"]); !strings.HasPrefix(text, "https://xn--bcher-kva.alt/a%20b/") {
		t.Error(text)
	}
	validate(t, s, got)
}

type failing struct{ plainText }

func (failing) Summary(*site.Page) (template.HTML, error) { return "", errors.New("no text") }

func TestErrors(t *testing.T) {
	_, l := declare(t, assembled.One())
	for _, e := range emit.Emissions(l, emission.Options{}) {
		_, err := e.Run(emission.Inputs{Text: plainText{}}, func(string, string) (io.WriteCloser, error) { return nil, errors.New("disk full") })
		if err == nil || !strings.Contains(err.Error(), "disk full") {
			t.Errorf("%s: %v", e.Name, err)
		}
		_, err = e.Run(emission.Inputs{Text: failing{}}, func(string, string) (io.WriteCloser, error) { return &output{files: files{}}, nil })
		if e.Name != "sitemap" && (err == nil || !strings.Contains(err.Error(), "no text")) {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
}
