package ledger

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestUpdateAgain: no two pages get the same ID, however a site changes, except for one that an author gives. A second
// build of the site finds nothing new and leaves the ledger as it is.
func TestUpdateAgain(t *testing.T) {
	for seed := range uint64(3000) {
		chance := rand.New(rand.NewPCG(seed, 1))
		var l *Ledger
		now := day1
		for range 5 {
			items, was := randomItems(chance), l
			now = now.Add(time.Hour)
			l, _ = was.Update(now, items)
			again, changes := l.Update(now.Add(time.Minute), items)
			if diff := cmp.Diff(Changes{}, changes); diff != "" || string(again.Text()) != string(l.Text()) {
				t.Fatalf("seed %d: %+v\n%s\n%s\nagain:\n%s", seed, items, diff, l.Text(), again.Text())
			}
			at := map[string]string{}
			for _, e := range l.Entries() {
				if !e.Gone.IsZero() || e.ID == "" || strings.HasPrefix(e.ID, "tag:") {
					continue
				}
				if other := at[e.ID]; other != "" {
					t.Fatalf("seed %d: %s and %s have the id %s: %+v\nbefore:\n%s\n%s", seed, other, e.URL, e.ID, items, was.Text(), l.Text())
				}
				at[e.ID] = e.URL
			}
		}
	}
}

// randomItems returns pages at some of a few addresses, with names and contents that meet often.
func randomItems(chance *rand.Rand) []Item {
	var items []Item
	names := chance.Perm(6)
	for n, url := range []string{"/a/", "/b/", "/c/", "/d/"} {
		if chance.IntN(4) == 0 {
			continue
		}
		i := Item{URL: url, Main: 1 + chance.Uint64N(5), Source: 1 + chance.Uint64N(5), Name: uint64(1 + names[n])}
		if chance.IntN(4) > 0 {
			i.ID = "https://a.example" + url
		}
		if chance.IntN(6) == 0 {
			i.ID, i.Given = fmt.Sprintf("tag:%d", chance.IntN(3)), true
		}
		if chance.IntN(4) == 0 {
			i.Was = []string{fmt.Sprintf("/%c/", 'a'+chance.IntN(4))}
		}
		items = append(items, i)
	}
	return items
}
