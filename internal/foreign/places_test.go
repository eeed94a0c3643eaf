package foreign

import (
	"strings"
	"testing"
)

// TestPlaces: lines above may be more or fewer, lines may change, and lines may be repeated.
func TestPlaces(t *testing.T) {
	source := "one\n\n!!! note\n    see [a](b.md)\n\nthe same\n\n++x++ [c](d.md)\n\nthe same\n[c](d.md) and ++y++ ü [e](f.md)\n"
	made := "one\n\ntwo\nlines\n\n{{% note %}}\nsee [a](b.md)\n{{% /note %}}\n\nthe same\n\n<kbd>X</kbd> [c](d.md)\n\nthe same\n" +
		"[c](d.md) and <kbd>Y</kbd> ü [e](f.md)\n"
	p := NewPlaces(source, made)
	for _, tt := range []struct {
		line, column   int
		text           string
		line2, column2 int
	}{
		{1, 2, "", 1, 2},          // equal
		{7, 9, "b.md", 4, 13},     // indented in the file
		{10, 5, "", 6, 5},         // repeated lines
		{14, 5, "", 10, 5},        //
		{12, 18, "d.md", 8, 11},   // the nearest of several
		{15, 30, "f.md", 11, 27},  // characters
		{12, 18, "absent", 8, 0},  // only near
		{1, 1, "absent", 1, 0},    //
		{100, 1, "absent", 12, 0}, // behind the end
		{-1, 1, "", 1, 1},         //
	} {
		if line, column := p.Of(tt.line, tt.column, tt.text); line != tt.line2 || column != tt.column2 {
			t.Errorf("%d:%d %q: %d:%d", tt.line, tt.column, tt.text, line, column)
		}
	}
	if line, column := NewPlaces("", "").Of(1, 1, "x"); line != 1 || column != 0 {
		t.Errorf("empty: %d:%d", line, column)
	}
	long := strings.Repeat("a\n", 200_000)
	if line, _ := NewPlaces(long, "b\n"+long).Of(100_000, 1, ""); line != 99_999 {
		t.Errorf("long: %d", line)
	}
}
