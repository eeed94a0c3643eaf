package listing

import (
	"slices"

	"github.com/sitegen/sitegen/internal/site"
)

// Reheaded returns the pages whose heads name other versions, feeds, copies or canonical URLs than in before, a listing
// of the same Site. It includes pages that are now closed together with another page.
func Reheaded(l, before *Listing) []*site.Page {
	if slices.Equal(l.places, before.places) && len(l.indexes) == 0 {
		return nil
	}
	var out []*site.Page
	renamed := len(l.newer) != len(before.newer) || len(l.indexes) > 0
	for _, p := range l.Site.Pages {
		if l.Closed(p) != before.Closed(p) || renamed && l.Canonical(p) != before.Canonical(p) ||
			l.copyURL(p) != before.copyURL(p) || !slices.Equal(l.Alternates(p), before.Alternates(p)) ||
			!slices.Equal(l.FeedLinks(p), before.FeedLinks(p)) {
			out = append(out, p)
		}
	}
	return out
}

// Relisted returns the languages in which other pages may be listed than in before, a listing of the same Site.
func Relisted(l, before *Listing) []*site.Edition {
	var out []*site.Edition
	for _, p := range l.Site.Pages {
		if l.places[p.ID] != before.places[p.ID] && !slices.Contains(out, p.Edition) {
			out = append(out, p.Edition)
		}
	}
	return out
}

// Redated returns the pages whose date of change differs from that in before, a listing of the same Site.
func Redated(l, before *Listing) []*site.Page {
	if !slices.Contains(l.Site.Config.Discovery.LastMod, FromLedger) {
		return nil
	}
	var out []*site.Page
	for _, p := range l.Site.Pages {
		was, is := before.Remembered(p), l.Remembered(p)
		if !was.Changed.Equal(is.Changed) && !l.LastMod(p).Shown().Equal(before.LastMod(p).Shown()) {
			out = append(out, p)
		}
	}
	return out
}
