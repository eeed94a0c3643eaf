package ledger

import (
	"slices"
	"strings"
	"time"
)

// Known is what another program's feeds say about one URL.
type Known struct {
	URL     string // as in Entry
	ID      string // its ID in feeds; "" if they have none
	Default string // the ID that the URL gets by default: one that may be replaced
	Seen    time.Time
	Changed time.Time // zero if it did not change after its publication
	There   bool      // a page has the URL now
}

// Import returns the ledger with what the feeds of another program say, and the entries whose IDs it does not take over
// because they have another one already, in the order of known.
//
// Imported IDs replace the default IDs of URLs. The earlier first sight counts; a known date of change stays. A URL
// without a page is kept as removed: a page that gets this URL, or has it as an alias, takes over its ID.
func (l *Ledger) Import(now time.Time, known []Known) (*Ledger, []Entry) {
	now = now.UTC().Truncate(time.Second)
	list := slices.Clone(l.Entries())
	at := make(map[string]int, len(list)+len(known))
	for i := range list {
		at[list[i].URL] = i
	}
	var refused []Entry
	for _, k := range known {
		i, there := at[k.URL]
		if !there {
			e := Entry{URL: k.URL, Seen: second(k.Seen), Changed: second(k.Changed), ID: k.ID}
			if e.Seen.IsZero() {
				e.Seen = now
			}
			if !k.There && !isFile(k.URL) {
				e.Gone = now
			}
			at[k.URL] = len(list)
			list = append(list, e)
			continue
		}
		e := &list[i]
		switch {
		case k.ID == "" || e.ID == k.ID:
		case e.ID == "" || e.ID == k.Default:
			e.ID = k.ID
		default:
			refused = append(refused, *e)
		}
		if seen := second(k.Seen); !seen.IsZero() && (e.Seen.IsZero() || seen.Before(e.Seen)) {
			e.Seen = seen
		}
		if e.Changed.IsZero() {
			e.Changed = second(k.Changed)
		}
	}
	slices.SortFunc(list, func(a, b Entry) int { return strings.Compare(a.URL, b.URL) })
	return &Ledger{list, l.Built()}, refused
}

func second(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.UTC().Truncate(time.Second)
}
