package emit_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/emit/emission"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/testing/assembled"
	"github.com/sitegen/sitegen/sitemap"
)

// withMedia is a site with images, videos and news.
func withMedia(config string) tree {
	return tree{
		"sitegen.toml": "baseURL = \"https://m.alt/\"\ntitle = \"Media\"\ndisableKinds = [\"taxonomy\", \"term\", \"section\", \"home\", \"rss\"]\n" + config,
		"content/posts/a.md": `---
title: A
description: About A
date: 2026-11-20
images: [/og.png, pic.png]
videos:
  - content: v.mp4
    thumbnail: t.jpg
    duration: 90
    tags: [x, y]
  - /clip.mp4
---
`,
		"content/posts/b.md": "---\ntitle: B\ndate: 2026-01-01\n---\n",
		"content/about.md":   "---\ntitle: About\nimage: /about.png\n---\n",
	}
}

const rendered = `<main><img src="pic.png"><img src="https://cdn.alt/x.png?a=1&amp;b=2"><img src="data:image/png;base64,AA==">
<iframe src="https://www.youtube-nocookie.com/embed/abc?autoplay=1" title="T"></iframe>
<iframe src="https://maps.alt/"></iframe><video src="w.mp4"></video></main>`

func sealedMedia(t *testing.T, config string) (files, emission.Emitted) {
	t.Helper()
	s, l := declare(t, withMedia(config))
	facts := noFacts(s)
	for _, p := range s.Pages {
		if p.SectionPath == "posts" {
			*facts[p.ID] = listing.ReadFacts([]byte(rendered), "", l.WantsMedia(p))
		}
	}
	l, _ = l.Seal(facts, nil)
	got, sum := run(t, l, emission.Options{})
	for name := range got {
		if !strings.HasPrefix(name, "sitemap") || strings.HasSuffix(name, ".txt") {
			delete(got, name)
		}
	}
	checkAll(t, "https://m.alt/", got)
	return got, sum
}

// checkAll validates sitemap.xml and all files that it names.
func checkAll(t *testing.T, base string, got files) {
	t.Helper()
	v := sitemap.NewValidator(sitemap.CheckOptions{Now: assembled.Clock})
	file := func(loc string) []string {
		text, ok := got[strings.TrimPrefix(loc, base)]
		if !ok {
			t.Errorf("file not found: %s", loc)
		}
		return v.File(loc, loc, bytes.NewReader(text)).Children
	}
	for _, child := range file(base + "sitemap.xml") {
		file(child)
	}
	for _, f := range v.Close() {
		t.Error(f)
	}
}

// contains checks that the text contains all parts.
func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s is missing in\n%s", part, text)
		}
	}
}

func TestImagesG1G4(t *testing.T) {
	got, sum := sealedMedia(t, "[discovery]\nimages = \"inline\"\n")
	img := func(loc string) string { return "<image:image><image:loc>" + loc + "</image:loc></image:image>" }
	contains(t, string(got["sitemap.xml"]),
		"<loc>https://m.alt/posts/a/</loc><lastmod>2026-11-20T00:00:00Z</lastmod>"+img("https://m.alt/og.png")+
			img("https://m.alt/posts/a/pic.png")+img("https://cdn.alt/x.png?a=1&amp;b=2")+"</url>",
		"<loc>https://m.alt/about/</loc>"+img("https://m.alt/about.png")+"</url>")
	if len(sum.Found) > 0 {
		t.Error(sum.Found)
	}
	got, _ = sealedMedia(t, "[discovery.images]\nplace = \"files\"\nsections = [\"posts\"]\n")
	contains(t, string(got["sitemap-images.xml"]), "<loc>https://m.alt/posts/b/</loc>"+img("https://m.alt/posts/b/pic.png"))
	if strings.Contains(string(got["sitemap-images.xml"]), "about") {
		t.Errorf("%s", got["sitemap-images.xml"])
	}
	contains(t, string(got["sitemap.xml"]), "<sitemapindex", "sitemap-images.xml")
}

func TestVideosV1(t *testing.T) {
	got, sum := sealedMedia(t, "[discovery]\nvideos = \"inline\"\n")
	contains(t, string(got["sitemap.xml"]),
		"<video:thumbnail_loc>https://m.alt/posts/a/t.jpg</video:thumbnail_loc><video:title>A</video:title><video:description>About A</video:description>"+
			"<video:content_loc>https://m.alt/posts/a/v.mp4</video:content_loc><video:duration>90</video:duration><video:tag>x</video:tag><video:tag>y</video:tag>",
		"<video:thumbnail_loc>https://m.alt/og.png</video:thumbnail_loc><video:title>A</video:title><video:description>About A</video:description><video:content_loc>https://m.alt/clip.mp4</video:content_loc>",
		"<video:thumbnail_loc>https://i.ytimg.com/vi/abc/hqdefault.jpg</video:thumbnail_loc><video:title>T</video:title><video:description>About A</video:description><video:player_loc>https://www.youtube-nocookie.com/embed/abc</video:player_loc>",
		"<video:content_loc>https://m.alt/posts/a/w.mp4</video:content_loc>")
	if n := strings.Count(string(got["sitemap.xml"]), "<video:video>"); n != 4 {
		t.Errorf("%d videos", n)
	}
	// b has neither a description nor an image, which is reported once.
	if len(sum.Found) != 1 || sum.Found[0].Rule != "V1" || sum.Found[0].File != "content/posts/b.md" {
		t.Error(sum.Found)
	}
}

func TestNewsN1N5(t *testing.T) {
	got, _ := sealedMedia(t, "[discovery.news]\nsections = [\"posts\"]\npublication = \"The Times\"\n")
	contains(t, string(got["sitemap-news.xml"]),
		"<loc>https://m.alt/posts/a/</loc><news:news><news:publication><news:name>The Times</news:name><news:language>en</news:language></news:publication><news:publication_date>2026-11-20T00:00:00Z</news:publication_date><news:title>A</news:title>")
	if strings.Contains(string(got["sitemap-news.xml"]), "posts/b") {
		t.Error("N5: an old article is in the news")
	}
}

// Files next to pages; the ledger has the dates of those that are not in git (rule M2).
func TestFiles(t *testing.T) {
	_, l := declare(t, assembled.One())
	at := assembled.Clock.AddDate(0, -1, 0)
	list := func(hash uint64) []listing.File {
		return []listing.File{{Path: "a b.pdf", Hash: hash}, {Path: "docs/c.pdf", Hash: 1, Date: at}, {Path: "docs/c.pdf"}, {Path: "private/d.pdf", Hash: 1}}
	}
	robots := []byte("User-agent: *\nDisallow: /sub/private/\n")
	var none *ledger.Ledger
	about := func(*site.Edition, site.URL) listing.HostRule { return listing.HostRule{} } // the host has no rules
	with := func(hash uint64, old *ledger.Ledger) *listing.Listing {
		t.Helper()
		listed, found := l.WithFiles(list(hash), robots, about)
		if len(found) > 0 {
			t.Error(found)
		}
		return listed.Remember(old, nil, nil)
	}
	first := with(1, none)
	got, _ := run(t, first, emission.Options{})
	contains(t, string(got["sitemap.xml"]), "<url><loc>https://one.alt/sub/a%20b.pdf</loc></url>", "<loc>https://one.alt/sub/docs/c.pdf</loc><lastmod>2026-10-21T00:00:00Z</lastmod>")
	if strings.Contains(string(got["sitemap.xml"]), "private") {
		t.Error("L9: robots.txt forbids a file that is listed")
	}
	second := with(2, first.Ledger(nil, nil))
	got, _ = run(t, second, emission.Options{})
	contains(t, string(got["sitemap.xml"]), "<url><loc>https://one.alt/sub/a%20b.pdf</loc><lastmod>2026-11-21T00:00:00Z</lastmod></url>")
	if diff := cmp.Diff([]string{"https://one.alt/sub/a%20b.pdf"}, second.Changes().Changed); diff != "" {
		t.Error(diff)
	}
}

// Files that robots.txt blocks are left out, with one warning per page (rules G2, V4).
func TestForbiddenMediaG2V4(t *testing.T) {
	s, l := declare(t, withMedia("[discovery]\nimages = \"inline\"\nvideos = \"inline\"\n"))
	facts := noFacts(s)
	for _, p := range s.Pages {
		if p.SectionPath == "posts" {
			*facts[p.ID] = listing.ReadFacts([]byte(rendered), "", l.WantsMedia(p))
		}
	}
	l, _ = l.Seal(facts, []byte("User-agent: *\nDisallow: /og.png\nDisallow: /posts/a/*.mp4$\nDisallow: /x.png\n"))
	got, sum := run(t, l, emission.Options{})
	text := string(got["sitemap.xml"])
	contains(t, text, "<image:loc>https://m.alt/posts/a/pic.png</image:loc>", "<image:loc>https://cdn.alt/x.png?a=1&amp;b=2</image:loc>")
	if strings.Contains(text, "og.png") || strings.Contains(text, ".mp4") {
		t.Error(text)
	}
	var found []string
	for _, d := range sum.Found {
		if d.Rule != "V1" {
			found = append(found, d.File+" "+d.Rule+" "+d.Message)
		}
	}
	want := []string{
		"content/posts/a.md G2 images are left out of the sitemap because robots.txt disallows them: https://m.alt/og.png",
		"content/posts/a.md V4 videos are left out of the sitemap because robots.txt disallows them: https://m.alt/posts/a/v.mp4, https://m.alt/og.png, https://m.alt/posts/a/w.mp4",
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Error(diff)
	}
}

// Without a clock no page counts as news, which is a warning and not an error (rule N5).
func TestNewsWithoutClockN5(t *testing.T) {
	s, _ := declare(t, withMedia("[discovery.news]\nsections = [\"posts\"]\n"))
	s.Now = time.Time{}
	got, sum := run(t, listing.Declare(s), emission.Options{})
	if got["sitemap-news.xml"] != nil || !strings.Contains(rules(sum.Found), "N5") {
		t.Error(sum.Found)
	}
}
