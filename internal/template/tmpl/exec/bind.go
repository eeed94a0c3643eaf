package exec

import (
	"bytes"
	"html/template"
	"reflect"
)

// bound is a function as a program calls it. Arguments have the types of its parameters, or are nil if that is the zero
// value.
type bound struct {
	params   []reflect.Type // nil: of type reflect.Value, that is, any value of a template
	variadic bool           // the last of params is the type of the items
	simple   bool           // results are never odd values
	one      func(any) (any, error)
	two      func(a, b any) (any, error)
	many     func([]any) (any, error)

	transient     bool                                          // many does not keep its list of arguments
	print         func(*bytes.Buffer, []any) (any, bool, error) // see Printer
	decides, ends bool                                          // and, or; the truth value that ends it
	callee        bool                                          // the function call
	cost          Cost                                          // see Costly
	parts         int                                           // parts of a step per call
}

// Costly is a function that takes longer than others.
type Costly struct {
	Func any
	Cost Cost
}

// Cost tells how long calls of a function take.
type Cost struct {
	Call  int  // steps per call
	Bytes int  // bytes of text (64 per item of a list) per step; 0: a kilobyte, and items do not count
	Deep  bool // the content of nested lists and maps counts, too
}

// Printer is a function that can print its result directly, if it would be a template.HTML. Print does what Func does,
// except that it may print the result. If printed is false, v is the result, and nothing was printed. Print is only
// used for functions with any number of arguments. It must not keep the list of arguments.
type Printer struct {
	Func  any
	Print func(out *bytes.Buffer, args []any) (v any, printed bool, err error)
}

// Transient is a function that does not keep the list of its arguments. Functions that return a bool, a text, a number,
// or a map also must not keep it.
type Transient func(v any, rest ...any) (any, error)

// param returns the type of the parameter for an argument by its number.
func (f *bound) param(i int) reflect.Type { return f.params[min(i, len(f.params)-1)] }

// bind prepares calls of a function; common types are called without reflection.
func bind(fn any) *bound {
	f := &bound{simple: true, parts: callParts}
	if d, ok := fn.(Costly); ok {
		fn, f.cost = d.Func, d.Cost
		f.parts += d.Cost.Call * partsOfStep
	}
	if p, ok := fn.(Printer); ok {
		fn, f.print = p.Func, p.Print
	}
	t := reflect.TypeOf(fn)
	f.variadic = t.IsVariadic()
	for i := range t.NumIn() {
		p := t.In(i)
		if t.IsVariadic() && i == t.NumIn()-1 {
			p = p.Elem()
		}
		if p == reflect.TypeFor[reflect.Value]() {
			p = nil
		}
		f.params = append(f.params, p)
	}
	if f.bindOne(fn) || f.bindTwo(fn) || f.bindRest(fn) || f.bindMore(fn) {
		return f
	}
	f.simple = t.Out(0) != reflect.TypeFor[reflect.Value]() &&
		(t.Out(0).Kind() != reflect.Interface || t.Out(0).NumMethod() == 0)
	f.many = reflecting(reflect.ValueOf(fn), f.params)
	return f
}

func (f *bound) bindOne(fn any) bool {
	switch fn := fn.(type) {
	case func(any) (any, error):
		f.one = fn
	case func(any) any:
		f.one = one(fn)
	case func(any) string:
		f.one = one(fn)
	case func(any) bool:
		f.one = one(fn)
	case func(any) (string, error):
		f.one = oneOrError(fn)
	case func(any) (bool, error):
		f.one = oneOrError(fn)
	case func(any) (int, error):
		f.one = oneOrError(fn)
	case func(any) (float64, error):
		f.one = oneOrError(fn)
	case func(any) (template.HTML, error):
		f.one = oneOrError(fn)
	case func(any) (template.URL, error):
		f.one = oneOrError(fn)
	case func(any) (template.HTMLAttr, error):
		f.one = oneOrError(fn)
	case func(any) (template.JS, error):
		f.one = oneOrError(fn)
	case func(any) (template.CSS, error):
		f.one = oneOrError(fn)
	case func(string) string:
		f.one = one(fn)
	case func(string) bool:
		f.one = one(fn)
	case func(int) any:
		f.one = one(fn)
	default:
		return false
	}
	return true
}

func (f *bound) bindTwo(fn any) bool {
	switch fn := fn.(type) {
	case func(any, any) (any, error):
		f.two = fn
	case func(any, any) any:
		f.two = two(fn)
	case func(string, any) any:
		f.two = two(fn)
	case func(any, any) (string, error):
		f.two = twoOrError(fn)
	case func(any, any) (bool, error):
		f.two = twoOrError(fn)
	case func(any, any) (int, error):
		f.two = twoOrError(fn)
	case func(any, any) ([]string, error):
		f.two = twoOrError(fn)
	default:
		return false
	}
	f.many = func(args []any) (any, error) { return f.two(args[0], args[1]) }
	return true
}

// bindRest binds functions with any number of arguments.
func (f *bound) bindRest(fn any) bool {
	switch fn := fn.(type) {
	case func(...any) (any, error):
		f.many = func(args []any) (any, error) { return fn(args...) }
	case func(...any) any:
		f.many = func(args []any) (any, error) { return fn(args...), nil }
	case func(...any) string:
		f.many, f.transient = func(args []any) (any, error) { return fn(args...), nil }, true
	case func(...any) (string, error):
		f.many, f.transient = restOrError(fn), true
	case func(...any) (float64, error):
		f.many, f.transient = restOrError(fn), true
	case func(...any) (template.HTML, error):
		f.many, f.transient = restOrError(fn), true
	case func(...any) (map[string]any, error):
		f.many, f.transient = restOrError(fn), true
	case func(any, ...any) any:
		f.many = func(args []any) (any, error) { return fn(args[0], args[1:]...), nil }
	case func(any, ...any) (any, error):
		f.many = func(args []any) (any, error) { return fn(args[0], args[1:]...) }
	case func(any, ...any) (string, error):
		f.many, f.transient = oneAndRest(fn), true
	case func(any, ...any) (bool, error):
		f.many, f.transient = oneAndRest(fn), true
	case Transient:
		f.many, f.transient = func(args []any) (any, error) { return fn(args[0], args[1:]...) }, true
	case func(any, ...any) (template.HTML, error):
		f.many, f.transient = oneAndRest(fn), true
	case func(string, ...any) (string, error):
		f.many, f.transient = oneAndRest(fn), true
	case func(string, ...any) (any, error):
		f.many = oneAndRest(fn)
	default:
		return false
	}
	return true
}

// bindMore binds other common functions.
func (f *bound) bindMore(fn any) bool {
	switch fn := fn.(type) {
	case func() any:
		f.many = func([]any) (any, error) { return fn(), nil }
	case func() (any, error):
		f.many = func([]any) (any, error) { return fn() }
	case func(any, any, ...any) (any, error):
		f.many = twoAndRest(fn)
	case func(any, any, ...any) (string, error):
		f.many, f.transient = twoAndRest(fn), true
	case func(any, any, ...any) ([]string, error):
		f.many = twoAndRest(fn)
	case func(string, any, ...any) (any, error):
		f.many = twoAndRest(fn)
	case func(any, any, any) any:
		f.many = func(args []any) (any, error) { return fn(args[0], args[1], args[2]), nil }
	case func(any, any, any) (string, error):
		f.many = func(args []any) (any, error) { return fn(args[0], args[1], args[2]) }
	case func(any, any, any, ...any) (string, error):
		f.many, f.transient = func(args []any) (any, error) { return fn(args[0], args[1], args[2], args[3:]...) }, true
	default:
		return false
	}
	return true
}

// as returns an argument with the type of its parameter.
func as[A any](v any) A {
	a, _ := v.(A)
	return a
}

func one[A, R any](fn func(A) R) func(any) (any, error) {
	return func(a any) (any, error) { return fn(as[A](a)), nil }
}

func oneOrError[A, R any](fn func(A) (R, error)) func(any) (any, error) {
	return func(a any) (any, error) { return fn(as[A](a)) }
}

func two[A, B, R any](fn func(A, B) R) func(a, b any) (any, error) {
	return func(a, b any) (any, error) { return fn(as[A](a), as[B](b)), nil }
}

func twoOrError[A, B, R any](fn func(A, B) (R, error)) func(a, b any) (any, error) {
	return func(a, b any) (any, error) { return fn(as[A](a), as[B](b)) }
}

func restOrError[R any](fn func(...any) (R, error)) func([]any) (any, error) {
	return func(args []any) (any, error) { return fn(args...) }
}

func oneAndRest[A, R any](fn func(A, ...any) (R, error)) func([]any) (any, error) {
	return func(args []any) (any, error) { return fn(as[A](args[0]), args[1:]...) }
}

func twoAndRest[A, B, R any](fn func(A, B, ...any) (R, error)) func([]any) (any, error) {
	return func(args []any) (any, error) { return fn(as[A](args[0]), as[B](args[1]), args[2:]...) }
}

// reflecting calls a function of any type.
func reflecting(fn reflect.Value, params []reflect.Type) func([]any) (any, error) {
	t := fn.Type()
	return func(args []any) (any, error) {
		in := make([]reflect.Value, len(args))
		for i, a := range args {
			switch p := params[min(i, len(params)-1)]; {
			case p == nil:
				in[i] = reflect.ValueOf(reflected(a))
			case a == nil:
				in[i] = reflect.Zero(p)
			default:
				in[i] = reflect.ValueOf(a)
			}
		}
		out := fn.Call(in)
		if len(out) == 2 && !out[1].IsNil() {
			return nil, out[1].Interface().(error)
		}
		switch r := t.Out(0); {
		case r == reflect.TypeFor[reflect.Value]():
			return valueOf(out[0].Interface().(reflect.Value), true), nil
		case r.Kind() == reflect.Interface && r.NumMethod() > 0:
			return odd{out[0]}, nil
		}
		return out[0].Interface(), nil
	}
}
