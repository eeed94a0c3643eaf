package mkdocs

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

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
		w.use("autorefs")
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
	if w.page.Parsed == nil {
		return ""
	}
	if w.own == nil {
		w.own = map[string]string{}
		text, _ := w.page.Read(w.page.File)
		w.addPlaces(w.own, w.page.File, identifiers(text))
		w.all = w.allPlaces()
	}
	for _, id := range []string{id, w.idOf(id)} {
		if w.own[id] != "" {
			return "#" + id
		}
		if file := w.all[id]; file != "" {
			if to, err := filepath.Rel(path.Dir(w.page.File), file); err == nil {
				return filepath.ToSlash(to) + "#" + id
			}
		}
	}
	return ""
}

// index are the files of all IDs of the project, which pages share.
type index struct {
	mu       sync.Mutex
	hash     uint64    // of the texts
	packages []string  // those that the texts document
	roots    []*object // their documentation
	at       map[string]string
}

// allPlaces returns the files of all IDs of the project.
func (w *text) allPlaces() map[string]string {
	all := w.page.Parsed(path.Base(w.docs), pageEnds, func(_ string, text []byte) any { return identifiers(text) })
	x := &w.places
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.hash != all.Hash {
		x.hash, x.packages, x.at = all.Hash, nil, nil
		for _, f := range all.Files {
			for _, name := range f.Value.(identified).packages {
				if !slices.Contains(x.packages, name) {
					x.packages = append(x.packages, name)
				}
			}
		}
	}
	var roots []*object
	for _, name := range x.packages {
		roots = append(roots, w.packageOf(w.page, name))
	}
	if x.at != nil && slices.Equal(roots, x.roots) {
		return x.at
	}
	x.roots, x.at = roots, map[string]string{}
	for _, f := range all.Files {
		if strings.HasPrefix(f.File, w.docs+"/") {
			w.addPlaces(x.at, f.File, f.Value.(identified))
		}
	}
	return x.at
}

// addPlaces adds the IDs in the text of a file.
func (w *text) addPlaces(at map[string]string, file string, found identified) {
	if found.packages != nil {
		lines, _ := w.documented(w.page, slices.Clone(found.lines), make([]int, len(found.lines)))
		found = identifiers([]byte(strings.Join(lines, "\n")))
	}
	for _, text := range found.headings {
		found.ids = append(found.ids, w.idOf(text))
	}
	for _, id := range found.ids {
		at[id] = cmp.Or(at[id], file)
	}
}

// identified are the IDs in the text of a page.
type identified struct {
	ids      []string
	headings []string // texts of headings without an ID
	packages []string // those that its blocks of mkdocstrings document
	lines    []string // of the text, if there are any
}

// identifiers returns the IDs in a text.
func identifiers(text []byte) (out identified) {
	block.New(string(text)).Each(func(line string) string {
		found := place.FindAllStringSubmatch(line, -1)
		for _, m := range found {
			out.ids = append(out.ids, m[1]+m[2])
		}
		if m := atx.FindStringSubmatch(line); m != nil && found == nil {
			out.headings = append(out.headings, linked.ReplaceAllString(m[1], "$1"))
		}
		if m := apiBlock.FindStringSubmatch(line); m != nil {
			name, _, _ := strings.Cut(m[3], ".")
			out.packages = append(out.packages, name)
		}
		return line
	})
	if out.packages != nil {
		out.lines = strings.Split(string(text), "\n")
	}
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
