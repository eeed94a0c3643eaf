package listing

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/listing/declared"
	"github.com/sitegen/sitegen/internal/site"
)

// set is a set of pages that feeds follow: those of a list, of an author, or what several lists share.
type set struct {
	config.FeedSet
	edition *edition
	page    *site.Page // of the list; the home page where there is none
	// A set without a page of its own has a folder, a title and its pages, and that of an author his name.
	dir, title, author string
	pages              []*site.Page
	key                string // by which the ledger knows it: "en:/posts", "en:author:ann"
	feeds              []plan
	given              *Feed // says title and description
}

func (s *set) isHome() int { return btoi(s.page.Kind == site.Home && s.dir == "") }

// label names the set for people.
func (s *set) label() string { return cmp.Or(s.title, s.page.Key) }

// members returns the pages of the set.
func (s *set) members() []*site.Page {
	if s.dir != "" {
		return s.pages
	}
	return members(s.page)
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

// named fills in the pattern of a name.
func (s *set) named(pattern string) string {
	if !strings.Contains(pattern, "{") {
		return pattern
	}
	kind, name := string(s.page.Kind), cmp.Or(slug(s.page.Path), "home")
	switch {
	case s.author != "":
		kind, name = "author", "author-"+slug(s.author)
	case s.dir != "":
		kind, name = "set", slug(s.dir)
	}
	return strings.NewReplacer("{language}", s.edition.Language.Lower, "{kind}", kind, "{set}", name,
		"{author}", cmp.Or(slug(s.author), name)).Replace(pattern)
}

// slug makes part of an address of a name.
func slug(name string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || r == '_' || r == '.' {
			return r
		}
		return '-'
	}, strings.ToLower(name)), "-.")
}

// feedSettings are the settings of a list: those of its kind, with those of its page on top.
func (fp feedPlanner) feedSettings(e *edition, p *site.Page) config.FeedSet {
	f := &fp.Site.Config.Discovery.Feeds
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
		if p != e.Home && isList(p) && p.Path == "/"+strings.Trim(strings.ToLower(logical), "/") {
			s.Formats, s.Content = f.Home.Formats, f.Home.Content
		}
	}
	if own, there := fp.pageFeeds[p.ID]; there {
		s = own.over(s)
	}
	return s
}

func isAuthors(t *site.TaxonomyIndex) bool { return t != nil && t.Singular == "author" }

// authorSets are the people that pages name in author or authors, by name, where feeds of authors are asked
// for. Those of a taxonomy of authors have pages, and so are lists.
func (fp feedPlanner) authorSets(e *edition) []*set {
	settings := fp.Site.Config.Discovery.Feeds.Author
	if len(settings.Formats)+len(settings.Updates) == 0 || e.Home == nil || !isList(e.Home) {
		return nil
	}
	for _, t := range e.Taxonomies {
		if t.Singular == "author" {
			return nil
		}
	}
	by := map[string]*set{}
	for _, p := range e.RegularPages {
		seen := ""
		for _, person := range declared.People(p.Params) {
			name := slug(person.Name)
			if name == "" || strings.Contains(seen+"/", "/"+name+"/") {
				continue
			}
			seen += "/" + name
			if by[name] == nil {
				by[name] = &set{
					FeedSet: settings, edition: e, page: e.Home, dir: "authors/" + name, title: person.Name, author: person.Name,
					key: e.Language.Lower + ":author:" + name,
				}
			}
			by[name].pages = append(by[name].pages, p)
		}
	}
	var out []*set
	for _, name := range slices.Sorted(maps.Keys(by)) {
		s := by[name]
		if fp.planBeside(s, false); len(s.feeds) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// pageFeeds is what the front matter of a page says about feeds: `feeds: false`, or a table.
type pageFeeds struct {
	off    bool
	values map[string]any // keys of a config.FeedSet
}

// over lays it over the settings of a list.
func (f pageFeeds) over(s config.FeedSet) config.FeedSet {
	if f.off {
		s.Formats, s.Updates = nil, nil
		return s
	}
	return s.With(f.values, func(string, string, string) {}) // told by readPageFeeds
}

// readPageFeeds reads the front matter key feeds of all pages, cascaded values included.
func (fp feedPlanner) readPageFeeds() {
	fp.pageFeeds = map[int]pageFeeds{}
	told := map[string]bool{}
	for _, p := range fp.Site.Pages {
		v, there := p.Params["feeds"]
		if !there || v == nil {
			continue
		}
		file, line := fp.feedsSaid(p)
		wrong := func(key, message, hint string) {
			d := &diag.Diagnostic{
				Rule: "feeds", Severity: diag.Warning, File: file, Line: line,
				Message: key + " " + message + ": it is ignored", Hint: hint,
			}
			if text := d.Error(); !told[text] {
				told[text] = true
				fp.Warnings = append(fp.Warnings, d)
			}
		}
		switch v := v.(type) {
		case bool:
			if !v {
				fp.pageFeeds[p.ID] = pageFeeds{off: true}
			}
		case map[string]any:
			config.FeedSet{}.With(v, func(key, message, hint string) { wrong("feeds."+key, message, hint) })
			fp.pageFeeds[p.ID] = pageFeeds{values: v}
		default:
			wrong("feeds", fmt.Sprintf("must be a table or false, not %v", v), `write feeds: {content: summary}`)
		}
	}
}

// feedsSaid returns where the front matter says feeds: in that of p, or of the page that cascades it.
func (fp feedPlanner) feedsSaid(p *site.Page) (file string, line int) {
	if p.Doc != nil && p.Doc.Front != nil && p.Doc.Front.Lines["feeds"] > 0 {
		return p.Doc.File, p.Doc.Front.Lines["feeds"]
	}
	for _, up := range p.Ancestors {
		if up.Doc != nil && up.Doc.Front != nil && up.Doc.Front.Lines["cascade"] > 0 {
			return up.Doc.File, up.Doc.Front.Lines["cascade"]
		}
	}
	return fp.origin("cascade")
}

// contentOf is how much of p a feed holds: what the set says, or less when the page says so.
func (fr feedReader) contentOf(s *set, p *site.Page) string {
	own, there := fr.pageFeeds[p.ID]
	if !there {
		return s.Content
	}
	order := []string{"none", "summary", "full"}
	word := config.FeedSet{Content: "full"}.With(pickContent(own.values), func(string, string, string) {}).Content
	return order[min(slices.Index(order, word), slices.Index(order, s.Content))]
}

func pickContent(m map[string]any) map[string]any { return map[string]any{"content": m["content"]} }
