// Package dates parses the dates in feeds, valid and invalid ones.
package dates

import (
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds/internal/markup"
)

// layouts are the known forms of dates in feeds, the valid ones first.
var layouts = []string{
	time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00",
	"2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02", "2006-01", "2006", "20060102",
	"2 Jan 2006 15:04:05 -0700", "2 Jan 2006 15:04 -0700", "2 Jan 2006 15:04:05", "2 Jan 2006 15:04", "2 Jan 2006",
	"2 January 2006 15:04:05 -0700", "2 January 2006", "January 2, 2006", "Jan 2, 2006",
	"2 Jan 06 15:04:05 -0700", "2 Jan 06 15:04 -0700", "2 Jan 06",
	"Jan 2 15:04:05 -0700 2006", "Jan 2 15:04:05 2006",
}

// zones are the names of RFC 822 §5.1; others are unknown and count as UTC.
var zones = strings.NewReplacer(" GMT", " +0000", " UTC", " +0000", " UT", " +0000", " Z", " +0000",
	" EST", " -0500", " EDT", " -0400", " CST", " -0600", " CDT", " -0500", " MST", " -0700", " MDT", " -0600",
	" PST", " -0800", " PDT", " -0700", " CEST", " +0200", " CET", " +0100", " BST", " +0100", " JST", " +0900")

// Parse parses a date in any form known from feeds, and returns the zero time for anything else.
func Parse(s string) time.Time {
	if len(s) > 200 {
		return time.Time{}
	}
	s = strings.Join(strings.Fields(withoutComments(s)), " ")
	if len(s) > 64 {
		return time.Time{}
	}
	if strings.HasSuffix(s, "t") || strings.HasSuffix(s, "z") || len(s) > 10 && s[10] == 't' {
		s = strings.ToUpper(s)
	}
	if head, rest, ok := strings.Cut(s, ","); ok && Weekday(strings.TrimSpace(head)) {
		s = strings.TrimSpace(rest)
	} else if head, rest, ok := strings.Cut(s, " "); ok && Weekday(head) {
		s = rest
	}
	if !strings.Contains(s, "T") || strings.Contains(s, " ") {
		s = zones.Replace(s)
		if i := strings.LastIndexByte(s, ' '); i > 0 && unknownZone(s[i+1:]) {
			s = s[:i]
		}
	}
	for _, layout := range layouts {
		if t, err := time.Parse(layout, s); err == nil {
			if y := t.Year(); y < 1 || y > 9999 {
				return time.Time{}
			}
			return t
		}
	}
	return time.Time{}
}

// Weekday reports whether s is the name of a day.
func Weekday(s string) bool { return dayOf(s) >= 0 }

// dayOf returns the weekday that s names in short or in full, or -1.
func dayOf(s string) time.Weekday {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if name := d.String(); strings.EqualFold(s, name) || strings.EqualFold(s, name[:3]) {
			return d
		}
	}
	return -1
}

// unknownZone reports whether s could be the name of a zone: letters only.
func unknownZone(s string) bool {
	for i := range len(s) {
		if !markup.Letter(s[i]) {
			return false
		}
	}
	return s != "" && s != "PM" && s != "AM"
}

// withoutComments replaces parentheses and their contents by a space. They may be nested, and contain any
// character after a backslash (RFC 822 §3.3).
func withoutComments(s string) string {
	if strings.IndexByte(s, '(') < 0 {
		return s
	}
	var b strings.Builder
	depth := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && depth > 0:
			i++
		case c == '(':
			depth++
			b.WriteByte(' ')
		case c == ')' && depth > 0:
			depth--
		case depth == 0:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// zoneNames are the zones of RFC 822 that validators accept.
var zoneNames = markup.Set("GMT UT EST EDT CST CDT MST MDT PST PDT Z")

// RFC822 parses a date in the form that every reader knows; day is the weekday in it, or -1.
func RFC822(s string) (t time.Time, day time.Weekday, ok bool) {
	day = -1
	rest := s
	if name, after, named := strings.Cut(s, ","); named {
		if day = dayOf(name); day < 0 {
			return t, day, false
		}
		rest = strings.TrimSpace(after)
	}
	fields := strings.Fields(rest)
	if len(fields) != 5 {
		return t, day, false
	}
	zone := fields[4]
	if zoneNames[zone] {
		zone = "+0000"
	}
	at := strings.Join(append(fields[:4:4], zone), " ")
	for _, layout := range []string{"2 Jan 2006 15:04:05 -0700", "2 Jan 2006 15:04 -0700"} {
		if t, err := time.Parse(layout, at); err == nil {
			return t, day, true
		}
	}
	return t, day, false
}

// OldRFC822 reports whether s, which is a date, uses a form of RFC 822 that few readers expect.
func OldRFC822(s string) bool {
	s = withoutComments(s)
	if name, after, named := strings.Cut(s, ","); named {
		if dayOf(strings.TrimSpace(name)) < 0 {
			return false
		}
		s = after
	}
	fields := strings.Fields(s)
	if len(fields) < 4 || len(fields) > 5 || !digits(fields[0]) || len(fields[0]) > 2 || len(fields[1]) != 3 {
		return false
	}
	if year := fields[2]; !digits(year) || len(year) != 2 && len(year) != 4 {
		return false
	}
	zone := "Z"
	if len(fields) == 5 {
		zone = strings.ToUpper(fields[4])
	}
	return isClock(fields[3]) && (zoneNames[zone] || len(zone) == 1 && markup.Letter(zone[0]) && zone != "J" ||
		len(zone) == 5 && (zone[0] == '+' || zone[0] == '-') && digits(zone[1:]))
}

// isClock reports whether s is hh:mm or hh:mm:ss.
func isClock(s string) bool {
	parts := strings.Split(s, ":")
	for _, p := range parts {
		if len(p) != 2 || !digits(p) {
			return false
		}
	}
	return len(parts) == 2 || len(parts) == 3
}

// IsW3C reports whether s is a date of https://www.w3.org/TR/NOTE-datetime, the form of dc:date.
func IsW3C(s string) bool {
	for _, layout := range []string{
		"2006", "2006-01", "2006-01-02", "2006-01-02T15:04Z07:00",
		"2006-01-02T15:04:05Z07:00",
	} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}

// digits reports whether s consists of digits.
func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
