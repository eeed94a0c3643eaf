package themes

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/trace"
)

// recorded is a view that knows how to record that one of its facets was read.
type recorded interface {
	record(c *Call, facet trace.Kind)
}

// named is a view whose names are not Go members: .Data.Terms, .Site.Menus.main. It is asked
// before methods and fields; ok == false leaves the name to them.
type named interface {
	named(c *Call, name string) (v any, ok bool, err error)
}

// member reads one name of values of one type: a method or a field.
type member struct {
	facet trace.Kind // 0: nothing to record
	read  func(c *Call, v any, args []any) (any, error)
}

type memberKey struct {
	typ  reflect.Type
	name string
}

// members is a worker's table of the members it met. Types are few, so it stays small.
type members map[memberKey]*member

// get resolves one name after the other on v. The arguments belong to the last name.
func (c *Call) get(v any, path []string, args ...any) (any, error) {
	last := len(path) - 1
	for i, name := range path {
		var a []any
		if i == last {
			a = args
		}
		next, err := c.name(v, name, a)
		if err != nil {
			return nil, err
		}
		v = next
	}
	return v, nil
}

// name resolves one name on v.
//
// A missing key of a map is nil, and any name of an untyped nil is nil, as text/template has it. A
// name of a nil view is an error, because it is nearly always a forgotten "with".
func (c *Call) name(v any, name string, args []any) (any, error) {
	switch m := v.(type) {
	case nil:
		return nil, nil
	case Params:
		if len(args) > 0 {
			return nil, fmt.Errorf("%s is a parameter, not a method: it takes no arguments", name)
		}
		return m.get(name), nil
	case map[string]any:
		if len(args) > 0 {
			return nil, fmt.Errorf("%s is a key, not a method: it takes no arguments", name)
		}
		return m[name], nil
	case reflect.Value:
		if !m.IsValid() {
			return nil, nil
		}
		return c.name(m.Interface(), name, args)
	}
	if n, ok := v.(named); ok {
		if x, found, err := n.named(c, name); found || err != nil {
			return x, err
		}
	}
	m := c.w.member(reflect.TypeOf(v), name)
	if m == nil {
		return c.entry(v, name, args)
	}
	return m.call(c, v, args)
}

// member looks a name up in the worker's table.
func (w *Worker) member(t reflect.Type, name string) *member {
	key := memberKey{t, name}
	m, ok := w.members[key]
	if !ok {
		m = w.run.findMember(t, name)
		w.members[key] = m
	}
	return m
}

// call reads the member of v, recording its facet.
func (m *member) call(c *Call, v any, args []any) (any, error) {
	if m.facet != 0 {
		if p, ok := v.(*Page); ok {
			c.seePage(p, m.facet)
		} else if r, ok := v.(recorded); ok && !isNilPointer(v) {
			r.record(c, m.facet)
		}
	}
	return m.read(c, v, args)
}

// seePage records that a facet of p is read, unless the last page that was read is p and its facet is
// recorded: templates read most names of one page in a row.
func (c *Call) seePage(p *Page, facet trace.Kind) {
	if p == nil {
		return
	}
	if p != c.seen {
		c.seen, c.seenFacets = p, 0
	}
	if bit := uint64(1) << facet; c.seenFacets&bit == 0 {
		c.seenFacets |= bit
		p.record(c, facet)
	}
}

func isNilPointer(v any) bool {
	if p, ok := v.(*Page); ok {
		return p == nil
	}
	rv := reflect.ValueOf(v)
	return rv.Kind() == reflect.Pointer && rv.IsNil()
}

// entry looks name up in maps of other types than Params, behind pointers and interfaces.
func (c *Call) entry(v any, name string, args []any) (any, error) {
	rv := reflect.ValueOf(v)
	for rv.Kind() == reflect.Pointer || rv.Kind() == reflect.Interface {
		if rv.IsNil() {
			return nil, fmt.Errorf("nil pointer evaluating %s.%s", typeName(reflect.TypeOf(v)), name)
		}
		rv = rv.Elem()
	}
	if rv.Kind() == reflect.Map && rv.Type().Key().Kind() == reflect.String && len(args) == 0 {
		e := rv.MapIndex(reflect.ValueOf(name).Convert(rv.Type().Key()))
		if !e.IsValid() {
			return nil, nil
		}
		return e.Interface(), nil
	}
	return nil, noMember(reflect.TypeOf(v), name)
}

// noMember is the error for a name that a type does not have.
func noMember(t reflect.Type, name string) error {
	err := &missingError{message: fmt.Sprintf("can't evaluate field %s in type %s", name, typeName(t))}
	if n := diag.Nearest(name, memberNames(t)); n != "" {
		err.hint = fmt.Sprintf("did you mean .%s?", n)
	}
	return err
}

// missingError says that something has no such name, and which name is like it.
type missingError struct{ message, hint string }

func (e *missingError) Error() string { return e.message }

// typeName is the name of a type as users of Hugo know it: "page", "string".
func typeName(t reflect.Type) string {
	if t == nil {
		return "nil"
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if strings.HasSuffix(t.PkgPath(), "/themes") {
		return strings.ToLower(t.Name()[:1]) + t.Name()[1:]
	}
	return t.String()
}

func memberNames(t reflect.Type) []string {
	var names []string
	for i := range t.NumMethod() {
		names = append(names, t.Method(i).Name)
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() == reflect.Struct {
		for _, f := range reflect.VisibleFields(t) {
			if f.IsExported() {
				names = append(names, f.Name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// truth is what if, with, and, or see: v itself, or false where Hugo finds a value empty that Go
// finds full: a zero time, and everything else that says so itself.
func truth(v any) any {
	if z, ok := v.(interface{ IsZero() bool }); ok && !isNilPointer(v) && z.IsZero() {
		return false
	}
	return v
}
