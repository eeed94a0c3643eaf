package listing

import (
	"fmt"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/site"
)

// CheckIDs warns about IDs of feeds that vanished with their pages (rule B4): readers show a replacement as new. Pages
// that are only held back, pages that redirect to another one, and terms do not count. Call CheckIDs on the result of
// Remember.
func CheckIDs(l *Listing) diag.List {
	if len(l.memory.changes.Lost) == 0 || len(checkHosts(l.Site)) > 0 { // or the site was never published
		return nil
	}
	known, held := knownKeys(l.Site), heldBack(l.Site)
	report := &diag.Reporter{}
	for _, e := range l.memory.changes.Lost {
		if known[e.URL] || held[e.Name] || isTerm(l.Site, e.URL) {
			continue
		}
		report.Say(&diag.Diagnostic{
			Rule: "B4", Severity: diag.Warning,
			Message: fmt.Sprintf("the page %s was removed, and with it the ID that feed readers use for it: %s", e.URL, e.ID),
			Hint:    "if it moved, add the old URL to the front matter of the new page, as in aliases: [/old/]; if it was deleted, ignore this message: it appears once",
		})
	}
	return report.List()
}

// heldBack returns the pages that the project has but does not publish now, by the hash of their names.
func heldBack(s *site.Site) map[uint64]bool {
	held := map[uint64]bool{}
	for _, left := range s.Left {
		held[xxhash.Sum64String(left.Doc.Lang+":"+left.Doc.Logical)] = true
	}
	return held
}

// knownKeys returns the keys of URLs that still lead somewhere: those of all pages, and of redirects.
func knownKeys(s *site.Site) map[string]bool {
	known := map[string]bool{}
	for _, p := range s.Pages {
		if !p.URL.IsZero() {
			known[key(p.Edition, p.URL)] = true
		}
	}
	for _, keys := range formerly(s) {
		for _, k := range keys {
			known[k] = true
		}
	}
	return known
}

// isTerm reports whether a URL was that of a term.
func isTerm(s *site.Site, known string) bool {
	for _, e := range s.Editions {
		for _, t := range e.Taxonomies {
			if t.Page != nil && !t.Page.URL.IsZero() && strings.HasPrefix(known, key(t.Page.Edition, t.Page.URL)) {
				return true
			}
		}
	}
	return false
}
