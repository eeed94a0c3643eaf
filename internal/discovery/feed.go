package discovery

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"slices"
	"time"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/html"
)

// generator is what feeds name as their program.
const generator = "sitegen"

// published is the date that a subscriber sees.
func published(p *site.Page) time.Time {
	if p.Dates.PublishDate.IsZero() {
		return p.Dates.Date
	}
	return p.Dates.PublishDate
}

// choose returns the pages of a feed in its order. RSS has Hugo's pages, order and limit
// (services.rss.limit); the others have the newest first and those without a date last, which Atom
// cannot carry (rule A1): left counts them.
func (l *Listing) choose(f *plan) (pages []*site.Page, left int) {
	for _, p := range members(f.page) {
		if !l.InFeeds(p) {
			continue
		}
		if f.format == feeds.Atom && published(p).IsZero() {
			left++
			continue
		}
		pages = append(pages, p)
	}
	limit := l.Site.Config.RSSLimit
	if f.format != feeds.RSS {
		limit = l.Site.Config.Discovery.Feeds.Limit
		byDate(pages)
	}
	if limit > 0 && len(pages) > limit {
		pages = pages[:limit]
	}
	return pages, left
}

// byDate sorts the newest first, undated last; pages of one date stay in list order.
func byDate(pages []*site.Page) {
	slices.SortStableFunc(pages, func(a, b *site.Page) int { return published(b).Compare(published(a)) })
}

// withContent marks the pages of a feed that carry their whole text: the newest of an RSS feed, all
// of the others.
func (l *Listing) withContent(f *plan, pages []*site.Page) map[*site.Page]bool {
	newest := slices.Clone(pages)
	if n := l.Site.Config.Discovery.Feeds.FullContent; f.format == feeds.RSS && n < len(newest) {
		byDate(newest)
		newest = newest[:max(0, n)]
	}
	full := make(map[*site.Page]bool, len(newest))
	for _, p := range newest {
		full[p] = true
	}
	return full
}

// dates returns the dates of p in a feed. RSS has Hugo's PublishDate as pubDate and nothing else
// (rule B2); a change in the future is none (M3).
func (l *Listing) dates(f *plan, p *site.Page) (first, last time.Time) {
	first, last = published(p), p.Dates.Lastmod
	if f.format == feeds.RSS {
		first = p.Dates.PublishDate
	}
	if now := l.Site.Now; !now.IsZero() && last.After(now) {
		last = time.Time{}
	}
	return first, last
}

// item makes the feed item of p, without its texts.
func (l *Listing) item(f *plan, p *site.Page) feeds.Item {
	i := feeds.Item{URL: l.address(p), Title: p.Title, Authors: people(p.Params), Categories: categories(p)}
	i.Published, i.Updated = l.dates(f, p)
	if f.format == feeds.Atom && i.Title == "" {
		i.Title = cmp.Or(p.LinkTitle, p.Path) // the others can do without
	}
	if f.format == feeds.RSS && len(i.Authors) == 0 {
		i.Authors = people(p.Edition.Language.Params)
	}
	if id, ok := p.Params["id"].(string); ok {
		i.ID = id
	} else if e, ok := l.remembered(p); ok && e.ID != i.URL {
		i.ID = e.ID // it was published at another address (rule B4)
	}
	return i
}

// feed describes a feed of these pages.
func (l *Listing) feed(f *plan, pages []*site.Page) *feeds.Feed {
	lang := f.page.Edition.Language
	out := &feeds.Feed{
		Title: feedTitle(f.page), Description: feedDescription(f.page),
		Home: l.address(f.page), Self: l.absolute(f.page, f.url),
		Language: feedLanguage(f.page.Edition), Copyright: lang.Copyright, Generator: generator,
		Authors: people(lang.Params),
	}
	for _, p := range pages {
		i := feeds.Item{}
		i.Published, i.Updated = l.dates(f, p)
		if f.format == feeds.Atom && !i.Updated.IsZero() {
			i.Published = i.Updated // what the entry says as its updated (rule A7)
		}
		out.Updated = feeds.Newest(out.Updated, i.Date())
	}
	return out
}

// writeFeed writes one feed.
func (l *Listing) writeFeed(f *plan, text Text, create Create) (r Emitted, err error) {
	pages, left := l.choose(f)
	report := newReporter()
	if left > 0 && f.page.Kind == site.Home {
		report.add("A1", "", fmt.Sprintf("%s leaves out %s without a date", f.file, count(left, "page")))
	}
	out, err := create(f.file, f.format.MediaType())
	if err != nil {
		return r, err
	}
	r.Files = []string{f.file}
	r.Items, err = l.writeItems(out, f, pages, text, report)
	if closeErr := out.Close(); err == nil {
		err = closeErr
	}
	r.Found = report.list()
	if err != nil {
		return r, fmt.Errorf("write feed %s: %w", f.file, err)
	}
	return r, nil
}

func (l *Listing) writeItems(out io.Writer, f *plan, pages []*site.Page, text Text, report *reporter) (int, error) {
	var current *site.Page
	w, err := feeds.NewWriter(out, f.format, l.feed(f, pages), feeds.Options{Safe: true, Report: func(v feeds.Violation) {
		report.add(v.Rule, fileOf(current), f.file+": "+v.Error())
	}})
	if err != nil {
		return 0, err
	}
	full := l.withContent(f, pages)
	for _, current = range pages {
		i := l.item(f, current)
		if err := l.addText(&i, f, current, text, full[current]); err != nil {
			return 0, err
		}
		if err := w.Add(&i); err != nil {
			return 0, err
		}
	}
	return w.Items(), w.Close()
}

// addText adds summary and content, with absolute addresses (rule B7).
func (l *Listing) addText(i *feeds.Item, f *plan, p *site.Page, text Text, full bool) error {
	base, err := url.Parse(i.URL)
	if err != nil {
		return err
	}
	summary, err := text.Summary(p)
	if err != nil {
		return err
	}
	i.Summary = html.Portable(string(summary), base)
	if !full {
		return nil
	}
	content, err := text.Content(p)
	if err != nil {
		return err
	}
	i.Content = html.Portable(string(content), base)
	if f.format == feeds.Atom && i.Summary == i.Content {
		i.Summary = ""
	}
	return nil
}

func fileOf(p *site.Page) string {
	if p == nil || p.Doc == nil {
		return ""
	}
	return p.Doc.File
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// reporter collects problems, at most a few of each rule.
type reporter struct {
	found diag.List
	times map[string]int
	rules []string // in the order of their first problem
}

// perRule is how many problems of a rule are told one by one.
const perRule = 10

func newReporter() *reporter { return &reporter{times: map[string]int{}} }

func (r *reporter) add(rule, file, message string) {
	if r.times[rule]++; r.times[rule] == 1 {
		r.rules = append(r.rules, rule)
	}
	if r.times[rule] <= perRule {
		r.found = append(r.found, &diag.Diagnostic{Rule: rule, Severity: diag.Warning, File: file, Message: message})
	}
}

func (r *reporter) list() diag.List {
	for _, rule := range r.rules {
		if more := r.times[rule] - perRule; more > 0 {
			r.found = append(r.found, &diag.Diagnostic{
				Rule: rule, Severity: diag.Warning, Message: fmt.Sprintf("and %s like it", count(more, "more problem")),
			})
		}
	}
	return r.found
}
