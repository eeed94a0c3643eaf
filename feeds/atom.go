package feeds

import (
	"errors"
	"strings"
	"time"
)

// atom writes Atom 1.0 (RFC 4287): rules A1 to A7.
type atom struct{}

func (atom) begin(w *Writer, f *Feed) error {
	if f.Updated.IsZero() {
		return Violation{Rule: "A1", Field: "updated"}
	}
	id := f.ID
	if id == "" {
		id = plainURL(f.Self)
	}
	if !isIRI(id) {
		return Violation{Rule: "A5", Field: "id", Value: id}
	}
	language, err := w.language(f.Language)
	err = errors.Join(err, w.prolog())
	w.put(`<feed xmlns="` + nsAtom + `"`)
	if f.Paging.Complete || f.Paging.Archive {
		w.put(` xmlns:fh="` + nsHistory + `"`)
	}
	w.put(` xmlns:media="` + nsMedia + `"`)
	err = errors.Join(err,
		w.declare(map[string]string{"media": nsMedia}),
		w.attr("xml:lang", language))
	w.put(">\n")
	err = errors.Join(err,
		w.element("id", id),
		atomText(w, "title", f.Title),
		atomText(w, "subtitle", f.Description),
		atomDate(w, "updated", f.Updated),
		atomLink(w, "self", "application/atom+xml", f.Self),
		atomLink(w, "alternate", "text/html", f.Home))
	for _, hub := range f.Hubs {
		err = errors.Join(err, atomLink(w, "hub", "", hub))
	}
	for _, r := range f.Paging.links() {
		err = errors.Join(err, atomLink(w, r.name, "application/atom+xml", r.href))
	}
	authors := f.Authors
	if len(authors) == 0 {
		authors = []Person{{Name: f.Title}} // a feed must have one (rule A2)
	}
	return errors.Join(err,
		atomPeople(w, "author", authors),
		atomPeople(w, "contributor", f.Contributors),
		atomCategories(w, f.Categories),
		atomText(w, "rights", f.Copyright),
		w.urlElement("icon", f.Icon),
		w.urlElement("logo", f.Logo.URL),
		w.element("generator", f.Generator),
		historyMarks(w, &f.Paging),
		w.extensions(f.Extensions))
}

func (atom) item(w *Writer, i *Item, id string) error {
	date := i.Updated
	if date.IsZero() {
		date = i.Published
	}
	ok, err := w.date("updated", date)
	if err != nil {
		return err
	}
	if !ok {
		return w.violate("A1", "updated", "")
	}
	url := plainURL(i.URL)
	if !isIRI(id) {
		if err := w.violate("A5", "id", id); err != nil {
			return err
		}
		id = url
	}
	language, err := w.language(i.Language)
	w.put("<entry")
	err = errors.Join(err, w.attr("xml:lang", language))
	w.put(">\n")
	title := i.Title
	if strings.TrimSpace(title) == "" {
		title = url // an entry has to have one, and it should say something
	}
	err = errors.Join(err,
		w.element("id", id),
		atomText(w, "title", title),
		atomLink(w, "alternate", "text/html", url),
		atomLink(w, "related", "", i.ExternalURL))
	for n := range i.Enclosures {
		err = errors.Join(err, atomEnclosure(w, &i.Enclosures[n]))
	}
	err = errors.Join(err,
		atomDate(w, "published", i.Published),
		atomDate(w, "updated", date),
		atomPeople(w, "author", i.Authors),
		atomPeople(w, "contributor", i.Contributors),
		atomCategories(w, i.Categories),
		atomText(w, "rights", i.Rights),
		atomSource(w, i.Source))
	summary, bad := w.html("summary", i.Summary)
	content, bad2 := w.html("content", i.Content)
	err = errors.Join(err, bad, bad2)
	if summary == "" && content == "" {
		err = errors.Join(err, atomText(w, "summary", title)) // an entry should have some text (rule A3)
	}
	return errors.Join(err,
		atomHTML(w, "summary", summary),
		atomHTML(w, "content", content),
		mediaRSS(w, i),
		w.extensions(i.Extensions),
		w.endItem("</entry>\n"))
}

func (atom) between() string { return "" }

func (atom) end(w *Writer) { w.put("</feed>\n") }

// atomText writes plain text. If a careless reader could take it for HTML, it is written as HTML that shows the
// text.
func atomText(w *Writer, element, s string) error {
	if s == "" {
		return nil
	}
	s = oneLine(s)
	if !looksHTML(s) {
		return w.element(element, s)
	}
	return w.element(element+` type="html"`, shownAsHTML.Replace(s))
}

// shownAsHTML escapes a text as HTML.
var shownAsHTML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// looksHTML reports whether s contains something that looks like a tag or a reference.
func looksHTML(s string) bool {
	for i := range len(s) - 1 {
		next := s[i+1]
		letter := 'a' <= next|0x20 && next|0x20 <= 'z'
		if s[i] == '<' && (letter || next == '/') || s[i] == '&' && (letter || next == '#' || '0' <= next && next <= '9') {
			return true
		}
	}
	return false
}

// atomHTML writes a summary or content as prepared by html (rule A6).
func atomHTML(w *Writer, element, s string) error {
	if s == "" || !w.o.XHTML {
		return w.element(element+` type="html"`, s)
	}
	w.put("<" + element + ` type="xhtml"><div xmlns="` + nsXHTML + `">`)
	for len(s) > 0 { // in pieces, to keep the buffer small
		n := min(len(s), piece)
		w.put(s[:n])
		if s = s[n:]; s != "" {
			if err := w.flush(); err != nil {
				return err
			}
		}
	}
	w.put("</div></" + element + ">\n")
	return nil
}

func atomPeople(w *Writer, element string, people []Person) (err error) {
	for _, p := range people {
		if p.label() == "" {
			continue
		}
		w.open(element)
		w.put("\n")
		err = errors.Join(err, w.element("name", oneLine(p.label())))
		if isMail(p.Email) {
			err = errors.Join(err, w.element("email", p.Email))
		}
		if absolute(p.URL) {
			err = errors.Join(err, w.element("uri", plainURL(p.URL)))
		}
		w.close(element)
	}
	return err
}

func atomCategories(w *Writer, categories []Category) (err error) {
	for _, c := range categories {
		if c.Term == "" {
			continue
		}
		w.put("<category")
		err = errors.Join(err, w.attr("term", c.Term))
		if isIRI(c.Scheme) {
			err = errors.Join(err, w.attr("scheme", c.Scheme))
		}
		err = errors.Join(err, w.attr("label", c.Label))
		w.put("/>\n")
	}
	return err
}

func atomSource(w *Writer, s *Source) error {
	if s == nil {
		return nil
	}
	w.put("<source>\n")
	var err error
	if isIRI(s.ID) {
		err = w.element("id", s.ID)
	}
	err = errors.Join(err, atomText(w, "title", s.Title), atomDate(w, "updated", s.Updated),
		atomLink(w, "self", "", s.Self), atomLink(w, "alternate", "text/html", s.Home))
	w.put("</source>\n")
	return err
}

func atomLink(w *Writer, rel, mediaType, href string) error {
	url, err := w.url(rel, href)
	if url == "" {
		return err
	}
	w.put(`<link rel="` + rel + `"`)
	if mediaType != "" {
		w.put(` type="` + mediaType + `"`)
	}
	err = errors.Join(err, w.attr("href", url))
	w.put("/>\n")
	return err
}

func atomEnclosure(w *Writer, m *Media) error {
	url, err := w.enclosure(m)
	if url == "" {
		return err
	}
	w.put(`<link rel="enclosure"`)
	err = errors.Join(err, w.attr("type", m.Type))
	w.numberAttr("length", m.Length)
	err = errors.Join(err, w.attr("title", m.Title), w.attr("href", url))
	w.put("/>\n")
	return err
}

// atomDate writes RFC 3339 with upper-case T and Z (rule A5), and zones of complete minutes. Fractions of a
// second are written, because they distinguish entries that changed at the same time, about which validators
// warn.
func atomDate(w *Writer, element string, t time.Time) error {
	ok, err := w.date(element, t)
	if ok {
		w.open(element)
		w.buf = wholeMinutes(t).AppendFormat(w.buf, time.RFC3339Nano)
		w.close(element)
	}
	return err
}

// wholeMinutes returns t in a zone that RFC 3339 can express.
func wholeMinutes(t time.Time) time.Time {
	if _, offset := t.Zone(); offset%60 != 0 || offset <= -24*3600 || offset >= 24*3600 {
		return t.UTC()
	}
	return t
}
