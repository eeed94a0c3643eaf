package tmpl

import (
	"reflect"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// paths numbers the name paths that templates use (".Site.Params.author") and their sayings. It grows while templates
// are read and is not changed after.
type paths struct {
	list    [][]string
	index   map[string]int
	sayings []saying
}

func (p *paths) add(names []string) int {
	key := strings.Join(names, ".")
	if i, ok := p.index[key]; ok {
		return i
	}
	if p.index == nil {
		p.index = make(map[string]int)
	}
	i := len(p.list)
	p.list = append(p.list, names)
	p.index[key] = i
	return i
}

// pathFunction splits the name of a function that resolves a path of names: "_Get17" is fnGet, 17.
func pathFunction(name string) (kind string, number int, ok bool) {
	for _, kind := range []string{fnGetTrue, fnGet, fnCall} {
		if digits, found := strings.CutPrefix(name, kind); found {
			n, err := strconv.Atoi(digits)
			return kind, n, err == nil
		}
	}
	return "", 0, false
}

// step is one name of a path with the member found on the last value. Values at one position in a template are usually
// of one type.
type step struct {
	name string
	typ  reflect.Type
	m    *member
}

// resolver resolves one path of names at one position for one executor.
type resolver struct {
	e     *Executor
	steps []step
}

func (e *Executor) newResolver(path []string) *resolver {
	r := &resolver{e: e, steps: make([]step, len(path))}
	for i, name := range path {
		r.steps[i].name = name
	}
	return r
}

// resolve is Executor.Get with a cache.
func (r *resolver) resolve(v any, args []any) (any, error) {
	last := len(r.steps) - 1
	for i := range r.steps {
		if in, ok := v.(*Standin); ok {
			return in.Read(r.e.scope, namesOf(r.steps[i:]), args)
		}
		var a []any
		if i == last {
			a = args
		}
		var err error
		if v, err = r.e.step(&r.steps[i], v, a); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// step resolves one name. Values with names that are not members take the slow path.
func (e *Executor) step(s *step, v any, args []any) (any, error) {
	t := reflect.TypeOf(v)
	if t == nil || t != s.typ {
		if s.m = e.memberOf(v, t, s.name); s.m == nil {
			s.typ = nil
			return e.Name(e.scope, v, s.name, args)
		}
		s.typ = t
	}
	return e.read(e.scope, s.m, v, args)
}

// memberOf returns the method or field of v with a name; nil if it must be resolved in another way.
func (e *Executor) memberOf(v any, t reflect.Type, name string) *member {
	switch v.(type) {
	case nil, Params, map[string]any, Namespace, reflect.Value, Namer, *Standin:
		return nil
	}
	return e.member(t, name)
}

// pathFunction returns the function that resolves a path of names or reports messages at one position; nil for other
// names.
func (e *Executor) pathFunction(name string, p *paths) any {
	kind, number, ok := pathFunction(name)
	if !ok {
		return e.sayer(name, p)
	}
	r := e.newResolver(p.list[number])
	switch kind {
	case fnGetTrue:
		return func(v any) (any, error) {
			v, err := r.resolve(v, nil)
			return truth(v), err
		}
	case fnCall:
		return exec.Transient(func(v any, args ...any) (any, error) { return r.resolve(v, args) })
	}
	return func(v any) (any, error) { return r.resolve(v, nil) }
}
