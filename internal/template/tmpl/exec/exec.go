// Package exec executes parse trees of text/template in another way: each tree is compiled once into closures, with
// functions bound, variables numbered and constants made. What they print, and the errors with their places, are those
// of text/template to the byte; escapers of html/template that stand in the trees do what they do there.
//
// It is for trees whose names are resolved by functions: there is no field and no method in them. What cannot be
// compiled (such a name, a function of text/template that it does not export, a variable that is declared among the
// arguments of and, or) is an error of Compile, so that its template can be executed as ever.
//
// Values are what a template sees, as any. nil is text/template's missing value. A value that an any cannot hold
// without loss is an odd one: of an interface type, or of an element of a list that has an address.
package exec

import (
	"bytes"
	"fmt"
	texttemplate "text/template"
	"text/template/parse"
)

// maxDepth is how deep templates may call each other, as in text/template.
const maxDepth = 100000

// Program is a set of templates that call each other by name.
type Program struct{ main *unit }

// unit is one of them.
type unit struct {
	name  string
	tree  *parse.Tree
	body  step
	slots int // how many variables it has at once; the first is $
}

// Machine executes programs for one goroutine.
type Machine struct {
	// Max is how many bytes one execution may print, 0 for any number.
	Max int
	// Full is the error of an execution that prints more.
	Full error
	// Watch sees each call of a function before it happens, and prevents it by an error; nil: nobody watches. The list
	// of arguments is lent.
	Watch func(function string, args []any) error
	// Replaced has values that are not allowed in their places replaced as html/template does, and is called with an error
	// that says so. nil: the execution ends with an error.
	Replaced func(err error)
	// Spend counts what programs do, in steps; its error ends the execution. nil: nobody counts.
	Spend func(steps int) error
	// Grow counts the bytes of texts that functions make; nil: nobody counts.
	Grow func(bytes int) error

	vars   []any // of all templates that are being executed
	used   int
	older  [][]any // that vars was before, as long as anything is executed
	outs   []*bytes.Buffer
	credit int // parts of a step that are paid
	free   []*state
	names  map[string]string // of attributes, as html/template allows them
}

// state is one execution of a program.
type state struct {
	machine *Machine
	out     *bytes.Buffer
	frame   []any // the variables of the template that is executed
	calling *place
	at      *place // the node at which and, or ended
	depth   int
}

// eval computes the value of an expression.
type eval func(st *state, dot any) any

// step executes a node.
type step func(st *state, dot any) flow

// flow says what comes after a step.
type flow uint8

const (
	goOn flow = iota
	leave
	again
)

// place is a node that errors name.
type place struct {
	in   *unit
	node parse.Node
	call string // the name of the function that it calls, "" for another node
}

// writeError is the panic for output that cannot be written.
type writeError struct{ err error }

// Execute prints a program into out. Errors are of type texttemplate.ExecError, but for Full.
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

// ended makes an error of the panic that ended an execution; one that no function of a template raised goes on.
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

// run executes a template with variables of its own.
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

// fail ends the execution with an error at a place; nil: where and, or ended.
func (st *state) fail(p *place, format string, args ...any) {
	if p == nil {
		p = st.at
	}
	panic(st.failure(p, format, args...))
}

func (st *state) failure(p *place, format string, args ...any) texttemplate.ExecError {
	location, context := p.in.tree.ErrorContext(p.node)
	before := fmt.Sprintf("template: %s: executing %q at <%s>: ", location, p.in.name, context)
	return texttemplate.ExecError{Name: p.in.name, Err: fmt.Errorf("%s"+format, append([]any{before}, args...)...)}
}

// watch ends the execution if a function must not be called with these arguments.
func (st *state) watch(site *place, args ...any) {
	for i, v := range args {
		args[i] = plain(v)
	}
	if err := st.machine.Watch(site.call, args); err != nil {
		st.fail(site, "error calling %s: %w", site.call, err)
	}
}

// room ends the execution if it must not print n more bytes.
func (st *state) room(p *place, n int) {
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
