package search

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/pattern"
)

// stampDigits is the number of digits of a hash in a file name. The hash only has to differ from that of the previous
// content.
const stampDigits = 5

// stamped returns a file of a kind, which is the first letter of its name. The name also has the key by which the
// browser finds it and the stamp, a hash of the content, which is returned.
func stamped(kind, key, data string) (f File, stamp string) {
	stamp = base32(xxhash.Sum64String(data), stampDigits)
	return file(nameOf(kind, key, stamp), data), stamp
}

func nameOf(kind, key, stamp string) string { return kind + key + "-" + stamp + ".js" }

// stampedName matches the names that stamped makes, with stampDigits digits at their ends.
var stampedName = pattern.New(`^[besw][0-9a-z]+-[0-9a-hjkmnp-tv-z]{5}\.js$`)

// Stamped reports whether a file name may be one of a part of an index, which contains a hash of its bytes. Other names
// match, too, so it holds only in a folder whose file index.js begins with Call.
func Stamped(name string) bool { return stampedName.MatchString(name) }

// file wraps data in a function call.
func file(name, data string) File {
	return File{name, []byte(Call + "(" + data + ")\n")}
}

// keyOf returns the key of a prefix of words for file names: FNV-1a over the UTF-16 code units of JavaScript.
func keyOf(word string) string {
	h := uint32(2166136261)
	for _, c := range utf16.Encode([]rune(word)) {
		h = (h ^ uint32(c)) * 16777619
	}
	return strconv.FormatUint(uint64(h), 36)
}

// base32 writes the lowest bits of a number, five per digit, in lower case for file systems that ignore case.
func base32(n uint64, digits int) string {
	const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
	b := make([]byte, digits)
	for i := range b {
		b[i] = alphabet[n&31]
		n >>= 5
	}
	return string(b)
}

// quote writes a string as a JavaScript literal. Invalid UTF-8 becomes U+FFFD.
func quote(s string) string { return string(appendQuoted(make([]byte, 0, len(s)+2), s, `\n`)) }

// appendQuoted appends such a literal, in which newline replaces each line feed.
func appendQuoted(b []byte, s, newline string) []byte {
	b = append(b, '"')
	from := 0 // of characters that stay as they are
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		r, size := rune(c), 1
		if c >= utf8.RuneSelf {
			if r, size = utf8.DecodeRuneInString(s[i:]); r < 0x2028 || r > 0x2029 && r != utf8.RuneError {
				i += size
				continue
			}
		}
		b = append(b, s[from:i]...)
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', c)
		case r == '\n':
			b = append(b, newline...)
		case r < ' ' || r == 0x2028 || r == 0x2029:
			const hex = "0123456789abcdef"
			b = append(b, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
		i += size
		from = i
	}
	return append(append(b, s[from:]...), '"')
}
