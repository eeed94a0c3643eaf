package words

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// WithoutAccents removes from letters the marks that Unicode can decompose: "café" gives "cafe"; "ø" and "ß"
// are separate letters and stay.
func WithoutAccents(s string) string {
	ascii := true
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return s
	}
	bare := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
	return norm.NFC.String(bare)
}

// Composed returns s with letters and marks composed where Unicode can; file names may have them decomposed.
func Composed(s string) string { return norm.NFC.String(s) }
