package mkdocs

import (
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// nav converts the navigation to weights, names and groups, because the theme's tree follows the folders.
func (m *mk) nav() {
	if !m.given {
		m.params = append(m.params, conversion.Line("sidebar.sort", fileOrder, "without nav, as in MkDocs"))
		return
	}
	read := m.read
	m.groups = read.Top
	list := path.Join(m.docs, m.all.file)
	if m.root["nav"] != nil && m.manner.on("literate-nav") && m.all.file != "" && m.Exists(list) {
		m.say("nav", conversion.Ignored, "%s replaces it", list)
	} else {
		m.say("nav", conversion.Used, "weight and linkTitle of %s", words.Count(len(read.Named), "page"))
	}
	for _, l := range read.Links {
		if !m.linked(l.URL) {
			m.menu = append(m.menu, l)
		}
		m.navNote(l.Name, conversion.Used, "an entry of menus.main")
	}
	for _, name := range read.Missing {
		m.navNote(name, conversion.NeedsYou, "no such page in %s", m.docs)
	}
	for _, label := range read.Groups {
		m.navNote(label, conversion.Used, "sidebar.group of its pages: no folder matches this group")
	}
	if len(m.hidden) > 0 {
		m.say("nav", conversion.Used, "the tree does not show pages that are not in nav (sidebar.hide): %s",
			conversion.Few(m.hidden))
	}
}

// navNote records a note about an entry of nav and finds its line: the next one that has its label.
func (m *mk) navNote(label string, fate conversion.Fate, format string, args ...any) {
	nth := m.labels[label]
	if m.labels == nil {
		m.labels = map[string]int{}
	}
	m.labels[label]++
	file, at := lineBelow(m.chain, "nav", func(text string) bool {
		if strings.Contains(text, label) {
			nth--
		}
		return nth < 0
	})
	m.Note(file, at, "nav: "+label, fate, format, args...)
}

func (m *mk) isPage(name string) bool {
	_, there := slices.BinarySearch(m.pages, name)
	return there
}
