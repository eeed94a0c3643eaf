package words

import (
	"strings"
	"unicode"
)

// Hyphens returns a text in lower case, without accents, and with one hyphen for each run of white space and ASCII
// punctuation: slugify of https://github.com/meteorlxy/mdit-vue/blob/main/packages/shared/src/slugify.ts
func Hyphens(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range text {
		switch {
		case r >= 0x300 && r < 0x370 || r < ' ' && !unicode.IsSpace(r):
		case unicode.IsSpace(r) || strings.ContainsRune("~`!@#$%^&*()-_+=[]{}|\\;:\"'“”‘’<>,.?/", r):
			gap = true
		default:
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			if b.Len() == 0 && r >= '0' && r <= '9' {
				b.WriteByte('_')
			}
			gap = false
			if s := string(unicode.ToLower(r)); unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) {
				b.WriteString(WithoutAccents(s))
			} else {
				b.WriteString(s)
			}
		}
	}
	return b.String()
}
