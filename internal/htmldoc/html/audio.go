package html

import (
	"strings"

	"golang.org/x/net/html"
)

// Audio returns the URLs of the audio elements in HTML, as written: the URL of the element, else its first
// source.
func Audio(text string) []string {
	if !strings.Contains(strings.ToLower(text), "<audio") {
		return nil
	}
	var out []string
	open, found := false, false
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return out
		}
		t := z.Token()
		src := strings.TrimSpace(attr(t, "src"))
		switch {
		case t.Data == "audio":
			open, found = kind == html.StartTagToken, false
		case t.Data != "source" || !open:
			continue
		}
		if kind != html.EndTagToken && src != "" && !found {
			out, found = append(out, src), true
		}
	}
}
