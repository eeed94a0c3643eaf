package exec

import (
	"fmt"
	"reflect"
	texttemplate "text/template"
	"text/template/parse"
)

// escapes is the cost of an escaper that makes up to six times as much text.
var escapes = Cost{Bytes: 32, Deep: true}

// escaper returns an escaper with a limit, since its result is several times as long.
func escaper(escape func(...any) string) func(...any) (string, error) {
	return func(args ...any) (string, error) {
		if n := Bytes(args); n > mostCode {
			return "", fmt.Errorf("a text of %d bytes is longer than the %d MB that can be escaped here", n, mostCode>>20)
		}
		return escape(args...), nil
	}
}

// builtin returns a function of text/template itself; nil for one that it does not export. known is false for others.
func builtin(name string) (f *bound, known bool) {
	raw := []reflect.Type{nil}
	switch name {
	case "and":
		return &bound{params: []reflect.Type{nil, nil}, variadic: true, decides: true, ends: false}, true
	case "or":
		return &bound{params: []reflect.Type{nil, nil}, variadic: true, decides: true, ends: true}, true
	case "not":
		return &bound{
			params: raw, simple: true, parts: callParts,
			one: func(v any) (any, error) { return !truth(v), nil },
		}, true
	case "len":
		return &bound{params: raw, simple: true, parts: callParts, one: length}, true
	case "call":
		return &bound{params: []reflect.Type{nil, nil}, variadic: true, callee: true, parts: callParts}, true
	case "html":
		return bind(Costly{escaper(texttemplate.HTMLEscaper), escapes}), true
	case "js":
		return bind(Costly{escaper(texttemplate.JSEscaper), escapes}), true
	case "urlquery":
		return bind(Costly{escaper(texttemplate.URLQueryEscaper), escapes}), true
	case "print":
		return bind(Costly{Print, deep}), true
	case "printf":
		return bind(Costly{Printf, deep}), true
	case "println":
		return bind(Costly{Println, deep}), true
	case "_eval_args_":
		return bind(evalArgs), true
	case "index", "slice", "eq", "ge", "gt", "le", "lt", "ne":
		return nil, true
	}
	return nil, isEscaper(name)
}

// length is the function len.
func length(v any) (any, error) {
	rv, isNil := indirect(reflected(v))
	if isNil {
		return 0, fmt.Errorf("len of nil pointer")
	}
	switch rv.Kind() {
	case reflect.Array, reflect.Chan, reflect.Map, reflect.Slice, reflect.String:
		return rv.Len(), nil
	}
	return 0, fmt.Errorf("len of type %s", rv.Type())
}

// callee prepares the function call, whose errors show how the template names the function.
func (c *compiler) callee(site *errorNode, f *bound, args []parse.Node) (*errorNode, *bound) {
	g := *f
	g.many = func(values []any) (any, error) {
		name := ""
		if len(args) > 0 {
			name = args[0].String()
		} else {
			name = reflected(values[0]).String()
		}
		v, err := calling(name, openedInterface(reflected(values[0])), values[1:])
		if err != nil {
			return nil, err
		}
		return valueOf(v, true), nil
	}
	return site, &g
}

// calling calls a value that is a function.
func calling(name string, fn reflect.Value, args []any) (reflect.Value, error) {
	if !fn.IsValid() {
		return reflect.Value{}, fmt.Errorf("call of nil")
	}
	t := fn.Type()
	if t.Kind() != reflect.Func {
		return reflect.Value{}, fmt.Errorf("non-function %s of type %s", name, t)
	}
	switch out := t.NumOut(); {
	case out == 1, out == 2 && t.Out(1) == reflect.TypeFor[error]():
	case out == 2:
		return reflect.Value{}, fmt.Errorf("invalid function signature for %s: second return value should be error; is %s",
			name, t.Out(1))
	default:
		return reflect.Value{}, fmt.Errorf("function %s has %d return values; should be 1 or 2", name, out)
	}
	want := t.NumIn()
	if t.IsVariadic() && len(args) < want-1 {
		return reflect.Value{}, fmt.Errorf("wrong number of args for %s: got %d want at least %d", name, len(args), want-1)
	} else if !t.IsVariadic() && len(args) != want {
		return reflect.Value{}, fmt.Errorf("wrong number of args for %s: got %d want %d", name, len(args), want)
	}
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		to := t.In(min(i, want-1))
		if t.IsVariadic() && i >= want-1 {
			to = to.Elem()
		}
		v, err := prepared(openedInterface(reflected(a)), to)
		if err != nil {
			return reflect.Value{}, fmt.Errorf("arg %d: %w", i, err)
		}
		in[i] = v
	}
	out := fn.Call(in)
	if len(out) == 2 && !out[1].IsNil() {
		return out[0], out[1].Interface().(error)
	}
	return out[0], nil
}

// prepared converts an argument of the function call to type t.
func prepared(v reflect.Value, t reflect.Type) (reflect.Value, error) {
	if !v.IsValid() {
		if !canBeNil(t) {
			return reflect.Value{}, fmt.Errorf("value is nil; should be of type %s", t)
		}
		v = reflect.Zero(t)
	}
	if v.Type().AssignableTo(t) {
		return v, nil
	}
	if isWhole(v.Kind()) && isWhole(t.Kind()) && v.Type().ConvertibleTo(t) {
		return v.Convert(t), nil
	}
	return reflect.Value{}, fmt.Errorf("value has type %s; should be %s", v.Type(), t)
}

func isWhole(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Uintptr }

// evalArgs converts arguments like an escaping function of html/template.
func evalArgs(args ...any) string {
	if len(args) == 1 {
		if s, ok := args[0].(string); ok {
			return s
		}
	}
	for i, a := range args {
		args[i] = printable(a)
	}
	return fmt.Sprint(args...)
}
