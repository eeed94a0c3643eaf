package sharedcache

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"iter"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/store/cache"
)

// indexFormat changes when the encoding of indexes or packs does.
const indexFormat = "sitegen shared cache 2\n"

// index lists what the store has for a site.
type index struct {
	records []record
	packs   []pack // oldest first
}

// record is a record, in parts.
type record struct {
	name  string
	parts []object
}

// pack has entries of a set, in frames, one after the other.
type pack struct {
	object
	set    string
	frames []frame
}

// frame is a part of a pack that can be read alone.
type frame struct {
	size int64
	sum  [sumSize]byte // the first bytes of its SHA-256
	keys []uint64      // short, of the entries
}

// sumSize is the size of the hash of a frame, in bytes: that of the keys of entries.
const sumSize = 16

func frameSum(data []byte) [sumSize]byte {
	sum := sha256.Sum256(data)
	return [sumSize]byte(sum[:])
}

// keys yields the short keys of all entries.
func (p *pack) keys() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for _, f := range p.frames {
			for _, k := range f.keys {
				if !yield(k) {
					return
				}
			}
		}
	}
}

// object is something under the hash of its bytes.
type object struct {
	sum  [sha256.Size]byte
	size int64
}

func (o object) name() string { return hex.EncodeToString(o.sum[:]) }

func objectOf(data []byte) object { return object{sha256.Sum256(data), int64(len(data))} }

// shortKey returns the hash of a key that indexes contain. Two keys with the same hash only mean that one of them is
// thought to be shared.
func shortKey(k cache.Key) uint64 { return xxhash.Sum64(k[:]) }

var errIndex = errors.New("its index is damaged")

// sign returns the code of an index: an HMAC of the key, over the name of the index and its bytes. Without a key, it is
// empty.
func (c *Cache) sign(body string) string {
	if c.o.Key == "" {
		return ""
	}
	mac := hmac.New(sha256.New, []byte(c.o.Key))
	mac.Write([]byte(c.name + body))
	return string(mac.Sum(nil))
}

// encode returns the bytes of an index: its code, and then what is signed, wrapped.
func (c *Cache) encode(x *index) []byte {
	var w codec.Writer
	w.RawText(indexFormat)
	w.Text(c.name)
	w.Uvarint(uint64(len(x.records)))
	for _, r := range x.records {
		w.Text(r.name)
		w.Uvarint(uint64(len(r.parts)))
		for _, o := range r.parts {
			o.store(&w)
		}
	}
	w.Uvarint(uint64(len(x.packs)))
	for _, p := range x.packs {
		w.Text(p.set)
		p.store(&w)
		w.Uvarint(uint64(len(p.frames)))
		for _, f := range p.frames {
			w.Uvarint(uint64(f.size))
			w.Raw(f.sum[:])
			w.Uvarint(uint64(len(f.keys)))
			for _, k := range f.keys {
				w.Fixed(k)
			}
		}
	}
	w.Seal()
	var out codec.Writer
	out.Grow(w.Len() + 2*sha256.Size)
	out.Text(c.sign(string(w.Bytes())))
	out.Raw(w.Bytes())
	return wrap(out.Bytes())
}

// Servers for Bazel check that an object of the kind "ac" is a message ActionResult, and may add fields to it, so the
// index is its field stdout_raw
// (https://github.com/bazelbuild/remote-apis/blob/main/build/bazel/remote/execution/v2/remote_execution.proto).
const (
	stdoutRaw = 5
	varint    = 0 // wire types: https://protobuf.dev/programming-guides/encoding/#structure
	bytesType = 2
)

func wrap(data []byte) []byte {
	var w codec.Writer
	w.Grow(len(data) + 16)
	w.Uvarint(stdoutRaw<<3 | bytesType)
	w.Uvarint(uint64(len(data)))
	w.Raw(data)
	return w.Bytes()
}

// unwrap returns what wrap was given; nil if it is not there.
func unwrap(message []byte) (data []byte) {
	for r := codec.NewReader(message); r.Err() == nil; {
		switch tag := r.Uvarint(); tag & 7 {
		case varint:
			r.Uvarint()
		case bytesType:
			if value := r.Text(); r.Err() == nil && tag>>3 == stdoutRaw {
				return []byte(value)
			}
		default:
			return nil
		}
	}
	return nil
}

func (o object) store(w *codec.Writer) {
	w.Raw(o.sum[:])
	w.Uvarint(uint64(o.size))
}

// decode reads an index that encode made, for the same site and with the same key.
func (c *Cache) decode(data []byte) (*index, error) {
	outer := codec.NewReader(unwrap(data))
	code, body := outer.Text(), outer.Rest()
	if outer.Err() != nil {
		return nil, errIndex
	}
	if c.o.Key != "" && !hmac.Equal([]byte(code), []byte(c.sign(body))) {
		return nil, errors.New("its index was not signed with this key")
	}
	rest, err := codec.Unseal(indexFormat, []byte(body))
	if err != nil {
		return nil, errIndex
	}
	r := codec.NewReader(rest)
	if r.Text() != c.name {
		return nil, errIndex
	}
	x, ok := &index{}, true
	x.records = make([]record, r.Len(2))
	for i := range x.records {
		x.records[i] = record{r.Text(), make([]object, r.Len(sha256.Size+1))}
		for n := range x.records[i].parts {
			ok = loadObject(r, &x.records[i].parts[n]) && ok
		}
	}
	x.packs = make([]pack, r.Len(sha256.Size+3))
	for i := range x.packs {
		p := &x.packs[i]
		p.set = r.Text()
		ok = loadObject(r, &p.object) && ok
		p.frames = make([]frame, r.Len(sumSize+2))
		left := p.size
		for n := range p.frames {
			f := &p.frames[n]
			f.size = int64(r.Uvarint())
			ok = f.size > 0 && f.size <= left && ok
			left -= f.size
			for at := range f.sum {
				f.sum[at] = r.Byte()
			}
			f.keys = make([]uint64, r.Len(8))
			for at := range f.keys {
				f.keys[at] = r.Fixed()
			}
		}
		ok = left == 0 && ok
	}
	if r.End() != nil || !ok {
		return nil, errIndex
	}
	return x, nil
}

// loadObject reads what store wrote, and reports whether the size is one that objects can have.
func loadObject(r *codec.Reader, o *object) bool {
	for i := range o.sum {
		o.sum[i] = r.Byte()
	}
	o.size = int64(r.Uvarint())
	return o.size >= 0 && o.size <= mostPack
}

// known returns the index if it was read before.
func (c *Cache) known() *index {
	c.loading.Lock()
	defer c.loading.Unlock()
	return c.index
}

// load returns the index, and reads it once; nil if there is none.
func (c *Cache) load() *index {
	c.loading.Lock()
	defer c.loading.Unlock()
	if !c.loaded {
		c.loaded = true
		c.within(&c.read, func(ctx context.Context) { c.index, _ = c.readIndex(ctx, &c.read) })
	}
	return c.index
}

// readIndex reads the index. absent is set if the store has none.
func (c *Cache) readIndex(ctx context.Context, d *direction) (x *index, absent bool) {
	data, err := c.get(ctx, d, action, c.name, mostIndex)
	if err != nil {
		return nil, errors.Is(err, fs.ErrNotExist)
	}
	if x, err = c.decode(data); err != nil {
		c.note(err.Error())
		return nil, false
	}
	return x, false
}
