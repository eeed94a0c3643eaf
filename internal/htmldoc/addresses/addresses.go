// Package addresses has the table of a finished site's URLs: URL → file → the spelling that the site uses.
//
// The host's rules determine the file for a URL (webtree, hosting). The spelling of a page's URL is learned
// from the site, by the first of these sources that has one: its canonical link, the sitemap, links on other
// pages, the usual spelling of other pages, the host. Two URLs are the same page if they lead to the same file:
// tools use the table and never compare URLs as text.
package addresses

import (
	"net/url"
	"strings"

	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// Source is where the spelling of a URL comes from, in increasing precedence.
type Source uint8

const (
	Host      Source = iota // no source on the site: the rules of the host
	Others                  // the usual spelling of other pages
	Links                   // links of pages
	Listed                  // a sitemap
	Canonical               // the canonical link of the page
)

// Table contains the spellings of a tree. It is for one goroutine.
type Table struct {
	tree  *webtree.Tree
	said  []said   // by file
	votes []votes  // links by the form of the URL, by file; nil before the first link
	usual *[2]Form // by kind of file; nil if not computed yet
}

// said is the spelling of a URL and its source.
type said struct {
	url  string
	path string // decoded, below the root
	from Source
}

// votes counts links by form.
type votes [forms]int32

// Form is how a URL names an HTML file.
type Form uint8

const (
	Slash Form = iota // /a/ of a/index.html or a.html
	Bare              // /a of a/index.html or a.html
	Full              // /a/index.html, /a.html
	forms      = 3
	// None is the form of a URL that names the file in another way, such as by a rewrite.
	None Form = 255
)

// FormOf returns how a decoded path below the root names a file.
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

// spell returns the path of a file in a form.
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

// New returns a table that contains only the spellings of the host.
func New(t *webtree.Tree) *Table {
	return &Table{tree: t, said: make([]said, t.Len())}
}

// Tree returns the files of the table.
func (t *Table) Tree() *webtree.Tree { return t.tree }

// Learn records a URL of a file. The first URL of each source counts, unless a sitemap also lists the one that
// the host prefers. URLs that the host redirects are ignored.
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

// Link records that a page links to a file with a URL of some form.
func (t *Table) Link(file int32, f Form) {
	if f >= forms {
		return
	}
	if t.votes == nil {
		t.votes = make([]votes, t.tree.Len())
	}
	t.votes[file][f]++
	t.usual = nil
}

// kindOf distinguishes a folder's index from other pages.
func kindOf(name string) int {
	if _, isIndex, _ := parts(name); isIndex {
		return 1
	}
	return 0
}

// Own returns the spelling of a file's URL, as a decoded path below the root, and its source.
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

// usualForms returns the form of at least half of the files of each kind, or None.
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

// linked returns the path in the form that most links to a file use, among the forms that the host sends
// without a redirect; in a tie, the host's own. Links with index.html don't count: see rule L6.
func (t *Table) linked(file int32) (string, bool) {
	if t.votes == nil {
		return "", false
	}
	v := t.votes[file]
	name := t.tree.File(file).Path
	_, isIndex, _ := parts(name)
	host := t.tree.Host().Path(name)
	best, most := "", int32(0)
	for f := range Form(forms) {
		path := spell(name, f)
		if v[f] == 0 || v[f] < most || v[f] == most && path != host || f == Full && isIndex {
			continue
		}
		if t.sends(path, file) {
			best, most = path, v[f]
		}
	}
	return best, most > 0
}

// URL returns the URL of a file in the spelling of the site, or a path if the base is unknown.
func (t *Table) URL(file int32) string {
	if s := t.said[file]; s.from != Host && s.url != "" && t.tree.Base() != "" {
		return s.url
	}
	path, _ := t.Own(file)
	return t.tree.Address(path)
}

// Spelled reports whether a URL that leads to a file has the file's own spelling, apart from equivalent
// percent-encoding.
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
