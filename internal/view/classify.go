package view

import (
	"github.com/sitegen/sitegen/internal/media/picture"
	"github.com/sitegen/sitegen/internal/tmpl/funcs"
)

// classify says what a value is, for the functions of the reflect namespace.
func classify(v any) funcs.Class {
	switch v := v.(type) {
	case *Page:
		return funcs.IsPage
	case *Site:
		return funcs.IsSite
	case *Resource:
		c := funcs.IsResource
		if v != nil && v.ResourceType() == "image" {
			c |= funcs.IsImage
			if v.MediaType().SubType() != "svg" {
				c |= funcs.IsImageWithMeta
			}
			if picture.FormatOf(v.mediaType) != "" {
				c |= funcs.IsImageProcessable
			}
		}
		return c
	}
	return 0
}
