package codec

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// TestDiagnosticsKeepEveryField fails for a field that is new in diag.Diagnostic and is not written.
func TestDiagnosticsKeepEveryField(t *testing.T) {
	want := diag.List{
		{Rule: "a", Severity: diag.Warning, File: "b", Line: 3, Col: 4, Message: "c", Hint: "d", Excerpt: "e", About: "g", Callers: "f", Unless: "h"},
		{Message: "only a message"},
	}
	v := reflect.ValueOf(*want[0])
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			t.Errorf("the test does not set %s", v.Type().Field(i).Name)
		}
	}
	for _, list := range []diag.List{want, nil} {
		var w Writer
		w.Diagnostics(list)
		r := NewReader(w.Bytes())
		if diff := cmp.Diff(list, r.Diagnostics()); diff != "" || r.End() != nil {
			t.Error(diff, r.End())
		}
		for n := range w.Bytes() {
			r := NewReader(w.Bytes()[:n])
			if r.Diagnostics(); r.Err() == nil {
				t.Errorf("no error for the first %d bytes", n)
			}
		}
	}
}
