package output

import "testing"

// A buffer from the pool is empty, whatever was in it before.
func TestBuffers(t *testing.T) {
	var b Buffers
	for range 3 {
		buf := b.Get()
		if buf.Len() > 0 {
			t.Fatalf("a buffer from the pool holds %q", buf)
		}
		buf.WriteString("a")
		b.Put(buf)
	}
	large := b.Get()
	large.Grow(mostPooled + 1)
	b.Put(large)
	if got := b.Get(); got == large {
		t.Error("a large buffer is reused")
	}
}
