package funcs

import (
	"fmt"
	"strings"
	"time"

	castlib "github.com/spf13/cast"

	"github.com/sitegen/sitegen/frontmatter"
)

// time returns the namespace time.
func (l *lib) time() map[string]any {
	return map[string]any{
		"AsTime":   l.asTime,
		"Duration": duration,
		"Format":   l.formatTime,
		"In":       l.timeIn,
		"Now":      func() time.Time { return l.env.Now() },
		"ParseDuration": func(v any) (time.Duration, error) {
			s, err := str("time.ParseDuration", v)
			if err != nil {
				return 0, err
			}
			d, err := time.ParseDuration(s)
			if err != nil {
				return 0, fmt.Errorf("time.ParseDuration: %w", err)
			}
			return d, nil
		},
	}
}

var durationUnits = map[string]time.Duration{
	"nanosecond": time.Nanosecond, "ns": time.Nanosecond,
	"microsecond": time.Microsecond, "us": time.Microsecond, "µs": time.Microsecond,
	"millisecond": time.Millisecond, "ms": time.Millisecond,
	"second": time.Second, "s": time.Second,
	"minute": time.Minute, "m": time.Minute,
	"hour": time.Hour, "h": time.Hour,
}

func duration(unit, number any) (time.Duration, error) {
	u, err := str("time.Duration", unit)
	if err != nil {
		return 0, err
	}
	d, ok := durationUnits[u]
	if !ok {
		return 0,
			fmt.Errorf("time.Duration: unknown unit %q; use hour, minute, second, millisecond, microsecond, or nanosecond", u)
	}
	n, err := integer("time.Duration", number)
	return time.Duration(n) * d, err
}

// zone returns a time zone by its IANA name.
func (l *lib) zone(fn, name string) (*time.Location, error) {
	z, err := l.zones.get(name, func() (*time.Location, error) {
		if name == "Local" { // the machine's zone, on which pages must not depend
			return l.location(), nil
		}
		return time.LoadLocation(name)
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", fn, err)
	}
	return z, nil
}

func (l *lib) asTime(v any, zone ...any) (time.Time, error) {
	const fn = "time.AsTime"
	loc := l.location()
	if len(zone) > 0 {
		name, err := str(fn, zone[0])
		if err != nil {
			return time.Time{}, err
		}
		if loc, err = l.zone(fn, name); err != nil {
			return time.Time{}, err
		}
	}
	return l.toTime(fn, v, loc)
}

func (l *lib) timeIn(zone, v any) (time.Time, error) {
	const fn = "time.In"
	name, err := str(fn, zone)
	if err != nil {
		return time.Time{}, err
	}
	z, err := l.zone(fn, name)
	if err != nil {
		return time.Time{}, err
	}
	t, err := l.toTime(fn, v, l.location())
	return t.In(z), err
}

// toTime converts a value to a time: a text in one of many formats, seconds since 1970, or a time. A text without a
// zone is a time in loc. As in Hugo, a time loses its fraction of a second, and its zone except for the offset from
// UTC, as if it had been written as RFC 3339 and read again.
func (l *lib) toTime(fn string, v any, loc *time.Location) (time.Time, error) {
	switch t := v.(type) {
	case time.Time:
		return l.unnamed(t.Add(-time.Duration(t.Nanosecond()))), nil
	case frontmatter.Local:
		return t.In(loc), nil
	case int, int32, int64, uint, uint32, uint64:
		n, err := integer(fn, v)
		return time.Unix(int64(n), 0).UTC(), err
	}
	t, err := castlib.ToTimeInDefaultLocationE(v, loc)
	if err != nil {
		return time.Time{}, fmt.Errorf("%s: %s is not a valid date", fn, describe(v))
	}
	if t.Location() == time.Local { // an offset from UTC that happens to be this machine's
		t = l.unnamed(t)
	}
	return t, nil
}

// unnamed converts t to an unnamed zone with the same offset.
func (l *lib) unnamed(t time.Time) time.Time {
	_, offset := t.Zone()
	if offset == 0 {
		return t.UTC()
	}
	fixed, _ := l.offsets.get(offset, func() (*time.Location, error) { return time.FixedZone("", offset), nil })
	return t.In(fixed)
}

var (
	longMonths = []string{
		"January", "February", "March", "April", "May", "June",
		"July", "August", "September", "October", "November", "December",
	}
	longDays = []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
)

// short returns the first three letters of Go's names.
func short(long []string) []string {
	out := make([]string, len(long))
	for i, s := range long {
		out[i] = s[:3]
	}
	return out
}

// formatTime formats a date by a layout of Go's time package, with months and days in the page's language, or by one of
// the names :date_full, :time_short, and so on, for the language's own format.
func (l *lib) formatTime(layout, v any) (string, error) {
	const fn = "time.Format"
	form, err := str(fn, layout)
	if err != nil {
		return "", err
	}
	t, err := l.toTime(fn, v, l.location())
	if err != nil {
		return "", err
	}
	return l.locale().format(t, form), nil
}

func (loc *locale) format(t time.Time, layout string) string {
	if strings.HasPrefix(layout, ":") {
		if s, ok := loc.named(t, strings.ToLower(layout[1:])); ok {
			return s
		}
	}
	s := t.Format(layout)
	if loc.english {
		return s
	}
	// Go's names are replaced anywhere in the result, as in Hugo.
	month, day := t.Month()-1, t.Weekday()
	switch {
	case strings.Contains(layout, "January"):
		s = strings.ReplaceAll(s, longMonths[month], loc.months[month])
	case strings.Contains(layout, "Jan"):
		s = strings.ReplaceAll(s, longMonths[month][:3], loc.monthsShort[month])
	}
	switch {
	case strings.Contains(layout, "Monday"):
		s = strings.ReplaceAll(s, longDays[day], loc.days[day])
	case strings.Contains(layout, "Mon"):
		s = strings.ReplaceAll(s, longDays[day][:3], loc.daysShort[day])
	}
	return s
}

// era removes the era from the few CLDR patterns that have it, such as Thai, where only its letter would appear.
func era(s string) string { return strings.Replace(s, " G ", " ", 1) }

func (loc *locale) named(t time.Time, name string) (string, bool) {
	switch name {
	case "date_full":
		return era(loc.FormatDateFull(t)), true
	case "date_long":
		return era(loc.FormatDateLong(t)), true
	case "date_medium":
		return loc.FormatDateMedium(t), true
	case "date_short":
		return loc.FormatDateShort(t), true
	case "time_full":
		return loc.FormatTimeFull(t), true
	case "time_long":
		return loc.FormatTimeLong(t), true
	case "time_medium":
		return loc.FormatTimeMedium(t), true
	case "time_short":
		return loc.FormatTimeShort(t), true
	}
	return "", false
}
