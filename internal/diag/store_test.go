package diag

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/codec"
)

// TestStoreWritesEveryField fails for a field that is new in Diagnostic and is not stored.
func TestStoreWritesEveryField(t *testing.T) {
	want := List{
		{Rule: "a", Severity: Warning, File: "b", Line: 3, Col: 4, Message: "c", Hint: "d", Excerpt: "e"},
		{Message: "only a message"},
	}
	v := reflect.ValueOf(*want[0])
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			t.Errorf("the test does not set %s", v.Type().Field(i).Name)
		}
	}
	for _, list := range []List{want, nil} {
		var w codec.Writer
		Store(&w, list)
		r := codec.NewReader(w.Bytes())
		if diff := cmp.Diff(list, Load(r)); diff != "" || r.End() != nil {
			t.Error(diff, r.End())
		}
		for n := range w.Bytes() {
			r := codec.NewReader(w.Bytes()[:n])
			if Load(r); r.Err() == nil {
				t.Errorf("no error for the first %d bytes", n)
			}
		}
	}
}
