package liquid

import (
	"maps"
	"slices"
	"strings"
)

// macro is a macro of Jinja and Nunjucks, or what {% call %} gives to one as caller:
// https://jinja.palletsprojects.com/en/stable/templates/#macros
type macro struct {
	name string
	args []*expr // its parameters: variables, those with a default value with it in left
	body []*node
	call *expr // of {% call %}: the macro that it calls
	// around are the variables that it sees besides its own: those of the page, or those of the place of {% call %}.
	around []map[string]any
	depth  int // number of files around the text that include it
}

// parseMacro reads what follows "macro" or "call": name(a, b="c"), or (a, b) name(d).
func (b *builder) parseMacro(tag, args string) *macro {
	p := &parser{s: args, jinja: true}
	m := &macro{}
	if tag == "macro" {
		p.peek()
		m.name = p.name(false)
		p.at += len(m.name)
	}
	if p.accept("(") {
		call := &expr{}
		p.given(call)
		m.args = call.args
	}
	if tag == "call" {
		m.call = p.operand()
	}
	return m
}

// given reads the arguments of a call, of which those with a name are variables with their value in left.
func (p *parser) given(call *expr) {
	for c := p.peek(); c != 0 && !p.accept(")"); c = p.peek() {
		before := p.at
		arg := p.argument()
		if arg.op == "var" && p.peek() == '=' && p.accept("=") {
			arg.left = p.argument()
		}
		if p.at == before {
			return
		}
		call.args = append(call.args, arg)
		p.accept(",")
	}
}

// isNamed reports whether an argument has a name, or a parameter a default value.
func (e *expr) isNamed() bool { return e.op == "var" && e.left != nil }

// call returns what a macro prints. Other functions are not known. Calls in each other are bounded.
func (e *expr) call(r *Run) any {
	m := r.macros[e.name]
	if m == nil && (e.name == "dict" || e.name == "namespace") && r.Keep {
		t := &Table{Values: map[string]any{}}
		for _, arg := range e.args {
			if !arg.isNamed() {
				return Unknown(e.lit.(string))
			}
			t.set(arg.name, r.known(arg.left.eval(r)))
		}
		return t
	}
	if m == nil {
		return Unknown(e.lit.(string))
	}
	scope := map[string]any{}
	given := e.args
	for _, arg := range m.args {
		switch {
		case len(given) > 0 && !given[0].isNamed():
			scope[arg.name], given = r.known(given[0].eval(r)), given[1:]
		case arg.isNamed():
			scope[arg.name] = r.known(arg.left.eval(r))
		}
	}
	for _, arg := range given {
		if arg.isNamed() {
			scope[arg.name] = r.known(arg.left.eval(r))
		}
	}
	if r.calls >= mostNested || !r.Spend(1) {
		r.full = true
		return nil
	}
	scopes, local := r.scopes, r.local
	r.calls++
	r.Depth += m.depth
	r.scopes, r.local = append(slices.Clone(m.around), scope), len(m.around)
	s := r.captured(func() { r.run(m.body) })
	r.scopes, r.local = scopes, local
	r.Depth -= m.depth
	r.calls--
	return s
}

// jinja executes {% macro %}, {% call %}, whose text the macro gets by calling caller(), or {% filter %}.
func (r *Run) jinja(n *node) {
	switch n.name {
	case "macro":
		n.macro.body, n.macro.around, n.macro.depth = n.body, r.scopes[:1], r.Depth
		r.macros[n.macro.name] = n.macro
	case "call":
		before := r.macros["caller"]
		n.macro.body, n.macro.around = n.body, r.scopes
		r.macros["caller"] = n.macro
		r.print(r.Text(r.known(n.macro.call.eval(r))))
		r.macros["caller"] = before
	default:
		s := r.captured(func() { r.run(n.body) })
		r.print(r.Text(r.EvalWith(filterInput, s, filterInput+" | "+n.args)))
	}
}

// filterInput is the variable with the text of {% filter %}.
const filterInput = "__text"

// Import makes the macros in the text of another file known: by their names, and if as is not empty, also as as.name.
func (r *Run) Import(text, as string) bool {
	before := maps.Clone(r.macros)
	_, ok := r.Include(text, nil)
	for name, m := range maps.Clone(r.macros) {
		if as != "" && before[name] != m {
			r.macros[as+"."+name] = m
		}
	}
	return ok
}

// isJinja reports whether a tag with an end is one of Jinja and Nunjucks that is executed here.
func isJinja(name string) bool { return name == "macro" || name == "call" || name == "filter" }

// called makes an expression a call if arguments are next. The name of the function begins at a position.
func (p *parser) called(e *expr, name string, from int) bool {
	if !p.jinja || !strings.HasPrefix(p.rest(), "(") {
		return false
	}
	p.at++
	*e = expr{op: "call", name: name}
	p.given(e)
	e.lit = strings.TrimSpace(p.s[from:p.at])
	return true
}
