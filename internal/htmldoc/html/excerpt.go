package html

import (
	"strings"

	"golang.org/x/net/html"
)

// Excerpt returns the first words of a fragment as an HTML paragraph of at most the given number of characters,
// with an ellipsis if something was cut off. It reads no more than necessary.
func Excerpt(fragment string, characters int) string {
	z := html.NewTokenizer(strings.NewReader(fragment))
	var words []string
	n := 0
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		if kind != html.TextToken {
			continue
		}
		text := string(z.Text())
		if most := 8 * characters; len(text) > most {
			text = text[:most]
		}
		for w := range strings.FieldsSeq(text) {
			w = strings.ToValidUTF8(w, "")
			if n += len([]rune(w)) + 1; n > characters+1 {
				return inParagraph(append(words, "…"))
			}
			words = append(words, w)
		}
	}
	return inParagraph(words)
}

func inParagraph(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return "<p>" + string(appendText(nil, []byte(strings.Join(words, " ")))) + "</p>"
}
