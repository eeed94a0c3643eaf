package picture

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/codec"
)

// Encoding describes how an image is written.
type Encoding struct {
	Format   Format
	Quality  int    // 1 to 100; for JPEG and lossy WebP
	Hint     string // for WebP: photo, picture, drawing, icon, or text
	Lossless bool   // for WebP
	Method   int    // for WebP: effort, 0 to 6
	// For PNG and lossless WebP: the least effort and, for WebP, only the colors of an indexed original.
	Fast       bool
	FirstFrame bool // for GIF and WebP: no animation
	AllColors  bool // for PNG: those of the result, not only the palette of an indexed original
	Background color.NRGBA
	Fill       bool // transparent parts get Background, even in a format with transparency
	// Lenient means that an original that cannot be decoded is copied as it is, with a warning, as are the last ones of a
	// page with too many images.
	Lenient bool
}

func (e Encoding) store(w *codec.Writer) {
	w.Text(string(e.Format))
	w.Int(e.Quality)
	w.Text(e.Hint)
	w.Bool(e.Lossless)
	w.Int(e.Method)
	storeColor(w, e.Background)
	w.Bool(e.Fill)
	w.Bool(e.Lenient)
	flags := byte(0) // in one byte, so that images without the later ones have the same names as before
	if e.Fast {
		flags |= 1
	}
	if e.FirstFrame {
		flags |= 2
	}
	if e.AllColors {
		flags |= 4
	}
	w.Byte(flags)
}

func loadEncoding(r *codec.Reader) Encoding {
	e := Encoding{
		Format: Format(r.Text()), Quality: r.Int(), Hint: r.Text(), Lossless: r.Bool(), Method: r.Int(),
		Background: loadColor(r), Fill: r.Bool(), Lenient: r.Bool(),
	}
	flags := r.Byte()
	e.Fast, e.FirstFrame, e.AllColors = flags&1 != 0, flags&2 != 0, flags&4 != 0
	return e
}

// Anchors by their names in lower case; the index of each is its number. "smart" means the center.
var anchors = []string{
	"center", "topleft", "top", "topright", "left", "right", "bottomleft", "bottom", "bottomright",
	"smart",
}

var hints = []string{"photo", "picture", "drawing", "icon", "text"}

var actions = []string{"resize", "fit", "fill", "crop"}

// spec is a parsed specification. Values that it does not set come from the defaults.
type spec struct {
	action        string
	width, height int
	rotate        int
	anchor        string
	kernel        string
	format        Format
	quality       int
	hint          string
	compression   string
	background    *color.NRGBA
	lenient       bool
	fast          bool
	firstFrame    bool
}

// WithoutUnknown returns a specification without the words that Hugo ignores, and these words. Hugo tries to read words
// with x as sizes, and words that begin with q, r, or # as qualities, rotations, and colors.
func WithoutUnknown(specification string) (known string, unknown []string) {
	var words []string
	for _, word := range strings.Fields(specification) {
		lower := strings.ToLower(word)
		if !strings.ContainsAny(lower[:1], "qr#") && !strings.Contains(lower, "x") &&
			errors.Is((&spec{}).word(lower), errUnknown) {
			unknown = append(unknown, word)
		} else {
			words = append(words, word)
		}
	}
	return strings.Join(words, " "), unknown
}

// errUnknown says that a word of a specification has no meaning.
var errUnknown = errors.New("is not valid in an image specification; it can contain a size such as 300x200, an action" +
	" (" + strings.Join(actions, ", ") + "), an anchor such as TopLeft, a resampling filter such as Lanczos, a format such as " +
	"webp, q75, r90, #fff, and hints")

// parse reads the words of a specification. It returns an error for unknown words.
func (s *spec) parse(words []string) error {
	for _, word := range words {
		if err := s.word(strings.ToLower(word)); err != nil {
			return err
		}
	}
	return nil
}

func (s *spec) word(word string) (err error) {
	switch {
	case slices.Contains(actions, word):
		if s.action != "" && s.action != word {
			return fmt.Errorf("%s and %s in one specification", s.action, word)
		}
		s.action = word
	case slices.Contains(anchors, word):
		s.anchor = word
	case kernelNumber(word) >= 0:
		s.kernel = word
	case slices.Contains(hints, word):
		s.hint = word
	case word == "ororiginal": // only in sitegen: themes show any image that browsers may support
		s.lenient = true
	case word == "fast": // only in sitegen: for large numbers of images
		s.fast = true
	case word == "firstframeonly":
		s.firstFrame = true
	case word == "lossy" || word == "lossless":
		s.compression = word
	case word[0] == '#':
		c, err := ParseColor(word)
		if err != nil {
			return err
		}
		s.background = &c
	case formatNamed(word) != "":
		s.format = formatNamed(word)
	case word == "avif" || word == "heic" || word == "heif":
		return fmt.Errorf("sitegen cannot write %s images; it writes webp, jpeg, png, gif, tiff and bmp",
			strings.ToUpper(word))
	case word[0] == 'q' && digits(word[1:]):
		if s.quality, err = strconv.Atoi(word[1:]); err != nil || s.quality < 1 || s.quality > 100 {
			return fmt.Errorf("%s: a quality must be between q1 and q100", word)
		}
	case word[0] == 'r' && digits(strings.TrimPrefix(word[1:], "-")):
		if s.rotate, err = strconv.Atoi(word[1:]); err != nil {
			return fmt.Errorf("%s is not a valid rotation", word)
		}
	default:
		return s.dimensions(word)
	}
	return nil
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func (s *spec) dimensions(word string) error {
	w, h, ok := strings.Cut(word, "x")
	if !ok || w == "" && h == "" || w != "" && !digits(w) || h != "" && !digits(h) {
		return fmt.Errorf("%q %w", word, errUnknown)
	}
	for i, part := range []string{w, h} {
		n := 0
		if part != "" {
			var err error
			if n, err = strconv.Atoi(part); err != nil || n > MaxPixels {
				return fmt.Errorf("%s: %w", word, ErrTooLarge)
			}
		}
		if i == 0 {
			s.width = n
		} else {
			s.height = n
		}
	}
	return nil
}

// steps returns the steps for the pixels.
func (s *spec) steps(d *Defaults) ([]Step, error) {
	var out []Step
	if s.rotate != 0 {
		out = append(out, step(opRotate, float64(s.rotate)))
	}
	w, h := float64(s.width), float64(s.height)
	kernel, anchor := cmp.Or(s.kernel, d.kernel), cmp.Or(s.anchor, d.anchor)
	k, a := float64(kernelNumber(kernel)), float64(slices.Index(anchors, anchor))
	switch s.action {
	case "":
		if s.width != 0 || s.height != 0 {
			return nil, errors.New("a size without an action: write resize, fit, fill or crop before it")
		}
	case "resize":
		if s.width == 0 && s.height == 0 {
			return nil, errors.New("resize requires a width, a height, or both, such as 300x")
		}
		out = append(out, step(opResize, w, h, k))
	default:
		if s.width == 0 || s.height == 0 {
			return nil, fmt.Errorf("%s requires a width and a height, such as 300x200", s.action)
		}
		switch s.action {
		case "fit":
			out = append(out, step(opFit, w, h, k))
		case "fill":
			out = append(out, step(opFill, w, h, k, a))
		case "crop":
			out = append(out, step(opCrop, w, h, k, a))
		}
	}
	return out, nil
}

// encoding returns the encoding of the result.
func (s *spec) encoding(d *Defaults, source Format) Encoding {
	e := Encoding{Format: s.format, Quality: s.quality, Background: d.background, Lenient: s.lenient}
	e.Format = cmp.Or(e.Format, source)
	if s.background != nil {
		e.Background, e.Fill = *s.background, true
	}
	if e.Quality == 0 {
		e.Quality = d.quality[e.Format]
	}
	if !e.Format.lossy() {
		e.Quality = 0
	}
	if e.Format == WebP {
		e.Hint, e.Method = d.hint, d.method
		e.Hint = cmp.Or(s.hint, e.Hint)
		e.Lossless = d.compression == "lossless"
		if s.compression != "" {
			e.Lossless = s.compression == "lossless"
		}
		if e.Lossless {
			e.Quality = 0
		}
		if s.fast {
			e.Method = 0
		}
	}
	e.Fast = s.fast && (e.Format == PNG || e.Lossless)
	e.FirstFrame = e.Format.animates() && (s.firstFrame || d.firstFrame)
	return e
}

// Process returns the image that a specification such as "fill 300x200 TopLeft webp q80" makes of i. action, one of
// resize, fit, fill, and crop, may be given separately. https://gohugo.io/methods/resource/process/
func (d *Defaults) Process(i *Image, action, specification string) (*Image, error) {
	s := spec{action: action}
	if err := s.parse(strings.Fields(specification)); err != nil {
		return nil, err
	}
	steps, err := s.steps(d)
	if err != nil {
		return nil, err
	}
	return i.Derive(steps, s.encoding(d, i.Format()))
}

// ParseColor reads a color of 3, 4, 6, or 8 hexadecimal digits, with or without # before them.
func ParseColor(text string) (color.NRGBA, error) {
	s := strings.TrimPrefix(strings.ToLower(text), "#")
	if len(s) == 3 || len(s) == 4 {
		var long strings.Builder
		for i := range len(s) {
			long.WriteByte(s[i])
			long.WriteByte(s[i])
		}
		s = long.String()
	}
	if len(s) == 6 {
		s += "ff"
	}
	n, err := strconv.ParseUint(s, 16, 32)
	if err != nil || len(s) != 8 {
		return color.NRGBA{}, fmt.Errorf("%q is not a valid color: write it as #rrggbb", text)
	}
	return color.NRGBA{uint8(n >> 24), uint8(n >> 16), uint8(n >> 8), uint8(n)}, nil
}
