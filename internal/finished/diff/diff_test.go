package diff

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// state returns a snapshot for a test: pages with one file each.
func state(t *testing.T, redirects string, pages ...Page) *Snapshot {
	t.Helper()
	s := &Snapshot{Name: "site", Base: "https://example.org/", Pages: pages, redirects: redirects}
	for i := range s.Pages {
		p := &s.Pages[i]
		if p.File == "" && !strings.Contains(p.URL, "://") {
			p.File = strings.TrimPrefix(p.URL, "/")
			if strings.HasSuffix(p.URL, "/") {
				p.File += "index.html"
			}
		}
		s.listed = s.listed || p.Listed
	}
	if err := s.seal(hosting.Host{}); err != nil {
		t.Fatal(err)
	}
	return s
}

// told returns the findings as "rule URL other URL".
func told(r *Result) []string {
	var out []string
	for _, f := range r.Findings {
		out = append(out, strings.TrimSpace(f.Rule+" "+f.URL+" "+f.To))
	}
	return out
}

func TestCompare(t *testing.T) {
	page := func(url, title string, content uint64) Page {
		return Page{URL: url, Title: title, Content: content, Canonical: "."}
	}
	with := func(p Page, change func(*Page)) Page {
		change(&p)
		return p
	}
	a, b := page("/a/", "A", 1), page("/b/", "B", 2)
	de := Version{"de", "/de/"}
	en := Version{"en", "/a/"}
	lastmod := func(date string) Page {
		return with(a, func(p *Page) { p.Listed, p.LastMod = true, date })
	}
	for _, tt := range []struct {
		name     string
		from, to *Snapshot
		want     []string
	}{
		{"a page that several could be", state(t, "", page("/x/", "Same", 7), page("/y/", "Same", 7)), state(t, "", page("/z/", "Same", 7)), []string{"url-removed /x/", "url-removed /y/", "url-added /z/"}},
		{"canonical to where it went", state(t, "", with(page("/old/", "O", 3), func(p *Page) { p.Canonical = "/new/" })), state(t, "", page("/new/", "N", 4)), []string{"url-moved /old/ /new/", "title-changed /new/", "content-changed /new/"}},
		{"an alias", state(t, "", page("/old/", "O", 3)), state(t, "", page("/new/", "O", 3), Page{URL: "/old/", Stub: "/new/"}), []string{"url-redirected /old/ /new/"}},
		{"an alias to another page", state(t, "", page("/old/", "O", 3), b), state(t, "", b, page("/new/", "O", 3), Page{URL: "/old/", Stub: "/b/"}), []string{"redirect-elsewhere /old/ /b/", "url-added /new/"}},
		{"an alias to nothing", state(t, "", a), state(t, "", Page{URL: "/a/", Stub: "/none/"}), []string{"url-removed /a/"}},
		{"aliases in a circle", state(t, "", a), state(t, "", Page{URL: "/a/", Stub: "/b/"}, Page{URL: "/b/", Stub: "/a/"}), []string{"redirect-loop /a/"}},
		{"rules in a circle", state(t, "", a), state(t, "/a/ /b/\n/b/ /a/\n", page("/c/", "C", 9)), []string{"redirect-loop /a/", "url-added /c/"}},
		{"a rule for a folder", state(t, "", page("/x/1/", "1", 11), page("/x/2/", "2", 12)), state(t, "/x/* /y/:splat 301\n", page("/y/1/", "1", 11), page("/y/2/", "2", 12)), []string{"url-redirected /x/1/ /y/1/", "url-redirected /x/2/ /y/2/"}},
		{"to another host", state(t, "", a), state(t, "/a/ https://example.net/a/\n"), []string{"url-redirected /a/ another host"}},
		{"everything to the home page", state(t, "", a), state(t, "/* / 301\n", page("/", "Home", 9)), []string{"redirect-home /a/ /", "url-added /"}},
		{"the last page of a list", state(t, "", page("/posts/page/3/", "Posts", 30)), state(t, "", page("/posts/", "Posts", 31)), []string{"url-added /posts/", "list-shorter /posts/page/3/"}},
		{"a redirect that is gone", state(t, "", Page{URL: "/x/", Stub: "/a/"}, a), state(t, "", a), []string{"redirect-removed /x/ /a/"}},
		{"the redirect of page 1 of a list", state(t, "", Page{URL: "/tags/page/1/", Stub: "/tags/"}, a), state(t, "", a), []string{"list-shorter /tags/page/1/"}},
		{"a redirect that a rule took over", state(t, "", Page{URL: "/x/", Stub: "/a/"}, a), state(t, "/x/ /a/\n", a), nil},
		{"index.html by its name", &Snapshot{Base: "https://example.org/", List: true, Pages: []Page{{URL: "/x/index.html", Listed: true}}}, state(t, "", page("/x/", "A", 1)), nil},
		{"a form that a host takes", state(t, "", page("/about/", "A", 1)), state(t, "", page("/about.html", "A", 1)), []string{"url-redirected /about/ /about.html"}},
		{
			"titles and descriptions", state(t, "", with(a, func(p *Page) { p.Description = "d" }), with(b, func(p *Page) { p.Description = "d" })),
			state(t, "", with(a, func(p *Page) { p.Title = "" }), with(b, func(p *Page) { p.Title, p.Description = "C", "e" })),
			[]string{"title-lost /a/", "description-lost /a/", "title-changed /b/", "description-changed /b/"},
		},
		{
			"canonical", state(t, "", a, b, with(page("/c/", "C", 3), func(p *Page) { p.Canonical = "/a/" })),
			state(t, "", with(a, func(p *Page) { p.Canonical = "" }), with(b, func(p *Page) { p.Canonical = "/a/" }), with(page("/c/", "C", 3), func(p *Page) { p.Canonical = "/b/" })),
			[]string{"canonical-away /b/ /a/", "canonical-lost /a/", "canonical-changed /c/"},
		},
		{"canonical that went along", state(t, "", page("/old/", "O", 3), with(b, func(p *Page) { p.Canonical = "/old/" })), state(t, "/old/ /new/\n", page("/new/", "O", 3), with(b, func(p *Page) { p.Canonical = "/new/" })), []string{"url-redirected /old/ /new/"}},
		{"robots", state(t, "", a, with(b, func(p *Page) { p.NoIndex = true })), state(t, "", with(a, func(p *Page) { p.NoIndex, p.Blocked = true, true }), b), []string{"noindex-added /a/", "robots-blocked /a/", "noindex-removed /b/"}},
		{"a date that went back", state(t, "", lastmod("2026-01-02")), state(t, "", lastmod("2026-01-01T23:59:59Z")), []string{"lastmod-back /a/"}},
		{"the same day", state(t, "", lastmod("2026-01-02")), state(t, "", lastmod("2026-01-02T10:00:00Z")), nil},
		{"the same time elsewhere", state(t, "", lastmod("2026-01-02T10:00:00Z")), state(t, "", lastmod("2026-01-02T12:00:00+02:00")), nil},
		{"a date without a reason", state(t, "", lastmod("2026-01-02")), state(t, "", lastmod("2026-01-03")), []string{"lastmod-unfounded /a/"}},
		{"a date with a reason", state(t, "", lastmod("2026-01-02")), state(t, "", with(lastmod("2026-01-03"), func(p *Page) { p.Content = 5 })), []string{"content-changed /a/"}},
		{"a change without a date", state(t, "", lastmod("2026-01-02")), state(t, "", with(lastmod("2026-01-02"), func(p *Page) { p.Content = 5 })), []string{"lastmod-stale /a/", "content-changed /a/"}},
		{"a change without a later date", state(t, "", lastmod("2026-01-02T10:00:00Z")), state(t, "", with(lastmod("2026-01-02T11:00:00+01:00"), func(p *Page) { p.Content = 5 })), []string{"lastmod-stale /a/", "content-changed /a/"}},
		{"a change with an earlier date", state(t, "", lastmod("2026-01-02")), state(t, "", with(lastmod("2026-01-01"), func(p *Page) { p.Content = 5 })), []string{"lastmod-back /a/", "content-changed /a/"}},
		{"a change of a page without dates", state(t, "", lastmod("")), state(t, "", with(lastmod(""), func(p *Page) { p.Content = 5 })), []string{"content-changed /a/"}},
		{"no date any more", state(t, "", lastmod("2026-01-02")), state(t, "", lastmod("")), []string{"lastmod-lost /a/"}},
		{"left the sitemap", state(t, "", lastmod(""), with(b, func(p *Page) { p.Listed = true })), state(t, "", lastmod(""), b), []string{"sitemap-left /b/"}},
		{"left the sitemap, where it did not belong", state(t, "", lastmod(""), with(b, func(p *Page) { p.Listed, p.Blocked = true, true }), with(page("/c/", "C", 3), func(p *Page) { p.Listed, p.Canonical = true, "/a/" })), state(t, "", lastmod(""), with(b, func(p *Page) { p.Blocked = true }), with(page("/c/", "C", 3), func(p *Page) { p.Canonical = "/a/" })), nil},
		{"parts of pages", state(t, ""), state(t, "", a), []string{"no-old-pages", "url-added /a/"}},
		{"no sitemap any more", state(t, "", lastmod("")), state(t, "", a), []string{"sitemap-gone"}},
		{
			"versions", state(t, "", with(a, func(p *Page) { p.Versions = []Version{en, de} }), with(page("/de/", "D", 3), func(p *Page) { p.Versions = []Version{en, de} })),
			state(t, "", with(a, func(p *Page) { p.Versions = []Version{en, de} }), page("/de/", "D", 3)),
			[]string{"hreflang-lost /de/ /a/", "hreflang-broken /a/ /de/"},
		},
		{
			"versions that nobody reads", state(t, "", a, page("/de/", "D", 3), with(page("/page/2/", "P", 4), func(p *Page) { p.Canonical, p.Versions = "/a/", []Version{de} })),
			state(t, "", a, page("/de/", "D", 3), page("/page/2/", "P", 4)),
			nil,
		},
		{
			"new versions that nobody reads", state(t, "", a, page("/de/", "D", 3), page("/x/", "X", 4)),
			state(t, "", a, page("/de/", "D", 3), with(page("/x/", "X", 4), func(p *Page) { p.NoIndex, p.Versions = true, []Version{de} })),
			[]string{"noindex-added /x/"},
		},
		{
			"a version that is gone", state(t, "", with(a, func(p *Page) { p.Versions = []Version{en, de} }), with(page("/de/", "D", 3), func(p *Page) { p.Versions = []Version{en, de} })),
			state(t, "", with(a, func(p *Page) { p.Versions = []Version{en, de} })),
			[]string{"url-removed /de/", "hreflang-dead /a/ /de/"},
		},
		{"versions that were broken before", state(t, "", with(a, func(p *Page) { p.Versions = []Version{en, de} })), state(t, "", with(a, func(p *Page) { p.Versions = []Version{en, de} })), nil},
		{"a file that is gone", state(t, "", Page{URL: "/x.pdf", Asset: true, Listed: true}, lastmod("")), state(t, "", lastmod("")), []string{"url-removed /x.pdf"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			res, err := Compare(tt.from, tt.to, CompareOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, told(res)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A site with another base URL is compared path by path.
func TestAnotherBase(t *testing.T) {
	page := func(base string) map[string]string {
		return map[string]string{"a/index.html": `<!doctype html><title>A</title><link rel=canonical href="` + base + `a/"><body><main>x</main>`}
	}
	from, to := folderOf(t, page("https://example.org/docs/")), folderOf(t, page("https://preview.example/"))
	old, now, err := OpenBoth(context.Background(), from, to, Options{})
	if err != nil {
		t.Fatal(err)
	}
	res, err := Compare(old, now, CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"base-changed https://example.org/docs/ https://preview.example/"}; !slices.Equal(told(res), want) {
		t.Errorf("%q, want %q", told(res), want)
	}
}

// Without canonical links, the base URL comes from the sitemap.
func TestBaseOfSitemap(t *testing.T) {
	const page = "<!doctype html><title>x</title>"
	dir := folderOf(t, map[string]string{
		"index.html": page, "a/index.html": page, "a/b/index.html": page,
		"sitemap.xml": `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.org/docs/</loc></url><url><loc>https://example.org/docs/a/</loc></url><url><loc>https://example.org/docs/a/b/</loc></url><url><loc>https://example.net/</loc></url></urlset>`,
	})
	s, err := Open(context.Background(), dir, Options{})
	if err != nil || s.Base != "https://example.org/docs/" {
		t.Errorf("%q, %v", s.Base, err)
	}
	if len(s.Pages) != 4 || !s.byURL["/a/b/"].Listed || !s.byURL["https://example.net/"].Listed {
		t.Errorf("%+v", s.Pages)
	}
}

func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	testsite.Write(t, dir, files)
	return dir
}

// A sitemap below a path belongs to the site of the folder that it is compared with, and files outside of its folder
// are not read.
func TestSitemapOfFolder(t *testing.T) {
	const set = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.org/docs/a/</loc></url></urlset>`
	dir := folderOf(t, map[string]string{
		"site/a/index.html": `<!doctype html><title>A</title><link rel=canonical href="https://example.org/docs/a/"><body>x`,
		"site/sitemap.xml":  `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>https://example.org/docs/sitemap-1.xml</loc></sitemap></sitemapindex>`,
		"secret.xml":        set,
	})
	if err := os.Symlink("../secret.xml", filepath.Join(dir, "site", "sitemap-1.xml")); err != nil {
		t.Skip(err)
	}
	if _, err := Open(context.Background(), filepath.Join(dir, "site", "sitemap.xml"), Options{}); err == nil {
		t.Error("a link out of the folder was followed")
	}
	os.Remove(filepath.Join(dir, "site", "sitemap-1.xml"))
	if err := os.WriteFile(filepath.Join(dir, "site", "sitemap-1.xml"), []byte(set), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, paths := range [][2]string{{"site/sitemap.xml", "site"}, {"site", "site/sitemap.xml"}} {
		old, now, err := OpenBoth(context.Background(), filepath.Join(dir, paths[0]), filepath.Join(dir, paths[1]), Options{})
		if err != nil {
			t.Fatal(err)
		}
		res, err := Compare(old, now, CompareOptions{})
		if err != nil || len(res.Findings) > 0 {
			t.Errorf("%v: %q, %v", paths, told(res), err)
		}
	}
}

// Findings above the limit are counted but not listed.
func TestManyFindings(t *testing.T) {
	var pages []Page
	for i := range 1500 {
		pages = append(pages, Page{URL: fmt.Sprintf("/p%04d/", i), Title: "T", Content: uint64(i + 1)})
	}
	res, err := Compare(state(t, "", pages...), state(t, ""), CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Findings) != 1000 || res.Errors != 1500 || res.Skipped != 500 || len(res.Removed) != 1500 {
		t.Errorf("%d findings, %d errors, %d skipped, %d removed", len(res.Findings), res.Errors, res.Skipped, len(res.Removed))
	}
	var b bytes.Buffer
	if err := res.WriteMarkdown(&b); err != nil || b.Len() > 65_000 || !strings.Contains(b.String(), "1500 × <code>url-removed</code>") || !strings.Contains(b.String(), "… and 1400 more") {
		t.Errorf("%d bytes, %v\n%.400s", b.Len(), err, b.String())
	}
}

// Text from pages is not markup in a report.
func TestMarkdownIsInert(t *testing.T) {
	page := func(title string) Page { return Page{URL: "/a/", Title: title, Canonical: ".", Content: 1} }
	res, err := Compare(state(t, "", page("x")), state(t, "", page("</details><img src=x> @all [a](b) `c`\n# d")), CompareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := res.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	want := "- the title of /a/ was \"x\" and is \"\\</details\\>\\<img src=x\\> \\@all \\[a\\](b) \\`c\\`\\\\n\\# d\"\n"
	if !strings.Contains(b.String(), want) {
		t.Errorf("%s\nlacks %s", b.String(), want)
	}
}

// A feed that was shortened is reported once; an item that was removed from the middle is reported separately.
func TestFeedItems(t *testing.T) {
	page := func(url string) Page { return Page{URL: url, Canonical: "."} }
	feed := func(items ...Item) *Snapshot {
		s := state(t, "", page("/1/"), page("/2/"), page("/3/"), page("/4/"))
		s.Feeds = []Feed{{URL: "/index.xml", Items: items}}
		return s
	}
	item := func(day string) Item {
		return Item{ID: "https://example.org/" + day + "/", Date: "2026-01-0" + day + "T00:00:00Z"}
	}
	all := feed(item("4"), item("3"), item("2"), item("1"))
	for _, tt := range []struct {
		to   *Snapshot
		want []string
	}{
		{feed(item("4"), item("3")), []string{"feed-shorter /index.xml"}},
		{feed(item("4"), item("2")), []string{"feed-item-lost /index.xml", "feed-shorter /index.xml"}},
		{feed(item("4"), item("3"), item("2"), item("1")), nil},
		{feed(item("4"), item("3"), item("2"), Item{ID: "other", URL: "https://example.org/1/"}), []string{"feed-item-id /index.xml /1/"}},
	} {
		res, err := Compare(all, tt.to, CompareOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, told(res)); diff != "" {
			t.Error(diff)
		}
	}
}

// A feed holds fewer items than appeared since the old state, unless the newest item of that state is still in it.
func TestFeedGap(t *testing.T) {
	blog := func(url func(n int) string, pages int, items ...int) *Snapshot {
		all := []Page{{URL: "/", Canonical: "."}}
		for n := 1; n <= pages; n++ {
			all = append(all, Page{URL: url(n), Canonical: "."})
		}
		s := state(t, "", all...)
		item := func(n int) Item {
			return Item{
				ID: "https://example.org" + url(n), Date: time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC).Format(time.RFC3339),
			}
		}
		f, archive := Feed{URL: "/index.xml"}, Feed{URL: "/archive.xml"}
		for _, n := range items {
			f.Items = append(f.Items, item(n))
		}
		for n := 1; n <= pages; n++ {
			archive.Items = append(archive.Items, item(n))
		}
		s.Feeds = []Feed{f, archive}
		return s
	}
	flat := func(n int) string { return fmt.Sprintf("/blog/post-%d/", n) }
	dated := func(n int) string { return fmt.Sprintf("/2026/01/%02d/post/", n) }
	for _, tt := range []struct {
		name     string
		from, to *Snapshot
		want     []string
	}{
		{"two are missed", blog(flat, 2, 2, 1), blog(flat, 6, 6, 5), []string{"feed-items-missed 4 /blog/post-3/ /blog/post-4/"}},
		{"folders of dates", blog(dated, 2, 2, 1), blog(dated, 6, 6, 5), []string{"feed-items-missed 4 /2026/01/03/post/ /2026/01/04/post/"}},
		{"as many as the feed holds", blog(flat, 2, 2, 1), blog(flat, 4, 4, 3), nil},
		{"the newest is still there", blog(flat, 2, 2, 1), blog(flat, 4, 4, 3, 2), nil},
		{"an old item is pinned", blog(flat, 3, 3, 1), blog(flat, 8, 1, 8, 7), []string{"feed-items-missed 5 /blog/post-4/ /blog/post-5/ /blog/post-6/"}},
		{"the feed was empty", blog(flat, 2), blog(flat, 6, 6, 5), nil},
		{"only some posts", blog(flat, 2, 2, 1), blog(flat, 6, 6, 4), []string{"feed-all-new"}},
		{"not in date order", blog(flat, 3, 1, 3, 2), blog(flat, 6, 6, 3), nil},
	} {
		res, err := Compare(tt.from, tt.to, CompareOptions{Only: []string{"feed-items-missed", "feed-all-new"}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range res.Findings {
			got = append(got, strings.TrimSpace(f.Rule+" "+f.Is+" "+strings.Join(f.URLs, " ")))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

// Names and IDs with line breaks stay on one line.
func TestNamesWithLines(t *testing.T) {
	from := folderOf(t, map[string]string{
		"a\n::error::b/index.html": "<!doctype html><title>x</title>",
		"index.xml":                "<rss version=\"2.0\"><channel><title>T</title><item><guid>a&#10;::error::b</guid></item></channel></rss>",
	})
	old, now, err := OpenBoth(context.Background(), from, t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	res, err := Compare(old, now, CompareOptions{})
	if err != nil || res.Errors != 2 {
		t.Fatalf("%q, %v", told(res), err)
	}
	var text, github bytes.Buffer
	res.Diagnostics().Write(&text, false)
	res.Diagnostics().WriteGitHub(&github)
	if strings.Contains(text.String(), "\n::") || strings.Count(github.String(), "\n") != 2 {
		t.Errorf("%s\n%s", text.String(), github.String())
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("{\"sitegen\":\"snapshot 1\",\"base\":\"https://example.org/\",\"redirects\":\"/a /b\"}\n{\"u\":\"/a/\",\"f\":\"a/index.html\",\"c\":\".\"}\n{\"feed\":\"/index.xml\",\"items\":[{\"i\":\"x\"}]}\n")
	f.Add("{\"sitegen\":\"snapshot 1\",\"list\":true}\n{\"u\":\"https://a.example/\"}\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := load("x", strings.NewReader(text), hosting.Host{})
		if err != nil {
			return
		}
		res, err := Compare(s, s, CompareOptions{Skip: []string{"feed-*"}})
		if err != nil || res.Errors > 0 {
			t.Errorf("%q differs from itself: %q, %v", text, told(res), err)
		}
		var one, two bytes.Buffer
		if err := s.Save(&one, false); err != nil {
			t.Fatal(err)
		}
		again, err := load("x", bytes.NewReader(one.Bytes()), hosting.Host{})
		if err != nil {
			t.Fatal(err)
		}
		if err := again.Save(&two, false); err != nil || one.String() != two.String() {
			t.Errorf("%v\n%s\n%s", err, one.String(), two.String())
		}
	})
}

// Every rule is documented, and a test produces each one.
func TestRulesAreKnown(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	docs := read("../../../docs/diff.md")
	tests := read("diff_test.go") + read("../../../testdata/script/diff.txtar")
	for _, r := range Rules() {
		if row := fmt.Sprintf("| `%s` | %s | %s |\n", r.ID, r.Severity, r.Asks); !strings.Contains(docs, row) {
			t.Errorf("docs/diff.md lacks %s", row)
		}
		if !strings.Contains(tests, `"`+r.ID+" ") && !strings.Contains(tests, `"`+r.ID+`"`) && !strings.Contains(tests, "["+r.ID+"]") {
			t.Errorf("no test finds %s", r.ID)
		}
	}
}
