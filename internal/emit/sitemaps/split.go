package sitemaps

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// group is the content of one sitemap, before limits split it.
type group struct {
	name  string // file name: "sitemap-posts-en.xml"
	pages []*site.Page
	extra []sitemap.Entry // URLs that are not pages
}

// pattern returns the pattern by which the sitemaps of a host are split; "" for no split.
func (x *host) pattern() string {
	switch pattern := x.l.Site.Config.Discovery.Split; {
	case x.hugoAddresses():
		return byLanguage
	case pattern != "auto":
		return pattern
	case len(x.l.Site.Editions) > 1 && x.h.Dir == "":
		return byLanguage
	}
	return ""
}

const byLanguage = "{language}"

// groupName returns the name of the sitemap that lists p.
func (x *host) groupName(pattern string, p *site.Page) string {
	name := listing.SitemapName(x.h.First())
	switch {
	case x.hugoAddresses():
		e := p.Edition
		return e.Language.Lower + "/" + listing.SitemapName(e)
	case pattern == "":
		return name
	}
	return listing.Beside(name, x.unreserved(fill(pattern, func(name string) string { return partOf(name, p) })))
}

// unreserved renames a group whose name is that of another file: a section called "news" must not become
// sitemap-news.xml.
func (x *host) unreserved(part string) string {
	d := x.l.Site.Config.Discovery
	reserved := false
	switch part {
	case "images":
		reserved = placement(d.Images) == sitemap.OwnFiles
	case "videos":
		reserved = placement(d.Videos) == sitemap.OwnFiles
	case "news":
		reserved = len(d.News.Sections) > 0
	case other:
		reserved = len(d.URLs) > 0 || !d.Files.Empty()
	}
	if reserved {
		return part + "-pages"
	}
	return part
}

// other is the group of URLs that are not pages.
const other = "other"

// groups splits the pages of a host by discovery.split (rule U10: by a meaningful value rather than by number). several
// reports whether there is more than one group, or will be as pages are added. The index is then written even for one
// group, so a new page, or an article that is no longer news, does not rename the other files.
func (x *host) groups() (list []group, several bool) {
	pattern := x.pattern()
	at := map[string]int{}
	for _, e := range x.h.Editions {
		if !x.inSitemaps(e) {
			continue
		}
		for _, p := range e.Listable() {
			if !x.l.Listed(p) {
				continue
			}
			file := x.groupName(pattern, p)
			i, there := at[file]
			if !there {
				i = len(list)
				at[file] = i
				list = append(list, group{name: file})
			}
			list[i].pages = append(list[i].pages, p)
		}
	}
	x.keepNumbers(listing.SitemapName(x.h.First()), list)
	if pattern != "" && pattern != byLanguage {
		slices.SortStableFunc(list, func(a, b group) int { return cmp.Compare(a.name, b.name) })
	}
	name := listing.SitemapName(x.h.First())
	if extra := x.extra(); len(extra) > 0 {
		switch {
		case pattern != "":
			list = append(list, group{name: listing.Beside(name, other), extra: extra})
		case len(list) > 0:
			list[0].extra = extra
		default:
			list = []group{{name: name, extra: extra}}
		}
	}
	return list, pattern != "" || x.separateFiles()
}

// keepNumbers renames a group if its name could be that of a numbered part of another group: next to a section "posts",
// the group "posts-1" becomes sitemap-posts-1-pages.xml, however many posts there are. No group has a thousand parts,
// so "posts-2026" keeps its name.
func (x *host) keepNumbers(name string, list []group) {
	names := map[string]bool{}
	for _, g := range list {
		names[g.name] = true
	}
	for _, part := range []string{"images", "videos", "news"} {
		if x.unreserved(part) != part {
			names[listing.Beside(name, part)] = true
		}
	}
	for i, g := range list {
		ext := path.Ext(g.name)
		stem := strings.TrimSuffix(g.name, ext)
		at := strings.LastIndexByte(stem, '-')
		if n, err := strconv.Atoi(stem[at+1:]); err == nil && 0 < n && n < 1000 && at > 0 && names[stem[:at]+ext] {
			list[i].name = listing.Beside(g.name, "pages")
		}
	}
}

// separateFiles reports whether media or news may have separate files.
func (x *host) separateFiles() bool {
	d := x.l.Site.Config.Discovery
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
	d := listing.Published(p) // not the date of a change, so a page does not move from file to file
	switch {
	case d.IsZero():
		return "undated"
	case name == "year":
		return d.Format("2006")
	}
	return d.Format("2006-01")
}

// crowded reports whether a group may not fit into one file. Its files are then numbered so that a new page changes
// only one of them. Smaller groups keep the order of pages.
func (x *host) crowded(groups []group, maxURLs, maxBytes int) bool {
	for _, g := range groups {
		urls, bytes := len(g.pages)+len(g.extra), 0
		for _, p := range g.pages {
			n := len(p.URL.Path()) + 150
			if t := x.l.Versions(p); t > 1 {
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

// extra returns the entries of a host that are not pages: the configured URLs and files. Those of a language with its
// own host are below its folder.
func (x *host) extra() []sitemap.Entry {
	var out []sitemap.Entry
	if x.h.Dir == "" || x.h.First().Language.Default {
		for _, u := range x.l.Site.Config.Discovery.URLs {
			out = append(out, sitemap.Entry{Loc: further(x.h, u), LastMod: u.LastMod})
		}
	}
	for _, f := range x.l.Files() {
		if slices.Contains(x.h.Editions, f.Edition) {
			out = append(out, sitemap.Entry{
				Loc: f.URL.Abs(), LastMod: f.Date, DateOnly: f.About.DayOnly, Alternates: f.Alternates,
			})
		}
	}
	return out
}

// further returns the URL of an entry of discovery.urls; relative ones are below the base URL of the host.
func further(h listing.Host, u config.SitemapURL) string {
	if strings.Contains(u.Loc, "://") {
		return u.Loc
	}
	return h.Editions[0].Base.At(u.Loc).Abs()
}

// fill puts values into a pattern such as "{section}-{year}". value returns the value of a placeholder.
func fill(pattern string, value func(name string) string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(pattern, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, rest, _ := strings.Cut(rest, "}")
		b.WriteString(fileSafe(value(name)))
		pattern = rest
	}
}

// fileSafe makes a word safe for file names.
func fileSafe(s string) string {
	s = strings.Map(func(r rune) rune {
		switch r {
		case '/', '\\', ' ', '?', '#', '%', ':':
			return '-'
		}
		return r
	}, strings.Trim(strings.ToLower(s), "/"))
	return cmp.Or(s, "pages")
}

// mediaType returns the media type of a sitemap by its file name.
func mediaType(name string) string {
	switch path.Ext(name) {
	case ".txt":
		return "text/plain"
	case ".gz":
		return "application/gzip"
	}
	return "application/xml"
}
