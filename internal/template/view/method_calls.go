package view

import (
	"html/template"
	"reflect"
	"time"

	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// direct returns a call without reflection for the most common method signatures. slow, which uses reflection, handles
// the others, and calls that need a conversion or fail.
func direct(t reflect.Type, m reflect.Method, slow tmpl.Reader) tmpl.Reader {
	fn := m.Func.Interface()
	switch t {
	case reflect.TypeFor[*Page]():
		return directly[*Page](fn, slow)
	case reflect.TypeFor[*Site]():
		return directly[*Site](fn, slow)
	case reflect.TypeFor[*Language]():
		return directly[*Language](fn, slow)
	case reflect.TypeFor[*Pager]():
		return directly[*Pager](fn, slow)
	case reflect.TypeFor[*MenuEntry]():
		return directly[*MenuEntry](fn, slow)
	case reflect.TypeFor[*OutputFormat]():
		return directly[*OutputFormat](fn, slow)
	case reflect.TypeFor[OutputFormat]():
		return directly[OutputFormat](fn, slow)
	case reflect.TypeFor[OutputFormats]():
		return directly[OutputFormats](fn, slow)
	case reflect.TypeFor[OrderedTaxonomyEntry]():
		return directly[OrderedTaxonomyEntry](fn, slow)
	case reflect.TypeFor[Discovery]():
		return directly[Discovery](fn, slow)
	case reflect.TypeFor[Pages]():
		return directly[Pages](fn, slow)
	case reflect.TypeFor[resource.Resources]():
		return directly[resource.Resources](fn, slow)
	case reflect.TypeFor[time.Time]():
		return directly[time.Time](fn, slow)
	}
	return slow
}

// directly covers the common method signatures of a receiver type.
func directly[R any](fn any, slow tmpl.Reader) tmpl.Reader {
	for _, of := range []func(any, tmpl.Reader) tmpl.Reader{property[R], question[R], fallible[R], method[R]} {
		if r := of(fn, slow); r != nil {
			return r
		}
	}
	return slow
}

// property calls a method without arguments; nil if fn has another signature.
func property[R any](fn any, slow tmpl.Reader) tmpl.Reader {
	switch f := fn.(type) {
	case func(R) string:
		return asProperty(f, slow)
	case func(R) bool:
		return asProperty(f, slow)
	case func(R) int:
		return asProperty(f, slow)
	case func(R) int64:
		return asProperty(f, slow)
	case func(R) time.Time:
		return asProperty(f, slow)
	case func(R) tmpl.Params:
		return asProperty(f, slow)
	case func(R) Pages:
		return asProperty(f, slow)
	case func(R) *Page:
		return asProperty(f, slow)
	case func(R) *Site:
		return asProperty(f, slow)
	case func(R) *Language:
		return asProperty(f, slow)
	case func(R) *Pager:
		return asProperty(f, slow)
	case func(R) *OutputFormat:
		return asProperty(f, slow)
	case func(R) Menu:
		return asProperty(f, slow)
	}
	return nil
}

// question calls a method with a Call; nil if fn has another signature.
func question[R any](fn any, slow tmpl.Reader) tmpl.Reader {
	switch f := fn.(type) {
	case func(R, *Call) string:
		return asQuestion(f, slow)
	case func(R, *Call) bool:
		return asQuestion(f, slow)
	case func(R, *Call) int:
		return asQuestion(f, slow)
	case func(R, *Call) time.Time:
		return asQuestion(f, slow)
	case func(R, *Call) tmpl.Params:
		return asQuestion(f, slow)
	case func(R, *Call) Pages:
		return asQuestion(f, slow)
	case func(R, *Call) *Page:
		return asQuestion(f, slow)
	case func(R, *Call) *Site:
		return asQuestion(f, slow)
	case func(R, *Call) *File:
		return asQuestion(f, slow)
	case func(R, *Call) Menus:
		return asQuestion(f, slow)
	case func(R, *Call) Discovery:
		return asQuestion(f, slow)
	case func(R, *Call) OutputFormats:
		return asQuestion(f, slow)
	case func(R, *Call) PageData:
		return asQuestion(f, slow)
	case func(R, *Call) TaxonomyList:
		return asQuestion(f, slow)
	case func(R, *Call) resource.Resources:
		return asQuestion(f, slow)
	}
	return nil
}

// fallible calls a method with a Call that may fail; nil if fn has another signature.
func fallible[R any](fn any, slow tmpl.Reader) tmpl.Reader {
	switch f := fn.(type) {
	case func(R, *Call) (template.HTML, error):
		return asFallible(f, slow)
	case func(R, *Call) (string, error):
		return asFallible(f, slow)
	case func(R, *Call) (int, error):
		return asFallible(f, slow)
	case func(R, *Call) (time.Time, error):
		return asFallible(f, slow)
	}
	return nil
}

// method calls a method with arguments; nil if fn has a signature that is not covered.
func method[R any](fn any, slow tmpl.Reader) tmpl.Reader {
	switch f := fn.(type) {
	case func(R, string) string:
		return withArgument(slow, func(_ tmpl.Scope, v R, a string) (any, error) { return f(v, a), nil })
	case func(R, string) *OutputFormat:
		return withArgument(slow, func(_ tmpl.Scope, v R, a string) (any, error) { return f(v, a), nil })
	case func(R, any) bool:
		return withArgument(slow, func(_ tmpl.Scope, v R, a any) (any, error) { return f(v, a), nil })
	case func(R, *Call, any) bool:
		return withArgument(slow, func(s tmpl.Scope, v R, a any) (any, error) { return f(v, s.(*Call), a), nil })
	case func(R, *Call, any) int:
		return withArgument(slow, func(s tmpl.Scope, v R, a any) (any, error) { return f(v, s.(*Call), a), nil })
	case func(R, *Call, any) (any, error):
		return withArgument(slow, func(s tmpl.Scope, v R, a any) (any, error) { return f(v, s.(*Call), a) })
	case func(R, *Call, any) (Pages, error):
		return withArgument(slow, func(s tmpl.Scope, v R, a any) (any, error) { return f(v, s.(*Call), a) })
	case func(R, *Call, string) Pages:
		return withArgument(slow, func(s tmpl.Scope, v R, a string) (any, error) { return f(v, s.(*Call), a), nil })
	case func(R, *Call, ...string) (any, error):
		return withArgument(slow, func(s tmpl.Scope, v R, a string) (any, error) { return f(v, s.(*Call), a) })
	case func(R, resource.Scope, any) (any, error):
		return withArgument(slow, func(s tmpl.Scope, v R, a any) (any, error) { return f(v, s.(*Call), a) })
	}
	return nil
}

func asProperty[R, T any](f func(R) T, slow tmpl.Reader) tmpl.Reader {
	none := nilOf[R]()
	return func(s tmpl.Scope, v any, args []any) (any, error) {
		if len(args) > 0 || v == none {
			return slow(s, v, args)
		}
		return f(v.(R)), nil
	}
}

func asQuestion[R, T any](f func(R, *Call) T, slow tmpl.Reader) tmpl.Reader {
	none := nilOf[R]()
	return func(s tmpl.Scope, v any, args []any) (any, error) {
		if len(args) > 0 || v == none {
			return slow(s, v, args)
		}
		return f(v.(R), s.(*Call)), nil
	}
}

func asFallible[R, T any](f func(R, *Call) (T, error), slow tmpl.Reader) tmpl.Reader {
	none := nilOf[R]()
	return func(s tmpl.Scope, v any, args []any) (any, error) {
		if len(args) > 0 || v == none {
			return slow(s, v, args)
		}
		return f(v.(R), s.(*Call))
	}
}

func withArgument[R, A any](slow tmpl.Reader, f func(s tmpl.Scope, v R, a A) (any, error)) tmpl.Reader {
	none := nilOf[R]()
	return func(s tmpl.Scope, v any, args []any) (any, error) {
		if len(args) != 1 || v == none {
			return slow(s, v, args)
		}
		a, ok := args[0].(A)
		if !ok {
			return slow(s, v, args)
		}
		return f(s, v.(R), a)
	}
}

// nilOf returns the nil pointer of a type or, if it is not a pointer, a value that is equal to nothing.
func nilOf[R any]() any {
	var none R
	if reflect.TypeFor[R]().Kind() == reflect.Pointer {
		return none
	}
	return new(int)
}
