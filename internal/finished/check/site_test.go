package check

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
)

var update = flag.Bool("update", false, "rewrite the expected findings in testdata/check; read the difference")

// planted are the options for testdata/check.
var planted = SiteOptions{Now: time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC), Limits: Limits{HTML: 6000, Bytes: 2000, Requests: 5}}

func site1(t *testing.T, dir string, o SiteOptions) SiteResult {
	t.Helper()
	res, err := Site(context.Background(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// The clean version of the tree of defects has no findings.
func TestClean(t *testing.T) {
	t.Chdir("../../../testdata/check")
	res := site1(t, "good", planted)
	if len(res.Found) > 0 || res.Base != "https://good.example/" {
		t.Errorf("at %s: %q", res.Base, lines("good", res.Found))
	}
	if res.Pages < 90 || res.Sitemaps.URLs < 70 || res.Feeds.Items != 1 {
		t.Errorf("too little was looked at: %d pages, %d URLs, %d items", res.Pages, res.Sitemaps.URLs, res.Feeds.Items)
	}
}

// Each page of the tree of defects has the finding in its name.
func TestPlanted(t *testing.T) {
	t.Chdir("../../../testdata/check")
	res := site1(t, "bad", planted)
	found := map[string][]string{} // files by rule
	for _, d := range res.Found {
		found[d.Rule] = append(found[d.Rule], strings.TrimPrefix(d.File, "bad/"))
	}
	elsewhere := map[string]string{
		"noindex-home": "index.html", "redirect-dead": "_redirects", "redirect-loop": "_redirects", "redirect-chain": "_redirects",
		"redirect-hidden": "_redirects", "feed-dead": "index.xml", "sitemap-list": "sitemap.xml", "robots-sitemap": "robots.txt", "sitemap-unannounced": "de/sitemap.xml", "notfound-missing": "bad",
		"notfound-relative": "en/404.html", "title-duplicate": "title-duplicate-2.html", "description-duplicate": "description-duplicate-2.html",
		"L8": "sitemap.xml", "L9": "sitemap.xml", "L11": "sitemap.xml", "redirects": "_redirects", "headers": "_headers", "M3": "sitemap.xml", "B5": "index.xml", "X5": "robots.txt",
	}
	// Rules whose defects cannot be in a tree that is checked out on every system, or that need other servers, have
	// separate tests.
	others := []string{"link-prefix", "url-long", "name-odd", "name-clash", "file-odd", "file-long", "robots-all", "external-dead", "external-moved", "external-unsure", "host-limit"}
	n := 0
	for _, r := range siteRules() {
		file := r.ID + ".html"
		if f, ok := elsewhere[r.ID]; ok {
			file = f
			delete(elsewhere, r.ID)
		}
		if !slices.Contains(others, r.ID) {
			n++
			if !slices.Contains(found[r.ID], file) {
				t.Errorf("%s was not found in %s, only in %q", r.ID, file, found[r.ID])
			}
		}
	}
	for id, file := range elsewhere {
		if n++; !slices.Contains(found[id], file) {
			t.Errorf("%s was not found in %s, only in %q", id, file, found[id])
		}
	}
	if n < 80 {
		t.Errorf("only %d defects", n)
	}
	for format, write := range map[string]func(*bytes.Buffer) error{
		"txt":  func(b *bytes.Buffer) error { return res.Found.Write(b, false) },
		"json": func(b *bytes.Buffer) error { return indented(b, res.Found) },
		"sarif": func(b *bytes.Buffer) error {
			return res.Found.WriteSARIF(b, "1.0")
		},
		"github": func(b *bytes.Buffer) error { return res.Found.WriteGitHub(b) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		golden(t, "bad."+format, b.String())
	}
}

func indented(b *bytes.Buffer, v any) error {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(v)
}

// golden compares a text with a file of the working folder.
func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got; go test ./internal/finished/check -update):\n%s", name, diff)
	}
}

// The number of workers does not change the findings.
func TestWorkers(t *testing.T) {
	o := planted
	o.Jobs = 1
	one := site1(t, "../../../testdata/check/bad", o)
	o.Jobs = 16
	many := site1(t, "../../../testdata/check/bad", o)
	if diff := cmp.Diff(one.Found, many.Found); diff != "" {
		t.Error(diff)
	}
}

// doc returns a page without defects.
func doc(address, more string) string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>` + address +
		`</title><meta name="description" content="` + address + `"><link rel="canonical" href="` + address + `"></head><body><h1>x</h1>` + "\n" + more + `</body></html>`
}

// versions are the language versions of a home page.
const versions = `<link rel="alternate" hreflang="en" href="https://e.example/"><link rel="alternate" hreflang="fr" href="https://e.example/fr/">`

// stubTo returns a page that redirects to a URL.
func stubTo(address string) string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title><meta http-equiv="refresh" content="0; url=` + address + `"></head></html>`
}

// found checks files and returns the findings as lines, without the finding about a 404 page, which small trees lack.
func found(t *testing.T, files map[string]string, o SiteOptions) []string {
	t.Helper()
	dir := folder(t, files)
	o.Skip = append(o.Skip, "notfound-missing")
	return lines(dir, site1(t, dir, o).Found)
}

func TestSite(t *testing.T) {
	const base = "https://e.example/sub/"
	for name, c := range map[string]struct {
		files map[string]string
		o     SiteOptions
		want  []string
	}{
		"nothing": {map[string]string{"x.txt": "x"}, SiteOptions{}, nil},
		"a path that is forgotten": {
			map[string]string{"index.html": doc(base, `<a href="/a.html">a</a><a href="a.html">a</a><a href="/elsewhere/">b</a><a href="/">r</a>`), "a.html": doc(base+"a.html", "")},
			SiteOptions{},
			[]string{`index.html:2:10: "/a.html" lacks the base path of the site: /sub/ [link-prefix]`},
		},
		"crawlers that are shut out": {
			map[string]string{"index.html": doc("https://e.example/", ""), "robots.txt": "User-agent: *\nDisallow: /\n"},
			SiteOptions{},
			[]string{"robots.txt:2: robots.txt disallows the home page for all crawlers [robots-all]"},
		},
		"names that differ in case": {
			map[string]string{"a.html": doc(base+"a.html", ""), "A.html": doc(base+"A.html", "")},
			SiteOptions{Only: []string{"name-*"}},
			[]string{`warning: A.html: the name differs from "a.html" only in case [name-clash]`},
		},
		"a name with a line break": {
			map[string]string{"a\nb.html": doc(base+"a%0Ab.html", "")},
			SiteOptions{Only: []string{"name-*"}},
			[]string{"a\uFFFDb.html: the name \"a\\nb.html\" has characters that URLs should not contain [name-odd]"},
		},
		"a long address": {
			map[string]string{strings.Repeat("long/", 100) + "a.html": doc("https://e.example/"+strings.Repeat("more/", 400)+strings.Repeat("long/", 100)+"a.html", "")},
			SiteOptions{Only: []string{"url-long"}},
			[]string{"warning: " + strings.Repeat("long/", 100) + "a.html: the URL has 2524 characters (rule L1) [url-long]"},
		},
		"the rules of a host": {
			map[string]string{"index.html": doc("https://e.example/", `<a href="a">a</a><a href="d">d</a>`), "a.html": doc("https://e.example/a.html", ""), "d/index.html": doc("https://e.example/d/", "")},
			SiteOptions{Host: "nginx"},
			[]string{
				`warning: a.html: no page links here [orphan]`,
				`index.html:2:10: "a" does not exist [link-dead]`,
				`warning: index.html:2:27: "d" redirects to /d/ [link-redirect]`,
			},
		},
		"headers that say noindex": {
			map[string]string{"index.html": doc("https://e.example/", `<a href="a.html">a</a>`), "a.html": doc("https://e.example/a.html", ""), "_headers": "/a.html\n  X-Robots-Tag: noindex\n", "sitemap.txt": "https://e.example/\nhttps://e.example/a.html\n"},
			SiteOptions{},
			[]string{`sitemap.txt:2: the sitemap lists "https://e.example/a.html", which has noindex [L9]`},
		},
		"texts of pages in Markdown": {
			map[string]string{
				"index.html":      doc("https://e.example/", `<a href="a/">a</a>`),
				"a/index.html":    doc("https://e.example/a/", `<link rel="alternate" type="text/markdown" href="https://e.example/a/index.html.md">`),
				"a/index.html.md": "# A\n\n[B](https://e.example/b/)\n",
				"sitemap.md":      "# E\n", "sitemap.txt": "https://e.example/\nhttps://e.example/a/\nhttps://e.example/a/index.html.md\n",
				"_headers": "/*.html.md\n  Content-Type: text/markdown; charset=utf-8\n  X-Robots-Tag: noindex\n/*/index.html.md\n  Link: <https://e.example/:splat/>; rel=\"canonical\"\n",
			},
			SiteOptions{},
			[]string{`sitemap.txt:3: the sitemap lists "https://e.example/a/index.html.md", which has noindex: X-Robots-Tag: noindex [L9]`},
		},
		"pages that the host redirects": {
			map[string]string{
				"index.html": doc("https://e.example/", `<a href="a.html">a</a>`), "a.html": doc("https://e.example/a.html", ""), "b/index.html": doc("https://e.example/c.html", versions),
				"_redirects": "/a.html / 301!\n/b/* https://far.example/ 302!\n/old /\n",
			},
			SiteOptions{},
			[]string{`warning: index.html:2:10: "a.html" redirects to / [link-redirect]`},
		},
		"one of the names of a page": {
			map[string]string{
				"index.html":    doc("https://e.example/index.html", strings.ReplaceAll(versions, `/">`, `/index.html">`)),
				"fr/index.html": strings.Replace(doc("https://e.example/fr/index.html", strings.ReplaceAll(versions, `/">`, `/index.html">`)), `lang="en"`, `lang="fr"`, 1),
				"_redirects":    "/fr/ / 301!\n",
			},
			SiteOptions{Only: []string{"hreflang-*", "canonical-*"}},
			nil,
		},
		"files that style sheets, scripts, and drawings load": {
			map[string]string{
				"index.html": doc(base, `<div style="background: url('none1.png')"><style>@import "none.css"; @namespace url(http://www.w3.org/1999/xhtml);</style>`+
					`<svg><use href="s.svg#a"/><use xlink:href="s.svg#b"/><use href="#c"/><use href="none.svg#a"/><image href="none2.png"/></svg>`+
					`<script type=importmap>{"imports": {"lib": "./none-lib.js", "kit/": "./kit/"}}</script>`+
					`<script type=module>import "lib"; import "kit/a.js"; import "./m.js"; import "unknown"; import("./none3.js")</script>`),
				"s.svg":       `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="a"/></svg>`,
				"m.js":        `export * from "./n.mjs"; import "react"`,
				"n.mjs":       `const later = () => import("./none-later.js")`,
				"example.mjs": `import "./none-of-an-example.js"`,
			},
			SiteOptions{Only: []string{"asset-dead", "sprite-dead", "mixed-content"}},
			[]string{
				`index.html:2:30: "none1.png" does not exist [asset-dead]`,
				`index.html:2:59: "none.css" does not exist [asset-dead]`,
				`warning: index.html:2:166: "s.svg#b" leads to an ID that s.svg does not have [sprite-dead]`,
				`warning: index.html:2:187: "#c" leads to an ID that this page does not have [sprite-dead]`,
				`index.html:2:203: "none.svg#a" does not exist [asset-dead]`,
				`index.html:2:229: "none2.png" does not exist [asset-dead]`,
				`index.html:2:291: "./none-lib.js" does not exist [asset-dead]`,
				`index.html:2:412: "unknown" does not exist (no import map defines this name) [asset-dead]`,
				`index.html:2:430: "./none3.js" does not exist [asset-dead]`,
				`n.mjs:1:29: "./none-later.js" does not exist [asset-dead]`,
			},
		},
		"forms and linked data": {
			map[string]string{
				"index.html": doc(base, `<form action="none" id=f><button formaction="none2">x</button><input type=submit formaction=""></form><form action="http://o.example/"></form>`+
					`<script type="application/ld+json">{"@context": "https://schema.org", "@id": "https://e.example/sub/#site", "url": "https://e.example/sub/", "logo": {"url": "https://e.example/sub/none.png"}, "target": "https://e.example/sub/?q={q}", "itemListElement": [{"item": {"@id": "https://e.example/sub/none/"}}], "image": ["https://o.example/a.png", "https://e.example/sub/none2.png"]}</script>`),
			},
			SiteOptions{Only: []string{"form-dead", "json-ld-*", "mixed-content"}},
			[]string{
				`warning: index.html:2:15: the form leads to "none", which does not exist [form-dead]`,
				`warning: index.html:2:46: the form leads to "none2", which does not exist [form-dead]`,
				`index.html:2:117: "http://o.example/" is loaded through http: browsers block it or show a warning [mixed-content]`,
				`index.html:2:301: the linked data names "https://e.example/sub/none.png", which does not exist [json-ld-dead]`,
				`index.html:2:415: the linked data names "https://e.example/sub/none/", which does not exist [json-ld-dead]`,
				`index.html:2:486: the linked data names "https://e.example/sub/none2.png", which does not exist [json-ld-dead]`,
			},
		},
		"fragments that are percent-encoded": {
			map[string]string{
				"index.html": doc(base, `<h2 id="café">c</h2><h2 id="50%">h</h2><h2 id="a%20b">a</h2><a href="#caf%C3%A9">1</a><a href="#50%">2</a><a href="b.html#50%">3</a><a href="b.html#a%20b">4</a><a href="b.html#caf%C3%A9">5</a><a href="b.html#%zz">6</a>`),
				"b.html":     doc(base+"b.html", `<h2 id="café">c</h2><h2 id="50%">h</h2><h2 id="a%20b">a</h2><a href="/sub/#a%20b">1</a>`),
			},
			SiteOptions{Only: []string{"link-*", "anchor-dead"}},
			[]string{`index.html:2:202: "b.html#%zz" leads to an ID that b.html does not have [anchor-dead]`},
		},
		"escaped twice": {
			map[string]string{
				"index.html":  strings.Replace(doc(base, `<a href="?a&amp;amp;b">1</a><a href="?a&amp;b">2</a>`), "<title>", "<title>Q&amp;amp;A &amp;#39;", 1),
				"sitemap.xml": `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://e.example/sub/?a=1&amp;amp;b=2</loc></url></urlset>`,
				"feed.json":   `{"version": "https://jsonfeed.org/version/1.1", "title": "F", "items": [{"id": "1", "url": "https://e.example/sub/", "title": "Q&amp;A", "content_text": "x"}]}`,
				"rss.xml":     `<rss version="2.0"><channel><title>F</title><link>https://e.example/sub/</link><description>d</description><item><guid>https://e.example/sub/</guid><title>Q&amp;amp;A</title><link>https://e.example/sub/?a=1&amp;amp;b</link></item></channel></rss>`,
			},
			SiteOptions{Only: []string{"escaped-twice"}},
			[]string{
				`warning: feed.json:1: "Q&amp;A" contains &amp;: it was escaped twice [escaped-twice]`,
				`warning: index.html:1:111: "Q&amp;A &#39;https://e.example/sub/" contains &amp;: it was escaped twice [escaped-twice]`,
				`warning: index.html:2:1: "?a&amp;b" contains &amp;: it was escaped twice [escaped-twice]`,
				`warning: rss.xml:1: "https://e.example/sub/?a=1&amp;b" contains &amp;: it was escaped twice [escaped-twice]`,
				`warning: sitemap.xml:1: "https://e.example/sub/?a=1&amp;b=2" contains &amp;: it was escaped twice [escaped-twice]`,
			},
		},
		"lists in sitemaps, and language versions that are listed nowhere": {
			map[string]string{
				"index.html":  strings.Replace(doc(base, `<a href="b.html">b</a>`), "<title>", `<link rel=alternate hreflang=en href="https://e.example/sub/"><link rel=alternate hreflang=de href="https://e.example/sub/b"><title>`, 1),
				"b.html":      strings.Replace(doc(base+"b.html", `<a href="/sub/">b</a>`), "<title>", `<link rel=alternate hreflang=en href="https://e.example/sub/"><link rel=alternate hreflang=de href="https://e.example/sub/b.html"><title>`, 1),
				"sitemap.xml": `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>https://e.example/sub/</loc><xhtml:link rel="alternate" hreflang="fr" href="https://e.example/sub/none"/></url><url><loc>https://e.example/sub/b.html</loc></url><url><loc>https://e.example/sub/feed.xml</loc></url><url><loc>https://e.example/sub/sitemap-0.xml</loc></url><url><loc>https://e.example/sub/404.html</loc></url></urlset>`,
				"404.html":    doc("", ""),
				"feed.xml":    `<rss version="2.0"><channel><title>F</title><link>https://e.example/sub/</link><description>d</description></channel></rss>`, "sitemap-0.xml": `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://e.example/sub/</loc></url></urlset>`,
			},
			SiteOptions{Only: []string{"sitemap-list", "hreflang-canonical", "H5", "L9"}},
			[]string{
				`warning: index.html:1:211: the version "https://e.example/sub/b" leads to a page whose canonical URL is https://e.example/sub/b.html (rule H5) [hreflang-canonical]`,
				`sitemap.xml:1: the language version "https://e.example/sub/none" does not exist [H5]`,
				`sitemap.xml:1: the sitemap lists "https://e.example/sub/404.html", which is the page for URLs that do not exist [L9]`,
				`sitemap.xml:1: the sitemap lists "https://e.example/sub/feed.xml" as a page, but it is a feed [sitemap-list]`,
				`sitemap.xml:1: the sitemap lists "https://e.example/sub/sitemap-0.xml" as a page, but it is a sitemap [sitemap-list]`,
			},
		},
		"what is ignored, skipped and asked for": {
			map[string]string{"a/x.html": doc(base+"a/x.html", `<a href="none">n</a>`), "b/x.html": doc(base+"b/x.html", `<a href="none">n</a><img src=y>`)},
			SiteOptions{Ignore: []string{"a/**"}, Skip: []string{"image-*"}, Only: []string{"link-dead", "image-alt"}},
			[]string{`b/x.html:2:10: "none" does not exist [link-dead]`},
		},
		"pages after the first of a list": {
			map[string]string{
				"index.html": doc("https://e.example/", `<a href="page/2/">2</a>`), "page/2/index.html": strings.Replace(doc("https://e.example/page/2/", ""), "<title>https://e.example/page/2/", "<title>https://e.example/", 1),
				"sitemap.xml": `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://e.example/</loc></url></urlset>`,
			},
			SiteOptions{},
			nil,
		},
		"no address": {
			map[string]string{"index.html": strings.Replace(doc("", `<a href="https://e.example/">e</a><a href="/none/">n</a>`), `<link rel="canonical" href="">`, "", 1)},
			SiteOptions{Only: []string{"link-*", "canonical-*"}},
			[]string{`index.html:2:44: "/none/" does not exist [link-dead]`},
		},
		"what something else serves": {
			map[string]string{"index.html": doc("https://e.example/", `<a href="/shop">s</a><a href="/shop/x">s</a>`), "sitemap.txt": "https://e.example/\nhttps://e.example/shop/\n"},
			SiteOptions{Elsewhere: []string{"/shop/"}},
			[]string{`index.html:2:31: "/shop/x" does not exist [link-dead]`},
		},
		"pages of a list that name its first page, and are in one language": {
			map[string]string{
				"index.html":        doc("https://e.example/", `<a href="fr/">fr</a><a href="page/2/">2</a>`+versions),
				"fr/index.html":     strings.Replace(doc("https://e.example/fr/", versions), `lang="en"`, `lang="fr"`, 1),
				"page/2/index.html": doc("https://e.example/", versions),
			},
			SiteOptions{Only: []string{"hreflang-*"}},
			nil,
		},
		"rules beside the pages that say the same": {
			map[string]string{
				"index.html": doc("https://e.example/", `<a href="new/">n</a>`), "new/index.html": doc("https://e.example/new/", ""),
				"old/index.html":  stubTo("https://e.example/new/"),
				"away/index.html": stubTo("https://f.example/"),
				"other.html":      stubTo("https://e.example/"),
				"_redirects":      "/old/ /new/ 301\n/old /new/ 301\n/away/ https://f.example/\n/other /new/\n",
			},
			SiteOptions{Only: []string{"redirect-*"}},
			[]string{`warning: _redirects:4:1: a file exists at "/other", so this rule has no effect [redirect-hidden]`},
		},
		"rules that win": {
			map[string]string{"index.html": doc("https://e.example/", ""), "a.html": doc("https://e.example/a", ""), "_redirects": "/a /\n"},
			SiteOptions{Host: "cloudflare", Only: []string{"redirect-*"}},
			nil,
		},
		"a sitemap of another host": {
			map[string]string{"index.html": doc("https://e.example/", ""), "sitemap.xml": urlset(listing("/", "")), "robots.txt": "User-agent: *\nAllow: /\nSitemap: https://e.example/sitemap.xml\n"},
			SiteOptions{Only: []string{"L*"}},
			[]string{`sitemap.xml:2: the URL is on another site than its sitemap: "https://c.example/" [L4]`},
		},
		"an address that another host has": {
			map[string]string{"index.html": doc("https://e.example/", ""), "sitemap.xml": urlset(listing("/", ""))},
			SiteOptions{Only: []string{"L*", "sitemap-*"}},
			[]string{
				`warning: index.html: the page can be indexed, but is not in a sitemap [sitemap-missing]`,
				`sitemap.xml:2: the URL is on another site than its sitemap: "https://c.example/" [L4]`,
			},
		},
		"pages that nothing links to": { // of them, lists without items need no entry
			map[string]string{
				"index.html":  doc("https://e.example/", ""),
				"alone.html":  doc("https://e.example/alone.html", ""),
				"none.html":   doc("https://e.example/none.html", `<script type="application/ld+json">{"@graph": [{"@type": "CollectionPage", "mainEntity": {"@type": "ItemList", "numberOfItems": 0}}]}</script>`),
				"one.html":    doc("https://e.example/one.html", `<script type="application/ld+json">{"@type": "CollectionPage", "mainEntity": {"@type": "ItemList", "numberOfItems": 1}}</script>`),
				"aside.html":  doc("https://e.example/aside.html", `<script type="application/ld+json">{"@type": "WebPage", "isPartOf": {"@type": "ItemList", "numberOfItems": 0}}</script>`),
				"sitemap.xml": `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://e.example/</loc></url></urlset>`,
			},
			SiteOptions{Only: []string{"sitemap-missing"}},
			[]string{
				`warning: alone.html: the page can be indexed, but is not in a sitemap [sitemap-missing]`,
				`warning: aside.html: the page can be indexed, but is not in a sitemap [sitemap-missing]`,
				`warning: one.html: the page can be indexed, but is not in a sitemap [sitemap-missing]`,
			},
		},
		"a sitemap for an address that nobody knows": {
			map[string]string{"index.html": "<!doctype html><html lang=en><head><title>t</title></head><body></body></html>", "sitemap.xml": urlset(listing("/", ""))},
			SiteOptions{Only: []string{"L*", "sitemap-*"}},
			nil,
		},
		"a text in the address bar": {
			map[string]string{"index.html": doc("https://e.example/", `<a href="#:~:text=x">x</a><a href="#top">t</a><a href="#/route">r</a><a href="#none">n</a>`)},
			SiteOptions{},
			[]string{`index.html:2:79: "#none" leads to an ID that this page does not have [anchor-dead]`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, found(t, c.files, c.o)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// Checking an untrusted tree takes time in proportion to its size, and files outside of it are not read.
func TestHostile(t *testing.T) {
	outside := folder(t, map[string]string{"secret.html": doc("https://e.example/", `<a href="none">secret</a>`), "sitemap.xml": "secret"})
	dir := folder(t, map[string]string{
		"index.html": doc("https://e.example/", `<base href="//[::1"><base href="javascript:x"><base href="/../../../..//e.example/%00">`),
		"bomb.html":  doc("https://e.example/bomb.html", `<script type="application/ld+json">`+strings.Repeat("[", 1<<20)+`</script>`),
		"many.html":  doc("https://e.example/many.html", manyLinks(5000)),
		"deep.html":  doc("https://e.example/deep.html", strings.Repeat("<div><svg><template>", 50_000)+"<a href=x>"),
		"nul.html":   "<!doctype html><html\x00lang=en>\x00<a href=\"\x00\xff\">",
		"css.css":    strings.Repeat("url(", 100_000),
		"robots.txt": strings.Repeat("Disallow: /*a*b*c*d$\n", 1000),
	})
	for name, to := range map[string]string{"out.html": filepath.Join(outside, "secret.html"), "sitemap.xml": filepath.Join(outside, "sitemap.xml"), "folder": outside, "circle": "."} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	for name, size := range map[string]int64{"huge.html": 2 << 30, "huge.css": 2 << 30, "feed.xml": 2 << 30, "sitemap.txt": 2 << 30} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("<rss >"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(filepath.Join(dir, name), size); err != nil {
			t.Skip(err)
		}
	}
	res := site1(t, dir, SiteOptions{})
	counts := map[string]int{}
	for _, d := range res.Found {
		if strings.Contains(d.Excerpt+d.Message, "secret\"") || strings.Contains(d.Excerpt, "secret<") {
			t.Errorf("a file outside is shown: %v", d)
		}
		if strings.HasSuffix(d.File, "many.html") && d.Rule == "link-dead" {
			counts["many"]++
		}
		counts[d.Rule]++
	}
	if counts["file-odd"] != 4+1 /* the feed */ || counts["file-long"] != 2 || counts["json-ld-invalid"] != 1 || counts["many"] != mostSame {
		t.Errorf("%v", counts)
	}
}

func manyLinks(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `<a href="none%d">x</a>`, i)
	}
	return b.String()
}

// Answers of other servers are reported at the positions of their URLs.
func TestAsk(t *testing.T) {
	var asked []string
	o := SiteOptions{Ask: func(_ context.Context, urls []string) ([]Answer, error) {
		asked = urls
		return []Answer{{Dead: "404 Not Found"}, {Moved: "https://new.example/"}, {}, {Unsure: "429"}}, nil
	}}
	got := found(t, map[string]string{
		"index.html": doc("https://e.example/", `<a href="https://a.example/#x">a</a><a href="https://c.example/">c</a><a href=mailto:x@y.example>m</a><a href="b.html">b</a>`),
		"b.html":     doc("https://e.example/b.html", `<a href="https://a.example/">a</a><img src="https://b.example/x" alt="" width=1 height=1><a href="https://d.example/">d</a>`),
	}, o)
	want := []string{
		`b.html:2:10: "https://a.example/" answers 404 Not Found [external-dead]`,
		`warning: b.html:2:45: "https://b.example/x" moved permanently to https://new.example/ [external-moved]`,
		`warning: b.html:2:99: "https://d.example/" could not be checked: 429 [external-unsure]`,
		`index.html:2:10: "https://a.example/" answers 404 Not Found [external-dead]`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"https://a.example/", "https://b.example/x", "https://c.example/", "https://d.example/"}, asked); diff != "" {
		t.Error(diff)
	}
}

// Findings in the baseline are not reported, new ones are, and entries without a finding are listed.
func TestBaseline(t *testing.T) {
	page := func(links ...string) string {
		var b strings.Builder
		for _, l := range links {
			b.WriteString("\n<a href=\"" + l + "\">x</a>")
		}
		return doc("https://e.example/", b.String())
	}
	dir := folder(t, map[string]string{"index.html": page("old1", "old2"), "sitemap.txt": "https://e.example/gone\n"})
	o := SiteOptions{Skip: []string{"notfound-missing"}}
	var b bytes.Buffer
	if err := site1(t, dir, o).Baseline.Write(&b); err != nil {
		t.Fatal(err)
	}
	want := baselineHead + "\nL11\tsitemap.txt\tno page found at \"https://e.example/gone\"\nlink-dead\tindex.html\told1\nlink-dead\tindex.html\told2\nsitemap-missing\tindex.html\t\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Fatal(diff)
	}
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte(page("new", "more", "old2")), 0o644); err != nil {
		t.Fatal(err)
	}
	var err error
	if o.Baseline, err = ReadBaseline(strings.NewReader(b.String())); err != nil {
		t.Fatal(err)
	}
	res := site1(t, dir, o)
	got := lines(dir, res.Found)
	if diff := cmp.Diff([]string{`index.html:3:10: "new" does not exist [link-dead]`, `index.html:4:10: "more" does not exist [link-dead]`}, got); diff != "" {
		t.Error(diff)
	}
	if res.Known != 3 || !slices.Equal(res.Gone, []string{"link-dead index.html old1"}) {
		t.Errorf("known %d, gone %q", res.Known, res.Gone)
	}
	if _, err := ReadBaseline(strings.NewReader("nonsense\n")); err == nil {
		t.Error("nonsense is taken for a baseline")
	}
}

func TestOptionsThatCannotBe(t *testing.T) {
	dir := folder(t, map[string]string{"index.html": ""})
	for want, o := range map[string]SiteOptions{
		`unknown rule "link-daed": did you mean "link-dead"?`: {Skip: []string{"link-daed"}},
		`unknown rule "zzzzzz*": see sitegen check --rules`:   {Only: []string{"zzzzzz*"}},
		`unknown host "x"`:        {Host: "x"},
		`is not a valid site URL`: {Base: "x"},
		`is not closed`:           {Ignore: []string{"[a"}},
	} {
		if _, err := Site(context.Background(), dir, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := Site(context.Background(), filepath.Join(dir, "index.html"), SiteOptions{}); err == nil {
		t.Error("a file is taken for a folder")
	}
}

// siteRules returns the rules for pages and their files.
func siteRules() []*diag.Rule {
	return Rules()[:slices.IndexFunc(Rules(), func(r *diag.Rule) bool { return strings.HasPrefix(r.ID, "live-") })]
}

// All rules have descriptions, and IDs are unique.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	own := map[string]bool{}
	for _, r := range siteRules() {
		own[r.ID] = true
		if !r.Says() {
			t.Errorf("%s says nothing", r.ID)
		}
	}
	for _, r := range Rules() {
		if seen[r.ID] || r.Asks == "" || strings.HasSuffix(r.Asks, ".") {
			t.Errorf("%+v", r)
		}
		seen[r.ID] = true
	}
	text := ""
	for _, page := range []string{"_index", "rules"} {
		data, err := os.ReadFile("../../../docs/check/" + page + ".md")
		if err != nil {
			t.Fatal(err)
		}
		text += string(data)
	}
	for id := range own {
		if !strings.Contains(text, "`"+id+"`") {
			t.Errorf("docs/check does not mention %s", id)
		}
	}
}

func TestReadDate(t *testing.T) {
	for value, want := range map[string]string{
		"2026-01-02": "2026-01-02T00:00:00Z", "2026": "2026-01-01T00:00:00Z", "2026-05": "2026-05-01T00:00:00Z", "2026-01-02T03:04:05Z": "2026-01-02T03:04:05Z",
		"2026-01-02T03:04+02:00": "2026-01-02T03:04:00+02:00", "2026-01-02T03:04:05.678+0200": "2026-01-02T03:04:05+02:00", "2026-01-02 03:04": "2026-01-02T03:04:00Z",
		"2026-13-01": "-", "yesterday": "-", "": "-", "Thu, 01 Jan 2026 00:00:00 +0000": "-",
	} {
		got := "-"
		if at, _, ok := readDate(value); ok {
			got = at.Format(time.RFC3339)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
	for value, want := range map[string]bool{"PT2H30M": true, "P3D": true, "14:30": true, "2026-W05": true, "--12-24": true, "12-24": true, "+02:00": true, "4h 18m 3s": true, "noon": false, "": false} {
		if readTime(value) != want {
			t.Errorf("%q: %v", value, !want)
		}
	}
}

func FuzzSite(f *testing.F) {
	f.Add(doc("https://e.example/", `<a href="b.html#x">x</a>`), "/a /b\n/b /a 301!\n", "https://e.example/\n", "body{background:url(x)}")
	f.Fuzz(func(t *testing.T, page, redirects, list, css string) {
		dir := t.TempDir()
		for name, text := range map[string]string{"index.html": page, "b.html": page, "_redirects": redirects, "sitemap.txt": list, "x.css": css, "feed.xml": list} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		res, err := Site(context.Background(), dir, SiteOptions{Now: planted.Now, Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range res.Found {
			if d.Message == "" || d.Line < 0 || d.Col < 0 || strings.ContainsAny(d.File, "\n") {
				t.Errorf("%+v", d)
			}
		}
		if err := diag.List(res.Found).WriteSARIF(new(bytes.Buffer), "1"); err != nil {
			t.Error(err)
		}
	})
}
