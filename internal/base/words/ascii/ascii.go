// Package ascii writes texts of all scripts with ASCII letters, for names in URLs.
package ascii

import (
	"strings"
	"unicode/utf8"

	"github.com/gosimple/unidecode"
	"github.com/kyokomi/emoji/v2"
	"github.com/yuin/goldmark-emoji/definition"
)

// letters are the characters for which the library has no or another text than deunicode
// (https://github.com/kornelski/deunicode), and that texts use.
var letters = map[rune]string{
	'א': "-", 'ء': "-", 'إ': "-", 'Є': "E", 'し': "si", 'ち': "ti", 'っ': "tu", 'つ': "tu", 'シ': "si", 'チ': "ti",
	'ッ': "tu", 'ツ': "tu", '・': "-", '一': "yi ", '么': "me ", '什': "shen ", '价': "jia ", '旅': "lv ", '术': "shu ",
	'€': "EUR", '₱': "P", '₲': "G", '₴': "hrn", '₵': "C", '₸': "T", '₹': "Rs", '₺': "TL", '₼': "manat", '₽': "Rb",
	'₾': "lari", '₿': "BTC", '№': "No", '℃': "C", '℉': "F", '™': "tm", '℠': "sm", 'ℹ': "information source",
}

// Slug returns a text in lower case, with ASCII letters and digits, and one hyphen in place of each other sequence of
// characters, as the slug of Zola (https://www.getzola.org/documentation/getting-started/configuration/, slugify):
// "Größe № 5" is "grosse-no5", "日本" is "ri-ben", and "🚀" is "rocket". The result may be empty.
func Slug(s string) string {
	b := make([]byte, 0, len(s))
	add := func(text string) {
		for i := range len(text) {
			switch c := text[i]; {
			case 'A' <= c && c <= 'Z':
				b = append(b, c|0x20)
			case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
				b = append(b, c)
			case len(b) > 0 && b[len(b)-1] != '-':
				b = append(b, '-')
			}
		}
	}
	for _, r := range s {
		text, ok := letters[r]
		switch {
		case r < utf8.RuneSelf:
			add(string(r))
		case ok:
			add(text)
		default:
			add(textOf(r))
		}
	}
	return strings.TrimRight(string(b), "-")
}

// textOf returns a character of another script with ASCII letters, and an emoji as its name with a space; "" if it is
// not known.
func textOf(r rune) string {
	codes := emoji.RevCodeMap()[string(r)]
	for _, code := range codes {
		if e, ok := definition.Github().Get(strings.Trim(code, ":")); ok { // GitHub's first name
			return e.ShortNames[0] + " "
		}
	}
	if len(codes) > 0 {
		return strings.Trim(codes[0], ":") + " "
	}
	return unidecode.Unidecode(string(r))
}
