package feeds

import (
	"errors"
	"time"
)

// jsonFeed writes JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/): rules J1 to J3.
type jsonFeed struct{}

func (jsonFeed) begin(w *Writer, f *Feed) error {
	w.put("{\n" + `"version": "https://jsonfeed.org/version/1.1"`)
	err := errors.Join(
		w.member(",\n", "title", f.Title),
		w.member(",\n", "home_page_url", f.Home),
		w.member(",\n", "feed_url", f.Self),
		w.member(",\n", "description", f.Description),
		w.member(",\n", "language", f.Language),
		w.people(",\n", f.Authors))
	w.put(",\n" + `"items": [`)
	return err
}

func (jsonFeed) item(w *Writer, i *Item, id string) error {
	if w.items > 0 {
		w.put(",")
	}
	w.put("\n{")
	err := errors.Join(
		w.member("", "id", id),
		w.member(",\n ", "url", i.URL),
		w.member(",\n ", "title", i.Title),
		w.jsonDate("date_published", i.Published),
		w.jsonDate("date_modified", i.Updated),
		w.people(",\n ", i.Authors))
	tags := ""
	for _, c := range i.Categories {
		if c == "" {
			continue
		}
		if tags == "" {
			w.put(",\n " + `"tags": [`)
		}
		w.put(tags)
		tags = ", "
		err = errors.Join(err, w.jsonString("tags", c))
	}
	if tags != "" {
		w.put("]")
	}
	// An item has to have content (rule J1). The format's own summary is plain text, ours is HTML.
	content := i.Content
	if content == "" {
		content = i.Summary
	}
	w.put(",\n " + `"content_html": `)
	err = errors.Join(err, w.jsonString("content_html", content))
	w.put("}")
	w.items++
	return err
}

func (jsonFeed) end(w *Writer) { w.put("\n]\n}\n") }

// member appends a key with a text, nothing for an empty one.
func (w *Writer) member(before, key, value string) error {
	if value == "" {
		return nil
	}
	w.put(before + `"` + key + `": `)
	return w.jsonString(key, value)
}

func (w *Writer) jsonDate(key string, t time.Time) error {
	ok, err := w.date(key, t)
	if ok {
		w.put(",\n \"" + key + `": "`)
		w.buf = t.AppendFormat(w.buf, time.RFC3339)
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
			err = errors.Join(err, w.member(", ", "url", p.URL))
		}
		w.put("}")
	}
	if sep == ", " {
		w.put("]")
	}
	return err
}
