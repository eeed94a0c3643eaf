package check

import (
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
)

// zones is the offset of the easternmost time zone: a date of today there may be tomorrow in UTC.
const zones = 14 * time.Hour

// moment is a valid date of a page.
type moment struct {
	time  time.Time
	whole bool // it has a time of day
	html.Date
}

// before reports whether a moment is certainly before another; if one has no time of day, only the days are compared.
func (s moment) before(o moment) bool {
	if s.whole && o.whole {
		return s.time.Before(o.time)
	}
	return s.time.Add(zones).Before(o.time.Truncate(24*time.Hour)) && s.Value[:4] <= o.Value[:4]
}

// readDate reads a date of ISO 8601 as used by schema.org and Open Graph; whole reports whether it has a time of day.
func readDate(s string) (t time.Time, whole, ok bool) {
	for _, layout := range []string{
		time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05.999999999Z0700", "2006-01-02T15:04Z0700",
		"2006-01-02T15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04Z07:00",
		"2006-01-02 15:04:05.999999999Z0700", "2006-01-02 15:04:05.999999999", "2006-01-02 15:04",
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true, true
		}
	}
	for _, layout := range []string{"2006-01-02", "2006-01", "2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, false, true
		}
	}
	return t, false, false
}

// readTime reports whether a value is valid for a time element without being a date: a week, a day of the year, a time
// of day, a zone, a duration (HTML §4.5.14).
func readTime(s string) bool {
	if len(s) > 100 {
		return false
	}
	s = strings.TrimSpace(s)
	for _, layout := range []string{"15:04", "15:04:05", "15:04:05.999", "01-02", "--01-02"} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return otherTimes.MatchString(s)
}

// otherTimes matches weeks, zones and durations. It is read only.
var otherTimes = pattern.New(`^(\d{4}-W[0-5]\d|Z|[+-]\d\d:?\d\d|P(\d+D)?(T(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?|P\d+[WMY]|(\d+(\.\d+)?\s*[wdhmsWDHMS]\s*)+)$`)
