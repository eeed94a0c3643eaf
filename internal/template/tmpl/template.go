package tmpl

import (
	"slices"
	"sync"
	"text/template/parse"

	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// Template is what an Executor executes: a file, with or without a base template, and every template that it may call
// by name.
type Template struct {
	file *File
	base *File   // nil for none
	used []*File // every file whose text it may execute: its own, its base's, and those of defines that it calls

	program *exec.Program
	stock   stock // used instead of program if it cannot be compiled
}

type templateKey struct{ file, base *File }

// File returns the file of t.
func (t *Template) File() *File { return t.file }

// Note tells s which files are executed.
func (t *Template) Note(s Scope) {
	for _, f := range t.used {
		s.Used(f)
	}
}

// Template returns the executor's copy of a template, made on first use, since most sites use few of their templates.
// base is nil for none.
func (e *Executor) Template(f, base *File) (*Template, error) {
	key := templateKey{f, base}
	if t, ok := e.templates[key]; ok {
		return t, nil
	}
	t, err := e.assemble(f, base)
	if err != nil {
		return nil, e.cannotEscape(f, err)
	}
	e.templates[key] = t
	return t, nil
}

// set collects the templates that a template calls by name: its own defines, then those of its base, then those of
// other files.
type set struct {
	library  Library
	file     *File
	base     *File
	main     *parse.Tree
	byName   map[string]*parse.Tree
	involved []*File
	trees    map[string]*parse.Tree // copies of main and those by name, escaped unless the file is plain text
}

func newSet(l Library, f, base *File) (s *set, err error) {
	s = &set{library: l, file: f, base: base, main: f.Main, byName: make(map[string]*parse.Tree)}
	if base != nil && parse.IsEmptyTree(f.Main.Root) {
		// Text outside of the defines makes the file a page, with or without a base template.
		s.main = base.Main
	}
	s.involve(f)
	if base != nil {
		s.involve(base)
	}
	s.follow(s.main)
	if f.Plain {
		s.trees = s.copies()
		return s, nil
	}
	s.trees, err = s.escaped(nil)
	return s, err
}

func (s *set) involve(f *File) {
	if !slices.Contains(s.involved, f) {
		s.involved = append(s.involved, f)
	}
}

// named returns the template that a call by name means.
func (s *set) named(name string) *parse.Tree {
	own := s.file.Defines[name]
	if s.base != nil {
		// An empty define does not hide the one of the base template.
		if inBase := s.base.Defines[name]; inBase != nil && (own == nil || parse.IsEmptyTree(own.Root)) {
			own = inBase
		}
	}
	if own != nil {
		return own
	}
	tree, f := s.library.Lookup(name)
	if tree != nil {
		s.involve(f)
	}
	return tree
}

func (s *set) follow(tree *parse.Tree) {
	walk(tree.Root, func(n parse.Node) {
		call, ok := n.(*parse.TemplateNode)
		if !ok || s.byName[call.Name] != nil {
			return
		}
		if next := s.named(call.Name); next != nil {
			s.byName[call.Name] = next
			s.follow(next)
		}
	})
}

// assemble makes the executor's copy of a template.
func (e *Executor) assemble(f, base *File) (*Template, error) {
	key := templateKey{f, base}
	once, ok := f.sets.Load(key)
	if !ok {
		once, _ = f.sets.LoadOrStore(key, sync.OnceValues(func() (*set, error) { return newSet(e.library, f, base) }))
	}
	s, err := once.(func() (*set, error))()
	if err != nil {
		return nil, err
	}
	for _, f := range s.involved {
		e.addSides(f)
	}
	t := &Template{file: f, base: base}
	t.used = slices.DeleteFunc(slices.Clone(s.involved), func(f *File) bool { return f.Made })
	t.program, t.stock, err = e.executable(f.Name, s.trees, s.involved, f.paths)
	return t, err
}
