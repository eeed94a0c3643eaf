package discovery

import (
	"cmp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/ledger"
)

// Move is a page that earlier builds saw at another address, where nothing is listed now.
type Move struct {
	Host     string // lower-case key of the language that has a host of its own; "" when none has
	From, To string // addresses below the base of that host, escaped: "/posts/old/"
}

// Moves returns the pages that moved as the ledger knows them (rule B4), in the order of the old addresses. Call it
// on a listing that remembers.
func (l *Listing) Moves() []Move {
	type name struct {
		id string
		of uint64
	}
	now := map[name]string{}
	entries := l.memory.now.Entries()
	known := func(e string) bool { return !strings.HasPrefix(e, ledger.FilePrefix) }
	for _, e := range entries {
		if e.Gone.IsZero() && known(e.URL) {
			now[name{id: e.ID}], now[name{of: e.Name}] = e.URL, e.URL
		}
	}
	delete(now, name{})
	var out []Move
	for _, e := range entries {
		if e.Gone.IsZero() || !known(e.URL) {
			continue
		}
		to := now[name{id: e.ID}]
		if to == "" {
			to = now[name{of: e.Name}]
		}
		fromHost, from := hostOf(e.URL)
		if toHost, path := hostOf(to); to != "" && toHost == fromHost {
			out = append(out, Move{fromHost, from, path})
		}
	}
	slices.SortStableFunc(out, func(a, b Move) int { return cmp.Or(cmp.Compare(a.Host, b.Host), cmp.Compare(a.From, b.From)) })
	return out
}

// hostOf divides the key of an address in the ledger.
func hostOf(key string) (host, path string) {
	if strings.HasPrefix(key, "/") {
		return "", key
	}
	host, path, _ = strings.Cut(key, ":")
	return host, path
}

// FeedFile is a feed as one subscribes to it.
type FeedFile struct {
	File   string // slash path in the output folder
	URL    string // absolute
	Format feeds.Format
}

// FeedFiles returns the feeds that have an absolute address, those that templates write included.
func (l *Listing) FeedFiles() []FeedFile {
	var out []FeedFile
	for i := range l.editions {
		for j := range l.editions[i].feeds {
			f := &l.editions[i].feeds[j]
			if l.editions[i].known {
				out = append(out, FeedFile{f.file, l.absolute(f.page, f.url), f.format})
			}
		}
	}
	return out
}

// OutputAlternates returns the hreflang set of an output of p that is no HTML page, and so has no head to say it
// in (rule H6): address gives that of the same output of another version, "" when it has none.
func (l *Listing) OutputAlternates(p *site.Page, address func(*site.Page) string) []Alternate {
	if len(p.Translations) < 2 || address(p) == "" {
		return nil
	}
	set := slices.DeleteFunc(appendAlternates(nil, l, p, address, anyVersion), func(a Alternate) bool { return a.Href == "" })
	if len(slices.DeleteFunc(slices.Clone(set), func(a Alternate) bool { return a.Lang == "x-default" })) < 2 {
		return nil
	}
	return set
}
