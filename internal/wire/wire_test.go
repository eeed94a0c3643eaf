package wire

import (
	"errors"
	"math"
	"slices"
	"testing"
)

// write writes one of everything.
func write(w *Writer, n uint64, i int, s string, list []string) {
	w.Uvarint(n)
	w.Int(i)
	w.Fixed(n)
	w.Bool(i < 0)
	w.Text(s)
	w.Texts(list)
}

func TestRoundTrip(t *testing.T) {
	for _, tt := range []struct {
		n    uint64
		i    int
		s    string
		list []string
	}{
		{},
		{math.MaxUint64, math.MinInt, "héllo\x00", []string{"", "a", "b"}},
		{127, math.MaxInt, "x", []string{"y"}},
		{128, -1, "", nil},
	} {
		var w Writer
		write(&w, tt.n, tt.i, tt.s, tt.list)
		r := NewReader(w.Bytes())
		if n, i, f, b, s, l := r.Uvarint(), r.Int(), r.Fixed(), r.Bool(), r.Text(), r.Texts(); n != tt.n || i != tt.i ||
			f != tt.n || b != (tt.i < 0) || s != tt.s || !slices.Equal(l, tt.list) {
			t.Errorf("%v came back as %v %v %v %v %q %q", tt, n, i, f, b, s, l)
		}
		if err := r.End(); err != nil {
			t.Errorf("%v: %v", tt, err)
		}
		for cut := range w.Bytes() {
			r := NewReader(w.Bytes()[:cut])
			r.Uvarint()
			r.Int()
			r.Fixed()
			r.Bool()
			r.Text()
			r.Texts()
			if !errors.Is(r.End(), ErrBroken) {
				t.Errorf("%v cut off at %d: %v", tt, cut, r.End())
			}
		}
	}
}

// FuzzReader: any bytes end in values or in an error, and what is left over is one.
func FuzzReader(f *testing.F) {
	var w Writer
	write(&w, 300, -5, "text", []string{"a", "b"})
	f.Add(w.Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		r := NewReader(b)
		n, i, fixed, truth, s, list := r.Uvarint(), r.Int(), r.Fixed(), r.Bool(), r.Text(), r.Texts()
		if r.End() != nil {
			return
		}
		var again Writer
		again.Uvarint(n)
		again.Int(i)
		again.Fixed(fixed)
		again.Bool(truth)
		again.Text(s)
		again.Texts(list)
		if len(again.Bytes()) > len(b) {
			t.Errorf("%x came back as %x", b, again.Bytes())
		}
	})
}
