package funcs

import (
	"errors"
	"fmt"
	"math/bits"
	"reflect"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"
)

// sort returns a sorted copy of a list, or of the values of a map. The first argument after the list is the sort key:
// nothing or "value" for the elements (for a map: its keys, or "value"), else a key of the elements, which may be a
// path. The second, "desc", reverses the order.
func (l *lib) sort(list any, args ...any) (any, error) {
	if list == nil {
		return nil, errors.New("sort: the list is nil")
	}
	v, none := indirect(reflect.ValueOf(list))
	if none {
		return nil, errors.New("sort: the list is nil")
	}
	var by string
	if len(args) > 0 {
		if s, err := str("sort", args[0]); err == nil {
			by = s
		}
	}
	desc := false
	if len(args) > 1 {
		s, err := str("sort", args[1])
		desc = err == nil && s == "desc"
	}
	if ss, ok := v.Interface().([]string); ok && (by == "" || by == "value") {
		if err := l.spend(len(ss) * comparisons(len(ss)) * 2); err != nil {
			return nil, err
		}
		return l.sortText(ss, desc), nil
	}
	if l.env.Keep != nil && by != "" {
		question := fmt.Sprintf("sort %q %t %s", by, desc, l.language().Key)
		return l.env.Keep(list, question, func() (any, error) { return l.sortBy(v, by, desc) })
	}
	return l.sortBy(v, by, desc)
}

func (l *lib) sortBy(v reflect.Value, by string, desc bool) (any, error) {
	var entries []entry
	typ := v.Type()
	switch {
	case isList(v.Kind()):
		entries = make([]entry, v.Len())
		for i := range entries {
			e := v.Index(i)
			entries[i] = entry{e, e.Interface()}
		}
		typ = newSliceType(typ)
	case v.Kind() == reflect.Map:
		entries = l.mapEntries(v)
		if by == "value" {
			for i := range entries {
				entries[i].key = entries[i].value.Interface()
			}
		}
		typ = reflect.SliceOf(typ.Elem())
	default:
		return nil, fmt.Errorf("sort: %s is not a list", describe(v.Interface()))
	}
	if by != "" && by != "value" {
		path := strings.Split(strings.Trim(by, "."), ".")
		for i := range entries {
			key, err := l.sortKey(entries[i].value.Interface(), path)
			if err != nil {
				return nil, err
			}
			entries[i].key = key
		}
	}
	if err := l.spendSort(entries); err != nil {
		return nil, err
	}
	l.sortEntries(entries, desc)
	out := reflect.MakeSlice(typ, len(entries), len(entries))
	for i, e := range entries {
		out.Index(i).Set(e.value)
	}
	return out.Interface(), nil
}

// entry is an element with its sort key.
type entry struct {
	value reflect.Value
	key   any
}

// mapEntries returns the entries of a map with their keys, in a fixed order.
func (l *lib) mapEntries(m reflect.Value) []entry {
	out := make([]entry, 0, m.Len())
	for it := m.MapRange(); it.Next(); {
		out = append(out, entry{it.Value(), it.Key().Interface()})
	}
	slices.SortFunc(out, func(a, b entry) int { return strings.Compare(fmt.Sprint(a.key), fmt.Sprint(b.key)) })
	return out
}

// missing is the sort key of an element without the parameter.
type missing struct{}

// sortKey reads the sort key of an element. A missing last key is nil, which sorts as 0, or missing if it is a
// parameter.
func (l *lib) sortKey(v any, path []string) (any, error) {
	inParams := false
	for i, name := range path {
		if v == nil {
			if inParams {
				return missing{}, nil
			}
			if i == 0 {
				return nil, nil
			}
			return nil, fmt.Errorf("sort: %s has no %s", strings.Join(path[:i], "."), name)
		}
		next, err := l.env.Get(v, name)
		if err != nil {
			return nil, fmt.Errorf("sort: %w", err)
		}
		v = next
		if !inParams {
			_, inParams = l.params(v)
		}
	}
	if v == nil && inParams {
		return missing{}, nil
	}
	return v, nil
}

// comparisons estimates how often a sort compares each of n elements.
func comparisons(n int) int { return bits.Len(uint(n)) }

// spendSort counts the work of a sort.
func (l *lib) spendSort(entries []entry) error {
	parts := 0
	for _, e := range entries {
		if s, ok := e.key.(string); ok {
			parts += 16 + min(len(s), 512)
		} else {
			parts += 4
		}
	}
	return l.spend(parts / 8 * comparisons(len(entries)))
}

func (l *lib) sortEntries(entries []entry, desc bool) {
	collate := l.collator().Compare
	old := l.before(167)
	slices.SortStableFunc(entries, func(a, b entry) int {
		x, y := 0.0, 0.0
		if !old || !incomparable(a.key, b.key) && !incomparable(b.key, a.key) {
			x, y = l.weigh(a.key, b.key, collate)
		}
		if desc {
			x, y = y, x
		}
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}

// incomparable reports whether a is missing and b is a nonnegative integer from YAML. Before Hugo 0.167, these counted
// as equal, so the element kept its position.
func incomparable(a, b any) bool {
	if _, ok := a.(missing); !ok {
		return false
	}
	_, ok := b.(uint64)
	return ok
}

func (l *lib) sortText(ss []string, desc bool) []string {
	out := slices.Clone(ss)
	if out == nil {
		out = []string{}
	}
	compare := l.collator().Compare
	slices.SortStableFunc(out, func(a, b string) int {
		if desc {
			a, b = b, a
		}
		return compare(a, b)
	})
	return out
}

// collator returns the collation of the current language.
func (l *lib) collator() *words.Collator {
	key := l.language().Key
	c, _ := l.collators.get(key, func() (*words.Collator, error) { return words.NewCollator(key), nil })
	return c
}
