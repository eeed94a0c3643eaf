package html

import (
	"cmp"
	"path"
	"strings"

	"golang.org/x/net/html"
)

// MediaLinks replaces the players in HTML by links, for readers that cannot play media. A link leads to the URL
// of the audio or video element, else to its first source; its text is the title, the label, or the file name.
// A player without a URL is removed with its fallback content.
func MediaLinks(text string) string {
	if !strings.Contains(text, "<audio") && !strings.Contains(text, "<video") {
		return text
	}
	var out strings.Builder
	var p player
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		kind := z.Next()
		raw := string(z.Raw())
		t := z.Token()
		switch {
		case kind == html.ErrorToken:
			out.WriteString(p.link())
			return out.String()
		case p.name == "" && kind == html.StartTagToken && (t.Data == "audio" || t.Data == "video"):
			p = player{name: t.Data, address: attr(t, "src"), label: cmp.Or(attr(t, "title"), attr(t, "aria-label"))}
		case p.name == "":
			out.WriteString(raw)
		case kind == html.EndTagToken && t.Data == p.name:
			out.WriteString(p.link())
			p = player{}
		case t.Data == "source" && p.address == "":
			p.address = attr(t, "src")
		}
	}
}

// player is an audio or video element.
type player struct {
	name, address, label string // name: of the element; "": none is open
}

// link returns a link to the media file, or "" if there is none.
func (p player) link() string {
	address, label := strings.TrimSpace(p.address), strings.TrimSpace(p.label)
	if address == "" {
		return ""
	}
	if label == "" {
		file, _, _ := strings.Cut(address, "?")
		label = path.Base(file)
	}
	return `<a href="` + html.EscapeString(address) + `">` + html.EscapeString(label) + "</a>"
}
