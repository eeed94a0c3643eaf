package markup

// Classes of bytes of a text.
const (
	keep    = iota
	escape  // has an entity or an escape
	drop    // a control character: XML 1.0 has no place for it
	look    // begins a rune that may have to go
	newline // CR, which an XML parser would turn into LF
)

// classes is for XML, jsonClasses for JSON.
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

// Illegal returns the length of the character at the start of s if it must be removed, or 0. Illegal characters
// are control characters other than white space, which XML 1.0 forbids (C0) or which have no meaning (C1);
// U+FFFE and U+FFFF, which have no meaning; and U+FFFD, which indicates lost data and which validators consider
// an error of the feed.
func Illegal(s string) int {
	switch {
	case s != "" && classes[s[0]] == drop:
		return 1
	case len(s) >= 2 && s[0] == 0xC2 && s[1] < 0xA0:
		return 2
	case len(s) >= 3 && s[0] == 0xEF && s[1] == 0xBF && s[2] >= 0xBD:
		return 3
	}
	return 0
}

// Legal returns s, which must be valid UTF-8, without illegal characters.
func Legal(s string) string {
	var b []byte
	from := 0 // what was not taken so far
	for i := 0; i < len(s); i++ {
		if class := classes[s[i]]; class != drop && class != look {
			continue
		}
		if n := Illegal(s[i:]); n > 0 {
			b = append(b, s[from:i]...)
			i += n - 1
			from = i + 1
		}
	}
	if from == 0 {
		return s
	}
	return string(append(b, s[from:]...))
}

// EscapeXML appends s, which must be valid UTF-8, and reports whether it left characters out.
func EscapeXML(b []byte, s, amp, lt, quot string) (out []byte, bad bool) {
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
			if n = Illegal(s[i:]); n == 0 {
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

// EscapeJSON appends s, which must be valid UTF-8, as the contents of a JSON string, and reports whether it
// left characters out: those that XML forbids.
func EscapeJSON(b []byte, s string) (out []byte, bad bool) {
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
			if n = Illegal(s[i:]); n == 0 {
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
