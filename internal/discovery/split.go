package discovery

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/sitemap"
)

// group is what stands in one sitemap, before the limits divide it.
type group struct {
	name  string // of the file: "sitemap-posts-en.xml"
	pages []*site.Page
	extra []sitemap.Entry // addresses that are no pages
}

// pattern is the way in which the sitemaps of a host are divided; "" is not at all.
func (l *Listing) pattern(h host) string {
	switch pattern := l.Site.Config.Discovery.Split; {
	case l.hugoAddresses(h):
		return byLanguage
	case pattern != "auto":
		return pattern
	case len(l.editions) > 1 && !h.first().host:
		return byLanguage
	}
	return ""
}

const byLanguage = "{language}"

// groupName is the name of the sitemap that lists p.
func (l *Listing) groupName(h host, pattern string, p *site.Page) string {
	name := mapName(h.first())
	switch {
	case l.hugoAddresses(h):
		e := l.edition(p)
		return e.Language.Lower + "/" + mapName(e)
	case pattern == "":
		return name
	}
	return beside(name, l.unreserved(fill(pattern, func(name string) string { return partOf(name, p) })))
}

// unreserved keeps a group from the name of a file that is no group: a section called "news" from
// sitemap-news.xml.
func (l *Listing) unreserved(part string) string {
	d := l.Site.Config.Discovery
	reserved := false
	switch part {
	case "images":
		reserved = placement(d.Images) == sitemap.OwnFiles
	case "videos":
		reserved = placement(d.Videos) == sitemap.OwnFiles
	case "news":
		reserved = len(d.News.Sections) > 0
	case other:
		reserved = len(d.URLs) > 0 || len(d.Files) > 0
	}
	if reserved {
		return part + "-pages"
	}
	return part
}

// other is the group of what is no page.
const other = "other"

// groups divides the pages of a host by discovery.split (rule U10: by something that means something,
// before by number). several says that there is more than one, or is when more pages come, so that an
// index is written: a page that comes, or an article that is not news any more, must not rename the others.
func (l *Listing) groups(h host) (list []group, several bool) {
	pattern := l.pattern(h)
	at := map[string]int{}
	for _, e := range h.editions {
		if !l.inSitemaps(e.Edition) {
			continue
		}
		for _, p := range e.Pages {
			if !l.Listed(p) {
				continue
			}
			file := l.groupName(h, pattern, p)
			i, there := at[file]
			if !there {
				i = len(list)
				at[file] = i
				list = append(list, group{name: file})
			}
			list[i].pages = append(list[i].pages, p)
		}
	}
	l.keepNumbers(mapName(h.first()), list)
	if pattern != "" && pattern != byLanguage {
		slices.SortStableFunc(list, func(a, b group) int { return cmp.Compare(a.name, b.name) })
	}
	name := mapName(h.first())
	if extra := l.extra(h); len(extra) > 0 {
		switch {
		case pattern != "":
			list = append(list, group{name: beside(name, other), extra: extra})
		case len(list) > 0:
			list[0].extra = extra
		default:
			list = []group{{name: name, extra: extra}}
		}
	}
	return list, pattern != "" || l.filesBeside()
}

// keepNumbers keeps groups from the names that others take when the limits divide them: where there is a section
// "posts", one that is called "posts-1" has sitemap-posts-1-pages.xml, however many posts there are. Nothing has a
// thousand parts, so that "posts-2026" stays.
func (l *Listing) keepNumbers(name string, list []group) {
	names := map[string]bool{}
	for _, g := range list {
		names[g.name] = true
	}
	for _, part := range []string{"images", "videos", "news"} {
		if l.unreserved(part) != part {
			names[beside(name, part)] = true
		}
	}
	for i, g := range list {
		ext := path.Ext(g.name)
		stem := strings.TrimSuffix(g.name, ext)
		at := strings.LastIndexByte(stem, '-')
		if n, err := strconv.Atoi(stem[at+1:]); err == nil && 0 < n && n < 1000 && at > 0 && names[stem[:at]+ext] {
			list[i].name = beside(g.name, "pages")
		}
	}
}

// filesBeside reports whether media or news may have files of their own.
func (l *Listing) filesBeside() bool {
	d := l.Site.Config.Discovery
	return placement(d.Images) == sitemap.OwnFiles || placement(d.Videos) == sitemap.OwnFiles || len(d.News.Sections) > 0
}

// partOf returns the value of a placeholder.
func partOf(name string, p *site.Page) string {
	switch name {
	case "language":
		return p.Edition.Language.Lower
	case "section":
		return cmp.Or(p.SectionPath, "pages")
	case "type":
		return cmp.Or(p.Type, "page")
	}
	d := published(p) // not the date of a change: a page must not move from file to file
	switch {
	case d.IsZero():
		return "undated"
	case name == "year":
		return d.Format("2006")
	}
	return d.Format("2006-01")
}

// crowded reports whether a group will hardly fit into one file: then its files are numbered so that a new
// page changes one of them only. Below that the pages keep their order.
func (l *Listing) crowded(groups []group, maxURLs, maxBytes int) bool {
	for _, g := range groups {
		urls, bytes := len(g.pages)+len(g.extra), 0
		for _, p := range g.pages {
			n := len(p.URL.Path()) + 150
			t := len(p.Translations)
			if l.versions != nil {
				t = len(l.versions[p.ID])
			}
			if t > 1 {
				n += (t + 1) * (n + 50)
			}
			bytes += n
		}
		if urls > maxURLs || bytes > maxBytes {
			return true
		}
	}
	return false
}

// extra returns the entries of a host that are no pages: the configured addresses and files. Those of a
// language with a host of its own stand below its folder.
func (l *Listing) extra(h host) []sitemap.Entry {
	var out []sitemap.Entry
	if h.dir == "" || h.first().Language.Default {
		for _, u := range l.Site.Config.Discovery.URLs {
			out = append(out, sitemap.Entry{Loc: h.further(u), LastMod: u.LastMod})
		}
	}
	return append(out, l.fileEntries(h)...)
}

// further is the address of discovery.urls, relative ones below the base of the host.
func (h host) further(u config.SitemapURL) string {
	if strings.Contains(u.Loc, "://") {
		return u.Loc
	}
	return h.editions[0].Base.At(u.Loc).Abs()
}
