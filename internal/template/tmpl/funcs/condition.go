package funcs

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
)

// condition is the right side of where, analyzed once: an operator and a value.
type condition struct {
	lib  *lib
	op   operator
	with any
	v    reflect.Value // with, without pointers
	none bool          // with is nil
	// The value of with, if it has one of these types.
	text    string
	isText  bool
	list    bool
	pattern *expression // for like
}

func (l *lib) condition(args []any) (*condition, error) {
	c := &condition{lib: l}
	switch len(args) {
	case 1:
		c.with = args[0]
	case 2:
		name, ok := args[0].(string)
		if !ok {
			return nil, fmt.Errorf("where: the operator must be a string, not %s", describe(args[0]))
		}
		op, err := parseOperator(name)
		if err != nil {
			return nil, err
		}
		c.op, c.with = op, args[1]
	default:
		return nil, countError("where", "3 or 4", len(args)+2)
	}
	c.v, c.none = indirect(reflect.ValueOf(c.with))
	if c.none {
		return c, nil
	}
	c.list = isList(c.v.Kind())
	if c.isText = c.v.Kind() == reflect.String; c.isText {
		c.text = c.v.String()
		if c.op == opLike {
			re, err := l.regexp("where", c.text)
			if err != nil {
				return nil, err
			}
			c.pattern = re
		}
	}
	return c, nil
}

// question returns a text that identifies the condition, if possible.
func (c *condition) question(key any) (string, bool) {
	k, ok := key.(string)
	if !ok {
		return "", false
	}
	b := make([]byte, 0, 64)
	b = append(b, "where "...)
	b = append(b, operatorNames[c.op].name...)
	b = append(b, ' ')
	b = strconv.AppendQuote(b, k)
	return appendScalar(b, c.with)
}

// appendScalar adds a value to a question: texts, numbers, and lists of them.
func appendScalar(b []byte, v any) (string, bool) {
	b = append(b, ' ')
	switch v := v.(type) {
	case nil:
		b = append(b, "nil"...)
	case string:
		b = strconv.AppendQuote(b, v)
	case bool:
		b = strconv.AppendBool(b, v)
	case int:
		b = strconv.AppendInt(b, int64(v), 10)
	case int64:
		b = strconv.AppendInt(append(b, 'i'), v, 10)
	case uint64:
		b = strconv.AppendUint(append(b, 'u'), v, 10)
	case float64:
		b = append(b, 'f')
		b = strconv.AppendFloat(b, v, 'g', -1, 64)
	case time.Time: // compared by the second
		b = append(b, 't')
		b = strconv.AppendInt(b, v.Unix(), 10)
	case []string:
		for _, s := range v {
			b = append(b, ',')
			b = strconv.AppendQuote(b, s)
		}
		b = append(b, ";strings"...)
	case []any:
		for _, e := range v {
			if isList(reflect.ValueOf(e).Kind()) {
				return "", false
			}
			s, ok := appendScalar(b, e)
			if !ok {
				return "", false
			}
			b = append([]byte(s), ',')
		}
		b = append(b, ";any"...)
	default:
		return "", false
	}
	return string(b), true
}

// filter returns the indexes of the elements for which c holds.
func (c *condition) filter(list reflect.Value, read func(any) any) ([]int, error) {
	var keep []int
	for i := range list.Len() {
		ok, err := c.holds(read(list.Index(i).Interface()))
		if err != nil {
			return nil, err
		}
		if ok {
			keep = append(keep, i)
		}
	}
	return keep, nil
}

// holds reports whether v satisfies the condition. Values of different types never do, except numbers.
func (c *condition) holds(v any) (bool, error) {
	if s, ok := v.(string); ok && c.isText {
		return c.text2(s)
	}
	rv, none := indirect(reflect.ValueOf(v))
	switch {
	case none || c.none:
		switch c.op {
		case opEq:
			return none == c.none, nil
		case opNe:
			return none != c.none, nil
		}
		return false, nil
	case rv.Kind() == reflect.Bool && c.v.Kind() == reflect.Bool:
		switch c.op {
		case opEq:
			return rv.Bool() == c.v.Bool(), nil
		case opNe:
			return rv.Bool() != c.v.Bool(), nil
		}
		return false, nil
	}
	if c.op == opEq || c.op == opNe {
		if eq, ok := sameView(rv, c.v); ok {
			return eq == (c.op == opEq), nil
		}
	}
	switch {
	case rv.Kind() == reflect.String && c.isText:
		return c.text2(rv.String())
	case isNumber(rv.Kind()) && isNumber(c.v.Kind()):
		if a, ok := exact(rv); ok {
			if b, ok := exact(c.v); ok {
				return holdsFor(c.op, a, b), nil
			}
		}
		return holdsFor(c.op, numberOf(rv), numberOf(c.v)), nil
	case rv.Kind() == reflect.Struct && c.v.Kind() == reflect.Struct:
		a, okA := c.lib.moment(rv)
		b, okB := c.lib.moment(c.v)
		return okA && okB && holdsFor(c.op, a, b), nil
	case isList(rv.Kind()) && c.list:
		if c.op != opIntersect {
			return false, nil
		}
		if err := c.lib.spend(4 + (rv.Len()+c.v.Len())/2); err != nil {
			return false, err
		}
		both, err := c.lib.intersect(rv.Interface(), c.v.Interface())
		return err == nil && reflect.ValueOf(both).Len() > 0, err
	case c.list:
		if err := c.lib.spend(c.v.Len() / 8); err != nil {
			return false, err
		}
		return c.memberOf(rv), nil
	}
	return false, nil
}

// sameView compares views, and values that implement Eqer.
func sameView(a, b reflect.Value) (eq, ok bool) {
	if a.Kind() == reflect.Pointer || a.Kind() == reflect.Struct || b.Kind() == reflect.Pointer ||
		b.Kind() == reflect.Struct {
		x, y := a.Interface(), b.Interface()
		if e, ok := x.(Eqer); ok {
			return e.Eq(y), true
		}
		if e, ok := y.(Eqer); ok {
			return e.Eq(x), true
		}
		if a.Kind() == reflect.Pointer && b.Kind() == reflect.Pointer {
			return x == y, true
		}
	}
	return false, false
}

// text2 compares two texts.
func (c *condition) text2(s string) (bool, error) {
	if err := c.lib.spend((len(s) + len(c.text)) / 1024); err != nil {
		return false, err
	}
	switch c.op {
	case opIn:
		return strings.Contains(c.text, s), nil
	case opNotIn:
		return !strings.Contains(c.text, s), nil
	case opLike:
		if err := c.pattern.spend(c.lib, len(s)); err != nil {
			return false, err
		}
		return c.pattern.re.MatchString(s), nil
	}
	return holdsFor(c.op, s, c.text), nil
}

// memberOf implements in and not in for a single value and a list. Values that cannot be compared with any of the list
// are neither in it nor not in it; since Hugo 0.167, numbers and texts can be compared with everything.
func (c *condition) memberOf(v reflect.Value) bool {
	if c.op != opIn && c.op != opNotIn {
		return false
	}
	if c.v.Len() == 0 {
		return c.op == opNotIn
	}
	elem, number := c.v.Type().Elem(), isNumber(v.Kind())
	found, comparable := false, v.Kind() == reflect.String
	if !c.lib.before(167) {
		comparable = comparable || number
	} else if elem.Kind() != reflect.Interface && elem != v.Type() && !(isNumber(elem.Kind()) && number) {
		return false
	}
	for i := range c.v.Len() {
		e, none := indirect(c.v.Index(i))
		if none {
			continue
		}
		switch k := v.Kind(); {
		case isInt(k) && isNumber(e.Kind()):
			n, ok := wholeOf(e)
			comparable = comparable || ok
			found = found || ok && n == v.Int()
		case k == reflect.Float64 && isNumber(e.Kind()):
			comparable = true
			found = found || numberOf(e) == v.Float()
		case isUint(k) && isNumber(e.Kind()):
			comparable = true
			found = found || numberOf(e) == numberOf(v)
		case k == reflect.Struct:
			a, okA := c.lib.moment(v)
			b, okB := c.lib.moment(e)
			comparable = comparable || okA && okB
			found = found || okA && okB && a == b
		case k == reflect.String:
			found = found || e.Kind() == reflect.String && e.String() == v.String()
		}
	}
	return comparable && found == (c.op == opIn)
}

// exact returns an integer that needs no conversion.
func exact(v reflect.Value) (int64, bool) {
	if isFloat(v.Kind()) {
		return 0, false
	}
	return wholeOf(v)
}

// moment returns a time in seconds.
func (l *lib) moment(v reflect.Value) (int64, bool) {
	switch t := v.Interface().(type) {
	case time.Time:
		return t.Unix(), true
	case frontmatter.Local:
		return t.In(l.location()).Unix(), true
	}
	return 0, false
}

// holdsFor compares two values of one type; only the six comparisons can hold.
func holdsFor[T int64 | float64 | string](op operator, a, b T) bool {
	switch op {
	case opEq:
		return a == b
	case opNe:
		return a != b
	case opGe:
		return a >= b
	case opGt:
		return a > b
	case opLe:
		return a <= b
	case opLt:
		return a < b
	}
	return false
}
