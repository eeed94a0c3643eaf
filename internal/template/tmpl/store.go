package tmpl

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// Store keeps values by key: the result of newScratch and .Store. https://gohugo.io/functions/collections/newscratch/
//
// It belongs to one rendering and is not safe for concurrent use.
type Store struct {
	values map[string]any
	own    map[string]bool // keys whose maps and lists this store made; others may be shared by all pages
	missed map[string]bool // keys that were read before they were set; nil if not recorded
}

// NewWatchedStore returns an empty Store that records keys read before they were set.
func NewWatchedStore() *Store {
	s := NewStore()
	s.missed = make(map[string]bool)
	return s
}

// Missed reports whether other, which may be nil, has a value for a key that was read from s before it was set. It is a
// function, since templates can call the methods of a Store.
func Missed(s, other *Store) bool {
	for key := range s.missed {
		if other != nil && other.values[key] != nil {
			return true
		}
	}
	return false
}

// read records that the value of a key is read.
func (s *Store) read(key string) {
	if s.missed != nil && s.values[key] == nil {
		s.missed[key] = true
	}
}

// String prints the values as fmt prints a map (string).
func (s *Store) String() string { return fmt.Sprint(s.values) }

// NewStore returns an empty Store.
func NewStore() *Store { return &Store{values: make(map[string]any)} }

// Set stores a value; it prints nothing (string).
func (s *Store) Set(c Scope, key string, value any) (string, error) {
	if err := c.Running().keep(value); err != nil {
		return "", err
	}
	s.set(key, value)
	return "", nil
}

// Put stores a value from another store. It is a function, since templates can call the methods of a Store.
func Put(s *Store, key string, value any) { s.set(key, value) }

func (s *Store) set(key string, value any) {
	s.values[key] = value
	delete(s.own, key)
}

// Get returns the value of a key, nil if there is none (any).
func (s *Store) Get(key string) any {
	s.read(key)
	if v := reflect.ValueOf(s.values[key]); s.own[key] && v.Kind() == reflect.Slice {
		return v.Slice3(0, v.Len(), v.Len()).Interface() // its capacity is for Add
	}
	return s.values[key]
}

// Delete removes a key (string).
func (s *Store) Delete(key string) string {
	delete(s.values, key)
	delete(s.own, key)
	return ""
}

// Add adds to the value of a key: to a number or string like the function add, to a list by appending (string).
func (s *Store) Add(c Scope, key string, value any) (string, error) {
	s.read(key)
	have, ok := s.values[key]
	if !ok || have == nil {
		return s.Set(c, key, value)
	}
	rv := reflect.ValueOf(have)
	if rv.Kind() == reflect.Slice {
		return "", s.addToList(c, key, rv, value)
	}
	sum, err := sumOf(rv, reflect.ValueOf(value))
	if err == nil {
		err = c.Running().keep(sum)
	}
	if err != nil {
		return "", err
	}
	s.values[key] = sum
	return "", nil
}

// addToList appends to the list of a key. Lists made by the store have spare capacity, since copying a list each time
// takes quadratic time.
func (s *Store) addToList(c Scope, key string, have reflect.Value, value any) error {
	if v := reflect.ValueOf(value); s.own[key] && v.IsValid() && have.Len() < MaxItems/2 {
		switch elem := have.Type().Elem(); {
		case v.Type() == have.Type() && v.Len() <= have.Len():
			s.values[key] = reflect.AppendSlice(have, v).Interface()
			return nil
		case v.Kind() != reflect.Slice && v.Type().AssignableTo(elem):
			s.values[key] = reflect.Append(have, v).Interface()
			return nil
		}
	}
	list := appendTo(have, value)
	if err := c.Running().keep(list); err != nil {
		return err
	}
	s.set(key, list)
	if have.Len() > 0 { // else it is the value itself
		s.owns(key)
	}
	return nil
}

// owns records that only this store uses the map or list of a key.
func (s *Store) owns(key string) {
	if s.own == nil {
		s.own = make(map[string]bool)
	}
	s.own[key] = true
}

// sumOf adds numbers (an integer and a float give a float) and joins strings.
func sumOf(a, b reflect.Value) (any, error) {
	switch {
	case a.CanInt() && b.CanInt():
		return int(a.Int() + b.Int()), nil
	case a.CanUint() && b.CanUint():
		return a.Uint() + b.Uint(), nil
	case a.Kind() == reflect.String && b.Kind() == reflect.String:
		return a.String() + b.String(), nil
	}
	if a.IsValid() && b.IsValid() {
		x, ok := Number(a.Interface())
		y, ok2 := Number(b.Interface())
		if ok && ok2 {
			return x + y, nil
		}
		return nil, fmt.Errorf("cannot add %s to %s", b.Type(), a.Type())
	}
	return nil, fmt.Errorf("cannot add nil to %s", a.Type())
}

// appendTo returns a new list: have followed by a value, or by the values of a list of the same or another type, as the
// function append does. The elements are any if types are mixed; an empty list takes the type of the addition.
func appendTo(have reflect.Value, value any) any {
	elem := have.Type().Elem()
	more := []reflect.Value{reflect.ValueOf(value)}
	if more[0].IsValid() && more[0].Type() == have.Type() && have.Len() > 0 {
		out := reflect.MakeSlice(have.Type(), 0, have.Len()+more[0].Len())
		return reflect.AppendSlice(reflect.AppendSlice(out, have), more[0]).Interface()
	}
	if have.Len() == 0 && elem.Kind() != reflect.Slice {
		switch more[0].Kind() {
		case reflect.Slice:
			return value
		case reflect.Invalid, reflect.Pointer, reflect.Struct: // views have special list types
		default:
			elem = more[0].Type()
			have = reflect.MakeSlice(reflect.SliceOf(elem), 0, 1)
		}
	}
	if v := more[0]; v.IsValid() && v.Kind() == reflect.Slice {
		if of := v.Type().Elem(); of == elem || !of.AssignableTo(elem) && v.Type() != elem {
			more = more[:0]
			for i := range v.Len() {
				more = append(more, v.Index(i))
			}
		}
	}
	typ := have.Type()
	for _, m := range more {
		if !m.IsValid() || !m.Type().AssignableTo(elem) {
			typ = reflect.TypeFor[[]any]()
		}
	}
	out := reflect.MakeSlice(typ, 0, have.Len()+len(more))
	if typ == have.Type() {
		out = reflect.AppendSlice(out, have) // lists of thousands of values grow one by one
	} else {
		for i := range have.Len() {
			out = reflect.Append(out, have.Index(i))
		}
	}
	for _, m := range more {
		if !m.IsValid() {
			m = reflect.Zero(typ.Elem())
		}
		out = reflect.Append(out, m)
	}
	return out.Interface()
}

// SetInMap stores a value by key and key in a map (string).
func (s *Store) SetInMap(c Scope, key, mapKey string, value any) (string, error) {
	if err := c.Running().keep(value); err != nil {
		return "", err
	}
	m, err := s.inner(key)
	if err != nil {
		return "", err
	}
	s.ownMap(key, m)[mapKey] = value
	return "", nil
}

// DeleteInMap removes a key of a map (string).
func (s *Store) DeleteInMap(key, mapKey string) (string, error) {
	m, err := s.inner(key)
	if _, ok := m[mapKey]; ok {
		delete(s.ownMap(key, m), mapKey)
	}
	return "", err
}

// GetSortedMapValues returns the values of a map in the order of its keys; nil without the map ([]any).
func (s *Store) GetSortedMapValues(key string) (any, error) {
	m, err := s.inner(key)
	if m == nil || err != nil {
		return nil, err
	}
	out := make([]any, 0, len(m))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		out = append(out, m[k])
	}
	return out, nil
}

// Values returns all values by key (map).
func (s *Store) Values() map[string]any { return s.values }

// ownMap returns the map m of a key, which may be nil, as a map that only this store uses. Others, for example from
// data files or a body, are shared by all renderings and copied.
func (s *Store) ownMap(key string, m map[string]any) map[string]any {
	if s.own[key] {
		return m
	}
	if m = maps.Clone(m); m == nil {
		m = make(map[string]any)
	}
	s.values[key] = m
	s.owns(key)
	return m
}

// inner returns the map under a key; nil if there is none.
func (s *Store) inner(key string) (map[string]any, error) {
	v, ok := s.values[key]
	if !ok || v == nil {
		return nil, nil
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the value of %q is %T, not a map made by SetInMap", key, v)
	}
	return m, nil
}
