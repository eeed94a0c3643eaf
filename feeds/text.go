package feeds

import (
	"strings"
	"unicode/utf8"
)

// What a byte of a text needs.
const (
	keep    = iota
	escape  // has an entity or an escape
	drop    // a control character: XML 1.0 has no place for it
	look    // begins a rune that may have to go
	newline // CR, which an XML parser would turn into LF
)

// classes is for XML, jsonClasses for JSON. They are read only.
var (
	classes     = newClasses("&<>\"", "\x7F\xC2\xEF")
	jsonClasses = newClasses("\"\\\n\r\t", "\x7F\xC2\xE2\xEF")
)

func newClasses(escaped, special string) (t [256]uint8) {
	for c := range 0x20 {
		t[c] = drop
	}
	t['\t'], t['\n'], t['\r'] = keep, keep, newline
	for i := range len(escaped) {
		t[escaped[i]] = escape
	}
	for i := range len(special) {
		t[special[i]] = look
	}
	t[0x7F] = drop
	return t
}

// clean returns s in valid UTF-8, without what is not, and reports it (rule U4).
func (w *Writer) clean(field, s string) (string, error) {
	if utf8.ValidString(s) {
		return s, nil
	}
	return strings.ToValidUTF8(s, ""), w.violate("U4", field, s)
}

// illegal returns the length of the character at the start of s if it must go: the C1 controls,
// U+FFFE and U+FFFF, which mean nothing, and U+FFFD, which says that something was lost and which
// validators take for a fault of the feed.
func illegal(s string) int {
	switch {
	case len(s) >= 2 && s[0] == 0xC2 && s[1] < 0xA0:
		return 2
	case len(s) >= 3 && s[0] == 0xEF && s[1] == 0xBF && s[2] >= 0xBD:
		return 3
	}
	return 0
}

// text appends s as XML text, attribute as the value of an attribute in double quotes.
func (w *Writer) text(field, s string) error { return w.xml(field, s, "&amp;", "&lt;", `"`) }

func (w *Writer) attribute(field, s string) error { return w.xml(field, s, "&amp;", "&lt;", "&quot;") }

// title appends s as the profile wants plain text: & and < as hexadecimal references (rule B7), and in
// one line.
func (w *Writer) title(field, s string) error {
	return w.xml(field, oneLine(s), "&#x26;", "&#x3C;", `"`)
}

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
		w.buf, b = escapeXML(w.buf, s[:n], amp, lt, quot)
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

// escapeXML appends s, which is valid UTF-8, and says whether it left characters out.
func escapeXML(b []byte, s, amp, lt, quot string) (out []byte, bad bool) {
	from := 0
	for i := 0; i < len(s); i++ {
		class := classes[s[i]]
		if class == keep {
			continue
		}
		n, with := 1, ""
		switch class {
		case escape:
			switch s[i] {
			case '&':
				with = amp
			case '<':
				with = lt
			case '>':
				with = "&gt;"
			default:
				with = quot
			}
		case newline:
			with = "&#xD;"
		case look:
			if n = illegal(s[i:]); n == 0 {
				continue
			}
			bad = true
		default:
			bad = true
		}
		b = append(append(b, s[from:i]...), with...)
		i += n - 1
		from = i + 1
	}
	return append(b, s[from:]...), bad
}

const hexDigits = "0123456789abcdef"

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
		w.buf, b = escapeJSON(w.buf, s[:n])
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

func escapeJSON(b []byte, s string) (out []byte, bad bool) {
	from := 0
	for i := 0; i < len(s); i++ {
		class := jsonClasses[s[i]]
		if class == keep {
			continue
		}
		n, with := 1, ""
		switch class {
		case escape:
			switch s[i] {
			case '"':
				with = `\"`
			case '\\':
				with = `\\`
			case '\n':
				with = `\n`
			case '\r':
				with = `\r`
			case '\t':
				with = `\t`
			}
		case look:
			if s[i] == 0xE2 { // U+2028, U+2029: line ends in old JavaScript
				if i+2 >= len(s) || s[i+1] != 0x80 || s[i+2]&^1 != 0xA8 {
					continue
				}
				n, with = 3, `\u202`+string(hexDigits[s[i+2]&15])
				break
			}
			if n = illegal(s[i:]); n == 0 {
				continue
			}
			bad = true
		default:
			bad = true
		}
		b = append(append(b, s[from:i]...), with...)
		i += n - 1
		from = i + 1
	}
	return append(b, s[from:]...), bad
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
