package html

import (
	"slices"
	"strings"
)

// Ids of several items meet in a reader that shows them on one page, and those of the reader itself. So only those
// stay to which a link of the fragment leads, such as footnotes: readers that show notes in place find them by the
// end of the link's address, and for all others the link leads to the note on the page, never to another item's.

// idMark is an id attribute in the output; of an element that has nothing else it is the whole start tag,
// and tail is the end tag.
type idMark struct {
	start, end int
	id         string
	tail       [2]int
}

// linkMark is a link in the output that leads to a place on the page.
type linkMark struct {
	at int
	id string
}

// cut takes back the output from an offset on.
func (p *portable) cut(at int) {
	p.dst = p.dst[:at]
	for n := len(p.ids); n > 0 && p.ids[n-1].start >= at; n-- {
		p.ids = p.ids[:n-1]
	}
	for n := len(p.links); n > 0 && p.links[n-1].at >= at; n-- {
		p.links = p.links[:n-1]
	}
}

// withoutIDs returns the output without the ids that no link needs, and without repetitions.
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

// watchPage returns the page of a film for the address of its player, where the host is known; else the
// address itself.
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
