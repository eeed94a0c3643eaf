package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// StudioOptions of NewStudio; the zero value is useful.
type StudioOptions struct {
	Dir string // where finished images are kept, made when there is something to keep; "": nowhere
	Max int64  // bytes of images in Dir that nobody uses any more; default 256 MB
}

// Studio makes the images that recipes describe. Several goroutines may use it at once.
type Studio struct {
	dir    string
	max    int64
	desk   desk
	webp   *webpEncoder
	mu     sync.Mutex
	making map[Key]*sync.WaitGroup
	made   int // how many images were decoded, worked on and encoded
}

// NewStudio returns a Studio.
func NewStudio(o StudioOptions) *Studio {
	if o.Max <= 0 {
		o.Max = 256 << 20
	}
	s := &Studio{dir: o.Dir, max: o.Max, making: map[Key]*sync.WaitGroup{}, webp: newWebPEncoder()}
	s.desk.free.L = &s.desk.mu
	return s
}

// Made returns how many images were not kept from before but made.
func (s *Studio) Made() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.made
}

// Bytes returns an image as it is encoded, kept from before or made now. An error is a *diag.Diagnostic
// that names the original.
func (s *Studio) Bytes(i *Image) ([]byte, error) {
	var data []byte
	err := s.Each([]*Image{i}, func(_ *Image, b []byte, _ *diag.Diagnostic) error {
		data = b
		return nil
	})
	return data, err
}

// Each calls yield with every image of a list that is made of the same one, which is decoded once at most. An
// image whose original cannot be decoded, and which is to be the original then, comes with a warning.
func (s *Studio) Each(list []*Image, yield func(i *Image, data []byte, warning *diag.Diagnostic) error) error {
	var errs []error
	var missing []*Image
	for _, i := range list {
		if i.parent == nil {
			data, err := i.content()
			if err == nil {
				err = yield(i, data, nil)
			}
			errs = append(errs, err)
			continue
		}
		if data, ok := s.kept(i.key); ok {
			errs = append(errs, yield(i, data, nil))
			continue
		}
		missing = append(missing, i)
	}
	if len(missing) > 0 {
		errs = append(errs, s.make(missing, yield))
	}
	return errors.Join(errs...)
}

// make makes images of one parent.
func (s *Studio) make(list []*Image, yield func(*Image, []byte, *diag.Diagnostic) error) error {
	source, err := s.Bytes(list[0].parent)
	if err != nil {
		return err
	}
	others := map[Key][]byte{}
	weight := list[0].parent.w * list[0].parent.h
	for _, i := range list {
		weight = max(weight, list[0].parent.w*list[0].parent.h+i.w*i.h)
		for _, st := range i.steps {
			if st.with == nil || others[st.with.key] != nil {
				continue
			}
			if others[st.with.key], err = s.Bytes(st.with); err != nil {
				return err
			}
			weight += st.with.w * st.with.h
		}
	}
	weight = max(weight, cost(source, sniff(source, list[0].parent.code.Format), list[0].parent.w*list[0].parent.h)/4)
	s.desk.take(weight)
	defer s.desk.give(weight)
	d, err := decode(source, list[0].parent.code.Format)
	if err != nil {
		return asTheyAre(list, source, list[0].damaged(err), yield)
	}
	for _, i := range list {
		data, err := s.one(i, d, others)
		if err != nil {
			return err
		}
		if err := yield(i, data, nil); err != nil {
			return err
		}
	}
	return nil
}

// asTheyAre gives an original that cannot be decoded to those who want it nevertheless.
func asTheyAre(list []*Image, source []byte, why *diag.Diagnostic,
	yield func(*Image, []byte, *diag.Diagnostic) error,
) error {
	for _, i := range list {
		if !i.code.Lenient {
			return why
		}
		warning := *why
		warning.Severity = diag.Warning
		if err := yield(i, source, &warning); err != nil {
			return err
		}
	}
	return nil
}

// one makes one image of what its parent holds, or waits for the worker that is making it.
func (s *Studio) one(i *Image, d *decoded, others map[Key][]byte) ([]byte, error) {
	s.mu.Lock()
	if busy := s.making[i.key]; busy != nil {
		s.mu.Unlock()
		busy.Wait()
		if data, ok := s.kept(i.key); ok {
			return data, nil
		}
		s.mu.Lock()
	}
	var busy sync.WaitGroup
	busy.Add(1)
	s.making[i.key] = &busy
	s.made++
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		if s.making[i.key] == &busy {
			delete(s.making, i.key)
		}
		s.mu.Unlock()
		busy.Done()
	}()
	data, err := i.work(d, others, s.webp.encode)
	if err != nil {
		return nil, err
	}
	s.store(i.key, data)
	return data, nil
}

// work does the steps to what the parent holds, which is not changed, and encodes the result.
func (i *Image) work(
	parent *decoded, others map[Key][]byte, webp func(*image.NRGBA, Encoding) ([]byte, error),
) ([]byte, error) {
	d := &decoded{frames: append([]frame(nil), parent.frames...), loops: parent.loops}
	if i.code.Format != GIF {
		d.frames = d.frames[:1]
	}
	if err := checkFrames(d, i.steps); err != nil {
		return nil, i.damaged(err)
	}
	other := func(with *Image) (*decoded, error) {
		o, err := decode(others[with.key], with.code.Format)
		if err != nil {
			return nil, with.damaged(err)
		}
		return o, nil
	}
	for _, st := range i.steps {
		if err := st.apply(d, other, i.code.Fast); err != nil {
			return nil, err
		}
	}
	data, err := encode(d, i.code, webp)
	if err != nil {
		return nil, i.problem(fmt.Sprintf("the image cannot be written as %s: %v", i.code.Format, err), "")
	}
	return data, nil
}

// content reads an original and makes sure that it is what the recipe is for.
func (i *Image) content() ([]byte, error) {
	data, err := i.file.read()
	if err != nil {
		return nil, i.problem("the image cannot be read: "+err.Error(), "")
	}
	if xxhash.Sum64(data) != i.file.Hash {
		return nil, i.problem("the image changed while the site was built", "build again")
	}
	return data, nil
}

func (i *Image) damaged(err error) *diag.Diagnostic {
	if errors.Is(err, ErrTooLarge) {
		return i.problem(err.Error(), "make the image smaller")
	}
	return i.problem("the image cannot be decoded: "+err.Error(),
		"the file is damaged, or of a kind that sitegen cannot read: open it in an image editor and save it again")
}

func (i *Image) problem(message, hint string) *diag.Diagnostic {
	return &diag.Diagnostic{Rule: "image", File: i.origin().Name, Message: message, Hint: hint}
}

// desk is the room for decoded pixels: a worker that needs more than is left waits.
type desk struct {
	mu   sync.Mutex
	free sync.Cond
	used int
}

// deskPixels is how many pixels may be decoded at a time; a larger image is alone.
const deskPixels = 64_000_000

func (d *desk) take(pixels int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.used > 0 && d.used+pixels > deskPixels {
		d.free.Wait()
	}
	d.used += pixels
}

func (d *desk) give(pixels int) {
	d.mu.Lock()
	d.used -= pixels
	d.mu.Unlock()
	d.free.Broadcast()
}

// keptFormat is the format of the files in the folder: the key and the encoded image, sealed. With the key a file that
// has the name of another one is not an image.
const keptFormat = "sitegen image 2\n"

// kept returns an image from the folder, if it is there and whole.
func (s *Studio) kept(k Key) ([]byte, bool) {
	if s.dir == "" {
		return nil, false
	}
	b, err := os.ReadFile(s.file(k))
	if err != nil {
		return nil, false
	}
	data, err := codec.Unseal(keptFormat, b)
	if err != nil || !bytes.HasPrefix(data, k[:]) {
		return nil, false
	}
	return data[len(k):], true
}

// store puts an image into the folder. That serves speed alone: what cannot be written is not kept.
func (s *Studio) store(k Key, data []byte) {
	if s.dir == "" || os.MkdirAll(s.dir, 0o777) != nil {
		return
	}
	var w codec.Writer
	w.Grow(len(keptFormat) + len(k) + len(data) + 8)
	w.RawText(keptFormat)
	w.Raw(k[:])
	w.Raw(data)
	w.Seal()
	_ = atomicfile.Write(s.file(k), w.Bytes())
}

func (s *Studio) file(k Key) string { return filepath.Join(s.dir, k.String()) }
