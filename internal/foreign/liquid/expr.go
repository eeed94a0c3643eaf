package liquid

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// expr is an expression.
type expr struct {
	// op is "" for a literal, "var", "range", "list", "filter", "~", "if", "defined", "and", "or", "not", or a comparison.
	op    string
	lit   any     // of a literal
	name  string  // of a variable or filter
	left  *expr   // first operand, input of a filter, start of a range
	right *expr   // second operand, end of a range
	args  []*expr // keys of a variable, arguments of a filter
}

// special is the word empty or blank in a comparison.
type special string

// last returns the name of the last filter; "" for none.
func (e *expr) last() string {
	if e.op == "filter" {
		return e.name
	}
	return ""
}

// mostParts is the maximum number of parts of an expression that contain each other.
const mostParts = 500

// parser reads an expression. What it does not understand ends it, as in Liquid's lax mode.
type parser struct {
	s     string
	at    int
	depth int
}

func parseExpr(s string) *expr { return (&parser{s: s}).filtered() }

// parseNunjucks reads the expression of {{ }} in Nunjucks: a value, texts that are joined, or one of two values:
// https://mozilla.github.io/nunjucks/templating.html#if-expression
func parseNunjucks(s string) *expr {
	p := &parser{s: s}
	e := p.filtered()
	for n := 0; n < mostParts && p.accept("~"); n++ {
		e = &expr{op: "~", left: e, right: p.filtered()}
	}
	if p.word("if") {
		e = &expr{op: "if", left: e, args: []*expr{p.condition()}, right: &expr{}}
		if p.word("else") {
			e.right = p.filtered()
		}
	}
	if p.peek() != 0 { // such as a sum
		return &expr{lit: Unknown(s)}
	}
	return e
}

func parseCondition(s string) *expr { return (&parser{s: s}).condition() }

// parseList reads values that are separated by commas or "or".
func parseList(s string) (out []*expr) {
	p := &parser{s: s}
	for p.peek() != 0 {
		before := p.at
		out = append(out, p.operand())
		if !p.accept(",") && !p.word("or") && p.at == before {
			break
		}
	}
	return out
}

func (p *parser) rest() string { return p.s[p.at:] }

// peek returns the next byte after spaces; 0 at the end.
func (p *parser) peek() byte {
	for p.at < len(p.s) && strings.IndexByte(spaces, p.s[p.at]) >= 0 {
		p.at++
	}
	if p.at == len(p.s) {
		return 0
	}
	return p.s[p.at]
}

// accept skips a mark, and reports whether it is next.
func (p *parser) accept(mark string) bool {
	p.peek()
	if !strings.HasPrefix(p.rest(), mark) {
		return false
	}
	p.at += len(mark)
	return true
}

// word skips a word, and reports whether it is next.
func (p *parser) word(w string) bool {
	p.peek()
	if name(p.rest(), false) != w {
		return false
	}
	p.at += len(w)
	return true
}

// name returns the name at the start of a text. digit means that it may start with a digit.
func name(s string, digit bool) string {
	for i := 0; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		first := c == '_' || unicode.IsLetter(c) || digit && unicode.IsDigit(c)
		switch {
		case i == 0 && !first:
			return ""
		case first || unicode.IsDigit(c) || c == '-':
			i += n
			continue
		case c == '?':
			return s[:i+1]
		}
		return s[:i]
	}
	return s
}

// condition reads operands with comparisons, joined by "and" and "or" from right to left, as Liquid does.
func (p *parser) condition() *expr {
	if p.depth++; p.depth > mostParts {
		return &expr{}
	}
	defer func() { p.depth-- }()
	e := p.comparison()
	for _, op := range []string{"and", "or"} {
		if p.word(op) {
			return &expr{op: op, left: e, right: p.condition()}
		}
	}
	return e
}

func (p *parser) comparison() *expr {
	if p.word("not") {
		return &expr{op: "not", left: p.comparison()}
	}
	e := p.filtered()
	if p.word("is") {
		return p.test(e)
	}
	for _, op := range []string{"===", "!==", "==", "!=", "<>", "<=", ">=", "<", ">"} {
		if p.accept(op) {
			switch op {
			case "===":
				op = "=="
			case "<>", "!==":
				op = "!="
			}
			return &expr{op: op, left: e, right: p.filtered()}
		}
	}
	for _, op := range []string{"contains", "in"} {
		if p.word(op) {
			right := p.filtered()
			if op == "in" { // of Nunjucks
				e, right = right, e
			}
			return &expr{op: "contains", left: e, right: right}
		}
	}
	return e
}

// test reads what follows "is" in Nunjucks and Jinja: whether a value is there.
func (p *parser) test(e *expr) *expr {
	not := p.word("not")
	switch {
	case p.word("defined"):
	case p.word("undefined"), p.word("none"), p.word("None"):
		not = !not
	default:
		return &expr{lit: Unknown("is " + p.rest())}
	}
	if e = (&expr{op: "defined", left: e}); not {
		return &expr{op: "not", left: e}
	}
	return e
}

// filtered reads an operand and its filters: a | b: c, d
func (p *parser) filtered() *expr {
	e := p.operand()
	for n := 0; n < mostParts; n++ {
		if p.peek() != '|' || strings.HasPrefix(p.rest(), "||") {
			return e
		}
		p.at++
		p.peek()
		f := &expr{op: "filter", name: name(p.rest(), false), left: e}
		if f.name == "" {
			return e
		}
		p.at += len(f.name)
		end := ""
		if p.accept(":") || p.accept("(") {
			if p.s[p.at-1] == '(' {
				end = ")"
			}
			p.arguments(f, end)
		}
		e = f
	}
	return e
}

// arguments reads the arguments of a filter. Those with a name are not used.
func (p *parser) arguments(f *expr, end string) {
	for c := p.peek(); c != 0 && c != '|' && (end == "" || !p.accept(end)); c = p.peek() {
		before := p.at
		arg := p.operand()
		if p.at == before {
			return
		}
		if arg.op == "var" && (p.accept(":") || end != "" && p.peek() == '=' && p.accept("=")) {
			p.operand()
		} else {
			f.args = append(f.args, arg)
		}
		if p.accept(","); end == "" && p.s[p.at-1] != ',' {
			return
		}
	}
}

// operand reads a literal, a variable, or a range.
func (p *parser) operand() *expr {
	if p.depth++; p.depth > mostParts {
		return &expr{}
	}
	defer func() { p.depth-- }()
	c := p.peek()
	switch {
	case c == '"' || c == '\'':
		end := strings.IndexByte(p.s[p.at+1:], c)
		if end < 0 {
			p.at = len(p.s)
			return &expr{}
		}
		s := p.s[p.at+1 : p.at+1+end]
		p.at += end + 2
		return &expr{lit: s}
	case c == '(':
		p.at++
		e := p.condition()
		if p.accept("..") {
			e = &expr{op: "range", left: e, right: p.operand()}
		}
		p.accept(")")
		return e
	case c == '[': // ["page"], or a list of Nunjucks
		p.at++
		var list []*expr
		for c := p.peek(); c != 0 && c != ']'; c = p.peek() {
			before := p.at
			list = append(list, p.operand())
			if p.accept(","); p.at == before {
				break
			}
		}
		p.accept("]")
		return p.keys(&expr{op: "list", args: list})
	case c >= '0' && c <= '9' || c == '-' && p.at+1 < len(p.s) && p.s[p.at+1] >= '0' && p.s[p.at+1] <= '9':
		return p.number()
	}
	w := name(p.rest(), false)
	if p.at += len(w); w == "" {
		return &expr{}
	}
	switch w {
	case "true", "false":
		return &expr{lit: w == "true"}
	case "nil", "null", "none":
		return &expr{}
	case "empty", "blank":
		return &expr{lit: special(w)}
	}
	return p.keys(&expr{op: "var", name: w})
}

// keys reads the keys of a variable: .a, ["b"], [0]
func (p *parser) keys(e *expr) *expr {
	if e.op == "list" {
		return e
	}
	for p.at < len(p.s) {
		switch c := p.s[p.at]; {
		case c == '.' && !strings.HasPrefix(p.rest(), ".."):
			key := name(p.s[p.at+1:], true)
			if p.at += 1 + len(key); key == "" {
				return e
			}
			if key == "items" && p.accept("()") { // a loop over a table has its keys and values
				continue
			}
			e.args = append(e.args, &expr{lit: key})
		case c == '[':
			p.at++
			e.args = append(e.args, p.operand())
			if !p.accept("]") {
				return e
			}
		default:
			return e
		}
	}
	return e
}

func (p *parser) number() *expr {
	end, point := p.at+1, false
	for ; end < len(p.s); end++ {
		c := p.s[end]
		if c == '.' && !point && end+1 < len(p.s) && p.s[end+1] >= '0' && p.s[end+1] <= '9' {
			point = true
		} else if c < '0' || c > '9' {
			break
		}
	}
	s := p.s[p.at:end]
	p.at = end
	if n, err := strconv.Atoi(s); err == nil && !point {
		return &expr{lit: n}
	}
	n, _ := strconv.ParseFloat(s, 64)
	return &expr{lit: n}
}

// eval returns the value of an expression: Unknown if it depends on one that is not known.
func (e *expr) eval(r *Run) any {
	if e == nil || !r.Spend(0) {
		return nil
	}
	switch e.op {
	case "":
		return e.lit
	case "var":
		return e.variable(r)
	case "range":
		from, ok := Int(r.known(e.left.eval(r)))
		to, ok2 := Int(r.known(e.right.eval(r)))
		if !ok || !ok2 || to < from || !r.Spend(to-from) {
			return []any{}
		}
		list := make([]any, 0, to-from+1)
		for n := from; n <= to; n++ {
			list = append(list, n)
		}
		return list
	case "list":
		list := []any{}
		for _, a := range e.args {
			list = append(list, r.known(a.eval(r)))
		}
		return list
	case "filter":
		return e.filter(r)
	case "~":
		return r.Text(r.known(e.left.eval(r))) + r.Text(r.known(e.right.eval(r)))
	case "if":
		if truth(r.known(e.args[0].eval(r))) {
			return e.left.eval(r)
		}
		return e.right.eval(r)
	case "defined":
		v := e.left.eval(r)
		_, unknown := v.(Unknown)
		return v != nil && !unknown
	case "not":
		return !truth(r.known(e.left.eval(r)))
	case "and", "or":
		if left := truth(r.known(e.left.eval(r))); left == (e.op == "or") {
			return left
		}
		return truth(r.known(e.right.eval(r)))
	}
	return r.compare(r.known(e.left.eval(r)), e.op, r.known(e.right.eval(r)))
}

func (e *expr) variable(r *Run) any {
	v := r.lookup(e.name)
	path := e.name
	for _, k := range e.args {
		if _, ok := v.(Unknown); ok {
			break
		}
		key := r.known(k.eval(r))
		path += "." + r.Text(key)
		v = r.member(v, key)
	}
	if u, ok := v.(Unknown); ok && u == "" {
		return Unknown(path)
	}
	return v
}

func (e *expr) filter(r *Run) any {
	v := e.left.eval(r)
	if u, ok := v.(Unknown); ok {
		if e.name == "default" && len(e.args) > 0 {
			return e.args[0].eval(r)
		}
		return u
	}
	args := make([]any, len(e.args))
	for i, a := range e.args {
		args[i] = r.known(a.eval(r))
	}
	f := r.filters[e.name]
	if f == nil {
		return Unknown("| " + e.name)
	}
	out, ok := f(r, v, args)
	if !ok {
		return Unknown("| " + e.name)
	}
	switch out := out.(type) {
	case string:
		r.Spend(len(out) / 64)
	case []any:
		r.Spend(len(out))
	}
	return out
}
