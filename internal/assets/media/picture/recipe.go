package picture

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/base/codec"
)

// File is an original file. It is never changed.
type File struct {
	Path   string // absolute; "" when Bytes has the content
	Name   string // for messages
	Hash   uint64 // of the content
	Bytes  []byte
	Format Format // required
	Width  int    // pixels, as stored; required
	Height int
	Size   int // bytes, if the caller knows them
}

// read returns the content of the file.
func (f *File) read() ([]byte, error) {
	if f.Path == "" {
		return f.Bytes, nil
	}
	return os.ReadFile(f.Path)
}

// Image is a recipe: an original, or another image after encoding, the steps applied to it, and the encoding of the
// result. It is never changed.
type Image struct {
	file   *File  // of an original; else nil
	parent *Image // image that it is made of; nil with a file
	steps  []Step
	code   Encoding
	w, h   int
	key    Key
}

// Key identifies the bytes of an image.
type Key [16]byte

// String returns the key in hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// KeyOf returns the key that String wrote.
func KeyOf(text string) (k Key, ok bool) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(k) || hex.EncodeToString(b) != text {
		return k, false
	}
	return Key(b), true
}

// version is part of every key. Change it when the same recipe gives other bytes.
const version = "3"

// Original returns a file as an image, unchanged.
func Original(f *File) *Image {
	i := &Image{file: f, w: f.Width, h: f.Height, code: Encoding{Format: f.Format}}
	i.key = i.sum()
	return i
}

// Derive returns an image made of i. It returns an error if the steps are not possible.
func (i *Image) Derive(steps []Step, code Encoding) (*Image, error) {
	d := &Image{parent: i, steps: steps, code: code, w: i.w, h: i.h}
	for _, s := range steps {
		var err error
		if d.w, d.h, err = s.size(d.w, d.h); err != nil {
			return nil, err
		}
		if err := checkPixels(d.w, d.h); err != nil {
			return nil, err
		}
	}
	if code.Format == WebP && (d.w > maxWebP || d.h > maxWebP) {
		return nil, fmt.Errorf("an image of %d×%d pixels does not fit into WebP, whose sides have at most %d", d.w, d.h,
			maxWebP)
	}
	d.key = d.sum()
	return d, nil
}

// Width returns the width of the result in pixels.
func (i *Image) Width() int { return i.w }

// Height returns the height of the result in pixels.
func (i *Image) Height() int { return i.h }

// Format returns the format of the result.
func (i *Image) Format() Format { return i.code.Format }

// Frames returns the number of frames, 1 for a still image.
func (i *Image) Frames() (int, error) {
	switch {
	case i.file != nil:
		data, err := i.file.read()
		return media.Frames(data, i.file.Format.MediaType()), err
	case !i.code.Format.animates() || i.code.FirstFrame || !i.parent.code.Format.animates():
		return 1, nil
	}
	return i.parent.Frames()
}

// Key identifies the bytes of the result: equal keys mean equal bytes.
func (i *Image) Key() Key { return i.key }

// Parent returns the image that i is made of; nil for an original.
func (i *Image) Parent() *Image { return i.parent }

// origin returns the original file of the image.
func (i *Image) origin() *File {
	for i.parent != nil {
		i = i.parent
	}
	return i.file
}

// Rename returns the path of the result next to its original: "a/sun.png" becomes "a/sun_hu_0123456789abcdef.jpg".
func (i *Image) Rename(original string) string {
	ext := path.Ext(original)
	base := strings.TrimSuffix(original, ext)
	if at := strings.LastIndex(base, "_hu_"); at > strings.LastIndexByte(base, '/') {
		base = base[:at]
	}
	if i.parent == nil || i.code.Format != i.parent.code.Format {
		ext = i.code.Format.Suffix()
	}
	return base + "_hu_" + i.key.String()[:16] + ext
}

// sum hashes everything that the bytes depend on.
func (i *Image) sum() Key {
	var w codec.Writer
	w.Text(version)
	if i.file != nil {
		w.Fixed(i.file.Hash)
		w.Text(string(i.file.Format))
	} else {
		w.Text(i.parent.key.String())
		for _, s := range i.steps {
			s.store(&w, func(with *Image) { w.Text(with.key.String()) })
		}
		i.code.store(&w)
		if i.parent.code.Format == GIF && i.code.Format == WebP { // before, these had one frame
			w.Byte(1)
		}
	}
	sum := sha256.Sum256(w.Bytes())
	return Key(sum[:len(Key{})])
}

// mostStored is the size of the largest original that is stored in its recipe because it is not a file.
const mostStored = 80

// Store writes the recipe. rel makes a path independent of the location of the project. It returns false if the
// original is neither a file nor tiny, so that the recipe cannot be stored.
func (i *Image) Store(w *codec.Writer, rel func(path string) string) bool {
	if w.Bool(i.file != nil); i.file != nil {
		w.Text(rel(i.file.Path))
		w.Text(i.file.Name)
		w.Fixed(i.file.Hash)
		w.Text(string(i.file.Format))
		w.Int(i.file.Width)
		w.Int(i.file.Height)
		if i.file.Path != "" || len(i.file.Bytes) > mostStored {
			w.Text("")
			return i.file.Path != ""
		}
		w.Text(string(i.file.Bytes))
		return true
	}
	ok := i.parent.Store(w, rel)
	w.Uvarint(uint64(len(i.steps)))
	for _, s := range i.steps {
		s.store(w, func(with *Image) { ok = with.Store(w, rel) && ok })
	}
	i.code.store(w)
	return ok
}

// Load reads a recipe written by Store; abs reverses rel. For other bytes the result is useless, and the reader has an
// error.
func Load(r *codec.Reader, abs func(path string) string) *Image { return load(r, abs, 0) }

func load(r *codec.Reader, abs func(path string) string, depth int) *Image {
	const most = 100 // depth of images made of images
	if depth > most {
		r.Fail()
		return &Image{file: &File{}}
	}
	if r.Bool() {
		return Original(&File{
			Path: abs(r.Text()), Name: r.Text(), Hash: r.Fixed(), Format: Format(r.Text()), Width: r.Int(), Height: r.Int(),
			Bytes: []byte(r.Text()),
		})
	}
	parent := load(r, abs, depth+1)
	steps := make([]Step, r.Len(2))
	for i := range steps {
		steps[i] = loadStep(r, func() *Image { return load(r, abs, depth+1) })
	}
	d, err := parent.Derive(steps, loadEncoding(r))
	if err != nil {
		r.Fail()
		return parent
	}
	return d
}
