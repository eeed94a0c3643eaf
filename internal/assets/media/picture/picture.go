// Package picture makes images of images: smaller ones, cut ones, ones in another format.
//
// An Image is a recipe: an original file, or another Image, with steps and an encoding. It is cheap,
// knows its size in pixels from the header of the original alone, and is named by a hash of all that its
// bytes depend on. A Studio cooks recipes: it decodes, works and encodes once for each name, keeps what
// it made in a folder, and never holds more decoded pixels than it may. The same recipe gives the same
// bytes on any machine: what is counted is counted in whole numbers as far as it goes.
//
// Words, formulas and names are those of Hugo: https://gohugo.io/content-management/image-processing/
package picture

import (
	"errors"
	"fmt"
	"strings"
)

// Format is an image format that can be read.
type Format string

// The formats. AVIF and HEIF can be looked at, but not processed.
const (
	JPEG Format = "jpeg"
	PNG  Format = "png"
	GIF  Format = "gif"
	TIFF Format = "tiff"
	BMP  Format = "bmp"
	WebP Format = "webp"
)

// FormatOf returns the format of a media type; "" when images of it cannot be processed.
func FormatOf(mediaType string) Format {
	switch sub := strings.TrimPrefix(mediaType, "image/"); Format(sub) {
	case JPEG, PNG, GIF, TIFF, BMP, WebP:
		return Format(sub)
	}
	return ""
}

// MediaType is the media type: "image/jpeg".
func (f Format) MediaType() string { return "image/" + string(f) }

// Suffix is the file name suffix that is written: ".jpg".
func (f Format) Suffix() string {
	switch f {
	case JPEG:
		return ".jpg"
	case TIFF:
		return ".tif"
	}
	return "." + string(f)
}

// transparent reports whether the format has transparency of any kind.
func (f Format) transparent() bool { return f != JPEG }

// lossy reports whether a quality matters.
func (f Format) lossy() bool { return f == JPEG || f == WebP }

// formatNamed returns the format for a word of a specification, such as "jpg".
func formatNamed(word string) Format {
	switch word {
	case "jpg", "jpeg", "jpe", "jif", "jfif":
		return JPEG
	case "tif", "tiff":
		return TIFF
	case "png", "gif", "bmp", "webp":
		return Format(word)
	}
	return ""
}

// MaxPixels is the largest image that is decoded or made. A file of a few kilobytes can claim to be larger
// than any memory.
const MaxPixels = 150_000_000

// ErrTooLarge is the error of an image of more than MaxPixels.
var ErrTooLarge = errors.New("too many pixels")

func checkPixels(w, h int) error {
	if w <= 0 || h <= 0 {
		return fmt.Errorf("an image can't have %d×%d pixels", w, h)
	}
	if w > MaxPixels/h {
		return fmt.Errorf("%w: %d×%d is more than the %d million that sitegen works on", ErrTooLarge, w, h,
			MaxPixels/1_000_000)
	}
	return nil
}
