package exec

import (
	"fmt"
	"reflect"
	texttemplate "text/template"
)

// odd is a value that an any cannot hold without loss: one of an interface type, which differs from its content if that
// is nil or is printed, or one with an address.
type odd struct{ value reflect.Value }

// reflected returns a value in the form of text/template.
func reflected(v any) reflect.Value {
	if o, ok := v.(odd); ok {
		return o.value
	}
	return reflect.ValueOf(v)
}

// simple returns a value as a parameter of type any receives it.
func simple(v any) any {
	if o, ok := v.(odd); ok {
		return o.value.Interface()
	}
	return v
}

// opened returns the result of a command in a pipeline: the content of a value of type any.
func opened(v any) any {
	o, ok := v.(odd)
	if ok && o.value.Kind() == reflect.Interface && o.value.Type().NumMethod() == 0 {
		return o.value.Interface()
	}
	return v
}

// valueOf returns the value that text/template has as rv. addressed says that its address matters.
func valueOf(rv reflect.Value, addressed bool) any {
	switch {
	case !rv.IsValid():
		return nil
	case rv.Kind() == reflect.Interface:
		if rv.IsNil() || rv.Type().NumMethod() > 0 {
			return odd{rv}
		}
	case addressed && rv.CanAddr():
		return odd{rv}
	}
	return rv.Interface()
}

// nilOfAny is nil of type any, which text/template distinguishes from a missing value.
var nilOfAny = odd{reflect.Zero(reflect.TypeFor[any]())}

// truth returns the truth value for if, with, and, or.
func truth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case int:
		return v != 0
	case uint64:
		return v != 0
	case int64:
		return v != 0
	case odd:
		v.value = openedInterface(v.value)
		if !v.value.IsValid() {
			return false
		}
		ok, _ := texttemplate.IsTrue(v.value.Interface())
		return ok
	}
	ok, _ := texttemplate.IsTrue(v)
	return ok
}

// openedInterface returns the content of a value of an interface type.
func openedInterface(v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Interface {
		return v
	}
	return v.Elem()
}

// indirect follows pointers and interfaces.
func indirect(v reflect.Value) (_ reflect.Value, isNil bool) {
	for ; v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface; v = v.Elem() {
		if v.IsNil() {
			return v, true
		}
	}
	return v, false
}

// canBeNil reports whether a type has a nil value.
func canBeNil(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Chan, reflect.Func, reflect.Interface, reflect.Map, reflect.Pointer, reflect.Slice:
		return true
	}
	return t == reflect.TypeFor[reflect.Value]()
}

// convert converts a value to type t, as text/template converts arguments, or fails at a place.
func (st *state) convert(v any, t reflect.Type, p *errorNode) reflect.Value {
	rv := reflected(v)
	if !rv.IsValid() {
		if !canBeNil(t) {
			st.fail(p, "invalid value; expected %s", t)
		}
		return reflect.Zero(t)
	}
	if t == reflect.TypeFor[reflect.Value]() && rv.Type() != t {
		return reflect.ValueOf(rv)
	}
	if rv.Type().AssignableTo(t) {
		return rv
	}
	if rv.Kind() == reflect.Interface && !rv.IsNil() {
		if rv = rv.Elem(); rv.Type().AssignableTo(t) {
			return rv
		}
	}
	switch {
	case rv.Kind() == reflect.Pointer && rv.Type().Elem().AssignableTo(t):
		if rv = rv.Elem(); !rv.IsValid() {
			st.fail(p, "dereference of nil pointer of type %s", t)
		}
		return rv
	case reflect.PointerTo(rv.Type()).AssignableTo(t) && rv.CanAddr():
		return rv.Addr()
	}
	st.fail(p, "wrong type for value; expected %s; got %s", t, rv.Type())
	return rv
}

// print prints a value as text/template does.
func (st *state) print(v any, p *errorNode) {
	switch v := v.(type) {
	case string:
		st.room(p, len(v))
		st.pay(p, len(v)/(worthStep/partsOfStep))
		st.out.WriteString(v)
		return
	case nil:
		st.print("<no value>", p)
		return
	}
	rv := reflected(v)
	if rv.Kind() == reflect.Pointer {
		rv, _ = indirect(rv)
	}
	if !rv.IsValid() {
		st.print("<no value>", p)
		return
	}
	if t := rv.Type(); !printsItself(t) {
		if rv.CanAddr() && printsItself(reflect.PointerTo(t)) {
			rv = rv.Addr()
		} else if rv.Kind() == reflect.Chan || rv.Kind() == reflect.Func {
			st.fail(p, "can't print %s of type %s", p.node, t)
		}
	}
	st.bounded(p, rv.Interface())
	fmt.Fprint(st, rv.Interface())
}

func printsItself(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[error]()) || t.Implements(reflect.TypeFor[fmt.Stringer]())
}
