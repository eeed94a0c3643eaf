package scaffold

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// slugLength is the maximum number of characters of a file name made from a title.
const slugLength = 80

// Slug makes a file name from a title in any script: letters, marks, and digits in lower case; apostrophes are
// dropped, and everything else becomes one hyphen. The result is "" if nothing is left.
func Slug(title string) string {
	var b strings.Builder
	gap, n, cut := false, 0, 0
	for _, r := range norm.NFC.String(strings.ToLower(title)) {
		switch {
		case strings.ContainsRune("'’ʼ\u200c\u200d", r):
		case !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r):
			gap = b.Len() > 0
		default:
			if gap {
				cut = b.Len()
				b.WriteByte('-')
				gap, n = false, n+1
			}
			if n++; n > slugLength {
				if cut == 0 {
					cut = b.Len()
				}
				return b.String()[:cut]
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}
