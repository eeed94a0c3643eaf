package tmpl

import (
	"bytes"
	"errors"
	"fmt"
	"text/template/parse"

	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// Try is the result of {{ try (…) }}: the value, or the error. https://gohugo.io/functions/go-template/try/
type Try struct {
	Value any
	Err   *TryError
}

// TryError is an error as templates see it.
type TryError struct {
	err   error
	text  string
	shown func(text string) string // Functions.Shown
}

// Error returns the text of the error with its position (string).
func (e *TryError) Error() string { return e.shown(e.text) }

// Err returns the error (error), with the same text as .Error. In Hugo, .Err is the field that .Cause stands beside.
func (e *TryError) Err() error { return errors.New(e.Error()) }

// Cause returns the error that was reported first (error).
func (e *TryError) Cause() error {
	err := e.err
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	if text := e.shown(err.Error()); text != err.Error() {
		return errors.New(text)
	}
	return err
}

// sideSet is a side template with its set, made on first use.
type sideSet struct {
	file *File
	side *sideTemplate

	program *exec.Program
	stock   stock // used instead of program if it cannot be compiled
}

// sideRun is a running side template: the variables passed to it and its value.
type sideRun struct {
	vars  []any
	value any
}

// addSides registers the side templates of a file.
func (e *Executor) addSides(f *File) {
	for i := range f.sides {
		if s := &f.sides[i]; e.sides[s.name] == nil {
			e.sides[s.name] = &sideSet{file: f, side: s}
		}
	}
}

func (e *Executor) addTry() {
	e.functions[fnTry] = func(name string, dot any, vars ...any) (any, error) {
		run := &sideRun{vars: vars}
		s, err := e.side(name)
		if err != nil {
			return nil, err
		}
		e.running = append(e.running, run)
		var nothing bytes.Buffer // a side template prints nothing
		err = e.execute(name, s.program, s.stock, &nothing, dot)
		e.running = e.running[:len(e.running)-1]
		if err == nil {
			return Try{Value: run.value}, nil
		}
		if ctxErr := e.scope.Running().Context.Err(); ctxErr != nil {
			return nil, ctxErr
		}
		return Try{Err: &TryError{err, e.sideError(err), e.shown}}, nil
	}
	e.functions[fnTryVar] = func(i int) any { return e.running[len(e.running)-1].vars[i] }
	e.functions[fnTryValue] = func(v any) string {
		e.running[len(e.running)-1].value = v
		return ""
	}
}

// side returns a side template, made on first use.
func (e *Executor) side(name string) (s *sideSet, err error) {
	if s = e.sides[name]; s == nil {
		return nil, fmt.Errorf("no side template %s", name)
	}
	if s.program == nil && s.stock == nil {
		trees := map[string]*parse.Tree{name: s.side.tree.Copy()}
		s.program, s.stock, err = e.executable(name, trees, []*File{s.file}, s.file.paths)
	}
	return s, err
}
