package render

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"text/template/parse"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/tmpl"
)

// file is one template file, parsed and rewritten, with its place.
type file struct {
	*tmpl.File
	path  string // below layouts/, lower case: "posts/single.html"
	layer int    // 0 is the project, then the themes from the strongest, then what is built in
	own   bool   // of the project or its themes, not built in
	address

	needsBase bool
	innerHTML bool                    // of a shortcode: {{% %}} works as before Hugo 0.55
	depends   func() *tmpl.Dependence // of a partial
}

// entry is a template at one place of the store. A file may have several: its own and old ones.
type entry struct {
	file *file
	d    descriptor
	cat  category
	rank int // of old places; -1 for the file's own
}

// store finds templates.
type store struct {
	naming     *naming
	dirs       map[string][]*entry            // layouts, bases and hooks by folder, in path order
	partials   map[string][]*entry            // by name without suffixes: "/_partials/head/meta"
	shortcodes map[string]map[string][]*entry // by folder, then name
	byPath     map[string]*file               // modern path with extension: "_partials/x.html"
	defines    map[string]define              // templates that any file may call by name
	files      []*file
	hasBase    bool
	hooks      map[string]bool // render hooks that there are: "link"
	byShown    map[string]*file
	shape      uint64          // hash of which templates there are, their texts aside
	formats    map[string]bool // output formats that shortcodes or hooks have templates of their own for
}

// define is a {{ define }} with the file that it stands in.
type define struct {
	tree *parse.Tree
	file *file
}

func newStore(n *naming) *store {
	return &store{
		naming: n, dirs: make(map[string][]*entry), partials: make(map[string][]*entry),
		shortcodes: make(map[string]map[string][]*entry), byPath: make(map[string]*file),
		defines: make(map[string]define), hooks: make(map[string]bool), formats: make(map[string]bool),
	}
}

// insert adds parsed files, the strongest layer first, each layer in path order.
func (s *store) insert(files []*file, taxonomies []config.Taxonomy) {
	pairs := make([][2]string, len(taxonomies))
	for i, t := range taxonomies {
		pairs[i] = [2]string{t.Singular, t.Plural}
	}
	type claim struct {
		to alias
		f  *file
	}
	claims := make(map[string]claim)
	var order []string
	for _, f := range files {
		s.files = append(s.files, f)
		s.add(&entry{file: f, d: f.descriptor, cat: f.category, rank: -1}, f.dir)
		p := strings.TrimPrefix(modern("/"+f.path), "/")
		if s.byPath[p] == nil {
			s.byPath[p] = f
		}
		if f.category != layoutTemplate && f.category != baseTemplate {
			continue
		}
		for _, a := range s.naming.legacyAliases("/"+f.path, pairs) {
			key := strings.Join([]string{a.dir, a.kind, f.descriptor.format, f.descriptor.media, f.descriptor.lang, string(rune('0' + a.category))}, "|")
			have, ok := claims[key]
			if !ok {
				order = append(order, key)
			}
			if !ok || a.rank < have.to.rank {
				claims[key] = claim{a, f}
			}
		}
	}
	for _, key := range order {
		c := claims[key]
		d := c.f.descriptor
		d.kind, d.layout = c.to.kind, ""
		s.add(&entry{file: c.f, d: d, cat: c.to.category, rank: c.to.rank}, c.to.dir)
	}
	for _, dir := range s.dirs {
		slices.SortStableFunc(dir, func(a, b *entry) int { return strings.Compare(a.file.path, b.file.path) })
	}
}

// add puts an entry at its place unless a stronger layer is there already. An old place replaces:
// that is how Hugo reads sites that have not been renamed yet.
func (s *store) add(e *entry, dir string) {
	if f := e.d.format; (e.cat == shortcodeTemplate || e.cat == hookTemplate) && f != "" && f != "html" {
		s.formats[f] = true
	}
	switch e.cat {
	case ignoredTemplate:
		return
	case partialTemplate:
		s.partials[dir] = addEntry(s.partials[dir], e)
		e.file.depends = sync.OnceValue(func() *tmpl.Dependence { return tmpl.DependsOn(e.file.File, s.partialFile) })
	case shortcodeTemplate:
		if s.shortcodes[dir] == nil {
			s.shortcodes[dir] = make(map[string][]*entry)
		}
		s.shortcodes[dir][e.file.name] = addEntry(s.shortcodes[dir][e.file.name], e)
	default:
		s.dirs[dir] = addEntry(s.dirs[dir], e)
		s.hasBase = s.hasBase || e.cat == baseTemplate
		if e.cat == hookTemplate {
			s.hooks[e.d.hook] = true
		}
	}
}

func addEntry(list []*entry, e *entry) []*entry {
	for i, have := range list {
		if have.cat != e.cat || have.d != e.d {
			continue
		}
		if e.rank >= 0 && have.rank < 0 && have.file.layer >= e.file.layer || cmp.Less(e.file.layer, have.file.layer) {
			list[i] = e
		}
		return list
	}
	return append(list, e)
}

// Lookup returns the template that any file may call by name.
func (s *store) Lookup(name string) (*parse.Tree, *tmpl.File) {
	if d, ok := s.defines[name]; ok {
		return d.tree, d.file.File
	}
	f := s.byPath[name]
	if f == nil { // "_default/x.html"
		f = s.byPath[strings.TrimPrefix(modern("/"+templateName(name)), "/")]
	}
	if f == nil {
		return nil, nil
	}
	return f.Main, f.File
}

// Source returns the text of the template file that is shown to people under a name.
func (s *store) Source(shown string) string {
	if f := s.byShown[shown]; f != nil {
		return f.Text
	}
	return ""
}

// partialFile returns the partial that a call by name means in any language, nil for none.
func (s *store) partialFile(name string) *tmpl.File {
	if e := s.partial(name, ""); e != nil {
		return e.file.File
	}
	return nil
}
