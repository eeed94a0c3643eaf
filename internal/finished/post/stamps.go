package post

import (
	"slices"
	"time"
)

// entryDate is the date of an entry.
type entryDate struct {
	at      time.Time // zero: none
	dayOnly bool
	known   time.Time // when the page itself, its source, or git says that it changed; zero if they don't
}

const (
	fewDates  = 3                // minimum number of pages to conclude that their dates are the time of a build (rule M2)
	buildSpan = 10 * time.Minute // maximum duration of a build that dates each page as it writes it
)

// stamped returns which dates are the time of a build: all, if they are the same or within a build; else the newest, if
// the pages themselves contradict them, or if they have fractions of a second, which only clocks have.
func stamped(dates []entryDate) []bool {
	out := make([]bool, len(dates))
	dates = slices.Clone(dates)
	for {
		found := newestStamps(dates)
		grew := false
		for _, i := range found {
			grew = grew || !out[i]
			out[i], dates[i].at = true, dates[i].known
		}
		if !grew {
			return out
		}
	}
}

// newestStamps returns the newest dates that are the time of a build.
func newestStamps(dates []entryDate) (found []int) {
	var newest time.Time
	all := 0
	for _, d := range dates {
		if d.at.After(newest) {
			newest = d.at
		}
		if !d.at.IsZero() {
			all++
		}
	}
	fractions, wrong, right := 0, 0, 0
	for i, d := range dates {
		if d.at.IsZero() || newest.Sub(d.at) > buildSpan || d.dayOnly && !d.at.Equal(newest) {
			continue
		}
		found = append(found, i)
		if d.at.Nanosecond() != 0 {
			fractions++
		}
		switch {
		case d.known.IsZero():
		case d.at.Sub(d.known) > 24*time.Hour:
			wrong++
		default:
			right++
		}
	}
	n := len(found)
	if n < fewDates || n < all && fractions < n && (wrong < 2 || right > 0) {
		return nil
	}
	return found
}
