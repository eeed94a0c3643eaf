package addresses_test

import (
	"testing"

	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
)

// texts is a folder in memory.
type texts map[string]string

func (s texts) Read(path string, buf []byte, most int64) ([]byte, bool, error) {
	return append(buf, s[path]...), false, nil
}

func tree(t *testing.T, files texts, base, host string) *webtree.Tree {
	t.Helper()
	h, err := hosting.ParseHost(host)
	if err != nil {
		t.Fatal(err)
	}
	var list []webtree.File
	for name := range files {
		list = append(list, webtree.File{Path: name})
	}
	out, err := webtree.New(files, list, webtree.Options{Base: base, Host: h})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The source with the highest precedence determines the URL of a file; URLs that the host redirects are
// ignored.
func TestOwn(t *testing.T) {
	type told struct {
		from    addresses.Source
		address string
	}
	files := texts{"index.html": "", "a/index.html": "", "b.html": "", "c.html": "", "d.html": ""}
	for _, c := range []struct {
		host, file string
		told       []told
		want       string
		from       addresses.Source
	}{
		{"", "b.html", nil, "b.html", addresses.Host},
		{"cloudflare", "b.html", nil, "b", addresses.Host},
		{"", "b.html", []told{{addresses.Links, "/b"}}, "b", addresses.Links},
		{"", "b.html", []told{{addresses.Links, "/b"}, {addresses.Listed, "/b/"}}, "b/", addresses.Listed},
		{"", "b.html", []told{{addresses.Canonical, "/b"}, {addresses.Listed, "/b/"}}, "b", addresses.Canonical},
		{"", "b.html", []told{{addresses.Listed, "/b"}, {addresses.Listed, "/b.html"}}, "b.html", addresses.Listed},
		{"", "b.html", []told{{addresses.Listed, "/b"}, {addresses.Listed, "/b/"}}, "b", addresses.Listed},
		{"s3", "b.html", []told{{addresses.Listed, "/b"}}, "b.html", addresses.Host},
		{"netlify", "a/index.html", []told{{addresses.Listed, "/a"}}, "a/", addresses.Host},
		{"", "a/index.html", []told{{addresses.Listed, "/a"}}, "a", addresses.Listed},
		{"", "b.html", []told{{addresses.Listed, "/c"}, {addresses.Listed, "/d"}}, "b", addresses.Others},
		{"s3", "b.html", []told{{addresses.Links, "/c"}}, "b.html", addresses.Host},
		{"", "a/index.html", []told{{addresses.Listed, "/c"}}, "a/", addresses.Host},
		{"", "index.html", []told{{addresses.Listed, "/c"}}, "", addresses.Host},
		{"", "b.html", []told{{addresses.Listed, "/b?x=1"}}, "b.html", addresses.Host},
		{"", "b.html", []told{{addresses.Listed, "http://e.test/%62"}}, "b", addresses.Listed},
	} {
		tr := tree(t, files, "https://e.test/", c.host)
		table := addresses.New(tr)
		r := tr.Resolver()
		for _, s := range c.told {
			to := r.Resolve(r.At(""), s.address)
			if s.from == addresses.Links {
				if to.Kind == webtree.Own {
					table.Link(to.File, addresses.FormOf(tr.File(to.File).Path, to.Path))
				}
				continue
			}
			table.Learn(s.from, to)
		}
		file, _ := tr.Lookup(c.file)
		if path, from := table.Own(file); path != c.want || from != c.from {
			t.Errorf("%s at host %q, told %v: %q from %d, want %q from %d", c.file, c.host, c.told, path, from, c.want, c.from)
		}
	}
}

// The base comes from canonical links, else from sitemaps and robots.txt, else from feeds, if they agree.
func TestBase(t *testing.T) {
	page := func(canonical string) string {
		return `<html><head><link rel="canonical" href="` + canonical + `"></head></html>`
	}
	urls := func(locs ...string) string {
		out := `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
		for _, l := range locs {
			out += "<url><loc>" + l + "</loc></url>"
		}
		return out + "</urlset>"
	}
	for _, c := range []struct {
		files texts
		want  string
	}{
		{texts{"index.html": "<html>"}, ""},
		{texts{"a/index.html": page("https://e.test/x/a/"), "sitemap.xml": urls("https://o.test/a/")}, "https://e.test/x/"},
		{texts{"a.html": "<html>", "sitemap.xml": urls("https://o.test/x/a", "https://o.test/x/b")}, "https://o.test/x/"},
		{texts{"index.html": "<html>", "sitemap.xml": urls("https://o.test/x/")}, "https://o.test/x/"},
		{texts{"index.html": "<html>", "a.html": "", "sitemap.xml": urls("https://o.test/gone/", "https://o.test/a.html")}, "https://o.test/"},
		{texts{"sitemap.xml": "", "robots.txt": "Sitemap: https://O.test:443/y/sitemap.xml"}, "https://o.test/y/"},
		{texts{"p/index.html": "<html>", "feed.xml": `<rss version="2.0"><channel><item><link>https://f.test/p/</link></item></channel></rss>`}, "https://f.test/"},
		{texts{"a.html": "<html>", "sitemap-0.xml": urls("https://o.test/a"), "sitemap-index.xml": `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>https://o.test/sitemap-0.xml</loc></sitemap></sitemapindex>`}, "https://o.test/"},
	} {
		if got := addresses.Base(tree(t, c.files, "", "")); got != c.want {
			t.Errorf("the base of %v is %q, want %q", c.files, got, c.want)
		}
	}
}
