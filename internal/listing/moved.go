package listing

import (
	"slices"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/listing/ledger"
	"github.com/sitegen/sitegen/internal/site"
)

// Moves returns the pages that moved, on a listing that remembers.
func (l *Listing) Moves() []ledger.Move { return l.memory.now.Moves() }

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
