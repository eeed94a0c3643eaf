package funcs

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
)

// collections returns the namespace collections.
func (l *lib) collections() map[string]any {
	return map[string]any{
		"After":      after,
		"Append":     l.append,
		"Apply":      l.apply,
		"Complement": l.complement,
		"D":          l.sample,
		"Delimit":    l.delimit,
		"Dictionary": dictionary,
		"First":      first,
		"Group":      l.group,
		"In":         l.in,
		"Index": func(item any, keys ...any) (any, error) {
			v, err := l.index(item, keys...)
			return untyped(v), err
		},
		"Intersect":  l.intersect,
		"IsSet":      l.isSet,
		"KeyVals":    func(key any, values ...any) KeyValues { return KeyValues{key, values} },
		"Last":       last,
		"Merge":      l.merge,
		"NewScratch": func() any { return l.env.NewScratch() },
		"Querify":    l.querify,
		"Reverse":    reverse,
		"Seq":        l.seq,
		"Shuffle":    l.shuffle,
		"Slice":      l.slice,
		"Sort":       l.sort,
		"SymDiff":    l.symDiff,
		"Union":      l.union,
		"Uniq":       l.uniq,
		"Where":      l.where,
	}
}

// KeyValues is the result of keyVals.
type KeyValues struct {
	Key    any
	Values []any
}

// String returns "key: [values]".
func (k KeyValues) String() string { return fmt.Sprintf("%v: %v", k.Key, k.Values) }

// KeyString returns the key as a string, "" if it is not one.
func (k KeyValues) KeyString() string {
	s, err := str("keyVals", k.Key)
	if err != nil {
		return ""
	}
	return s
}

func countError(fn, want string, got int) error {
	return fmt.Errorf("%s: wrong number of arguments: want %s, got %d", fn, want, got)
}

// part converts the arguments of first, last, and after. A string is a list of bytes.
func part(fn string, n, list any) (int, reflect.Value, error) {
	if n == nil || list == nil {
		return 0, reflect.Value{}, fmt.Errorf("%s: the number and the list must not be nil", fn)
	}
	i, err := integer(fn, n)
	if err != nil {
		return 0, reflect.Value{}, err
	}
	if i < 0 {
		return 0, reflect.Value{}, fmt.Errorf("%s: the number must not be negative, got %d", fn, i)
	}
	v, err := listOf(fn, list, true)
	return i, v, err
}

// listOf returns the slice or array in list, or a string if text is true.
func listOf(fn string, list any, text bool) (reflect.Value, error) {
	v, none := indirect(reflect.ValueOf(list))
	switch {
	case none:
		return v, fmt.Errorf("%s: the list is nil", fn)
	case isList(v.Kind()), text && v.Kind() == reflect.String:
		return v, nil
	}
	return v, fmt.Errorf("%s: %s is not a list", fn, describe(list))
}

func after(n, list any) (any, error) {
	i, v, err := part("after", n, list)
	if err != nil {
		return nil, err
	}
	if i >= v.Len() {
		return v.Slice(0, 0).Interface(), nil
	}
	return v.Slice(i, v.Len()).Interface(), nil
}

func first(n, list any) (any, error) {
	i, v, err := part("first", n, list)
	if err != nil {
		return nil, err
	}
	return v.Slice(0, min(i, v.Len())).Interface(), nil
}

func last(n, list any) (any, error) {
	i, v, err := part("last", n, list)
	if err != nil {
		return nil, err
	}
	return v.Slice(v.Len()-min(i, v.Len()), v.Len()).Interface(), nil
}

// slice makes a list of its arguments: a typed one if they have one type.
func (l *lib) slice(args ...any) any {
	if len(args) == 0 {
		return []any{}
	}
	elem := reflect.TypeOf(args[0])
	if elem == nil {
		return args
	}
	for _, a := range args[1:] {
		if reflect.TypeOf(a) != elem {
			return args
		}
	}
	if elem == reflect.TypeFor[string]() {
		out := make([]string, len(args))
		for i, a := range args {
			out[i] = a.(string)
		}
		return out
	}
	typ := reflect.SliceOf(elem)
	if l.env.List != nil {
		if t := l.env.List(elem); t != nil {
			typ = t
		}
	}
	out := reflect.MakeSlice(typ, len(args), len(args))
	for i, a := range args {
		out.Index(i).Set(reflect.ValueOf(a))
	}
	return out.Interface()
}

// append adds all but the last argument to the last one, which is not changed.
func (l *lib) append(args ...any) (any, error) {
	if len(args) < 2 {
		return nil, countError("append", "at least 2", len(args))
	}
	to, from := args[len(args)-1], args[:len(args)-1]
	list, none := indirect(reflect.ValueOf(to))
	if none {
		return l.slice(from...), nil
	}
	if list.Kind() != reflect.Slice {
		return nil, fmt.Errorf("append: %s is not a list", describe(to))
	}
	elem := list.Type().Elem()
	if elem.Kind() == reflect.Slice {
		return l.appendLists(list, from)
	}
	if len(from) == 1 {
		more := reflect.ValueOf(from[0])
		switch {
		case !more.IsValid():
			return plainList(list, []any{nil}), l.spend(list.Len() / itemSteps)
		case more.Kind() != reflect.Slice:
		case list.Len() == 0:
			return from[0], nil
		case more.Len() == 0 && !l.before(167):
			return list.Interface(), nil
		case list.Len()+more.Len() > mostItems:
			return nil, tooManyItems("append", list.Len()+more.Len())
		case l.spend((list.Len()+more.Len())/itemSteps) != nil:
			return nil, l.spend(1)
		case more.Type().Elem() == elem:
			return reflect.AppendSlice(clip(list), more).Interface(), nil
		case !more.Type().Elem().AssignableTo(elem):
			return plainList(list, plainList(more, nil)), nil
		}
	}
	if list.Len() == 0 {
		return l.slice(from...), nil
	}
	for _, f := range from {
		if v := reflect.ValueOf(f); !v.IsValid() || !v.Type().AssignableTo(elem) {
			if err := l.spend(list.Len() / itemSteps); err != nil {
				return nil, err
			}
			return plainList(list, from), nil
		}
	}
	out := l.grown.room(list)
	if out.Len()+len(from) > out.Cap() {
		if err := l.spend(out.Len() / itemSteps); err != nil { // it is copied
			return nil, err
		}
	}
	for _, f := range from {
		out = reflect.Append(out, reflect.ValueOf(f))
	}
	l.grown.keep(out)
	return clip(out).Interface(), nil
}

// grown are the lists that append made last, with spare capacity: templates build lists of thousands of values one by
// one, and copying them each time takes quadratic time.
type grown struct {
	lists [4]reflect.Value
	next  int
}

// fewToKeep is the number of values from which on a list is kept.
const fewToKeep = 64

// room returns a list with spare capacity if nothing was appended to it yet, else without.
func (g *grown) room(list reflect.Value) reflect.Value {
	for i, v := range g.lists {
		if v.IsValid() && v.Type() == list.Type() && v.Len() == list.Len() && v.UnsafePointer() == list.UnsafePointer() {
			g.lists[i] = reflect.Value{}
			return v
		}
	}
	return clip(list)
}

func (g *grown) keep(list reflect.Value) {
	if list.Len() < fewToKeep {
		return
	}
	for i, v := range g.lists {
		if !v.IsValid() {
			g.lists[i] = list
			return
		}
	}
	g.lists[g.next%len(g.lists)] = list
	g.next++
}

// mostItems limits the lists that functions make.
const mostItems = 4 << 20

func tooManyItems(fn string, n int) error {
	return fmt.Errorf("%s: a list of %d items is longer than %d", fn, n, mostItems)
}

// clip returns list without spare capacity, so that appending to it copies it.
func clip(list reflect.Value) reflect.Value { return list.Slice3(0, list.Len(), list.Len()) }

// appendLists adds lists to a list of lists.
func (l *lib) appendLists(list reflect.Value, from []any) (any, error) {
	inner := list.Type().Elem().Elem()
	out := clip(list)
	if err := l.spend(list.Len() / itemSteps); err != nil {
		return nil, err
	}
	for _, f := range from {
		v := reflect.ValueOf(f)
		if !v.IsValid() || v.Kind() != reflect.Slice || v.Type().Elem() != inner {
			return nil, fmt.Errorf("append: cannot add %s to a list of lists of %s", describe(f), inner)
		}
		out = reflect.Append(out, v)
	}
	return out.Interface(), nil
}

// plainList returns the elements of list and more as []any.
func plainList(list reflect.Value, more []any) []any {
	out := make([]any, 0, list.Len()+len(more))
	for i := range list.Len() {
		out = append(out, list.Index(i).Interface())
	}
	return append(out, more...)
}

func reverse(list any) (any, error) {
	if list == nil {
		return nil, nil
	}
	v := reflect.ValueOf(list)
	if v.Kind() != reflect.Slice {
		return nil, fmt.Errorf("collections.Reverse: %s is not a list", describe(list))
	}
	n := v.Len()
	out := reflect.MakeSlice(v.Type(), n, n)
	for i := range n {
		out.Index(i).Set(v.Index(n - 1 - i))
	}
	return out.Interface(), nil
}

func (l *lib) shuffle(list any) (any, error) {
	v, err := listOf("shuffle", list, false)
	if err != nil {
		return nil, err
	}
	n := v.Len()
	out := reflect.MakeSlice(reflect.SliceOf(v.Type().Elem()), n, n)
	if v.Kind() == reflect.Slice {
		out = reflect.MakeSlice(v.Type(), n, n)
	}
	random := rand.New(rand.NewPCG(l.env.Random(), uint64(n)))
	for i, to := range random.Perm(n) {
		out.Index(to).Set(v.Index(i))
	}
	return out.Interface(), nil
}

func (l *lib) delimit(list, delimiter any, lastDelimiter ...any) (string, error) {
	sep, err := str("delimit", delimiter)
	if err != nil {
		return "", err
	}
	end := sep
	if len(lastDelimiter) > 0 {
		if s, err := str("delimit", lastDelimiter[0]); err == nil {
			end = s
		}
	}
	if ss, ok := list.([]string); ok && end == sep {
		n := len(sep) * len(ss)
		for _, s := range ss {
			n += len(s)
		}
		if n > maxRepeat {
			return "", fmt.Errorf("delimit: the result is longer than %d MB", maxRepeat>>20)
		}
		return strings.Join(ss, sep), nil
	}
	v, none := indirect(reflect.ValueOf(list))
	if !none && v.Kind() == reflect.Map {
		sorted, err := l.sort(list)
		if err != nil {
			return "", err
		}
		list = sorted
	}
	if v, err = listOf("delimit", list, true); err != nil {
		return "", err
	}
	var b strings.Builder
	for i := range v.Len() {
		if b.Len() > maxRepeat {
			return "", fmt.Errorf("delimit: the result is longer than %d MB", maxRepeat>>20)
		}
		s, err := str("delimit", v.Index(i).Interface())
		if err != nil {
			continue // as in Hugo, a value that is not text is left out with its delimiter
		}
		b.WriteString(s)
		switch i {
		case v.Len() - 1:
		case v.Len() - 2:
			b.WriteString(end)
		default:
			b.WriteString(sep)
		}
	}
	return b.String(), nil
}

// apply calls a function for each element; "." in the arguments is the element.
func (l *lib) apply(list any, fn string, args ...any) (any, error) {
	if list == nil {
		return []any{}, nil
	}
	if fn == "apply" || fn == "collections.Apply" {
		return nil, errors.New("apply: cannot apply itself")
	}
	v, err := listOf("apply", list, false)
	if err != nil {
		return nil, err
	}
	out := make([]any, v.Len())
	for i := range out {
		if err := l.spend(8 + len(args)/4); err != nil {
			return nil, err
		}
		with := slices.Clone(args)
		for j, a := range with {
			if a == "." {
				with[j] = v.Index(i).Interface()
			}
		}
		if out[i], err = l.env.Call(fn, with...); err != nil {
			return nil, fmt.Errorf("apply: %w", err)
		}
	}
	return out, nil
}

func (l *lib) group(key, items any) (any, error) {
	if key == nil {
		return nil, errors.New("group: the key is nil")
	}
	return l.env.Group(key, items)
}
