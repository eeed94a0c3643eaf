package content

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
)

// Dates are the four dates of a page; the zero time means "not known".
// https://gohugo.io/configuration/front-matter/#dates
type Dates struct {
	Date, Lastmod, PublishDate, ExpiryDate time.Time
	// Source of each date: a front matter key in lower case, ":git", ":filename", ":filemodtime", or "" for none; the
	// site adds "descendants" for dates from descendant pages.
	DateFrom, LastmodFrom, PublishDateFrom, ExpiryDateFrom string
	// Slug is the rest of the file name when :filename gave the date (as in Hugo, it becomes the slug of a page that
	// sets none).
	Slug string
}

// DateHandlers lists the sources of each date, in order
type DateHandlers struct {
	Date, Lastmod, PublishDate, ExpiryDate []string
}

// DefaultDateHandlers returns the handlers of a project that configures none.
func DefaultDateHandlers() DateHandlers {
	return DateHandlers{
		Date:        []string{"date", "publishdate", "pubdate", "published", "lastmod", "modified"},
		Lastmod:     []string{":git", "lastmod", "modified", "date", "publishdate", "pubdate", "published"},
		PublishDate: []string{"publishdate", "pubdate", "published", "date"},
		ExpiryDate:  []string{"expirydate", "unpublishdate"},
	}
}

// ResolveDates finds the dates of a page: values is its front matter, perhaps with inherited values, loc the zone of
// dates without an offset (nil: UTC), c the last commit of its file (nil: none). d may be nil for a page without a
// file. The first handler of a list that yields a date wins. Later lists use that date for the key of the earlier list
// if the front matter does not set it, so a date from the file name also becomes the publish date. A value that is not
// a date is a Problem. https://gohugo.io/configuration/front-matter/#dates
func ResolveDates(h DateHandlers, values map[string]any, d *Document, c *Commit, loc *time.Location) (Dates,
	[]*Problem,
) {
	loc = cmp.Or(loc, time.UTC)
	r := dateReader{values: values, doc: d, commit: c, loc: loc}
	var out Dates
	out.Date, out.DateFrom = r.first(h.Date, "date")
	out.Lastmod, out.LastmodFrom = r.first(h.Lastmod, "lastmod")
	out.PublishDate, out.PublishDateFrom = r.first(h.PublishDate, "publishdate")
	out.ExpiryDate, out.ExpiryDateFrom = r.first(h.ExpiryDate, "expirydate")
	out.Slug = r.slug
	return out, problemsOf(r.problems)
}

// dateReader looks for the dates of one page.
type dateReader struct {
	values   map[string]any
	doc      *Document
	commit   *Commit
	loc      *time.Location
	set      [4]foundDate // found dates whose keys the front matter does not set; the first n are in use
	n        int
	told     []string // keys whose values have been reported
	slug     string
	problems diag.List
}

type foundDate struct {
	key, from string
	time      time.Time
}

// first returns the date of the first handler that yields one, and the name of that handler. It is called once for each
// of the four dates.
func (r *dateReader) first(handlers []string, key string) (time.Time, string) {
	for _, h := range handlers {
		h = lower(h)
		t, from, ok := r.handler(h)
		if !ok {
			continue
		}
		if _, given := r.values[key]; !given {
			r.set[r.n] = foundDate{key, from, t}
			r.n++
		}
		return t, from
	}
	return time.Time{}, ""
}

func (r *dateReader) handler(h string) (t time.Time, from string, ok bool) {
	switch h {
	case ":git":
		if r.commit != nil && !r.commit.AuthorDate.IsZero() {
			return r.commit.AuthorDate, h, true
		}
		return t, "", false
	case ":filemodtime":
		if r.doc == nil || r.doc.ModTime == 0 {
			return t, "", false
		}
		return time.Unix(0, r.doc.ModTime).In(r.loc), h, true
	case ":filename":
		if r.doc == nil {
			return t, "", false
		}
		t, slug, ok := dateInName(r.doc.Base, r.loc)
		if _, given := r.values["slug"]; ok && !given {
			r.slug = slug
		}
		return t, h, ok
	}
	v, given := r.values[h]
	if !given {
		for i := range r.n {
			if f := &r.set[i]; f.key == h {
				return f.time, f.from, true
			}
		}
	}
	if v == nil || v == "" {
		return t, "", false
	}
	if n, number := frontmatter.Int(v); number { // as in Hugo
		r.problem(h, v, diag.Warning, fmt.Sprintf("%s: the number %d is read as seconds since 1970", h, n), dateHint)
		return time.Unix(int64(n), 0).UTC(), h, true
	}
	if t, _, ok = frontmatter.Date(v, r.loc); !ok {
		r.fail(h, v)
	} else if t.Year() <= 1 {
		return time.Time{}, "", false // the zero time of Go, in some zone: not known
	}
	return t, h, ok
}

const dateHint = "write a date as 2006-01-02 or as 2006-01-02T15:04:05+01:00"

// fail reports a value that is not a date.
func (r *dateReader) fail(key string, v any) {
	hint := dateHint
	if _, truth := v.(bool); truth && key == "published" {
		hint = "published is another name for publishDate: to hold a page back, use draft; otherwise, also set date and publishDate"
	}
	text, ok := v.(string)
	if !ok {
		text = diag.Value(v)
	}
	if dates := meant(text); len(dates) > 0 {
		hint = "write " + strings.Join(dates, " or ")
	}
	r.problem(key, v, diag.Error, fmt.Sprintf("%s: %s is not a date", key, text), hint)
}

// otherNotations are layouts of days that front matter can't have.
var otherNotations = []string{"2.1.2006", "1/2/2006", "2/1/2006", "2006/1/2", "January 2, 2006", "2 January 2006"}

// meant returns the days that a text in another notation may name.
func meant(text string) (days []string) {
	for _, layout := range otherNotations {
		if t, err := time.Parse(layout, text); err == nil && !slices.Contains(days, t.Format(time.DateOnly)) {
			days = append(days, t.Format(time.DateOnly))
		}
	}
	return days
}

// problem reports a wrong value of a key, at most once per key.
func (r *dateReader) problem(key string, v any, s diag.Severity, message, hint string) {
	if slices.Contains(r.told, key) {
		return
	}
	r.told = append(r.told, key)
	d := &diag.Diagnostic{Rule: "date", Severity: s, Message: message, Hint: hint, About: fmt.Sprint(v)}
	if r.doc != nil {
		d.File = r.doc.File
		if r.doc.Front != nil {
			d.Line = r.doc.Front.Lines[key]
		}
	}
	r.problems = append(r.problems, d)
}

// dateInName reads the date at the start of a base name, 2006-01-02 or 2006-01-02-15-04-05 with any character between
// day and hour. It also returns the rest of the name without surrounding blanks, dashes and underscores. Anything that
// looks like an extension is ignored, as in Hugo.
func dateInName(base string, loc *time.Location) (t time.Time, slug string, ok bool) {
	base = strings.TrimSuffix(base, path.Ext(base))
	const day, second = len("2006-01-02"), len("2006-01-02-15-04-05")
	if len(base) < day || base[0] < '0' || base[0] > '9' {
		return t, "", false
	}
	if len(base) >= second {
		clock := strings.ReplaceAll(base[day+1:second], "-", ":")
		if t, _, ok = frontmatter.Date(base[:day]+"T"+clock, loc); ok {
			return t, strings.Trim(base[second:], " -_"), true
		}
	}
	t, _, ok = frontmatter.Date(base[:day], loc)
	return t, strings.Trim(base[day:], " -_"), ok
}
