package schematest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSamples proves that each validation can fail: the name of a sample says whether it is valid.
func TestSamples(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(Schemas(), "samples", "*"))
	if err != nil || len(names) < 20 {
		t.Fatalf("samples: %v, %v", names, err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			kind := Sitemap
			switch base := filepath.Base(name); {
			case strings.HasPrefix(base, "siteindex"):
				kind = Index
			case strings.HasPrefix(base, "atom"):
				kind = Atom
			case strings.HasPrefix(base, "jsonfeed"):
				kind = JSONFeed
			}
			if kind == Sitemap || kind == Index {
				Need(t, "xmllint")
			} else if kind == Atom {
				Need(t, "jing")
			}
			problems, err := SchemaCheck(kind, name)
			if err != nil {
				t.Fatal(err)
			}
			if good := strings.Contains(name, ".good"); good != (len(problems) == 0) {
				t.Errorf("good: %v, problems: %v", good, problems)
			}
		})
	}
}

const base = "https://example.org/sub/"

func urlset(body string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">` + body + `</urlset>`
}

func link(lang, href string) string {
	return `<xhtml:link rel="alternate" hreflang="` + lang + `" href="` + href + `"/>`
}

// TestCheck breaks a good tree in one way at a time.
func TestCheck(t *testing.T) {
	good := map[string]string{
		"index.html":   "x",
		"a/index.html": "x",
		"é.html":       "x",
		"sitemap-1.xml": urlset(`<url><loc>` + base + `</loc><lastmod>2026-01-02T00:00:00Z</lastmod>` + link("en", base) + link("de", base+"a/") + `</url>` +
			`<url><loc>` + base + `a/</loc>` + link("en", base) + link("de", base+"a/") + `</url>`),
		"sitemap-2.xml": urlset(`<url><loc>` + base + `%C3%A9.html</loc></url>`),
		"sitemap.xml": `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>` + base + `sitemap-1.xml</loc><lastmod>2026-01-02T00:00:00Z</lastmod></sitemap>` +
			`<sitemap><loc>` + base + `sitemap-2.xml</loc></sitemap></sitemapindex>`,
		"sitemap.txt": base + "\n" + base + "a/\n" + base + "%C3%A9.html\n",
		"index.xml": `<rss version="2.0"><channel><title>T</title><link>` + base + `</link><description>D</description>` +
			`<item><title>A</title><guid>1</guid><pubDate>Wed, 01 Jan 2025 00:00:00 +0000</pubDate></item></channel></rss>`,
		"atom.xml": `<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:a</id><title>T</title><updated>2025-01-01T00:00:00Z</updated><author><name>N</name></author>` +
			`<entry><id>urn:b</id><title>E</title><updated>2025-01-01T00:00:00Z</updated><content>x</content></entry></feed>`,
		"feed.json": `{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","content_text":"x"}]}`,
		"data.json": `{"not":"a feed"}`,
	}
	cases := []struct{ name, file, old, new, want string }{
		{"good", "", "", "", ""},
		{"no file", "a/index.html", "*", "", "L11"},
		{"duplicate", "sitemap-2.xml", "%C3%A9.html", "a/", "L7"},
		{"text lacks one", "sitemap.txt", base + "a/\n", "", "T3"},
		{"text has more", "sitemap.txt", base + "a/\n", base + "a/\n" + base + "b/\n", "T3"},
		{"text without newline", "sitemap.txt", "9.html\n", "9.html", "T3"},
		{"one way", "sitemap-1.xml", link("de", base+"a/") + `</url></urlset>`, link("de", base+"b/") + `</url></urlset>`, "H1"},
		{"dead child", "sitemap.xml", "sitemap-2.xml", "sitemap-3.xml", "I3"},
		{"old index", "sitemap.xml", "2026-01-02", "2026-01-01", "I6"},
		{"bad sitemap", "sitemap-2.xml", "<url>", "<url><lastmod>2026</lastmod>", "lastmod"},
		{"wrong weekday", "index.xml", "Wed,", "Sat,", "B2"},
		{"no guid", "index.xml", "<guid>1</guid>", "", "B4"},
		{"no description", "index.xml", "<description>D</description>", "", "B1"},
		{"broken rss", "index.xml", "</rss>", "", "EOF"},
		{"no author", "atom.xml", "<author><name>N</name></author>", "", "A2"},
		{"wrong updated", "atom.xml", "<title>T</title><updated>2025", "<title>T</title><updated>2026", "A7"},
		{"atom schema", "atom.xml", "<id>urn:a</id>", "", "id"},
		{"json schema", "feed.json", `"id":"1",`, "", "id"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, content := range good {
				if name == c.file {
					if c.old == "*" {
						continue
					}
					if !strings.Contains(content, c.old) {
						t.Fatalf("%s does not hold %q", name, c.old)
					}
					content = strings.Replace(content, c.old, c.new, 1)
				}
				full := filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			problems, missing, err := Check(dir, base)
			if err != nil {
				t.Fatal(err)
			}
			if c.want == "" {
				if len(problems) > 0 {
					t.Errorf("problems: %v", problems)
				}
				return
			}
			for _, p := range problems {
				if strings.Contains(p.Message, c.want) {
					return
				}
			}
			if len(missing) > 0 && (c.file == "atom.xml" || c.file == "sitemap-2.xml") {
				t.Skip(missing)
			}
			t.Errorf("no problem with %q in %v", c.want, problems)
		})
	}
}

func TestMissingTool(t *testing.T) {
	if _, err := exec.LookPath("xmllint"); err != nil {
		t.Skip("xmllint is missing anyway")
	}
	t.Setenv("PATH", t.TempDir())
	_, missing, err := Check(filepath.Join(Schemas(), "samples"), base)
	if err != nil || len(missing) != 4 {
		t.Errorf("missing %v, err %v", missing, err)
	}
}
