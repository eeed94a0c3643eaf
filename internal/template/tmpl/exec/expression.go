package exec

import (
	"reflect"
	"strings"
	"text/template/parse"
)

// expression computes a value. Unless it is simple, the value may be an odd one.
type expression struct {
	run    eval
	simple bool
	print  printer // computes the value and may print it; nil: it never prints
}

// printer prints HTML results, and returns others.
type printer func(st *state, dot any) (v any, printed bool)

// pipeline compiles a pipeline with the variables that it sets.
func (c *compiler) pipeline(p *parse.PipeNode) expression {
	c.mark(p)
	value := c.commands(p)
	run := value.run
	var slots []int
	for _, v := range p.Decl {
		switch {
		case p.IsAssign:
			slots = append(slots, c.slot(v, v.Ident[0]))
		case c.maybe > 0:
			c.impossible(v, "%s is declared in an optional part", v.Ident[0])
		default:
			slots = append(slots, c.declare(v.Ident[0]))
		}
	}
	switch len(slots) {
	case 0:
	case 1:
		slot := slots[0]
		value.run = func(st *state, dot any) any {
			v := run(st, dot)
			st.frame[slot] = v
			return v
		}
	default:
		value.run = func(st *state, dot any) any {
			v := run(st, dot)
			for _, slot := range slots {
				st.frame[slot] = v
			}
			return v
		}
	}
	return value
}

// commands compiles the commands of a pipeline.
func (c *compiler) commands(p *parse.PipeNode) (value expression) {
	var before *expression
	for _, cmd := range p.Cmds {
		value = c.command(cmd, before)
		if !value.simple {
			run := value.run
			value.run = func(st *state, dot any) any { return opened(run(st, dot)) }
		}
		result := value
		before = &result
	}
	return value
}

// command compiles a command. before is the result of the previous command, nil for the first one.
func (c *compiler) command(cmd *parse.CommandNode, before *expression) expression {
	switch n := cmd.Args[0].(type) {
	case *parse.IdentifierNode:
		return c.function(n, cmd, cmd.Args[1:], before)
	case *parse.PipeNode:
		if e, no := c.notFunction(cmd, before); no {
			return e
		}
		return c.pipeline(n)
	case *parse.VariableNode:
		c.mark(n)
		if e, no := c.notFunction(cmd, before); no {
			return e
		}
		return c.variable(n)
	}
	at := c.mark(cmd.Args[0])
	if e, no := c.notFunction(cmd, before); no {
		return e
	}
	switch n := cmd.Args[0].(type) {
	case *parse.DotNode:
		return expression{run: func(_ *state, dot any) any { return dot }}
	case *parse.NilNode:
		return failing(at, before, "nil is not a command")
	case *parse.BoolNode, *parse.NumberNode, *parse.StringNode:
		return c.constant(n, anyType)
	default:
		c.impossible(n, "a field, or a method")
		return expression{}
	}
}

// notFunction returns an error for arguments of a value that is not a function.
func (c *compiler) notFunction(cmd *parse.CommandNode, before *expression) (expression, bool) {
	if len(cmd.Args) == 1 && before == nil {
		return expression{}, false
	}
	return failing(c.at, before, "can't give argument to non-function %s", cmd.Args[0]), true
}

// failing returns an expression that ends the execution after before was computed.
func failing(at *errorNode, before *expression, format string, args ...any) expression {
	return expression{run: func(st *state, dot any) any {
		if before != nil {
			before.run(st, dot)
		}
		st.fail(at, format, args...)
		return nil
	}}
}

func (c *compiler) variable(n *parse.VariableNode) expression {
	if len(n.Ident) > 1 {
		c.impossible(n, "a field, or a method")
	}
	slot := c.slot(n, n.Ident[0])
	return expression{run: func(st *state, _ any) any { return st.frame[slot] }}
}

// argument compiles an argument for a parameter of type t; nil means any value, including odd ones. The result is of
// that type, or nil if nil is the zero value of t.
func (c *compiler) argument(n parse.Node, t reflect.Type) eval {
	at := c.mark(n)
	var e expression
	switch n := n.(type) {
	case *parse.DotNode:
		if t == anyType {
			return func(_ *state, dot any) any { return simple(dot) }
		}
		e.run = func(_ *state, dot any) any { return dot }
	case *parse.NilNode:
		if t == nil || canBeNil(t) {
			return func(*state, any) any { return nil }
		}
		return failing(at, nil, "cannot assign nil to %s", t).run
	case *parse.VariableNode:
		if e = c.variable(n); t == anyType {
			slot := c.slot(n, n.Ident[0])
			return func(st *state, _ any) any { return simple(st.frame[slot]) }
		}
	case *parse.PipeNode:
		e = c.pipeline(n)
	case *parse.IdentifierNode:
		e = c.function(n, n, nil, nil)
		if run := e.run; e.simple && t != anyType {
			// Outside of a pipeline, a function result of type any keeps that type.
			e.run = func(st *state, dot any) any {
				if v := run(st, dot); v != nil {
					return v
				}
				return nilOfAny
			}
		}
	case *parse.FieldNode, *parse.ChainNode:
		c.impossible(n, "a field, or a method")
	default:
		return c.constant(n, t).run
	}
	return c.converted(e, t)
}

// converted converts the value of an expression for a parameter.
func (c *compiler) converted(e expression, t reflect.Type) eval {
	run, at := e.run, c.at
	switch {
	case t == nil, t == anyType && e.simple:
		return run
	case t == anyType:
		return func(st *state, dot any) any { return simple(run(st, dot)) }
	}
	return func(st *state, dot any) any {
		v := run(st, dot)
		if v != nil && reflect.TypeOf(v) == t {
			return v
		}
		return st.convert(v, t, at).Interface()
	}
}

// constant compiles a boolean, a number, or a string for a parameter of type t; nil: of any type.
func (c *compiler) constant(n parse.Node, t reflect.Type) expression {
	at := c.mark(n)
	if t == nil {
		t = anyType
	}
	var v any
	var wanted string
	switch k := t.Kind(); {
	case k == reflect.Interface && t.NumMethod() == 0:
		return c.ideal(n, at)
	case k == reflect.Bool:
		v, wanted = constantBool(n), "bool"
	case k == reflect.String:
		v, wanted = constantString(n), "string"
	case k >= reflect.Int && k <= reflect.Int64:
		v, wanted = constantInt(n), "integer"
	case k >= reflect.Uint && k <= reflect.Uintptr:
		v, wanted = constantUint(n), "unsigned integer"
	case k == reflect.Float32 || k == reflect.Float64:
		v, wanted = constantFloat(n), "float"
	case k == reflect.Complex64 || k == reflect.Complex128:
		v, wanted = constantComplex(n), "complex"
	default:
		return failing(at, nil, "can't handle %s for arg of type %s", n, t)
	}
	if v == nil {
		return failing(at, nil, "expected %s; found %s", wanted, n)
	}
	v = reflect.ValueOf(v).Convert(t).Interface()
	return expression{run: func(*state, any) any { return v }, simple: true}
}

// ideal compiles a constant whose type follows from its text.
func (c *compiler) ideal(n parse.Node, at *errorNode) expression {
	var v any
	switch n := n.(type) {
	case *parse.BoolNode:
		v = n.True
	case *parse.StringNode:
		v = n.Text
	case *parse.NumberNode:
		switch {
		case n.IsComplex:
			v = n.Complex128
		case n.IsFloat && !isHexInt(n.Text) && !isRuneInt(n.Text) && strings.ContainsAny(n.Text, ".eEpP"):
			v = n.Float64
		case n.IsInt && int64(int(n.Int64)) == n.Int64:
			v = int(n.Int64)
		case n.IsInt, n.IsUint:
			return failing(at, nil, "%s overflows int", n.Text)
		}
	default:
		c.impossible(n, "no constant: %T", n)
	}
	return expression{run: func(*state, any) any { return v }, simple: true}
}

func isRuneInt(s string) bool { return len(s) > 0 && s[0] == '\'' }

func isHexInt(s string) bool {
	return len(s) > 2 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && !strings.ContainsAny(s, "pP")
}

func constantBool(n parse.Node) any {
	if b, ok := n.(*parse.BoolNode); ok {
		return b.True
	}
	return nil
}

func constantString(n parse.Node) any {
	if s, ok := n.(*parse.StringNode); ok {
		return s.Text
	}
	return nil
}

func constantInt(n parse.Node) any {
	if i, ok := n.(*parse.NumberNode); ok && i.IsInt {
		return i.Int64
	}
	return nil
}

func constantUint(n parse.Node) any {
	if i, ok := n.(*parse.NumberNode); ok && i.IsUint {
		return i.Uint64
	}
	return nil
}

func constantFloat(n parse.Node) any {
	if f, ok := n.(*parse.NumberNode); ok && f.IsFloat {
		return f.Float64
	}
	return nil
}

func constantComplex(n parse.Node) any {
	if f, ok := n.(*parse.NumberNode); ok && f.IsComplex {
		return f.Complex128
	}
	return nil
}
