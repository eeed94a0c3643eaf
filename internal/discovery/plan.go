package discovery

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/feeds"
)

// plan is one feed that a site has.
type plan struct {
	page   *site.Page
	format feeds.Format
	target site.Target // of an RSS feed; zero for the others
	file   string      // slash path in the output folder
	url    site.URL
}

// FeedLink is one link rel=alternate in a page's head.
type FeedLink struct{ Title, MediaType, Href string }

// planFeeds lists the feeds of each language: RSS wherever a list has it as an output, Atom and JSON
// Feed beside the home page and the configured lists.
func (l *Listing) planFeeds() {
	for i := range l.editions {
		e := &l.editions[i]
		e.feeds = nil
		if !e.known || e.Language.DisableKinds["rss"] {
			continue
		}
		l.planRSS(e)
		f := l.Site.Config.Discovery.Feeds
		lists := []*site.Page{e.Home}
		for _, logical := range f.Lists {
			if p := l.list(e, logical); p != nil && !slices.Contains(lists, p) {
				lists = append(lists, p)
			}
		}
		for _, p := range lists {
			if f.Atom && l.anyDated(p) {
				e.planBeside(p, feeds.Atom, "atom.xml")
			}
			if f.JSON {
				e.planBeside(p, feeds.JSON, "feed.json")
			}
		}
	}
}

// planRSS finds the RSS outputs of the edition's pages, home's first.
func (l *Listing) planRSS(e *edition) {
	for _, p := range l.Site.Pages {
		if p.Edition != e.Edition {
			continue
		}
		for _, t := range p.Targets {
			if IsRSS(t) {
				e.feeds = append(e.feeds, plan{p, feeds.RSS, t, t.File, t.URL})
			}
		}
	}
	slices.SortStableFunc(e.feeds, func(a, b plan) int {
		return cmp.Compare(isHome(b), isHome(a))
	})
}

func isHome(f plan) int {
	if f.page.Kind == site.Home {
		return 1
	}
	return 0
}

// IsRSS reports whether a target is an RSS feed: Hugo's format of that name, or any with its media
// type.
func IsRSS(t site.Target) bool {
	return strings.EqualFold(t.Format.Name, "rss") ||
		t.Format.MediaType != nil && t.Format.MediaType.Type == feeds.RSS.MediaType()
}

// planBeside plans a feed in the folder of a list's page, unless an output of the page is in its place.
func (e *edition) planBeside(p *site.Page, format feeds.Format, name string) {
	if p == nil || p.URL.IsZero() || len(p.Targets) == 0 {
		return
	}
	file := path.Join(path.Dir(p.Targets[0].File), name)
	for _, t := range p.Targets {
		if t.File == file {
			return
		}
	}
	dir, _ := path.Split(p.URL.Path())
	e.feeds = append(e.feeds, plan{p, format, site.Target{}, file, p.URL.Base().At(dir + name)})
}

// list finds a list by its logical path.
func (l *Listing) list(e *edition, logical string) *site.Page {
	logical = "/" + strings.Trim(strings.ToLower(logical), "/")
	for _, p := range l.Site.Pages {
		if p.Edition == e.Edition && p.Path == logical && p.Kind != site.Regular && p.Kind != site.NotFound {
			return p
		}
	}
	return nil
}

// members returns the pages of a list's feed as Hugo chooses them: for home all regular pages of the
// language, for a section its own, for taxonomies and terms all their pages.
func members(p *site.Page) []*site.Page {
	switch p.Kind {
	case site.Home:
		return p.Edition.RegularPages
	case site.Section:
		return p.RegularPages
	}
	return p.Pages
}

func (l *Listing) anyDated(p *site.Page) bool {
	if p == nil {
		return false
	}
	for _, m := range members(p) {
		if l.InFeeds(m) && !published(m).IsZero() {
			return true
		}
	}
	return false
}

// FeedLinks returns the feeds to announce in the head of p: its own, then those of its language's home
// page; nil when no base URL is known (rule L10).
func (l *Listing) FeedLinks(p *site.Page) []FeedLink {
	e := l.edition(p)
	var own, home []FeedLink
	for i := range e.feeds {
		f := &e.feeds[i]
		switch {
		case f.page == p:
			own = append(own, l.feedLink(f))
		case f.page == e.Home:
			home = append(home, l.feedLink(f))
		}
	}
	return append(own, home...)
}

func (l *Listing) feedLink(f *plan) FeedLink {
	title := feedTitle(f.page)
	switch f.format {
	case feeds.Atom:
		title += " (Atom)"
	case feeds.JSON:
		title += " (JSON Feed)"
	}
	return FeedLink{title, f.format.MediaType(), l.absolute(f.page, f.url)}
}
