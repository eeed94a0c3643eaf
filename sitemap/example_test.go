package sitemap_test

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/sitegen/sitegen/sitemap"
)

func Example() {
	w, err := sitemap.NewWriter(sitemap.Options{
		Base:   "https://example.org/",
		Create: func(string) (io.WriteCloser, error) { return stdout{}, nil },
		Images: sitemap.Omit,
		Videos: sitemap.Omit,
		Report: func(v sitemap.Violation) { fmt.Println(v) },
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range []sitemap.Entry{
		{Loc: "https://example.org/", LastMod: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		{Loc: "https://example.org/über uns/#team"},
		{Loc: "https://elsewhere.example/"},
	} {
		if err := w.Add(&e); err != nil {
			fmt.Println(err)
			return
		}
	}
	res, err := w.Close()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(res.Roots, res.URLs)
	// Output:
	// loc "https://elsewhere.example/" breaks rule L4: a URL has the scheme, host, and port of the sitemap
	// <?xml version="1.0" encoding="UTF-8"?>
	// <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
	// <url><loc>https://example.org/</loc><lastmod>2026-01-02T03:04:05Z</lastmod></url>
	// <url><loc>https://example.org/%C3%BCber%20uns/</loc></url>
	// </urlset>
	// [sitemap.xml] 2
}

func ExampleMergeRobots() {
	user := []byte("User-agent: *\nDisallow: /private/\n")
	fmt.Print(string(sitemap.MergeRobots(user, sitemap.CrawlerPolicy{}, "https://example.org/sitemap.xml")))
	// Output:
	// User-agent: *
	// Disallow: /private/
	//
	// Sitemap: https://example.org/sitemap.xml
}

type stdout struct{}

func (stdout) Write(b []byte) (int, error) { return os.Stdout.Write(b) }
func (stdout) Close() error                { return nil }
