package post

import (
	"strings"
	"testing"
	"time"
)

// Dates of a build are the same, differ by its duration, have fractions of a second, or contradict the pages.
func TestStamped(t *testing.T) {
	for _, c := range []struct{ dates, want string }{
		{"2026-01-01 2026-01-01 2026-01-01", "xxx"},
		{"2026-01-01 2026-01-01", ".."},
		{"2026-01-01 2026-01-01 2026-01-02", "..."},
		{"2026-01-01T10:00:00Z 2026-01-01T10:05:00Z - 2026-01-01T10:00:09Z", "xx.x"},
		{"2026-01-01T10:00:00Z 2026-01-01T11:00:00Z 2026-01-01T12:00:00Z", "..."},
		{"2026-01-01T10:00:00.1Z 2026-01-01T10:00:00.2Z 2026-01-01T10:00:00.3Z 2025-01-01", "xxx."},
		{"2026-01-01T10:00:00Z 2026-01-01T10:00:00Z 2026-01-01T10:00:00Z 2025-01-01", "...."},
		{"2026-01-01T10:00:00Z<2020-01-01 2026-01-01T10:00:00Z<2021-01-01 2026-01-01T10:00:00Z 2025-01-01", "xxx."},
		{"2026-01-01T10:00:00Z<2026-01-01 2026-01-01T10:00:00Z<2021-01-01 2026-01-01T10:00:00Z<2021-01-01 2025-01-01", "...."},
		// the older dates of two builds
		{"2026-01-01T10:00:00.1Z 2026-01-01T10:00:00.2Z 2026-01-01T10:00:00.3Z 2025-01-01 2025-01-01 2025-01-01", "xxxxxx"},
	} {
		var dates []entryDate
		for _, s := range strings.Fields(c.dates) {
			at, known, _ := strings.Cut(s, "<")
			var d entryDate
			d.at, _ = time.Parse(time.RFC3339, at)
			if day, err := time.Parse(time.DateOnly, at); err == nil {
				d.at, d.dayOnly = day, true
			}
			d.known, _ = time.Parse(time.DateOnly, known)
			dates = append(dates, d)
		}
		got := ""
		for _, is := range stamped(dates) {
			got += map[bool]string{false: ".", true: "x"}[is]
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.dates, got, c.want)
		}
	}
}
