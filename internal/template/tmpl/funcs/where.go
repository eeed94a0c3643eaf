package funcs

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// operator is a comparison of where.
type operator uint8

const (
	opEq operator = iota
	opNe
	opGe
	opGt
	opLe
	opLt
	opIn
	opNotIn
	opIntersect
	opLike
)

// operatorNames are the spellings of the operators, those for messages first.
var operatorNames = []struct {
	name string
	op   operator
}{
	{"eq", opEq},
	{"ne", opNe},
	{"ge", opGe},
	{"gt", opGt},
	{"le", opLe},
	{"lt", opLt},
	{"in", opIn},
	{"not in", opNotIn},
	{"intersect", opIntersect},
	{"like", opLike},
	{"", opEq},
	{"=", opEq},
	{"==", opEq},
	{"!=", opNe},
	{"<>", opNe},
	{">=", opGe},
	{">", opGt},
	{"<=", opLe},
	{"<", opLt},
}

func parseOperator(s string) (operator, error) {
	s = strings.TrimSpace(strings.ToLower(s))
	names := make([]string, 0, len(operatorNames))
	for _, o := range operatorNames {
		if o.name == s {
			return o.op, nil
		}
		names = append(names, o.name)
	}
	if near := diag.Nearest(s, names); near != "" {
		return 0, fmt.Errorf("where: unknown operator %q; did you mean %q?", s, near)
	}
	return 0, fmt.Errorf("where: unknown operator %q; use eq, ne, ge, gt, le, lt, in, not in, intersect, or like", s)
}

// where returns the elements of a list whose value under a key satisfies a condition; of a map of lists, the entries
// whose list has such an element.
func (l *lib) where(list, key any, args ...any) (any, error) {
	c, err := l.condition(args)
	if err != nil {
		return nil, err
	}
	if l.env.Keep != nil {
		if question, ok := c.question(key); ok {
			return l.env.Keep(list, question, func() (any, error) { return l.filter(c, list, key) })
		}
	}
	return l.filter(c, list, key)
}

func (l *lib) filter(c *condition, list, key any) (any, error) {
	v, none := indirect(reflect.ValueOf(list))
	if none {
		return nil, errors.New("where: the list is nil")
	}
	read := l.reader(key)
	switch {
	case isList(v.Kind()):
		keep, err := c.filter(v, read)
		if err != nil {
			return nil, err
		}
		out := reflect.MakeSlice(newSliceType(v.Type()), len(keep), len(keep))
		for to, from := range keep {
			out.Index(to).Set(v.Index(from))
		}
		return out.Interface(), nil
	case v.Kind() == reflect.Map:
		out := reflect.MakeMap(v.Type())
		for it := v.MapRange(); it.Next(); {
			below, none := indirect(it.Value())
			if none || !isList(below.Kind()) {
				continue
			}
			keep, err := c.filter(below, read)
			if err != nil {
				return nil, err
			}
			if len(keep) > 0 {
				out.SetMapIndex(it.Key(), it.Value())
			}
		}
		return out.Interface(), nil
	}
	return nil, fmt.Errorf("where: %s is not a list", describe(list))
}

func newSliceType(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Array {
		return reflect.SliceOf(t.Elem())
	}
	return t
}

// reader returns a function that reads the value under a key, which may be a path such as "Params.author.name".
// Unreadable values are nil, since where is used on many pages of which few have the key.
func (l *lib) reader(key any) func(v any) any {
	name, ok := key.(string)
	if !ok {
		return func(v any) any { // maps with keys of other types
			m, none := indirect(reflect.ValueOf(v))
			k := reflect.ValueOf(key)
			if none || m.Kind() != reflect.Map || !k.IsValid() || !k.Type().AssignableTo(m.Type().Key()) {
				return nil
			}
			if e := m.MapIndex(k); e.IsValid() {
				return e.Interface()
			}
			return nil
		}
	}
	path := strings.Split(strings.Trim(name, "."), ".")
	return func(v any) any {
		for _, name := range path {
			if m, ok := v.(map[string]any); ok {
				v = m[name]
				continue
			}
			if v == nil {
				return nil
			}
			next, err := l.env.Get(v, name)
			if err != nil {
				return nil
			}
			v = next
		}
		return v
	}
}
