package tmpl

import (
	_ "embed"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

//go:embed costs.txt
var costTable string

// costs are the costs of functions in costs.txt.
var costs = sync.OnceValue(func() map[string]exec.Cost {
	out := map[string]exec.Cost{}
	for line := range strings.Lines(costTable) {
		if f := strings.Fields(line); f[0] != "#" {
			call, _ := strconv.Atoi(f[1])
			bytes, _ := strconv.Atoi(f[2])
			out[f[0]] = exec.Cost{Call: call, Bytes: bytes, Deep: len(f) > 3}
		}
	}
	return out
})

// costOf returns the cost of a function. Functions of some namespaces take values of unknown size.
func costOf(name string) (c exec.Cost, ok bool) {
	if c, ok = costs()[name]; ok {
		return c, true
	}
	for _, ns := range []string{"resources_", "js_", "css_", "images_", "openapi3_"} {
		if len(name) > len(ns) && name[:len(ns)] == ns {
			return exec.Cost{Call: 40, Bytes: 64, Deep: true}, true
		}
	}
	return c, false
}

// priced returns a function with its cost.
func priced(name string, fn any) any {
	if c, ok := costOf(name); ok {
		return exec.Costly{Func: fn, Cost: c}
	}
	return fn
}

// counted wraps a function for text/template's own engine, which does not count: the wrapper counts its calls.
func (e *Executor) counted(name string, fn any) any {
	v := reflect.ValueOf(fn)
	if v.Kind() != reflect.Func || e.types.Stock {
		return fn
	}
	cost, _ := costOf(name)
	return reflect.MakeFunc(v.Type(), func(args []reflect.Value) []reflect.Value {
		n := cost.Call + 1
		for _, a := range args {
			if a.IsValid() && a.CanInterface() {
				n += cost.Amount(a.Interface())
			}
		}
		if c := e.scope.Running(); c != nil {
			if err := c.Step(n); err != nil {
				panic(err) // becomes the error of the function
			}
		}
		if v.Type().IsVariadic() {
			return v.CallSlice(args)
		}
		return v.Call(args)
	}).Interface()
}
