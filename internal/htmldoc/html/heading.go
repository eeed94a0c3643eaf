package html

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// FirstHeading returns the text of the first h1 in the main content, with white space collapsed, or "". It
// omits the pilcrow of the anchors that generators add to headings.
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

// maxHeading is the maximum length of a heading, in bytes.
const maxHeading = 4 << 10
