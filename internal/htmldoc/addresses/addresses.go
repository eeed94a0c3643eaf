// Package addresses is the table of a finished site's addresses: address → file → the spelling that the site uses.
//
// Which file answers an address is the host's rule (webtree, hosting). Which spelling is a page's own is learned from
// the site, and the first of these counts: its canonical link, the sitemap, the links of other pages, how the site
// spells its other pages, the host. Two addresses are the same page if they lead to the same file: tools ask File and
// never compare addresses as text.
package addresses

import (
	"net/url"
	"strings"

	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// Source says who told how an address is spelled, the weakest first.
type Source uint8

const (
	Host      Source = iota // nobody: the rules of the host
	Others                  // other pages of the site are spelled so
	Links                   // links of pages
	Listed                  // a sitemap
	Canonical               // the canonical link of the page
)

// Table holds the spellings of a tree. It is for one goroutine.
type Table struct {
	tree  *webtree.Tree
	said  []said           // by file
	votes map[int32]*votes // links, by the form of the address
	usual *[2]Form         // by kind of file; nil: not known yet
}

// said is the spelling of an address, and who told it.
type said struct {
	url  string
	path string // decoded, below the root
	from Source
}

// votes counts forms.
type votes [forms]int32

// Form is how an address names an HTML file.
type Form uint8

const (
	Slash Form = iota // /a/ of a/index.html or a.html
	Bare              // /a of a/index.html or a.html
	Full              // /a/index.html, /a.html
	forms      = 3
	// None is an address that names the file in none of these ways, such as by a rewrite.
	None Form = 255
)

// FormOf tells how a path below the root, decoded, names a file.
func FormOf(file, path string) Form {
	stem, isIndex, html := parts(file)
	switch {
	case path == file:
		return Full
	case !html:
		return None
	case isIndex && stem == "" && path == "", path == stem+"/" && stem != "":
		return Slash
	case path == stem && stem != "":
		return Bare
	}
	return None
}

// parts returns the path of a page without index.html or its suffix.
func parts(file string) (stem string, isIndex, html bool) {
	if file == "index.html" {
		return "", true, true
	}
	if stem, ok := strings.CutSuffix(file, "/index.html"); ok {
		return stem, true, true
	}
	for _, suffix := range []string{".html", ".htm"} {
		if stem, ok := strings.CutSuffix(file, suffix); ok {
			return stem, false, true
		}
	}
	return file, false, false
}

// spell is the path of a file in a form.
func spell(file string, f Form) string {
	stem, _, _ := parts(file)
	switch {
	case f == Slash && stem == "":
		return ""
	case f == Slash:
		return stem + "/"
	case f == Bare && stem != "":
		return stem
	}
	return file
}

// New returns a table in which the host alone spells addresses.
func New(t *webtree.Tree) *Table {
	return &Table{tree: t, said: make([]said, t.Len()), votes: map[int32]*votes{}}
}

// Tree returns the files of the table.
func (t *Table) Tree() *webtree.Tree { return t.tree }

// Learn notes an address of a file. Of one source the first address counts, unless a sitemap also has the one that the
// host gives. Addresses that the host redirects do not count.
func (t *Table) Learn(from Source, to webtree.Target) {
	if to.Kind != webtree.Own || to.Moved || from < Listed {
		return
	}
	before := t.said[to.File]
	host := t.tree.Host().Path(t.tree.File(to.File).Path)
	if before.from > from || before.from == from && (from == Canonical || before.path == host || to.Path != host) {
		return
	}
	loc := to.URL
	if to.Insecure {
		loc = "https" + strings.TrimPrefix(loc, "http")
	}
	norm, err := sitemap.Normalize(loc)
	if err != nil || from == Listed && strings.Contains(norm, "?") {
		return
	}
	t.said[to.File], t.usual = said{norm, to.Path, from}, nil
}

// Link notes that a page links to a file by an address of some form.
func (t *Table) Link(file int32, f Form) {
	if f >= forms {
		return
	}
	v := t.votes[file]
	if v == nil {
		v = new(votes)
		t.votes[file] = v
	}
	v[f]++
	t.usual = nil
}

// kindOf tells a folder's index from other pages.
func kindOf(name string) int {
	if _, isIndex, _ := parts(name); isIndex {
		return 1
	}
	return 0
}

// Own returns the spelling of a file as a path below the root, decoded, and who told it.
func (t *Table) Own(file int32) (path string, from Source) {
	if s := t.said[file]; s.from != Host {
		return s.path, s.from
	}
	name := t.tree.File(file).Path
	host := t.tree.Host().Path(name)
	_, _, html := parts(name)
	if !html {
		return host, Host
	}
	if path, ok := t.linked(file); ok {
		return path, Links
	}
	if name == "index.html" {
		return host, Host
	}
	if t.usual == nil {
		t.usual = t.usualForms()
	}
	if f := t.usual[kindOf(name)]; f != None && t.sends(spell(name, f), file) {
		return spell(name, f), Others
	}
	return host, Host
}

// usualForms returns how at least half of the files of each kind are spelled; None where no form is as common.
func (t *Table) usualForms() *[2]Form {
	var counts [2]votes
	var all [2]int32
	for i := range t.said {
		file := int32(i)
		name := t.tree.File(file).Path
		if _, _, html := parts(name); !html || name == "index.html" {
			continue
		}
		kind := kindOf(name)
		all[kind]++
		path, ok := t.said[i].path, t.said[i].from != Host
		if !ok {
			path, ok = t.linked(file)
		}
		if f := FormOf(name, path); ok && f != None {
			counts[kind][f]++
		}
	}
	out := [2]Form{None, None}
	for kind := range counts {
		for f, n := range counts[kind] {
			if n*2 >= all[kind] && n > 0 && (out[kind] == None || n > counts[kind][out[kind]]) {
				out[kind] = Form(f)
			}
		}
	}
	return &out
}

// sends reports whether the host sends a file at a path without a redirect.
func (t *Table) sends(path string, file int32) bool {
	to := t.tree.At(path)
	return to.Kind == webtree.Own && to.File == file && !to.Moved
}

// linked is the path in the form that most links to a file use, of those by which the host sends it; the host's own if
// as many use it.
func (t *Table) linked(file int32) (string, bool) {
	v := t.votes[file]
	if v == nil {
		return "", false
	}
	name := t.tree.File(file).Path
	host := t.tree.Host().Path(name)
	best, most := "", int32(0)
	for f := range Form(forms) {
		path := spell(name, f)
		if v[f] == 0 || v[f] < most || v[f] == most && path != host {
			continue
		}
		if t.sends(path, file) {
			best, most = path, v[f]
		}
	}
	return best, most > 0
}

// URL is the address of a file as the site spells it; a path where the base is unknown.
func (t *Table) URL(file int32) string {
	if s := t.said[file]; s.from != Host && s.url != "" && t.tree.Base() != "" {
		return s.url
	}
	path, _ := t.Own(file)
	return t.tree.Address(path)
}

// Spelled reports whether an address that leads to a file is the file's own. Percent-encoding that means the same is.
func (t *Table) Spelled(to webtree.Target) bool {
	s := t.said[to.File]
	if s.from == Canonical && query(s.url) != query(to.URL) {
		return false
	}
	path, _ := t.Own(to.File)
	return path == to.Path
}

func query(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.RawQuery
}
