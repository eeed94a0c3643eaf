package html

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// FirstHeading returns the text of the first h1 of a document's main content, its white space as one space each; ""
// when there is none. The pilcrow of the anchors that generators put into headings is not part of it.
func FirstHeading(doc []byte) string {
	span := mainSpan(doc)
	z := html.NewTokenizer(bytes.NewReader(doc[span.From:span.To]))
	var text strings.Builder
	inside := false
	for text.Len() < maxHeading {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return ""
		case html.StartTagToken, html.EndTagToken:
			if name, _ := z.TagName(); string(name) == "h1" {
				if inside {
					return strings.TrimRight(strings.Join(strings.Fields(text.String()), " "), " ¶")
				}
				inside = kind == html.StartTagToken
			}
		case html.TextToken:
			if inside {
				text.Write(z.Text())
			}
		}
	}
	return ""
}

// maxHeading is how many bytes of text a heading may have.
const maxHeading = 4 << 10
