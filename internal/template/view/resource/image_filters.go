package resource

import (
	"errors"
	"fmt"
	"image/color"
	"reflect"
	"strconv"

	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// ImageFilter is the result of the functions of https://gohugo.io/functions/images/, for Filter.
type ImageFilter struct {
	picture.Filter
	from []*Resource // of an image that the filter uses
}

// imageFunctions are the functions of https://gohugo.io/functions/images/, and Card.
func imageFunctions() map[string]any {
	out := map[string]any{
		"Card":       cardResource,
		"QR":         qrResource,
		"Config":     imageConfig,
		"Filter":     filterImage,
		"Process":    processFilter,
		"AutoOrient": func() *ImageFilter { return &ImageFilter{Filter: picture.AutoOrient()} },
		"Overlay":    overlayFilter,
		"Mask":       maskFilter,
		"Padding":    paddingFilter,
		"Dither":     ditherFilter,
		"Text":       textFilter,
	}
	for _, name := range []string{
		"Brightness", "ColorBalance", "Colorize", "Contrast", "Gamma", "GaussianBlur", "Grayscale", "Hue", "Invert",
		"Opacity", "Pixelate", "Saturation", "Sepia", "Sigmoid", "UnsharpMask",
	} {
		out[name] = numbersFilter(name)
	}
	return out
}

// numbersFilter returns the function for a filter with numeric arguments.
func numbersFilter(name string) func(args ...any) (*ImageFilter, error) {
	return func(args ...any) (*ImageFilter, error) {
		numbers := make([]float64, len(args))
		for i, a := range args {
			var err error
			if numbers[i], err = asNumber("images."+name, a); err != nil {
				return nil, err
			}
		}
		f, err := picture.Numbers(name, numbers...)
		return &ImageFilter{Filter: f}, err
	}
}

// asNumber converts a number, or the text of one.
func asNumber(name string, v any) (float64, error) {
	switch rv := reflect.ValueOf(v); {
	case !rv.IsValid():
	case rv.CanInt():
		return float64(rv.Int()), nil
	case rv.CanUint():
		return float64(rv.Uint()), nil
	case rv.CanFloat():
		return rv.Float(), nil
	case rv.Kind() == reflect.String:
		if f, err := strconv.ParseFloat(rv.String(), 64); err == nil {
			return f, nil
		}
	}
	return 0, fmt.Errorf("%s requires a number, not %v", name, v)
}

// processFilter implements images.Process: https://gohugo.io/functions/images/process/
func processFilter(c Scope, spec any) (*ImageFilter, error) {
	f, err := picture.Words(specification(c, tmpl.Text(spec)))
	if err != nil {
		return nil, fmt.Errorf("images.Process: %w", err)
	}
	return &ImageFilter{Filter: f}, nil
}

// filterImage implements images.Filter: the filters, then the image: https://gohugo.io/functions/images/filter/
func filterImage(c Scope, args ...any) (*Resource, error) {
	if len(args) < 2 {
		return nil, errors.New("images.Filter requires one filter or more, and an image")
	}
	r, ok := args[len(args)-1].(*Resource)
	if !ok || r == nil {
		return nil, fmt.Errorf("images.Filter requires an image last, not %T", args[len(args)-1])
	}
	return r.Filter(c, args[:len(args)-1]...)
}

// flatFilters appends the filters of a list, which may be nested.
func flatFilters(list []*ImageFilter, args []any) ([]*ImageFilter, error) {
	for _, a := range args {
		if f, ok := a.(*ImageFilter); ok && f != nil {
			list = append(list, f)
			continue
		}
		rv := reflect.ValueOf(a)
		if rv.Kind() != reflect.Slice {
			return nil, fmt.Errorf("Filter requires filters such as images.Grayscale, not %T", a)
		}
		inner := make([]any, rv.Len())
		for i := range inner {
			inner[i] = rv.Index(i).Interface()
		}
		var err error
		if list, err = flatFilters(list, inner); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// another returns the recipe of an image that a filter uses.
func another(c Scope, name string, v any) (*picture.Image, []*Resource, error) {
	r, ok := v.(*Resource)
	if !ok || r == nil {
		return nil, nil, fmt.Errorf("%s requires an image resource, not %T", name, v)
	}
	i, err := r.recipe(c, name)
	return i, r.sources(), err
}

// overlayFilter implements images.Overlay: https://gohugo.io/functions/images/overlay/
func overlayFilter(c Scope, image, x, y any) (*ImageFilter, error) {
	i, from, err := another(c, "images.Overlay", image)
	if err != nil {
		return nil, err
	}
	at := make([]int, 2)
	for n, v := range []any{x, y} {
		f, err := asNumber("images.Overlay", v)
		if err != nil {
			return nil, err
		}
		at[n] = int(f)
	}
	return &ImageFilter{picture.Overlay(i, at[0], at[1]), from}, nil
}

// maskFilter implements images.Mask: https://gohugo.io/functions/images/mask/
func maskFilter(c Scope, image any) (*ImageFilter, error) {
	i, from, err := another(c, "images.Mask", image)
	if err != nil {
		return nil, err
	}
	return &ImageFilter{picture.Mask(i), from}, nil
}

// paddingFilter implements images.Padding, with numbers in the order of CSS and an optional color last:
// https://gohugo.io/functions/images/padding/
func paddingFilter(args ...any) (*ImageFilter, error) {
	canvas := color.NRGBA{255, 255, 255, 255}
	if n := len(args); n > 0 {
		last := args[n-1]
		text, isText := last.(string)
		if c, ok := last.(picture.Color); ok {
			text, isText = c.ColorHex(), true
		}
		if isText {
			var err error
			if canvas, err = picture.ParseColor(text); err != nil {
				return nil, fmt.Errorf("images.Padding: %w", err)
			}
			args = args[:n-1]
		}
	}
	if len(args) < 1 || len(args) > 4 {
		return nil, errors.New("images.Padding takes one to four numbers of pixels, and an optional color at the end")
	}
	m := make([]int, len(args))
	for i, a := range args {
		f, err := asNumber("images.Padding", a)
		if err != nil {
			return nil, err
		}
		m[i] = int(f)
	}
	side := func(list ...int) int { // the first of these that is given
		for _, i := range list {
			if i < len(m) {
				return m[i]
			}
		}
		return 0
	}
	f, err := picture.Padding(m[0], side(1, 0), side(2, 0), side(3, 1, 0), canvas)
	return &ImageFilter{Filter: f}, err
}
