package exec

import (
	"fmt"
	"reflect"
	"text/template/parse"
)

// Functions returns the function for a name at one position of a template. It is called for each position, so a
// function may have state per position. nil: no such function, except perhaps in text/template.
type Functions func(name string) any

// Compile compiles the template main and those that it calls by name. The error says what cannot be compiled.
func Compile(main string, trees map[string]*parse.Tree, functions Functions) (p *Program, err error) {
	set := &set{trees: trees, functions: functions, units: make(map[string]*unit), pointers: make(map[reflect.Type]bool)}
	defer func() {
		if r := recover(); r != nil {
			no, ok := r.(impossible)
			if !ok {
				panic(r)
			}
			p, err = nil, no.err
		}
	}()
	t := set.unit(main)
	if t == nil || t.tree.Root == nil {
		return nil, fmt.Errorf("template %q not found", main)
	}
	for len(set.open) > 0 {
		next := set.open[0]
		set.open = set.open[1:]
		set.compile(next)
	}
	return &Program{t}, nil
}

// impossible is the panic for a construct that cannot be compiled.
type impossible struct{ err error }

// set has the templates that are being compiled.
type set struct {
	trees     map[string]*parse.Tree
	functions Functions
	units     map[string]*unit
	open      []*unit               // called, but not compiled yet
	pointers  map[reflect.Type]bool // types to which functions take pointers
}

// unit returns the template with a name; nil if there is none.
func (s *set) unit(name string) *unit {
	if t := s.units[name]; t != nil {
		return t
	}
	tree := s.trees[name]
	if tree == nil {
		return nil
	}
	t := &unit{name: name, tree: tree}
	s.units[name] = t
	s.open = append(s.open, t)
	return t
}

func (s *set) compile(t *unit) {
	c := &compiler{set: s, t: t}
	c.declare("$")
	t.body = c.list(t.tree.Root)
	t.slots = c.most
}

// compiler compiles one template. It walks the nodes in the order in which text/template executes them.
type compiler struct {
	*set
	t     *unit
	vars  []string   // visible variables, by slot
	most  int        // the maximum number of them
	at    *errorNode // the node that an error would name; nil: known only at run time
	maybe int        // > 0: the current code may be skipped at run time
}

func (c *compiler) impossible(n parse.Node, format string, args ...any) {
	location, context := c.t.tree.ErrorContext(n)
	panic(impossible{fmt.Errorf("%s: <%s>: %s", location, context, fmt.Sprintf(format, args...))})
}

// mark records that a node is executed.
func (c *compiler) mark(n parse.Node) *errorNode {
	c.at = &errorNode{in: c.t, node: n}
	return c.at
}

// declare returns the slot of a new variable.
func (c *compiler) declare(name string) int {
	c.vars = append(c.vars, name)
	c.most = max(c.most, len(c.vars))
	return len(c.vars) - 1
}

// slot returns the slot of a declared variable.
func (c *compiler) slot(n parse.Node, name string) int {
	for i := len(c.vars) - 1; i >= 0; i-- {
		if c.vars[i] == name {
			return i
		}
	}
	c.impossible(n, "undefined variable: %s", name)
	return 0
}

// scoped compiles code with local variables.
func (c *compiler) scoped(compile func()) {
	mark := len(c.vars)
	compile()
	c.vars = c.vars[:mark]
}

func nothing(*state, any) flow { return goOn }

// list compiles consecutive nodes.
func (c *compiler) list(l *parse.ListNode) step {
	if l == nil {
		return nothing
	}
	var steps []step
	for _, n := range l.Nodes {
		if s := c.node(n); s != nil {
			steps = append(steps, s)
		}
	}
	switch len(steps) {
	case 0:
		return nothing
	}
	at := c.at
	return func(st *state, dot any) flow {
		st.pay(at, len(steps))
		for _, s := range steps {
			if f := s(st, dot); f != goOn {
				return f
			}
		}
		return goOn
	}
}

// node compiles one node; nil for one without effect.
func (c *compiler) node(n parse.Node) (s step) {
	c.mark(n)
	switch n := n.(type) {
	case *parse.TextNode:
		return text(n.Text, c.at)
	case *parse.ActionNode:
		return c.action(n)
	case *parse.IfNode:
		c.scoped(func() { s = c.branch(&n.BranchNode, false) })
	case *parse.WithNode:
		c.scoped(func() { s = c.branch(&n.BranchNode, true) })
	case *parse.RangeNode:
		c.scoped(func() { s = c.loop(n) })
	case *parse.TemplateNode:
		return c.call(n)
	case *parse.BreakNode:
		return func(*state, any) flow { return leave }
	case *parse.ContinueNode:
		return func(*state, any) flow { return again }
	case *parse.CommentNode:
		return nil
	default:
		c.impossible(n, "unknown node")
	}
	return s
}

func text(b []byte, at *errorNode) step {
	if len(b) == 0 {
		return nil
	}
	return func(st *state, _ any) flow {
		st.room(at, len(b))
		st.pay(at, len(b)/(worthStep/partsOfStep))
		st.out.Write(b)
		return goOn
	}
}

// branch compiles if and with.
func (c *compiler) branch(n *parse.BranchNode, with bool) step {
	value := c.pipeline(n.Pipe)
	mark := len(c.vars)
	list := c.list(n.List)
	c.vars = c.vars[:mark]
	other := c.list(n.ElseList)
	if with {
		return func(st *state, dot any) flow {
			if v := value.run(st, dot); truth(v) {
				return list(st, v)
			}
			return other(st, dot)
		}
	}
	return func(st *state, dot any) flow {
		if truth(value.run(st, dot)) {
			return list(st, dot)
		}
		return other(st, dot)
	}
}

// call compiles a call of a template.
func (c *compiler) call(n *parse.TemplateNode) step {
	at := c.at
	t := c.unit(n.Name)
	if t == nil {
		return func(st *state, _ any) flow {
			st.fail(at, "template %q not defined", n.Name)
			return goOn
		}
	}
	var argument eval
	if n.Pipe == nil {
		argument = func(*state, any) any { return nil }
	} else {
		argument = c.pipeline(n.Pipe).run
	}
	return func(st *state, dot any) flow {
		if st.depth == maxDepth {
			st.fail(at, "exceeded maximum template depth (%v)", maxDepth)
		}
		arg := argument(st, dot)
		st.depth++
		st.run(t, arg)
		st.depth--
		return goOn
	}
}

// action compiles a pipeline. Its value is printed unless it declares variables.
func (c *compiler) action(n *parse.ActionNode) step {
	at := c.at
	if id, ok := n.Pipe.Cmds[0].Args[0].(*parse.IdentifierNode); ok && id.Ident == Return && len(n.Pipe.Decl) == 0 {
		return func(*state, any) flow { return done }
	}
	if len(n.Pipe.Decl) > 0 {
		value := c.pipeline(n.Pipe).run
		return func(st *state, dot any) flow {
			value(st, dot)
			return goOn
		}
	}
	if write, count := c.escapers(n.Pipe); write != nil {
		whole := n.Pipe
		part := *whole
		part.Cmds = whole.Cmds[:len(whole.Cmds)-count]
		c.mark(whole)
		value := c.commands(&part)
		if value.print != nil && isText(whole.Cmds[len(part.Cmds):]) {
			return func(st *state, dot any) flow {
				if v, printed := value.print(st, dot); !printed {
					write(st, simple(opened(v)))
				}
				return goOn
			}
		}
		return func(st *state, dot any) flow {
			write(st, simple(value.run(st, dot)))
			return goOn
		}
	}
	value := c.pipeline(n.Pipe).run
	return func(st *state, dot any) flow {
		st.print(value(st, dot), at)
		return goOn
	}
}

// anyType is the type of parameters that take any value.
var anyType = reflect.TypeFor[any]()
