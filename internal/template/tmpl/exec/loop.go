package exec

import (
	"cmp"
	"io"
	"maps"
	"reflect"
	"slices"
	texttemplate "text/template"
	"text/template/parse"
)

// loop is a compiled range.
type loop struct {
	body, other   step
	first, second int // slots of variables; -1 for none
	at            *errorNode
	pointers      map[reflect.Type]bool // types to which functions take pointers
}

// loop compiles a range.
func (c *compiler) loop(n *parse.RangeNode) step {
	value := c.pipeline(n.Pipe).run
	l := &loop{first: -1, second: -1, at: c.at, pointers: c.pointers}
	mark := len(c.vars)
	for i, v := range n.Pipe.Decl {
		slot := mark - len(n.Pipe.Decl) + i
		if n.Pipe.IsAssign {
			slot = c.slot(v, v.Ident[0])
		}
		if i == 0 {
			l.first = slot
		} else {
			l.second = slot
		}
	}
	l.body = c.list(n.List)
	c.vars = c.vars[:mark]
	l.other = c.list(n.ElseList)
	return func(st *state, dot any) flow {
		switch ran, end := l.run(st, value(st, dot)); {
		case end == done:
			return done
		case ran:
			return goOn
		}
		return l.other(st, dot)
	}
}

// run iterates over a value, and reports whether it has items and how the last iteration ended.
func (l *loop) run(st *state, v any) (ran bool, end flow) {
	switch list := v.(type) {
	case nil:
		return false, goOn
	case []any:
		for i, x := range list {
			if x == nil {
				x = odd{reflect.ValueOf(&list[i]).Elem()}
			}
			if end = l.item(st, i, x); end >= leave {
				break
			}
		}
		return len(list) > 0, end
	}
	rv, _ := indirect(reflected(v))
	switch rv.Kind() {
	case reflect.Array, reflect.Slice:
		return rv.Len() > 0, l.list(st, rv)
	case reflect.Map:
		return rv.Len() > 0, l.mapped(st, rv)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if l.second >= 0 {
			st.fail(l.at, "can't use %v to iterate over more than one variable", rv)
		}
		return l.each(st, rv)
	case reflect.Chan:
		return l.received(st, rv)
	case reflect.Invalid:
		return false, goOn
	case reflect.Func:
		if rv.Type().CanSeq() {
			if l.second >= 0 {
				st.fail(l.at, "can't use %v iterate over more than one variable", rv)
			}
			return l.each(st, rv)
		}
		if rv.Type().CanSeq2() {
			return l.pairs(st, rv)
		}
	}
	st.fail(l.at, "range can't iterate over %v", rv)
	return false, goOn
}

// item executes one iteration; index is counted from 0.
func (l *loop) item(st *state, index int, v any) flow {
	switch {
	case l.second >= 0:
		st.frame[l.first], st.frame[l.second] = index, v
	case l.first >= 0:
		st.frame[l.first] = v
	}
	return l.body(st, v)
}

// keyed executes one iteration with a key of any type.
func (l *loop) keyed(st *state, key, v any) flow {
	switch {
	case l.second >= 0:
		st.frame[l.first], st.frame[l.second] = key, v
	case l.first >= 0:
		st.frame[l.first] = v
	}
	return l.body(st, v)
}

// list iterates over a slice or array.
func (l *loop) list(st *state, rv reflect.Value) (end flow) {
	addressed := l.addressCounts(rv.Type().Elem())
	for i := range rv.Len() {
		if end = l.item(st, i, valueOf(rv.Index(i), addressed)); end >= leave {
			break
		}
	}
	return end
}

// addressCounts reports whether addressable values of a type can do more than copies: they have methods with pointer
// receivers, or a function takes a pointer.
func (l *loop) addressCounts(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface, reflect.Pointer:
		return false
	}
	return l.pointers[t] || t.Name() != "" && reflect.PointerTo(t).NumMethod() > t.NumMethod()
}

// mapped iterates over a map in the order of its keys.
func (l *loop) mapped(st *state, rv reflect.Value) (end flow) {
	if t := rv.Type(); t.Key() == reflect.TypeFor[string]() && t.Elem() == anyType {
		m := rv.Convert(reflect.TypeFor[map[string]any]()).Interface().(map[string]any)
		for _, k := range slices.Sorted(maps.Keys(m)) {
			v := m[k]
			if v == nil {
				v = nilOfAny
			}
			if end = l.keyed(st, k, v); end >= leave {
				break
			}
		}
		return end
	}
	for _, e := range sorted(rv) {
		if end = l.keyed(st, valueOf(e.key, false), valueOf(e.value, false)); end >= leave {
			break
		}
	}
	return end
}

type entry struct{ key, value reflect.Value }

// sorted returns the entries of a map in text/template's order.
func sorted(m reflect.Value) []entry {
	var all []entry
	if m.Type().Key().Kind() == reflect.String {
		for it := m.MapRange(); it.Next(); {
			all = append(all, entry{it.Key(), it.Value()})
		}
		slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(a.key.String(), b.key.String()) })
		return all
	}
	note := func(k, v reflect.Value) string {
		all = append(all, entry{k, v})
		return ""
	}
	t := texttemplate.Must(texttemplate.New("sorted").Funcs(texttemplate.FuncMap{"note": note}).Parse(`{{ range $k, $v := . }}{{ note $k $v }}{{ end }}`))
	if err := t.Execute(io.Discard, m); err != nil {
		panic(err) // nothing in it can fail
	}
	return all
}

// each iterates over a number, or a function iterator of one value.
func (l *loop) each(st *state, rv reflect.Value) (ran bool, end flow) {
	for v := range rv.Seq() {
		ran = true
		if end = l.keyed(st, nil, valueOf(v, true)); end >= leave {
			break
		}
	}
	return ran, end
}

// pairs iterates over a function iterator of two values.
func (l *loop) pairs(st *state, rv reflect.Value) (ran bool, end flow) {
	for k, v := range rv.Seq2() {
		ran = true
		key, value := valueOf(k, true), valueOf(v, true)
		if l.second < 0 {
			key, value = nil, key
		}
		if end = l.keyed(st, key, value); end >= leave {
			break
		}
	}
	return ran, end
}

// received iterates over a channel.
func (l *loop) received(st *state, rv reflect.Value) (ran bool, end flow) {
	if rv.IsNil() {
		return false, goOn
	}
	if rv.Type().ChanDir() == reflect.SendDir {
		st.fail(l.at, "range over send-only channel %v", rv)
	}
	for i := 0; ; i++ {
		v, ok := rv.Recv()
		if !ok {
			return i > 0, end
		}
		if end = l.item(st, i, valueOf(v, false)); end >= leave {
			return true, end
		}
	}
}
