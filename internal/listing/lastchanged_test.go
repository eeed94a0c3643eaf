package listing

import (
	"slices"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/site"
)

// The entries of the window, or the minimum number, are the same as if all entries were sorted.
func TestLastChanged(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	list := make([]Entry, 300)
	for i := range list {
		list[i] = Entry{Page: &site.Page{ID: i}, First: start.AddDate(0, 0, i*7919%200), Last: start.AddDate(0, 0, i*104729%400)}
	}
	sorted := slices.SortedFunc(slices.Values(list), byChange)
	for _, tt := range []struct{ least, days int }{{0, 1}, {20, 1}, {20, 14}, {400, 14}, {1, 1000}} {
		n := 0
		for n < len(sorted) && (n < tt.least || !sorted[n].Newest().Before(sorted[0].Newest().AddDate(0, 0, -tt.days))) {
			n++
		}
		got := lastChanged(slices.Clone(list), tt.least, tt.days)
		if !slices.EqualFunc(got, sorted[:n], func(a, b Entry) bool { return a.Page == b.Page }) {
			t.Errorf("least %d, %d days: %d entries, want %d", tt.least, tt.days, len(got), n)
		}
	}
}
