package liquid

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
)

// Object is a value with members that are computed when they are asked for.
type Object interface {
	Member(r *Run, key string) any // nil: none
	Keys(r *Run) []string          // in the order of a loop
}

// Table is a table whose keys have an order.
type Table struct {
	Names  []string
	Values map[string]any
}

// Member returns a value of the table.
func (t *Table) Member(_ *Run, key string) any { return t.Values[key] }

// Keys returns the keys in their order.
func (t *Table) Keys(*Run) []string { return t.Names }

// set gives a key a value.
func (t *Table) set(key string, v any) {
	if _, known := t.Values[key]; !known {
		t.Names = append(t.Names, key)
	}
	t.Values[key] = v
}

// truth reports whether a value counts as true: all but nil and false.
func truth(v any) bool { return v != nil && v != false }

// truth reports whether a value counts as true, for the language of the text.
func (r *Run) truth(v any) bool {
	if !r.Nunjucks || !truth(v) {
		return truth(v)
	}
	switch v := v.(type) {
	case string:
		return v != ""
	case []any:
		return !r.Keep || len(v) > 0
	case map[string]any:
		return !r.Keep || len(v) > 0
	case *Table:
		return !r.Keep || len(v.Names) > 0
	}
	n, ok := number(v)
	return !ok || n != 0
}

// number returns a number of any type.
func number(v any) (n float64, ok bool) {
	if i, isInt := v.(int); isInt {
		return float64(i), true
	}
	return frontmatter.Float(v)
}

// Int returns a number, or a text with a number, as an integer.
func Int(v any) (n int, ok bool) {
	if s, isText := v.(string); isText {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		return n, err == nil
	}
	f, ok := number(v)
	if !ok || math.Abs(f) > 1<<53 || math.IsNaN(f) {
		return 0, false
	}
	return int(f), true
}

// member returns a member of a value.
func (r *Run) member(v, key any) any {
	name, isText := key.(string)
	switch v := v.(type) {
	case Object:
		if out := v.Member(r, r.Text(key)); out != nil || name != "size" {
			return out
		}
		return len(v.Keys(r))
	case map[string]any:
		if !isText {
			name = r.Text(key)
		}
		if out, ok := v[name]; ok {
			return out
		}
		if out, ok := v[strings.ToLower(name)]; ok { // front matter has its keys in lower case
			return out
		}
		if name == "size" {
			return len(v)
		}
	case []any:
		switch n, ok := number(key); {
		case name == "size":
			return len(v)
		case name == "first" && len(v) > 0:
			return v[0]
		case name == "last" && len(v) > 0:
			return v[len(v)-1]
		case ok && n < 0 && int(n)+len(v) >= 0:
			return v[int(n)+len(v)]
		case ok && n >= 0 && int(n) < len(v):
			return v[int(n)]
		}
	case string:
		if name == "size" {
			return len([]rune(v))
		}
		if list := r.each(v); r.Keep && !isText {
			return r.member(list, key)
		}
	}
	return nil
}

// items returns what a loop over a value visits: the items of a list, or pairs of key and value.
func (r *Run) items(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case map[string]any:
		out := make([]any, 0, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out = append(out, []any{key, v[key]})
		}
		return out
	case Object:
		var out []any
		for _, key := range v.Keys(r) {
			out = append(out, []any{key, v.Member(r, key)})
		}
		return out
	case string:
		if v != "" {
			return []any{v}
		}
	}
	return nil
}

// list returns the input of a filter of lists: nil is empty, and any other value the only item.
func (r *Run) list(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case nil:
		return []any{}
	}
	return []any{v}
}

// flat returns a list with the items of the lists in it, as the filters of Liquid see it.
func (r *Run) flat(v any) []any {
	list := r.list(v)
	if !slices.ContainsFunc(list, func(v any) bool { _, ok := v.([]any); return ok }) {
		return list
	}
	var out []any
	for _, one := range list {
		if inner, ok := one.([]any); !ok {
			out = append(out, one)
		} else if r.Spend(len(inner)) {
			out = append(out, r.flat(inner)...)
		}
	}
	return out
}

// each returns what Python iterates over in a value: the items of a list, the characters of a text, or the keys of a
// table.
func (r *Run) each(v any) []any {
	switch v := v.(type) {
	case string:
		var out []any
		for _, c := range v {
			out = append(out, string(c))
		}
		r.Spend(len(v))
		return out
	case map[string]any, Object:
		return ends(r.items(v), 0)
	}
	return r.list(v)
}

// pairs returns the input of a filter that sorts: of a table, its pairs of key and value.
func (r *Run) pairs(v any) []any {
	switch v.(type) {
	case map[string]any, Object:
		return r.items(v)
	}
	return r.list(v)
}

// end returns what f finds in a list, or in the pairs of a table; nil for other values.
func (r *Run) end(v any, f func(list []any) any) any {
	if r.Keep {
		v = r.each(v)
	}
	switch v.(type) {
	case []any, map[string]any, Object:
		return f(r.items(v))
	}
	return nil
}

// values returns a list, and the values of a table, as the filters of Jekyll see it.
func (r *Run) values(v any) []any {
	switch v.(type) {
	case map[string]any, Object:
		var out []any
		for _, pair := range r.items(v) {
			out = append(out, pair.([]any)[1])
		}
		return out
	}
	return r.list(v)
}

// Text returns what a value prints.
func (r *Run) Text(v any) string {
	var b strings.Builder
	r.write(&b, v, false)
	return b.String()
}

// write prints a value; inside means in a table, as Ruby's inspect.
func (r *Run) write(b *strings.Builder, v any, inside bool) {
	if !r.Spend(0) || b.Len() > mostPrinted {
		return
	}
	switch v.(type) {
	case []any, bool, *Table:
		if r.Keep && r.python(b, v) {
			return
		}
	}
	switch v := v.(type) {
	case nil, special:
		if inside {
			b.WriteString("nil")
		}
	case string:
		if inside {
			v = strconv.Quote(v)
		}
		b.WriteString(v)
	case bool:
		b.WriteString(strconv.FormatBool(v))
	case []any:
		if !inside {
			for _, one := range v {
				r.write(b, one, false)
			}
			return
		}
		b.WriteByte('[')
		for i, one := range v {
			if i > 0 {
				b.WriteString(", ")
			}
			r.write(b, one, true)
		}
		b.WriteByte(']')
	case map[string]any, *Table:
		b.WriteByte('{')
		for i, pair := range r.items(v) {
			if i > 0 {
				b.WriteString(", ")
			}
			r.write(b, pair.([]any)[0], true)
			b.WriteString("=>")
			r.write(b, pair.([]any)[1], true)
		}
		b.WriteByte('}')
	case time.Time:
		b.WriteString(v.Format("2006-01-02 15:04:05 -0700"))
	case float64:
		b.WriteString(float(v))
	default:
		if n, ok := number(v); ok {
			b.WriteString(strconv.FormatFloat(n, 'f', -1, 64))
		} else if s, ok := v.(fmt.Stringer); ok { // a date
			b.WriteString(s.String())
		}
	}
}

// float returns a number with a point, as in Ruby.
func float(n float64) string {
	s := strconv.FormatFloat(n, 'f', -1, 64)
	if !strings.ContainsAny(s, ".IN") {
		s += ".0"
	}
	return s
}

// equal compares two values.
func (r *Run) equal(a, b any) bool {
	if !r.Spend(0) {
		return false
	}
	if s, ok := a.(special); ok {
		return r.is(b, s)
	}
	if s, ok := b.(special); ok {
		return r.is(a, s)
	}
	n, ok := number(a)
	m, ok2 := number(b)
	if ok && ok2 {
		return n == m
	}
	switch a := a.(type) {
	case string, bool, nil:
		return a == b
	case []any:
		list, ok := b.([]any)
		return ok && slices.EqualFunc(a, list, r.equal)
	case time.Time:
		t, ok := b.(time.Time)
		return ok && a.Equal(t)
	}
	return r.Text(a) == r.Text(b)
}

// is reports whether a value is empty or blank.
func (r *Run) is(v any, what special) bool {
	switch v := v.(type) {
	case string:
		return v == "" || what == "blank" && strings.TrimSpace(v) == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	case Object:
		return len(v.Keys(r)) == 0
	}
	return what == "blank" && !truth(v)
}

// compare returns the result of a comparison.
func (r *Run) compare(a any, op string, b any) bool {
	switch op {
	case "==":
		return r.equal(a, b)
	case "!=":
		return !r.equal(a, b)
	case "contains":
		switch a := a.(type) {
		case string:
			return b != nil && strings.Contains(a, r.Text(b))
		case []any:
			return slices.ContainsFunc(a, func(one any) bool { return r.equal(one, b) })
		case map[string]any:
			_, ok := a[r.Text(b)]
			return ok
		case Object:
			return slices.Contains(a.Keys(r), r.Text(b))
		}
		return false
	}
	c, ok := order(a, b)
	switch {
	case !ok:
		return false
	case op == "<":
		return c < 0
	case op == "<=":
		return c <= 0
	case op == ">":
		return c > 0
	}
	return c >= 0
}

// order compares two numbers, texts, times, or lists.
func order(a, b any) (c int, ok bool) {
	n, ok := number(a)
	m, ok2 := number(b)
	if ok && ok2 {
		return cmp.Compare(n, m), true
	}
	if s, ok := a.(string); ok {
		t, ok := b.(string)
		return strings.Compare(s, t), ok
	}
	if list, ok := a.([]any); ok {
		others, ok := b.([]any)
		for i := range min(len(list), len(others)) {
			if c, ok := order(list[i], others[i]); c != 0 || !ok {
				return c, ok
			}
		}
		return len(list) - len(others), ok
	}
	if s, ok := dateOf(a); ok {
		t, ok := dateOf(b)
		return s.Compare(t), ok
	}
	return 0, false
}

// Whole returns a value with its whole numbers as integers, which print without a point. It changes v.
func Whole(v any) any {
	switch v := v.(type) {
	case float64:
		if n := int(v); float64(n) == v {
			return n
		}
	case []any:
		for i, one := range v {
			v[i] = Whole(one)
		}
	case map[string]any:
		for key, one := range v {
			v[key] = Whole(one)
		}
	}
	return v
}
