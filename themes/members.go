package themes

import (
	"fmt"
	"html/template"
	"reflect"
	"time"
)

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
