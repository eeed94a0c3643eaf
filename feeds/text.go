package feeds

import (
	"strings"
	"unicode/utf8"
)

// What a byte of a text needs.
const (
	keep    = iota
	escape  // has an entity
	drop    // a control character: XML 1.0 has no place for it
	look    // begins a rune that may be a control or a noncharacter
	newline // CR, which an XML parser would turn into LF
)

var classes = func() (t [256]uint8) {
	for c := range 0x20 {
		t[c] = drop
	}
	t['\t'], t['\n'], t['\r'], t[0x7F] = keep, keep, newline, drop
	t['&'], t['<'], t['>'], t['"'] = escape, escape, escape, escape
	t[0xC2], t[0xEF] = look, look // U+0080 to U+00BF; U+F000 to U+FFFF
	return t
}()

// clean returns s in valid UTF-8, with U+FFFD for what is not, and reports it (rule U4).
func (w *Writer) clean(field, s string) (string, error) {
	if utf8.ValidString(s) {
		return s, nil
	}
	return strings.ToValidUTF8(s, "\uFFFD"), w.violate("U4", field, s)
}

// illegal returns the length of the character at the start of s if it must go: C1 controls but NEL,
// U+FFFE and U+FFFF.
func illegal(s string) int {
	switch {
	case len(s) >= 2 && s[0] == 0xC2 && s[1] < 0xA0 && s[1] != 0x85:
		return 2
	case len(s) >= 3 && s[0] == 0xEF && s[1] == 0xBF && s[2] >= 0xBE:
		return 3
	}
	return 0
}

// text appends s as XML text, attribute as the value of an attribute in double quotes.
func (w *Writer) text(field, s string) error { return w.xml(field, s, "&amp;", "&lt;", `"`) }

func (w *Writer) attribute(field, s string) error { return w.xml(field, s, "&amp;", "&lt;", "&quot;") }

// title appends s as the profile wants titles: & and < as hexadecimal references (rule B7).
func (w *Writer) title(field, s string) error { return w.xml(field, s, "&#x26;", "&#x3C;", `"`) }

func (w *Writer) xml(field, s, amp, lt, quot string) error {
	s, err := w.clean(field, s)
	if err != nil {
		return err
	}
	b, from, bad := w.buf, 0, false
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
	w.buf = append(b, s[from:]...)
	if bad {
		return w.violate("U4", field, s)
	}
	return nil
}

const hexDigits = "0123456789abcdef"

// jsonString appends s as a JSON string. Control characters that XML forbids go here as well: the
// feeds of one page say the same.
func (w *Writer) jsonString(field, s string) error {
	s, err := w.clean(field, s)
	if err != nil {
		return err
	}
	b, from, bad := append(w.buf, '"'), 0, false
	for i := 0; i < len(s); i++ {
		c := s[i]
		n, with := 1, ""
		switch {
		case c == '"':
			with = `\"`
		case c == '\\':
			with = `\\`
		case c == '\n':
			with = `\n`
		case c == '\r':
			with = `\r`
		case c == '\t':
			with = `\t`
		case c < 0x20 || c == 0x7F:
			bad = true
		case c == 0xC2 || c == 0xEF:
			if n = illegal(s[i:]); n == 0 {
				continue
			}
			bad = true
		case c == 0xE2 && i+2 < len(s) && s[i+1] == 0x80 && s[i+2]&^1 == 0xA8: // U+2028, U+2029: line ends in old JavaScript
			n, with = 3, `\u202`+string(hexDigits[s[i+2]&15])
		default:
			continue
		}
		b = append(append(b, s[from:i]...), with...)
		i += n - 1
		from = i + 1
	}
	w.buf = append(append(b, s[from:]...), '"')
	if bad {
		return w.violate("U4", field, s)
	}
	return nil
}

// put appends markup.
func (w *Writer) put(s string) { w.buf = append(w.buf, s...) }

// element appends <name>text</name>, nothing for an empty text.
func (w *Writer) element(name, text string) error {
	if text == "" {
		return nil
	}
	w.put("<" + name + ">")
	err := w.text(name, text)
	w.put("</" + strings.SplitN(name, " ", 2)[0] + ">\n")
	return err
}
