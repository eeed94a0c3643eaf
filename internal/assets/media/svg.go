package media

import (
	"bytes"
	"encoding/xml"
	"io"
	"math"
	"strconv"
	"strings"
)

// svgHead is the size of the part of a drawing in which the first tag is searched.
const svgHead = 16 << 10

// svg reads the width and height of the first tag, or the size of its view box
// (https://www.w3.org/TR/SVG2/coords.html).
func svg(f *file) Facts {
	dec := xml.NewDecoder(bytes.NewReader(f.upTo(0, svgHead)))
	dec.Strict = false
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	for {
		t, err := dec.RawToken()
		if err != nil {
			return Facts{}
		}
		start, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		if start.Name.Local != "svg" {
			return Facts{}
		}
		return svgSize(start.Attr)
	}
}

func svgSize(attrs []xml.Attr) Facts {
	var width, height float64
	var box []string
	for _, a := range attrs {
		switch a.Name.Local {
		case "width":
			width = svgLength(a.Value)
		case "height":
			height = svgLength(a.Value)
		case "viewBox":
			box = strings.FieldsFunc(a.Value, func(r rune) bool {
				return r == ' ' || r == ',' || r == '\n' || r == '\t' ||
					r == '\r'
			})
		}
	}
	if len(box) == 4 {
		w, h := svgLength(box[2]), svgLength(box[3])
		switch {
		case w <= 0 || h <= 0:
		case width <= 0 && height <= 0:
			width, height = w, h
		case width <= 0:
			width = height * w / h
		case height <= 0:
			height = width * h / w
		}
	}
	if width < 0 || height < 0 || width > maxSide || height > maxSide {
		return Facts{}
	}
	return Facts{Width: int(math.Round(width)), Height: int(math.Round(height))}
}

// svgUnits are CSS pixels per unit. Lengths in percent or relative to a font have no known size.
var svgUnits = []struct {
	suffix string
	pixels float64
}{{"px", 1}, {"pt", 4.0 / 3}, {"pc", 16}, {"mm", 96 / 25.4}, {"cm", 96 / 2.54}, {"in", 96}, {"", 1}}

func svgLength(s string) float64 {
	s = strings.TrimSpace(s)
	for _, u := range svgUnits {
		if number, ok := strings.CutSuffix(s, u.suffix); ok {
			v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				return 0
			}
			return v * u.pixels
		}
	}
	return 0
}
