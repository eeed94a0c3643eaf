package output

import "testing"

// A buffer is empty when it is lent, whatever was in it before.
func TestBuffers(t *testing.T) {
	var b Buffers
	for range 3 {
		buf := b.Lend()
		if buf.Len() > 0 {
			t.Fatalf("a lent buffer holds %q", buf)
		}
		buf.WriteString("a")
		b.Return(buf)
	}
	large := b.Lend()
	large.Grow(mostLent + 1)
	b.Return(large)
	if got := b.Lend(); got == large {
		t.Error("a large buffer is lent again")
	}
}
