package feeds

import (
	"errors"
	"time"
)

// rss writes RSS 2.0 by the profile of the RSS Advisory Board
// (https://www.rssboard.org/rss-profile): rules B1 to B8.
type rss struct{}

// rfc822 is the date of RSS, with a year of four digits (rule B2).
const rfc822 = "Mon, 02 Jan 2006 15:04:05 -0700"

func (rss) begin(w *Writer, f *Feed) error {
	w.put(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
		"\n<channel>\n<title>")
	err := w.title("title", f.Title)
	w.put("</title>\n")
	description := f.Description
	if description == "" {
		description = f.Title
	}
	err = errors.Join(err,
		w.element("link", f.Home),
		w.element("description", description),
		w.element("generator", f.Generator),
		w.element("language", f.Language),
		w.element("copyright", f.Copyright))
	err = errors.Join(err, rssPeople(w, f.Authors, "managingEditor"), rssDate(w, "lastBuildDate", f.Updated))
	w.put(`<atom:link rel="self" type="application/rss+xml" href="`)
	err = errors.Join(err, w.attribute("self", f.Self))
	w.put("\"/>\n")
	return err
}

func (rss) item(w *Writer, i *Item, id string) error {
	w.put("<item>\n")
	var err error
	if i.Title != "" {
		w.put("<title>")
		err = w.title("title", i.Title)
		w.put("</title>\n")
	}
	err = errors.Join(err, w.element("link", i.URL))
	err = errors.Join(err, rssDate(w, "pubDate", i.Published), rssPeople(w, i.Authors, "author"))
	for _, c := range i.Categories {
		err = errors.Join(err, w.element("category", c))
	}
	if id == i.URL {
		err = errors.Join(err, w.element("guid", id))
	} else {
		err = errors.Join(err, w.element(`guid isPermaLink="false"`, id))
	}
	// An item needs a title or a description (rule B1).
	if i.Summary != "" || i.Title == "" {
		w.put("<description>")
		err = errors.Join(err, w.text("description", i.Summary))
		w.put("</description>\n")
	}
	err = errors.Join(err, w.element("content:encoded", i.Content))
	w.put("</item>\n")
	w.items++
	return err
}

func (rss) end(w *Writer) { w.put("</channel>\n</rss>\n") }

// rssPeople writes the first author with a mail address as element, in the form "mail (Name)", and all
// others by dc:creator (rule B5).
func rssPeople(w *Writer, people []Person, element string) (err error) {
	for _, p := range people {
		if p.Email == "" || element == "" {
			err = errors.Join(err, w.element("dc:creator", p.label()))
			continue
		}
		text := p.Email
		if p.Name != "" {
			text += " (" + p.Name + ")"
		}
		err = errors.Join(err, w.element(element, text))
		element = ""
	}
	return err
}

func rssDate(w *Writer, element string, t time.Time) error {
	ok, err := w.date(element, t)
	if ok {
		w.put("<" + element + ">")
		w.buf = t.AppendFormat(w.buf, rfc822)
		w.put("</" + element + ">\n")
	}
	return err
}
