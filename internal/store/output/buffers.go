package output

import (
	"bytes"
	"sync"
)

// Buffers lends buffers to those who make outputs in parts or of unknown size. Several workers may use it at once; the
// zero value is ready.
type Buffers struct{ pool sync.Pool }

// mostLent is how many bytes a buffer may have that is lent again.
const mostLent = 4 << 20

// Lend returns an empty buffer.
func (b *Buffers) Lend() *bytes.Buffer {
	if buf, ok := b.pool.Get().(*bytes.Buffer); ok {
		return buf
	}
	return new(bytes.Buffer)
}

// Return takes a buffer back, of whose bytes nobody has any use.
func (b *Buffers) Return(buf *bytes.Buffer) {
	if buf.Cap() <= mostLent {
		buf.Reset()
		b.pool.Put(buf)
	}
}
