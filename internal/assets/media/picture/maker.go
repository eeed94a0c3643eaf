package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"os"
	"path/filepath"
	"sync"

	"github.com/cespare/xxhash/v2"
	"github.com/gohugoio/gift"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// MakerOptions are the options of NewMaker. The zero value is valid.
type MakerOptions struct {
	Dir string // folder for finished images, created when needed; "": none are kept
	Max int64  // bytes of unused images to keep in Dir; default 256 MB
	// Fetch tries to put an image that Dir lacks there, as Dir has it, and reports whether it is worth looking again;
	// nil: there is nowhere to fetch it from.
	Fetch func(k Key) bool
	// folder for compiled programs, as for sandbox.Program.KeepIn; "": none are kept
	Programs string
}

// Maker makes the images that recipes describe. Several goroutines may use it at once.
type Maker struct {
	dir    string
	max    int64
	fetch  func(k Key) bool
	budget budget
	webp   *webpEncoder
	mu     sync.Mutex
	making map[Key]*sync.WaitGroup
	made   int // number of images that were decoded, processed, and encoded
}

// NewMaker returns a Maker.
func NewMaker(o MakerOptions) *Maker {
	if o.Max <= 0 {
		o.Max = 256 << 20
	}
	s := &Maker{dir: o.Dir, max: o.Max, fetch: o.Fetch, making: map[Key]*sync.WaitGroup{}, webp: newWebPEncoder(o.Programs)}
	s.budget.free.L = &s.budget.mu
	return s
}

// Made returns how many images were made rather than read from the folder.
func (m *Maker) Made() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.made
}

// Bytes returns the encoded image, kept from before or made now. An error is a *diag.Diagnostic that names the
// original.
func (m *Maker) Bytes(i *Image) ([]byte, error) {
	var data []byte
	err := m.Each([]*Image{i}, func(_ *Image, b []byte, _ *diag.Diagnostic) error {
		data = b
		return nil
	})
	return data, err
}

// Each calls yield with every image of a list of images with the same parent, which is decoded at most once. If the
// original cannot be decoded, lenient images are yielded as the original with a warning.
func (m *Maker) Each(list []*Image, yield func(i *Image, data []byte, warning *diag.Diagnostic) error) error {
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
		if data, ok := m.kept(i.key); ok {
			errs = append(errs, yield(i, data, nil))
			continue
		}
		missing = append(missing, i)
	}
	if len(missing) > 0 {
		errs = append(errs, m.make(missing, yield))
	}
	return errors.Join(errs...)
}

// make makes images of one parent.
func (m *Maker) make(list []*Image, yield func(*Image, []byte, *diag.Diagnostic) error) error {
	source, err := m.Bytes(list[0].parent)
	if err != nil {
		return err
	}
	others := map[Key][]byte{}
	weight := list[0].parent.w * list[0].parent.h
	for _, i := range list {
		// Resampling has an image between its passes, with 16 bits for each channel.
		weight = max(weight, list[0].parent.w*list[0].parent.h+i.w*i.h+2*i.w*max(i.h, list[0].parent.h))
		for _, st := range i.steps {
			if st.with == nil || others[st.with.key] != nil {
				continue
			}
			if others[st.with.key], err = m.Bytes(st.with); err != nil {
				return err
			}
			weight += st.with.w * st.with.h
		}
	}
	weight = max(weight, cost(source, sniff(source, list[0].parent.code.Format), list[0].parent.w*list[0].parent.h)/4)
	m.budget.take(weight)
	defer m.budget.give(weight)
	d, err := decode(source, list[0].parent.code.Format)
	if err != nil {
		return asTheyAre(list, source, list[0].damaged(err), yield)
	}
	for _, i := range list {
		data, err := m.one(i, d, others)
		if err != nil {
			return err
		}
		if err := yield(i, data, nil); err != nil {
			return err
		}
	}
	return nil
}

// asTheyAre yields an undecodable original for the images that accept it.
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

// one makes one image from its decoded parent, or waits for the worker that is making it.
func (m *Maker) one(i *Image, d *decoded, others map[Key][]byte) ([]byte, error) {
	m.mu.Lock()
	if busy := m.making[i.key]; busy != nil {
		m.mu.Unlock()
		busy.Wait()
		if data, ok := m.kept(i.key); ok {
			return data, nil
		}
		m.mu.Lock()
	}
	var busy sync.WaitGroup
	busy.Add(1)
	m.making[i.key] = &busy
	m.made++
	m.mu.Unlock()
	defer func() {
		m.mu.Lock()
		if m.making[i.key] == &busy {
			delete(m.making, i.key)
		}
		m.mu.Unlock()
		busy.Done()
	}()
	data, err := i.work(d, others, m.webp.encode)
	if err != nil {
		return nil, err
	}
	m.store(i.key, data)
	return data, nil
}

// work applies the steps to the decoded parent, which is not changed, and encodes the result.
func (i *Image) work(
	parent *decoded, others map[Key][]byte, webp func(*image.NRGBA, Encoding) ([]byte, error),
) ([]byte, error) {
	d := &decoded{frames: append([]frame(nil), parent.frames...), loops: parent.loops}
	if !i.code.Format.animates() || i.code.FirstFrame {
		d.frames = d.frames[:1]
	}
	if err := checkFrames(d, i.steps); err != nil {
		return nil, i.damaged(err)
	}
	for n := range d.frames {
		if err := i.filter(&d.frames[n], others); err != nil {
			return nil, err
		}
	}
	data, err := encode(d, i.code, webp)
	if err != nil {
		return nil, i.problem(fmt.Sprintf("the image cannot be written as %s: %v", i.code.Format, err), "")
	}
	return data, nil
}

// filter applies the steps to a frame, all at once as Hugo does: between two steps, channels have 16 bits.
func (i *Image) filter(f *frame, others map[Key][]byte) error {
	if len(i.steps) == 0 {
		f.img = toNRGBA(f.source)
		return nil
	}
	if i.code.Fast && len(i.steps) == 1 && i.steps[0].op == opResize {
		if img, ok := resampleOpaque(toNRGBA(f.source), i.w, i.h, i.steps[0].kernel()); ok {
			f.img = img
			return nil
		}
	}
	filters := make([]gift.Filter, len(i.steps))
	size := f.source.Bounds()
	for n, st := range i.steps {
		var with image.Image
		if st.with != nil && !st.writes() {
			o, err := decode(others[st.with.key], st.with.code.Format)
			if err != nil {
				return st.with.damaged(err)
			}
			with = o.frames[0].source
		}
		var err error
		if filters[n], err = st.filter(size.Dx(), size.Dy(), with); err != nil {
			return err
		}
		size = filters[n].Bounds(size)
	}
	var to draw.Image
	switch f.source.(type) {
	case *image.RGBA:
		to = image.NewRGBA(size)
	case *image.Gray:
		to = image.NewGray(size)
	default:
		to = image.NewNRGBA(size)
	}
	if err := alone(filters...).Draw(to, f.source); err != nil {
		return err
	}
	f.img = toNRGBA(to)
	if i.steps[len(i.steps)-1].op == opLetters {
		f.gray, f.palette, f.few = false, nil, fewColors(f.img)
	}
	return nil
}

// content reads an original and checks that it is the file of the recipe.
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

// budget limits the decoded pixels in memory: a worker that needs more than are left waits.
type budget struct {
	mu   sync.Mutex
	free sync.Cond
	used int
}

// mostDecoded is the number of pixels that may be decoded at a time. A larger image is decoded alone.
const mostDecoded = 64_000_000

func (b *budget) take(pixels int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.used > 0 && b.used+pixels > mostDecoded {
		b.free.Wait()
	}
	b.used += pixels
}

func (b *budget) give(pixels int) {
	b.mu.Lock()
	b.used -= pixels
	b.mu.Unlock()
	b.free.Broadcast()
}

// keptFormat is the format of the files in the folder: the key and the encoded image, sealed. The key detects a file
// that has the name of another one.
const keptFormat = "sitegen image 2\n"

// kept returns an image from the folder, if it exists and is complete.
func (m *Maker) kept(k Key) ([]byte, bool) {
	if m.dir == "" {
		return nil, false
	}
	b, err := os.ReadFile(m.file(k))
	if err != nil && m.fetch != nil && m.fetch(k) {
		b, err = os.ReadFile(m.file(k))
	}
	if err != nil {
		return nil, false
	}
	data, err := codec.Unseal(keptFormat, b)
	if err != nil || !bytes.HasPrefix(data, k[:]) {
		return nil, false
	}
	return data[len(k):], true
}

// store puts an image into the folder. It only saves time, so an image that cannot be written is not an error.
func (m *Maker) store(k Key, data []byte) {
	if m.dir == "" || os.MkdirAll(m.dir, 0o777) != nil {
		return
	}
	var w codec.Writer
	w.Grow(len(keptFormat) + len(k) + len(data) + 8)
	w.RawText(keptFormat)
	w.Raw(k[:])
	w.Raw(data)
	w.Seal()
	_ = atomicfile.Write(m.file(k), w.Bytes())
}

func (m *Maker) file(k Key) string { return filepath.Join(m.dir, k.String()) }
