package resource

import (
	"errors"
	"fmt"
	"image/color"

	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// ditherFilter implements images.Dither: https://gohugo.io/functions/images/dither/
func ditherFilter(options ...any) (*ImageFilter, error) {
	const function = "images.Dither"
	o := struct {
		Colors     []any
		Method     string
		Serpentine bool
		Strength   any
	}{Colors: []any{"000000", "ffffff"}, Method: "FloydSteinberg", Serpentine: true, Strength: 1}
	if err := filterOptions(function, options, &o); err != nil {
		return nil, err
	}
	strength, err := asNumber(function, o.Strength)
	if err != nil {
		return nil, err
	}
	palette := make([]color.NRGBA, len(o.Colors))
	for i, v := range o.Colors {
		if palette[i], err = colorOf(function, v); err != nil {
			return nil, err
		}
	}
	f, err := picture.Dither(palette, o.Method, o.Serpentine, strength)
	return &ImageFilter{Filter: f}, err
}

// textFilter implements images.Text: https://gohugo.io/functions/images/text/
func textFilter(c Scope, text any, options ...any) (*ImageFilter, error) {
	const function = "images.Text"
	o := struct {
		Color, Size    any
		X, Y           int
		AlignX, AlignY string
		LineSpacing    int
		Font           any
	}{Color: "ffffff", Size: 20, X: 10, Y: 10, AlignX: "left", AlignY: "top", LineSpacing: 2}
	if err := filterOptions(function, options, &o); err != nil {
		return nil, err
	}
	t := picture.Text{
		Text: tmpl.Text(text), X: o.X, Y: o.Y, AlignX: o.AlignX, AlignY: o.AlignY,
		LineSpacing: o.LineSpacing,
	}
	var err error
	if t.Color, err = colorOf(function, o.Color); err != nil {
		return nil, err
	}
	if t.Size, err = asNumber(function, o.Size); err != nil {
		return nil, err
	}
	out := &ImageFilter{}
	if o.Font != nil {
		if t.Font, out.from, err = fontOf(c, function, o.Font); err != nil {
			return nil, err
		}
	}
	out.Filter, err = t.Filter()
	return out, err
}

// filterOptions decodes the map of options of a filter.
func filterOptions(function string, options []any, into any) error {
	if len(options) == 0 {
		return nil
	}
	m, ok := tmpl.Map(options[0])
	if !ok || len(options) > 1 {
		return errors.New(function + " requires its options as one map")
	}
	return decodeOptions(function, m, into)
}

func colorOf(function string, v any) (color.NRGBA, error) {
	text := tmpl.Text(v)
	if c, ok := v.(picture.Color); ok {
		text = c.ColorHex()
	}
	c, err := picture.ParseColor(text)
	if err != nil {
		return c, fmt.Errorf("%s: %w", function, err)
	}
	return c, nil
}

// fontOf returns the file of a font, which is a resource.
func fontOf(c Scope, function string, font any) (*picture.File, []*Resource, error) {
	r, ok := font.(*Resource)
	if !ok || r == nil {
		return nil, nil, fmt.Errorf("%s: font is a resource, not %T", function, font)
	}
	data, err := r.bytes(c)
	if err != nil {
		return nil, nil, err
	}
	f := &picture.File{Path: r.path, Name: r.shown, Hash: trace.Hash(data), Format: "font"}
	if r.path == "" {
		f.Bytes = data
	}
	return f, r.sources(), nil
}
