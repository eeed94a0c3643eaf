package liquid

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// expr is an expression.
type expr struct {
	// op is "" for a literal, "var", "of" (keys of another value), "call", "range", "slice", "list", "table", "filter",
	// "if", "defined", "and", "or", "not", a comparison, or one of sums.
	op    string
	lit   any     // of a literal
	name  string  // of a variable or filter
	left  *expr   // first operand, input of a filter, start of a range
	right *expr   // second operand, end of a range
	args  []*expr // keys of a variable, arguments of a filter, bounds of a slice, keys and values of a table
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
	jinja bool // Nunjucks or Jinja
}

// parseExpr reads a value. In Nunjucks and Jinja, it can be any expression.
func (e *Engine) parseExpr(s string) *expr {
	p := &parser{s: s, jinja: e.Nunjucks}
	if !p.jinja {
		return p.filtered()
	}
	out := p.either()
	if p.peek() != 0 {
		return &expr{lit: Unknown(s)}
	}
	return out
}

// either reads an expression of Nunjucks and Jinja: a condition, or one of two values:
// https://mozilla.github.io/nunjucks/templating.html#if-expression
func (p *parser) either() *expr {
	e := p.condition()
	if p.jinja && p.word("if") {
		e = &expr{op: "if", left: e, args: []*expr{p.condition()}, right: &expr{lit: ""}}
		if p.word("else") {
			e.right = p.condition()
		}
	}
	return e
}

func (e *Engine) parseCondition(s string) *expr {
	return (&parser{s: s, jinja: e.Nunjucks}).condition()
}

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
	if p.name(false) != w {
		return false
	}
	p.at += len(w)
	return true
}

// name returns the name that is next. In Nunjucks and Jinja, a hyphen is a minus.
func (p *parser) name(digit bool) string {
	s := name(p.rest(), digit)
	if p.jinja {
		s, _, _ = strings.Cut(s, "-")
	}
	return s
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

// condition reads operands with comparisons, joined by "and" and "or" from right to left, as Liquid does. In Nunjucks
// and Jinja, "and" comes first.
func (p *parser) condition() *expr {
	if p.depth++; p.depth > mostParts {
		return &expr{}
	}
	defer func() { p.depth-- }()
	e := p.comparison()
	for n := 0; p.jinja && n < mostParts && p.word("and"); n++ {
		e = &expr{op: "and", left: e, right: p.comparison()}
	}
	for _, op := range []string{"and", "or"} {
		if p.word(op) {
			return &expr{op: op, left: e, right: p.condition()}
		}
	}
	return e
}

func (p *parser) comparison() *expr {
	if p.word("not") {
		if p.depth++; p.depth > mostParts {
			return &expr{}
		}
		defer func() { p.depth-- }()
		return &expr{op: "not", left: p.comparison()}
	}
	e := p.sum(0)
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
			return &expr{op: op, left: e, right: p.sum(0)}
		}
	}
	if p.word("contains") {
		return &expr{op: "contains", left: e, right: p.filtered()}
	}
	at := p.at
	not := p.word("not")
	if !p.word("in") {
		p.at = at
		return e
	}
	if e = (&expr{op: "contains", left: p.sum(0), right: e}); not {
		return &expr{op: "not", left: e}
	}
	return e
}

// sums are the operators of Nunjucks and Jinja for numbers and texts, those that bind least first.
var sums = [][]string{{"+", "-"}, {"~"}, {"*", "//", "/", "%"}, {"**"}}

// sum reads operands that are joined by the operators of a level and the levels below it.
func (p *parser) sum(level int) *expr {
	if !p.jinja || level == len(sums) {
		return p.filtered()
	}
	e := p.sum(level + 1)
	for n := 0; n < mostParts; n++ {
		p.peek()
		i := slices.IndexFunc(sums[level], func(op string) bool {
			return strings.HasPrefix(p.rest(), op) && (op != "*" || !strings.HasPrefix(p.rest(), "**"))
		})
		if i < 0 {
			return e
		}
		p.at += len(sums[level][i])
		e = &expr{op: sums[level][i], left: e, right: p.sum(level + 1)}
	}
	return e
}

// test reads what follows "is" in Nunjucks and Jinja: whether a value is there, or of a kind.
func (p *parser) test(e *expr) *expr {
	not := p.word("not")
	p.peek()
	w := p.name(false)
	switch p.at += len(w); w {
	case "defined":
		e = &expr{op: "defined", left: e}
	case "undefined", "none", "None":
		e, not = &expr{op: "defined", left: e}, !not
	default:
		f := &expr{op: "filter", name: "is " + w, left: e}
		if p.accept("(") {
			p.arguments(f, ")")
		}
		e = f
	}
	if not {
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
		f := &expr{op: "filter", name: p.name(false), left: e}
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

// parameters are the names of the arguments of filters of Jinja that may be written with them, in their order here.
var parameters = map[string][]string{
	"batch": {"linecount", "fill_with"}, "d": {"default_value", "boolean"}, "default": {"default_value", "boolean"},
	"groupby": {"attribute"},
	"indent":  {"width", "first"}, "join": {"d"}, "map": {"", "attribute"}, "replace": {"old", "new"},
	"round": {"precision"}, "sort": {"attribute"}, "sum": {"attribute"}, "truncate": {"length", "killwords", "end"},
}

// named gives a filter an argument by its name. A filter that does not have it is not known.
func (e *expr) named(name string, v *expr) {
	at := slices.Index(parameters[e.name], name)
	if at < 0 {
		e.name += " with " + name
		return
	}
	for len(e.args) <= at {
		e.args = append(e.args, &expr{})
	}
	e.args[at] = v
}

// arguments reads the arguments of a filter. In Liquid, those with a name are not used.
func (p *parser) arguments(f *expr, end string) {
	for c := p.peek(); c != 0 && c != '|' && (end == "" || !p.accept(end)); c = p.peek() {
		before := p.at
		arg := p.argument()
		if p.at == before {
			return
		}
		if arg.op == "var" && (p.accept(":") || end != "" && p.peek() == '=' && p.accept("=")) {
			if v := p.argument(); p.jinja {
				f.named(arg.name, v)
			}
		} else {
			f.args = append(f.args, arg)
		}
		if p.accept(","); end == "" && p.s[p.at-1] != ',' {
			return
		}
	}
}

// argument reads an operand, or any expression of Nunjucks and Jinja.
func (p *parser) argument() *expr {
	if p.jinja {
		return p.either()
	}
	return p.operand()
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
		return p.keys(p.quoted(c))
	case c == '{' && p.jinja:
		p.at++
		table := &expr{op: "table"}
		for c := p.peek(); c != 0 && c != '}'; c = p.peek() {
			before := p.at
			table.args = append(table.args, p.argument())
			p.accept(":")
			table.args = append(table.args, p.argument())
			if p.accept(","); p.at == before {
				break
			}
		}
		p.accept("}")
		return p.keys(table)
	case c == '-' && p.jinja && !digits(p.rest()[1:]):
		p.at++
		return &expr{op: "-", left: &expr{lit: 0}, right: p.operand()}
	case c == '(':
		p.at++
		e := p.either()
		switch {
		case p.accept(".."):
			e = &expr{op: "range", left: e, right: p.operand()}
		case p.jinja && p.peek() == ',': // a tuple
			p.at++
			e = &expr{op: "list", args: append([]*expr{e}, p.list(')')...)}
		}
		p.accept(")")
		return p.keys(e)
	case c == '[': // ["page"], or a list of Nunjucks
		p.at++
		list := p.list(']')
		p.accept("]")
		return p.keys(&expr{op: "list", args: list})
	case digits(p.rest()) || c == '-' && digits(p.rest()[1:]):
		return p.number()
	}
	w := p.name(false)
	if p.at += len(w); w == "" {
		return &expr{}
	}
	switch w {
	case "true", "false":
		return &expr{lit: w == "true"}
	case "True", "False":
		if p.jinja {
			return &expr{lit: w == "True"}
		}
	case "nil", "null", "none":
		return &expr{}
	case "empty", "blank":
		return &expr{lit: special(w)}
	}
	e := &expr{op: "var", name: w}
	if w == "range" && p.jinja && p.accept("(") {
		return p.span()
	}
	p.called(e, w, p.at-len(w))
	return p.keys(e)
}

// list reads values that are separated by commas, up to an end.
func (p *parser) list(end byte) (list []*expr) {
	for c := p.peek(); c != 0 && c != end; c = p.peek() {
		before := p.at
		list = append(list, p.argument())
		if p.accept(","); p.at == before {
			break
		}
	}
	return list
}

// quoted reads a text in quotes, in which Nunjucks and Jinja have escaped characters.
func (p *parser) quoted(quote byte) *expr {
	var b strings.Builder
	for p.at++; p.at < len(p.s); p.at++ {
		c := p.s[p.at]
		if c == quote {
			p.at++
			return &expr{lit: b.String()}
		}
		if c == '\\' && p.jinja && p.at+1 < len(p.s) {
			if at := strings.IndexByte("nt\\'\"", p.s[p.at+1]); at >= 0 {
				c = "\n\t\\'\""[at]
				p.at++
			}
		}
		b.WriteByte(c)
	}
	return &expr{}
}

// digits reports whether a text starts with a digit.
func digits(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// span reads the arguments of range() of Jinja, whose end is not part of it.
func (p *parser) span() *expr {
	f := &expr{}
	p.arguments(f, ")")
	from := &expr{lit: 0}
	switch len(f.args) {
	case 2:
		from = f.args[0]
	case 1:
	default:
		return &expr{lit: Unknown("range")}
	}
	to := &expr{op: "-", left: f.args[len(f.args)-1], right: &expr{lit: 1}}
	return &expr{op: "range", left: from, right: to}
}

// methods are the filters that do what methods of texts and tables do in Python.
var methods = map[string]string{
	"upper": "upper", "lower": "lower", "title": "title", "capitalize": "capitalize", "strip": "strip", "lstrip": "lstrip",
	"rstrip": "rstrip", "replace": "replace", "split": "split", "get": "get", "startswith": "startswith",
	"endswith": "endswith", "join": "between", "keys": "keys", "values": "values",
}

// key returns the value of a key of an expression.
func (e *expr) key(key *expr) *expr {
	if e.op != "var" && e.op != "of" {
		e = &expr{op: "of", left: e}
	}
	e.args = append(e.args, key)
	return e
}

// keys reads the keys of a variable: .a, ["b"], [0]. In Nunjucks and Jinja, other values have them too, also [1:2].
func (p *parser) keys(e *expr) *expr {
	if e.op != "var" && !p.jinja {
		return e
	}
	for p.at < len(p.s) {
		switch c := p.s[p.at]; {
		case c == '.' && !strings.HasPrefix(p.rest(), ".."):
			p.at++
			key := p.name(true)
			if p.at += len(key); key == "" {
				return e
			}
			if f := methods[key]; f != "" && p.jinja && strings.HasPrefix(p.rest(), "(") {
				p.at++
				e = &expr{op: "filter", name: f, left: e}
				p.arguments(e, ")")
				continue
			}
			if e.op == "var" && len(e.args) == 0 && key != "items" && p.called(e, e.name+"."+key, p.at-len(e.name+"."+key)) {
				return e
			}
			if key == "items" && p.accept("()") { // a loop over a table has its keys and values
				continue
			}
			e = e.key(&expr{lit: key})
		case c == '[':
			p.at++
			if e = e.key(p.index()); !p.accept("]") {
				return e
			}
		default:
			return e
		}
	}
	return e
}

// index reads what is in the brackets behind a value: a key, or the bounds of a slice.
func (p *parser) index() *expr {
	if !p.jinja {
		return p.argument()
	}
	bounds := []*expr{nil}
	for {
		switch c := p.peek(); {
		case c == ':' && len(bounds) < 3:
			p.at++
			bounds = append(bounds, nil)
		case c == 0 || c == ']' || bounds[len(bounds)-1] != nil:
			if len(bounds) == 1 {
				return bounds[0]
			}
			return &expr{op: "slice", args: bounds}
		default:
			bounds[len(bounds)-1] = p.argument()
		}
	}
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
