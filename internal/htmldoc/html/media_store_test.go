package html

import (
	"reflect"
	"testing"

	"github.com/sitegen/sitegen/internal/base/codec"
)

// TestMediaStore fails for a field that is new in Media or Video and is not stored.
func TestMediaStore(t *testing.T) {
	full := Media{Images: []string{"/a.png", "\xff"}, Videos: []Video{{"s", true, "p", "t"}, {Src: "x"}}}
	for _, v := range []reflect.Value{reflect.ValueOf(full), reflect.ValueOf(full.Videos[0])} {
		for i := range v.NumField() {
			if v.Field(i).IsZero() {
				t.Errorf("the test does not set %s", v.Type().Field(i).Name)
			}
		}
	}
	for _, want := range []Media{full, {}} {
		var w codec.Writer
		want.Store(&w)
		r := codec.NewReader(w.Bytes())
		if got := LoadMedia(r); !reflect.DeepEqual(got, want) || r.End() != nil {
			t.Errorf("%+v came back as %+v: %v", want, got, r.End())
		}
		for n := range w.Bytes() {
			r := codec.NewReader(w.Bytes()[:n])
			if LoadMedia(r); r.Err() == nil {
				t.Errorf("no error for the first %d bytes", n)
			}
		}
	}
}
