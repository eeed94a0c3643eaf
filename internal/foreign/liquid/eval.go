package liquid

import (
	"math"
	"slices"
	"strings"
)

// eval returns the value of an expression: Unknown if it depends on one that is not known.
func (e *expr) eval(r *Run) any {
	if e == nil || !r.Spend(0) {
		return nil
	}
	switch e.op {
	case "":
		return e.lit
	case "var", "of":
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
	case "table":
		return e.table(r)
	case "filter":
		return e.filter(r)
	case "call":
		return e.call(r)
	case "~", "+", "-", "*", "/", "//", "%", "**":
		return e.sum(r)
	case "if":
		if r.truth(r.known(e.args[0].eval(r))) {
			return e.left.eval(r)
		}
		return e.right.eval(r)
	case "defined":
		v := e.left.eval(r)
		_, unknown := v.(Unknown)
		return v != nil && !unknown
	case "not":
		return !r.truth(r.known(e.left.eval(r)))
	case "and", "or":
		v := r.known(e.left.eval(r))
		if r.truth(v) != (e.op == "or") {
			v = r.known(e.right.eval(r))
		}
		if r.Nunjucks {
			return v
		}
		return truth(v)
	}
	return r.compare(r.known(e.left.eval(r)), e.op, r.known(e.right.eval(r)))
}

// sum returns the value of an operator of sums.
func (e *expr) sum(r *Run) any {
	left, right := e.left.eval(r), e.right.eval(r)
	for _, v := range []any{left, right} {
		if u, ok := v.(Unknown); ok {
			return u
		}
	}
	_, text := left.(string)
	_, text2 := right.(string)
	a, ok := number(left)
	b, ok2 := number(right)
	list, isList := left.([]any)
	list2, isList2 := right.([]any)
	switch {
	case e.op == "%" && text && r.Keep:
		if !isList2 {
			list2 = []any{right}
		}
		if out, ok := r.filters["format"](r, left, list2); ok {
			return out
		}
		return Unknown(e.op)
	case e.op == "~" || e.op == "+" && (text && text2 || (text || text2) && !r.Keep):
		out := r.Text(left) + r.Text(right)
		r.Spend(len(out) / 64)
		return out
	case e.op == "+" && isList && isList2:
		r.Spend(len(list) + len(list2))
		return slices.Concat(list, list2)
	case e.op == "*" && text && ok2:
		n := max(0, min(int(b), mostPrinted))
		if n*len(left.(string)) > mostPrinted || !r.Spend(n*len(left.(string))/64) {
			return nil
		}
		return strings.Repeat(left.(string), n)
	case !ok || !ok2:
		return Unknown(e.op)
	}
	_, point := left.(float64)
	_, point2 := right.(float64)
	whole := !point && !point2
	var n float64
	switch e.op {
	case "+":
		n = a + b
	case "-":
		n = a - b
	case "*":
		n = a * b
	case "%":
		n = a - b*math.Floor(a/b)
	case "//":
		n = math.Floor(a / b)
	case "**":
		n, whole = math.Pow(a, b), whole && b >= 0
	default:
		n, whole = a/b, false
	}
	if !r.Keep { // JavaScript has one kind of numbers
		whole = n == math.Trunc(n)
	}
	if out, ok := result(n, whole); ok {
		return out
	}
	return Unknown(e.op)
}

func (e *expr) variable(r *Run) any {
	path := e.name
	var v any
	if e.op == "of" {
		v = e.left.eval(r)
	} else {
		v = r.lookup(e.name)
	}
	for _, k := range e.args {
		if _, ok := v.(Unknown); ok {
			break
		}
		if k != nil && k.op == "slice" {
			v = k.slice(r, v)
			continue
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

// table returns a table that a text writes out.
func (e *expr) table(r *Run) any {
	t := &Table{Values: map[string]any{}}
	for pair := range slices.Chunk(e.args, 2) {
		key := any(pair[0].name) // of Nunjucks: a name is its text
		if r.Keep || pair[0].op != "var" || len(pair[0].args) > 0 {
			key = r.known(pair[0].eval(r))
		}
		t.set(r.Text(key), r.known(pair[1].eval(r)))
	}
	return t
}

// slice returns a part of a list or a text: https://docs.python.org/3/library/stdtypes.html#common-sequence-operations
func (e *expr) slice(r *Run, v any) any {
	list, isList := v.([]any)
	s, isText := v.(string)
	all := []rune(s)
	n := max(len(list), len(all))
	step := 1
	bound := func(i, value int) int {
		if i >= len(e.args) || e.args[i] == nil {
			return value
		}
		given, ok := Int(r.known(e.args[i].eval(r)))
		if !ok {
			return value
		}
		if i < 2 && given < 0 {
			given += n
		}
		return given
	}
	step = bound(2, 1)
	if !isList && !isText || step == 0 || !r.Spend(n/64) {
		return nil
	}
	first, last, low := 0, n, 0
	if step < 0 {
		first, last, low = n-1, -1, -1
	}
	from, to := bound(0, first), bound(1, last)
	from, to = max(low, min(from, n+low)), max(low, min(to, n+low))
	items, text := []any{}, []rune{}
	for i := from; i < to && step > 0 || i > to && step < 0; i += step {
		if isList {
			items = append(items, list[i])
		} else {
			text = append(text, all[i])
		}
	}
	if isList {
		return items
	}
	return string(text)
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
