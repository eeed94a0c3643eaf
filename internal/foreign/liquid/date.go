package liquid

import (
	"strings"
	"time"

	"github.com/osteele/tuesday"

	"github.com/sitegen/sitegen/frontmatter"
)

// layouts are the forms of dates in texts, beside those of front matter.
var layouts = []string{
	"2 January 2006", "2 Jan 2006", "January 2, 2006", "Jan 2, 2006", "January 2 2006", "Jan 2 2006", "2006/01/02",
	"2006-1-2", "January 2006", "Jan 2006",
}

// dateOf returns the time that a value, or its text, says. One without an offset is in UTC.
func dateOf(v any) (time.Time, bool) {
	switch v := v.(type) {
	case time.Time:
		return v, true
	case string:
		v = strings.TrimSpace(v)
		if t, _, ok := frontmatter.Date(v, time.UTC); ok {
			return t, true
		}
		for _, layout := range layouts {
			if t, err := time.Parse(layout, v); err == nil {
				return t, true
			}
		}
	}
	if t, _, ok := frontmatter.Date(v, time.UTC); ok {
		return t, true
	}
	if n, ok := Int(v); ok && v != nil {
		return time.Unix(int64(n), 0).UTC(), true
	}
	return time.Time{}, false
}

// Date returns a value in a format of strftime. A text that is not a date stays as it is; the present is not known.
func Date(_ *Run, v any, args []any) (any, bool) {
	format, _ := arg(args, 0).(string)
	if v == "now" || v == "today" {
		return nil, false
	}
	t, ok := dateOf(v)
	if !ok || format == "" {
		return v, true
	}
	s, err := tuesday.Strftime(format, t)
	return s, err == nil
}

// DateIn returns a filter that writes dates in a format of strftime.
func DateIn(format string) Filter {
	return func(r *Run, v any, _ []any) (any, bool) { return Date(r, v, []any{format}) }
}

// ordinal returns a day of a month with its ending in English: 1st.
func ordinal(day int) string {
	end := "th"
	if day/10 != 1 {
		switch day % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return time.Date(2000, 1, day, 0, 0, 0, 0, time.UTC).Format("2") + end
}

// Spoken returns a filter that writes dates as 02 Jan 2006; with the argument "ordinal", as 2nd Jan 2006, and with "US"
// after it, as Jan 2nd, 2006. month is the layout of the month.
func Spoken(month string) Filter {
	return func(r *Run, v any, args []any) (any, bool) {
		t, ok := dateOf(v)
		switch {
		case v == "now" || v == "today":
			return nil, false
		case !ok:
			return v, true
		case arg(args, 0) != "ordinal":
			return t.Format("02 " + month + " 2006"), true
		case arg(args, 1) == "US":
			return t.Format(month) + " " + ordinal(t.Day()) + t.Format(", 2006"), true
		}
		return ordinal(t.Day()) + t.Format(" "+month+" 2006"), true
	}
}
