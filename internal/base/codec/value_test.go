package codec_test

import (
	"html/template"
	"math"
	"reflect"
	"testing"

	"github.com/sitegen/sitegen/internal/base/codec"
)

func TestStoredValues(t *testing.T) {
	want := map[string]any{
		"nil": nil, "yes": true, "no": false, "int": -5, "int64": int64(math.MinInt64), "uint64": uint64(math.MaxUint64), "float": math.Inf(1), "text": "h\xffé", "html": template.HTML("<b>"),
		"list": []any{1, "1", []any{}, map[string]any{}}, "map": map[string]any{"": []any{nil}},
	}
	var w codec.Writer
	if !w.Value(want) {
		t.Fatal("it cannot be stored")
	}
	r := codec.NewReader(w.Bytes())
	if got := r.Value(); !reflect.DeepEqual(got, want) || r.End() != nil {
		t.Errorf("%#v, %v", got, r.End())
	}
	for n := range w.Bytes() {
		r := codec.NewReader(w.Bytes()[:n])
		if r.Value(); r.Err() == nil {
			t.Errorf("no error for the first %d bytes", n)
		}
	}
	cycle := map[string]any{}
	cycle["self"] = cycle
	for _, v := range []any{struct{}{}, []string{"x"}, []any{int8(1)}, map[string]any{"p": &struct{}{}}, cycle} {
		if new(codec.Writer).Value(v) {
			t.Errorf("%T is stored, and could mean something else in another process", v)
		}
	}
}

// FuzzStoredValues: any bytes end in a value or in an error.
func FuzzStoredValues(f *testing.F) {
	var w codec.Writer
	w.Value(map[string]any{"a": []any{1, "x", 2.5}})
	f.Add(w.Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		r := codec.NewReader(b)
		v := r.Value()
		if r.End() == nil && !new(codec.Writer).Value(v) {
			t.Errorf("%#v was loaded and cannot be stored", v)
		}
	})
}
