package exec

import (
	"reflect"
	"slices"
	"text/template/parse"
)

// function compiles the call of a function. Errors name node. before is the last argument, from the pipeline; nil for
// none.
func (c *compiler) function(n *parse.IdentifierNode, node parse.Node, args []parse.Node,
	before *expression,
) expression {
	at := c.mark(n)
	site := &errorNode{in: c.t, node: node, call: n.Ident}
	f := c.bound(n)
	if f == nil {
		return failing(at, before, "%q is not a defined function", n.Ident)
	}
	given := len(args)
	if before != nil {
		given++
	}
	switch want := len(f.params); {
	case f.variadic && given < want-1:
		return failing(at, before, "wrong number of args for %s: want at least %d got %d", n.Ident, want-1, len(args))
	case !f.variadic && given != want:
		return failing(at, before, "wrong number of args for %s: want %d got %d", n.Ident, want, given)
	}
	if f.decides {
		return c.decision(f, args, before)
	}
	a := &arguments{all: make([]eval, 0, len(args))}
	for i, arg := range args {
		a.all = append(a.all, c.argument(arg, f.param(i)))
		a.nested = a.nested || i > 0 && arg.Type() == parse.NodePipe
	}
	if before != nil {
		a.first = before.run
		a.last = c.received(*before, f.param(given-1))
	}
	if f.callee {
		site, f = c.callee(site, f, args)
	}
	e := expression{run: f.at(site, a), simple: f.simple}
	if f.print != nil && f.variadic {
		e.print = f.printing(site, a)
	}
	return e
}

// printing compiles the call of a function that may print its result.
func (f *bound) printing(site *errorNode, a *arguments) printer {
	count := a.count()
	return func(st *state, dot any) (any, bool) {
		args := st.machine.take(count)
		a.into(args, st, dot)
		if st.machine.Watch != nil {
			st.watch(site, slices.Clone(args)...)
		}
		f.spend(st, site, args...)
		st.calling = site
		v, printed, err := f.print(st.out, args)
		st.machine.giveBack(args)
		return st.done(site, v, err), printed
	}
}

// bound returns the function that an identifier names; nil if there is none.
func (c *compiler) bound(n *parse.IdentifierNode) *bound {
	fn := c.functions(n.Ident)
	if fn == nil {
		f, known := builtin(n.Ident)
		if f == nil && known {
			c.impossible(n, "a function that text/template keeps to itself")
		}
		return f
	}
	t := reflect.TypeOf(fn)
	switch fn := fn.(type) {
	case Printer:
		t = reflect.TypeOf(fn.Func)
	case Costly:
		t = reflect.TypeOf(fn.Func)
	}
	if t.NumOut() != 1 && (t.NumOut() != 2 || t.Out(1) != reflect.TypeFor[error]()) {
		c.impossible(n, "a function of type %s", t)
	}
	for i := range t.NumIn() {
		if p := t.In(i); p.Kind() == reflect.Pointer {
			c.pointers[p.Elem()] = true
		}
	}
	return bind(fn)
}

// arguments are the arguments of one call.
type arguments struct {
	all   []eval                // written in the template
	first eval                  // value from the pipeline, computed before the others; nil for none
	last  func(*state, any) any // converts that to the last argument

	nested bool // one of all but the first is a pipeline, which may make large values while others wait
}

func (a *arguments) count() int {
	if a.first != nil {
		return len(a.all) + 1
	}
	return len(a.all)
}

// into computes the arguments.
func (a *arguments) into(out []any, st *state, dot any) {
	if a.first == nil {
		for i, arg := range a.all {
			out[i] = arg(st, dot)
		}
		return
	}
	v := a.first(st, dot)
	for i, arg := range a.all {
		out[i] = arg(st, dot)
	}
	out[len(a.all)] = a.last(st, v)
}

// single returns the only argument.
func (a *arguments) single() eval {
	if a.first == nil {
		return a.all[0]
	}
	first, last := a.first, a.last
	return func(st *state, dot any) any { return last(st, first(st, dot)) }
}

// received converts a value from the pipeline for a parameter.
func (c *compiler) received(e expression, t reflect.Type) func(*state, any) any {
	at := c.at
	switch {
	case t == nil, t == anyType && e.simple:
		return func(_ *state, v any) any { return v }
	case t == anyType:
		return func(_ *state, v any) any { return simple(v) }
	}
	return func(st *state, v any) any {
		if v != nil && reflect.TypeOf(v) == t {
			return v
		}
		return st.convert(v, t, at).Interface()
	}
}

// done ends a call of a function.
func (st *state) done(site *errorNode, v any, err error) any {
	st.calling = nil
	if n := textLength(v); n > 64 && err == nil {
		if n > mostBytes {
			err = (&weight{bytes: n}).err()
		}
		st.made(site, n)
	}
	if err != nil {
		st.fail(site, "error calling %s: %w", site.call, err)
	}
	return v
}

// at compiles the call of a function at one place.
func (f *bound) at(site *errorNode, a *arguments) eval {
	switch {
	case f.one != nil && a.count() == 1:
		arg, fn := a.single(), f.one
		return func(st *state, dot any) any {
			v := arg(st, dot)
			if st.machine.Watch != nil {
				st.watch(site, v)
			}
			f.step(st, site, f.cost.amount(v))
			st.calling = site
			v, err := fn(v)
			return st.done(site, v, err)
		}
	case f.two != nil && a.count() == 2 && a.first == nil && !a.nested:
		arg1, arg2, fn := a.all[0], a.all[1], f.two
		return func(st *state, dot any) any {
			v1 := arg1(st, dot)
			v2 := arg2(st, dot)
			if st.machine.Watch != nil {
				st.watch(site, v1, v2)
			}
			f.step(st, site, f.cost.amount(v1)+f.cost.amount(v2))
			st.calling = site
			v, err := fn(v1, v2)
			return st.done(site, v, err)
		}
	case f.variadic && !f.transient:
		count, fn := a.count(), f.many
		return func(st *state, dot any) any {
			room := st.machine.take(count) // where weigh finds them
			a.into(room, st, dot)
			args := slices.Clone(room) // the function may keep them
			st.machine.giveBack(room)
			if st.machine.Watch != nil {
				st.watch(site, slices.Clone(args)...)
			}
			f.spend(st, site, args...)
			st.calling = site
			v, err := fn(args)
			return st.done(site, v, err)
		}
	}
	count, fn := a.count(), f.many
	return func(st *state, dot any) any {
		args := st.machine.take(count)
		a.into(args, st, dot)
		if st.machine.Watch != nil {
			st.watch(site, slices.Clone(args)...)
		}
		f.spend(st, site, args...)
		st.calling = site
		v, err := fn(args)
		st.machine.giveBack(args)
		return st.done(site, v, err)
	}
}

// reserve makes room for n values. Values in use stay in the old array.
func (m *Machine) reserve(n int) {
	if n <= len(m.vars) {
		return
	}
	if m.used > 0 {
		m.older = append(m.older, m.vars)
	}
	m.vars = make([]any, 2*n+64)
}

// take returns room for values until giveBack, or the end of the execution.
func (m *Machine) take(n int) []any {
	first := m.used
	m.reserve(first + n)
	m.used = first + n
	return m.vars[first:m.used:m.used]
}

func (m *Machine) giveBack(values []any) {
	clear(values)
	m.used -= len(values)
}

// decision compiles and, or.
func (c *compiler) decision(f *bound, args []parse.Node, before *expression) expression {
	whole := c.at
	var all []eval
	var places []*errorNode
	for i, arg := range args {
		if i > 0 {
			c.maybe++
		}
		all, places = append(all, c.argument(arg, nil)), append(places, c.at)
		if i > 0 {
			c.maybe--
		}
	}
	c.at = nil
	var first eval
	if before != nil {
		first = before.run
	}
	ends := f.ends
	return expression{run: func(st *state, dot any) (v any) {
		var last any
		if first != nil {
			last = first(st, dot)
		}
		if len(all) == 0 {
			st.at = whole
		}
		for i, arg := range all {
			v = arg(st, dot)
			if places[i] != nil {
				st.at = places[i]
			}
			if truth(v) == ends {
				return v
			}
		}
		if first != nil {
			v = last
		}
		return v
	}}
}
