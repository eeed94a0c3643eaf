package listing

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/site"
)

// Feed is one feed of a site.
type Feed struct {
	*FeedSet
	Format  feeds.Format
	Target  site.Target // of RSS that outputs ask for; zero for other feeds
	Updates bool        // of changes, for crawlers (rule F2)
	File    string      // slash path in the output folder
	URL     site.URL

	hugo bool // Hugo's own: its items, order and limit
}

// FeedLink is one link rel=alternate in a page's head.
type FeedLink struct{ Title, MediaType, Href string }

// feedPlanner finds the feeds of a site.
type feedPlanner struct {
	l     *Listing
	files map[string]*Feed // planned feeds, and nil for the sitemaps
	found diag.List        // problems with feeds that can't be made
}

// planFeeds lists the feeds of each language: RSS if a list has it as an output, and the feeds that the configuration
// and the pages of lists ask for in addition. It returns problems with feeds that can't be made.
func planFeeds(l *Listing) diag.List {
	for i := range l.editions {
		l.editions[i].sets, l.editions[i].feeds, l.editions[i].announced = nil, nil, nil
	}
	fp := &feedPlanner{l: l, files: map[string]*Feed{}}
	for _, h := range l.Hosts() {
		name := h.Dir + SitemapName(h.First())
		fp.files[name], fp.files[TextName(name)] = nil, nil
	}
	for _, p := range l.Site.Pages {
		if e := l.edition(p); e.known && !e.Language.DisableKinds["rss"] {
			if s := fp.listSet(p); s != nil {
				at := len(e.sets)
				if s.IsHome() {
					at = 0
				}
				e.sets = slices.Insert(e.sets, at, s)
			}
		}
	}
	for i := range l.editions {
		e := &l.editions[i]
		if e.known && !e.Language.DisableKinds["rss"] {
			e.sets = slices.Concat(e.sets, fp.authorSets(e.Edition), fp.customSets(e.Edition))
		}
		for _, s := range e.sets {
			fp.withoutTaken(s)
			e.feeds = append(e.feeds, s.Feeds...)
		}
		e.announce(l)
	}
	return fp.found
}

// listSet returns the feeds of a list, nil if it has none.
func (fp *feedPlanner) listSet(p *site.Page) *FeedSet {
	if !isList(p) && !slices.ContainsFunc(p.Targets, IsRSS) {
		return nil
	}
	s := &FeedSet{edition: p.Edition, List: p, FeedSet: fp.settings(p)}
	rss := false
	for _, t := range p.Targets {
		if IsRSS(t) && !t.Lost {
			rss = true
			s.Feeds = append(s.Feeds, Feed{
				FeedSet: s, Format: feeds.RSS, Target: t, hugo: fp.l.Site.Config.Hugo, File: t.File, URL: t.URL,
			})
		}
	}
	if isList(p) {
		fp.planBeside(s, rss)
	}
	if len(s.Feeds) == 0 {
		return nil
	}
	s.Key = p.Edition.Language.Lower + ":" + p.Path
	return s
}

func isList(p *site.Page) bool {
	return p.Kind != site.Regular && !p.Apart() && !p.URL.IsZero() && len(p.Targets) > 0
}

// planBeside plans the feeds that the settings of a set ask for. rss reports that outputs give it an RSS feed.
func (fp *feedPlanner) planBeside(s *FeedSet, rss bool) {
	dated := sync.OnceValue(func() bool { return s.anyDated(fp.l) })
	plan := func(name string, updates bool) {
		format := formatOf(name)
		if format == feeds.Atom && !updates && !dated() {
			return // Atom can't have a page without a date (rule A1)
		}
		s.plan(format, updates)
	}
	formats := s.Formats
	if s.Podcast != nil && !slices.Contains(formats, "rss") {
		formats = append([]string{"rss"}, formats...)
	}
	for _, name := range formats {
		if name != "rss" || !rss {
			plan(name, false)
		}
	}
	for _, name := range s.FeedSet.Updates {
		plan(name, true)
	}
}

func formatOf(name string) feeds.Format {
	switch name {
	case "atom":
		return feeds.Atom
	case "json":
		return feeds.JSON
	}
	return feeds.RSS
}

// plan adds a feed, unless an output of the list's page has the same path.
func (s *FeedSet) plan(format feeds.Format, updates bool) {
	pattern := s.Names.RSS
	switch format {
	case feeds.Atom:
		pattern = s.Names.Atom
	case feeds.JSON:
		pattern = s.Names.JSON
	}
	file, url := s.place(s.named(pattern))
	if updates {
		file, url = Beside(file, "updates"), url.Base().At(Beside(url.Path(), "updates"))
	}
	for _, t := range s.List.Targets {
		if t.File == file && s.dir == "" {
			return
		}
	}
	s.Feeds = append(s.Feeds, Feed{FeedSet: s, Format: format, Updates: updates, File: file, URL: url})
}

// place returns the path of a feed: next to the page of the list, in the folder of the set, or below the root if the
// name begins with a slash.
func (s *FeedSet) place(name string) (file string, url site.URL) {
	base := s.List.URL.Base()
	if rooted, ok := strings.CutPrefix(name, "/"); ok {
		file = rooted
		if ownHost(s.edition) {
			file = s.edition.Language.Lower + "/" + rooted
		}
		return file, base.At("/" + rooted)
	}
	if s.dir != "" {
		name = s.dir + "/" + name
	}
	dir, _ := path.Split(s.List.URL.Path())
	return path.Join(path.Dir(s.List.Targets[0].File), name), base.At(dir + name)
}

// withoutTaken removes the feeds whose files are already planned, or that have the name of a sitemap.
func (fp *feedPlanner) withoutTaken(s *FeedSet) {
	s.Feeds = slices.DeleteFunc(s.Feeds, func(f Feed) bool {
		first, taken := fp.files[f.File]
		if !taken {
			fp.files[f.File] = &f
			return false
		}
		d := &diag.Diagnostic{
			Rule: "feed-names", Severity: diag.Warning,
			Message: fmt.Sprintf("the feed of %s has the file name %s, which is the sitemap: it is not written", s.label(),
				f.File),
			Hint: "give it another name, as in [feeds.names] atom = \"feed.atom\"",
		}
		if first != nil {
			d.Message = fmt.Sprintf("the feeds of %s and of %s have the same file, %s: the second is not written",
				first.label(), s.label(), f.File)
			d.Hint = "give them different names, as in [feeds.names] atom = \"/feeds/{set}-{language}.atom\""
		}
		fp.found = append(fp.found, d)
		return true
	})
}

// IsRSS reports whether a target is an RSS feed: Hugo's format of that name, or any with its media type.
func IsRSS(t site.Target) bool {
	return strings.EqualFold(t.Format.Name, "rss") ||
		t.Format.MediaType != nil && t.Format.MediaType.Type == feeds.RSS.MediaType()
}

// announce stores which feeds the head of each page names.
func (e *edition) announce(l *Listing) {
	e.announced = map[*site.Page][]FeedLink{}
	for _, s := range e.sets {
		var links []FeedLink
		for i := range s.Feeds {
			if f := &s.Feeds[i]; !f.Updates {
				links = append(links, f.link(l))
			}
		}
		if s.dir == "" {
			e.announced[s.List] = links
			continue
		}
		for _, p := range s.pages {
			e.announced[p] = append(e.announced[p], links...)
		}
	}
}

// FeedLinks returns the feeds to announce in the head of p: its own, or those of its author and of sets that contain
// it, then those of its language's home page; nil if the base URL is unknown (rule L10). Feeds of changes are left out,
// because they are for crawlers.
func (l *Listing) FeedLinks(p *site.Page) []FeedLink {
	e := l.edition(p)
	own := e.announced[p]
	if p == e.Home {
		return own
	}
	return slices.Concat(own, e.announced[e.Home])
}

func (f *Feed) link(l *Listing) FeedLink {
	title := f.Title()
	switch f.Format {
	case feeds.Atom:
		title += " (Atom)"
	case feeds.JSON:
		title += " (JSON Feed)"
	}
	return FeedLink{title, f.Format.MediaType(), l.Absolute(f.List, f.URL)}
}

// Sets returns the sets of pages that have feeds, those of home pages first.
func (l *Listing) Sets() (out []*FeedSet) {
	for i := range l.editions {
		out = append(out, l.editions[i].sets...)
	}
	return out
}

// FeedFile is a feed that readers can subscribe to.
type FeedFile struct {
	File   string // slash path in the output folder
	URL    string // absolute
	Format feeds.Format
}

// FeedFiles returns the feeds that have an absolute URL, including those that templates write.
func (l *Listing) FeedFiles() []FeedFile {
	var out []FeedFile
	for i := range l.editions {
		for j := range l.editions[i].feeds {
			f := &l.editions[i].feeds[j]
			if l.editions[i].known {
				out = append(out, FeedFile{f.File, l.Absolute(f.List, f.URL), f.Format})
			}
		}
	}
	return out
}
