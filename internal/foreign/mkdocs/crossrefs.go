package mkdocs

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

var (
	// crossReference matches a text in brackets with a label that no link of the page defines, or with empty brackets.
	crossReference = pattern.New(`(^|[^\]!\w])\[([^\[\]^][^\[\]]*)\]\[([^\[\]]*)\]`)
	// place matches an ID in the text of a page: that of an attribute list, or of HTML.
	place = pattern.New(`\{:?[ \t]*(?:[^{}\n]*[ \t])?#([\w:.-]+)[^{}\n]*\}|<[a-zA-Z][^<>]*\bid="([^"]+)"`)
	atx   = pattern.New(`^[ \t>]*#{1,6}[ \t]*([^#\s].*?)[ \t]*#*[ \t]*$`)
)

// crossReferences writes the references that the plugin autorefs reads as links to headings of this or another page, or
// to documentation of source code. The text of others stays. https://mkdocstrings.github.io/autorefs/
func (w *text) crossReferences(p *paragraph, line int) string {
	return crossReference.ReplaceAllStringFunc(p.text, func(found string) string {
		m := crossReference.FindStringSubmatch(found)
		label := p.restored(cmp.Or(m[3], m[2]))
		if w.defined[labelOf(label)] {
			return found
		}
		if to := w.placeOf(strings.Trim(label, "`")); to != "" {
			return m[1] + "[" + m[2] + "](" + to + ")"
		}
		w.lost.Add(line, "autorefs", "a reference to a heading or an object of source code is text",
			"write a link: [text](page.md#heading)")
		return m[1] + m[2]
	})
}

// placeOf returns a link to the place that has an ID, or the ID that a heading with this text has; "" if there is
// none. The page itself comes first, then the others in the order of their files.
func (w *text) placeOf(id string) string {
	if w.known == nil {
		w.known = w.allPlaces()
	}
	if to := w.known[id]; to != "" {
		return to
	}
	return w.known[w.idOf(id)]
}

// allPlaces returns links to all IDs of the project.
func (w *text) allPlaces() map[string]string {
	out := map[string]string{}
	if w.page.Read == nil || w.page.Heads == nil {
		return out
	}
	known := func(id, to string) {
		if out[id] == "" {
			out[id] = to + "#" + id
		}
	}
	add := func(file, to string) {
		found := w.places.of(w.page, file, identifiers)
		if found.documents {
			text, _ := w.page.Read(file)
			lines := strings.Split(string(text), "\n")
			lines, _ = w.documented(w.page, lines, make([]int, len(lines)))
			found = identifiers(file, []byte(strings.Join(lines, "\n")))
		}
		for _, id := range found.ids {
			known(id, to)
		}
		for _, text := range found.headings {
			known(w.idOf(text), to)
		}
	}
	add(w.page.File, "")
	for _, f := range w.page.Heads(path.Base(w.docs)).Files {
		if f.File == w.page.File || !strings.HasPrefix(f.File, w.docs+"/") || !slices.Contains(pageEnds, path.Ext(f.File)) {
			continue
		}
		if to, err := filepath.Rel(path.Dir(w.page.File), f.File); err == nil {
			add(f.File, filepath.ToSlash(to))
		}
	}
	return out
}

// identified are the IDs in the text of a page.
type identified struct {
	ids       []string
	headings  []string // texts of headings without an ID
	documents bool     // it has blocks of mkdocstrings
}

// identifiers returns the IDs in a text.
func identifiers(_ string, text []byte) (out identified) {
	block.New(string(text)).Each(func(line string) string {
		found := place.FindAllStringSubmatch(line, -1)
		for _, m := range found {
			out.ids = append(out.ids, m[1]+m[2])
		}
		if m := atx.FindStringSubmatch(line); m != nil && found == nil {
			out.headings = append(out.headings, linked.ReplaceAllString(m[1], "$1"))
		}
		out.documents = out.documents || apiBlock.MatchString(line)
		return line
	})
	return out
}

// idOf returns the ID of a heading with a text.
func (m *manner) idOf(text string) string {
	switch m.markup().ids {
	case "pymdownx":
		return slugOf(text)
	case "pymdownx-cased":
		return slugIn(text)
	}
	return words.PythonSlug(text)
}
