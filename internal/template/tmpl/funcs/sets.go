package funcs

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// in reports whether a list has a member equal to v, or a text contains v.
func (l *lib) in(list, v any) (bool, error) {
	if list == nil || v == nil {
		return false, nil
	}
	switch list := list.(type) {
	case string:
		s, err := str("in", v)
		return err == nil && strings.Contains(list, s), nil
	case []string:
		s, ok := v.(string)
		return ok && slices.Contains(list, s), nil
	}
	lv := reflect.ValueOf(list)
	if isList(lv.Kind()) && lv.Type() != reflect.TypeFor[[]byte]() {
		key := l.identity(reflect.ValueOf(v))
		for i := range lv.Len() {
			e, none := indirect(lv.Index(i))
			if !none && l.identity(e) == key {
				return true, nil
			}
		}
		return false, nil
	}
	text, part, err := str2("in", list, v)
	return err == nil && strings.Contains(text, part), nil
}

// setList converts an argument of a set function.
func setList(fn string, list any) (reflect.Value, error) {
	v := reflect.ValueOf(list)
	if !v.IsValid() || !isList(v.Kind()) {
		return v, fmt.Errorf("%s: %s is not a list", fn, describe(list))
	}
	return v, nil
}

// set collects elements with the type of a list, each once.
type set struct {
	lib  *lib
	out  reflect.Value
	seen map[any]bool
}

func (l *lib) newSet(like reflect.Type) *set {
	if like.Kind() == reflect.Array {
		like = reflect.SliceOf(like.Elem())
	}
	return &set{lib: l, out: reflect.MakeSlice(like, 0, 0), seen: map[any]bool{}}
}

func (s *set) add(v reflect.Value) {
	key := s.lib.identity(v)
	if !s.seen[key] {
		s.seen[key] = true
		s.out = reflect.Append(s.out, v)
	}
}

// comparableKey returns the key of an element for intersect. All kinds of text are one sort, numbers another; views and
// structs are compared by identity. Booleans, lists, and maps are skipped, as in Hugo.
func comparableKey(v reflect.Value) (any, bool) {
	v, none := indirect(v)
	if none {
		return nil, false
	}
	switch {
	case v.Kind() == reflect.String:
		return v.String(), true
	case isNumber(v.Kind()):
		return numberOf(v), true
	case (v.Kind() == reflect.Pointer || v.Kind() == reflect.Struct) && v.Comparable():
		return v.Interface(), true
	}
	return nil, false
}

// intersect returns the common elements of both lists, in the order of the first.
func (l *lib) intersect(a, b any) (any, error) {
	if a == nil || b == nil {
		return []any{}, nil
	}
	av, err := setList("intersect", a)
	if err != nil {
		return nil, err
	}
	bv, err := setList("intersect", b)
	if err != nil {
		return nil, err
	}
	for _, v := range []reflect.Value{av, bv} {
		if v.Len() > 0 && !v.Type().Elem().Comparable() {
			return nil, fmt.Errorf("intersect: lists of %s cannot be compared", v.Type().Elem())
		}
	}
	have := make(map[any]bool, bv.Len())
	for i := range bv.Len() {
		if k, ok := comparableKey(bv.Index(i)); ok {
			have[k] = true
		}
	}
	out := l.newSet(av.Type())
	for i := range av.Len() {
		if k, ok := comparableKey(av.Index(i)); ok && have[k] {
			e, _ := indirect(av.Index(i))
			out.add(e)
		}
	}
	return out.out.Interface(), nil
}

// union returns the elements of both lists, each once. The second list's elements are converted to the type of the
// first list's; those that cannot be are left out.
func (l *lib) union(a, b any) (any, error) {
	switch {
	case a == nil && b == nil:
		return []any{}, nil
	case a == nil:
		return b, nil
	case b == nil:
		return a, nil
	}
	av, err := setList("union", a)
	if err != nil {
		return nil, err
	}
	bv, err := setList("union", b)
	if err != nil {
		return nil, err
	}
	out := l.newSet(av.Type())
	ae, be := av.Type().Elem(), bv.Type().Elem()
	old := l.before(167)
	if av.Type() != bv.Type() && ae.Kind() != reflect.Interface && be.Kind() != reflect.Interface &&
		(old || !isNumber(ae.Kind()) || !isNumber(be.Kind())) {
		return out.out.Interface(), nil
	}
	var like reflect.Value
	for i := range av.Len() {
		e, none := indirect(av.Index(i))
		if !e.Comparable() {
			return nil, fmt.Errorf("union: lists of %s cannot be compared", e.Type())
		}
		like = e
		if !none {
			out.add(e)
		}
	}
	if old {
		out.addLike(like, bv)
		return out.out.Interface(), nil
	}
	for i := range bv.Len() {
		if e, none := indirect(bv.Index(i)); !none {
			if e, ok := asElement(e, out.out.Type().Elem()); ok {
				out.add(e)
			}
		}
	}
	return out.out.Interface(), nil
}

// addLike adds the elements of a list that are of the same sort as like, as union did before Hugo 0.167. Without like,
// that is the first of them.
func (s *set) addLike(like, list reflect.Value) {
	if !like.IsValid() && list.Len() > 0 {
		like = list.Index(0)
	}
	for i := range list.Len() {
		e := list.Index(i)
		switch k := like.Kind(); {
		case k == reflect.String:
			if text, none := indirect(e); !none && text.Kind() == reflect.String {
				s.add(reflect.ValueOf(text.String()))
			}
		case isNumber(k):
			if n, ok := toNumberType(e, like.Type()); ok {
				s.add(n)
			}
		case k == reflect.Interface, k == reflect.Struct, k == reflect.Pointer:
			e, _ = indirect(e)
			s.add(e)
		}
	}
}

func (l *lib) uniq(list any) (any, error) {
	if list == nil {
		return []any{}, nil
	}
	v, err := setList("uniq", list)
	if err != nil {
		return nil, err
	}
	out := l.newSet(v.Type())
	for i := range v.Len() {
		e, _ := indirect(v.Index(i))
		out.add(e)
	}
	return out.out.Interface(), nil
}

// members returns the identities of all elements of some lists.
func (l *lib) members(fn string, lists ...any) (map[any]bool, error) {
	seen := map[any]bool{}
	for _, list := range lists {
		v, err := setList(fn, list)
		if err != nil {
			return nil, err
		}
		for i := range v.Len() {
			e, _ := indirect(v.Index(i))
			if !e.Comparable() {
				return nil, fmt.Errorf("%s: a list of %s cannot be compared", fn, e.Type())
			}
			seen[l.identity(e)] = true
		}
	}
	return seen, nil
}

// complement returns the elements of the last list that are in none of the others.
func (l *lib) complement(lists ...any) (any, error) {
	if len(lists) < 2 {
		return nil, countError("complement", "at least 2", len(lists))
	}
	without, err := l.members("complement", lists[:len(lists)-1]...)
	if err != nil {
		return nil, err
	}
	v, err := setList("complement", lists[len(lists)-1])
	if err != nil {
		return nil, err
	}
	out := l.newSet(v.Type()).out
	for i := range v.Len() {
		e, _ := indirect(v.Index(i))
		if !without[l.identity(e)] {
			out = reflect.Append(out, e)
		}
	}
	return out.Interface(), nil
}

// symDiff returns the elements that only one of the lists has: first those of the second list, then of the first.
func (l *lib) symDiff(b, a any) (any, error) {
	inA, err := l.members("symdiff", a)
	if err != nil {
		return nil, err
	}
	inB, err := l.members("symdiff", b)
	if err != nil {
		return nil, err
	}
	out := l.newSet(reflect.TypeOf(a)).out
	elem := out.Type().Elem()
	for _, list := range []any{a, b} {
		v := reflect.ValueOf(list)
		for i := range v.Len() {
			e, _ := indirect(v.Index(i))
			if key := l.identity(e); inA[key] == inB[key] {
				continue
			}
			c, ok := asElement(e, elem)
			if !ok {
				return nil, errors.New("symdiff: " + describe(e.Interface()) + " does not fit into a list of " + elem.String())
			}
			out = reflect.Append(out, c)
		}
	}
	return out.Interface(), nil
}

// asElement converts v to the element type of a list.
func asElement(v reflect.Value, to reflect.Type) (reflect.Value, bool) {
	switch {
	case v.Type().AssignableTo(to):
		return v, true
	case to.Kind() == reflect.String && v.Kind() == reflect.String:
		return v.Convert(to), true
	case isNumber(to.Kind()):
		return toNumberType(v, to)
	}
	return v, false
}
