// Package liquid executes the templates in the text of a page: Liquid (https://shopify.github.io/liquid/), and what
// Nunjucks and Jinja have in common with it.
//
// It accepts what Shopify's Liquid accepts in its lax mode, and forms of the other two: elif, set, filters with
// parentheses, {# comments #}, "is defined", and what fields of Engine turn on, such as macros. A tool adds its values,
// tags, and filters. Steps, nesting, and the size of values are bounded, so no text runs forever, and nothing depends on
// the clock or the machine.
package liquid

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Engine is the Liquid of a tool.
type Engine struct {
	Value   func(r *Run, name string) any // a global variable: Unknown if its value isn't known, nil if there is none
	Filters map[string]Filter             // in addition to the standard ones
	Tags    map[string]Tag                // tags without an end; nil: the tag prints nothing
	Blocks  map[string]Block              // tags with an end, and what they print
	Raw     []string                      // tags with an end whose text is not executed, besides raw and verbatim
	// Nunjucks reads the expressions of Nunjucks and Jinja, such as {{ a + 1 }} and {{ a if b else c }}, and leaves out a
	// value with other operators.
	Nunjucks bool
	// Keep leaves values and tags that are not known as they are written, also tables whose order is not known, and
	// {% raw %} with what it contains. Values are printed as in Python.
	Keep   bool
	Sharps bool // {# comments #}
	Tool   any  // for the objects of the tool
	// Print converts the text of {{ a | filter }} before it is printed; nil: none. filter is the last one, or "".
	Print func(r *Run, text, filter string) string
	// Leave records a construct that is left out. shown is its text for a message: a tag {% x %}, a value {{ x }}, or
	// "the filter x"; "" at a bound.
	Leave func(line int, name, shown string)
}

// In reports whether a text has tags, values, or comments.
func In(text string) bool {
	return strings.Contains(text, "{{") || strings.Contains(text, "{%") || strings.Contains(text, "{#")
}

// Filter is a filter. ok is false if its result is not known.
type Filter func(r *Run, v any, args []any) (out any, ok bool)

// Tag returns what a tag prints, given the text after its name. ok is false if it is not known.
type Tag func(r *Run, args string) (out string, ok bool)

// Block returns what a tag with an end prints, given the executed text between them.
type Block func(r *Run, args, body string) string

// Unknown is a value that only the tool knows, with its name for the message.
type Unknown string

const (
	mostSteps   = 1 << 20 // nodes, items, and pieces of 64 bytes that one page may execute
	mostPrinted = 4 << 20 // bytes of one value, and of one page
	mostNested  = 100     // level of tags in each other, and of files that include each other, as in Liquid
)

// TooMuch is the message for a page whose Liquid ends at a bound, for which Leave gets an empty text.
const (
	TooMuch     = "the Liquid of the page runs too long, or is nested too deeply: the rest is left out"
	TooMuchHint = "write less in loops and files to include"
)

// Run is the execution of one page.
type Run struct {
	*Engine
	Line    int // line in the page of the tag or value that is executed
	Depth   int // number of files around the text that include it
	filters map[string]Filter
	scopes  []map[string]any
	env     map[string]int // counters of increment and cycle
	last    map[*node]string
	macros  map[string]*macro
	calls   int // level of macros in each other
	local   int // index in scopes of the variables that tags set
	steps   int
	full    bool   // it does too much, and ends
	deep    bool   // files include each other too often
	stop    string // "break" or "continue" until the loop ends
	out     *output
	around  string // the end of what was printed before the file that is executed
}

// output is a text with the line of the page for each of its lines.
type output struct {
	strings.Builder
	lines []int
}

// write adds a text that starts in a line. stays means that all of it was made by this line.
func (o *output) write(s string, line int, stays bool) {
	o.WriteString(s)
	for range strings.Count(s, "\n") {
		if !stays {
			line++
		}
		o.lines = append(o.lines, line)
	}
}

// Execute executes a text. lines has the line of the text, from 1, for each line of the result.
func (e *Engine) Execute(text string) (out string, lines []int) {
	r := &Run{
		Engine: e, scopes: []map[string]any{{}}, env: map[string]int{}, last: map[*node]string{},
		macros: map[string]*macro{},
		out:    &output{lines: []int{1}}, filters: standard(),
	}
	if e.Nunjucks {
		maps.Copy(r.filters, jinjaLists())
	}
	maps.Copy(r.filters, e.Filters)
	r.run(r.parse(text))
	return r.out.String(), r.out.lines
}

// Include executes the text of another file with values in addition to those of the page, and returns what it prints.
// ok is false if files include each other without an end, for the one that the page includes.
func (r *Run) Include(text string, values map[string]any) (out string, ok bool) {
	if r.deep = r.deep || r.Depth == mostNested; r.deep {
		return "", false
	}
	r.Depth++
	r.scopes = append(r.scopes, values)
	nodes := r.parse(text)
	around := r.around
	r.around = r.Printed()
	out = r.captured(func() { r.run(nodes) })
	r.around = around
	r.scopes = r.scopes[:len(r.scopes)-1]
	r.Depth--
	if !r.deep {
		return out, true
	}
	r.deep = r.Depth > 0
	return "", false
}

// Eval returns the value of an expression with filters.
func (r *Run) Eval(s string) any { return r.known(r.parseExpr(s).eval(r)) }

// EvalWith is Eval with a variable. It is known only in the expression.
func (r *Run) EvalWith(name string, v any, s string) any {
	r.scopes = append(r.scopes, map[string]any{name: v})
	defer func() { r.scopes = r.scopes[:len(r.scopes)-1] }()
	return r.known(r.parseCondition(s).eval(r))
}

// Before returns what was printed in the current line, or the end of it if it is long.
func (r *Run) Before() string {
	s := r.out.String()
	s = s[max(0, len(s)-longestBefore):]
	return s[strings.LastIndexByte(s, '\n')+1:]
}

// longestBefore is the maximum length of Before, so that a long line is not searched for each of its tags.
const longestBefore = 1 << 12

// Printed returns the end of what was printed, also by the files around an included one.
func (r *Run) Printed() string {
	s := r.out.String()
	if len(s) < mostAround {
		s = r.around + s
	}
	return s[max(0, len(s)-mostAround):]
}

const mostAround = 1 << 15 // bytes before a value that are searched for elements around it

// Spend counts steps, and reports whether more are allowed.
func (r *Run) Spend(n int) bool {
	if r.steps += 1 + n; r.steps > mostSteps && !r.full {
		r.full = true
		r.Leave(r.Line, "\x00steps", "")
	}
	return !r.full
}

// captured returns what f prints.
func (r *Run) captured(f func()) string {
	out := r.out
	r.out = &output{}
	f()
	s := r.out.String()
	r.out = out
	return s
}

// print prints what was made by the current line.
func (r *Run) print(s string) {
	if r.out.Len()+len(s) > mostPrinted {
		r.Spend(mostSteps)
		return
	}
	r.out.write(s, r.Line, true)
}

func (r *Run) run(nodes []*node) {
	for _, n := range nodes {
		if !r.Spend(len(n.text)/64) || r.stop != "" || r.deep {
			return
		}
		if r.Depth == 0 {
			r.Line = n.line
		}
		switch n.kind {
		case text:
			if r.Depth > 0 {
				r.print(n.text)
			} else if r.out.Len() < mostPrinted {
				r.out.write(n.text, n.line, false)
			}
		case value:
			v := n.expr.eval(r)
			if r.Keep {
				s := r.kept(v, n.text)
				if n.expr.lit == s && (strings.Contains(s, "{{") || strings.Contains(s, "{%")) {
					s = "{% raw %}" + s + "{% endraw %}" // a text is not executed again
				}
				r.print(s)
				break
			}
			s := r.Text(r.known(v))
			if r.Print != nil {
				s = r.Print(r, s, n.expr.last())
			}
			r.print(s)
		case group:
			r.run(n.body)
		default:
			r.tag(n)
		}
	}
}

// kept returns how Python prints a value, or its source.
func (r *Run) kept(v any, source string) string {
	switch v.(type) {
	case nil, Unknown, map[string]any:
		return source
	case []any, Object:
		var b strings.Builder
		if !r.python(&b, v) {
			return source
		}
		return b.String()
	}
	return r.Text(v)
}

// known returns a value, or nil after a message if it is not known.
func (r *Run) known(v any) any {
	if u, ok := v.(Unknown); ok {
		name := string(u)
		shown := "{{ " + name + " }}"
		if filter, ok := strings.CutPrefix(name, "|"); ok {
			shown = "the filter" + filter
		}
		r.Leave(r.Line, name, shown)
		return nil
	}
	return v
}

// tag executes a tag.
func (r *Run) tag(n *node) {
	switch n.name {
	case "if", "unless":
		r.choose(n)
	case "case", "switch":
		r.cases(n)
	case "for", "tablerow":
		r.loop(n)
	case "assign", "set", "capture":
		if n.expr != nil {
			r.assign(n.key, r.known(n.expr.eval(r)))
		} else {
			r.assign(strings.Trim(n.args, `"'`), r.captured(func() { r.run(n.body) }))
		}
	case "echo":
		r.print(r.Text(r.known(n.expr.eval(r))))
	case "increment", "decrement":
		r.count(n)
	case "cycle":
		r.cycle(n)
	case "ifchanged":
		if s := r.captured(func() { r.run(n.body) }); s != r.last[n] {
			r.last[n] = s
			r.print(s)
		}
	case "break", "continue":
		r.stop = n.name
	default:
		if r.Nunjucks && isJinja(n.name) && n.closed {
			r.jinja(n)
			return
		}
		if block := r.Blocks[n.name]; block != nil && n.closed {
			r.print(block(r, n.args, r.captured(func() { r.run(n.body) })))
			return
		}
		if tag, ok := r.Tags[n.name]; ok {
			if tag == nil {
				return
			}
			if s, ok := tag(r, n.args); ok {
				r.print(s)
				return
			}
		}
		if r.Keep {
			r.print(n.text)
		} else if !r.deep {
			r.Leave(r.Line, n.name, "{% "+n.name+" %}")
		}
	}
}

// assign sets a variable for the rest of the page, or of the macro.
func (r *Run) assign(name string, v any) {
	if space, key, ok := strings.Cut(name, "."); ok { // of namespace()
		if t, ok := r.lookup(space).(*Table); ok && r.Spend(1) {
			t.set(key, v)
		}
	} else if name != "" {
		r.scopes[r.local][name] = v
	}
}

// lookup returns the value of a variable.
func (r *Run) lookup(name string) any {
	for _, scope := range slices.Backward(r.scopes) {
		if v, ok := scope[name]; ok {
			return v
		}
	}
	if n, ok := r.env[counter+name]; ok {
		return n
	}
	if r.Value == nil {
		return nil
	}
	return r.Value(r, name)
}

func (r *Run) choose(n *node) {
	for i, b := range n.branches {
		yes := b.expr == nil || r.truth(r.known(b.expr.eval(r)))
		if i == 0 && n.name == "unless" {
			yes = !yes
		}
		if yes {
			r.run(b.body)
			return
		}
	}
}

// cases executes all branches with the value, as Liquid does, or the other one. The switch of Nunjucks executes the first
// of them that contains something: https://mozilla.github.io/nunjucks/templating.html#switch
func (r *Run) cases(n *node) {
	v, hit := r.known(n.expr.eval(r)), false
	for _, b := range n.branches[1:] {
		if !(b.name == "else" && !hit || hit && n.name == "switch" ||
			slices.ContainsFunc(b.exprs, func(e *expr) bool { return r.equal(v, r.known(e.eval(r))) })) {
			continue
		}
		hit = hit || b.name != "else"
		if r.run(b.body); n.name == "switch" && len(b.body) > 0 {
			return
		}
	}
}

// bind sets the variables of a loop to an item.
func (l *loop) bind(scope map[string]any, v any) {
	if scope[l.name] = v; l.second != "" {
		pair, _ := v.([]any)
		pair = append(slices.Clone(pair), nil, nil)
		scope[l.name], scope[l.second] = pair[0], pair[1]
	}
}

// loop executes a for or tablerow.
func (r *Run) loop(n *node) {
	l := n.loop
	of := l.of.eval(r)
	_, unknown := of.(Unknown)
	of = r.known(of)
	list := r.items(of)
	if _, isText := of.(string); !l.pairs && (isText || isTable(of)) {
		list = r.each(of)
	}
	scope := map[string]any{}
	if l.only != nil {
		r.scopes = append(r.scopes, scope)
		list = slices.DeleteFunc(slices.Clone(list), func(v any) bool {
			l.bind(scope, v)
			return !r.Spend(0) || !r.truth(r.known(l.only.eval(r)))
		})
		r.scopes = r.scopes[:len(r.scopes)-1]
	}
	key := "\x00offset " + l.name
	from, to := 0, len(list)
	if l.offset != nil {
		if from = r.env[key]; !l.resume {
			from, _ = Int(r.known(l.offset.eval(r)))
		}
		from = max(0, min(from, to))
	}
	if l.limit != nil {
		if limit, ok := Int(r.known(l.limit.eval(r))); ok {
			to = min(to, from+max(0, limit))
		}
	}
	if l.resume || l.limit != nil {
		r.env[key] = to
	}
	list = slices.Clone(list[from:to])
	if l.reversed {
		slices.Reverse(list)
	}
	if len(list) == 0 && len(n.branches) > 1 {
		if !unknown { // else the text for an empty list may be false
			r.run(n.branches[1].body)
		}
		return
	}
	cols := len(list)
	if l.cols != nil {
		if m, ok := Int(r.known(l.cols.eval(r))); ok && m > 0 {
			cols = m
		}
	}
	parent := r.lookup("forloop")
	r.scopes = append(r.scopes, scope)
	for i, v := range list {
		if !r.Spend(0) {
			break
		}
		l.bind(scope, v)
		state := map[string]any{
			"index": i + 1, "index0": i, "first": i == 0, "last": i == len(list)-1, "length": len(list),
			"rindex": len(list) - i, "rindex0": len(list) - i - 1, "parentloop": parent,
			"revindex": len(list) - i, "revindex0": len(list) - i - 1,
			"col": i%max(1, cols) + 1, "col0": i % max(1, cols), "row": i/max(1, cols) + 1,
			"col_first": i%max(1, cols) == 0, "col_last": (i+1)%max(1, cols) == 0,
		}
		scope["forloop"], scope["loop"], scope["tablerowloop"] = state, state, state
		if n.name == "tablerow" {
			r.cell(n, i, cols, i == len(list)-1)
		} else {
			r.run(n.branches[0].body)
		}
		stop := r.stop
		if r.stop = ""; stop == "break" {
			break
		}
	}
	if n.name == "tablerow" && len(list) == 0 {
		r.print("<tr class=\"row1\">\n</tr>\n")
	}
	r.scopes = r.scopes[:len(r.scopes)-1]
}

// cell prints one cell of a tablerow.
func (r *Run) cell(n *node, i, cols int, last bool) {
	if i%cols == 0 {
		start := ""
		if i == 0 {
			start = "\n"
		}
		r.print(fmt.Sprintf("<tr class=\"row%d\">%s", i/cols+1, start))
	}
	r.print(fmt.Sprintf(`<td class="col%d">`, i%cols+1))
	r.run(n.branches[0].body)
	if r.print("</td>"); last || (i+1)%cols == 0 {
		r.print("</tr>\n")
	}
}

// counter begins the key of a counter, which is a variable that others of its name hide.
const counter = "\x00count "

// count executes increment and decrement.
func (r *Run) count(n *node) {
	key := counter + n.args
	if n.name == "decrement" {
		r.env[key]--
	}
	r.print(fmt.Sprint(r.env[key]))
	if n.name == "increment" {
		r.env[key]++
	}
}

func (r *Run) cycle(n *node) {
	key := "\x00cycle " + n.args
	if n.expr != nil {
		key = "\x00cycle " + r.Text(r.known(n.expr.eval(r)))
	}
	if len(n.exprs) > 0 {
		r.print(r.Text(r.known(n.exprs[r.env[key]%len(n.exprs)].eval(r))))
		r.env[key]++
	}
}
