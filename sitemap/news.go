package sitemap

import (
	"errors"
	"strings"
	"time"

	"golang.org/x/text/language"
)

// The limits of news sitemaps: articles per file (rule N4), and their maximum age (rule N5).
const (
	MaxNews = 1000
	NewsAge = 48 * time.Hour
)

var errNewsClock = errors.New("sitemap: news need Options.Now (rule N5)")

// addNews writes the article e to the news sitemap, unless it is too old.
func (w *Writer) addNews(e *Entry) error {
	if w.o.Now.IsZero() {
		return errNewsClock
	}
	n := e.News
	bad := func(rule, field, value string) error { w.violate(rule, e, field, value); return w.fault }
	name, title := w.clean(e, "news:name", n.Publication), w.clean(e, "news:title", n.Title)
	switch {
	case name == "":
		return bad("N1", "news:name", n.Publication)
	case title == "":
		return bad("N1", "news:title", n.Title)
	case n.Published.IsZero():
		return bad("N1", "news:publication_date", "")
	case n.Published.After(w.o.Now):
		return bad("N3", "news:publication_date", n.Published.Format(time.RFC3339))
	}
	lang, ok := newsLanguage(n.Language)
	if !ok {
		return bad("N2", "news:language", n.Language)
	}
	if w.fault != nil || !n.Fresh(w.o.Now) {
		return w.fault
	}
	date, ok := appendLastMod(nil, n.Published, n.DateOnly)
	if !ok {
		return bad("N3", "news:publication_date", n.Published.Format(time.RFC3339))
	}
	b := append(w.rec[:0], "<url><loc>"...)
	b = append(appendURI(b, w.loc), "</loc><news:news><news:publication>"...)
	b = element(b, "news:name", name)
	b = element(b, "news:language", lang)
	b = append(b, "</news:publication>"...)
	b = element(b, "news:publication_date", string(date))
	b = element(b, "news:title", title)
	w.rec = append(b, "</news:news></url>\n"...)
	if w.news == nil {
		w.news = w.newSink(w.beside("news"), w.o.header(extNews), urlsetFooter, min(w.o.MaxURLs, MaxNews))
	}
	return w.put(w.news, e, n.Published)
}

// Fresh reports whether the article is news at a given time: within two days after publication (rule N5). A
// date without a time lasts until the end of the day.
func (n *News) Fresh(now time.Time) bool {
	published := n.Published
	if n.DateOnly {
		published = published.Add(24 * time.Hour)
	}
	return published.After(now.Add(-NewsAge))
}

// newsLanguage returns a code in the form that the news schema requires: two or three letters, or zh-cn or
// zh-tw (rule N2).
func newsLanguage(code string) (string, bool) {
	code = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(code), "_", "-"))
	base, rest, _ := strings.Cut(code, "-")
	if base == "zh" {
		for part := range strings.SplitSeq(rest, "-") {
			switch part {
			case "cn", "hans":
				return "zh-cn", true
			case "tw", "hant":
				return "zh-tw", true
			}
		}
	}
	if in(languages, base, 2) {
		return base, true
	}
	if len(base) != 3 || base >= "qaa" && base <= "qtz" { // these are for private use
		return "", false
	}
	b, err := language.ParseBase(base)
	if err != nil {
		return "", false
	}
	return b.String(), true
}
