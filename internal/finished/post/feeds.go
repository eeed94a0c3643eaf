package post

import (
	"cmp"
	"errors"
	"fmt"
	"html"
	"html/template"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// Feed is a feed of the newest pages that match a glob pattern.
type Feed = config.PostFeed

// ParseFeed reads GLOB or GLOB=FILE.
func ParseFeed(s string) Feed {
	pattern, file, _ := strings.Cut(s, "=")
	return Feed{Glob: pattern, File: file, Limit: 50}
}

// planFeeds chooses the pages of each feed: matching pages with a date of publication.
func (r *run) planFeeds() error {
	var list []listing.GivenFeed
	var of []Feed
	names := map[string]bool{robotsFile: true}
	for _, f := range r.o.Feeds {
		planned, err := r.planFeed(f)
		if err != nil {
			return err
		}
		if len(planned) == 0 { // one feed per term
			r.noFeed(f, f.File)
		}
		for _, out := range planned {
			if names[out.File] {
				return fmt.Errorf("two feeds have the file name %s: choose another one, as in --feed '%s=feed.xml'", out.File,
					f.Glob)
			}
			names[out.File] = true
			list, of = append(list, out), append(of, f)
		}
	}
	r.listing = r.listing.WithFeeds(list)
	written := feedsOf(r.listing, nil)
	for i, f := range list {
		if !slices.Contains(written, f.File) {
			r.noFeed(of[i], f.File)
		}
	}
	return nil
}

// noFeed warns that a feed has no pages.
func (r *run) noFeed(f Feed, file string) {
	pattern := strings.TrimPrefix(f.Glob, "/")
	d := &diag.Diagnostic{
		Rule: "A1", Severity: diag.Warning,
		Message: fmt.Sprintf("no feed %s is written: no page that matches %q has a date of publication", file, pattern),
		Hint:    "add datePublished in JSON-LD, article:published_time, or a time element to the pages, or pass --content to read their front matter",
	}
	if _, _, terms := perTerm(file); terms {
		d.Message += " and a term"
	}
	if !r.matches(pattern) {
		d.Message = fmt.Sprintf("no feed %s is written: no page matches %q", file, pattern)
		d.Hint = matchesFiles
	}
	r.report.Say(d)
}

// matchesFiles is the hint for a pattern that matches no page.
const matchesFiles = "a pattern matches files or URLs below the root: all pages in the folder blog are 'blog/**'"

// matches reports whether any page matches a valid pattern.
func (r *run) matches(pattern string) bool {
	set, err := glob.NewSet([]string{pattern})
	for i := range r.pages.Pages {
		if err != nil || r.fits(set, i) {
			return true
		}
	}
	return false
}

// feedsOf returns the files of the feeds that contain p; if p is nil, of all that contain any page.
func feedsOf(l *listing.Listing, p *site.Page) (files []string) {
	for _, s := range l.Sets() {
		for i := range s.Feeds {
			if pages := l.Contents(s).Pages(&s.Feeds[i]); slices.Contains(pages, p) || p == nil && len(pages) > 0 {
				files = append(files, s.Feeds[i].File)
			}
		}
	}
	return files
}

// planFeed chooses the pages of a feed, or of one feed per term.
func (r *run) planFeed(f Feed) ([]listing.GivenFeed, error) {
	f.Glob = strings.TrimPrefix(f.Glob, "/")
	if f.Glob == "" {
		return nil, errors.New("a feed needs the glob of its pages: --feed 'blog/**'")
	}
	set, err := glob.NewSet([]string{f.Glob})
	if err != nil {
		return nil, err
	}
	if _, _, ok := perTerm(f.File); ok {
		return r.planTerms(f, set)
	}
	whole := r.site.Editions[0]
	title := whole.Language.Title
	out := listing.GivenFeed{
		File:  cmp.Or(strings.TrimPrefix(path.Clean("/"+f.File), "/"), path.Join(folderOf(f.Glob), "atom.xml")),
		Title: cmp.Or(f.Title, title), Description: title, Author: title, Limit: f.Limit,
		Home: listPage(whole),
	}
	if p := r.indexOf(path.Dir(out.File), folderOf(f.Glob)); p != nil {
		out.Title, out.Description, out.Home = cmp.Or(f.Title, p.Title, title), cmp.Or(p.Description, title), p
	}
	for _, p := range r.fitting(set) {
		if p != out.Home {
			out.Pages = append(out.Pages, p)
		}
	}
	return []listing.GivenFeed{out}, nil
}

// fitting returns the pages that match a feed's glob pattern and have a date of publication.
func (r *run) fitting(set glob.Set) (out []*site.Page) {
	for i, p := range r.site.Pages {
		if !p.Dates.PublishDate.IsZero() && r.fits(set, i) {
			out = append(out, p)
		}
	}
	return out
}

// fits reports whether a glob pattern matches a page's file or its URL below the root.
func (r *run) fits(set glob.Set, page int) bool {
	file := r.pages.Pages[page].Path
	return set.Match(file) || set.Match(r.tree.Host().Path(file))
}

// folderOf returns the folder at the start of a glob pattern.
func folderOf(pattern string) string {
	at := strings.IndexAny(pattern, `*?[{\`)
	if at < 0 {
		at = len(pattern)
	}
	return strings.TrimSuffix(pattern[:strings.LastIndexByte(pattern[:at], '/')+1], "/")
}

// indexOf returns the page of the first of these folders that has one, or nil.
func (r *run) indexOf(dirs ...string) *site.Page {
	for _, dir := range dirs {
		for _, name := range []string{path.Join(dir, "index.html"), dir + ".html"} {
			if i := r.pageOf(name); i >= 0 && r.pages.Pages[i].Refresh == "" {
				return r.site.Pages[i]
			}
		}
	}
	return nil
}

// pageOf returns the number of the page in a file, or webpage.Elsewhere.
func (r *run) pageOf(file string) int32 {
	if i, ok := r.tree.Lookup(file); ok {
		return r.pages.Of(i)
	}
	return webpage.Elsewhere
}

// siteTitle returns the name of the site from its home page, else its host.
func (r *run) siteTitle() string {
	title := ""
	if i := r.pageOf("index.html"); i >= 0 && len(r.o.Feeds)+len(r.o.News) > 0 {
		if a, err := r.pages.Article(&r.pages.Pages[i]); err == nil {
			title = cmp.Or(a.SiteName, r.pages.Pages[i].Title)
		}
	}
	if u, err := url.Parse(r.tree.Base()); err == nil && title == "" {
		title = u.Host
	}
	return title
}

// texts provides the texts of pages for feeds. It implements emission.ItemText.
type texts struct {
	pages *webpage.Set
	page  *site.Page // the page that was read last
	webpage.Article
}

func (t *texts) read(p *site.Page) (err error) {
	if t.page != p {
		t.page = p
		t.Article, err = t.pages.Article(&t.pages.Pages[p.ID])
	}
	return err
}

// Content implements emission.Text.
func (t *texts) Content(p *site.Page) (template.HTML, error) {
	err := t.read(p)
	return template.HTML(t.Article.Content), err
}

// Summary implements emission.Text.
func (t *texts) Summary(p *site.Page) (template.HTML, error) {
	if err := t.read(p); err != nil || t.Article.Summary == "" {
		return "", err
	}
	return template.HTML("<p>" + html.EscapeString(t.Article.Summary) + "</p>"), nil
}

// Item implements emission.ItemText.
func (t *texts) Item(i *feeds.Item, p *site.Page) error {
	err := t.read(p)
	i.Title = cmp.Or(t.Title, i.URL)
	i.Authors = nil
	for _, name := range t.Authors {
		i.Authors = append(i.Authors, feeds.Person{Name: name})
	}
	i.Categories = feeds.Terms(t.Tags...)
	i.Image.URL = t.Image
	if !i.Updated.After(i.Published) {
		i.Updated = time.Time{}
	}
	return err
}

// listPage returns a page that represents the list of a feed without its own page.
func listPage(e *site.Edition) *site.Page {
	p := site.Bare(site.Section)
	p.Edition, p.URL = e, e.Base.At("/")
	return &p
}
