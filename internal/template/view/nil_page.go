package view

import (
	"reflect"

	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// NilPage is what GetPage returns for a path that no page has. It is always nil, so conditions see nothing. But
// every method of a page gives its zero value on it, as in Hugo: themes read (site.GetPage "x").Layout without a
// condition. Other pages that are missing, such as the parent of the home page, are nil pages, and reading
// them is an error.
type NilPage struct{}

// pageOrNil returns p, or NilPage for none.
func pageOrNil(p *Page, err error) (any, error) {
	if p == nil {
		return (*NilPage)(nil), err
	}
	return p, err
}

// Named returns the zero value of what a page's method of that name returns.
func (*NilPage) Named(_ tmpl.Scope, name string) (v any, ok bool, err error) {
	m, ok := reflect.TypeFor[*Page]().MethodByName(name)
	if !ok {
		return nil, false, tmpl.NoMember(reflect.TypeFor[*Page](), name)
	}
	return reflect.Zero(m.Type.Out(0)).Interface(), true, nil
}
