package frontmatter

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEncode(t *testing.T) {
	value := map[string]any{
		"b":    []any{"a", "yes", "1.0", "x: y", "", "two\nlines\n", map[string]any{"x": 1, "z": 2.5}, `a\.js`, "a#b", "a - b", "a-b"},
		"a":    map[string]any{"day": Local{Year: 2021, Month: 3, Day: 4, HasDate: true}, "t": true},
		"html": "<b>&",
	}
	for _, tt := range []struct {
		format Format
		want   string
	}{
		{YAML, "a:\n  day: '2021-03-04'\n  t: true\nb:\n- a\n- 'yes'\n- '1.0'\n- 'x: y'\n- ''\n- |\n  two\n  lines\n- x: 1\n  z: 2.5\n- 'a\\.js'\n- 'a#b'\n- 'a - b'\n- a-b\nhtml: <b>&\n"},
		{TOML, "b = ['a', 'yes', '1.0', 'x: y', '', \"two\\nlines\\n\", {x = 1, z = 2.5}, 'a\\.js', 'a#b', 'a - b', 'a-b']\nhtml = '<b>&'\n\n[a]\n  day = 2021-03-04\n  t = true\n"},
		{JSON, "{\n   \"a\": {\n      \"day\": \"2021-03-04\",\n      \"t\": true\n   },\n   \"b\": [\n      \"a\",\n      \"yes\",\n      \"1.0\",\n      \"x: y\",\n      \"\",\n      \"two\\nlines\\n\",\n      {\n         \"x\": 1,\n         \"z\": 2.5\n      },\n      \"a\\\\.js\",\n      \"a#b\",\n      \"a - b\",\n      \"a-b\"\n   ],\n   \"html\": \"\\u003cb\\u003e\\u0026\"\n}\n"},
	} {
		got, err := Encode(tt.format, value)
		if err != nil {
			t.Errorf("%s: %v", tt.format, err)
		}
		if diff := cmp.Diff(tt.want, string(got)); diff != "" {
			t.Errorf("%s: -want +got\n%s", tt.format, diff)
		}
		back, _, err := Decode(tt.format, "x", got)
		if err != nil {
			t.Errorf("%s: %v", tt.format, err)
		}
		if again, err := Encode(tt.format, back); err != nil || string(again) != string(got) {
			t.Errorf("%s: read again and written: %v\n%s", tt.format, err, again)
		}
	}
	for _, tt := range []struct {
		format Format
		value  any
		want   string
	}{
		{TOML, []any{1}, "encode TOML: the document must be a map, not a []interface {}"},
		{"ini", value, `"ini" is not a format that can be encoded`},
	} {
		if _, err := Encode(tt.format, tt.value); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}
