package resource

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/assets/media/qrcode"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// qrResource implements images.QR: an image of a QR code for text. Options (map): level, one of low, medium (default),
// quartile, and high; scale, pixels per module, at least 2, 4 by default; targetDir, a folder of the output.
// https://gohugo.io/functions/images/qr/
func qrResource(c Scope, text any, options ...any) (*Resource, error) {
	s := tmpl.Text(text)
	if s == "" {
		return nil, errors.New("images.QR: no text to encode")
	}
	level, scale, dir := "medium", 4, ""
	if len(options) > 0 {
		o, ok := options[0].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("images.QR requires its options as a map, not %T", options[0])
		}
		for _, key := range slices.Sorted(maps.Keys(o)) {
			value := o[key]
			switch strings.ToLower(key) {
			case "level":
				level = strings.ToLower(tmpl.Text(value))
			case "scale":
				n, err := strconv.Atoi(tmpl.Text(value))
				if err != nil {
					return nil, fmt.Errorf("images.QR requires a whole number as scale, not %v", value)
				}
				scale = n
			case "targetdir":
				dir = tmpl.Text(value)
			} // others are ignored, as in Hugo
		}
	}
	if scale < 2 || scale > 256 {
		return nil, fmt.Errorf("images.QR requires a scale between 2 and 256, not %d", scale)
	}
	if !slices.Contains(qrcode.Levels(), level) {
		return nil, fmt.Errorf("images.QR requires a level of %s, not %q", strings.Join(qrcode.Levels(), ", "), level)
	}
	if most := 64 * 64 * 8 * scale * scale; len(s) > 100 || scale > 16 { // an estimate: codes have up to 181×181 modules
		if err := c.Running().Step(most / 64); err != nil {
			return nil, err
		}
	}
	png, err := qrcode.PNG(s, level, scale)
	if err == nil {
		err = made(c, len(png))
	}
	if err != nil {
		return nil, fmt.Errorf("images.QR: %w", err)
	}
	name := fmt.Sprintf("qr_%016x.png", trace.HashStrings(s, level, fmt.Sprint(scale)))
	return c.Resources().newResource(path.Join(dir, name), png, "image/png"), nil
}
