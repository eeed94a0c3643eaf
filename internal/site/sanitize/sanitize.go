// Package sanitize makes URL path elements from names and titles, as Hugo does.
package sanitize

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/percent"

	"github.com/sitegen/sitegen/internal/base/words"
)

// Settings are project settings (https://gohugo.io/configuration/all/#disablepathtolower, #removepathaccents).
type Settings struct {
	KeepCase bool // do not make letters small
	Accents  bool // remove them
}

// Element sanitizes one part of a path; slashes in it stay.
func (s Settings) Element(p string) string {
	p = keepAllowed(p)
	if s.Accents {
		p = words.WithoutAccents(p)
	}
	if !s.KeepCase {
		p = strings.ToLower(p)
	}
	return p
}

// Token sanitizes the value of a permalink token. Hugo parses it as a URL on the way, which drops a final "#".
func (s Settings) Token(p string) string {
	p = s.Element(p)
	if i := strings.IndexByte(p, '#'); i >= 0 && i == len(p)-1 {
		p = p[:i]
	}
	return p
}

// keepAllowed keeps letters, digits, marks, allowed punctuation, and %XX. White space between them becomes one
// "-" unless there is one already; everything else is dropped.
func keepAllowed(s string) string {
	clean := true
	for i, r := range s {
		if !allowed(s, i, r) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	space, hyphen := false, false
	for i, r := range s {
		switch {
		case allowed(s, i, r):
			hyphen = r == '-'
			if space && !hyphen {
				b.WriteByte('-')
			}
			space = false
			b.WriteRune(r)
		case b.Len() > 0 && !hyphen && unicode.IsSpace(r):
			space = true
		}
	}
	return b.String()
}

// allowed reports whether the character at s[i] is allowed in a path.
func allowed(s string, i int, r rune) bool {
	if r < utf8.RuneSelf {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			return true
		case r == '%':
			return i+2 < len(s) && percent.IsHex(s[i+1]) && percent.IsHex(s[i+2])
		}
		return strings.ContainsRune(`./\_#+~-@`, r)
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}
