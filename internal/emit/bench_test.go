package emit_test

import (
	"fmt"
	"html/template"
	"io"
	"testing"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/emit"
	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/testing/assembled"
)

// large is a site of n dated posts in one section.
func large(n int) *site.Site {
	html := &config.OutputFormat{Name: "html", IsHTML: true}
	rss := &config.OutputFormat{Name: "rss"}
	cfg := &config.Config{Environment: "production", Discovery: config.Discovery{LastMod: config.DefaultDiscovery().LastMod, SitemapURLs: 50_000, SitemapBytes: 52_428_800, Stable: true, TextSitemap: true, Robots: true, Feeds: config.Feeds{Home: config.FeedSet{Formats: []string{"atom", "json"}, Updates: []string{"atom"}, Limit: 50, Content: "full", Names: config.FeedNames{Atom: "atom.xml", JSON: "feed.json"}}, FullContent: 50, Updates: config.UpdatesWindow{Days: 14, Least: 20, Most: 1000}}}}
	local := config.DefaultLocal()
	lang := &config.Language{Key: "en", Lower: "en", Locale: "en", Title: "Large", Default: true, Local: &local}
	base := site.NewBase("https://large.alt/")
	e := &site.Edition{Language: lang, Base: base}
	s := &site.Site{Config: cfg, Editions: []*site.Edition{e}, Now: assembled.Clock}
	add := func(p *site.Page, dir string) {
		p.ID, p.Edition, p.URL = len(s.Pages), e, base.At("/"+dir)
		p.Targets = []site.Target{{Format: html, URL: p.URL, File: dir + "index.html"}}
		p.Sitemap.Priority = -1
		s.Pages, e.Pages = append(s.Pages, p), append(e.Pages, p)
	}
	home := site.Bare(site.Home)
	home.Path = "/"
	e.Home = &home
	add(e.Home, "")
	e.Home.Targets = append(e.Home.Targets, site.Target{Format: rss, URL: base.At("/index.xml"), File: "index.xml"})
	for i := range n {
		made := site.Bare(site.Regular)
		p := &made
		p.Path, p.Title = fmt.Sprintf("/posts/%d", i), fmt.Sprint("Post ", i)
		p.Dates.Date = assembled.Clock.AddDate(0, 0, -i%5000)
		p.Dates.Lastmod, p.Dates.PublishDate = p.Dates.Date, p.Dates.Date
		add(p, fmt.Sprintf("posts/post-of-usual-length-%d/", i))
		e.RegularPages = append(e.RegularPages, p)
	}
	return s
}

type fixedText struct{}

func (fixedText) Summary(*site.Page) (template.HTML, error) {
	return "<p>The first paragraph of a post, with <em>some</em> words and <a href=\"/about/\">a link</a>.</p>", nil
}
func (fixedText) Content(*site.Page) (template.HTML, error) { return "<p>Text.</p>", nil }

type nowhere struct{ io.Writer }

func (nowhere) Close() error { return nil }

// BenchmarkEmit writes everything of a site of 100,000 posts.
func BenchmarkEmit(b *testing.B) {
	s := large(100_000)
	facts := noFacts(s)
	b.ReportAllocs()
	for b.Loop() {
		l, _ := listing.Declare(s).Seal(facts, nil)
		for _, e := range emit.Emissions(l, emission.Options{}) {
			if _, err := e.Run(emission.Inputs{Text: fixedText{}}, func(string, string) (io.WriteCloser, error) { return nowhere{io.Discard}, nil }); err != nil {
				b.Fatal(err)
			}
		}
	}
}
