package webpage

import (
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// dates finds when the page was published and changed. JSON-LD takes precedence over meta elements, these over
// microdata and time elements.
func (r *reader) dates() {
	modified := func(t *html.Thing) string { return t.Modified }
	published := func(t *html.Thing) string { return t.Published }
	var day Date // from the first time element in the main content that does not say what it means
	days, last := 0, ""
	r.p.Modified = r.thingDate("JSON-LD dateModified", modified)
	r.p.Published = r.thingDate("JSON-LD datePublished", published)
	for _, group := range []string{"meta", "microdata", "time"} {
		for _, d := range r.d.Dates {
			if groupOf(d) != group {
				continue
			}
			switch d.Name {
			case "article:modified_time":
				r.set(&r.p.Modified, d.Value, d.Name)
			case "article:published_time":
				r.set(&r.p.Published, d.Value, d.Name)
			case "dateModified":
				r.set(&r.p.Modified, d.Value, d.From+" dateModified")
			case "datePublished":
				r.set(&r.p.Published, d.Value, d.From+" datePublished")
			case "":
				if d.At < r.d.Main.From || d.At >= r.d.Main.To || d.Value == last {
					continue
				}
				last = d.Value
				days++
				r.set(&day, d.Value, "time")
			}
		}
	}
	if r.p.Published.Time.IsZero() && days <= mostDays {
		r.p.Published = day
	}
}

// mostDays is the maximum number of different time elements of a page that shows its own dates, publication and
// last change; a page with more of them is a list.
const mostDays = 2

// groupOf returns the precedence group of a date: a time element that says what it means counts as microdata.
func groupOf(d html.Date) string {
	if d.From == "time" && d.Name != "" {
		return "microdata"
	}
	return d.From
}

// set sets a date that is not known yet. A date that is invalid (rule M1) or in the future (M3) is ignored and
// reported.
func (r *reader) set(into *Date, value, from string) {
	if !into.Time.IsZero() || value == "" {
		return
	}
	t, dayOnly, ok := ParseDate(value)
	switch {
	case !ok:
		r.warn("M1", from+": "+quote(value)+" is not a valid date: it is ignored")
	case !r.o.Now.IsZero() && t.After(r.o.Now):
		r.future = true
		if strings.Contains(strings.ToLower(from), "modified") {
			r.warn("M3", from+": "+quote(value)+" is in the future: it is ignored")
		}
	default:
		*into = Date{t, dayOnly, from}
	}
}

func quote(s string) string {
	if len(s) > 60 {
		s = s[:60]
	}
	return "\"" + strings.ToValidUTF8(s, "\uFFFD") + "\""
}

// thingDate returns the date in JSON-LD about the page: that of an article first, then that of a page, then
// others.
func (r *reader) thingDate(from string, of func(*html.Thing) string) Date {
	var best Date
	rank := 3
	for i := range r.d.Things {
		t := &r.d.Things[i]
		if k := r.about(t); k < rank && of(t) != "" {
			var d Date
			if r.set(&d, of(t), from); !d.Time.IsZero() {
				best, rank = d, k
			}
		}
	}
	return best
}

// about returns how closely a thing describes the page: 0 is closest, 3 is unrelated.
func (r *reader) about(t *html.Thing) int {
	if !t.Top {
		return 3
	}
	own, other := false, false
	for _, ref := range []string{t.Of, t.URL, t.ID} {
		if ref == "" || ref[0] == '_' { // a blank node
			continue
		}
		if to := r.resolver.Resolve(r.referrer, ref); to.Kind == webtree.Own {
			own, other = to.File == r.p.File, to.File != r.p.File
			break
		}
	}
	switch {
	case other:
		return 3
	case t.Kind("Article", "Posting", "Report"):
		return 0
	case t.Kind("Page"):
		return 1
	case own && !t.Is("VideoObject", "ImageObject", "Person", "Organization", "BreadcrumbList"):
		return 2
	}
	return 3
}

// ParseDate parses a date in the forms that pages use: those of sitemaps, and variants of RFC 3339.
func ParseDate(s string) (t time.Time, dayOnly, ok bool) {
	s = strings.TrimSpace(s)
	if t, dayOnly, err := sitemap.ParseLastMod(s); err == nil {
		return t, dayOnly, sensible(t)
	}
	for _, layout := range []string{
		"2006-01-02T15:04:05Z0700", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04:05 -0700 MST",
		"2006-01-02 15:04:05",
		"2006-01-02 15:04", time.RFC1123, time.RFC1123Z, "2006/01/02", "January 2, 2006",
	} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, layout == "2006/01/02" || layout == "January 2, 2006", sensible(t)
		}
	}
	return time.Time{}, false, false
}

// sensible reports whether a year is plausible for a web page: generators write year 1 if they know none.
func sensible(t time.Time) bool { return t.Year() >= 1900 && t.Year() < 10000 }
