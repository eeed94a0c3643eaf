package funcs

import (
	"fmt"
	"math"
	"reflect"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/template/tmpl/exec"
)

// Eqer is a value that defines its own equality, for eq and where.
type Eqer interface{ Eq(other any) bool }

// equal is the equality of eq: numbers by value (before Hugo 0.167, an integer never equals a float), strings of any
// kind by text, lists and maps by content and type, views of templates by identity.
func (l *lib) equal(a, b any) bool {
	switch x := a.(type) {
	case string:
		if y, ok := b.(string); ok {
			return x == y
		}
	case int:
		if y, ok := b.(int); ok {
			return x == y
		}
	case uint64: // from YAML
		if y, ok := b.(int); ok {
			return y >= 0 && x == uint64(y)
		}
	case bool:
		if y, ok := b.(bool); ok {
			return x == y
		}
	}
	if e, ok := a.(Eqer); ok {
		return e.Eq(b)
	}
	if e, ok := b.(Eqer); ok {
		return e.Eq(a)
	}
	a, b = l.normal(a), l.normal(b)
	if x, y := reflect.ValueOf(a), reflect.ValueOf(b); isNumber(x.Kind()) && isNumber(y.Kind()) &&
		x.Kind() != y.Kind() && !l.before(167) {
		n, whole := wholeOf(x)
		m, alsoWhole := wholeOf(y)
		return whole == alsoWhole && (whole && n == m || !whole && numberOf(x) == numberOf(y))
	}
	if err := exec.Bounded(a); err != nil {
		panic(err) // becomes the error of the function
	}
	return same(reflect.ValueOf(a), reflect.ValueOf(b))
}

// normal converts values of a sort to one type.
func (l *lib) normal(v any) any {
	if isNil(v) {
		return nil
	}
	if d, ok := v.(frontmatter.Local); ok {
		return d.In(l.location())
	}
	switch rv := reflect.ValueOf(v); {
	case isInt(rv.Kind()):
		return rv.Int()
	case isUint(rv.Kind()):
		if u := rv.Uint(); u > math.MaxInt64 {
			return u
		}
		return int64(rv.Uint())
	case isFloat(rv.Kind()):
		return rv.Float()
	case rv.Kind() == reflect.String:
		return rv.String()
	}
	return v
}

// same is reflect.DeepEqual without following pointers, since a page reaches every other page.
func same(a, b reflect.Value) bool {
	if !a.IsValid() || !b.IsValid() {
		return a.IsValid() == b.IsValid()
	}
	if a.Type() != b.Type() {
		return false
	}
	switch a.Kind() {
	case reflect.Interface:
		return same(a.Elem(), b.Elem())
	case reflect.Slice, reflect.Array:
		if a.Kind() == reflect.Slice && a.IsNil() != b.IsNil() || a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Map:
		if a.IsNil() != b.IsNil() || a.Len() != b.Len() {
			return false
		}
		for it := a.MapRange(); it.Next(); {
			e := b.MapIndex(it.Key())
			if !e.IsValid() || !same(it.Value(), e) {
				return false
			}
		}
		return true
	case reflect.Struct:
		if a.Type() == reflect.TypeFor[time.Time]() && a.CanInterface() && b.CanInterface() {
			return reflect.DeepEqual(a.Interface(), b.Interface())
		}
		for i := range a.NumField() {
			if !same(a.Field(i), b.Field(i)) {
				return false
			}
		}
		return true
	case reflect.Func:
		return a.IsNil() && b.IsNil()
	}
	return a.Equal(b)
}

// shape is the content of a map or a list as a key.
type shape string

// printed is the cost of printing a value in identity.
var printed = exec.Cost{Bytes: 32, Deep: true}

// identity returns a key for the set functions (in, uniq, union, and so on): numbers by value whatever their type, maps
// and lists by content, other values by identity.
func (l *lib) identity(v reflect.Value) any {
	if !v.IsValid() {
		return nil
	}
	switch {
	case isNumber(v.Kind()):
		if n, whole := wholeOf(v); whole {
			return n
		}
		return numberOf(v)
	case !v.Comparable():
		if err := exec.Bounded(v.Interface()); err != nil {
			panic(err) // becomes the error of the function
		}
		l.mustSpend(2 + printed.Amount(v.Interface()))
		// fmt sorts the keys of maps, and prints a view as its address.
		return shape(fmt.Sprintf("%#v", v.Interface()))
	}
	return v.Interface()
}
