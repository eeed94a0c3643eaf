package discovery

import (
	"slices"

	"github.com/sitegen/sitegen/content/site"
)

// Relisted returns the languages in which other pages may be listed than in before, a listing of the same Site.
func (l *Listing) Relisted(before *Listing) []*site.Edition {
	var out []*site.Edition
	for _, p := range l.Site.Pages {
		if l.places[p.ID] != before.places[p.ID] && !slices.Contains(out, p.Edition) {
			out = append(out, p.Edition)
		}
	}
	return out
}
