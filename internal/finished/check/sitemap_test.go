package check

import (
	"bytes"
	"compress/gzip"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

const (
	ns     = ` xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`
	allNS  = ns + ` xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"`
	origin = "https://c.example"
)

var now = time.Date(2026, 6, 15, 0, 0, 0, 0, time.UTC)

func urlset(entries ...string) string {
	return "<urlset" + allNS + ">\n" + strings.Join(entries, "\n") + "\n</urlset>"
}

func listing(loc, more string) string {
	return "<url><loc>" + origin + loc + "</loc>" + more + "</url>"
}

func index(locs ...string) string {
	s := "<sitemapindex" + ns + ">"
	for _, loc := range locs {
		s += "\n<sitemap><loc>" + origin + loc + "</loc></sitemap>"
	}
	return s + "\n</sitemapindex>"
}

func packed(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return b.String()
}

// folder writes files into a new folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	testsite.Write(t, dir, files)
	return dir
}

// lines returns findings as text without the folder.
func lines(dir string, found diag.List) []string {
	var out []string
	for _, d := range found {
		s := strings.ReplaceAll(d.Error(), filepath.ToSlash(dir)+"/", "") + " [" + d.Rule + "]"
		if d.Severity == diag.Warning {
			s = "warning: " + s
		}
		out = append(out, s)
	}
	return out
}

func TestSitemaps(t *testing.T) {
	link := func(lang, loc string) string {
		return `<xhtml:link rel="alternate" hreflang="` + lang + `" href="` + origin + loc + `"/>`
	}
	for name, c := range map[string]struct {
		files       map[string]string
		path        string // below the folder; "" is the folder itself
		count, urls int
		want        []string
	}{
		"a folder without robots.txt": {
			map[string]string{"sitemap.xml": urlset(listing("/", "")), "sitemap.txt": origin + "/\n", "other.xml": "no sitemap"}, "", 2, 1, nil,
		},
		"what robots.txt announces": {
			map[string]string{"robots.txt": "User-agent: *\nAllow: /\nSitemap: " + origin + "/maps/all.xml\nSitemap: " + origin + "/gone.xml\n", "maps/all.xml": urlset(listing("/maps/a", ""), listing("/b", ""))},
			"", 1, 2,
			[]string{
				`robots.txt:4: robots.txt announces a sitemap that is not in the folder: "https://c.example/gone.xml" [X4]`,
				`maps/all.xml:3: the URL is outside the folder of its sitemap: "https://c.example/b" [L5]`,
			},
		},
		"robots.txt itself": {
			map[string]string{"robots.txt": "Disallow /\nUser-agent: *\nDisallow: private/\n", "sitemap.xml": urlset(listing("/", ""))},
			"", 1, 1,
			[]string{
				`robots.txt:1: the line has no colon: "Disallow /" [X2]`,
				`robots.txt:3: a rule begins with "/" or "*": this one matches nothing: "private/" [X2]`,
			},
		},
		"sitemaps that crawlers may not read": {
			map[string]string{"robots.txt": "User-agent: *\nDisallow: /sitemap-\n", "sitemap.xml": index("/sitemap-a.xml"), "sitemap-a.xml": urlset(listing("/", ""))},
			"", 2, 1,
			[]string{`sitemap-a.xml: robots.txt disallows this sitemap: "https://c.example/sitemap-a.xml" [U8]`},
		},
		"a sitemap that crawlers may not read": {
			map[string]string{"robots.txt": "User-agent: *\nDisallow: /*.xml$\n", "sitemap.xml": urlset(listing("/", ""))},
			"", 1, 1,
			[]string{`sitemap.xml: robots.txt disallows this sitemap: "https://c.example/sitemap.xml" [U8]`},
		},
		"an index with children, packed and not": {
			map[string]string{"sitemap.xml": index("/a.xml.gz", "/sub/b.txt", "/none.xml"), "a.xml.gz": packed(urlset(listing("/x", ""), listing("/x", ""))), "sub/b.txt": origin + "/sub/\n"},
			"sitemap.xml", 3, 2,
			[]string{
				`sitemap.xml:4: the index names a sitemap that does not exist: "https://c.example/none.xml" [I7]`,
				`warning: a.xml.gz:3: the URL is listed twice: "https://c.example/x" [L7]`,
			},
		},
		"below a path of the host": {
			map[string]string{"sitemap.xml": index("/docs/a.xml"), "a.xml": urlset(listing("/docs/x", ""))}, "sitemap.xml", 2, 1, nil,
		},
		"an index that names itself and another": {
			map[string]string{"sitemap.xml": index("/sitemap.xml", "/more.xml"), "more.xml": index("/a.xml"), "a.xml": urlset(listing("/", ""))},
			"sitemap.xml", 3, 1,
			[]string{
				`sitemap.xml:2: the index names another index: "https://c.example/sitemap.xml" [I3]`,
				`sitemap.xml:3: the index names another index: "https://c.example/more.xml" [I3]`,
			},
		},
		"a way out of the folder": {
			map[string]string{"maps/sitemap.xml": index("/../../etc/passwd", "/..%2Fsecret.xml"), "secret.xml": urlset(listing("/", ""))},
			"maps/sitemap.xml", 1, 0,
			[]string{
				`maps/sitemap.xml:2: the index names a sitemap that does not exist: "https://c.example/../../etc/passwd" [I7]`,
				`maps/sitemap.xml:3: the index names a sitemap that does not exist: "https://c.example/..%2Fsecret.xml" [I7]`,
			},
		},
		"dates, languages and news": {
			map[string]string{"sitemap.xml": urlset(listing("/en", "<lastmod>2030-01-01</lastmod>"+link("en", "/en")+link("fr", "/fr")), listing("/fr", link("fr", "/fr")),
				listing("/n", "<news:news><news:publication><news:name>N</news:name><news:language>en</news:language></news:publication><news:publication_date>2026-06-01</news:publication_date><news:title>T</news:title></news:news>"))},
			"sitemap.xml", 1, 3,
			[]string{
				`warning: sitemap.xml:2: the date is in the future: "2030-01-01" ("https://c.example/en") [M3]`,
				`warning: sitemap.xml:4: the article is older than two days: "2026-06-01" ("https://c.example/n") [N5]`,
				`sitemap.xml:2: the version https://c.example/fr does not link back to the page ("https://c.example/en") [H1]`,
			},
		},
		"a list of addresses": {
			map[string]string{"list": "\ufeff" + origin + "/a\nftp://c.example/\n" + origin + "/a\n"},
			"list", 1, 2,
			[]string{
				"warning: list: the text begins with a byte order mark, which some readers take for a part of the first address [T3]",
				`list:2: not an absolute http or https URL of 12 to 2,047 characters: "ftp://c.example/" [L1]`,
				`warning: list:3: the URL is listed twice: "https://c.example/a" [L7]`,
			},
		},
		"text that differs": {
			map[string]string{"sitemap.xml": urlset(listing("/", "")), "sitemap.txt": origin + "/a\n"},
			"", 2, 2,
			[]string{`the text sitemaps list other pages (1) than the XML sitemaps (1) [T3]`},
		},
		"broken XML": {
			map[string]string{"sitemap.xml": "<urlset" + ns + ">\n<url><loc>https://c.example/</loc></urlset>"},
			"", 1, 0,
			[]string{`sitemap.xml:2: </urlset> where </url> is expected [XML]`},
		},
		"nothing": {map[string]string{"sitemap.xml": ""}, "", 1, 0, []string{`sitemap.xml:1: the file is empty [XML]`}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := folder(t, c.files)
			got, err := Sitemaps(filepath.Join(dir, filepath.FromSlash(c.path)), SitemapOptions{Now: now})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, lines(dir, got.Found)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if got.Files != c.count || got.URLs != c.urls {
				t.Errorf("%d files with %d addresses, want %d with %d", got.Files, got.URLs, c.count, c.urls)
			}
		})
	}
}

// A path that cannot be read is an error, not a finding.
func TestUnreadable(t *testing.T) {
	for name, path := range map[string]string{
		"no such file": filepath.Join(t.TempDir(), "none"),
		"no sitemap":   folder(t, map[string]string{"index.html": ""}),
	} {
		if _, err := Sitemaps(path, SitemapOptions{Now: now}); err == nil || !strings.HasPrefix(err.Error(), "check sitemaps: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Without a clock, dates in the future and outdated news are not reported.
func TestNoClock(t *testing.T) {
	dir := folder(t, map[string]string{"sitemap.xml": urlset(listing("/", "<lastmod>2090-01-01</lastmod>"))})
	if got, err := Sitemaps(dir, SitemapOptions{Now: time.Time{}}); err != nil || len(got.Found) > 0 {
		t.Error(got.Found, err)
	}
}

// The findings can be written as JSON and SARIF.
func TestSARIF(t *testing.T) {
	dir := folder(t, map[string]string{"sitemap.xml": urlset(listing("/", "<priority>2</priority>"))})
	got, err := Sitemaps(dir, SitemapOptions{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := got.Found.WriteSARIF(&b, "1.0"); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"ruleId": "M6"`, `"level": "error"`, `"startLine": 2`, `sitemap.xml`} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("%s is missing in %s", part, b.String())
		}
	}
}

// TestSitemapsBase: if the URL of the folder is given, URLs in sitemaps are checked against it.
func TestSitemapsBase(t *testing.T) {
	dir := folder(t, map[string]string{
		"sitemap.xml": urlset(listing("/docs/a/", ""), listing("/b/", ""), listing("/docs/closed/", "")),
		"robots.txt":  "User-agent: *\nDisallow: /docs/closed\nSitemap: " + origin + "/docs/sitemap.xml\n",
	})
	for base, want := range map[string][]string{
		"": {
			`sitemap.xml:3: the URL is outside the folder of its sitemap: "https://c.example/b/" [L5]`,
			`sitemap.xml:4: robots.txt disallows the URL: "https://c.example/docs/closed/" [L9]`,
		},
		origin + "/docs/": {
			`warning: robots.txt: crawlers read /robots.txt only at the root of a host: "https://c.example/docs/robots.txt" [X1]`,
			`sitemap.xml:3: the URL is outside the folder of its sitemap: "https://c.example/b/" [L5]`,
			`sitemap.xml:4: robots.txt disallows the URL: "https://c.example/docs/closed/" [L9]`,
		},
	} {
		got, err := Sitemaps(dir, SitemapOptions{Base: base})
		if diff := cmp.Diff(want, lines(dir, got.Found)); err != nil || diff != "" {
			t.Errorf("%q: %v %s", base, err, diff)
		}
	}
	file := filepath.Join(folder(t, map[string]string{"map.xml": urlset(listing("/docs/a/", ""), listing("/b/", ""))}), "map.xml")
	for base, want := range map[string]int{"": 0, origin: 0, origin + "/docs": 1, "https://other.example/": 2} {
		if got, err := Sitemaps(file, SitemapOptions{Base: base}); err != nil || len(got.Found) != want {
			t.Errorf("%q: %v %v", base, got.Found, err)
		}
	}
}
