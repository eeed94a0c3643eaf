package exec

import (
	"cmp"
	"fmt"
	"html/template"
	"reflect"
)

// Limits for a value that is printed, compared, or joined. A few nested lists, each of which contains the next one
// twice, have more parts than fit into any memory.
const (
	mostBytes = 64 << 20
	mostParts = 4 << 20
	// MostLevels is the maximum nesting of lists and maps in functions that go through all levels.
	MostLevels = 10_000
)

// The work of programs is counted in steps, each of which takes about a quarter of a microsecond.
const (
	partsOfStep = 16 // parts per step; a node of a template is one part
	callParts   = 4  // parts per call of a function that is not Costly
	// worthStep is the number of bytes of text per step that a function reads or makes; a Costly one takes a step for
	// as many items of a list or map as fit into that.
	worthStep = 1024
	worthItem = 64
	// payAhead is the number of steps that are paid at once.
	payAhead = 64
)

// pay counts work at a place, in parts of a step.
func (st *state) pay(site *errorNode, parts int) {
	if m := st.machine; m.Spend != nil {
		if m.credit -= parts; m.credit < 0 {
			st.paySteps(site)
		}
	}
}

// paySteps pays for the counted work, and some steps ahead.
func (st *state) paySteps(site *errorNode) {
	m := st.machine
	steps := -m.credit/partsOfStep + payAhead
	m.credit += steps * partsOfStep
	st.check(site, m.Spend(steps))
}

// check ends the execution if err is an error.
func (st *state) check(site *errorNode, err error) {
	switch {
	case err == nil:
	case site != nil && site.call != "":
		st.fail(site, "error calling %s: %w", site.call, err)
	default:
		st.fail(site, "%w", err)
	}
}

// made counts a text that was made.
func (st *state) made(site *errorNode, bytes int) {
	st.pay(site, bytes/(worthStep/partsOfStep))
	if grow := st.machine.Grow; grow != nil {
		st.check(site, grow(bytes))
	}
}

// Amount returns the number of steps for the arguments of a call, without Call itself.
func (c Cost) Amount(args ...any) int {
	n := 0
	for _, v := range args {
		n += c.amount(v)
	}
	return n / cmp.Or(c.Bytes, worthStep)
}

// amount returns the number of bytes that a function has to read for an argument.
func (c *Cost) amount(v any) int {
	switch v := v.(type) {
	case nil, bool, int:
		return 0
	case string:
		return len(v)
	case template.HTML:
		return len(v)
	}
	if c.Bytes == 0 && !c.Deep {
		return 0
	}
	switch rv := reflect.ValueOf(v); rv.Kind() {
	case reflect.String:
		return rv.Len()
	case reflect.Slice, reflect.Map, reflect.Struct:
		if c.Deep {
			w := weight{}
			w.add(rv)
			return w.bytes + w.parts*worthItem
		}
		if rv.Kind() != reflect.Struct {
			return rv.Len() * worthItem
		}
	}
	return 0
}

// spend counts a call with its arguments.
func (f *bound) spend(st *state, site *errorNode, args ...any) {
	n := 0
	for _, v := range args {
		n += f.cost.amount(v)
	}
	f.step(st, site, n)
}

// step counts a call that goes through n bytes.
func (f *bound) step(st *state, site *errorNode, n int) {
	if n > 0 {
		n = n * partsOfStep / cmp.Or(f.cost.Bytes, worthStep)
	}
	st.pay(site, f.parts+n)
}

// Bounded returns an error if the texts in values are too long in total, or if they have too many parts.
func Bounded(values ...any) error {
	w := weight{}
	for _, v := range values {
		switch v := v.(type) {
		case nil, bool, int, float64:
		case string:
			w.bytes += len(v)
		case template.HTML:
			w.bytes += len(v)
		default:
			w.add(reflect.ValueOf(v))
		}
		if err := w.err(); err != nil {
			return err
		}
	}
	return nil
}

// mustBound panics with the error of Bounded during a call of a function or an escaper. The panic becomes the error of
// the call.
func mustBound(v any) {
	if err := Bounded(v); err != nil {
		panic(err)
	}
}

// weight counts the parts of values.
type weight struct{ parts, bytes, level, deepest int }

func (w *weight) err() error {
	switch {
	case w.bytes > mostBytes:
		return fmt.Errorf("a text of %d bytes is longer than %d MB", w.bytes, mostBytes>>20)
	case w.deepest > MostLevels:
		return fmt.Errorf("a value nested more than %d levels deep", MostLevels)
	case w.parts > mostParts:
		return fmt.Errorf("a value with more than %d parts", mostParts)
	}
	return nil
}

// add counts a value. It follows lists and maps but not pointers, since a page reaches every other page.
func (w *weight) add(v reflect.Value) {
	w.parts++
	w.level++
	if w.deepest = max(w.deepest, w.level); w.err() == nil {
		w.look(v)
	}
	w.level--
}

func (w *weight) look(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		w.add(v.Elem())
	case reflect.String:
		w.bytes += v.Len()
	case reflect.Slice, reflect.Array:
		for i := 0; i < v.Len() && w.err() == nil; i++ {
			w.add(v.Index(i))
		}
	case reflect.Map:
		for it := v.MapRange(); w.err() == nil && it.Next(); {
			w.add(it.Key())
			w.add(it.Value())
		}
	}
}

// textLength returns the length of a text; 0 for other values.
func textLength(v any) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case template.HTML:
		return len(v)
	}
	return 0
}

// Print is fmt.Sprint with the limits of Bounded.
func Print(args ...any) (string, error) {
	if err := Bounded(args...); err != nil {
		return "", err
	}
	return fmt.Sprint(args...), nil
}

// Println is fmt.Sprintln with the limits of Bounded.
func Println(args ...any) (string, error) {
	if err := Bounded(args...); err != nil {
		return "", err
	}
	return fmt.Sprintln(args...), nil
}

// deep is the cost of printing a value.
var deep = Cost{Bytes: 256, Deep: true}

// weigh counts a value that is printed.
func (st *state) weigh(site *errorNode, v any) {
	switch v.(type) {
	case nil, bool, int, string, template.HTML:
		if n := textLength(v); n > 0 {
			st.pay(site, n/(worthStep/partsOfStep))
		}
		return
	}
	if n := deep.amount(v); n > 0 {
		st.pay(site, n*partsOfStep/deep.Bytes)
	}
}

// bounded ends the execution if a value is too large to be printed.
func (st *state) bounded(site *errorNode, v any) {
	if err := Bounded(v); err != nil {
		st.fail(site, "%w", err)
	}
	st.weigh(site, v)
}

// Bytes returns the total size of the texts in a value.
func Bytes(v any) int {
	w := weight{}
	w.add(reflect.ValueOf(v))
	return w.bytes
}
