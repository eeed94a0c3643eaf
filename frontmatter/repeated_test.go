package frontmatter

import (
	"fmt"
	"testing"
)

// TestRepeatedKeys: of a key that YAML or JSON gives twice, the last one counts, with a message; of keys that
// differ only in case, the one with capitals counts, wherever it is. The values are those of Hugo 0.165, which
// accepts repeated keys only in JSON; before 0.152 it accepted them in YAML, too.
func TestRepeatedKeys(t *testing.T) {
	for _, tt := range []struct{ src, values, message string }{
		{"---\na: 1\nb: 2\na: 3\n---\n", "map[a:3 b:2]", `x.md:4:1: the key "a" appears twice; the last one counts [a: 3] (it first appears on line 2)`},
		{"---\na: 1\na: 2\na: 3\n---\n", "map[a:3]", `x.md:3:1: the key "a" appears twice; the last one counts [a: 2] (it first appears on line 2)`},
		{"---\nl:\n  a: [1]\n  a: [2]\n---\n", "map[l:map[a:[2]]]", `x.md:4:3: the key "a" appears twice; the last one counts [  a: [2]] (it first appears on line 3)`},
		{"---\nTitle: 1\ntitle: {x: 1}\n---\n", "map[title:1]", ""},
		{"---\ntitle: {x: 1}\nTitle: 1\n---\n", "map[title:1]", ""},
		{"---\nl: {Aa: 1, aa: 2, x: &v 3, X: 4, y: *v}\n---\n", "map[l:map[aa:1 x:4 y:3]]", ""},
		{"+++\nA = 1\na = 2\n+++\n", "map[a:1]", ""},
		{"+++\nx = 0\n[l]\na = 2\nA = 1979-05-27\n+++\n", "map[l:map[a:1979-05-27] x:0]", ""},
		{"{\"a\": 1,\n \"a\": 2}\n", "map[a:2]", `x.md:2:2: the key "a" appears twice; the last one counts [ "a": 2}] (it first appears on line 1)`},
		{"{\"A\": 1,\n \"a\": 2}\n", "map[a:1]", ""},
		{"{\"a\": {\"b\": 1, \"B\": 2}}\n", "map[a:map[b:2]]", ""},
	} {
		b, err := Parse("x.md", []byte(tt.src))
		if err != nil {
			t.Errorf("%q: %v", tt.src, err)
			continue
		}
		message := ""
		if len(b.Repeated) > 0 {
			e := b.Repeated[0]
			message = fmt.Sprintf("%v [%s] (%s)", e, e.Excerpt, e.Hint)
		}
		if got := fmt.Sprint(b.Values); got != tt.values || message != tt.message {
			t.Errorf("%q\n got %s %s\nwant %s %s", tt.src, got, message, tt.values, tt.message)
		}
	}
	value, _, err := Decode(JSON, "x.json", []byte(`{"a": 1, "A": 2, "a": 3}`))
	if got := fmt.Sprint(value, err); got != "map[A:2 a:3] <nil>" {
		t.Error(got)
	}
}
