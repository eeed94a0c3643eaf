// Package picture scales, crops, filters, and converts images.
//
// An Image is a recipe: an original file, or another Image, with steps and an encoding. It is cheap: it knows its size
// from the header of the original, and its name is a hash of everything that its bytes depend on. A Maker makes the
// images: it decodes, processes, and encodes once per name, keeps the results in a folder, and limits the decoded
// pixels in memory. The filters are those of gift, the library that Hugo uses, so the pixels are the same as Hugo's.
// They use floating-point numbers: on ARM, a program that is not compiled as releases are (tools/release) can round a
// channel differently.
//
// Words, formulas, and names are those of Hugo: https://gohugo.io/content-management/image-processing/
package picture

import (
	"errors"
	"fmt"
	"strings"
)

// Format is an image format that can be read.
type Format string

// The formats. The size of AVIF and HEIF images is known, but they cannot be processed.
const (
	JPEG Format = "jpeg"
	PNG  Format = "png"
	GIF  Format = "gif"
	TIFF Format = "tiff"
	BMP  Format = "bmp"
	WebP Format = "webp"
)

// FormatOf returns the format of a media type; "" if its images cannot be processed.
func FormatOf(mediaType string) Format {
	switch sub := strings.TrimPrefix(mediaType, "image/"); Format(sub) {
	case JPEG, PNG, GIF, TIFF, BMP, WebP:
		return Format(sub)
	}
	return ""
}

// MediaType returns the media type: "image/jpeg".
func (f Format) MediaType() string { return "image/" + string(f) }

// Suffix returns the suffix of written files: ".jpg".
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

// animates reports whether images of the format may be animated.
func (f Format) animates() bool { return f == GIF || f == WebP }

// lossy reports whether the format has a quality.
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

// MaxPixels is the size of the largest image that is decoded or made. The header of a small file can claim a size that
// no memory can hold.
const MaxPixels = 150_000_000

// ErrTooLarge is the error for an image of more than MaxPixels.
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
