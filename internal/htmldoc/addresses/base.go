package addresses

import (
	"net/url"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

const (
	mostSample = 1 << 20 // maximum bytes read of a page
	mostPages  = 100     // maximum number of pages examined
	mostAsked  = 1000    // maximum number of entries of sitemaps and feeds examined
)

// Base returns the URL of a tree's root: the one that most pages agree on by their canonical links, else the
// one that robots.txt, sitemaps, and feeds agree on, or "".
func Base(t *webtree.Tree) string {
	if base := baseOfPages(t); base != "" {
		return base
	}
	sure, home := ballot{}, ballot{}
	if robots := Robots(t); robots != nil {
		for _, loc := range robots.Sitemaps {
			if file, ok := Locate(t, loc); ok {
				if base, ok := t.InferBase(file, loc); ok {
					sure[base]++
				}
			}
		}
	}
	asked := 0
	vote := func(_ int32, e *sitemap.Entry) {
		if asked++; asked > mostAsked {
			return
		}
		switch base, root := below(t, e.Loc); {
		case base == "":
		case root:
			home[base]++
		default:
			sure[base]++
		}
	}
	Entries(t, Sitemaps(t), vote)
	if len(sure) == 0 {
		asked = 0
		for i := range t.Len() {
			if file := int32(i); mayBeFeed(t.File(file).Path) {
				entries(t, file, func(format sitemap.Format, e *sitemap.Entry) error {
					if format != sitemap.Index && format != sitemap.Text {
						vote(file, e)
					}
					return nil
				})
			}
		}
	}
	if base := sure.winner(); base != "" {
		return base
	}
	return home.winner()
}

// baseOfPages infers the base from the canonical links of some pages.
func baseOfPages(t *webtree.Tree) string {
	var pages []int32
	for i := range t.Len() {
		if t.File(int32(i)).HTML() {
			pages = append(pages, int32(i))
		}
	}
	votes := ballot{}
	var reader html.PageReader
	var buf []byte
	for i := 0; i < len(pages); i += max(1, len(pages)/mostPages) {
		data, _, err := t.Read(pages[i], buf[:0], mostSample)
		buf = data
		if err != nil {
			continue
		}
		d := reader.Read(data)
		if len(d.Canonicals) == 0 || d.Refresh.There {
			continue
		}
		if base, ok := t.InferBase(pages[i], d.Canonicals[0].Text); ok {
			votes[base]++
		}
	}
	return votes.winner()
}

// ballot counts votes for URLs.
type ballot map[string]int

// winner returns the URL with the most votes; in a tie, the first by name.
func (b ballot) winner() string {
	best := ""
	for base, n := range b {
		if best == "" || n > b[best] || n == b[best] && base < best {
			best = base
		}
	}
	return best
}

// below returns the part of a URL before the longest path that has a file, or "". root means that it is the URL
// of the home page, which any path may be.
func below(t *webtree.Tree, address string) (base string, root bool) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	whole := strings.TrimPrefix(u.Path, "/")
	for rest := whole; rest != ""; {
		if to := t.At(rest); to.Kind == webtree.Own {
			return webtree.Root(u, strings.TrimSuffix("/"+whole, rest)), false
		}
		_, rest, _ = strings.Cut(rest, "/")
	}
	if _, ok := t.Lookup("index.html"); ok && (whole == "" || strings.HasSuffix(whole, "/")) {
		return webtree.Root(u, "/"+whole), true
	}
	return "", false
}

// mayBeFeed reports whether the name of a file may be that of a feed.
func mayBeFeed(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".xml", ".rss", ".atom", ".rdf":
		return true
	}
	return false
}
