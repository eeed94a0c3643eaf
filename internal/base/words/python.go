package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// PythonSlug keeps ASCII letters and digits, underscores, and hyphens, with one hyphen between words: slugify of
// https://github.com/Python-Markdown/markdown/blob/master/markdown/extensions/toc.py
func PythonSlug(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range strings.TrimFunc(norm.NFKD.String(text), outsidePython) {
		switch {
		case r == '-' || unicode.IsSpace(r):
			if !gap {
				b.WriteByte('-')
			}
			gap = true
		case !outsidePython(r):
			gap = false
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// outsidePython reports whether PythonSlug drops a character.
func outsidePython(r rune) bool {
	return r >= utf8.RuneSelf || r != '_' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
}
