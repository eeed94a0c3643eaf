package listing

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/listing/declared"
	"github.com/sitegen/sitegen/internal/site"
)

// customSets returns the sets of [[feeds.sets]]: the pages that are in all of some lists, and by a certain author if
// the set names one. A language that lacks one of the lists does not have the set.
func (fp *feedPlanner) customSets(e *site.Edition) []*FeedSet {
	var out []*FeedSet
	for _, c := range fp.l.Site.Config.Discovery.Feeds.Sets {
		if e.Home == nil || !isList(e.Home) {
			return nil
		}
		pages, title, ok := fp.shared(e, c)
		if !ok {
			continue
		}
		s := &FeedSet{
			FeedSet: c.FeedSet, edition: e, List: e.Home, dir: c.Name, title: title, pages: pages,
			Key: e.Language.Lower + ":set:" + c.Name,
		}
		if fp.planBeside(s, false); len(s.Feeds) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// shared returns the pages of a language that are in all lists of a set, in list order, and the title of the set.
func (fp *feedPlanner) shared(e *site.Edition, c config.CustomFeeds) (pages []*site.Page, title string, ok bool) {
	pages = e.RegularPages
	var titles []string
	for _, logical := range c.Lists {
		list := fp.listAt(e, logical)
		if list == nil {
			return nil, "", false
		}
		titles = append(titles, list.Title)
		in := map[*site.Page]bool{}
		for _, p := range everyMember(list) {
			in[p] = true
		}
		pages = slices.DeleteFunc(slices.Clone(pages), func(p *site.Page) bool { return !in[p] })
	}
	if c.Author != "" {
		titles = append(titles, c.Author)
		pages = slices.DeleteFunc(slices.Clone(pages), func(p *site.Page) bool { return !isBy(p, c.Author) })
	}
	if c.Title != "" {
		return pages, c.Title, true
	}
	return pages, strings.Join(titles, ", "), true
}

// everyMember returns the pages of a list; for a section, this includes the sections below it.
func everyMember(p *site.Page) []*site.Page {
	if p.Kind == site.Section {
		return p.RegularPagesRecursive
	}
	return members(p)
}

func isBy(p *site.Page, author string) bool {
	for _, person := range declared.People(p.Params) {
		if slug(person.Name) == slug(author) {
			return true
		}
	}
	return false
}

// listAt finds a list of a language by its logical path.
func (fp *feedPlanner) listAt(e *site.Edition, logical string) *site.Page {
	for _, p := range fp.l.Site.Pages {
		if p.Edition == e && p.Path == logicalPath(logical) && isList(p) {
			return p
		}
	}
	return nil
}

// logicalPath returns the path of a list that a setting names.
func logicalPath(name string) string { return "/" + strings.Trim(strings.ToLower(name), "/") }

// checkLists warns about logical paths in [feeds] that do not match a list of any language.
func checkLists(s *site.Site) (found diag.List) {
	f := &s.Config.Discovery.Feeds
	if len(f.Lists)+len(f.Sets) == 0 {
		return nil
	}
	lists := map[string]bool{}
	for _, p := range s.Pages {
		if isList(p) {
			lists[p.Path] = true
		}
	}
	check := func(key string, named []string) {
		for _, logical := range named {
			found = append(found, misnamed(s, key, logical, logicalPath(logical), "list", lists)...)
		}
	}
	check("feeds.lists", f.Lists)
	for _, c := range f.Sets {
		check("feeds.sets", c.Lists)
	}
	return found
}

// checkSections warns about sections in [discovery] that have no page in any language.
func checkSections(s *site.Site) (found diag.List) {
	d := &s.Config.Discovery
	if len(d.News.Sections)+len(d.Images.Sections)+len(d.Videos.Sections) == 0 {
		return nil
	}
	sections := map[string]bool{}
	for _, p := range s.Pages {
		if p.SectionPath != "" {
			sections[p.SectionPath] = true
		}
	}
	for _, setting := range []struct {
		key   string
		named []string
	}{
		{"discovery.news.sections", d.News.Sections},
		{"discovery.images.sections", d.Images.Sections},
		{"discovery.videos.sections", d.Videos.Sections},
	} {
		for _, name := range setting.named {
			found = append(found, misnamed(s, setting.key, name, name, "section", sections)...)
		}
	}
	return found
}

// misnamed warns when a setting names something that does not exist.
func misnamed(s *site.Site, key, as, name, what string, there map[string]bool) diag.List {
	if there[name] {
		return nil
	}
	d := &diag.Diagnostic{
		Rule: key[:strings.IndexByte(key, '.')], Severity: diag.Warning,
		Message: fmt.Sprintf("%s names %q, but no such %s exists", key, as, what),
	}
	d.Hint = diag.DidYouMean(name, slices.Sorted(maps.Keys(there)), "")
	d.File, d.Line = Origin(s.Config, key)
	return diag.List{d}
}
