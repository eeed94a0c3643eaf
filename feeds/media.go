package feeds

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// rssMedia writes the first enclosure as such and the other files with Media RSS
// (https://www.rssboard.org/media-rss).
func rssMedia(w *Writer, i *Item) (err error) {
	enclosed := false
	for n := range i.Enclosures {
		m := &i.Enclosures[n]
		url, bad := w.enclosure(m)
		if err = errors.Join(err, bad); url == "" {
			continue
		}
		if enclosed { // one at most (rule B6)
			err = errors.Join(err, mediaContent(w, m))
			continue
		}
		enclosed = true
		w.put("<enclosure")
		err = errors.Join(err, w.attr("url", url))
		w.number(` length="`, m.Length, `"`)
		err = errors.Join(err, w.attr("type", m.Type))
		w.put("/>\n")
	}
	return errors.Join(err, mediaRSS(w, i))
}

// enclosure returns the URL of m; if a required field is missing, it reports that and returns "" (rule B6).
func (w *Writer) enclosure(m *Media) (string, error) {
	url, err := w.url("enclosure", m.URL)
	if url == "" {
		return "", err
	}
	if m.Length <= 0 || !isMediaType(m.Type) {
		return "", w.violate("B6", "enclosure", m.URL)
	}
	return url, nil
}

// mediaRSS writes Item.Image and Item.Media.
func mediaRSS(w *Writer, i *Item) error {
	err := thumbnail(w, i.Image)
	for n := range i.Media {
		err = errors.Join(err, mediaContent(w, &i.Media[n]))
	}
	return err
}

func mediaContent(w *Writer, m *Media) error {
	url, err := w.url("media:content", m.URL)
	if url == "" {
		return err
	}
	language, err2 := w.language(m.Language)
	w.put("<media:content")
	err = errors.Join(err, err2, w.attr("url", url))
	if isMediaType(m.Type) {
		err = errors.Join(err, w.attr("type", m.Type))
	}
	err = errors.Join(err, w.attr("medium", medium(m)))
	w.numberAttr("fileSize", m.Length)
	w.numberAttr("duration", seconds(m.Duration))
	w.numberAttr("width", int64(m.Width))
	w.numberAttr("height", int64(m.Height))
	err = errors.Join(err, w.attr("lang", language))
	if m.Title == "" && m.Thumbnail.URL == "" {
		w.put("/>\n")
		return err
	}
	w.put(">\n")
	if m.Title != "" {
		err = errors.Join(err, mediaTitle(w, m.Title))
	}
	err = errors.Join(err, thumbnail(w, m.Thumbnail))
	w.put("</media:content>\n")
	return err
}

// mediaTitle writes plain text, or HTML if the text looks like HTML.
func mediaTitle(w *Writer, s string) error {
	if looksHTML(s) {
		return w.element(`media:title type="html"`, shownAsHTML.Replace(oneLine(s)))
	}
	return w.plain(`media:title type="plain"`, s)
}

func thumbnail(w *Writer, i Image) error {
	url, err := w.url("media:thumbnail", i.URL)
	if url == "" {
		return err
	}
	w.put("<media:thumbnail")
	err = errors.Join(err, w.attr("url", url))
	w.numberAttr("width", int64(i.Width))
	w.numberAttr("height", int64(i.Height))
	w.put("/>\n")
	return err
}

// medium returns the kind of file m in the terms of Media RSS.
func medium(m *Media) string {
	kind := m.Medium
	if kind == "" {
		kind, _, _ = strings.Cut(m.Type, "/")
		if kind == "text" || m.Type == "application/pdf" {
			kind = "document"
		}
	}
	switch kind {
	case "image", "audio", "video", "document", "executable":
		return kind
	}
	return ""
}

func seconds(d time.Duration) int64 { return int64(d.Round(time.Second) / time.Second) }

// number appends a number between two pieces of markup.
func (w *Writer) number(before string, n int64, after string) {
	w.put(before)
	w.buf = strconv.AppendInt(w.buf, n, 10)
	w.put(after)
}

// numberAttr appends a number as an attribute, or nothing if it is not positive.
func (w *Writer) numberAttr(name string, n int64) {
	if n > 0 {
		w.number(" "+name+`="`, n, `"`)
	}
}
