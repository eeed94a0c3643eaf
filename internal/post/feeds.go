package post

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/glob"
	"github.com/sitegen/sitegen/internal/webpage"
)

// Feed is a feed of some of the pages, the newest first.
type Feed struct {
	Glob  string // of files, or of addresses below the root // required
	File  string // slash path in the folder; default atom.xml in the folder that the glob begins with
	Title string // default: that of the page in the feed's folder
	Limit int    // items; 0: all
}

// ParseFeed reads GLOB or GLOB=FILE.
func ParseFeed(s string) Feed {
	pattern, file, _ := strings.Cut(s, "=")
	return Feed{Glob: pattern, File: file, Limit: 50}
}

// feedPlan is a feed that will be written.
type feedPlan struct {
	Feed
	file   string // slash path in the folder
	format feeds.Format
	pages  []int32 // of the set
}

// planFeeds chooses the pages of each feed: those that lists may name and that say when they were published.
func (r *run) planFeeds(context.Context) error {
	for i := range r.pages.Pages {
		p := &r.pages.Pages[i]
		if s := r.sources.of(int32(i)); s != nil && p.Published.Time.IsZero() {
			p.Published = r.past(s.published)
		}
	}
	names := map[string]bool{robotsFile: true}
	for _, f := range r.o.Feeds {
		plan, err := r.planFeed(f)
		if err != nil {
			return err
		}
		if names[plan.file] {
			return fmt.Errorf("two feeds want the file %s: name another one, as in --feed '%s=feed.xml'", plan.file, f.Glob)
		}
		names[plan.file] = true
		r.plans = append(r.plans, plan)
	}
	return nil
}

func (r *run) planFeed(f Feed) (feedPlan, error) {
	f.Glob = strings.TrimPrefix(f.Glob, "/")
	if f.Glob == "" {
		return feedPlan{}, errors.New("a feed needs the glob of its pages: --feed 'blog/**'")
	}
	set, err := glob.NewSet([]string{f.Glob})
	if err != nil {
		return feedPlan{}, err
	}
	plan := feedPlan{Feed: f, file: cmp.Or(strings.TrimPrefix(path.Clean("/"+f.File), "/"), path.Join(folderOf(f.Glob), "atom.xml"))}
	plan.format = formatOf(plan.file)
	index := r.indexOf(&plan)
	for i := range r.pages.Pages {
		p := &r.pages.Pages[i]
		if p.Listed() && !p.Published.Time.IsZero() && p != index && (set.Match(p.Path) || set.Match(r.tree.Host().Path(p.Path))) {
			plan.pages = append(plan.pages, int32(i))
		}
	}
	slices.SortStableFunc(plan.pages, func(a, b int32) int {
		return r.pages.Pages[b].Published.Time.Compare(r.pages.Pages[a].Published.Time)
	})
	if f.Limit > 0 && len(plan.pages) > f.Limit {
		plan.pages = plan.pages[:f.Limit]
	}
	if len(plan.pages) == 0 {
		r.report.Say(&diag.Diagnostic{
			Rule: "A1", Severity: diag.Warning, Message: fmt.Sprintf("no feed %s is written: none of the pages that fit %q says when it was published", plan.file, f.Glob),
			Hint: "pages say it by datePublished in JSON-LD, by article:published_time or by a time element; with --content their front matter does",
		})
	}
	return plan, nil
}

// folderOf is the folder that a glob begins with.
func folderOf(pattern string) string {
	at := strings.IndexAny(pattern, `*?[{\`)
	if at < 0 {
		at = len(pattern)
	}
	return strings.TrimSuffix(pattern[:strings.LastIndexByte(pattern[:at], '/')+1], "/")
}

func formatOf(file string) feeds.Format {
	switch base := path.Base(file); {
	case strings.HasSuffix(base, ".json"):
		return feeds.JSON
	case strings.Contains(base, "rss") || base == "index.xml":
		return feeds.RSS
	}
	return feeds.Atom
}

// indexOf is the page in whose folder a feed lies, nil when there is none.
func (r *run) indexOf(f *feedPlan) *webpage.Page {
	for _, dir := range []string{path.Dir(f.file), folderOf(f.Glob)} {
		for _, name := range []string{path.Join(dir, "index.html"), dir + ".html"} {
			if i, ok := r.tree.Lookup(name); ok {
				if p := r.pages.Of(i); p != nil && p.Reason != webpage.Refresh {
					return p
				}
			}
		}
	}
	return nil
}

// mostContent is how many bytes of HTML the items of a feed have together; older ones have their summaries.
const mostContent = 4 << 20

// writeFeeds writes all feeds.
func (r *run) writeFeeds(context.Context) error {
	for i := range r.plans {
		if len(r.plans[i].pages) == 0 {
			continue
		}
		if err := r.writeFeed(&r.plans[i]); err != nil {
			return fmt.Errorf("write feed %s: %w", r.plans[i].file, err)
		}
	}
	return nil
}

func (r *run) writeFeed(f *feedPlan) error {
	items := make([]feeds.Item, 0, len(f.pages))
	size := 0
	for _, i := range f.pages {
		item, err := r.item(i)
		if err != nil {
			return err
		}
		if size += len(item.Content); size > mostContent {
			item.Content = ""
		}
		items = append(items, item)
	}
	current := ""
	out := r.out.create(f.file)
	w, err := feeds.NewWriter(out, f.format, r.feed(f, items), feeds.Options{Safe: true, Report: func(v feeds.Violation) {
		r.report.Add(v.Rule, current, f.file+": "+v.Error())
	}})
	if err != nil {
		return err
	}
	for k := range items {
		current = r.pages.Pages[f.pages[k]].Path
		if err := w.Add(&items[k]); err != nil {
			return err
		}
	}
	current = ""
	r.res.Items += w.Items()
	return w.Close()
}

// feed describes a feed.
func (r *run) feed(f *feedPlan, items []feeds.Item) *feeds.Feed {
	site := r.siteTitle()
	out := &feeds.Feed{
		Title: cmp.Or(f.Title, site), Description: site, Home: r.tree.Base(), Self: r.address(f.file), Generator: "sitegen",
		Authors: []feeds.Person{{Name: site}},
	}
	if p := r.indexOf(f); p != nil {
		out.Title = cmp.Or(f.Title, p.Title, site)
		out.Description = cmp.Or(p.Description, site)
		out.Home, out.Language = p.URL, p.Lang
	}
	for i := range items {
		out.Updated = feeds.Newest(out.Updated, items[i].Date())
	}
	return out
}

// item is what a feed says of a page.
func (r *run) item(i int32) (feeds.Item, error) {
	p := &r.pages.Pages[i]
	a, err := r.pages.Article(p)
	if err != nil {
		return feeds.Item{}, err
	}
	item := feeds.Item{ID: p.URL, URL: p.URL, Title: cmp.Or(a.Title, p.URL), Content: a.Content, Published: p.Published.Time}
	if e, ok := r.known.Find(r.key(p.URL)); ok && e.ID != "" {
		item.ID = e.ID
	}
	if d := r.dates[i].Time; d.After(p.Published.Time) {
		item.Updated = d
	}
	if a.Summary != "" {
		item.Summary = "<p>" + escape(a.Summary) + "</p>"
	}
	for _, name := range a.Authors {
		item.Authors = append(item.Authors, feeds.Person{Name: name})
	}
	item.Categories = feeds.Terms(a.Tags...)
	if a.Image != "" {
		item.Image = feeds.Image{URL: a.Image}
	}
	return item, nil
}

func escape(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}

// siteTitle is what the site is called: by its home page, else by its host.
func (r *run) siteTitle() string {
	if r.title != "" {
		return r.title
	}
	if i, ok := r.tree.Lookup("index.html"); ok {
		if p := r.pages.Of(i); p != nil {
			if a, err := r.pages.Article(p); err == nil {
				r.title = cmp.Or(a.SiteName, p.Title)
			}
		}
	}
	if u, err := url.Parse(r.tree.Base()); err == nil && r.title == "" {
		r.title = u.Host
	}
	return r.title
}
