package output

import (
	"bytes"
	"sync"
)

// Buffers is a pool of buffers for outputs that are made in parts or have an unknown size. Several workers may
// use it at the same time; the zero value is ready.
type Buffers struct{ pool sync.Pool }

// mostPooled is the maximum capacity, in bytes, of a buffer that is reused.
const mostPooled = 4 << 20

// Get returns an empty buffer.
func (b *Buffers) Get() *bytes.Buffer {
	if buf, ok := b.pool.Get().(*bytes.Buffer); ok {
		return buf
	}
	return new(bytes.Buffer)
}

// Put returns a buffer to the pool; the caller must not use its bytes anymore.
func (b *Buffers) Put(buf *bytes.Buffer) {
	if buf.Cap() <= mostPooled {
		buf.Reset()
		b.pool.Put(buf)
	}
}
