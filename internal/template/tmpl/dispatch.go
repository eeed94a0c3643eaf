package tmpl

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"
	texttemplate "text/template"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// member reads one method or field from values of one type.
type member struct {
	facet Facet
	read  Reader
	steps int // cost of a call
	each  int // cost per item of a list
}

type memberKey struct {
	typ  reflect.Type
	name string
}

// Get resolves names one after the other, starting at v. The arguments belong to the last name.
func (e *Executor) Get(s Scope, v any, path []string, args ...any) (any, error) {
	last := len(path) - 1
	for i, name := range path {
		var a []any
		if i == last {
			a = args
		}
		next, err := e.Name(s, v, name, a)
		if err != nil {
			return nil, err
		}
		v = next
	}
	return v, nil
}

// Name resolves one name on v.
//
// As in text/template, a missing key of a map is nil, and so is any name of an untyped nil. A name of a nil pointer is
// an error, since usually a "with" is missing.
func (e *Executor) Name(s Scope, v any, name string, args []any) (any, error) {
	switch m := v.(type) {
	case nil:
		return nil, nil
	case Params:
		if len(args) > 0 {
			return nil, fmt.Errorf("%s is a parameter, not a method: it takes no arguments", name)
		}
		if e.types.Computed != nil {
			if v, ok := e.types.Computed(s, m, name); ok {
				return v, nil
			}
		}
		return m.Get(name), nil
	case map[string]any:
		if len(args) > 0 {
			return nil, fmt.Errorf("%s is a key, not a method: it takes no arguments", name)
		}
		return m[name], nil
	case Namespace:
		return e.Call(string(m)+"."+name, args...)
	case *Standin:
		return m.Read(s, []string{name}, args)
	case reflect.Value:
		if !m.IsValid() {
			return nil, nil
		}
		return e.Name(s, m.Interface(), name, args)
	}
	if n, ok := v.(Namer); ok {
		if x, found, err := n.Named(s, name); found || err != nil {
			return x, err
		}
	}
	m := e.member(reflect.TypeOf(v), name)
	if m == nil {
		return entry(v, name, args)
	}
	return e.read(s, m, v, args)
}

// member looks up a name in the executor's table, which stays small because there are few types.
func (e *Executor) member(t reflect.Type, name string) *member {
	key := memberKey{t, name}
	m, ok := e.members[key]
	if !ok {
		m = e.types.findMember(t, name)
		e.members[key] = m
	}
	return m
}

// read reads the member of v and records its facet.
func (e *Executor) read(s Scope, m *member, v any, args []any) (any, error) {
	if m.steps > 0 || m.each > 0 {
		n := m.steps
		if m.each > 0 {
			n += m.each * reflect.ValueOf(v).Len()
		}
		if err := s.Running().Step(n); err != nil {
			return nil, err
		}
	}
	if m.facet != 0 {
		e.types.Record(s, v, m.facet)
	}
	return m.read(s, v, args)
}

// IsNil reports whether v is nil or a nil pointer.
func IsNil(v any) bool {
	if v == nil {
		return true
	}
	rv := reflect.ValueOf(v)
	return rv.Kind() == reflect.Pointer && rv.IsNil()
}

// entry looks up a name in maps of types other than Params, behind pointers and interfaces.
func entry(v any, name string, args []any) (any, error) {
	rv := reflect.ValueOf(v)
	for rv.Kind() == reflect.Pointer || rv.Kind() == reflect.Interface {
		if rv.IsNil() {
			return nil, nilPointer(reflect.TypeOf(v), name)
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
	return nil, NoMember(reflect.TypeOf(v), name)
}

func nilPointer(t reflect.Type, name string) error {
	return fmt.Errorf("nil pointer evaluating %s.%s", TypeName(t), name)
}

// NoMember is the error for a name that a type does not have.
func NoMember(t reflect.Type, name string) error { return &noMember{t, name} }

// noMember says that values of a type do not have a name. The text is made only when it is read, since where creates
// such an error for each page without the key.
type noMember struct {
	typ  reflect.Type
	name string
}

func (e *noMember) Error() string {
	return fmt.Sprintf("can't evaluate field %s in type %s", e.name, TypeName(e.typ))
}

func (e *noMember) hint() string {
	if near := diag.Nearest(e.name, memberNames(e.typ)); near != "" {
		return fmt.Sprintf("did you mean .%s?", near)
	}
	return ""
}

// Missing returns an error for something that does not exist, with a hint.
func Missing(message, hint string) error { return &missingError{message, hint} }

// missingError says that a name does not exist, and which name is similar.
type missingError struct{ message, hint string }

func (e *missingError) Error() string { return e.message }

// TypeName returns the name of a type for users of Hugo: "page", "string". Types of the engine and its values have no
// package name.
func TypeName(t reflect.Type) string {
	if t == nil {
		return "nil"
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch path.Base(t.PkgPath()) {
	case "tmpl", "view", "resource", "render":
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

// truth returns the value that if, with, and, or test: v itself, or false if v is empty for Hugo but not for Go: a zero
// time, and values that report that they are empty.
func truth(v any) any {
	switch v.(type) {
	case nil, bool, string, int, Params, map[string]any, []any:
		return v
	}
	if z, ok := v.(interface{ IsZero() bool }); ok && !IsNil(v) && z.IsZero() {
		return false
	}
	return v
}

// Truth reports whether v is true as a condition.
func Truth(v any) bool {
	ok, _ := texttemplate.IsTrue(truth(v))
	return ok
}
