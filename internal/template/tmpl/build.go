package tmpl

import (
	"bytes"
	"errors"
	htmltemplate "html/template"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	texttemplate "text/template"
	"text/template/parse"

	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// stock is a template of text/template or html/template.
type stock interface {
	Execute(w io.Writer, dot any) error
}

// execute writes the output of the template main to out.
func (e *Executor) execute(main string, p *exec.Program, s stock, out *bytes.Buffer, dot any) error {
	if p != nil {
		return e.machine.Execute(p, out, dot)
	}
	if e.watched != nil {
		e.watched.spoiled = true // the standard library's engine cannot report its calls
		return errSpoiled
	}
	err := s.Execute(boundedBuffer{out}, dot)
	var at texttemplate.ExecError
	if errors.Is(err, errLeft) && errors.As(err, &at) && at.Name == main {
		return nil // in a template that it calls, {{ return }} would end both
	}
	return err
}

// copies returns copies of the trees of a set by their names.
func (s *set) copies() map[string]*parse.Tree {
	trees := make(map[string]*parse.Tree, len(s.byName)+1)
	for n, tree := range s.byName {
		trees[n] = tree.Copy()
	}
	trees[s.file.Name] = s.main.Copy()
	return trees
}

// executable makes a set of trees executable. Their escaping is already part of the trees.
func (e *Executor) executable(
	main string, trees map[string]*parse.Tree, files []*File, p *paths,
) (*exec.Program, stock, error) {
	if program := e.compile(main, trees, p); program != nil {
		return program, nil, nil
	}
	all := texttemplate.New(main).Funcs(e.functionsOf(files, p)).Funcs(exec.Escapers(trees, e.machine.Replaced))
	for _, n := range slices.Sorted(maps.Keys(trees)) {
		if _, err := all.AddParseTree(n, trees[n]); err != nil {
			return nil, nil, err
		}
	}
	return nil, all, nil
}

// compile compiles trees; nil if that is not possible.
func (e *Executor) compile(main string, trees map[string]*parse.Tree, p *paths) *exec.Program {
	if e.types.Stock {
		return nil
	}
	program, err := exec.Compile(main, trees, func(name string) any {
		if p, ok := e.printers[name]; ok {
			return p
		}
		if fn, ok := e.functions[name]; ok {
			return priced(name, fn)
		}
		return e.pathFunction(name, p)
	})
	if err != nil {
		return nil
	}
	return program
}

// escaped returns the trees of a set as html/template escapes them. A template that is called in a context other than
// text is escaped again for that context, under a name that html/template generates and in a tree that it does not
// export; but if the set already has a template of that name, it uses that. So these names are added, and everything is
// done again.
func (s *set) escaped(derived []string) (map[string]*parse.Tree, error) {
	trees := s.copies()
	for _, n := range derived {
		trees[n] = &parse.Tree{Name: n, Root: s.original(n).Root.CopyList()}
	}
	all := htmltemplate.New(s.file.Name)
	for _, n := range slices.Sorted(maps.Keys(trees)) {
		if _, err := all.AddParseTree(n, trees[n]); err != nil {
			return nil, err
		}
	}
	if err := escape(all, s.file.Name); err != nil {
		return nil, err
	}
	known := len(derived)
	for _, n := range slices.Sorted(maps.Keys(trees)) {
		walk(trees[n].Root, func(n parse.Node) {
			if cmd, ok := n.(*parse.CommandNode); ok && cmd.Pos == 0 { // html/template ignores the positions of its escapers
				cmd.Pos = cmd.Args[0].Position()
			}
			if call, ok := n.(*parse.TemplateNode); ok && strings.Contains(call.Name, derivedMark) &&
				s.original(call.Name) != nil && !slices.Contains(derived, call.Name) {
				derived = append(derived, call.Name)
			}
		})
	}
	if len(derived) > known {
		return s.escaped(derived)
	}
	return trees, nil
}

// derivedMark is part of the names that html/template generates.
const derivedMark = "$htmltemplate_"

// original returns the tree from which html/template derives one with another name; nil for none.
func (s *set) original(derived string) *parse.Tree {
	name, _, _ := strings.Cut(derived, derivedMark)
	if name == s.file.Name {
		return s.main
	}
	return s.byName[name]
}

// escape makes html/template escape a set without executing it.
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
	out := map[string]any{fnTryVar: e.functions[fnTryVar], fnTryValue: e.functions[fnTryValue]}
	for _, f := range files {
		for _, name := range f.functions {
			if fn, ok := e.functions[name]; ok {
				out[name] = e.counted(name, fn)
			} else if fn := e.pathFunction(name, p); fn != nil {
				out[name] = e.counted(name, fn)
			}
		}
	}
	return out
}
