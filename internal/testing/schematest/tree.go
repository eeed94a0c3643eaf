package schematest

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io/fs"
	"net/mail"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Validate checks an output folder that is served at base, and fails the test for every problem.
func Validate(t testing.TB, dir, base string) {
	t.Helper()
	problems, missing, err := Check(dir, base)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range missing {
		t.Logf("not validated by its schema: %v (run ./test.sh, which installs it)", m)
	}
	for _, p := range problems {
		t.Error(p)
	}
}

// Check finds problems in the sitemaps and feeds below dir. It validates each by its schema, and checks in all
// of them that
//
//   - each listed URL is a file in dir (rule L11), and is listed once (L7);
//   - the text sitemaps list exactly what the XML ones do (T3);
//   - an index names existing sitemaps (I3), or feeds (I9), with dates not older than what they list (I6);
//   - all versions of a page name the same versions (H1);
//   - every date of an RSS feed is right (B2), and its items have a guid (B4);
//   - an Atom feed names its author (A2) and is as new as its newest entry (A7).
//
// missing lists the tools that were not found.
func Check(dir, base string) (problems []Problem, missing []error, err error) {
	c := &checker{
		dir: dir, base: base, byKind: map[Kind][]string{}, locs: map[string]string{}, text: map[string]bool{},
		media: map[string]bool{},
	}
	if err := filepath.WalkDir(dir, c.visit); err != nil {
		return nil, nil, err
	}
	for _, kind := range []Kind{Sitemap, Index, Atom, RSS, JSONFeed} {
		found, err := SchemaCheck(kind, c.byKind[kind]...)
		if errors.Is(err, ErrMissing) {
			missing = append(missing, err)
		} else if err != nil {
			return nil, nil, err
		}
		for _, p := range found {
			c.problem(p.File, "%s", p.Message)
		}
	}
	for _, f := range c.byKind[Sitemap] {
		c.sitemap(f)
	}
	for _, f := range c.byKind[Index] {
		c.index(f)
	}
	for _, f := range c.byKind[RSS] {
		c.rss(f)
	}
	for _, f := range c.byKind[Atom] {
		c.atom(f)
	}
	c.versions()
	c.textSet()
	return c.problems, missing, c.err
}

type checker struct {
	dir, base string
	byKind    map[Kind][]string // full names
	texts     []string          // text sitemaps
	locs      map[string]string // address -> sitemap that lists it
	order     []string          // addresses as listed
	groups    map[string]string // address -> its versions, as text
	newest    map[string]time.Time
	text      map[string]bool
	media     map[string]bool // addresses with images, videos or news
	problems  []Problem
	err       error
}

func (c *checker) problem(file, format string, args ...any) {
	if rel, err := filepath.Rel(c.dir, file); err == nil {
		file = filepath.ToSlash(rel)
	}
	c.problems = append(c.problems, Problem{file, fmt.Sprintf(format, args...)})
}

func (c *checker) visit(name string, d fs.DirEntry, err error) error {
	if err != nil || d.IsDir() {
		return err
	}
	ext := filepath.Ext(name)
	if ext == ".txt" && strings.HasPrefix(filepath.Base(name), "sitemap") {
		c.texts = append(c.texts, name)
	}
	if ext != ".xml" && ext != ".json" && ext != ".atom" && ext != ".rss" {
		return nil
	}
	content, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if kind := KindOf(name, content); kind != Other {
		c.byKind[kind] = append(c.byKind[kind], name)
	}
	return nil
}

// read decodes an XML file; errors were reported by the schema, or are reported here.
func (c *checker) read(name string, v any) bool {
	content, err := os.ReadFile(name)
	if err == nil {
		err = xml.Unmarshal(content, v)
	}
	if err != nil {
		c.problem(name, "%v", err)
	}
	return err == nil
}

func (c *checker) sitemap(name string) {
	var set struct {
		URL []struct {
			Loc     string `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 loc"`
			LastMod string `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 lastmod"`
			Links   []struct {
				Lang string `xml:"hreflang,attr"`
				Href string `xml:"href,attr"`
			} `xml:"http://www.w3.org/1999/xhtml link"`
			Images []struct{} `xml:"http://www.google.com/schemas/sitemap-image/1.1 image"`
			Videos []struct{} `xml:"http://www.google.com/schemas/sitemap-video/1.1 video"`
			News   []struct{} `xml:"http://www.google.com/schemas/sitemap-news/0.9 news"`
		} `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 url"`
	}
	if !c.read(name, &set) {
		return
	}
	if c.groups == nil {
		c.groups, c.newest = map[string]string{}, map[string]time.Time{}
	}
	if len(set.URL) > 50_000 {
		c.problem(name, "U1: %d addresses", len(set.URL))
	}
	for _, u := range set.URL {
		// Media and news may be in separate files, in addition to that of the page.
		media := len(u.Images)+len(u.Videos)+len(u.News) > 0
		if other, ok := c.locs[u.Loc]; ok && (other == name || !media && !c.media[u.Loc]) {
			c.problem(name, "L7: %s stands also in %s", u.Loc, filepath.Base(other))
		}
		c.locs[u.Loc] = name
		c.media[u.Loc] = c.media[u.Loc] || media
		c.order = append(c.order, u.Loc)
		if !c.exists(u.Loc) {
			c.problem(name, "L11: %s is not a file in the output", u.Loc)
		}
		if t, err := time.Parse(time.RFC3339, u.LastMod); err == nil && t.After(c.newest[name]) {
			c.newest[name] = t
		}
		var versions []string
		for _, l := range u.Links {
			versions = append(versions, l.Lang+" "+l.Href)
		}
		slices.Sort(versions)
		if len(versions) > 0 {
			c.groups[u.Loc] = strings.Join(versions, "\n")
		}
	}
}

// exists reports whether a URL is a file in the output.
func (c *checker) exists(loc string) bool {
	rel, ok := strings.CutPrefix(loc, c.base)
	if !ok {
		return false
	}
	rel, err := url.PathUnescape(rel)
	if err != nil {
		return false
	}
	if rel == "" || strings.HasSuffix(rel, "/") {
		rel = path.Join(rel, "index.html")
	}
	st, err := os.Stat(filepath.Join(c.dir, filepath.FromSlash(rel)))
	return err == nil && st.Mode().IsRegular()
}

func (c *checker) index(name string) {
	var index struct {
		Sitemap []struct {
			Loc     string `xml:"loc"`
			LastMod string `xml:"lastmod"`
		} `xml:"sitemap"`
	}
	if !c.read(name, &index) {
		return
	}
	for _, s := range index.Sitemap {
		rel, err := url.PathUnescape(strings.TrimPrefix(s.Loc, c.base))
		child := filepath.Join(c.dir, filepath.FromSlash(rel))
		if slices.Contains(c.byKind[Atom], child) || slices.Contains(c.byKind[RSS], child) {
			continue // I9
		}
		if err != nil || !strings.HasPrefix(s.Loc, c.base) || !slices.Contains(c.byKind[Sitemap], child) {
			c.problem(name, "I3: %s is no sitemap in the output", s.Loc)
			continue
		}
		t, err := time.Parse(time.RFC3339, s.LastMod)
		if newest := c.newest[child]; err == nil && t.Before(newest) || s.LastMod == "" && !newest.IsZero() {
			c.problem(name, "I6: %s has lastmod %q and lists a page of %s", s.Loc, s.LastMod, newest.Format(time.RFC3339))
		}
	}
}

// versions checks that annotations are mutual.
func (c *checker) versions() {
	for _, loc := range c.order {
		group, ok := c.groups[loc]
		if !ok {
			continue
		}
		for line := range strings.SplitSeq(group, "\n") {
			lang, href, _ := strings.Cut(line, " ")
			if _, listed := c.locs[href]; !listed && c.exists(href) {
				continue // a page that only the sitemap leaves out names its versions in its head
			}
			if other, ok := c.groups[href]; !ok || other != group {
				c.problem(c.locs[loc], "H1: %s names %s as %s, which does not name the same versions", loc, href, lang)
			}
		}
	}
}

func (c *checker) textSet() {
	if len(c.texts) == 0 {
		return
	}
	for _, name := range c.texts {
		content, err := os.ReadFile(name)
		if err != nil {
			c.err = err
			return
		}
		if len(content) > 0 && content[len(content)-1] != '\n' {
			c.problem(name, "T3: no newline at the end")
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(string(content), "\n"), "\n") {
			c.text[line] = true
			if _, ok := c.locs[line]; !ok {
				c.problem(name, "T3: %s stands in no XML sitemap", line)
			}
		}
	}
	for _, loc := range c.order {
		if !c.text[loc] {
			c.problem(c.texts[0], "T3: %s is missing", loc)
		}
	}
}

func (c *checker) rss(name string) {
	var feed struct {
		Channel struct {
			Title       string `xml:"title"`
			Description string `xml:"description"`
			Built       string `xml:"lastBuildDate"`
			Item        []struct {
				GUID    string `xml:"guid"`
				PubDate string `xml:"pubDate"`
			} `xml:"item"`
		} `xml:"channel"`
	}
	if !c.read(name, &feed) {
		return
	}
	if feed.Channel.Title == "" || feed.Channel.Description == "" {
		c.problem(name, "B1: a channel needs a title and a description")
	}
	dates := []string{feed.Channel.Built}
	seen := map[string]bool{}
	for _, item := range feed.Channel.Item {
		dates = append(dates, item.PubDate)
		if item.GUID == "" || seen[item.GUID] {
			c.problem(name, "B4: guid %q is empty or used twice", item.GUID)
		}
		seen[item.GUID] = true
	}
	for _, d := range dates {
		if d == "" {
			continue
		}
		if t, err := mail.ParseDate(d); err != nil || !strings.HasPrefix(d, t.Format("Mon, ")) || t.Year() < 1900 {
			c.problem(name, "B2: %q is not a valid date", d)
		}
	}
}

func (c *checker) atom(name string) {
	type author struct {
		Name string `xml:"name"`
	}
	var feed struct {
		Updated string `xml:"updated"`
		Author  author `xml:"author"`
		Entry   []struct {
			ID      string `xml:"id"`
			Updated string `xml:"updated"`
			Author  author `xml:"author"`
		} `xml:"entry"`
	}
	if !c.read(name, &feed) {
		return
	}
	updated, _ := time.Parse(time.RFC3339, feed.Updated)
	newest, seen := time.Time{}, map[string]bool{}
	for _, e := range feed.Entry {
		if t, err := time.Parse(time.RFC3339, e.Updated); err == nil && t.After(newest) {
			newest = t
		}
		if feed.Author.Name == "" && e.Author.Name == "" {
			c.problem(name, "A2: entry %s has no author", e.ID)
		}
		if seen[e.ID] {
			c.problem(name, "A6: entry %s stands here twice", e.ID)
		}
		seen[e.ID] = true
	}
	if !updated.Equal(newest) {
		c.problem(name, "A7: updated is %s, the newest entry %s", feed.Updated, newest.Format(time.RFC3339))
	}
}
