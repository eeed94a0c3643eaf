package frontmatter

import (
	"cmp"
	"time"
)

// Local is a TOML date, date and time, or time of day without an offset: it is the same wall-clock time in
// every zone (https://toml.io/en/v1.0.0#local-date-time). The zero value is not a date.
type Local struct {
	Year                       int
	Month                      time.Month
	Day                        int
	Hour, Minute, Second, Nano int
	HasDate, HasTime           bool
}

// In returns the time at which clocks in loc (nil means UTC) show l. A bare time of day is on 1 January of the
// year 0, which no date handler accepts as a date.
func (l Local) In(loc *time.Location) time.Time {
	loc = cmp.Or(loc, time.UTC)
	if !l.HasDate {
		return time.Date(0, 1, 1, l.Hour, l.Minute, l.Second, l.Nano, loc)
	}
	return time.Date(l.Year, l.Month, l.Day, l.Hour, l.Minute, l.Second, l.Nano, loc)
}

// String returns l in TOML notation: "2006-01-02", "2006-01-02T15:04:05.999", or "15:04:05".
func (l Local) String() string {
	t := l.In(time.UTC)
	switch {
	case l.HasDate && l.HasTime:
		return t.Format("2006-01-02T15:04:05.999999999")
	case l.HasTime:
		return t.Format("15:04:05.999999999")
	}
	return t.Format("2006-01-02")
}

// MarshalText returns String, so a Local is a string in JSON.
func (l Local) MarshalText() ([]byte, error) { return []byte(l.String()), nil }
