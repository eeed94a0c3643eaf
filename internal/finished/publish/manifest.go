package publish

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// Manifest is the name of the object that lists what a target contains.
const Manifest = ".sitegen/manifest"

// state is what is known about an object of a target.
type state byte

const (
	sure    state = iota // it is as the entry says
	unsure               // it may be old, new, or missing: a publisher began to change it
	leaving              // as sure, but the site no longer has it: see plan
	gone                 // it does not exist; never written into a manifest
)

// known reports whether an object is there, with the bytes that its entry says.
func (s state) known() bool { return s == sure || s == leaving }

// entry is an object that we own in a target.
type entry struct {
	path    string
	hash    uint64 // of its bytes
	size    int64
	headers uint64 // hash of what servers send with it
	// origin is the key of the file that the output was copied from; 0 if it was rendered. If it is the same, the file
	// need not be read to know its hash.
	origin uint64
	state  state
}

// same reports whether two objects need not be told apart.
func (e entry) same(o entry) bool {
	return e.hash == o.hash && e.size == o.size && e.headers == o.headers
}

// find returns the place of a path in sorted entries.
func find(list []entry, path string) (at int, found bool) {
	return slices.BinarySearchFunc(list, path, func(e entry, path string) int { return strings.Compare(e.path, path) })
}

// target is a manifest.
type target struct {
	run uint64 // who wrote it: see publishing.run
	// notes counts what other publications added, so that a manifest with a note always differs from the one before:
	// stores compare bytes.
	notes   uint64
	entries []entry
}

const manifestFormat = "sitegen published 1\n"

// Bounds of a manifest that is read, packed and unpacked: ten million files.
const (
	mostPacked = 512 << 20
	mostRaw    = 2 << 30
)

// encode returns a manifest as it is stored: compressed, with a checksum, and with each path as its difference from the
// one before. The entries must be sorted by path.
func (t *target) encode() []byte {
	var w codec.Writer
	w.Grow(64 + 32*len(t.entries))
	w.RawText(manifestFormat)
	w.Fixed(t.run)
	w.Uvarint(t.notes)
	n := 0
	for i := range t.entries {
		if t.entries[i].state != gone {
			n++
		}
	}
	w.Uvarint(uint64(n))
	before := ""
	for i := range t.entries {
		e := &t.entries[i]
		if e.state == gone {
			continue
		}
		same := output.Common(before, e.path)
		w.Uvarint(uint64(same))
		w.Text(e.path[same:])
		w.Byte(byte(e.state))
		if e.state != unsure {
			w.Fixed(e.hash)
			w.Uvarint(uint64(e.size))
			w.Fixed(e.headers)
			w.Bool(e.origin != 0)
			if e.origin != 0 {
				w.Fixed(e.origin)
			}
		}
		before = e.path
	}
	w.Seal()
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err == nil {
		_, err = z.Write(w.Bytes())
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

// ErrManifest says that the manifest of a target cannot be read.
var ErrManifest = errors.New("the list of published files, " + Manifest + ", is damaged")

// decode decodes the result of encode, and fails for everything else: files that it names may be deleted.
func decode(data []byte) (*target, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, ErrManifest
	}
	raw, err := io.ReadAll(io.LimitReader(z, mostRaw+1))
	if err != nil || len(raw) > mostRaw {
		return nil, ErrManifest
	}
	body, err := codec.Unseal(manifestFormat, raw)
	if err != nil {
		return nil, ErrManifest
	}
	r := codec.NewReader(body)
	t := &target{run: r.Fixed(), notes: r.Uvarint()}
	t.entries = make([]entry, r.Len(4))
	before := ""
	for i := range t.entries {
		e := &t.entries[i]
		same := r.Uvarint()
		if same > uint64(len(before)) {
			r.Fail()
			break
		}
		e.path = before[:same] + r.Text()
		e.state = state(r.Byte())
		if e.state != unsure {
			e.hash, e.size, e.headers = r.Fixed(), int64(r.Uvarint()), r.Fixed()
			if r.Bool() {
				e.origin = r.Fixed()
			}
		}
		if e.state > leaving || disk.CheckPath(e.path) != nil || i > 0 && before >= e.path {
			r.Fail()
			break
		}
		before = e.path
	}
	if r.End() != nil {
		return nil, ErrManifest
	}
	return t, nil
}

// ErrForeign says that a target has files that were not published by sitegen.
type ErrForeign struct{ Path string }

func (e *ErrForeign) Error() string {
	return fmt.Sprintf("the target contains %s, but no list of files that sitegen published there", e.Path)
}
