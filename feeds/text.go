package feeds

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/sitegen/sitegen/feeds/internal/markup"
)

// clean returns s in valid UTF-8, without what is not, and reports it (rule U4).
func (w *Writer) clean(field, s string) (string, error) {
	if utf8.ValidString(s) {
		return s, nil
	}
	return strings.ToValidUTF8(s, ""), w.violate("U4", field, s)
}

// text appends s as XML text, attribute as the value of an attribute in double quotes.
func (w *Writer) text(field, s string) error { return w.xml(field, s, "&amp;", "&lt;", `"`) }

func (w *Writer) attribute(field, s string) error { return w.xml(field, s, "&amp;", "&lt;", "&quot;") }

// title appends s as the profile wants plain text: & and < as hexadecimal references (rule B7), and in
// one line. What ends like an element of HTML has a space more, which HTML allows there: readers that take any end tag
// for markup, as the W3C validator does, have none.
func (w *Writer) title(field, s string) error {
	if strings.Contains(s, "</") {
		s = endTag.ReplaceAllString(s, "$1 >")
	}
	return w.xml(field, oneLine(s), "&#x26;", "&#x3C;", `"`)
}

var endTag = regexp.MustCompile(`(</\w+)>`)

// oneLine returns s with each run of white space as one space.
func oneLine(s string) string {
	if strings.ContainsAny(s, "\n\r\t") {
		return strings.Join(strings.Fields(s), " ")
	}
	return s
}

// piece is how much text is escaped before the buffer is looked at: the buffer stays small, however
// long a text is.
const piece = 64 << 10

func (w *Writer) xml(field, s, amp, lt, quot string) error {
	s, err := w.clean(field, s)
	if err != nil {
		return err
	}
	bad := false
	for whole := s; ; {
		n := cut(s, piece)
		var b bool
		w.buf, b = markup.EscapeXML(w.buf, s[:n], amp, lt, quot)
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

// cut returns how many bytes of s make a piece of at most n that ends between characters.
func cut(s string, n int) int {
	if len(s) <= n {
		return len(s)
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// jsonString appends s as a JSON string. Characters that XML forbids go here as well: the feeds of one
// page say the same.
func (w *Writer) jsonString(field, s string) error {
	s, err := w.clean(field, s)
	if err != nil {
		return err
	}
	w.buf = append(w.buf, '"')
	bad := false
	for whole := s; ; {
		n := cut(s, piece)
		var b bool
		w.buf, b = markup.EscapeJSON(w.buf, s[:n])
		bad = bad || b
		if s = s[n:]; s == "" {
			w.buf = append(w.buf, '"')
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

// put appends markup.
func (w *Writer) put(s string) { w.buf = append(w.buf, s...) }

// element appends <name>text</name>, nothing for an empty text. Attributes may follow the name.
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

// attr appends name="value" after a space, nothing for an empty value.
func (w *Writer) attr(name, value string) error {
	if value == "" {
		return nil
	}
	w.buf = append(append(append(w.buf, ' '), name...), `="`...)
	err := w.attribute(name, value)
	w.buf = append(w.buf, '"')
	return err
}
