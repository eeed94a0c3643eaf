package feeds

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/feeds/internal/markup"
)

// clean returns s without invalid UTF-8, which is reported (rule U4).
func (w *Writer) clean(field, s string) (string, error) {
	if utf8.ValidString(s) {
		return s, nil
	}
	return strings.ToValidUTF8(s, ""), w.violate("U4", field, s)
}

// text appends s as XML text, attribute as a double-quoted attribute value.
func (w *Writer) text(field, s string) error { return w.xml(field, s, "&amp;", "&lt;", `"`) }

func (w *Writer) attribute(field, s string) error { return w.xml(field, s, "&amp;", "&lt;", "&quot;") }

// title appends s as plain text in the form of the profile: & and < as hexadecimal references (rule B7), and in
// one line. In a text that looks like an HTML end tag it inserts a space, which HTML allows there, so readers
// that consider any end tag to be markup, such as the W3C validator, do not.
func (w *Writer) title(field, s string) error {
	if strings.Contains(s, "</") {
		s = endTag.ReplaceAllString(s, "$1 >")
	}
	return w.xml(field, oneLine(s), "&#x26;", "&#x3C;", `"`)
}

var endTag = regexp.MustCompile(`(</\w+)>`)

// oneLine returns s with each run of white space replaced by a space.
func oneLine(s string) string {
	if strings.ContainsAny(s, "\n\r\t") {
		return strings.Join(strings.Fields(s), " ")
	}
	return s
}

// piece is the number of bytes escaped between checks of the buffer, which thus stays small however long a text
// is.
const piece = 64 << 10

func (w *Writer) xml(field, s, amp, lt, quot string) error {
	return w.escaped(field, s, func(b []byte, s string) ([]byte, bool) { return markup.EscapeXML(b, s, amp, lt, quot) })
}

// escaped appends a text in pieces. Characters that XML forbids are removed, also in JSON, so the feeds of a page are
// consistent.
func (w *Writer) escaped(field, s string, escape func(b []byte, s string) (out []byte, bad bool)) error {
	s, err := w.clean(field, s)
	if err != nil {
		return err
	}
	bad := false
	for whole := s; ; {
		n := cut(s, piece)
		var b bool
		w.buf, b = escape(w.buf, s[:n])
		bad = bad || b
		if s = s[n:]; s == "" {
			if bad {
				return w.violate("U4", field, whole)
			}
			return nil
		}
		if err := w.flush(); err != nil {
			return err
		}
	}
}

// cut returns the length of the first piece of s, at most n bytes, that ends between characters.
func cut(s string, n int) int {
	if len(s) <= n {
		return len(s)
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// jsonString appends s as a JSON string.
func (w *Writer) jsonString(field, s string) error {
	w.buf = append(w.buf, '"')
	err := w.escaped(field, s, markup.EscapeJSON)
	w.buf = append(w.buf, '"')
	return err
}

// put appends markup.
func (w *Writer) put(s string) { w.buf = append(w.buf, s...) }

// element appends <name>text</name>, or nothing for an empty text. Attributes may follow the name.
func (w *Writer) element(name, text string) error {
	if text == "" {
		return nil
	}
	w.open(name)
	err := w.text(name, text)
	w.close(name)
	return err
}

// plain is element for plain text in RSS, which readers may take for HTML (rule B7).
func (w *Writer) plain(name, text string) error {
	if text == "" {
		return nil
	}
	w.open(name)
	err := w.title(name, text)
	w.close(name)
	return err
}

func (w *Writer) open(name string) { w.buf = append(append(append(w.buf, '<'), name...), '>') }

func (w *Writer) close(name string) {
	name, _, _ = strings.Cut(name, " ")
	w.buf = append(append(append(w.buf, "</"...), name...), ">\n"...)
}

// attr appends name="value" after a space, or nothing for an empty value.
func (w *Writer) attr(name, value string) error {
	if value == "" {
		return nil
	}
	w.buf = append(append(append(w.buf, ' '), name...), `="`...)
	err := w.attribute(name, value)
	w.buf = append(w.buf, '"')
	return err
}
