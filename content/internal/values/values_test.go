package values

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/codec"
)

// record encodes a table, its lines and a text like the file of a Load.
func record(w *Writer, table map[string]any, lines map[string]int) []byte {
	w.Shared("file.md")
	w.PooledLines(lines)
	w.Table(table)
	var out codec.Writer
	w.Pools(&out)
	out.Raw(w.Bytes())
	return out.Bytes()
}

// TestRoundTrip: every type of a frontmatter.Block survives encoding and decoding.
func TestRoundTrip(t *testing.T) {
	table := map[string]any{
		"nil": nil, "yes": true, "no": false, "int": -5, "int64": int64(-1 << 63), "uint": uint64(1 << 63), "float": 2.5, "text": "Ünï", "empty": "",
		"utc": time.Date(2024, 1, 2, 3, 4, 5, 6, time.UTC), "zone": time.Date(2024, 1, 2, 3, 4, 5, 6, time.FixedZone("IST", 19800)),
		"local": frontmatter.Local{Year: 2024, Month: time.May, Day: 6, HasDate: true},
		"list":  []any{"a", 1, []any{"a"}, map[string]any{"deep": []any{}}}, "table": map[string]any{"a": "a"},
		"nil list": []any(nil), "nil table": map[string]any(nil),
	}
	lines := map[string]int{"a": 1, "b": 20}
	b := record(NewWriter(1), table, lines)
	if again := record(NewWriter(9), table, lines); string(again) != string(b) {
		t.Error("the same values are other bytes")
	}
	r := NewReader(codec.NewReader(b))
	r.Pools()
	if s := r.Shared(); s != "file.md" {
		t.Errorf("the text is %q", s)
	}
	if diff := cmp.Diff(lines, r.PooledLines()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(table, r.Table()); diff != "" {
		t.Error(diff)
	}
	if err := r.End(); err != nil {
		t.Error(err)
	}
	for n := range b {
		r := NewReader(codec.NewReader(b[:n]))
		r.Pools()
		r.Shared()
		r.PooledLines()
		r.Table()
		if r.End() == nil {
			t.Errorf("cut off after %d bytes: no error", n)
		}
	}
}

// TestPools: texts and lines that many files share are written once.
func TestPools(t *testing.T) {
	size := func(files int) int {
		w := NewWriter(1)
		for range files {
			w.PooledLines(map[string]int{"title": 2, "tags": 3})
			w.Table(map[string]any{"title": "the same", "tags": []any{"one", "two", "three"}})
		}
		var out codec.Writer
		w.Pools(&out)
		return len(out.Bytes())
	}
	if one, many := size(1), size(100); many != one {
		t.Errorf("the pools of one file have %d bytes, those of a hundred alike %d", one, many)
	}
}

// TestOdd: types that front matter does not have, and values that are nested too deeply, set Odd.
func TestOdd(t *testing.T) {
	deep := any("x")
	for range MaxDepth + 1 {
		deep = []any{deep}
	}
	for name, v := range map[string]any{"a type": []string{"x"}, "depth": deep, "a type within": []any{int8(1)}} {
		for _, w := range []*Writer{{}, NewWriter(1)} {
			if w.Value(v); !w.Odd {
				t.Errorf("%s is not odd", name)
			}
		}
	}
}
