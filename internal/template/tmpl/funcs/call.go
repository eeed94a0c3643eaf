package funcs

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// call runs one of the functions of this package by its name in templates.
func (l *lib) call(name string, args ...any) (any, error) {
	full := name
	if alias, ok := Aliases()[name]; ok {
		full = alias
	}
	ns, member, _ := strings.Cut(full, ".")
	fn, ok := l.table[ns][member]
	if !ok {
		return nil, unknownFunction(name, l.table)
	}
	return invoke(name, reflect.ValueOf(fn), args...)
}

func unknownFunction(name string, table map[string]map[string]any) error {
	var names []string
	for a := range Aliases() {
		names = append(names, a)
	}
	for ns, members := range table {
		for m := range members {
			names = append(names, ns+"."+m)
		}
	}
	// The order decides between equally similar names.
	sortStrings(names)
	if near := diag.Nearest(name, names); near != "" {
		return fmt.Errorf("unknown function %q; did you mean %q?", name, near)
	}
	return fmt.Errorf("unknown function %q", name)
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
