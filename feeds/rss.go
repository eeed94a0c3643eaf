package feeds

import (
	"errors"
	"path"
	"strings"
	"time"

	"github.com/sitegen/sitegen/feeds/internal/markup"
)

// rss writes RSS 2.0 by the profile of the RSS Advisory Board (https://www.rssboard.org/rss-profile): rules B1
// to B8.
type rss struct{}

// rfc822 is the date of RSS, with a year of four digits (rule B2).
const rfc822 = "Mon, 02 Jan 2006 15:04:05 -0700"

func (rss) begin(w *Writer, f *Feed) error {
	language, err := w.language(f.Language)
	err = errors.Join(err, w.prolog())
	w.put(`<rss version="2.0" xmlns:atom="` + nsAtom + `" xmlns:content="` + nsContent + `" xmlns:dc="` + nsDC + `"`)
	if f.Paging.Complete || f.Paging.Archive {
		w.put(` xmlns:fh="` + nsHistory + `"`)
	}
	w.put(` xmlns:media="` + nsMedia + `"`)
	err = errors.Join(err, w.declare(map[string]string{
		"atom": nsAtom, "content": nsContent, "dc": nsDC,
		"media": nsMedia,
	}))
	w.put(">\n<channel>\n")
	description := f.Description
	if description == "" {
		description = f.Title
	}
	err = errors.Join(err,
		w.plain("title", f.Title),
		w.urlElement("link", f.Home),
		w.plain("description", description),
		w.plain("generator", f.Generator),
		w.element("language", language),
		w.plain("copyright", f.Copyright),
		rssPeople(w, "managingEditor", f.Authors, f.Contributors),
		rssCategories(w, f.Categories),
		rssImage(w, f),
		rssDate(w, "lastBuildDate", f.Updated),
		historyMarks(w, &f.Paging))
	err = errors.Join(err, rssLink(w, "self", f.Self))
	for _, hub := range f.Hubs {
		err = errors.Join(err, rssLink(w, "hub", hub))
	}
	for _, r := range f.Paging.links() {
		err = errors.Join(err, rssLink(w, r.name, r.href))
	}
	return errors.Join(err, w.extensions(f.Extensions))
}

func (rss) item(w *Writer, i *Item, id string) error {
	summary, err := w.html("description", i.Summary)
	content, err2 := w.html("content:encoded", i.Content)
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	if summary == "" {
		// content:encoded must follow a description (rule B7); if there is only one text, it is the
		// description.
		summary, content = content, ""
	}
	url := plainURL(i.URL)
	w.put("<item>\n")
	err = errors.Join(
		w.plain("title", i.Title),
		w.element("link", url),
		rssDate(w, "pubDate", i.Published))
	if i.Updated.After(i.Published) && !i.Published.IsZero() {
		err = errors.Join(err, atomDate(w, "atom:updated", i.Updated)) // rule F3
	}
	err = errors.Join(err, rssPeople(w, "author", i.Authors, i.Contributors), rssCategories(w, i.Categories))
	if id == url {
		err = errors.Join(err, w.element("guid", id))
	} else {
		err = errors.Join(err, w.element(`guid isPermaLink="false"`, id))
	}
	if summary == "" && strings.TrimSpace(i.Title) == "" {
		summary = url // an item needs a title or a description (rule B1)
	}
	language, err2 := w.language(i.Language)
	return errors.Join(err, err2,
		w.element("description", summary),
		w.element("content:encoded", content),
		w.element("dc:language", language),
		w.plain("dc:rights", i.Rights),
		rssSource(w, i.Source),
		rssMedia(w, i),
		w.extensions(i.Extensions),
		w.endItem("</item>\n"))
}

// endItem ends an item that has been written.
func (w *Writer) endItem(tag string) error {
	w.put(tag)
	w.items++
	return nil
}

func (rss) between() string { return "" }

func (rss) end(w *Writer) { w.put("</channel>\n</rss>\n") }

// rssPeople writes a single author with an email address as element, in the form "mail (Name)", and others as
// dc:creator (rule B5): an item has at most one author element, and none in addition to dc:creator.
func rssPeople(w *Writer, element string, authors, contributors []Person) (err error) {
	if len(authors) == 1 && authors[0].Name != "" && isMail(authors[0].Email) {
		name := strings.NewReplacer("(", "[", ")", "]").Replace(authors[0].Name)
		err = w.plain(element, authors[0].Email+" ("+name+")")
		authors = nil
	}
	for _, p := range authors {
		err = errors.Join(err, w.plain("dc:creator", p.label()))
	}
	for _, p := range contributors {
		err = errors.Join(err, w.plain("dc:contributor", p.label()))
	}
	return err
}

func rssCategories(w *Writer, categories []Category) (err error) {
	for _, c := range categories {
		if c.label() == "" {
			continue
		}
		w.put("<category")
		err = errors.Join(err, w.attr("domain", c.Scheme))
		w.put(">")
		err = errors.Join(err, w.title("category", c.label()))
		w.put("</category>\n")
	}
	return err
}

// rssImage writes the logo, with title and link of the channel (rule B8), unless RSS does not support its
// format. RSS allows 144 by 400 pixels; the size of a larger image is omitted.
func rssImage(w *Writer, f *Feed) error {
	url, err := w.url("image", f.Logo.URL)
	if url == "" || !rssPicture(url) {
		return err
	}
	w.put("<image>\n")
	err = errors.Join(err, w.element("url", url), w.plain("title", f.Title), w.urlElement("link", f.Home))
	if l := f.Logo; l.Width > 0 && l.Width <= 144 && l.Height > 0 && l.Height <= 400 {
		w.number("<width>", int64(l.Width), "</width>\n")
		w.number("<height>", int64(l.Height), "</height>\n")
	}
	w.put("</image>\n")
	return err
}

// rssPicture reports whether a URL may be that of an image for RSS: GIF, JPEG, or PNG, judging by its name.
func rssPicture(url string) bool {
	switch ext := strings.ToLower(path.Ext(url)); ext {
	case ".jpg", ".jpeg", ".gif", ".png":
		return true
	default:
		return !markup.Only(strings.TrimPrefix(ext, "."), "_") || ext == ""
	}
}

func rssSource(w *Writer, s *Source) error {
	if s == nil || s.Title == "" || s.Self == "" {
		return nil // RSS has to have both
	}
	url, err := w.url("source", s.Self)
	if url == "" {
		return err
	}
	w.put("<source")
	err = errors.Join(err, w.attr("url", url))
	w.put(">")
	err = errors.Join(err, w.title("source", s.Title))
	w.put("</source>\n")
	return err
}

func rssLink(w *Writer, rel, href string) error {
	url, err := w.url(rel, href)
	if url == "" {
		return err
	}
	w.put(`<atom:link rel="` + rel + `"`)
	if rel != "hub" {
		w.put(` type="application/rss+xml"`)
	}
	err = errors.Join(err, w.attr("href", url))
	w.put("/>\n")
	return err
}

// rssDate writes an RFC 822 date. Validators accept only zones of complete and half hours, so others become
// UTC.
func rssDate(w *Writer, element string, t time.Time) error {
	ok, err := w.date(element, t)
	if ok {
		if _, offset := t.Zone(); offset%1800 != 0 {
			t = t.UTC()
		}
		w.open(element)
		w.buf = t.AppendFormat(w.buf, rfc822)
		w.close(element)
	}
	return err
}

// historyMarks writes the marks of RFC 5005, in Atom and RSS (rules P1, P2).
func historyMarks(w *Writer, p *Paging) error {
	switch {
	case p.Complete:
		w.put("<fh:complete/>\n")
	case p.Archive:
		w.put("<fh:archive/>\n")
	}
	return nil
}
