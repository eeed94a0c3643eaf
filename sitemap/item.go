package sitemap

import (
	"bytes"
	"cmp"
	"strings"
	"time"
)

// convertItem reads an item of a feed: its link and the latest of its dates (rule F3).
func (r *Reader) convertItem(e *Entry) {
	rec := &r.rec
	guid := ""
	for i := 1; i < len(rec.nodes); i = rec.end(i) {
		n := &rec.nodes[i]
		text, name := rec.text(n), string(rec.name(n))
		switch n.space {
		case spaceNone, spaceRSS10:
			switch {
			case name == "link" && r.format == RSS:
				e.Loc = string(text)
			case name == "guid":
				guid = itemGUID(rec, n)
			case name == "pubDate":
				r.itemDate(e, name, text)
			}
		case spaceAtom, spaceAtom03:
			switch name {
			case "link":
				if r.format == Atom {
					itemLink(e, rec, n)
				}
			case "updated", "modified":
				r.itemDate(e, name, text)
			case "issued":
				if e.LastMod.IsZero() {
					r.itemDate(e, name, text)
				}
			}
		case spaceDC:
			if name == "date" {
				r.itemDate(e, name, text)
			}
		}
	}
	e.Loc = cmp.Or(e.Loc, guid)
}

// itemGUID returns the ID of an item if it is a URL, unless the feed says that it is not a permalink.
func itemGUID(rec *record, n *node) string {
	permalink, ok := rec.attr(n, "isPermaLink")
	text := string(rec.text(n))
	if ok && string(permalink) != "true" && !strings.Contains(text, "://") {
		return ""
	}
	return text
}

// itemLink reads an Atom link to the page itself.
func itemLink(e *Entry, rec *record, n *node) {
	rel, ok := rec.attr(n, "rel")
	if href, _ := rec.attr(n, "href"); e.Loc == "" && (!ok || string(rel) == "alternate") {
		e.Loc = string(bytes.TrimSpace(href))
	}
}

// itemDate uses a date if it is later than the previous ones.
func (r *Reader) itemDate(e *Entry, field string, text []byte) {
	t, ok := time.Time{}, false
	if field == "pubDate" {
		if t, ok = parseRSSDate(string(text)); !ok {
			r.report("B2", field, string(text))
		}
	} else {
		t, _ = r.date("A5", field, text)
	}
	if t.After(e.LastMod) {
		e.LastMod = t
	}
}

// parseRSSDate parses the RFC 822 dates of feeds, including years of two digits.
func parseRSSDate(s string) (time.Time, bool) {
	if day, rest, ok := strings.Cut(s, ","); ok && len(day) < 12 {
		s = rest
	}
	s = strings.Join(strings.Fields(s), " ")
	for _, layout := range []string{
		"2 Jan 2006 15:04:05 -0700", "2 Jan 2006 15:04:05 MST", "2 Jan 2006 15:04 -0700", "2 Jan 2006 15:04 MST",
		"2 Jan 06 15:04:05 -0700", "2 Jan 06 15:04:05 MST", "2 Jan 06 15:04 -0700", "2 Jan 06 15:04 MST",
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	t, _, err := ParseLastMod(s)
	return t, err == nil
}
