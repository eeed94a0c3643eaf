// Package exec executes parse trees of text/template in a faster way: each tree is compiled once into closures, with
// functions bound, variables numbered, and constants evaluated. Output and errors with positions equal those of
// text/template to the byte; escapers of html/template in the trees also work the same.
//
// The trees must resolve names by functions: they contain no fields and no methods. If a tree contains something that
// cannot be compiled (such as a field, a function that text/template does not export, or a variable declared in the
// arguments of and, or), Compile returns an error, so the template can be executed by the standard library.
//
// Values are passed as any. nil is text/template's missing value. A value that an any cannot hold without loss is an
// odd value: one of an interface type, or an element of a list that has an address.
package exec

import (
	"bytes"
	"cmp"
	"fmt"
	texttemplate "text/template"
	"text/template/parse"
)

// maxDepth is the maximum depth of template calls, as in text/template.
const maxDepth = 100000

// Program is a set of templates that call each other by name.
type Program struct{ main *unit }

// unit is one template of a program.
type unit struct {
	name  string
	tree  *parse.Tree
	body  step
	slots int // maximum number of variables at once; the first is $
}

// Machine executes programs for one goroutine.
type Machine struct {
	// Max is the maximum output of one execution in bytes, 0 for no limit.
	Max int
	// Full is the error for an execution that exceeds Max.
	Full error
	// Watch is called before each function call, and can prevent it by returning an error; nil: not used. It must not
	// keep the list of arguments.
	Watch func(function string, args []any) error
	// Replaced is called with an error for each value that is not allowed in its context and was replaced as in
	// html/template. nil: the execution ends with the error.
	Replaced func(err error)
	// Spend counts the steps of programs; its error ends the execution. nil: steps are not counted.
	Spend func(steps int) error
	// Grow counts the bytes of texts that functions make; nil: they are not counted.
	Grow func(bytes int) error

	vars   []any // of all templates being executed
	used   int
	older  [][]any // earlier arrays of vars, while anything is executed
	outs   []*bytes.Buffer
	credit int // parts of a step that are already paid
	free   []*state
	names  map[string]string // names of attributes, as html/template allows them
}

// state is one execution of a program.
type state struct {
	machine *Machine
	out     *bytes.Buffer
	frame   []any // variables of the current template
	calling *errorNode
	at      *errorNode // the node at which and, or ended
	depth   int
}

// eval computes the value of an expression.
type eval func(st *state, dot any) any

// step executes a node.
type step func(st *state, dot any) flow

// flow tells how to continue after a step.
type flow uint8

const (
	goOn  flow = iota
	again      // with the next iteration
	leave      // the loop
	done       // with the template
)

// Return is the name of the function that ends the template in which it is called, as an action of its own. The
// standard library calls it; its error then ends the whole execution.
const Return = "_Leave"

// errorNode is a node for error messages.
type errorNode struct {
	in   *unit
	node parse.Node
	call string // name of the function that it calls, "" for other nodes
}

// writeError is the panic for a failed write.
type writeError struct{ err error }

// Execute writes the output of a program to out. Errors are of type texttemplate.ExecError, except Full.
func (m *Machine) Execute(p *Program, out *bytes.Buffer, dot any) (err error) {
	st, used := m.state(out), m.used
	if len(m.outs) == 0 {
		m.credit = 0
	}
	m.outs = append(m.outs, out)
	defer func() {
		if m.outs = m.outs[:len(m.outs)-1]; len(m.outs) == 0 {
			m.older = nil
		}
		if r := recover(); r != nil {
			clear(m.vars[min(used, len(m.vars)):min(m.used, len(m.vars))])
			m.used = used
			err = st.ended(r)
		}
		*st = state{}
		m.free = append(m.free, st)
	}()
	st.run(p.main, dot)
	return nil
}

func (m *Machine) state(out *bytes.Buffer) *state {
	var st *state
	if n := len(m.free); n > 0 {
		st, m.free = m.free[n-1], m.free[:n-1]
	} else {
		st = new(state)
	}
	st.machine, st.out = m, out
	return st
}

// ended converts the panic that ended an execution to an error. Panics that do not come from a template continue.
func (st *state) ended(r any) error {
	if c := st.calling; c != nil {
		err, ok := r.(error)
		if !ok {
			err = fmt.Errorf("%v", r)
		}
		return st.failure(c, "error calling %s: %w", c.call, err)
	}
	switch err := r.(type) {
	case texttemplate.ExecError:
		return err
	case writeError:
		return err.err
	}
	panic(r)
}

// run executes a template with its own variables.
func (st *state) run(t *unit, dot any) {
	m, outer, first := st.machine, st.frame, st.machine.used
	m.reserve(first + t.slots)
	frame := m.vars[first : first+t.slots : first+t.slots]
	m.used = first + t.slots
	frame[0] = dot
	st.frame = frame
	t.body(st, dot)
	st.frame = outer
	clear(frame)
	m.used = first
}

// fail ends the execution with an error at a place; nil: at the node where and, or ended.
func (st *state) fail(p *errorNode, format string, args ...any) {
	p = cmp.Or(p, st.at)
	panic(st.failure(p, format, args...))
}

func (st *state) failure(p *errorNode, format string, args ...any) texttemplate.ExecError {
	location, context := p.in.tree.ErrorContext(p.node)
	before := fmt.Sprintf("template: %s: executing %q at <%s>: ", location, p.in.name, context)
	return texttemplate.ExecError{Name: p.in.name, Err: fmt.Errorf("%s"+format, append([]any{before}, args...)...)}
}

// watch ends the execution if a function must not be called with these arguments.
func (st *state) watch(site *errorNode, args ...any) {
	for i, v := range args {
		args[i] = simple(v)
	}
	if err := st.machine.Watch(site.call, args); err != nil {
		st.fail(site, "error calling %s: %w", site.call, err)
	}
}

// room ends the execution if n more bytes would exceed the limit.
func (st *state) room(p *errorNode, n int) {
	if m := st.machine; m.Max > 0 && st.out.Len()+n > m.Max {
		err := m.Full
		if p != nil {
			err = st.failure(p, "%w", m.Full)
		}
		panic(writeError{err})
	}
}

// Write prints bytes.
func (st *state) Write(p []byte) (int, error) {
	st.room(st.at, len(p))
	st.pay(st.at, len(p)/(worthStep/partsOfStep))
	return st.out.Write(p)
}
