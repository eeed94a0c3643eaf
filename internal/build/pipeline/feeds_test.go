package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/race"
	"github.com/sitegen/sitegen/internal/testing/schematest"
	"github.com/sitegen/sitegen/sitemap"
)

// feedSite is a folder that is built again and again, a day apart.
type feedSite struct {
	t    *testing.T
	dir  string
	days int
	last Result
}

func newProject(t *testing.T, files map[string]string) *feedSite {
	p := &feedSite{t: t, dir: t.TempDir()}
	for name, text := range files {
		p.write(name, text)
	}
	return p
}

func (p *feedSite) write(name, text string) {
	p.t.Helper()
	full := filepath.Join(p.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
		p.t.Fatal(err)
	}
}

func (p *feedSite) remove(name string) {
	p.t.Helper()
	if err := os.Remove(filepath.Join(p.dir, filepath.FromSlash(name))); err != nil {
		p.t.Fatal(err)
	}
}

func (p *feedSite) replace(name, old, with string) {
	p.t.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, filepath.FromSlash(name)))
	if err != nil || !strings.Contains(string(text), old) {
		p.t.Fatalf("%s lacks %q: %v", name, old, err)
	}
	p.write(name, strings.ReplaceAll(string(text), old, with))
}

// build builds a day after the last time, and returns the files for machines. The rules of its warnings are in p.last.
func (p *feedSite) build() map[string]string {
	p.t.Helper()
	b, err := New(project.Options{Source: p.dir, Clock: clock.AddDate(0, 0, p.days)})
	if err != nil {
		p.t.Fatal(err)
	}
	p.days++
	res, err := b.Build(context.Background())
	if err != nil {
		p.t.Fatal(err)
	}
	p.last = *res
	out := map[string]string{}
	err = filepath.WalkDir(res.Destination, func(full string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains([]string{".xml", ".json", ".txt"}, filepath.Ext(full)) {
			return err
		}
		rel, _ := filepath.Rel(res.Destination, full)
		text, err := os.ReadFile(full)
		out[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return out
}

// warnings are the rules of the last build's warnings.
func (p *feedSite) warnings() string {
	var rules []string
	for _, d := range p.last.Diagnostics {
		rules = append(rules, d.Rule)
	}
	return strings.Join(rules, " ")
}

// feedsOf reads the feeds among some files, and checks that they are valid.
func feedsOf(t *testing.T, files map[string]string) map[string]*feeds.Parsed {
	t.Helper()
	out := map[string]*feeds.Parsed{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		switch schematest.KindOf(name, []byte(files[name])) {
		case schematest.Atom, schematest.RSS, schematest.JSONFeed:
		default:
			continue
		}
		found, err := feeds.Validate(strings.NewReader(files[name]), feeds.ValidateOptions{Now: clock.AddDate(1, 0, 0)})
		for _, v := range found {
			t.Errorf("%s: %v", name, v)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		p, err := feeds.Read(strings.NewReader(files[name]), feeds.ReadOptions{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[name] = p
	}
	return out
}

// listedIn returns the URLs in the sitemaps.
func listedIn(t *testing.T, files map[string]string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for name, text := range files {
		if k := schematest.KindOf(name, []byte(text)); k != schematest.Sitemap {
			continue
		}
		for r := sitemap.NewReader(strings.NewReader(text), sitemap.ReadOptions{}); ; {
			e, err := r.Next()
			if err != nil {
				break
			}
			out[e.Loc] = true
		}
	}
	return out
}

const propertySite = `baseURL = "https://p.alt/"
title = "Properties"
[languages.en]
weight = 1
[languages.de]
weight = 2
[params]
author = "Ed"
[feeds]
formats = ["rss", "atom", "json"]
hubs = ["https://hub.alt/"]
limit = 4
archive = 3
[feeds.section]
formats = ["atom"]
archive = {items = 2, forward = false}
[feeds.term]
formats = ["atom", "json"]
updates = true
[feeds.author]
formats = ["rss", "atom"]
content = "none"
names = {rss = "/feeds/{language}-{author}.rss"}
[feeds.updates]
formats = ["rss", "atom", "json"]
days = 30
least = 2
most = 9
sitemap = true
robots = true
`

// generated writes a tree of posts of all sorts. dated are the URLs of those that are listed and have a date.
func generated(seed uint64) (files map[string]string, dated map[string][]string) {
	r := rand.New(rand.NewPCG(seed, 1))
	files = map[string]string{"sitegen.toml": propertySite}
	dated = map[string][]string{"en": nil, "de": nil}
	for i := range 40 {
		lang := []string{"en", "de"}[r.IntN(2)]
		section := []string{"posts", "notes"}[r.IntN(2)]
		name := fmt.Sprintf("p%d", i)
		front := fmt.Sprintf("title: \"Post %d & <b>\"\n", i)
		listed, hasDate := true, r.IntN(6) > 0
		if hasDate {
			front += fmt.Sprintf("date: %s\n", clock.AddDate(0, 0, -1-r.IntN(60)).Format("2006-01-02")) // dates of two meet
		}
		switch r.IntN(12) {
		case 0:
			listed, front = false, front+"noindex: true\n"
		case 1:
			listed, front = false, front+"draft: true\n"
		case 2:
			listed, front = false, front+"sitemap: {disable: true}\n"
		case 3:
			listed, front = false, front+"canonical: https://else.alt/\n"
		case 4:
			front += "slug: other-" + name + "\n"
			name = "other-" + name
		case 5:
			listed, front = false, front+"build: {list: local}\n"
		case 6:
			front += "id: urn:example:" + name + "\n"
		}
		front += fmt.Sprintf("tags: [t%d]\nauthor: %s\n", r.IntN(3), []string{"Ann B", "Zoë"}[r.IntN(2)])
		files[fmt.Sprintf("content/%s/p%d.%s.md", section, i, lang)] = "---\n" + front + "---\n" + fmt.Sprintf("Text of %d, with a [link](../x/).\n", i)
		if listed && hasDate {
			prefix := map[string]string{"en": "", "de": "de/"}[lang]
			dated[lang] = append(dated[lang], "https://p.alt/"+prefix+section+"/"+name+"/")
		}
	}
	return files, dated
}

// Feeds contain the pages that the sitemap lists, and all documents of an archive together contain the dated posts.
func TestFeedsAreOneAnswerP2P3(t *testing.T) {
	race.Skip(t, "it compares the feeds of small sites")
	t.Parallel()
	for seed := range uint64(4) {
		files, dated := generated(seed)
		p := newProject(t, files)
		for range 2 { // the second build has a ledger
			out := p.build()
			schematest.Validate(t, p.last.Destination, "https://p.alt/")
			in := listedIn(t, out)
			all := feedsOf(t, out)
			for name, f := range all {
				for _, i := range f.Items {
					if !in[i.URL] {
						t.Errorf("seed %d: %s lists %s, the sitemap does not", seed, name, i.URL)
					}
				}
			}
			for lang, want := range dated {
				prefix := map[string]string{"en": "", "de": "de/"}[lang]
				for _, format := range []string{"atom.xml", "index.xml"} {
					got := walk(t, all, prefix+format, "https://p.alt/")
					if format == "index.xml" { // RSS has pages without a date in the first document
						got = slices.DeleteFunc(got, func(u string) bool { return !slices.Contains(want, u) })
					}
					slices.Sort(got)
					slices.Sort(want)
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("seed %d: %s and its archive (-dated posts +got): %s", seed, prefix+format, diff)
					}
				}
			}
			robots := out["robots.txt"]
			if !strings.Contains(robots, "Sitemap: https://p.alt/sitemap.xml\n") || !strings.Contains(robots, "Sitemap: https://p.alt/de/atom-updates.xml\n") || strings.Contains(robots, ".json") {
				t.Errorf("seed %d: I9: %s", seed, robots)
			}
			if !strings.Contains(out["sitemap.xml"], "<loc>https://p.alt/index-updates.xml</loc>") {
				t.Errorf("seed %d: I9: %s", seed, out["sitemap.xml"])
			}
		}
	}
}

// walk follows prev-archive from a document and returns the URLs of all items.
func walk(t *testing.T, all map[string]*feeds.Parsed, name, base string) []string {
	t.Helper()
	var out []string
	newer := ""
	for steps := 0; name != ""; steps++ {
		f := all[name]
		if f == nil || steps > 100 {
			t.Fatalf("there is no %s", name)
		}
		for _, i := range f.Items {
			out = append(out, i.URL)
		}
		if f.Feed.Paging.Archive != (steps > 0) || f.Feed.Self != base+name {
			t.Errorf("%s: %+v", name, f.Feed)
		}
		if steps > 0 && (f.Feed.Paging.NextArchive == "" || steps > 1 && f.Feed.Paging.NextArchive != base+newer) {
			t.Errorf("P2: %s is followed by %s, not by %s", name, f.Feed.Paging.NextArchive, newer)
		}
		newer = name
		name = strings.TrimPrefix(f.Feed.Paging.PrevArchive, base)
	}
	return out
}

// changedFeeds names the feeds whose bytes differ, those that came and those that went.
func changedFeeds(t *testing.T, before, after map[string]string) string {
	t.Helper()
	feedsOf(t, after)
	var out []string
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if before[name] != after[name] && schematest.KindOf(name, []byte(after[name])) >= schematest.Atom {
			out = append(out, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		if _, there := after[name]; !there {
			out = append(out, "-"+name)
		}
	}
	return strings.Join(out, " ")
}

func post(n int, date string) string {
	return fmt.Sprintf("---\ntitle: Post %d\ndate: %s\n---\nText of post %d.\n", n, date, n)
}

// A post that comes, changes, goes or moves changes exactly the documents that contain it (rule P3).
func TestArchivesNeverChangeP3(t *testing.T) {
	race.Skip(t, "it compares the feeds of small sites")
	files := map[string]string{"sitegen.toml": "baseURL = \"https://p.alt/\"\ntitle = \"Archive\"\ndisableKinds = [\"taxonomy\", \"term\", \"section\"]\n[feeds]\nformats = [\"atom\", \"json\"]\nlimit = 2\narchive = 3\nupdates = {formats = [\"atom\"], days = 1, least = 1}\n[outputs]\nhome = [\"html\"]\n"}
	for n := 1; n <= 11; n++ { // 1 2 3 | 4 5 6 | 7 8 9 | 10 11
		files[fmt.Sprintf("content/p%d.md", n)] = post(n, fmt.Sprintf("2026-01-%02d", n))
	}
	p := newProject(t, files)
	before := p.build()
	if got, want := strings.Join(slices.Sorted(maps.Keys(feedsOf(t, before))), " "), "atom-1.xml atom-2.xml atom-3.xml atom-updates.xml atom.xml feed-1.json feed-2.json feed-3.json feed.json"; got != want {
		t.Fatalf("%s, want %s", got, want)
	}
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"nothing", func() {}, ""},
		{"a new post", func() { p.write("content/p12.md", post(12, "2026-01-12")) }, "atom-updates.xml atom.xml feed.json"},
		{"an old post", func() { p.write("content/p0.md", post(0, "2025-01-01")) }, "atom-updates.xml atom.xml feed.json"},
		{"one more closes a document", func() { p.write("content/p13.md", post(13, "2026-01-13")) }, "atom-4.xml atom-updates.xml atom.xml feed-4.json feed.json"},
		{"an edit of an archived post", func() { p.replace("content/p5.md", "Text", "New text") }, "atom-2.xml atom-updates.xml feed-2.json"},
		{"an edit of a new post", func() { p.replace("content/p13.md", "Text", "New text") }, "atom-updates.xml atom.xml feed.json"},
		{"another date", func() { p.replace("content/p4.md", "2026-01-04", "2026-01-01") }, "atom-2.xml atom-updates.xml feed-2.json"},
		{"an archived post goes", func() { p.remove("content/p1.md") }, "atom-1.xml feed-1.json"},
		{"and comes back", func() { p.write("content/p1.md", post(1, "2026-01-01")) }, "atom-1.xml feed-1.json"},
		{"a new post goes", func() { p.remove("content/p13.md") }, "atom-updates.xml atom.xml feed.json"},
		{"an archived post moves", func() { p.remove("content/p8.md"); p.write("content/moved.md", post(8, "2026-01-08")) }, "atom-3.xml feed-3.json"},
		{"another at its old address", func() { p.write("content/p8.md", "---\ntitle: Other\ndate: 2026-01-14\n---\nOther.\n") }, "atom-updates.xml atom.xml feed.json"},
		{"a whole document goes", func() {
			for _, n := range []string{"p4", "p5", "p6"} {
				p.remove("content/" + n + ".md")
			}
		}, "atom-1.xml atom-3.xml feed-3.json -atom-2.xml -feed-2.json"},
		{"the newest document goes", func() {
			for _, n := range []string{"p0", "p10", "p11"} {
				p.remove("content/" + n + ".md")
			}
		}, "atom-3.xml atom.xml feed.json -atom-4.xml -feed-4.json"},
		{"its number is never used again", func() {
			for n := 20; n < 23; n++ {
				p.write(fmt.Sprintf("content/p%d.md", n), post(n, fmt.Sprintf("2026-02-%02d", n)))
			}
		}, "atom-5.xml atom-updates.xml atom.xml feed-5.json feed.json"},
	} {
		step.do()
		after := p.build()
		if got := changedFeeds(t, before, after); got != step.want {
			t.Errorf("%s: changed %s, want %s", step.name, got, step.want)
		}
		before = after
	}
}

// ids returns "id URL" of the items of a feed, in order.
func ids(t *testing.T, files map[string]string, name string) string {
	t.Helper()
	f := feedsOf(t, files)[name]
	if f == nil {
		t.Fatalf("there is no %s", name)
	}
	var out []string
	for _, i := range f.Items {
		out = append(out, i.ID+" "+i.URL)
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// IDs stay, whatever happens to URLs (rules A5, B4).
func TestIDsStayA5B4(t *testing.T) {
	race.Skip(t, "it compares the feeds of small sites")
	t.Parallel()
	const site = "baseURL = \"https://old.alt/blog/\"\ntitle = \"Ids\"\n"
	const one = "---\ntitle: One\ndate: 2026-01-01\n---\nThe text of one.\n"
	for _, c := range []struct {
		name     string
		do       func(p *feedSite)
		one, two string // ID and URL
		warnings string
	}{
		{"nothing", func(*feedSite) {}, "https://old.alt/blog/posts/one/ https://old.alt/blog/posts/one/", "", ""},
		{
			"a rename, known by its content", func(p *feedSite) { p.remove("content/posts/one.md"); p.write("content/posts/uno.md", one) },
			"https://old.alt/blog/posts/one/ https://old.alt/blog/posts/uno/", "", "",
		},
		{"a rename and an edit, known by an alias", func(p *feedSite) {
			p.remove("content/posts/one.md")
			p.write("content/posts/uno.md", "---\ntitle: Uno\ndate: 2026-01-01\naliases: [/posts/one/]\n---\nAll new.\n")
		}, "https://old.alt/blog/posts/one/ https://old.alt/blog/posts/uno/", "", ""},
		{"a rename and an edit that nobody knows", func(p *feedSite) {
			p.remove("content/posts/one.md")
			p.write("content/posts/uno.md", "---\ntitle: Uno\ndate: 2026-01-01\n---\nAll new.\n")
		}, "https://old.alt/blog/posts/uno/ https://old.alt/blog/posts/uno/", "", "B4"},
		{
			"a slug", func(p *feedSite) { p.replace("content/posts/one.md", "title:", "slug: eins\ntitle:") },
			"https://old.alt/blog/posts/one/ https://old.alt/blog/posts/eins/", "", "",
		},
		{"a slug and an edit", func(p *feedSite) {
			p.write("content/posts/one.md", "---\ntitle: Eins\nslug: eins\ndate: 2026-01-02\n---\nAll new.\n")
		}, "https://old.alt/blog/posts/one/ https://old.alt/blog/posts/eins/", "", ""},
		{"a pattern of addresses", func(p *feedSite) {
			p.write("sitegen.toml", site+"[permalinks.page]\nposts = \"/:year/:slug/\"\n")
		}, "https://old.alt/blog/posts/one/ https://old.alt/blog/2026/one/", "urn:example:2 https://old.alt/blog/2026/two/", ""},
		{
			"another host", func(p *feedSite) { p.replace("sitegen.toml", "old.alt/blog", "new.alt") },
			"https://old.alt/blog/posts/one/ https://new.alt/posts/one/", "urn:example:2 https://new.alt/posts/two/", "",
		},
		{
			"http", func(p *feedSite) { p.replace("sitegen.toml", "https://", "http://") },
			"https://old.alt/blog/posts/one/ http://old.alt/blog/posts/one/", "urn:example:2 http://old.alt/blog/posts/two/", "",
		},
		{
			"an id taken out of the front matter", func(p *feedSite) { p.replace("content/posts/two.md", "id: urn:example:2\n", "") },
			"https://old.alt/blog/posts/one/ https://old.alt/blog/posts/one/", "", "",
		},
		{"a page that goes", func(p *feedSite) { p.remove("content/posts/one.md") }, "", "", "B4"},
		{"a draft", func(p *feedSite) { p.replace("content/posts/one.md", "title:", "draft: true\ntitle:") }, "", "", ""},
		{"a page that expires", func(p *feedSite) {
			p.replace("content/posts/one.md", "title:", "slug: eins\nexpiryDate: 2026-11-21T12:00:00Z\ntitle:")
		}, "", "", ""},
		{"a page that joins another", func(p *feedSite) {
			p.remove("content/posts/one.md")
			p.replace("content/posts/two.md", "title:", "aliases: [/posts/one/]\ntitle:")
		}, "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newProject(t, map[string]string{
				"sitegen.toml": site, "content/posts/one.md": one,
				"content/posts/two.md": "---\ntitle: Two\ndate: 2026-01-03\nid: urn:example:2\n---\nThe text of two.\n",
			})
			first := p.build()
			c.do(p)
			for range 2 {
				out := p.build()
				two := c.two
				if two == "" {
					two = "urn:example:2 https://old.alt/blog/posts/two/"
				}
				want := strings.TrimPrefix(c.one+"\n"+two, "\n")
				for _, name := range []string{"index.xml", "atom.xml", "feed.json", "atom-updates.xml", "posts/index.xml"} {
					if got := ids(t, out, name); got != want {
						t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
					}
				}
				if was, is := feedsOf(t, first)["atom.xml"].Feed.ID, feedsOf(t, out)["atom.xml"].Feed.ID; was != is {
					t.Errorf("the feed's own id was %s and is %s", was, is)
				}
				if got := p.warnings(); got != c.warnings {
					t.Errorf("warnings %q, want %q", got, c.warnings)
				}
				c.warnings = "" // reported once
			}
		})
	}
}

// The same project gives the same feeds in whatever time zone and however often it is built.
func TestFeedsOfTheExampleSites(t *testing.T) {
	race.Skip(t, "TestSampleSites builds these sites, too")
	t.Parallel()
	for _, name := range []string{"blog", "docs"} {
		dir := sample(t, name)
		p := &feedSite{t: t, dir: dir}
		first := p.build()
		feedsOf(t, first)
		if got := changedFeeds(t, first, p.build()); got != "" {
			t.Errorf("%s: a day later %s differ", name, got)
		}
		for file, text := range first {
			if bytes.Contains([]byte(text), []byte(clock.Format("2006-01-02"))) && schematest.KindOf(file, []byte(text)) >= schematest.Atom {
				t.Errorf("%s: A7: %s holds the date of the build", name, file)
			}
		}
	}
}
