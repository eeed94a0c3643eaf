package sitemap

import (
	"strings"
	"unicode/utf8"
)

// cleanText returns s without the characters that XML 1.0 forbids (rule U4), without invalid UTF-8 (rule U3),
// and trimmed. clean reports that only space was removed.
func cleanText(s string) (_ string, clean bool) {
	s = strings.TrimSpace(s)
	bad := false
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !isXMLChar(r) || r == utf8.RuneError && n == 1 {
			bad = true
			break
		}
		i += n
	}
	if !bad {
		return s, true
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if isXMLChar(r) && (r != utf8.RuneError || n > 1) {
			b.WriteRune(r)
		}
		i += n
	}
	return strings.TrimSpace(b.String()), false
}

// isXMLChar is the production Char of XML 1.0 §2.2.
func isXMLChar(r rune) bool {
	return r >= 0x20 && r <= 0xD7FF || r == '\t' || r == '\n' || r == '\r' || r >= 0xE000 && r <= 0xFFFD || r >= 0x10000 &&
		r <= 0x10FFFF
}

// cutText truncates s to at most n characters, at the end of a word if there is one in its second half.
func cutText(s string, n int) (string, bool) {
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s, false
	}
	end, space, runes := len(s), 0, 0
	for i, r := range s {
		if runes == n {
			end = i
			if r == ' ' || r == '\t' || r == '\n' {
				space = i
			}
			break
		}
		if r == ' ' || r == '\t' || r == '\n' {
			space = i
		}
		runes++
	}
	if space > end/2 {
		end = space
	}
	return strings.TrimSpace(s[:end]), true
}

// appendText appends clean text, escaped for content and attributes (rule U5).
func appendText(dst []byte, s string) []byte {
	from := 0
	for i := 0; i < len(s); i++ {
		var esc string
		switch s[i] {
		case '&':
			esc = "&amp;"
		case '<':
			esc = "&lt;"
		case '>':
			esc = "&gt;"
		case '"':
			esc = "&quot;"
		case '\'':
			esc = "&apos;"
		case '\r':
			esc = "&#13;" // a bare one would be read as a line feed
		default:
			continue
		}
		dst = append(append(dst, s[from:i]...), esc...)
		from = i + 1
	}
	return append(dst, s[from:]...)
}
