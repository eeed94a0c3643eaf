package exec

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

func TestPrintf(t *testing.T) {
	for _, tt := range []struct {
		format string
		args   []any
		want   string // "": rejected
	}{
		{"%5d|%-5s|%.2f|%%|%03[1]d", []any{7, "a", 1.5}, "    7|a    |1.50|%|007"},
		{"%*d", []any{4, 7}, "   7"},
		{strings.Repeat("%1000000[1]d", 100), []any{1}, ""},
		{strings.Repeat("%.1000000d", 100), []any{1}, ""},
		{strings.Repeat("%-1000000.1000000d", 40), []any{1}, ""},
		{strings.Repeat("%[1]*[2]d", 100), []any{1_000_000, 1}, ""},
		{strings.Repeat("%", 1000), nil, strings.Repeat("%", 500)},
	} {
		got, err := Printf(tt.format, tt.args...)
		if (err != nil) != (tt.want == "") || err == nil && got != tt.want {
			t.Errorf("%.40q: %.100q, %v", tt.format, got, err)
		}
	}
}

// TestBounded: printing ends with an error for lists that contain each other twice per level, which have too many parts
// to count.
func TestBounded(t *testing.T) {
	var deep any = "x"
	for range 60 {
		deep = map[string]any{"a": deep, "b": []any{deep}}
	}
	long := strings.Repeat("x", 1<<20)
	for name, v := range map[string][]any{"parts": {deep}, "bytes": slices.Repeat([]any{long}, 65)} {
		if err := Bounded(v...); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := Print(v...); err == nil {
			t.Errorf("%s: printed", name)
		}
		if _, err := Printf("%v %[1]v", v...); err == nil {
			t.Errorf("%s: formatted", name)
		}
		for _, e := range []escaping{inText, inAttribute, inURL, inName, inScript} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s: printed in context %d", name, e)
					}
				}()
				e.write(new(bytes.Buffer), v)
			}()
		}
	}
	if err := Bounded(nil, 1, "a", []string{"b"}, map[int]any{1: deep.(map[string]any)["z"]}); err != nil {
		t.Error(err)
	}
}
