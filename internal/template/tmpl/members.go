package tmpl

import (
	"fmt"
	"reflect"
	"strings"
)

// findMember looks for a method, then for a field; nil if there is neither.
func (t *Types) findMember(typ reflect.Type, name string) *member {
	facet := t.Facets[typ][name]
	if m, ok := typ.MethodByName(name); ok {
		if read := t.methodReader(typ, m); read != nil {
			return &member{facet: facet, read: read, steps: methodSteps[name], each: itemSteps(typ, name)}
		}
	}
	st := typ
	for st.Kind() == reflect.Pointer {
		st = st.Elem()
	}
	if st.Kind() == reflect.Struct {
		if f, ok := st.FieldByName(name); ok && f.IsExported() {
			return &member{facet: facet, read: fieldReader(typ, f)}
		}
	}
	return nil
}

// methodSteps are the costs of methods that take long on any value: see MaxSteps. Methods count additional work
// themselves.
var methodSteps = map[string]int{
	"GetPage": 20, "Ref": 40, "RelRef": 40, "RenderString": 40, "Render": 20, "Paginate": 40, "HasShortcode": 20,
	"Related":        40,
	"RelatedIndices": 40, "RelatedTo": 40, "Content": 2, "Permalink": 1, "RelPermalink": 1, "Publish": 4, "Meta": 400,
	"Exif": 400, "Format": 1,
	"Match": 20, "GetMatch": 20, "ByType": 20, "Get": 2, "Mount": 40, "GetSortedMapValues": 20, "Ancestors": 4,
	"SetOptions": 200, "Build": 400,
	"Fragments": 4, "TableOfContents": 40, "ToHTML": 40, "IsMenuCurrent": 2, "HasMenuCurrent": 2, "Param": 2,
	"IsAncestor": 2, "IsDescendant": 2,
}

// itemSteps returns the cost per item of a list method: all but a few go through the list.
func itemSteps(t reflect.Type, name string) int {
	switch {
	case t.Kind() != reflect.Slice:
		return 0
	case name == "Len", name == "Limit", name == "Next", name == "Prev", name == "Position", name == "IndexOf",
		name == "String", name == "Get":
		return 0
	case strings.HasPrefix(name, "By"), strings.HasPrefix(name, "GroupBy"), strings.HasPrefix(name, "Related"):
		return 2
	}
	return 1
}

func fieldReader(t reflect.Type, f reflect.StructField) Reader {
	return func(_ Scope, v any, args []any) (any, error) {
		if len(args) > 0 {
			return nil, fmt.Errorf("%s is a field, not a method: it takes no arguments", f.Name)
		}
		rv := reflect.ValueOf(v)
		for rv.Kind() == reflect.Pointer {
			if rv.IsNil() {
				return nil, nilPointer(t, f.Name)
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

// methodReader returns a function that calls a method.
func (t *Types) methodReader(typ reflect.Type, m reflect.Method) Reader {
	slow := viaReflection(typ, m)
	if slow == nil || t.Direct == nil {
		return slow
	}
	return t.Direct(typ, m, slow)
}

// viaReflection calls any method: it passes the running Scope if that is the first parameter, converts arguments like
// text/template but a little more freely, and returns an error result as error.
func viaReflection(t reflect.Type, m reflect.Method) Reader {
	call := caller(m.Name, m.Func, 1)
	if call == nil {
		return nil
	}
	return func(s Scope, v any, args []any) (any, error) {
		rv := reflect.ValueOf(v)
		if rv.Kind() == reflect.Pointer && rv.IsNil() {
			return nil, nilPointer(t, m.Name)
		}
		return call(s, []reflect.Value{rv}, args)
	}
}

// caller prepares calls of fn, whose first skip parameters the caller passes. It returns nil if templates cannot use
// the results of fn.
func caller(name string, fn reflect.Value, skip int) func(s Scope, head []reflect.Value, args []any) (any, error) {
	ft := fn.Type()
	switch {
	case ft.NumOut() == 1:
	case ft.NumOut() == 2 && ft.Out(1) == reflect.TypeFor[error]():
	default:
		return nil
	}
	takesScope := ft.NumIn() > skip && isScope(ft.In(skip))
	first := skip
	if takesScope {
		first++
	}
	want := ft.NumIn() - first
	return func(s Scope, head []reflect.Value, args []any) (any, error) {
		if ft.IsVariadic() {
			if len(args) < want-1 {
				return nil, fmt.Errorf("wrong number of args for %s: want at least %d got %d", name, want-1, len(args))
			}
		} else if len(args) != want {
			return nil, fmt.Errorf("wrong number of args for %s: want %d got %d", name, want, len(args))
		}
		in := make([]reflect.Value, 0, first+len(args))
		in = append(in, head...)
		if takesScope {
			in = append(in, reflect.ValueOf(s))
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

// convert converts a to the type to: unchanged if assignable, through pointers, between numbers without loss, and
// between kinds of strings (template.HTML is a string for a method).
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
		if back := out.Convert(v.Type()); back.Equal(v) && isNegative(out) == isNegative(v) {
			return out, nil
		}
		return reflect.Value{}, fmt.Errorf("%v does not fit into %s", a, to)
	case v.Kind() == to.Kind() && v.Type().ConvertibleTo(to):
		return v.Convert(to), nil
	}
	return reflect.Value{}, fmt.Errorf("wrong type for value; expected %s; got %s", to, v.Type())
}

func isNegative(v reflect.Value) bool {
	return v.CanInt() && v.Int() < 0 || v.CanFloat() && v.Float() < 0
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
