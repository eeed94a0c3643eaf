package html

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

var reference = regexp.MustCompile(`&(#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);`)

// PlainText returns the visible text of a short text with markup, such as the title of a site: elements are
// removed, character references replaced, white space collapsed. A "<" that begins no element stays.
func PlainText(text string) string {
	if !strings.ContainsAny(text, "<&") {
		return text
	}
	var b strings.Builder
	for z := html.NewTokenizer(strings.NewReader(text)); ; {
		switch z.Next() {
		case html.ErrorToken:
			out := reference.ReplaceAllStringFunc(b.String(), html.UnescapeString)
			return strings.Join(strings.Fields(out), " ")
		case html.TextToken:
			b.Write(z.Raw())
		case html.StartTagToken, html.SelfClosingTagToken:
			if name, _ := z.TagName(); string(name) == "br" {
				b.WriteByte(' ')
			}
		}
	}
}
