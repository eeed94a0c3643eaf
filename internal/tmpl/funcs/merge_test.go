package funcs

import (
	"reflect"
	"testing"
)

// TestMergeDicts holds the quick way of merge against the one for maps of any type.
func TestMergeDicts(t *testing.T) {
	maps := []map[string]any{
		{},
		{"a": 1},
		{"A": 2, "b": nil},
		{"a": map[string]any{"x": 1, "Y": 2}},
		{"a": map[string]any{"y": 3, "z": 4}, "c": 5},
		{"é": 1, "long key": 2},
		{"É": 2, "LONG KEY": map[string]any{}},
		{"a": 3, "İ": 1},
		{"i̇": 2, "B": 3},
	}
	for _, to := range maps {
		for _, from := range maps {
			want := mergeMap(reflect.ValueOf(to), reflect.ValueOf(from), false).Interface()
			if got := mergeDicts(to, from); !reflect.DeepEqual(got, want) {
				t.Errorf("%v and %v: got %v, want %v", to, from, got, want)
			}
		}
	}
}
