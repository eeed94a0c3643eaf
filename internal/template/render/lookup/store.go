// Package lookup finds the template for a page, a partial, a shortcode, or a render hook. It reads the purpose of a
// template from its path, and selects the best of several by the rules of Hugo, including those before version 0.146.
//
// https://gohugo.io/templates/new-templatesystem-overview/, https://gohugo.io/templates/lookup-order/
package lookup

import (
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"text/template/parse"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// Template is a template file, parsed and rewritten, with its location.
type Template struct {
	*tmpl.File
	Path  string // below layouts/, lower case: "posts/single.html"
	Layer int    // 0 is the project, then the themes in order of precedence, then the built-in ones
	Own   bool   // of the project or its themes, not built in
	Address

	NeedsBase bool                    // it is a part of a page that needs a base template
	InnerHTML bool                    // of a shortcode: {{% %}} works as before Hugo 0.55
	Depends   func() *tmpl.Dependence // of a partial
}

// entry is a template at one path of the store. A template may have several: its own path and old ones.
type entry struct {
	file *Template
	d    Descriptor
	cat  Category
	rank int // of old paths; -1 for the template's own
}

// Store finds templates. It does not change.
type Store struct {
	naming     *Naming
	dirs       map[string][]*entry            // layouts, bases and hooks by folder, in path order
	partials   map[string][]*entry            // by name without suffixes: "/_partials/head/meta"
	shortcodes map[string]map[string][]*entry // by folder, then name
	byPath     map[string]*Template           // path with extension, modern and as written: "_partials/x.html"
	byShown    map[string]*Template           // name in messages
	defines    map[string]define              // templates that any file may call by name
	files      []*Template
	hasBase    bool
	hooks      map[string]bool // kinds of render hooks with a template: "link"
	formats    map[string]bool // output formats and media types with their own shortcodes or hooks
	shape      uint64
}

// define is a {{ define }} with the file that contains it.
type define struct {
	tree *parse.Tree
	file *Template
}

// New returns a store of parsed templates: the layer that takes precedence first, each layer in path order.
func New(n *Naming, templates []*Template, taxonomies []config.Taxonomy) *Store {
	s := &Store{
		naming: n, dirs: make(map[string][]*entry), partials: make(map[string][]*entry),
		shortcodes: make(map[string]map[string][]*entry), byPath: make(map[string]*Template),
		byShown: make(map[string]*Template),
		defines: make(map[string]define), hooks: make(map[string]bool), formats: make(map[string]bool),
	}
	s.insert(templates, taxonomies)
	s.addDefines()
	s.survey()
	return s
}

func (s *Store) insert(files []*Template, taxonomies []config.Taxonomy) {
	pairs := make([][2]string, len(taxonomies))
	for i, t := range taxonomies {
		pairs[i] = [2]string{t.Singular, strings.ToLower(t.Plural)}
	}
	type claim struct {
		to alias
		f  *Template
	}
	claims := make(map[string]claim)
	var order []string
	for _, f := range files {
		s.files = append(s.files, f)
		s.add(&entry{file: f, d: f.Descriptor, cat: f.Category, rank: -1}, f.Dir)
		for _, p := range []string{strings.TrimPrefix(Modern("/"+f.Path), "/"), f.Path} {
			if s.byPath[p] == nil {
				s.byPath[p] = f
			}
		}
		if f.Category != Layout && f.Category != Base {
			continue
		}
		for _, a := range s.naming.legacyAliases("/"+f.Path, pairs) {
			key := strings.Join([]string{
				a.dir, a.kind, f.Descriptor.Format, f.Descriptor.Media, f.Descriptor.Lang,
				string(rune('0' + a.category)),
			}, "|")
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
		d := c.f.Descriptor
		d.Kind, d.Layout = c.to.kind, ""
		s.add(&entry{file: c.f, d: d, cat: c.to.category, rank: c.to.rank}, c.to.dir)
	}
	for _, dir := range s.dirs {
		slices.SortStableFunc(dir, func(a, b *entry) int { return strings.Compare(a.file.Path, b.file.Path) })
	}
}

// add puts an entry at its path unless a layer with precedence is already there. Old paths override new ones, since
// Hugo reads sites that have not been renamed in this way.
func (s *Store) add(e *entry, dir string) {
	if e.cat == Shortcode || e.cat == Hook {
		s.formats[e.d.Format], s.formats[e.d.Media] = true, true
	}
	switch e.cat {
	case Ignored:
		return
	case Partial:
		s.partials[dir] = addEntry(s.partials[dir], e)
		e.file.Depends = sync.OnceValue(func() *tmpl.Dependence { return tmpl.DependsOn(e.file.File, s.partialFile) })
	case Shortcode:
		if s.shortcodes[dir] == nil {
			s.shortcodes[dir] = make(map[string][]*entry)
		}
		s.shortcodes[dir][e.file.Shortcode] = addEntry(s.shortcodes[dir][e.file.Shortcode], e)
	default:
		s.dirs[dir] = addEntry(s.dirs[dir], e)
		s.hasBase = s.hasBase || e.cat == Base
		if e.cat == Hook {
			s.hooks[e.d.Hook] = true
		}
	}
}

func addEntry(list []*entry, e *entry) []*entry {
	for i, have := range list {
		if have.cat != e.cat || have.d != e.d {
			continue
		}
		strange := have.file.Strange && !e.file.Strange && have.file.Layer == e.file.Layer &&
			path.Dir(have.file.Path) == path.Dir(e.file.Path)
		if e.rank >= 0 && have.rank < 0 && have.file.Layer >= e.file.Layer || e.file.Layer < have.file.Layer || strange {
			list[i] = e
		}
		return list
	}
	return append(list, e)
}

// Lookup returns the template that any file may call by name.
func (s *Store) Lookup(name string) (*parse.Tree, *tmpl.File) {
	if d, ok := s.defines[name]; ok {
		return d.tree, d.file.File
	}
	f := s.byPath[name]
	if f == nil { // "_default/x.html"
		f = s.byPath[strings.TrimPrefix(Modern("/"+Name(name)), "/")]
	}
	if f == nil {
		return nil, nil
	}
	return f.Main, f.File
}

// Source returns the text of a template file by its name in messages.
func (s *Store) Source(shown string) string {
	if f := s.byShown[shown]; f != nil {
		return f.Text
	}
	return ""
}

// Name returns the path of a template file as it is looked up.
func Name(file string) string { return strings.ReplaceAll(strings.ToLower(file), " ", "-") }

// partialFile returns the partial that a call by name means in any language; nil for none.
func (s *Store) partialFile(name string) *tmpl.File {
	if t := s.Partial(name, ""); t != nil {
		return t.File
	}
	return nil
}

// All returns the templates.
func (s *Store) All() []*Template { return s.files }

// Shown returns the template with this name in messages; nil for none.
func (s *Store) Shown(name string) *Template { return s.byShown[name] }

// Exists reports whether there is a template at this path: the modern one, or the path of the file.
func (s *Store) Exists(path string) bool { return s.byPath[path] != nil }

// HasHook reports whether there is a template for a kind of render hook, such as "link".
func (s *Store) HasHook(kind string) bool { return s.hooks[kind] }

// HasFormat reports whether shortcodes or hooks have their own templates for an output format other than HTML, or for
// its media type.
func (s *Store) HasFormat(f *config.OutputFormat) bool {
	if s.formats[strings.ToLower(f.Name)] {
		return !strings.EqualFold(f.Name, "html")
	}
	return f.MediaType != nil && f.MediaType.Type != "text/html" && s.formats[f.MediaType.Type]
}

// Shape is a hash of the set of templates and their paths, without their texts. The template found by a name can only
// differ if the shape differs.
func (s *Store) Shape() uint64 { return s.shape }

// LayoutNames lists the custom names of layouts, sorted.
func (s *Store) LayoutNames() []string {
	names := make(map[string]bool)
	for _, f := range s.files {
		if f.Category == Layout && f.Descriptor.Layout != "" {
			names[f.Descriptor.Layout] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// ShortcodeNames lists the shortcodes, sorted.
func (s *Store) ShortcodeNames() []string {
	names := make(map[string]bool)
	for _, dir := range s.shortcodes {
		for name := range dir {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// PartialNames lists the names of partials in calls, sorted.
func (s *Store) PartialNames() []string {
	var out []string
	for _, p := range slices.Sorted(maps.Keys(s.byPath)) {
		if name, ok := strings.CutPrefix(p, "_partials/"); ok {
			out = append(out, name)
		}
	}
	return out
}

// Nearest returns the deepest folder on the way to path that has templates. Pages with the same nearest folder have the
// same templates.
func (s *Store) Nearest(path string) string {
	for path != "" && path != "/" {
		if _, ok := s.dirs[path]; ok {
			return path
		}
		path = path[:strings.LastIndexByte(path, '/')]
	}
	return ""
}
