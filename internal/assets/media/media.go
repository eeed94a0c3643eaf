// Package media finds the type of media files, and reads facts from their headers: the size of an image in pixels, the
// length of audio and video in seconds.
//
// It reads only a few kilobytes of a file, however large the file is. A broken or misnamed file gives zeros and never
// an error, so a page that shows it still builds.
package media

import (
	"encoding/binary"
	"io"
	"math"
	"strings"
)

// Facts are values from the header of a file; zero means not known.
type Facts struct {
	Width, Height int     // pixels as stored
	Turned        bool    // Exif turns the image by a quarter, so width and height are swapped
	Duration      float64 // seconds; of audio and video
	Content       string  // media type of an image by its content, if it isn't the one of its name
}

// Shown returns the size of an image as browsers show it.
func (f Facts) Shown() (width, height int) {
	if f.Turned {
		return f.Height, f.Width
	}
	return f.Width, f.Height
}

// Wants reports whether Read can read files of a media type.
func Wants(mediaType string) bool { return reader(mediaType) != nil }

// Read reads the facts from a file of size bytes.
func Read(r io.ReaderAt, size int64, mediaType string) Facts {
	read := reader(mediaType)
	if read == nil || size <= 0 {
		return Facts{}
	}
	f := read(&file{r, size})
	if f.Width == 0 && raster(mediaType) {
		f = misnamed(&file{r, size})
	}
	if f.Width <= 0 || f.Height <= 0 || f.Width > maxSide || f.Height > maxSide {
		f.Width, f.Height, f.Content = 0, 0, ""
	}
	if !(f.Duration > 0 && f.Duration < maxDuration) {
		f.Duration = 0
	}
	return f
}

// misnamed reads an image whose suffix is that of another format, as browsers and Hugo do. Each reader recognizes its
// format by the first bytes.
func misnamed(f *file) Facts {
	for _, mediaType := range []string{
		"image/png", "image/jpeg", "image/gif", "image/webp", "image/heif", "image/tiff", "image/bmp",
	} {
		if facts := reader(mediaType)(f); facts.Width > 0 {
			facts.Content = mediaType
			return facts
		}
	}
	return Facts{}
}

func raster(mediaType string) bool {
	return strings.HasPrefix(mediaType, "image/") && mediaType != "image/svg+xml"
}

// Larger values come from a broken header.
const (
	maxSide     = 1 << 20
	maxDuration = 1e7 // seconds, about four months
)

// reader returns the function that reads files of a media type; nil if there is none.
func reader(mediaType string) func(*file) Facts {
	switch mediaType {
	case "image/png":
		return png
	case "image/jpeg":
		return jpeg
	case "image/gif":
		return gif
	case "image/webp":
		return webp
	case "image/bmp":
		return bmp
	case "image/tiff":
		return tiff
	case "image/svg+xml":
		return svg
	case "image/avif", "image/heif", "image/heic":
		return heif
	case "video/mp4", "audio/mp4", "video/quicktime", "video/3gpp", "video/x-m4v":
		return mp4
	case "video/webm", "audio/webm", "video/x-matroska", "audio/x-matroska":
		return matroska
	case "audio/mpeg":
		return mp3
	case "audio/ogg", "video/ogg":
		return ogg
	case "audio/flac":
		return flac
	case "audio/wav":
		return wav
	case "video/x-msvideo":
		return avi
	}
	return nil
}

// file reads parts of a file. Parts outside of the file are nil.
type file struct {
	r    io.ReaderAt
	size int64
}

// at returns n bytes from offset.
func (f *file) at(offset int64, n int) []byte {
	if offset < 0 || offset > f.size || int64(n) > f.size-offset {
		return nil
	}
	b := make([]byte, n)
	if got, _ := f.r.ReadAt(b, offset); got < n {
		return nil
	}
	return b
}

// upTo returns at most n bytes from offset, fewer at the end of the file.
func (f *file) upTo(offset int64, n int) []byte {
	if offset < 0 || offset >= f.size {
		return nil
	}
	return f.at(offset, int(min(int64(n), f.size-offset)))
}

func be16(b []byte) int    { return int(binary.BigEndian.Uint16(b)) }
func be32(b []byte) uint32 { return binary.BigEndian.Uint32(b) }
func be64(b []byte) uint64 { return binary.BigEndian.Uint64(b) }
func le16(b []byte) int    { return int(binary.LittleEndian.Uint16(b)) }
func le32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }
func le64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// seconds returns units/perSecond, or 0 if that is not a valid length.
func seconds(units, perSecond float64) float64 {
	if perSecond <= 0 || math.IsNaN(units) {
		return 0
	}
	return units / perSecond
}
