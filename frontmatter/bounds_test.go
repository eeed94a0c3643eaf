package frontmatter

import (
	"fmt"
	"strings"
	"testing"
)

// TestNesting: values deeper than MaxNesting quickly give an error with a position; others are read.
func TestNesting(t *testing.T) {
	const want = "d:1:%d: values are nested more than 500 levels deep"
	for _, c := range []struct {
		name   string
		format Format
		make   func(n int) string
		col    int
	}{
		{"JSON lists", JSON, func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }, 502},
		{"JSON objects", JSON, func(n int) string { return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n) }, 2502},
		{"TOML lists", TOML, func(n int) string { return "a = " + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) }, 1},
		{"TOML tables", TOML, func(n int) string { return "a = " + strings.Repeat("{a = ", n-1) + "1" + strings.Repeat("}", n-1) }, 1},
		{"TOML keys", TOML, func(n int) string { return strings.Repeat("a.", n-1) + "a = 1" }, 0},
		{"TOML names of tables", TOML, func(n int) string { return "[" + strings.Repeat("a.", n-1) + "a]" }, 0},
		{"YAML lists", YAML, func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }, 501},
		{"YAML entries", YAML, func(n int) string { return strings.Repeat("- ", n) + "a" }, 1001},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, _, err := Decode(c.format, "d", []byte(c.make(MaxNesting))); err != nil {
				t.Errorf("%d: %v", MaxNesting, err)
			}
			for _, n := range []int{MaxNesting + 1, 5000} {
				col := c.col
				if col == 0 { // the last part of the key
					col = strings.LastIndex(c.make(n), "a") + 1
					if i := strings.Index(c.make(n), " ="); i > 0 {
						col = i
					}
				}
				_, _, err := Decode(c.format, "d", []byte(c.make(n)))
				if err == nil || err.Error() != fmt.Sprintf(want, col) {
					t.Errorf("%d: got %v, want column %d", n, err, col)
				}
			}
		})
	}
}

// TestLongKeys: the lines of keys below very long ones are not noted, which would take as much memory as there are keys
// times bytes.
func TestLongKeys(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, `{"short": {"a": 1}, "%s": {"b": 1`, strings.Repeat("k", 300_000))
	for i := range 50_000 {
		fmt.Fprintf(&b, `, "k%d": 1`, i)
	}
	b.WriteString("}}")
	value, lines, err := Decode(JSON, "d", []byte(b.String()))
	if err != nil || len(value.(map[string]any)) != 2 || len(lines) != 2 || lines["short.a"] != 1 {
		t.Errorf("%d lines, %v", len(lines), err)
	}
}

// TestLargeTable: a table of TOML with more keys than people write is an error, soon; as many keys in several are not.
func TestLargeTable(t *testing.T) {
	keys := func(format string) string {
		var b strings.Builder
		for i := range 60_000 {
			fmt.Fprintf(&b, format, i/1000, i)
		}
		return b.String()
	}
	for _, format := range []string{"a%[2]d.b.c = 1\n", "a.b.c%[2]d.d = 1\n", "k%[2]d = 1\n"} {
		_, _, err := Decode(TOML, "d", []byte(keys(format)))
		if err == nil || !strings.HasSuffix(err.Error(), ": a table has more than 20000 keys") || !strings.HasPrefix(err.Error(), "d:20001:") {
			t.Errorf("%s: %v", format, err)
		}
	}
	if _, _, err := Decode(TOML, "d", []byte(keys("t%[1]d.k%[2]d = 1\n"))); err != nil {
		t.Error(err)
	}
}
