package codec

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"testing"
)

// all is one value of each type that the codec knows.
type all struct {
	N    uint64
	I    int64
	B    byte
	Yes  bool
	Text string
	List []string
}

func (a all) store(w *Writer) {
	w.Uvarint(a.N)
	w.Varint(a.I)
	w.Int(int(a.I))
	w.Fixed(a.N)
	w.Byte(a.B)
	w.Bool(a.Yes)
	w.Text(a.Text)
	w.Texts(a.List)
}

func load(r *Reader) (a all, err error) {
	a.N, a.I = r.Uvarint(), r.Varint()
	if int64(r.Int()) != a.I || r.Fixed() != a.N {
		r.Fail()
	}
	a.B, a.Yes, a.Text, a.List = r.Byte(), r.Bool(), r.Text(), r.Texts()
	return a, r.End()
}

var examples = []all{
	{},
	{math.MaxUint64, math.MinInt64, 255, true, "héllo\x00", []string{"", "a", "b"}},
	{127, math.MaxInt64, 1, false, "x", []string{"y"}},
	{128, -1, 0, true, "", nil},
}

func TestRoundTrip(t *testing.T) {
	for _, want := range examples {
		var w Writer
		want.store(&w)
		if w.Len() != len(w.Bytes()) {
			t.Errorf("Len is %d for %d bytes", w.Len(), len(w.Bytes()))
		}
		if got, err := load(NewReader(w.Bytes())); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v came back as %v: %v", want, got, err)
		}
		for n := range w.Bytes() {
			if _, err := load(NewReader(w.Bytes()[:n])); !errors.Is(err, ErrBroken) {
				t.Errorf("%v: the first %d bytes: %v", want, n, err)
			}
		}
		w.Byte(0)
		if _, err := load(NewReader(w.Bytes())); !errors.Is(err, ErrBroken) {
			t.Errorf("%v: a byte is left over: %v", want, err)
		}
	}
}

// After the first error everything is a zero value, and the error stays.
func TestErrorStays(t *testing.T) {
	for name, b := range map[string][]byte{
		"a number that does not end":     bytes.Repeat([]byte{0x80}, 20),
		"a number of more than 64 bits":  {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 2},
		"nothing at all":                 nil,
		"a number that is cut off":       {0xff},
		"a number of 64 bits too many 1": bytes.Repeat([]byte{0xff}, 11),
	} {
		r := NewReader(b)
		if n := r.Uvarint(); n != 0 || !errors.Is(r.Err(), ErrBroken) {
			t.Errorf("%s: %d, %v", name, n, r.Err())
		}
		if r.Text() != "" || r.Fixed() != 0 || r.Bool() || r.Byte() != 0 || r.Len(1) != 0 || r.Texts() != nil || r.Rest() != "" || r.rest != "" {
			t.Errorf("%s: something was read after the error", name)
		}
		if !errors.Is(r.End(), ErrBroken) {
			t.Errorf("%s: the error is gone: %v", name, r.End())
		}
	}
	if r := ReaderOf("\x02"); r.Bool() || r.Err() == nil {
		t.Error("2 is not a truth value")
	}
}

// A length that the bytes cannot have is an error before anything is allocated.
func TestLengthsAreChecked(t *testing.T) {
	for _, tt := range []struct {
		n, size uint64
		rest    string
		want    int
	}{{3, 1, "abc", 3}, {4, 1, "abc", 0}, {1, 2, "abc", 1}, {2, 2, "abc", 0}, {0, 8, "", 0}, {math.MaxUint64, 1, "abc", 0}, {3, 0, "abc", 3}} {
		var w Writer
		w.Uvarint(tt.n)
		w.RawText(tt.rest)
		r := NewReader(w.Bytes())
		if got := r.Len(int(tt.size)); got != tt.want || (r.Err() != nil) != (uint64(tt.want) != tt.n) {
			t.Errorf("%d of %d bytes each in %q: %d, %v", tt.n, tt.size, tt.rest, got, r.Err())
		}
	}
}

// The bytes of one Writer can be written to another, and Truncate undoes what was begun.
func TestParts(t *testing.T) {
	var inner, w Writer
	inner.Text("inner")
	w.Text("first")
	at := w.Len()
	w.Text("dropped")
	w.Truncate(at)
	w.Raw(inner.Bytes())
	w.RawText("rest")
	inner.Reset()
	inner.Text("later")
	r := NewReader(w.Bytes())
	if a, b, c := r.Text(), r.Text(), r.Rest(); a != "first" || b != "inner" || c != "rest" || r.End() != nil {
		t.Errorf("%q %q %q %v", a, b, c, r.End())
	}
}

// A sealed file can be read only completely, and only by its own format.
func TestSeal(t *testing.T) {
	const format = "example 1\n"
	for _, body := range []string{"", "some body"} {
		var w Writer
		w.RawText(format)
		w.RawText(body)
		w.Seal()
		file := w.Bytes()
		if got, err := Unseal(format, file); err != nil || string(got) != body {
			t.Fatalf("%q came back as %q: %v", body, got, err)
		}
		for _, other := range []string{"example 2\n", "example 1\nsome body and more than there is"} {
			if _, err := Unseal(other, file); !errors.Is(err, ErrBroken) {
				t.Errorf("it is read as %q: %v", other, err)
			}
		}
		for i := range file {
			if _, err := Unseal(format, file[:i]); !errors.Is(err, ErrBroken) {
				t.Errorf("the first %d bytes: %v", i, err)
			}
			file[i] ^= 4
			if _, err := Unseal(format, file); !errors.Is(err, ErrBroken) {
				t.Errorf("byte %d is damaged: %v", i, err)
			}
			file[i] ^= 4
		}
	}
}

// FuzzReader: any bytes end in values or in an error; values are written as no more bytes than they were read from.
func FuzzReader(f *testing.F) {
	for _, a := range examples {
		var w Writer
		a.store(&w)
		f.Add(w.Bytes())
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := load(NewReader(b))
		if err != nil {
			return
		}
		var again Writer
		if a.store(&again); again.Len() > len(b) {
			t.Errorf("%x came back as %x", b, again.Bytes())
		}
		if back, err := load(NewReader(again.Bytes())); err != nil || !reflect.DeepEqual(a, back) {
			t.Errorf("%v came back as %v: %v", a, back, err)
		}
	})
}
