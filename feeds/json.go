package feeds

import (
	"errors"
	"time"
)

// jsonFeed writes JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/): rules J1 to J3.
type jsonFeed struct{}

func (jsonFeed) begin(w *Writer, f *Feed) error {
	language, err := w.language(f.Language)
	next := f.Paging.Next
	if next == "" {
		next = f.Paging.PrevArchive // next_url leads to the older items, archived or paged
	}
	w.put("{\n" + `"version": "https://jsonfeed.org/version/1.1"`)
	err = errors.Join(err,
		w.member(",\n", "title", f.Title),
		w.urlMember(",\n", "home_page_url", f.Home),
		w.urlMember(",\n", "feed_url", f.Self),
		w.member(",\n", "description", f.Description),
		w.urlMember(",\n", "next_url", next),
		w.urlMember(",\n", "icon", f.Logo.URL),
		w.urlMember(",\n", "favicon", f.Icon),
		w.member(",\n", "language", language),
		w.people(",\n", f.Authors))
	if f.Expired {
		w.put(",\n" + `"expired": true`)
	}
	sep := ",\n" + `"hubs": [{`
	for _, hub := range f.Hubs {
		url, bad := w.url("hubs", hub)
		if err = errors.Join(err, bad); url == "" {
			continue
		}
		w.put(sep + `"type": "WebSub"`)
		err = errors.Join(err, w.member(", ", "url", url))
		w.put("}")
		sep = ", {"
	}
	if sep == ", {" {
		w.put("]")
	}
	w.put(",\n" + `"items": [`)
	return err
}

func (jsonFeed) item(w *Writer, i *Item, id string) error {
	language, err := w.language(i.Language)
	if w.items > 0 {
		w.put(w.enc.between())
	}
	w.put("\n{")
	err = errors.Join(err,
		w.member("", "id", id),
		w.urlMember(",\n ", "url", i.URL),
		w.urlMember(",\n ", "external_url", i.ExternalURL),
		w.member(",\n ", "title", i.Title),
		w.jsonDate("date_published", i.Published),
		w.jsonDate("date_modified", i.Updated),
		w.people(",\n ", i.Authors),
		w.tags(i.Categories),
		w.member(",\n ", "language", language),
		w.urlMember(",\n ", "image", i.Image.URL))
	// An item must have content (rule J1). The format's summary is plain text, ours is HTML.
	content, key := i.Content, "content_html"
	if content == "" {
		content = i.Summary
	}
	content, bad := w.html(key, content)
	if content == "" {
		if content, key = i.Title, "content_text"; content == "" {
			content = plainURL(i.URL)
		}
	}
	return errors.Join(err, bad,
		w.member(",\n ", key, content),
		w.attachments(i),
		w.endItem("}"))
}

func (jsonFeed) between() string { return "," }

func (jsonFeed) end(w *Writer) { w.put("\n]\n}\n") }

// tags writes the terms of an item.
func (w *Writer) tags(categories []Category) (err error) {
	sep := ",\n " + `"tags": [`
	for _, c := range categories {
		if c.label() == "" {
			continue
		}
		w.put(sep)
		sep = ", "
		err = errors.Join(err, w.jsonString("tags", c.label()))
	}
	if sep == ", " {
		w.put("]")
	}
	return err
}

// attachments writes enclosures and media. Those without a type are left out and reported (rule J2).
func (w *Writer) attachments(i *Item) (err error) {
	sep := ",\n " + `"attachments": [{`
	for n := range len(i.Enclosures) + len(i.Media) {
		var m *Media
		var url string
		var bad error
		if n < len(i.Enclosures) {
			m = &i.Enclosures[n]
			url, bad = w.enclosure(m)
		} else {
			m = &i.Media[n-len(i.Enclosures)]
			if url, bad = w.url("attachments", m.URL); url != "" && !isMediaType(m.Type) {
				url, bad = "", w.violate("J2", "attachments", m.URL)
			}
		}
		if err = errors.Join(err, bad); url == "" {
			continue
		}
		w.put(sep)
		sep = ", {"
		err = errors.Join(err, w.member("", "url", url), w.member(", ", "mime_type", m.Type),
			w.member(", ", "title", m.Title))
		if m.Length > 0 {
			w.number(`, "size_in_bytes": `, m.Length, "")
		}
		if s := seconds(m.Duration); s > 0 {
			w.number(`, "duration_in_seconds": `, s, "")
		}
		w.put("}")
	}
	if sep == ", {" {
		w.put("]")
	}
	return err
}

// member appends a key with a text, or nothing if it is empty.
func (w *Writer) member(before, key, value string) error {
	if value == "" {
		return nil
	}
	w.buf = append(append(append(append(w.buf, before...), '"'), key...), `": `...)
	return w.jsonString(key, value)
}

// urlMember appends a key with a URL.
func (w *Writer) urlMember(before, key, value string) error {
	url, err := w.url(key, value)
	if err != nil {
		return err
	}
	return w.member(before, key, url)
}

func (w *Writer) jsonDate(key string, t time.Time) error {
	ok, err := w.date(key, t)
	if ok {
		w.put(",\n \"" + key + `": "`)
		w.buf = wholeMinutes(t).AppendFormat(w.buf, time.RFC3339)
		w.put(`"`)
	}
	return err
}

func (w *Writer) people(before string, people []Person) (err error) {
	sep := before + `"authors": [`
	for _, p := range people {
		if p.label() == "" {
			continue
		}
		w.put(sep + "{")
		sep = ", "
		err = errors.Join(err, w.member("", "name", p.label()))
		if absolute(p.URL) {
			err = errors.Join(err, w.member(", ", "url", plainURL(p.URL)))
		}
		w.put("}")
	}
	if sep == ", " {
		w.put("]")
	}
	return err
}
