package view

import (
	"fmt"
	"html/template"
	"reflect"
	"time"

	"github.com/sitegen/sitegen/internal/tmpl"
)

// direct calls methods of the shapes that views use most; reflection is for the rest.
func direct(t reflect.Type, m reflect.Method) tmpl.Reader {
	fn := m.Func.Interface()
	switch t {
	case reflect.TypeFor[*Page]():
		return directly[*Page](m.Name, fn)
	case reflect.TypeFor[*Site]():
		return directly[*Site](m.Name, fn)
	case reflect.TypeFor[Pages]():
		return directly[Pages](m.Name, fn)
	case reflect.TypeFor[time.Time]():
		return directly[time.Time](m.Name, fn)
	}
	return nil
}

// directly covers the common method shapes of a receiver type.
func directly[R any](name string, fn any) tmpl.Reader {
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
	case func(R, *Call) tmpl.Params:
		return noArgs(name, func(c *Call, v R) (any, error) { return f(v, c), nil })
	case func(R) tmpl.Params:
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
		return func(_ tmpl.Scope, v any, args []any) (any, error) {
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

func noArgs[R any](name string, f func(*Call, R) (any, error)) tmpl.Reader {
	return func(s tmpl.Scope, v any, args []any) (any, error) {
		if len(args) > 0 {
			return nil, fmt.Errorf("wrong number of args for %s: want 0 got %d", name, len(args))
		}
		r, err := receiver[R](v, name)
		if err != nil {
			return nil, err
		}
		return f(s.(*Call), r)
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
