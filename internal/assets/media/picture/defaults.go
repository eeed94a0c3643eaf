package picture

import (
	"fmt"
	"image/color"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Defaults are used where a specification sets nothing: https://gohugo.io/configuration/imaging/
type Defaults struct {
	quality     map[Format]int
	kernel      string
	anchor      string
	hint        string
	compression string
	method      int // for WebP
	background  color.NRGBA
	firstFrame  bool

	// OldPalettes gives a filtered image the palette of an indexed PNG, as Hugo does before 0.166.
	OldPalettes bool

	exif exifFields
}

// NewDefaults reads the table "imaging" of the configuration, with keys in lower case; nil for none. Unknown keys are
// ignored: the configuration warns about them.
func NewDefaults(table map[string]any) (*Defaults, error) {
	d := &Defaults{
		quality: map[Format]int{JPEG: 75, WebP: 75}, kernel: "box", anchor: "smart", hint: "photo", method: 2,
		background: color.NRGBA{255, 255, 255, 255},
	}
	if q, ok := table["quality"]; ok { // for all formats; settings of a format take precedence
		n, err := whole("quality", q, 1, 100)
		if err != nil {
			return nil, err
		}
		d.quality[JPEG], d.quality[WebP] = n, n
	}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if err := d.set(key, table[key]); err != nil {
			return nil, err
		}
	}
	return d, d.exif.compile()
}

func (d *Defaults) set(key string, value any) (err error) {
	switch key {
	case "quality":
	case "resamplefilter":
		d.kernel, err = word(key, value, kernelNames())
	case "anchor":
		d.anchor, err = word(key, value, anchors)
	case "hint":
		d.hint, err = word(key, value, hints)
	case "compression":
		d.compression, err = word(key, value, []string{"lossy", "lossless"})
	case "bgcolor":
		d.background, err = ParseColor(fmt.Sprint(value))
	case "firstframeonly":
		d.firstFrame, err = flag(key, value)
	case "exif":
		err = each(key, value, d.exif.set)
	case "meta":
		err = each(key, value, d.exif.setMeta)
	case "jpeg":
		err = each(key, value, func(k string, v any) (err error) {
			if k == "quality" {
				d.quality[JPEG], err = whole("jpeg.quality", v, 1, 100)
			}
			return err
		})
	case "webp":
		err = each(key, value, d.setWebP)
	}
	return err
}

func (d *Defaults) setWebP(key string, value any) (err error) {
	switch key {
	case "quality":
		d.quality[WebP], err = whole("webp.quality", value, 1, 100)
	case "method":
		d.method, err = whole("webp.method", value, 0, 6)
	case "hint":
		d.hint, err = word("webp.hint", value, hints)
	case "compression":
		d.compression, err = word("webp.compression", value, []string{"lossy", "lossless"})
	case "usesharpyuv":
		if b, ok := value.(bool); !ok || b {
			return fmt.Errorf("imaging.webp.useSharpYuv is not supported")
		}
	}
	return err
}

// each calls set for each setting of a table, in order.
func each(name string, table any, set func(key string, value any) error) error {
	m, ok := table.(map[string]any)
	if !ok {
		return fmt.Errorf("imaging.%s must be a table, not %v", name, table)
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if err := set(strings.ToLower(key), m[key]); err != nil {
			return err
		}
	}
	return nil
}

func whole(name string, value any, least, most int) (int, error) {
	var n int
	switch v := value.(type) {
	case int:
		n = v
	case int64:
		n = int(v)
	case uint64:
		n = int(v)
	case float64:
		n = int(v)
	default:
		return 0, fmt.Errorf("imaging.%s must be a number, not %v", name, value)
	}
	if n < least || n > most {
		return 0, fmt.Errorf("imaging.%s must be between %d and %d, not %d", name, least, most, n)
	}
	return n, nil
}

func flag(name string, value any) (bool, error) {
	switch v := value.(type) {
	case bool:
		return v, nil
	case string: // of an environment variable
		if b, err := strconv.ParseBool(v); err == nil {
			return b, nil
		}
	}
	return false, fmt.Errorf("imaging.%s must be true or false, not %v", name, value)
}

func word(name string, value any, known []string) (string, error) {
	s, _ := value.(string)
	if s = strings.ToLower(s); slices.Contains(known, s) {
		return s, nil
	}
	return "", fmt.Errorf("imaging.%s = %q is not valid; use one of %s", name, fmt.Sprint(value),
		strings.Join(known, ", "))
}
