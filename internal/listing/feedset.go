package listing

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/listing/declared"
	"github.com/sitegen/sitegen/internal/site"
)

// FeedSet is a set of pages that feeds follow: the pages of a list or an author, or those that several lists share.
type FeedSet struct {
	config.FeedSet
	List   *site.Page // the home page if the set is not that of a list
	Author string     // author of the pages; "" for other sets
	Key    string     // key in the ledger: "en:/posts", "en:author:ann"
	Feeds  []Feed

	edition *site.Edition
	// A set without its own page has a folder, a title and its pages.
	dir, title string
	pages      []*site.Page
	given      *GivenFeed // has title and description
}

// IsHome reports whether the set is that of a home page.
func (s *FeedSet) IsHome() bool { return s.List.Kind == site.Home && s.dir == "" }

// label returns the name of the set for messages.
func (s *FeedSet) label() string { return cmp.Or(s.title, s.List.Key) }

// Members returns the pages of the set.
func (s *FeedSet) Members() []*site.Page {
	if s.dir != "" {
		return s.pages
	}
	return members(s.List)
}

// members returns the pages of a list's feed as Hugo chooses them: all regular pages of the language for home, its own
// pages for a section, and all their pages for taxonomies and terms.
func members(p *site.Page) []*site.Page {
	switch p.Kind {
	case site.Home:
		return p.Edition.RegularPages
	case site.Section:
		return p.RegularPages
	}
	return p.Pages
}

// named replaces the placeholders in the pattern of a file name.
func (s *FeedSet) named(pattern string) string {
	if !strings.Contains(pattern, "{") {
		return pattern
	}
	kind, name := string(s.List.Kind), cmp.Or(slug(s.List.Path), "home")
	switch {
	case s.Author != "":
		kind, name = "author", "author-"+slug(s.Author)
	case s.dir != "":
		kind, name = "set", slug(s.dir)
	}
	return strings.NewReplacer("{language}", s.edition.Language.Lower, "{kind}", kind, "{set}", name,
		"{author}", cmp.Or(slug(s.Author), name)).Replace(pattern)
}

// slug turns a name into a part of a URL.
func slug(name string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '_' || r == '.' {
			return r
		}
		return '-'
	}, strings.ToLower(name)), "-.")
}

// settings returns the settings of a list: those of its kind, overridden by those of its page.
func (fp *feedPlanner) settings(p *site.Page) config.FeedSet {
	f := &fp.l.Site.Config.Discovery.Feeds
	s := f.Section
	switch p.Kind {
	case site.Home:
		s = f.Home
	case site.Taxonomy:
		s = f.Taxonomy
	case site.Term:
		s = f.Term
		if isAuthors(p.Taxonomy) {
			s = f.Author
		}
	}
	for _, logical := range f.Lists {
		if p != p.Edition.Home && isList(p) && p.Path == logicalPath(logical) {
			s.Formats, s.Content = f.Home.Formats, f.Home.Content
		}
	}
	if own, there := fp.l.pageFeeds[p.ID]; there {
		s = own.over(s)
	}
	return s
}

func isAuthors(t *site.TaxonomyIndex) bool { return t != nil && t.Singular == "author" }

// authorSets returns a set for each person that pages name in author or authors, by name, if feeds of authors are
// configured. Authors in a taxonomy have pages, and so are lists.
func (fp *feedPlanner) authorSets(e *site.Edition) []*FeedSet {
	settings := fp.l.Site.Config.Discovery.Feeds.Author
	if len(settings.Formats)+len(settings.Updates) == 0 || e.Home == nil || !isList(e.Home) {
		return nil
	}
	for _, t := range e.Taxonomies {
		if t.Singular == "author" {
			return nil
		}
	}
	by := map[string]*FeedSet{}
	for _, p := range e.RegularPages {
		seen := ""
		for _, person := range declared.People(p.Params) {
			name := slug(person.Name)
			if name == "" || strings.Contains(seen+"/", "/"+name+"/") {
				continue
			}
			seen += "/" + name
			if by[name] == nil {
				by[name] = &FeedSet{
					FeedSet: settings, edition: e, List: e.Home, dir: "authors/" + name, title: person.Name, Author: person.Name,
					Key: e.Language.Lower + ":author:" + name,
				}
			}
			by[name].pages = append(by[name].pages, p)
		}
	}
	var out []*FeedSet
	for _, name := range slices.Sorted(maps.Keys(by)) {
		s := by[name]
		if fp.planBeside(s, false); len(s.Feeds) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// pageFeeds is the feeds key in the front matter of a page: `feeds: false`, or a table.
type pageFeeds struct {
	off    bool
	values map[string]any // keys of a config.FeedSet
}

// over overrides the settings of a list.
func (f pageFeeds) over(s config.FeedSet) config.FeedSet {
	if f.off {
		s.Formats, s.Updates = nil, nil
		return s
	}
	return s.With(f.values, func(string, string, string) {}) // readPageFeeds reports problems
}

// readPageFeeds reads the front matter key feeds of all pages, cascaded values included.
func readPageFeeds(s *site.Site) (map[int]pageFeeds, diag.List) {
	out := map[int]pageFeeds{}
	var found diag.List
	told := map[string]bool{}
	for _, p := range s.Pages {
		v, there := p.Params["feeds"]
		if !there || v == nil {
			continue
		}
		wrong := func(key, message, hint string) {
			file, line := FeedsSaid(s, p, key)
			d := &diag.Diagnostic{
				Rule: "feeds", Severity: diag.Warning, File: file, Line: line,
				Message: key + " " + message + ": it is ignored", Hint: Example(p, file, hint),
			}
			if text := d.Error(); !told[text] {
				told[text] = true
				found = append(found, d)
			}
		}
		switch v := v.(type) {
		case bool:
			if !v {
				out[p.ID] = pageFeeds{off: true}
			}
		case map[string]any:
			config.FeedSet{}.With(v, func(key, message, hint string) { wrong("feeds."+key, message, hint) })
			out[p.ID] = pageFeeds{values: v}
		default:
			wrong("feeds", fmt.Sprintf("must be a table or false, not %v", v), `write feeds = {content = "summary"}`)
		}
	}
	return out, found
}

// FeedsSaid returns the position of a key in front matter, "feeds" or one below it: that of p, or of the page that
// cascades it.
func FeedsSaid(s *site.Site, p *site.Page, key string) (file string, line int) {
	if p.Doc != nil && p.Doc.Front.Line(key) > 0 {
		return p.Doc.File, p.Doc.Front.Line(key)
	}
	for _, up := range p.Ancestors {
		if up.Doc != nil && up.Doc.Front.Line("cascade") > 0 {
			return up.Doc.File, up.Doc.Front.Line("cascade." + key)
		}
	}
	for at := key; at != ""; at = at[:max(0, strings.LastIndexByte(at, '.'))] {
		kind := "feeds." + string(p.Kind) + strings.TrimPrefix(at, "feeds")
		if file, line = Origin(s.Config, "cascade."+at, "cascade.params."+at, kind); line > 0 {
			return file, line
		}
	}
	return Origin(s.Config, "cascade")
}

// Example returns a hint that shows TOML, in the notation of a file: the page p, one above it, or a configuration.
func Example(p *site.Page, file, hint string) string {
	for _, up := range slices.Concat([]*site.Page{p}, p.Ancestors) {
		if up.Doc != nil && up.Doc.File == file {
			return config.Example(file, up.Doc.Front.Format, hint)
		}
	}
	return config.Example(file, frontmatter.None, hint)
}

// OutOfFeeds reports whether the front matter of p excludes it from feeds.
func (l *Listing) OutOfFeeds(p *site.Page) bool { return l.pageFeeds[p.ID].off }
