package sitemap_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/sitegen/sitegen/sitemap"
)

// files shows what a Writer writes, without the lines that all files have.
type files struct{ bytes.Buffer }

func (f *files) create(name string) (io.WriteCloser, error) {
	fmt.Fprintf(f, "== %s\n", name)
	return f, nil
}

func (*files) Close() error { return nil }

func (f *files) print() {
	for line := range strings.Lines(f.String()) {
		if !strings.HasPrefix(line, "<?xml") {
			fmt.Print(line)
		}
	}
}

// write writes entries of example.org and prints the files.
func write(o sitemap.Options, entries ...sitemap.Entry) {
	var f files
	o.Base, o.Create = "https://example.org/", f.create
	w, err := sitemap.NewWriter(o)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range entries {
		if err := w.Add(&entries[i]); err != nil {
			fmt.Println(err)
			return
		}
	}
	if _, err := w.Close(); err != nil {
		fmt.Println(err)
		return
	}
	f.print()
}

func ExampleWriter_images() {
	write(sitemap.Options{Videos: sitemap.Omit}, sitemap.Entry{
		Loc:    "https://example.org/trip/",
		Images: []sitemap.Image{{Loc: "https://example.org/trip/beach.jpg"}, {Loc: "https://cdn.example/sea.jpg"}},
	})
	// Output:
	// == sitemap.xml
	// <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
	// <url><loc>https://example.org/trip/</loc><image:image><image:loc>https://example.org/trip/beach.jpg</image:loc></image:image><image:image><image:loc>https://cdn.example/sea.jpg</image:loc></image:image></url>
	// </urlset>
}

func ExampleWriter_ownFiles() {
	write(sitemap.Options{Images: sitemap.OwnFiles, Videos: sitemap.OwnFiles}, sitemap.Entry{
		Loc:    "https://example.org/trip/",
		Images: []sitemap.Image{{Loc: "https://example.org/trip/beach.jpg"}},
		Videos: []sitemap.Video{{
			Thumbnail: "https://example.org/trip/dive.jpg", Title: "Diving", Description: "Down to the wreck.",
			Content: "https://example.org/trip/dive.mp4", Duration: 95 * time.Second,
		}},
	})
	// Output:
	// == sitemap-1.xml
	// <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
	// <url><loc>https://example.org/trip/</loc></url>
	// </urlset>
	// == sitemap-images.xml
	// <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
	// <url><loc>https://example.org/trip/</loc><image:image><image:loc>https://example.org/trip/beach.jpg</image:loc></image:image></url>
	// </urlset>
	// == sitemap-videos.xml
	// <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">
	// <url><loc>https://example.org/trip/</loc><video:video><video:thumbnail_loc>https://example.org/trip/dive.jpg</video:thumbnail_loc><video:title>Diving</video:title><video:description>Down to the wreck.</video:description><video:content_loc>https://example.org/trip/dive.mp4</video:content_loc><video:duration>95</video:duration></video:video></url>
	// </urlset>
	// == sitemap.xml
	// <sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
	// <sitemap><loc>https://example.org/sitemap-1.xml</loc></sitemap>
	// <sitemap><loc>https://example.org/sitemap-images.xml</loc></sitemap>
	// <sitemap><loc>https://example.org/sitemap-videos.xml</loc></sitemap>
	// </sitemapindex>
}

func ExampleWriter_news() {
	now := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	article := func(name string, published time.Time) sitemap.Entry {
		return sitemap.Entry{
			Loc:  "https://example.org/" + name + "/",
			News: &sitemap.News{Publication: "The Example Times", Language: "en-GB", Published: published, Title: "The " + name},
		}
	}
	write(sitemap.Options{Now: now, Images: sitemap.Omit, Videos: sitemap.Omit},
		article("flood", now.Add(-time.Hour)), article("drought", now.AddDate(0, 0, -3)))
	// Output:
	// == sitemap-1.xml
	// <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
	// <url><loc>https://example.org/flood/</loc></url>
	// <url><loc>https://example.org/drought/</loc></url>
	// </urlset>
	// == sitemap-news.xml
	// <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
	// <url><loc>https://example.org/flood/</loc><news:news><news:publication><news:name>The Example Times</news:name><news:language>en</news:language></news:publication><news:publication_date>2026-06-15T11:00:00Z</news:publication_date><news:title>The flood</news:title></news:news></url>
	// </urlset>
	// == sitemap.xml
	// <sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
	// <sitemap><loc>https://example.org/sitemap-1.xml</loc></sitemap>
	// <sitemap><loc>https://example.org/sitemap-news.xml</loc><lastmod>2026-06-15T11:00:00Z</lastmod></sitemap>
	// </sitemapindex>
}

func ExampleWriter_hreflang() {
	versions := []sitemap.Alternate{
		{Lang: "en", Href: "https://example.org/en/"},
		{Lang: "pt_br", Href: "https://example.org/pt-br/"},
		{Lang: "x-default", Href: "https://example.org/en/"},
	}
	write(sitemap.Options{Images: sitemap.Omit, Videos: sitemap.Omit},
		sitemap.Entry{Loc: "https://example.org/en/", Alternates: versions},
		sitemap.Entry{Loc: "https://example.org/pt-br/", Alternates: versions})
	// Output:
	// == sitemap.xml
	// <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
	// <url><loc>https://example.org/en/</loc><xhtml:link rel="alternate" hreflang="en" href="https://example.org/en/"/><xhtml:link rel="alternate" hreflang="pt-BR" href="https://example.org/pt-br/"/><xhtml:link rel="alternate" hreflang="x-default" href="https://example.org/en/"/></url>
	// <url><loc>https://example.org/pt-br/</loc><xhtml:link rel="alternate" hreflang="en" href="https://example.org/en/"/><xhtml:link rel="alternate" hreflang="pt-BR" href="https://example.org/pt-br/"/><xhtml:link rel="alternate" hreflang="x-default" href="https://example.org/en/"/></url>
	// </urlset>
}

func ExampleWriter_Group() {
	var f files
	w, err := sitemap.NewWriter(sitemap.Options{
		Base: "https://example.org/", Create: f.create, Text: "sitemap.txt", Images: sitemap.Omit, Videos: sitemap.Omit,
		Extra: []sitemap.IndexEntry{{Loc: "forum/sitemap.xml"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, section := range []string{"blog", "docs"} {
		if err := w.Group("sitemap-" + section + ".xml"); err != nil {
			fmt.Println(err)
			return
		}
		if err := w.Add(&sitemap.Entry{Loc: "https://example.org/" + section + "/"}); err != nil {
			fmt.Println(err)
			return
		}
	}
	res, err := w.Close()
	if err != nil {
		fmt.Println(err)
		return
	}
	f.print()
	fmt.Println(res.Roots)
	// Output:
	// == sitemap-blog.xml
	// <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
	// <url><loc>https://example.org/blog/</loc></url>
	// </urlset>
	// == sitemap-docs.xml
	// <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
	// <url><loc>https://example.org/docs/</loc></url>
	// </urlset>
	// == sitemap.xml
	// <sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
	// <sitemap><loc>https://example.org/sitemap-blog.xml</loc></sitemap>
	// <sitemap><loc>https://example.org/sitemap-docs.xml</loc></sitemap>
	// <sitemap><loc>https://example.org/forum/sitemap.xml</loc></sitemap>
	// </sitemapindex>
	// == sitemap.txt
	// https://example.org/blog/
	// https://example.org/docs/
	// [sitemap.xml]
}

func ExampleReader() {
	file := strings.NewReader(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
		<url><loc>https://example.org/a?b&amp;c</loc><lastmod>2026-01-02</lastmod></url>
		<url><loc><![CDATA[https://example.org/d]]></loc></url>
	</urlset>`)
	r := sitemap.NewReader(file, sitemap.ReadOptions{})
	for {
		e, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(e.Loc, e.LastMod.IsZero())
	}
	// Output:
	// https://example.org/a?b&c false
	// https://example.org/d true
}

// A site of an index, a feed and a text list.
var site = map[string]string{
	"https://example.org/sitemap.xml": `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>https://example.org/feed.xml</loc></sitemap>
<sitemap><loc>https://example.org/pages.txt</loc></sitemap>
</sitemapindex>`,
	"https://example.org/feed.xml":  `<rss version="2.0"><channel><item><link>https://example.org/new/</link></item></channel></rss>`,
	"https://example.org/pages.txt": "https://example.org/\nhttps://www.example.org/about/\n",
}

func fetch(loc string) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader(site[loc])), nil
}

func ExampleWalk() {
	for e, err := range sitemap.Walk("https://example.org/sitemap.xml", fetch, sitemap.ReadOptions{}) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(e.Loc)
	}
	// Output:
	// https://example.org/new/
	// https://example.org/
	// https://www.example.org/about/
}

// An index, and the files that it names.
func ExampleValidator() {
	v := sitemap.NewValidator(sitemap.CheckOptions{})
	file := func(loc string) []string {
		f, err := fetch(loc)
		if err != nil {
			fmt.Println(err)
			return nil
		}
		defer f.Close()
		return v.File(loc, loc, f).Children
	}
	for _, child := range file("https://example.org/sitemap.xml") {
		file(child)
	}
	for _, f := range v.Close() {
		fmt.Println(f)
	}
	// Output:
	// https://example.org/pages.txt:2: error: the URL is on another site than its sitemap: "https://www.example.org/about/" [L4]
}

// One file.
func ExampleValidator_File() {
	file := strings.NewReader(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>https://example.org/</loc><priority>2</priority></url>
<url><loc>https://example.org/gr/</loc>
<xhtml:link rel="alternate" hreflang="gr" href="https://example.org/gr/"/>
</url>
</urlset>`)
	v := sitemap.NewValidator(sitemap.CheckOptions{})
	checked := v.File("sitemap.xml", "https://example.org/sitemap.xml", file)
	fmt.Println(checked.URLs, "pages")
	for _, f := range v.Close() {
		fmt.Println(f)
	}
	// Output:
	// 2 pages
	// sitemap.xml:2: error: not a number from 0.0 to 1.0: "2" ("https://example.org/") [M6]
	// sitemap.xml:3: error: not a language, script, and region of ISO 639-1, 15924, and 3166-1: "gr" ("https://example.org/gr/") [H3]
}

func ExampleRobots_Allowed() {
	r := sitemap.ParseRobots([]byte("User-agent: *\nDisallow: /search\nAllow: /search/help\n"))
	fmt.Println(r.Allowed("ExampleBot", "/search?q=a"), r.Allowed("ExampleBot", "/search/help"))
	// Output: false true
}

func ExampleCheckRobots() {
	for _, f := range sitemap.CheckRobots("robots.txt", []byte("User-agent: *\nDisallow: private/\nSitemap: /sitemap.xml\n"), sitemap.RobotsOptions{}) {
		fmt.Println(f)
	}
	// Output:
	// robots.txt:2: error: a rule begins with "/" or "*": this one matches nothing: "private/" [X2]
	// robots.txt:3: error: the URL of a sitemap must be absolute: "/sitemap.xml" [X4]
}
