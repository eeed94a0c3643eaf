package funcs

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// complete fills in the required fields that a test left out.
func complete(e *Env) *Env {
	out := *e
	if out.Get == nil {
		out.Get = getPlain
	}
	if out.Call == nil {
		out.Call = func(name string, args ...any) (any, error) {
			fn := flatFuncs(&out)[strings.Replace(name, ".", "_", 1)]
			if fn == nil {
				return nil, fmt.Errorf("unknown function %q", name)
			}
			return invoke(name, reflect.ValueOf(fn), args...)
		}
	}
	if out.Classify == nil {
		out.Classify = func(any) Class { return 0 }
	}
	if out.Random == nil {
		out.Random = func() uint64 { return 0 }
	}
	if out.Counter == nil {
		n := uint64(0)
		out.Counter = func() uint64 { n++; return n }
	}
	if out.Error == nil {
		out.Error = func(id, message string) { panic(errors.New(message)) } // becomes the error of the template
	}
	if out.Warn == nil {
		out.Warn = func(id, message string) {}
	}
	return &out
}

// invoke calls a template function with values as a template would: nil becomes the zero value of a parameter that can
// be nil; numbers and strings are converted if nothing is lost. The function returns one value, or a value and an
// error.
func invoke(name string, fn reflect.Value, args ...any) (any, error) {
	typ := fn.Type()
	fixed := typ.NumIn()
	if typ.IsVariadic() {
		fixed--
	}
	if len(args) < fixed || len(args) > fixed && !typ.IsVariadic() {
		want := fmt.Sprint(fixed)
		if typ.IsVariadic() {
			want = "at least " + want
		}
		return nil, countError(name, want, len(args))
	}
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		var to reflect.Type
		if i < fixed {
			to = typ.In(i)
		} else {
			to = typ.In(fixed).Elem()
		}
		v, ok := argument(a, to)
		if !ok {
			return nil, fmt.Errorf("%s: argument %d: %s is not of type %s", name, i+1, describe(a), to)
		}
		in[i] = v
	}
	out := fn.Call(in)
	if len(out) == 2 && !out[1].IsNil() {
		return nil, out[1].Interface().(error)
	}
	return out[0].Interface(), nil
}

// argument converts a value to the type of a parameter.
func argument(a any, to reflect.Type) (reflect.Value, bool) {
	v := reflect.ValueOf(a)
	switch {
	case to == reflect.TypeFor[reflect.Value](): // functions of text/template such as len
		return reflect.ValueOf(v), true
	case !v.IsValid():
		switch to.Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
			return reflect.Zero(to), true
		}
		return v, false
	case v.Type().AssignableTo(to):
		return v, true
	case isNumber(to.Kind()) && isNumber(v.Kind()):
		return toNumberType(v, to)
	case to.Kind() == reflect.String && v.Kind() == reflect.String:
		return v.Convert(to), true
	}
	return v, false
}

// getPlain reads a key of a map or a field of a struct.
func getPlain(v any, name string) (any, error) {
	if m, ok := v.(map[string]any); ok {
		return m[name], nil
	}
	rv, none := indirect(reflect.ValueOf(v))
	if none {
		return nil, nil
	}
	if rv.Kind() == reflect.Pointer {
		rv = rv.Elem()
	}
	switch rv.Kind() {
	case reflect.Map:
		if rv.Type().Key().Kind() == reflect.String {
			e := rv.MapIndex(reflect.ValueOf(name).Convert(rv.Type().Key()))
			if !e.IsValid() {
				return nil, nil
			}
			return e.Interface(), nil
		}
	case reflect.Struct:
		if f, ok := rv.Type().FieldByName(name); ok && f.IsExported() {
			return rv.FieldByIndex(f.Index).Interface(), nil
		}
	}
	return nil, fmt.Errorf("%s has no %s", describe(v), name)
}
