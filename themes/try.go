package themes

import (
	"errors"
	"fmt"
	"io"
	texttemplate "text/template"
)

// Try is what {{ try (…) }} gives: the value, or the error. https://gohugo.io/functions/go-template/try/
type Try struct {
	Value any
	Err   *TryError
}

// TryError is an error that a template may look at.
type TryError struct{ err error }

// Error is the text of the error (string).
func (e *TryError) Error() string { return e.err.Error() }

// Cause is the error that was reported first (error).
func (e *TryError) Cause() error {
	err := e.err
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(err) {
		err = inner
	}
	return err
}

// sideRun is a running side template: the variables passed to it and the value it gave.
type sideRun struct {
	vars  []any
	value any
}

func (w *Worker) addTry(out map[string]any) {
	out[fnTry] = func(name string, dot any, vars ...any) (any, error) {
		run := &sideRun{vars: vars}
		t, err := w.side(name)
		if err != nil {
			return nil, err
		}
		w.sides = append(w.sides, run)
		err = t.Execute(io.Discard, dot)
		w.sides = w.sides[:len(w.sides)-1]
		if err == nil {
			return Try{Value: run.value}, nil
		}
		if ctxErr := w.call.ctx.Err(); ctxErr != nil {
			return nil, ctxErr
		}
		if inner := errors.Unwrap(err); inner != nil {
			err = inner
		}
		return Try{Err: &TryError{err}}, nil
	}
	out[fnTryVar] = func(i int) any { return w.sides[len(w.sides)-1].vars[i] }
	out[fnTryValue] = func(v any) string {
		w.sides[len(w.sides)-1].value = v
		return ""
	}
}

// side returns this worker's copy of a side template.
func (w *Worker) side(name string) (*texttemplate.Template, error) {
	if t, ok := w.sideSets[name]; ok {
		return t, nil
	}
	f, s := w.sideOf(name)
	if s == nil {
		return nil, fmt.Errorf("no side template %s", name)
	}
	t, err := w.newTextSet(name, f, s)
	if err == nil {
		w.sideSets[name] = t
	}
	return t, err
}

// sideOf finds the side template of a try by name.
func (w *Worker) sideOf(name string) (*file, *sideTemplate) {
	for _, f := range w.run.theme.store.files {
		for i := range f.sides {
			if f.sides[i].name == name {
				return f, &f.sides[i]
			}
		}
	}
	return nil, nil
}

func (w *Worker) newTextSet(name string, f *file, s *sideTemplate) (*texttemplate.Template, error) {
	funcs := w.functionsOf([]*file{f}, w.run.theme.paths.paths)
	funcs[fnTryVar], funcs[fnTryValue] = w.functions[fnTryVar], w.functions[fnTryValue]
	return texttemplate.New(name).Funcs(funcs).AddParseTree(name, s.tree.Copy())
}
