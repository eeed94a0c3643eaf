package ledger

import (
	"slices"
	"strings"
	"time"
)

// Known is what another program's feeds tell of one address.
type Known struct {
	URL     string // as in Entry
	ID      string // by which feeds know it; "" when they do not say
	Default string // the id that the address has by itself: one that may give way
	Seen    time.Time
	Changed time.Time // zero when it was not changed after its publication
	There   bool      // a page has the address now
}

// Import returns the ledger with what the feeds of another program tell, and the entries whose id it does not
// take over as they have another one already, in the order of known.
//
// Ids take the place of those that addresses have by themselves. The earlier first sight counts; a date of change
// that is known stays. An address without a page is remembered as one that is gone: a page that comes to it, or
// has it among its aliases, takes up its id.
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
	return &Ledger{list}, refused
}

func second(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.UTC().Truncate(time.Second)
}
