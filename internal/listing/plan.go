package listing

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/listing/naming"
	"github.com/sitegen/sitegen/internal/site"
)

// plan is one feed that a site has.
type plan struct {
	*set
	format  feeds.Format
	target  site.Target // of RSS that outputs ask for; zero for the others
	hugo    bool        // Hugo's own: its items, order and limit
	updates bool        // of changes, for crawlers (rule F2)
	file    string      // slash path in the output folder
	url     site.URL
}

// FeedLink is one link rel=alternate in a page's head.
type FeedLink struct{ Title, MediaType, Href string }

// feedPlanner finds out which feeds a site has.
type feedPlanner struct{ *Listing }

// planFeeds lists the feeds of each language: RSS wherever a list has it as an output, and what the
// configuration and the pages of lists ask for beside it. It returns the feeds that cannot be.
func (fp feedPlanner) planFeeds() diag.List {
	for i := range fp.editions {
		fp.editions[i].sets, fp.editions[i].feeds, fp.editions[i].announced = nil, nil, nil
	}
	for _, p := range fp.Site.Pages {
		if e := fp.edition(p); e.known && !e.Language.DisableKinds["rss"] {
			if s := fp.listSet(e, p); s != nil {
				e.sets = append(e.sets, s)
			}
		}
	}
	var found diag.List
	files := map[string]*plan{}
	for i := range fp.editions {
		e := &fp.editions[i]
		slices.SortStableFunc(e.sets, func(a, b *set) int { return cmp.Compare(b.isHome(), a.isHome()) })
		if e.known && !e.Language.DisableKinds["rss"] {
			e.sets = slices.Concat(e.sets, fp.authorSets(e), fp.customSets(e))
		}
		for _, s := range e.sets {
			found = append(found, fp.withoutSitemaps(s)...)
			found = append(found, s.withoutTaken(files)...)
			e.feeds = append(e.feeds, s.feeds...)
		}
		fp.announce(e)
	}
	return found
}

// listSet returns the feeds of a list, nil when it has none.
func (fp feedPlanner) listSet(e *edition, p *site.Page) *set {
	if !isList(p) && !slices.ContainsFunc(p.Targets, IsRSS) {
		return nil
	}
	s := &set{edition: e, page: p, FeedSet: fp.feedSettings(e, p)}
	rss := false
	for _, t := range p.Targets {
		if IsRSS(t) && !t.Lost {
			rss = true
			s.feeds = append(s.feeds, plan{set: s, format: feeds.RSS, target: t, hugo: fp.Site.Config.Hugo, file: t.File, url: t.URL})
		}
	}
	if isList(p) {
		fp.planBeside(s, rss)
	}
	if len(s.feeds) == 0 {
		return nil
	}
	s.key = e.Language.Lower + ":" + p.Path
	return s
}

func isList(p *site.Page) bool {
	return p.Kind != site.Regular && !p.Apart() && !p.URL.IsZero() && len(p.Targets) > 0
}

// planBeside plans what the settings of a set ask for. rss says that outputs give it an RSS feed.
func (fp feedPlanner) planBeside(s *set, rss bool) {
	dated := 0 // unknown
	plan := func(name string, updates bool) {
		format := formatOf(name)
		if format == feeds.Atom && !updates {
			if dated == 0 {
				dated = 1 + btoi(fp.feedReader().anyDated(s))
			}
			if dated == 1 {
				return // Atom carries nothing without a date (rule A1)
			}
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
	for _, name := range s.Updates {
		plan(name, true)
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
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

// plan adds a feed, unless an output of the list's page is in its place.
func (s *set) plan(format feeds.Format, updates bool) {
	pattern := s.Names.RSS
	switch format {
	case feeds.Atom:
		pattern = s.Names.Atom
	case feeds.JSON:
		pattern = s.Names.JSON
	}
	file, url := s.place(s.named(pattern))
	if updates {
		file, url = naming.Beside(file, "updates"), url.Base().At(naming.Beside(url.Path(), "updates"))
	}
	for _, t := range s.page.Targets {
		if t.File == file && s.dir == "" {
			return
		}
	}
	s.feeds = append(s.feeds, plan{set: s, format: format, updates: updates, file: file, url: url})
}

// place returns where a feed of that name lies: beside the page of the list, in the folder of the set, or below
// the root when it begins with a slash.
func (s *set) place(name string) (file string, url site.URL) {
	base := s.page.URL.Base()
	if rooted, ok := strings.CutPrefix(name, "/"); ok {
		file = rooted
		if s.edition.host {
			file = s.edition.Language.Lower + "/" + rooted
		}
		return file, base.At("/" + rooted)
	}
	if s.dir != "" {
		name = s.dir + "/" + name
	}
	dir, _ := path.Split(s.page.URL.Path())
	return path.Join(path.Dir(s.page.Targets[0].File), name), base.At(dir + name)
}

// withoutTaken leaves out the feeds whose files others have.
func (s *set) withoutTaken(files map[string]*plan) (found diag.List) {
	s.feeds = slices.DeleteFunc(s.feeds, func(f plan) bool {
		first := files[f.file]
		if first == nil {
			files[f.file] = &f
			return false
		}
		found = append(found, &diag.Diagnostic{
			Rule: "feed-names", Severity: diag.Warning,
			Message: fmt.Sprintf("the feeds of %s and of %s have the same file, %s: the second is not written", first.set.label(), s.label(), f.file),
			Hint:    "give them different names, as in [feeds.names] atom = \"/feeds/{set}-{language}.atom\"",
		})
		return true
	})
	return found
}

// withoutSitemaps leaves out the feeds that are called like a sitemap.
func (fp feedPlanner) withoutSitemaps(s *set) (found diag.List) {
	s.feeds = slices.DeleteFunc(s.feeds, func(f plan) bool {
		for _, h := range fp.hosts() {
			if name := h.dir + mapName(h.first()); f.file == name || f.file == textName(name) {
				found = append(found, &diag.Diagnostic{
					Rule: "feed-names", Severity: diag.Warning,
					Message: fmt.Sprintf("the feed of %s has the file name %s, which is the sitemap: it is not written", s.label(), f.file),
					Hint:    "give it another name, as in [feeds.names] atom = \"feed.atom\"",
				})
				return true
			}
		}
		return false
	})
	return found
}

// IsRSS reports whether a target is an RSS feed: Hugo's format of that name, or any with its media type.
func IsRSS(t site.Target) bool {
	return strings.EqualFold(t.Format.Name, "rss") ||
		t.Format.MediaType != nil && t.Format.MediaType.Type == feeds.RSS.MediaType()
}

// announce notes which feeds the head of each page names.
func (fp feedPlanner) announce(e *edition) {
	e.announced = map[*site.Page][]FeedLink{}
	for _, s := range e.sets {
		var links []FeedLink
		for i := range s.feeds {
			if f := &s.feeds[i]; !f.updates {
				links = append(links, fp.feedLink(f))
			}
		}
		if s.dir == "" {
			e.announced[s.page] = links
			continue
		}
		for _, p := range s.pages {
			e.announced[p] = append(e.announced[p], links...)
		}
	}
}

// FeedLinks returns the feeds to announce in the head of p: its own, or those of its author and of sets that hold it, then those of its
// language's home page; nil when no base URL is known (rule L10). Feeds of changes are for crawlers, and not
// among them.
func (l *Listing) FeedLinks(p *site.Page) []FeedLink {
	e := l.edition(p)
	own := e.announced[p]
	if p == e.Home {
		return own
	}
	return slices.Concat(own, e.announced[e.Home])
}

func (l *Listing) feedLink(f *plan) FeedLink {
	title := feedTitle(f)
	switch f.format {
	case feeds.Atom:
		title += " (Atom)"
	case feeds.JSON:
		title += " (JSON Feed)"
	}
	return FeedLink{title, f.format.MediaType(), l.absolute(f.page, f.url)}
}
