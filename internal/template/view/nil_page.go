package view

import (
	"reflect"

	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// NilPage is the result of GetPage for a path without a page. It is always nil, so it is false as a condition. But
// every method of a page returns its zero value, as in Hugo: themes read (site.GetPage "x").Layout without a condition.
// Other missing pages, such as the parent of the home page, are nil pages, and reading them is an error.
type NilPage struct{}

// pageOrNil returns p, or NilPage if it is nil.
func pageOrNil(p *Page, err error) (any, error) {
	if p == nil {
		return (*NilPage)(nil), err
	}
	return p, err
}

// PrintableValue is nil: templates print nothing.
func (*NilPage) PrintableValue() any { return nil }

// Named returns the zero value for a page's method with that name.
func (*NilPage) Named(_ tmpl.Scope, name string) (v any, ok bool, err error) {
	m, ok := reflect.TypeFor[*Page]().MethodByName(name)
	if !ok {
		return nil, false, tmpl.NoMember(reflect.TypeFor[*Page](), name)
	}
	return reflect.Zero(m.Type.Out(0)).Interface(), true, nil
}
