package frontmatter

import "time"

// Local is a TOML date, date and time, or time of day that says no offset: it is the same wall
// clock in every zone (https://toml.io/en/v1.0.0#local-date-time). The zero value is not a date.
type Local struct {
	Year                       int
	Month                      time.Month
	Day                        int
	Hour, Minute, Second, Nano int
	HasDate, HasTime           bool
}

// In returns the moment at which clocks in loc (nil: UTC) show l. A time of day alone is that time
// on 1 January of the year 0, which no date handler takes for a date.
func (l Local) In(loc *time.Location) time.Time {
	if loc == nil {
		loc = time.UTC
	}
	if !l.HasDate {
		return time.Date(0, 1, 1, l.Hour, l.Minute, l.Second, l.Nano, loc)
	}
	return time.Date(l.Year, l.Month, l.Day, l.Hour, l.Minute, l.Second, l.Nano, loc)
}

// String returns l as TOML writes it: "2006-01-02", "2006-01-02T15:04:05.999" or "15:04:05".
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

// MarshalText returns String, so that JSON shows a Local as a string.
func (l Local) MarshalText() ([]byte, error) { return []byte(l.String()), nil }
