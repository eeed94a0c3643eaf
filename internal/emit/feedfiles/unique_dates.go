package feedfiles

import (
	"cmp"
	"slices"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/listing"
)

// tellApart adds fractions of a second to entries with the same date, in the order of their IDs. Validators warn of
// equal dates, and readers should always sort such entries in the same way.
func tellApart(entries []listing.Entry) {
	by := map[int64][]*listing.Entry{}
	var order []int64
	for i := range entries {
		e := &entries[i]
		at := e.Updated().Truncate(time.Second)
		if !e.Last.IsZero() {
			e.Last = at
		}
		if by[at.Unix()] = append(by[at.Unix()], e); len(by[at.Unix()]) == 1 {
			order = append(order, at.Unix())
		}
	}
	for _, second := range order {
		same := by[second]
		slices.SortFunc(same, func(a, b *listing.Entry) int { return cmp.Compare(a.ID, b.ID) })
		taken := map[uint64]bool{0: true}
		for _, e := range same[1:] {
			micro := 1 + xxhash.Sum64String(e.ID)%999_999
			for taken[micro] {
				micro = 1 + micro%999_999
			}
			taken[micro] = true
			e.Last = e.Updated().Truncate(time.Second).Add(time.Duration(micro) * time.Microsecond)
		}
	}
}
