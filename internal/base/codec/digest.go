package codec

import "github.com/cespare/xxhash/v2"

// Digest is a Writer of what is only hashed: call Flush between parts, and little of it is in memory at once. The zero
// Digest is ready.
type Digest struct {
	Writer
	digest xxhash.Digest
	begun  bool
}

// Flush hashes what was written, if that is enough to be worth it.
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

// Sum returns the xxhash of all that was written.
func (d *Digest) Sum() uint64 {
	d.hash()
	return d.digest.Sum64()
}
