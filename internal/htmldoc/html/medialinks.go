package html

import (
	"path"
	"strings"

	"golang.org/x/net/html"
)

// MediaLinks puts links in place of the players in HTML, for texts that cannot play: to the address of each audio and
// video element, else to its first source, under its title, its label or the name of its file. A player without an
// address, and what it shows where it cannot play, is left out.
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
			p = player{name: t.Data, address: attr(t, "src"), label: attr(t, "title")}
			if p.label == "" {
				p.label = attr(t, "aria-label")
			}
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

// link is a link to what is played; "" when nothing is.
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
