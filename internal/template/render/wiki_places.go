package render

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
)

// wikiPlaces are the places of a page that [[links]] may name: its headings in the order of the text, and its blocks.
// https://obsidian.md/help/links
type wikiPlaces struct {
	top      []string // what the title is called, as headingName returns it
	headings []wikiHeading
	named    map[string][]int  // positions in headings, by headingName
	ids      map[string]string // all IDs, by their lower case
}

type wikiHeading struct {
	id    string
	level int
}

// headingName returns a heading as links are compared with it. Obsidian writes links without the punctuation of
// headings, and without case; marks of emphasis are not a part of a heading here.
func headingName(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("!\"#$%&()*+,.:;<=>?@^`{|}~/[]\\_", r) || unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, wikiName(s))
}

func newWikiPlaces(p *site.Page, f *markdown.Fragments) *wikiPlaces {
	w := &wikiPlaces{named: map[string][]int{}, ids: map[string]string{}}
	for _, title := range []string{p.Doc.Head, p.Title} {
		if name := headingName(title); name != "" {
			w.top = append(w.top, name)
		}
	}
	for _, id := range f.Identifiers {
		if lower := strings.ToLower(id); w.ids[lower] == "" {
			w.ids[lower] = id
		}
	}
	var walk func(list []*markdown.Heading)
	walk = func(list []*markdown.Heading) {
		for _, h := range list {
			if h.ID != "" {
				name := headingName(html.PlainText(h.Title))
				w.named[name] = append(w.named[name], len(w.headings))
				w.headings = append(w.headings, wikiHeading{h.ID, h.Level})
			}
			walk(h.Headings)
		}
	}
	walk(f.Headings)
	return w
}

// find returns the ID of the place that a fragment names: ^id of a block, a heading, or headings below each other, with
// # between them. The ID of the title is "".
func (w *wikiPlaces) find(fragment string, anchorize func(string) string) (id string, ok bool) {
	parts := strings.Split(fragment, "#")
	last := parts[len(parts)-1]
	if strings.HasPrefix(last, "^") {
		id, ok = w.ids[strings.ToLower(last)]
		return id, ok
	}
	if len(parts) > 1 {
		if slices.Contains(w.top, headingName(parts[0])) {
			parts = parts[1:]
		}
		if len(parts) > 1 {
			if id, ok := w.below(parts); ok {
				return id, true
			}
			return w.below([]string{fragment}) // a heading that has the character
		}
	}
	if id, ok := w.ids[anchorize(last)]; ok { // an ID, also one that is not that of a heading
		return id, true
	}
	if id, ok := w.below(parts); ok {
		return id, true
	}
	return "", slices.Contains(w.top, headingName(last))
}

// below returns the ID of the last of several headings, each of which is below the one before it.
func (w *wikiPlaces) below(parts []string) (id string, ok bool) {
	at, level := -1, 0
	for _, part := range parts {
		name := headingName(part)
		if name == "" { // C# ends with the character between headings
			continue
		}
		list := w.named[name]
		i, _ := slices.BinarySearch(list, at+1)
		for i < len(list) && w.headings[list[i]].level <= level {
			i++
		}
		if i == len(list) {
			return "", false
		}
		at, level = list[i], w.headings[list[i]].level
	}
	if at < 0 {
		return "", false
	}
	return w.headings[at].id, true
}

// wikiPlace returns the ID of the place on a page that a link names. The headings of a text are not known while they
// are read, and pages in other formats than Markdown may have any IDs.
func (c *call) wikiPlace(page *site.Page, fragment string) (id string, ok bool, err error) {
	v := c.Views.Page(page)
	if c.fill == nil || c.fill.outline || !hasOutline(v) {
		return c.supposed(fragment), true, nil
	}
	places := c.fill.places[page]
	if places == nil {
		b, err := c.w.headings(c, v)
		if err != nil {
			return "", false, err
		}
		if b.unfinished {
			return c.supposed(fragment), true, nil
		}
		f, err := c.w.fragments(b)
		if err != nil {
			return "", false, err
		}
		if f == nil {
			f = markdown.NoFragments()
		}
		places = newWikiPlaces(page, f)
		if c.fill.places == nil {
			c.fill.places = map[*site.Page]*wikiPlaces{}
		}
		c.fill.places[page] = places
	}
	id, ok = places.find(fragment, c.Anchorize)
	return id, ok, nil
}

// supposed returns the ID of a place if the page has it.
func (c *call) supposed(fragment string) string {
	last := fragment[strings.LastIndexByte(fragment, '#')+1:]
	if strings.HasPrefix(last, "^") { // the ID of a block is its name
		return last
	}
	return c.Anchorize(last)
}
