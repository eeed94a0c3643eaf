package sitemap

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// ParseLastMod parses a W3C date (https://www.w3.org/TR/NOTE-datetime) as people write it: a day, or a day and
// a time with or without seconds and with or without a zone (none means UTC). dateOnly reports that there was
// no time. A bare year or month is an error, because the schema does not allow it (rule M1).
func ParseLastMod(s string) (t time.Time, dateOnly bool, err error) {
	s = strings.TrimSpace(s)
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t, true, nil
	}
	for _, layout := range []string{
		"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04Z07:00", // fractions of a second are accepted, too
		"2006-01-02T15:04:05", "2006-01-02T15:04",
		"2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05", "2006-01-02 15:04",
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, false, nil
		}
	}
	return time.Time{}, false, fmt.Errorf("%q is not a date such as 2006-01-02 or 2006-01-02T15:04:05Z", s)
}

// appendLastMod appends a date in one of the two forms that the schema allows (rule M1). It reports false if
// the year has more than four digits, or the date is before 1970-01-02: that is a mistake, such as a year of two
// digits. The result has at most 25 bytes; Yandex accepts 100 (rule M7).
func appendLastMod(dst []byte, t time.Time, dateOnly bool) ([]byte, bool) {
	if t.Unix() < 24*60*60 || t.Year() > 9999 {
		return dst, false
	}
	if dateOnly {
		return t.AppendFormat(dst, time.DateOnly), true
	}
	return t.AppendFormat(dst, time.RFC3339), true
}

// changeFreqs are the values in the protocol (rule M6).
var changeFreqs = [...]string{"always", "hourly", "daily", "weekly", "monthly", "yearly", "never"}

func validChangeFreq(s string) bool {
	return slices.Contains(changeFreqs[:], s)
}
