package frontmatter

import "time"

// Date reads a date in a form that front matter may have: a text, a time, or a local date. loc is the zone of dates
// without an offset. dayOnly reports that it has no time of day. A number is not a date.
func Date(v any, loc *time.Location) (t time.Time, dayOnly, ok bool) {
	switch v := v.(type) {
	case string:
		t, ok = parseDate(v, loc)
		return t, len(v) == len(time.DateOnly), ok
	case Local:
		return v.In(loc), !v.HasTime, v.HasDate
	case time.Time:
		return v.Truncate(time.Second), false, true
	}
	return t, false, false
}

// dateFormats are the supported notations of dates, in the order in which they are tried. For formats that name a zone
// without its offset ("MST"), only the wall clock counts.
var dateFormats = []struct {
	layout string
	offset bool
}{
	{"2006-01-02", false},
	{time.RFC3339, true},
	{"2006-1-2T15:04:05Z07:00", true}, // https://yaml.org/type/timestamp.html
	{"2006-01-02T15:04:05", false},
	{time.RFC1123Z, true},
	{time.RFC1123, false},
	{time.RFC822Z, true},
	{time.RFC822, false},
	{time.RFC850, false},
	{"2006-01-02 15:04:05.999999999 -0700 MST", true},
	{"2006-01-02T15:04:05-0700", true},
	{"2006-01-02 15:04:05Z0700", true},
	{"2006-01-02 15:04:05", false},
	{time.ANSIC, false},
	{time.UnixDate, false},
	{time.RubyDate, true},
	{"2006-01-02 15:04:05Z07:00", true},
	{"02 Jan 2006", false},
	{"2006-01-02 15:04:05 -07:00", true},
	{"2006-01-02 15:04:05 -0700", true},
	// without seconds, which are not required: https://www.w3.org/TR/NOTE-datetime
	{"2006-01-02T15:04Z07:00", true},
	{"2006-01-02T15:04Z0700", true},
	{"2006-01-02T15:04", false},
	{"2006-01-02 15:04Z07:00", true},
	{"2006-01-02 15:04 Z07:00", true},
	{"2006-01-02 15:04Z0700", true},
	{"2006-01-02 15:04 Z0700", true},
	{"2006-01-02 15:04", false},
}

// parseDate reads a date in one of dateFormats. It never depends on the zone of the machine.
func parseDate(s string, loc *time.Location) (time.Time, bool) {
	for i, f := range dateFormats {
		if (i == 0) != (len(s) == len(dateFormats[0].layout)) {
			continue // no other format has the length of the first
		}
		t, err := time.ParseInLocation(f.layout, s, time.UTC)
		if err != nil {
			continue
		}
		if !f.offset {
			t = time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), loc)
		}
		return t, true
	}
	return time.Time{}, false
}
