package themes

import (
	"reflect"
	"strconv"
	"strings"
)

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

// step is one name of a path with what it was found to be on the last value. Values at one place of a
// template are nearly always of one type.
type step struct {
	name string
	typ  reflect.Type
	m    *member
}

// resolver resolves one path of names at one place for one worker.
type resolver struct {
	w     *Worker
	steps []step
}

func (w *Worker) newResolver(path []string) *resolver {
	r := &resolver{w: w, steps: make([]step, len(path))}
	for i, name := range path {
		r.steps[i].name = name
	}
	return r
}

// resolve is Call.get with a memory.
func (r *resolver) resolve(v any, args []any) (any, error) {
	c := r.w.call
	last := len(r.steps) - 1
	for i := range r.steps {
		s := &r.steps[i]
		var a []any
		if i == last {
			a = args
		}
		var err error
		if v, err = c.step(s, v, a); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// step resolves one name; values whose names are not members go the long way.
func (c *Call) step(s *step, v any, args []any) (any, error) {
	t := reflect.TypeOf(v)
	if t == nil || t != s.typ {
		if s.m = c.memberOf(v, t, s.name); s.m == nil {
			s.typ = nil
			return c.name(v, s.name, args)
		}
		s.typ = t
	}
	return s.m.call(c, v, args)
}

// memberOf returns the method or field that name is on v; nil when it must be asked for otherwise.
func (c *Call) memberOf(v any, t reflect.Type, name string) *member {
	switch v.(type) {
	case nil, Params, map[string]any, reflect.Value, named:
		return nil
	}
	return c.w.member(t, name)
}

// must is the value of a function for templates; an error goes by panic, which text/template turns
// into the error of the call. A second result would cost an allocation in every call.
func must(v any, err error) any {
	if err != nil {
		panic(err)
	}
	return v
}

// bindPath makes the function for a path.
func (w *Worker) bindPath(kind string, path []string) any {
	r := w.newResolver(path)
	switch kind {
	case fnGetTrue:
		return func(v any) any { return truth(must(r.resolve(v, nil))) }
	case fnCall:
		return func(v any, args ...any) any { return must(r.resolve(v, args)) }
	}
	return func(v any) any { return must(r.resolve(v, nil)) }
}
