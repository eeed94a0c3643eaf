package tmpl

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	texttemplate "text/template"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// Executor executes templates for one goroutine. Its programs and functions are its own, since functions are bound to
// what is running; the escaped trees are those of all executors.
type Executor struct {
	library    Library
	types      *Types
	vocabulary *Vocabulary

	scope     Scope // the running execution; template functions are bound to it
	members   map[memberKey]*member
	templates map[templateKey]*Template
	functions map[string]any // by flat name
	printers  map[string]exec.Printer
	names     map[string]string // short names of functions: "upper" -> "strings_ToUpper"
	buffers   []*bytes.Buffer
	machine   exec.Machine
	result    *result             // that the running template gave with its last words
	sides     map[string]*sideSet // of try, by name
	running   []*sideRun          // side templates, innermost last
	shown     func(string) string // Functions.Shown
	watched   *Standin            // see Watch; nil: none
	steps     int                 // of all executions: see Steps
	grown     int                 // bytes that values may have grown by since all of them were weighed
	room      int                 // how many they may grow by
}

// NewExecutor returns an executor of templates that call these functions. Several executors may share Types and
// Library.
func NewExecutor(l Library, t *Types, v *Vocabulary, f *Functions) *Executor {
	e := &Executor{
		library: l, types: t, vocabulary: v, members: make(map[memberKey]*member),
		templates: make(map[templateKey]*Template), sides: make(map[string]*sideSet),
		machine: exec.Machine{Max: MaxOutput, Full: tooMuch()},
	}
	if e.shown = f.Shown; e.shown == nil {
		e.shown = func(text string) string { return text }
	}
	e.machine.Spend = func(n int) error {
		if c := e.scope.Running(); c != nil {
			return c.Step(n)
		}
		return nil
	}
	e.machine.Grow = func(n int) error {
		if c := e.scope.Running(); c != nil {
			return c.grow(n)
		}
		return nil
	}
	if t.Replaced != nil {
		e.machine.Replaced = e.replaced
	}
	e.bind(f)
	return e
}

// Steps returns the number of steps of all executions (see MaxSteps), which measures the work of templates in the same
// way on every machine.
func (e *Executor) Steps() int { return e.steps }

// Scope returns the running execution; nil if there is none.
func (e *Executor) Scope() Scope { return e.scope }

// Run binds functions to s until the returned function is called, for code outside of templates that calls functions.
func (e *Executor) Run(s Scope) (end func()) {
	before := e.scope
	e.scope = s
	return func() { e.scope = before }
}

// Execute executes t and returns its output, or its return value.
func (e *Executor) Execute(s Scope, t *Template, dot any) (out string, value any, returned bool, err error) {
	buf, value, returned, err := e.ExecuteInto(s, t, dot)
	if buf == nil {
		return "", value, returned, err
	}
	out = buf.String()
	e.Release(buf)
	return out, nil, false, nil
}

// ExecuteInto executes t and returns a buffer with its output, for Release; nil if there is an error or a value.
func (e *Executor) ExecuteInto(s Scope, t *Template, dot any) (buf *bytes.Buffer, value any, returned bool, err error) {
	buf = e.buffer()
	value, returned, err = e.ExecuteOnto(s, t, dot, buf)
	if returned || err != nil {
		e.Release(buf)
		buf = nil
	}
	return buf, value, returned, err
}

// ExecuteOnto is ExecuteInto with a given buffer, which may already have content. After an error or a value, the
// content is unchanged.
func (e *Executor) ExecuteOnto(s Scope, t *Template, dot any, buf *bytes.Buffer) (value any, returned bool, err error) {
	c := s.Running()
	if c.Depth >= MaxDepth {
		return nil, false, fmt.Errorf("template %s calls itself endlessly", t.file.Shown)
	}
	if err := c.Context.Err(); err != nil {
		return nil, false, err
	}
	if err := c.Step(callSteps); err != nil {
		return nil, false, err
	}
	t.Note(s)
	start := buf.Len()
	before, runningBefore := e.scope, c.running
	e.scope, c.running = s, &running{t, c.running}
	c.Depth++
	err = e.execute(t.file.Name, t.program, t.stock, buf, dot)
	c.Depth--
	e.scope, c.running = before, runningBefore
	given := e.result
	e.result = nil
	switch {
	case err == nil && given != nil:
		value, returned = given.value, true
	case err != nil:
		if value, returned = returnedValue(err); returned && t.file.Partial {
			err = nil
		} else {
			err, returned = e.explain(s, t, err), false
		}
	default:
		return nil, false, nil
	}
	buf.Truncate(start)
	return value, returned, err
}

// buffer returns a free buffer. Nested executions have separate ones.
func (e *Executor) buffer() *bytes.Buffer {
	if n := len(e.buffers); n > 0 {
		b := e.buffers[n-1]
		e.buffers = e.buffers[:n-1]
		return b
	}
	return new(bytes.Buffer)
}

// KeepBuffer limits the size of a buffer that is kept between executions, in bytes.
const KeepBuffer = 1 << 20

// Release returns a buffer whose content is no longer needed.
func (e *Executor) Release(b *bytes.Buffer) {
	if b.Cap() <= KeepBuffer {
		b.Reset()
		e.buffers = append(e.buffers, b)
	}
}

// function returns a template function by its name in templates: "upper", "strings.ToUpper".
func (e *Executor) function(name string) (any, bool) {
	fn, ok := e.functions[e.flat(name)]
	return fn, ok
}

// flat returns the flat name of a function.
func (e *Executor) flat(name string) string {
	if flat, ok := e.names[name]; ok {
		return flat
	}
	return strings.Replace(name, ".", "_", 1)
}

// Call calls a template function by its name in templates.
func (e *Executor) Call(name string, args ...any) (any, error) {
	fn, ok := e.function(name)
	if !ok {
		fn, ok = goFunction(name)
	}
	if !ok {
		return nil, Missing(fmt.Sprintf("function %q not defined", name), didYouMean(name, e.vocabulary.names()))
	}
	call := caller(name, reflect.ValueOf(fn), 0)
	if call == nil {
		return nil, fmt.Errorf("%s cannot be called by name", name)
	}
	cost, _ := costOf(e.flat(name))
	if e.scope != nil {
		if err := e.scope.Running().Step(1 + cost.Call + cost.Amount(args...)); err != nil {
			return nil, err
		}
	}
	return call(e.scope, nil, args)
}

func didYouMean(name string, names []string) string {
	if near := diag.Nearest(name, names); near != "" {
		return fmt.Sprintf("did you mean %s?", near)
	}
	return ""
}

// goFunction returns a function of text/template that exists only under its short name.
func goFunction(name string) (any, bool) {
	switch name {
	case "len":
		return func(v any) (int, error) {
			switch rv := reflect.ValueOf(v); rv.Kind() {
			case reflect.Array, reflect.Chan, reflect.Map, reflect.Slice, reflect.String:
				return rv.Len(), nil
			}
			if v == nil {
				return 0, errors.New("len of nil")
			}
			return 0, fmt.Errorf("len of type %T", v)
		}, true
	case "not":
		return func(v any) bool { ok, _ := texttemplate.IsTrue(truth(v)); return !ok }, true
	case "html":
		return texttemplate.HTMLEscaper, true
	case "js":
		return texttemplate.JSEscaper, true
	case "urlquery":
		return texttemplate.URLQueryEscaper, true
	}
	return nil, false
}
