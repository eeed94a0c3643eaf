package sharedcache

import (
	"github.com/klauspost/compress/zstd"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/store/cache"
)

// entry is one entry of a set.
type entry struct {
	key  cache.Key
	data []byte
}

// packed returns the bytes of a frame: the keys and sizes of the entries, and then their bytes.
func packed(e *zstd.Encoder, list []entry) []byte {
	var w codec.Writer
	size := 16
	for _, e := range list {
		size += len(e.key) + len(e.data) + 8
	}
	w.Grow(size)
	w.Uvarint(uint64(len(list)))
	for _, e := range list {
		w.Raw(e.key[:])
		w.Uvarint(uint64(len(e.data)))
	}
	for _, e := range list {
		w.Raw(e.data)
	}
	return e.EncodeAll(w.Bytes(), nil)
}

// unpack reads what packed wrote, and returns how many bytes that were. The entries share them.
func unpack(d *zstd.Decoder, data []byte) (list []entry, size int, ok bool) {
	raw, err := d.DecodeAll(data, nil)
	if err != nil {
		return nil, 0, false
	}
	r := codec.NewReader(raw)
	list = make([]entry, r.Len(len(cache.Key{})+1))
	sizes := make([]uint64, len(list))
	for i := range list {
		for n := range list[i].key {
			list[i].key[n] = r.Byte()
		}
		sizes[i] = r.Uvarint()
	}
	rest := []byte(r.Rest())
	if r.Err() != nil {
		return nil, 0, false
	}
	for i, n := range sizes {
		if n > uint64(len(rest)) {
			return nil, 0, false
		}
		list[i].data, rest = rest[:n:n], rest[n:]
	}
	return list, len(raw), len(rest) == 0
}

func encoder() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err) // the options are valid
	}
	return e
}

// decoder returns a decoder that refuses more than a pack can have, so that a few bytes cannot become any number.
func decoder() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostPack))
	if err != nil {
		panic(err) // the options are valid
	}
	return d
}
