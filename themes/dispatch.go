package themes

import (
	"errors"
	"fmt"
	"html/template"
	"reflect"
	"slices"
	"strings"
	"time"

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

// findMember looks for a method, then for a field; nil when there is neither.
func (r *Run) findMember(t reflect.Type, name string) *member {
	facet := r.facets[t][name]
	if m, ok := t.MethodByName(name); ok {
		if read := methodReader(t, m); read != nil {
			return &member{facet: facet, read: read}
		}
	}
	st := t
	for st.Kind() == reflect.Pointer {
		st = st.Elem()
	}
	if st.Kind() == reflect.Struct {
		if f, ok := st.FieldByName(name); ok && f.IsExported() {
			return &member{facet: facet, read: fieldReader(t, f)}
		}
	}
	return nil
}

func fieldReader(t reflect.Type, f reflect.StructField) func(*Call, any, []any) (any, error) {
	return func(_ *Call, v any, args []any) (any, error) {
		if len(args) > 0 {
			return nil, fmt.Errorf("%s is a field, not a method: it takes no arguments", f.Name)
		}
		rv := reflect.ValueOf(v)
		for rv.Kind() == reflect.Pointer {
			if rv.IsNil() {
				return nil, fmt.Errorf("nil pointer evaluating %s.%s", typeName(t), f.Name)
			}
			rv = rv.Elem()
		}
		fv, err := rv.FieldByIndexErr(f.Index)
		if err != nil {
			return nil, err
		}
		return fv.Interface(), nil
	}
}

// methodReader returns a function that calls a method. The shapes that views use most are called
// directly; reflection is for the rest.
func methodReader(t reflect.Type, m reflect.Method) func(*Call, any, []any) (any, error) {
	fn := m.Func.Interface()
	switch t {
	case reflect.TypeFor[*Page]():
		if r := direct[*Page](m.Name, fn); r != nil {
			return r
		}
	case reflect.TypeFor[*Site]():
		if r := direct[*Site](m.Name, fn); r != nil {
			return r
		}
	case reflect.TypeFor[Pages]():
		if r := direct[Pages](m.Name, fn); r != nil {
			return r
		}
	case reflect.TypeFor[time.Time]():
		if r := direct[time.Time](m.Name, fn); r != nil {
			return r
		}
	}
	return viaReflection(t, m)
}

// direct covers the common method shapes of a receiver type without reflection.
func direct[R any](name string, fn any) func(*Call, any, []any) (any, error) {
	switch f := fn.(type) {
	case func(R, *Call) string:
		return noArgs(name, func(c *Call, v R) (any, error) { return f(v, c), nil })
	case func(R) string:
		return noArgs(name, func(_ *Call, v R) (any, error) { return f(v), nil })
	case func(R, *Call) bool:
		return noArgs(name, func(c *Call, v R) (any, error) { return f(v, c), nil })
	case func(R) bool:
		return noArgs(name, func(_ *Call, v R) (any, error) { return f(v), nil })
	case func(R, *Call) int:
		return noArgs(name, func(c *Call, v R) (any, error) { return f(v, c), nil })
	case func(R) int:
		return noArgs(name, func(_ *Call, v R) (any, error) { return f(v), nil })
	case func(R, *Call) time.Time:
		return noArgs(name, func(c *Call, v R) (any, error) { return f(v, c), nil })
	case func(R) time.Time:
		return noArgs(name, func(_ *Call, v R) (any, error) { return f(v), nil })
	case func(R, *Call) Params:
		return noArgs(name, func(c *Call, v R) (any, error) { return f(v, c), nil })
	case func(R) Params:
		return noArgs(name, func(_ *Call, v R) (any, error) { return f(v), nil })
	case func(R, *Call) Pages:
		return noArgs(name, func(c *Call, v R) (any, error) { return f(v, c), nil })
	case func(R) Pages:
		return noArgs(name, func(_ *Call, v R) (any, error) { return f(v), nil })
	case func(R, *Call) *Page:
		return noArgs(name, func(c *Call, v R) (any, error) { return f(v, c), nil })
	case func(R) *Page:
		return noArgs(name, func(_ *Call, v R) (any, error) { return f(v), nil })
	case func(R, *Call) *Site:
		return noArgs(name, func(c *Call, v R) (any, error) { return f(v, c), nil })
	case func(R) *Site:
		return noArgs(name, func(_ *Call, v R) (any, error) { return f(v), nil })
	case func(R, *Call) (template.HTML, error):
		return noArgs(name, func(c *Call, v R) (any, error) { return f(v, c) })
	case func(R, string) string:
		return func(c *Call, v any, args []any) (any, error) {
			r, err := receiver[R](v, name)
			if err != nil {
				return nil, err
			}
			if len(args) == 1 {
				if s, ok := args[0].(string); ok {
					return f(r, s), nil
				}
			}
			return nil, fmt.Errorf("%s wants one string", name)
		}
	}
	return nil
}

func noArgs[R any](name string, f func(*Call, R) (any, error)) func(*Call, any, []any) (any, error) {
	return func(c *Call, v any, args []any) (any, error) {
		if len(args) > 0 {
			return nil, fmt.Errorf("wrong number of args for %s: want 0 got %d", name, len(args))
		}
		r, err := receiver[R](v, name)
		if err != nil {
			return nil, err
		}
		return f(c, r)
	}
}

func receiver[R any](v any, name string) (R, error) {
	r := v.(R)
	switch p := v.(type) {
	case *Page:
		if p == nil {
			return r, fmt.Errorf("nil pointer evaluating page.%s", name)
		}
	case *Site:
		if p == nil {
			return r, fmt.Errorf("nil pointer evaluating site.%s", name)
		}
	}
	return r, nil
}

// viaReflection calls any method: *Call is filled in when it is the first parameter, arguments are
// converted as text/template converts them and a little more freely, an error result is honoured.
func viaReflection(t reflect.Type, m reflect.Method) func(*Call, any, []any) (any, error) {
	call := caller(m.Name, m.Func, 1)
	if call == nil {
		return nil
	}
	return func(c *Call, v any, args []any) (any, error) {
		rv := reflect.ValueOf(v)
		if rv.Kind() == reflect.Pointer && rv.IsNil() {
			return nil, fmt.Errorf("nil pointer evaluating %s.%s", typeName(t), m.Name)
		}
		return call(c, []reflect.Value{rv}, args)
	}
}

// caller prepares calls of fn, whose first skip parameters the caller supplies. nil when fn has a
// result shape that templates cannot use.
func caller(name string, fn reflect.Value, skip int) func(c *Call, head []reflect.Value, args []any) (any, error) {
	ft := fn.Type()
	switch {
	case ft.NumOut() == 1:
	case ft.NumOut() == 2 && ft.Out(1) == reflect.TypeFor[error]():
	default:
		return nil
	}
	takesCall := ft.NumIn() > skip && ft.In(skip) == reflect.TypeFor[*Call]()
	first := skip
	if takesCall {
		first++
	}
	want := ft.NumIn() - first
	return func(c *Call, head []reflect.Value, args []any) (any, error) {
		if ft.IsVariadic() {
			if len(args) < want-1 {
				return nil, fmt.Errorf("wrong number of args for %s: want at least %d got %d", name, want-1, len(args))
			}
		} else if len(args) != want {
			return nil, fmt.Errorf("wrong number of args for %s: want %d got %d", name, want, len(args))
		}
		in := make([]reflect.Value, 0, first+len(args))
		in = append(in, head...)
		if takesCall {
			in = append(in, reflect.ValueOf(c))
		}
		for i, a := range args {
			var to reflect.Type
			if ft.IsVariadic() && i >= want-1 {
				to = ft.In(ft.NumIn() - 1).Elem()
			} else {
				to = ft.In(first + i)
			}
			v, err := convert(a, to)
			if err != nil {
				return nil, fmt.Errorf("argument %d of %s: %w", i+1, name, err)
			}
			in = append(in, v)
		}
		out := fn.Call(in)
		if len(out) == 2 && !out[1].IsNil() {
			return nil, out[1].Interface().(error)
		}
		return out[0].Interface(), nil
	}
}

// convert makes a value of type to from a: unchanged when assignable, through pointers, between
// numbers without loss, between kinds of strings (template.HTML is a string to a method).
func convert(a any, to reflect.Type) (reflect.Value, error) {
	if a == nil {
		switch to.Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
			return reflect.Zero(to), nil
		}
		return reflect.Value{}, fmt.Errorf("is nil, want %s", to)
	}
	v := reflect.ValueOf(a)
	if v.Type().AssignableTo(to) {
		return v, nil
	}
	if v.Kind() == reflect.Pointer && !v.IsNil() && v.Type().Elem().AssignableTo(to) {
		return v.Elem(), nil
	}
	switch {
	case v.Kind() == reflect.String && to.Kind() == reflect.String:
		return v.Convert(to), nil
	case v.CanInt() && isNumber(to), v.CanUint() && isNumber(to), v.CanFloat() && isNumber(to):
		out := v.Convert(to)
		if back := out.Convert(v.Type()); back.Equal(v) {
			return out, nil
		}
		return reflect.Value{}, fmt.Errorf("%v does not fit into %s", a, to)
	case v.Kind() == to.Kind() && v.Type().ConvertibleTo(to):
		return v.Convert(to), nil
	}
	return reflect.Value{}, fmt.Errorf("wrong type for value; expected %s; got %s", to, v.Type())
}

func isNumber(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64:
		return true
	}
	return false
}

// truth is what if, with, and, or see: v itself, or false where Hugo finds a value empty that Go
// finds full: a zero time, and everything else that says so itself.
func truth(v any) any {
	if z, ok := v.(interface{ IsZero() bool }); ok && !isNilPointer(v) && z.IsZero() {
		return false
	}
	return v
}

// errNoPage is what functions say that need a page when there is none.
var errNoPage = errors.New("there is no page here")
