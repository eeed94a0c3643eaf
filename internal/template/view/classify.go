package view

import (
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// classOf returns the class of a value, for the functions of the reflect namespace.
func classOf(v any) funcs.Class {
	switch v := v.(type) {
	case *Page:
		return funcs.IsPage | funcs.IsResource
	case *Site:
		return funcs.IsSite
	case *resource.Resource:
		return resource.Classify(v)
	}
	return 0
}
