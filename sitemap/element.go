package sitemap

import (
	"strconv"
	"time"
)

// appendEntry renders e into w.rec, its children in the order of the schema (rule U7).
func (w *Writer) appendEntry(e *Entry) {
	b := append(w.rec[:0], "<url><loc>"...)
	b = append(appendURI(b, w.loc), "</loc>"...)
	if !e.LastMod.IsZero() {
		rule := "M3"
		if t := w.lastMod(e); !t.IsZero() {
			n := len(b)
			var ok bool
			if b, ok = appendLastMod(append(b, "<lastmod>"...), t, e.DateOnly); ok {
				b, rule = append(b, "</lastmod>"...), ""
			} else {
				b, rule = b[:n], "M1"
			}
		}
		if rule != "" {
			w.violate(rule, e, "lastmod", e.LastMod.Format(time.RFC3339))
		}
	}
	if e.ChangeFreq != "" {
		if validChangeFreq(e.ChangeFreq) {
			b = append(append(append(b, "<changefreq>"...), e.ChangeFreq...), "</changefreq>"...)
		} else {
			w.violate("M6", e, "changefreq", e.ChangeFreq)
		}
	}
	if e.HasPriority || e.Priority > 0 {
		if e.Priority >= 0 && e.Priority <= 1 {
			b = strconv.AppendFloat(append(b, "<priority>"...), e.Priority, 'f', -1, 64)
			b = append(b, "</priority>"...)
		} else {
			w.violate("M6", e, "priority", strconv.FormatFloat(e.Priority, 'g', -1, 64))
		}
	}
	if len(e.Alternates) > 0 {
		w.checkAlternates(e)
		b = w.appendVersions(b)
	}
	if w.o.Images == Inline && len(e.Images) > 0 {
		b = w.appendImages(b, e)
	}
	if w.o.Videos == Inline && len(e.Videos) > 0 {
		b = w.appendVideos(b, e)
	}
	w.rec = append(b, "</url>\n"...)
}

// appendHref appends an element that contains a URL.
func (w *Writer) appendHref(dst []byte, e *Entry, rule, tag, raw string) ([]byte, bool) {
	var ok bool
	if w.href, ok = appendLoc(w.href[:0], raw); !ok {
		w.violate(rule, e, tag, raw)
		return dst, false
	}
	dst = append(append(append(dst, '<'), tag...), '>')
	dst = appendURI(dst, w.href)
	return append(append(append(dst, "</"...), tag...), '>'), true
}

// appendDate appends an element with a date, unless it is zero.
func (w *Writer) appendDate(dst []byte, e *Entry, tag string, t time.Time) []byte {
	if t.IsZero() {
		return dst
	}
	date, ok := appendLastMod(nil, t, false)
	if !ok {
		w.violate("V2", e, tag, t.Format(time.RFC3339))
		return dst
	}
	return element(dst, tag, string(date))
}

// clean is cleanText with a report of removed characters.
func (w *Writer) clean(e *Entry, field, raw string) string {
	text, clean := cleanText(raw)
	if !clean {
		w.violate("U4", e, field, raw)
	}
	return text
}

// element appends an element with clean text.
func element(dst []byte, tag, text string) []byte {
	dst = append(append(append(dst, '<'), tag...), '>')
	dst = appendText(dst, text)
	return append(append(append(dst, "</"...), tag...), '>')
}
