package html

import (
	"slices"
	"strings"
)

// A feed reader that shows several items on one page mixes their IDs, and its own. So only IDs to which a link
// of the fragment leads are kept, such as those of footnotes: readers that show notes in place find them by the
// end of the link's URL, and for other readers the link leads to the note on the original page, never to
// another item's.

// idMark is an id attribute in the output. For an element without other attributes it is the complete start
// tag, and tail is the end tag.
type idMark struct {
	start, end int
	id         string
	tail       [2]int
}

// linkMark is a link in the output to an ID on the page.
type linkMark struct {
	at int
	id string
}

// cut removes the output from an offset on.
func (p *portable) cut(at int) {
	p.dst = p.dst[:at]
	for n := len(p.ids); n > 0 && p.ids[n-1].start >= at; n-- {
		p.ids = p.ids[:n-1]
	}
	for n := len(p.links); n > 0 && p.links[n-1].at >= at; n-- {
		p.links = p.links[:n-1]
	}
}

// withoutIDs returns the output without repeated IDs and IDs to which no link leads.
func (p *portable) withoutIDs() string {
	if len(p.ids) == 0 {
		return string(p.dst)
	}
	wanted := map[string]bool{}
	for _, l := range p.links {
		wanted[l.id] = true
	}
	var cuts [][2]int
	for _, m := range p.ids {
		if wanted[m.id] {
			wanted[m.id] = false
			continue
		}
		cuts = append(cuts, [2]int{m.start, m.end})
		if m.tail[1] > 0 {
			cuts = append(cuts, m.tail)
		}
	}
	slices.SortFunc(cuts, func(a, b [2]int) int { return a[0] - b[0] })
	out, from := p.dst[:0], 0
	for _, c := range cuts {
		out = append(out, p.dst[from:c[0]]...)
		from = c[1]
	}
	return string(append(out, p.dst[from:]...))
}

// watchPage returns the page of a video for the URL of its player if the host is known, else the URL itself.
func watchPage(src string) string {
	for _, h := range []struct{ player, page string }{
		{"www.youtube.com/embed/", "https://www.youtube.com/watch?v="},
		{"www.youtube-nocookie.com/embed/", "https://www.youtube.com/watch?v="},
		{"player.vimeo.com/video/", "https://vimeo.com/"},
	} {
		_, rest, ok := strings.Cut(src, "://")
		if !ok {
			return src
		}
		if id, ok := strings.CutPrefix(rest, h.player); ok {
			if i := strings.IndexAny(id, "/?#&"); i >= 0 {
				id = id[:i]
			}
			if id != "" && id != "videoseries" {
				return h.page + id
			}
		}
	}
	return src
}
