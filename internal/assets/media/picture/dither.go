package picture

import (
	"fmt"
	"image"
	"image/color"
	"maps"
	"slices"
	"strings"

	"github.com/makeworld-the-better-one/dither/v2"
)

// diffusion returns the methods that spread the error of a pixel over its neighbors.
func diffusion() map[string]dither.ErrorDiffusionMatrix {
	return map[string]dither.ErrorDiffusionMatrix{
		"atkinson": dither.Atkinson, "burkes": dither.Burkes, "falsefloydsteinberg": dither.FalseFloydSteinberg,
		"floydsteinberg": dither.FloydSteinberg, "jarvisjudiceninke": dither.JarvisJudiceNinke, "sierra": dither.Sierra,
		"sierra2": dither.Sierra2, "sierra2_4a": dither.Sierra2_4A, "sierra3": dither.Sierra3,
		"sierralite": dither.SierraLite,
		"simple2d":   dither.Simple2D, "stevenpigeon": dither.StevenPigeon, "stucki": dither.Stucki,
		"tworowsierra": dither.TwoRowSierra,
	}
}

// ordered returns the methods that compare each pixel with a fixed pattern.
func ordered() map[string]dither.OrderedDitherMatrix {
	return map[string]dither.OrderedDitherMatrix{
		"clustereddot4x4": dither.ClusteredDot4x4, "clustereddot6x6": dither.ClusteredDot6x6,
		"clustereddot6x6_2": dither.ClusteredDot6x6_2, "clustereddot6x6_3": dither.ClusteredDot6x6_3,
		"clustereddot8x8": dither.ClusteredDot8x8, "clustereddotdiagonal16x16": dither.ClusteredDotDiagonal16x16,
		"clustereddotdiagonal6x6": dither.ClusteredDotDiagonal6x6, "clustereddotdiagonal8x8": dither.ClusteredDotDiagonal8x8,
		"clustereddotdiagonal8x8_2":  dither.ClusteredDotDiagonal8x8_2,
		"clustereddotdiagonal8x8_3":  dither.ClusteredDotDiagonal8x8_3,
		"clustereddothorizontalline": dither.ClusteredDotHorizontalLine,
		"clustereddotspiral5x5":      dither.ClusteredDotSpiral5x5,
		"clustereddotverticalline":   dither.ClusteredDotVerticalLine, "horizontal3x5": dither.Horizontal3x5,
		"vertical5x3": dither.Vertical5x3,
	}
}

// Dither returns a filter that reduces the colors of an image to those of a palette:
// https://gohugo.io/functions/images/dither/
func Dither(palette []color.NRGBA, method string, serpentine bool, strength float64) (Filter, error) {
	if len(palette) < 2 {
		return Filter{}, fmt.Errorf("images.Dither requires two colors or more, not %d", len(palette))
	}
	s := step(opDither, 0, strength)
	if serpentine {
		s.n[0] = 1
	}
	s.text, s.colors = strings.ToLower(method), palette
	if diffusion()[s.text] == nil && ordered()[s.text].Matrix == nil {
		known := append(slices.Sorted(maps.Keys(diffusion())), slices.Sorted(maps.Keys(ordered()))...)
		return Filter{}, fmt.Errorf("images.Dither: unknown method %q; choose one of %s", method, strings.Join(known, ", "))
	}
	return Filter{step: s}, nil
}

// dithered returns src in the colors of a palette.
func dithered(
	src image.Image, palette []color.NRGBA, method string, serpentine bool, strength float64,
) image.Image {
	colors := make([]color.Color, len(palette))
	for i, c := range palette {
		colors[i] = c
	}
	d := dither.NewDitherer(colors)
	if d == nil {
		return src
	}
	d.SingleThreaded = true
	if m, ok := diffusion()[method]; ok {
		d.Matrix, d.Serpentine = dither.ErrorDiffusionStrength(m, float32(strength)), serpentine
	} else if m, ok := ordered()[method]; ok {
		d.Mapper = dither.PixelMapperFromMatrix(m, float32(strength))
	} else {
		return src
	}
	return d.Dither(spare(src))
}

// spare returns an image for Dither, which changes its argument if it can and copies it otherwise.
func spare(src image.Image) image.Image {
	switch src := src.(type) {
	case *image.Gray:
		out := *src
		out.Pix = slices.Clone(src.Pix)
		return &out
	case *image.NRGBA:
		return copied(src)
	case *image.NRGBA64:
		out := *src
		out.Pix = slices.Clone(src.Pix)
		return &out
	}
	return struct{ image.Image }{src}
}
