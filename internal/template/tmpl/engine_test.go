package tmpl

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"text/template/parse"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
)

// scope is a Scope that records what is used and read.
type scope struct {
	Call
	subject string
	notes   []string
}

func (s *scope) Used(f *File)    { s.note("used " + f.Shown) }
func (s *scope) Subject() string { return s.subject }

func (s *scope) note(what string) {
	if !slices.Contains(s.notes, what) {
		s.notes = append(s.notes, what)
	}
}

// Facets of the values below.
const (
	facetCard Facet = iota + 1
	facetBody
)

// post is a value for the templates of the tests.
type post struct {
	Title  string
	params map[string]any
	date   time.Time
	next   *post
}

func (p *post) Date() time.Time           { return p.date }
func (p *post) Params() Params            { return ParamsOf(p.params) }
func (p *post) Next() *post               { return p.next }
func (p *post) Body(s *scope) string      { return "body of " + p.Title + " for " + s.subject }
func (p *post) Add(a, b int) int          { return a + b }
func (p *post) Join(all ...string) string { return strings.Join(all, "+") }
func (p *post) Fails() (string, error)    { return "", errors.New("it fails") }
func (p *post) Deep(s *scope, path ...string) (any, error) {
	return s.Executor.Get(s, p, path)
}

// menus is a value whose names are not Go members.
type menus map[string]string

func (m menus) Named(_ Scope, name string) (any, bool, error) {
	v, ok := m[strings.ToLower(name)]
	return v, ok, nil
}

// project is a set of files that may call each other.
type project struct {
	t      testing.TB
	parser *Parser
	files  map[string]*File // by Shown, which is "layouts/" and Name
	e      *Executor
	clock  []string // keys of the clock that were asked for
}

// functions are those of package funcs, and partial.
func functions() *Functions {
	return &Functions{
		Namespaces: funcs.Namespaces(&funcs.Env{}), Alone: map[string]any{}, Aliases: funcs.Aliases(),
		Clock: func() time.Time { return time.Time{} }, AskClock: func(string) {},
	}
}

func (p *project) functions() *Functions {
	now := time.Date(2026, 3, 4, 5, 6, 7, 8, time.UTC)
	ask := func(layout string) { p.clock = append(p.clock, layout) }
	t := functions()
	t.Namespaces = funcs.Namespaces(&funcs.Env{
		Get:        func(v any, name string) (any, error) { return p.e.Name(p.e.Scope(), v, name, nil) },
		Call:       func(name string, args ...any) (any, error) { return p.e.Call(name, args...) },
		Params:     func(v any) (map[string]any, bool) { m, ok := v.(Params); return m, ok },
		NewScratch: func() any { return NewStore() },
		Now:        func() time.Time { ask(WholeClock); return now },
		Location:   func() *time.Location { return time.UTC },
		Language:   func() funcs.Language { return funcs.Language{Key: "en", Default: "en"} },
	})
	t.Clock, t.AskClock = func() time.Time { return now }, ask
	t.Add("partials", "Include", func(s *scope, name string, context ...any) (any, error) {
		f := p.files["layouts/_partials/"+name]
		if f == nil {
			return nil, Missing(fmt.Sprintf("partial %q not found", name), "write it")
		}
		u, err := p.e.Template(f, nil)
		if err != nil {
			return nil, err
		}
		out, value, returned, err := p.e.Execute(s, u, Optional(context))
		if returned {
			return value, nil
		}
		return out, err
	}, "partial")
	t.Add("templates", "Current", func() *CurrentTemplate { return Current(p.e.Scope()) })
	t.Alone["page"] = func(s *scope) string { return s.subject }
	return t
}

func (p *project) Lookup(name string) (*parse.Tree, *File) {
	for _, shown := range p.names() {
		f := p.files[shown]
		if tree := f.Defines[name]; tree != nil {
			return tree, f
		}
		if f.Name == name {
			return f.Main, f
		}
	}
	return nil, nil
}

func (p *project) Source(shown string) string {
	if f := p.files[shown]; f != nil {
		return f.Text
	}
	return ""
}

func (p *project) names() []string {
	var out []string
	for name := range p.files {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// newProject parses files by their names below layouts/; problems are those of all files.
func newProject(t testing.TB, files map[string]string) (*project, diag.List) {
	t.Helper()
	p := &project{t: t, files: make(map[string]*File)}
	table := p.functions()
	v := NewVocabulary(table)
	p.parser = NewParser(v)
	types := &Types{
		Facets: map[reflect.Type]map[string]Facet{reflect.TypeFor[*post](): {"Title": facetCard, "Date": facetCard, "Body": facetBody}},
		Record: func(s Scope, v any, f Facet) {
			if v.(*post) == nil {
				return
			}
			s.(*scope).note(fmt.Sprintf("read %s of %s", map[Facet]string{facetCard: "card", facetBody: "body"}[f], v.(*post).Title))
		},
		Direct: func(receiver reflect.Type, m reflect.Method, slow Reader) Reader {
			if fn, ok := m.Func.Interface().(func(*post) *post); ok {
				return func(_ Scope, v any, _ []any) (any, error) {
					if v.(*post) == nil {
						return nil, nilPointer(receiver, m.Name)
					}
					return fn(v.(*post)), nil
				}
			}
			return slow
		},
	}
	p.e = NewExecutor(p, types, v, table)
	var problems diag.List
	for name, text := range files {
		f := &File{
			Name: name, Shown: "layouts/" + name, Text: text, Plain: strings.HasSuffix(name, ".txt"),
			Partial: strings.HasPrefix(name, "_partials/"),
		}
		p.files[f.Shown] = f
	}
	for _, shown := range p.names() {
		problems = append(problems, p.parser.Parse(p.files[shown])...)
	}
	return p, problems
}

// run executes a file, with or without a base, in both engines, and checks that output, reads, and errors are equal.
func (p *project) run(s *scope, name, base string, dot any) (string, error) {
	p.t.Helper()
	s2 := &scope{subject: s.subject, notes: slices.Clone(s.notes)}
	out, err := p.runBy(p.e, s, name, base, dot)
	var d *diag.Diagnostic
	if errors.As(err, &d) && d.Rule == BoundRule {
		return out, err // the standard library counts nothing
	}
	compiled, clock := p.e, p.clock
	types := *p.e.types
	types.Stock = true
	p.e = NewExecutor(p, &types, p.parser.vocabulary, p.functions())
	out2, err2 := p.runBy(p.e, s2, name, base, dot)
	p.e, p.clock = compiled, clock
	if out != out2 || shown(err) != shown(err2) || !slices.Equal(s.notes, s2.notes) {
		p.t.Errorf("%s: compiled\n%.500q, %.500s, %q\nby the standard library\n%.500q, %.500s, %q", name, out, shown(err), s.notes, out2, shown(err2), s2.notes)
	}
	return out, err
}

func (p *project) runBy(e *Executor, s *scope, name, base string, dot any) (string, error) {
	s.Call = Call{Context: context.Background(), Executor: e}
	t, err := e.Template(p.files["layouts/"+name], p.files["layouts/"+base])
	if err != nil {
		return "", err
	}
	if t.program == nil && !e.types.Stock {
		p.t.Errorf("%s is not compiled", name)
	}
	out, _, _, err := e.Execute(s, t, dot)
	return out, err
}

// sample is what templates of the tests are given.
func sample() *post {
	next := &post{Title: "B"}
	return &post{
		Title: "A", next: next, date: time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC),
		params: map[string]any{
			"foobar": 1, "maincolor": "red", "empty": "", "list": []any{"x", "y"},
			"maps": []any{map[string]any{"name": "n"}}, "deep": map[string]any{"er": map[string]any{"key": "v"}},
		},
	}
}

// eval prints a template for the sample, together with other files.
func eval(t testing.TB, src string, files map[string]string) (string, *project, *scope, error) {
	t.Helper()
	all := map[string]string{"x.html": src}
	for name, text := range files {
		all[name] = text
	}
	p, problems := newProject(t, all)
	s := &scope{subject: "post A"}
	if err := problems.Err(); err != nil {
		return "", p, s, err
	}
	out, err := p.run(s, "x.html", "", sample())
	return out, p, s, err
}
