package exec

import (
	"cmp"
	"fmt"
	"html/template"
	"reflect"
)

// What a value may consist of that is printed, compared, or joined. Lists and maps contain each other, so a few of them,
// each twice in the next one, stand for more parts than any memory has room for.
const (
	mostBytes = 64 << 20
	mostParts = 16 << 20
	// MostLevels is how deep lists and maps may be in each other, where a function looks at all of them.
	MostLevels = 10_000
)

// What functions go through is counted in steps: so many bytes of a text, and for those that are Dear as many items of a
// list or map as fit into that.
const (
	worthStep = 1024
	worthItem = 64
)

// amount is how much a function has to go through for an argument, in bytes.
func (f *bound) amount(v any) int {
	switch v := v.(type) {
	case nil, bool, int:
		return 0
	case string:
		return len(v)
	case template.HTML:
		return len(v)
	}
	if f.bytes == 0 {
		return 0
	}
	switch rv := reflect.ValueOf(v); rv.Kind() {
	case reflect.String:
		return rv.Len()
	case reflect.Slice, reflect.Map:
		return rv.Len() * worthItem
	}
	return 0
}

// spend counts the arguments of a call.
func (f *bound) spend(st *state, site *place, args ...any) {
	n := 0
	for _, v := range args {
		n += f.amount(v)
	}
	if n > 0 {
		f.step(st, site, n)
	}
}

// step counts a call that goes through so many bytes.
func (f *bound) step(st *state, site *place, n int) {
	n /= cmp.Or(f.bytes, worthStep)
	if n == 0 || st.machine.Spend == nil {
		return
	}
	if err := st.machine.Spend(n); err != nil {
		st.fail(site, "error calling %s: %w", site.call, err)
	}
}

// Bounded returns an error if the texts of values are too long together, or if they have too many parts.
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

// mustBound panics with the error of Bounded, while a function or an escaper is called: it becomes the error of the call.
func mustBound(v any) {
	if err := Bounded(v); err != nil {
		panic(err)
	}
}

// weight counts what values consist of.
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

// add counts a value. It looks at lists and maps, not behind pointers: a page reaches every other page.
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

// tooLong returns an error for a text that is too long; nil for other values.
func tooLong(v any) error {
	n := 0
	switch v := v.(type) {
	case string:
		n = len(v)
	case template.HTML:
		n = len(v)
	}
	if n > mostBytes {
		return (&weight{bytes: n}).err()
	}
	return nil
}

// Print is fmt.Sprint, for values that are bounded.
func Print(args ...any) (string, error) {
	if err := Bounded(args...); err != nil {
		return "", err
	}
	return fmt.Sprint(args...), nil
}

// Println is fmt.Sprintln, for values that are bounded.
func Println(args ...any) (string, error) {
	if err := Bounded(args...); err != nil {
		return "", err
	}
	return fmt.Sprintln(args...), nil
}
