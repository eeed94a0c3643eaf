package listing_test

import (
	"testing"

	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/testing/assembled"
)

// tree is a project by slash path.
type tree = map[string]string

func declare(t testing.TB, project tree) (*site.Site, *listing.Listing) {
	t.Helper()
	s := assembled.Site(t, project)
	return s, listing.Declare(s)
}

// noFacts returns the facts of pages that say nothing about themselves.
func noFacts(s *site.Site) []*listing.PageFacts {
	facts := make([]*listing.PageFacts, len(s.Pages))
	for i := range facts {
		facts[i] = &listing.PageFacts{}
	}
	return facts
}
