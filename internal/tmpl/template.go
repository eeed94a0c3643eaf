package tmpl

import (
	htmltemplate "html/template"
	"io"
	"slices"
	"strconv"
	texttemplate "text/template"
	"text/template/parse"
)

// Template is what an Executor can execute: a file, in a base template or not, with every template
// that it may call by name.
type Template struct {
	file *File
	base *File   // nil for none
	used []*File // every file whose text it may execute: its own, its base's, those of defines that it calls
	html *htmltemplate.Template
	text *texttemplate.Template // instead of html, of a plain-text file
}

type templateKey struct{ file, base *File }

// File returns the file that t is of.
func (t *Template) File() *File { return t.file }

func (t *Template) execute(w io.Writer, dot any) error {
	if t.text != nil {
		return t.text.Execute(w, dot)
	}
	return t.html.Execute(w, dot)
}

// Note tells s which files are executed.
func (t *Template) Note(s Scope) {
	for _, f := range t.used {
		s.Used(f)
	}
}

// Template returns the executor's copy of a template, made when it is first wanted: most sites use few
// of the templates that they have. base is nil for none.
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

// set collects what a template calls by name: its own defines, then those of its base, then those
// that other files have.
type set struct {
	library  Library
	file     *File
	base     *File
	main     *parse.Tree
	byName   map[string]*parse.Tree
	order    []string
	involved []*File
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
		// An empty define does not hide what the base template has under that name.
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
			s.order = append(s.order, call.Name)
			s.follow(next)
		}
	})
}

// assemble copies the trees of a template into a set of its own.
func (e *Executor) assemble(f, base *File) (*Template, error) {
	s := &set{library: e.library, file: f, base: base, main: f.Main, byName: make(map[string]*parse.Tree)}
	if base != nil && parse.IsEmptyTree(f.Main.Root) {
		// Text outside of the defines makes the file a page of its own, base template or not.
		s.main = base.Main
	}
	s.involve(f)
	if base != nil {
		s.involve(base)
	}
	s.follow(s.main)
	for _, f := range s.involved {
		e.addSides(f)
	}
	t := &Template{file: f, base: base}
	t.used = slices.DeleteFunc(slices.Clone(s.involved), func(f *File) bool { return f.Made })
	return t, e.build(t, s)
}

// build makes the executable set of t.
func (e *Executor) build(t *Template, s *set) (err error) {
	name, functions := s.file.Name, e.functionsOf(s.involved, s.file.paths)
	if s.file.Plain {
		all := texttemplate.New(name).Funcs(functions)
		for _, n := range s.order {
			if _, err := all.AddParseTree(n, s.byName[n].Copy()); err != nil {
				return err
			}
		}
		t.text, err = all.AddParseTree(name, s.main.Copy())
		return err
	}
	all := htmltemplate.New(name).Funcs(functions)
	copies := make([]*parse.Tree, 0, len(s.order)+1)
	for _, n := range s.order {
		tree := s.byName[n].Copy()
		copies = append(copies, tree)
		if _, err := all.AddParseTree(n, tree); err != nil {
			return err
		}
	}
	main := s.main.Copy()
	if t.html, err = all.AddParseTree(name, main); err != nil {
		return err
	}
	if err := escape(t.html, name); err != nil {
		return err
	}
	f := &fuser{executor: e, paths: s.file.paths, funcs: make(map[string]any)}
	for _, tree := range append(copies, main) {
		f.list(tree.Root)
	}
	t.html.Funcs(f.funcs)
	return nil
}

// escape makes html/template escape a set now, without executing anything of it.
func escape(set *htmltemplate.Template, name string) error {
	const prime = "_prime"
	tree, err := parse.Parse(prime, `{{ if false }}{{ template `+strconv.Quote(name)+` . }}{{ end }}`, "", "")
	if err != nil {
		return err
	}
	t, err := set.AddParseTree(prime, tree[prime])
	if err != nil {
		return err
	}
	return t.Execute(io.Discard, nil)
}

// functionsOf returns the functions that the files call, bound to e.
func (e *Executor) functionsOf(files []*File, p *paths) map[string]any {
	out := make(map[string]any)
	for _, f := range files {
		for _, name := range f.functions {
			if fn, ok := e.functions[name]; ok {
				out[name] = fn
			} else if kind, number, ok := pathFunction(name); ok {
				out[name] = e.bindPath(kind, p.list[number])
			}
		}
	}
	return out
}
