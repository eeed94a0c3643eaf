package codec

import "github.com/cespare/xxhash/v2"

// Digest is a Writer for data that is only hashed. Call Flush between parts, so only a little of it is in
// memory at once. The zero Digest is ready.
type Digest struct {
	Writer
	digest xxhash.Digest
	begun  bool
}

// Flush hashes the written bytes, if there are enough to be worth it.
func (d *Digest) Flush() {
	const enough = 1 << 12
	if d.Len() >= enough {
		d.hash()
	}
}

func (d *Digest) hash() {
	if !d.begun {
		d.digest.Reset()
		d.begun = true
	}
	d.digest.Write(d.Bytes())
	d.Reset()
}

// Sum returns the xxhash of everything written.
func (d *Digest) Sum() uint64 {
	d.hash()
	return d.digest.Sum64()
}
