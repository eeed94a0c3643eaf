package feeds

import (
	"errors"
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
		id = f.Self
	}
	if !isIRI(id) {
		return Violation{Rule: "A5", Field: "id", Value: id}
	}
	w.put(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<feed xmlns="http://www.w3.org/2005/Atom"`)
	var err error
	if f.Language != "" {
		w.put(` xml:lang="`)
		err = w.attribute("language", f.Language)
		w.put(`"`)
	}
	w.put(">\n")
	err = errors.Join(err,
		w.element("id", id),
		w.element("title", f.Title),
		w.element("subtitle", f.Description),
		atomDate(w, "updated", f.Updated),
		atomLink(w, "self", "application/atom+xml", f.Self),
		atomLink(w, "alternate", "text/html", f.Home))
	authors := f.Authors
	if len(authors) == 0 {
		authors = []Person{{Name: f.Title}} // a feed has to have one (rule A2)
	}
	return errors.Join(err,
		atomPeople(w, authors),
		w.element("rights", f.Copyright),
		w.element("generator", f.Generator))
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
	if !isIRI(id) {
		if err := w.violate("A5", "id", id); err != nil {
			return err
		}
		id = i.URL
	}
	w.put("<entry>\n")
	err = w.element("id", id)
	w.put("<title>") // an entry has to have one, be it empty
	err = errors.Join(err, w.text("title", i.Title))
	w.put("</title>\n")
	err = errors.Join(err,
		atomLink(w, "alternate", "text/html", i.URL),
		atomDate(w, "published", i.Published),
		atomDate(w, "updated", date),
		atomPeople(w, i.Authors))
	for _, c := range i.Categories {
		if c == "" {
			continue
		}
		w.put(`<category term="`)
		err = errors.Join(err, w.attribute("category", c))
		w.put("\"/>\n")
	}
	err = errors.Join(err,
		w.element(`summary type="html"`, i.Summary),
		w.element(`content type="html"`, i.Content))
	w.put("</entry>\n")
	w.items++
	return err
}

func (atom) end(w *Writer) { w.put("</feed>\n") }

func atomPeople(w *Writer, people []Person) (err error) {
	for _, p := range people {
		if p.label() == "" {
			continue
		}
		w.put("<author>\n")
		err = errors.Join(err, w.element("name", p.label()), w.element("email", p.Email))
		if absolute(p.URL) {
			err = errors.Join(err, w.element("uri", p.URL))
		}
		w.put("</author>\n")
	}
	return err
}

func atomLink(w *Writer, rel, mediaType, href string) error {
	w.put(`<link rel="` + rel + `" type="` + mediaType + `" href="`)
	err := w.attribute("link", href)
	w.put("\"/>\n")
	return err
}

// atomDate writes RFC 3339, which has upper-case T and Z (rule A5).
func atomDate(w *Writer, element string, t time.Time) error {
	ok, err := w.date(element, t)
	if ok {
		w.put("<" + element + ">")
		w.buf = t.AppendFormat(w.buf, time.RFC3339)
		w.put("</" + element + ">\n")
	}
	return err
}
