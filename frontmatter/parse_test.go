package frontmatter

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
)

func TestParse(t *testing.T) {
	tests := []struct {
		name, src string
		format    Format
		values    map[string]any
		lines     map[string]int
		body      string
		bodyLine  int
	}{
		{"none", "Just *text*.\n", None, map[string]any{}, map[string]int{}, "Just *text*.\n", 1},
		{"empty file", "", None, map[string]any{}, map[string]int{}, "", 1},
		{"list, not front matter", "- one\n- two\n", None, map[string]any{}, map[string]int{}, "- one\n- two\n", 1},
		{"shortcode, not JSON", "{{< x >}}\n", None, map[string]any{}, map[string]int{}, "{{< x >}}\n", 1},
		{
			"plain", "---\ntitle: Plain\ntags: [a, 'b c', 3]\n---\nBody\n", YAML,
			map[string]any{"title": "Plain", "tags": []any{"a", "b c", uint64(3)}},
			map[string]int{"title": 2, "tags": 3},
			"Body\n", 5,
		},
		{"empty block", "---\n---\nBody\n", YAML, map[string]any{}, map[string]int{}, "Body\n", 3},
		{"only comments", "---\n# nothing\n---\n", YAML, map[string]any{}, map[string]int{}, "", 4},
		{
			"byte order mark", "\uFEFF---\ntitle: BOM\n---\nBody\n", YAML,
			map[string]any{"title": "BOM"},
			map[string]int{"title": 2},
			"Body\n", 4,
		},
		{
			"byte order mark and TOML", "\uFEFF+++\ntitle = 'x'\n+++\nBody\n", TOML,
			map[string]any{"title": "x"},
			map[string]int{"title": 2},
			"Body\n", 4,
		},
		{
			"blank lines before", "\n \n---\ntitle: Late\n---\nBody\n", YAML,
			map[string]any{"title": "Late"},
			map[string]int{"title": 4},
			"Body\n", 6,
		},
		{
			"CRLF", "---\r\ntitle: CRLF\r\ntext: |\r\n  two\r\n  lines\r\n---\r\nBody\r\n", YAML,
			map[string]any{"title": "CRLF", "text": "two\nlines\n"},
			map[string]int{"title": 2, "text": 3},
			"Body\r\n", 7,
		},
		{
			"CRLF, plain", "---\r\ntitle: CRLF\r\n---\r\nBody\r\n", YAML,
			map[string]any{"title": "CRLF"},
			map[string]int{"title": 2},
			"Body\r\n", 4,
		},
		{
			"indented delimiter", "---\na: |\n  first\n  ---\n  last\n---\nBody\n", YAML,
			map[string]any{"a": "first\n---\nlast\n"},
			map[string]int{"a": 2},
			"Body\n", 7,
		},
		{
			"text after the delimiter", "--- {a: 1}\n--- Body\n", YAML,
			map[string]any{"a": uint64(1)},
			map[string]int{"a": 1},
			" Body\n", 2,
		},
		{
			"keys in lower case at all levels", "---\nTitle: T\nParams:\n  Deep: {Er: [{X: 1}]}\n---\n", YAML,
			map[string]any{"title": "T", "params": map[string]any{"deep": map[string]any{"er": []any{map[string]any{"x": uint64(1)}}}}},
			map[string]int{
				"title": 2, "params": 3, "params.deep": 4, "params.deep.er": 4, "params.deep.er.0": 4,
				"params.deep.er.0.x": 4,
			},
			"", 6,
		},
		{
			"anchors and merge", "---\na: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}\nc: *a\n---\n", YAML,
			map[string]any{
				"a": map[string]any{"x": uint64(1), "y": uint64(2)},
				"b": map[string]any{"x": uint64(1), "y": uint64(3)},
				"c": map[string]any{"x": uint64(1), "y": uint64(2)},
			},
			map[string]int{"a": 2, "a.x": 2, "a.y": 2, "b": 3, "b.y": 3, "c": 4},
			"", 6,
		},
		{
			"lists of lines", "---\ntags:\n  - one\n\n  - \"two\"\nother:\n- 1.5\nnone:\nlast: x\n---\n", YAML,
			map[string]any{"tags": []any{"one", "two"}, "other": []any{1.5}, "none": nil, "last": "x"},
			map[string]int{"tags": 2, "other": 6, "none": 8, "last": 9},
			"", 11,
		},
		{
			"keys that are no strings", "---\n1: a\ntrue: b\n---\n", YAML,
			map[string]any{"1": "a", "true": "b"},
			map[string]int{"1": 2, "true": 3},
			"", 5,
		},
		{
			"tags", "---\na: !!str 12\nb: !!int \"12\"\nc: !!float 1\nd: !own x\ne: !!bool yes\nf: !!binary aGk=\n---\n", YAML,
			map[string]any{"a": "12", "b": uint64(12), "c": 1.0, "d": "x", "e": true, "f": "hi"},
			map[string]int{"a": 2, "b": 3, "c": 4, "d": 5, "e": 6, "f": 7},
			"", 9,
		},
		{
			"TOML", "+++\nTitle = \"T\"\nn = 7\nday = 2021-03-04\nat = 2021-03-04T05:06:07.5\nclock = 05:06:07\nzone = 2021-03-04T05:06:07-03:00\n[Params]\nA = [1.5, {B = 2}]\n[params2.x]\ny = 1\n+++\nBody\n", TOML,
			map[string]any{
				"title": "T", "n": int64(7),
				"day":     Local{Year: 2021, Month: 3, Day: 4, HasDate: true},
				"at":      Local{Year: 2021, Month: 3, Day: 4, Hour: 5, Minute: 6, Second: 7, Nano: 5e8, HasDate: true, HasTime: true},
				"clock":   Local{Hour: 5, Minute: 6, Second: 7, HasTime: true},
				"zone":    time.Date(2021, 3, 4, 5, 6, 7, 0, time.FixedZone("", -3*3600)),
				"params":  map[string]any{"a": []any{1.5, map[string]any{"b": int64(2)}}},
				"params2": map[string]any{"x": map[string]any{"y": int64(1)}},
			},
			map[string]int{"title": 2, "n": 3, "day": 4, "at": 5, "clock": 6, "zone": 7, "params": 8, "params.a": 9, "params2": 10, "params2.x": 10, "params2.x.y": 11},
			"Body\n", 13,
		},
		{
			"JSON over lines", "{\n  \"Title\": \"J\",\n  \"brace\": \"}{\\\"\",\n  \"n\": 1.0,\n  \"nothing\": null\n}\nBody\n", JSON,
			map[string]any{"title": "J", "brace": "}{\"", "n": 1.0, "nothing": nil},
			map[string]int{"title": 2, "brace": 3, "n": 4, "nothing": 5},
			"Body\n", 7,
		},
		{
			"JSON on one line", "{\"title\": \"J\"}\nBody\n", JSON,
			map[string]any{"title": "J"},
			map[string]int{"title": 1},
			"Body\n", 2,
		},
		{"JSON and nothing else", "{}", JSON, map[string]any{}, map[string]int{}, "", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, err := Parse("x.md", []byte(tt.src))
			if err != nil {
				t.Fatal(err)
			}
			want := &Block{
				Format: tt.format, Values: tt.values, Lines: tt.lines,
				Body: len(tt.src) - len(tt.body), BodyLine: tt.bodyLine,
			}
			if diff := cmp.Diff(want, b); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestLine(t *testing.T) {
	b, err := Parse("a.md", []byte("---\ntitle: T\nfeeds:\n  podcast:\n    image: a.png\n    persons:\n      - name: Ann\n---\n"))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{
		"title": 2, "feeds": 3, "feeds.podcast": 4, "feeds.podcast.image": 5, "feeds.podcast.owner": 4, "feeds.podcast.persons.name": 6,
		"podcast": 0, "": 0,
	} {
		if got := b.Line(path); got != want {
			t.Errorf("%s: line %d, want %d", path, got, want)
		}
	}
	if got := (*Block)(nil).Line("title"); got != 0 {
		t.Errorf("no front matter: line %d", got)
	}
}

// TestParseErrors: each mistake is shown at its place in the file.
func TestParseErrors(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"unclosed YAML", "\n---\ntitle: x\n", "x.md:2:1: the front matter that begins here is never closed [---] (end it with a line ---)"},
		{"unclosed by a rule", "-----\ntext\n", "x.md:1:1: the front matter that begins here is never closed [-----] (end it with a line ---)"},
		{"unclosed TOML", "+++\na = 1\n", "x.md:1:1: the front matter that begins here is never closed [+++] (end it with a line +++)"},
		{"unclosed JSON", "{\"a\": 1\n", "x.md:1:1: the JSON front matter that begins here is never closed [{\"a\": 1] (a closing brace or quote is missing)"},
		{"duplicate in TOML", "+++\na = 1\na = 2\n+++\n", "x.md:3:1: the TOML cannot be read: key a is already defined [a = 2] ()"},
		{"colon in a value", "\n---\na: 1\ntitle: Hi: there\n---\n", "x.md:4:10: the YAML cannot be read: mapping values are not allowed in this context [title: Hi: there] (put the value in quotes: \": \" inside it begins a new key)"},
		{"open bracket", "---\nx: 1\na: [1,\nb: 2\n---\n", "x.md:3:4: the YAML cannot be read: did not find expected ',' or ']' (while parsing a flow sequence) [a: [1,] (the list that begins here is never closed)"},
		{"open quote", "---\na: \"x\n---\n", "x.md:2:4: the YAML cannot be read: found unexpected end of stream (while scanning a quoted scalar) [a: \"x] (the quoted text that begins here is never closed)"},
		{"tab", "---\na:\n\tb: 1\n---\n", "x.md:3:1: the YAML cannot be read: found character that cannot start any token (while scanning for the next token) [\tb: 1] (indent with spaces: YAML allows no tabs there)"},
		{"same line as the delimiter", "--- a: b: c\n---\n", "x.md:1:9: the YAML cannot be read: mapping values are not allowed in this context [--- a: b: c] (put the value in quotes: \": \" inside it begins a new key)"},
		{"list", "---\n- a\n---\n", "x.md:2:1: the front matter must be keys and values, not a list [- a] (write it as key: value)"},
		{"text", "---\nhello\n---\n", "x.md:2:1: the front matter must be keys and values, not a line of text [hello] (write it as key: value)"},
		{"bad int", "---\na: !!int x\n---\n", "x.md:2:4: \"x\" is not a valid !!int [a: !!int x] ()"},
		{"unknown alias", "---\na: *x\n---\n", "x.md:2:4: the YAML cannot be read: unknown anchor 'x' referenced [a: *x] ()"},
		{"endless alias", "---\na: &a [*a]\n---\n", "x.md:2:8: the alias *a is inside the value that it names [a: &a [*a]] ()"},
		{"list as key", "---\n[a]: b\n---\n", "x.md:2:1: a key must be a single value, not a list or a map [[a]: b] ()"},
		{"control character", "---\na: b\nc: \"\x01\"\n---\n", "x.md:3:5: the YAML cannot be read: control characters are not allowed (value: 1) [c: \"\x01\"] ()"},
		{"invalid UTF-8", "---\na: b\nc: caf\xe9\n---\n", "x.md:3:7: this is not UTF-8 (byte 0xe9) [c: caf\uFFFD] (save the file as UTF-8)"},
		{"bad TOML", "+++\na = 1\nb = yes\n+++\n", "x.md:3:5: the TOML cannot be read: unexpected character U+0079 'y' at start of value [b = yes] (a value is text in quotes, a number, true or false, a date, or a [list])"},
		{"open quote in TOML", "+++\na = \"x\n+++\n", "x.md:2:7: the TOML cannot be read: basic strings cannot have new lines [a = \"x] (the quoted text is never closed on this line)"},
		{"indented key", "---\ntitle: A\n date: 1\n---\n", "x.md:3:6: the YAML cannot be read: mapping values are not allowed in this context [ date: 1] (indent the key like the one before it, or put the text in quotes)"},
		{"colon in an indented value", "---\na:\n  b: c: d\n---\n", "x.md:3:7: the YAML cannot be read: mapping values are not allowed in this context [  b: c: d] (put the value in quotes: \": \" inside it begins a new key)"},
		{"quotes in quotes", "---\né: \"A \"b\" c\"\n---\n", "x.md:2:8: the YAML cannot be read: did not find expected key (while parsing a block mapping) [é: \"A \"b\" c\"] (the quoted text ends before this: write \\\" for a quote in \"…\", and '' for one in '…')"},
		{"apostrophe in quotes", "---\na: [x, 'it's']\n---\n", "x.md:2:12: the YAML cannot be read: did not find expected ',' or ']' (while parsing a flow sequence) [a: [x, 'it's']] (the quoted text ends before this: write \\\" for a quote in \"…\", and '' for one in '…')"},
		{"no comma", "---\na: [\"x\" \"y\"]\n---\n", "x.md:2:9: the YAML cannot be read: did not find expected ',' or ']' (while parsing a flow sequence) [a: [\"x\" \"y\"]] (separate the values with commas)"},
		{"YAML in TOML", "+++\na: b\n+++\n", "x.md:2:2: the TOML cannot be read: expected '=' after key [a: b] (write key = \"value\" in TOML: key: value is YAML)"},
		{"last comma in JSON", "{\"a\": 1,\n}\n", "x.md:2:1: the JSON cannot be read: invalid character '}' looking for beginning of object key string [}] (remove the comma before it)"},
		{"last comma in a list", "{\"a\": [1, ]}\n", "x.md:1:11: the JSON cannot be read: invalid character ']' looking for beginning of value [{\"a\": [1, ]}] (remove the comma before it)"},
		{"bad JSON", "{\"a\": 1,\n \"b\": yes}\n", "x.md:2:7: the JSON cannot be read: invalid character 'y' looking for beginning of value [ \"b\": yes}] ()"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("x.md", []byte(tt.src))
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("got %v, want an Error", err)
			}
			if got := fmt.Sprintf("%s [%s] (%s)", e, e.Excerpt, e.Hint); got != tt.want {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
			want := &diag.Diagnostic{Rule: "front-matter", File: e.File, Line: e.Line, Col: e.Col, Message: e.Message, Hint: e.Hint, Excerpt: e.Excerpt}
			if diff := cmp.Diff(diag.List{want}, diag.From(err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestPlainScalar holds the values that Hugo's YAML reader gives.
func TestPlainScalar(t *testing.T) {
	tests := []struct {
		in   string
		want any
	}{
		{"", nil},
		{"yes", "yes"},
		{"on", "on"},
		{"0123", uint64(83)},
		{"08", "08"},
		{"1e3", "1e3"},
		{"1.5e3", 1500.0},
		{"1.", 1.0},
		{".5", 0.5},
		{"-.5", -0.5},
		{".", "."},
		{"1_000", uint64(1000)},
		{"_1", "_1"},
		{"-0x1F", int64(-31)},
		{"+-5", uint64(5)},
		{"-+5", "-+5"},
		{"+12", uint64(12)},
		{"0o17", uint64(15)},
		{"0b11", uint64(3)},
		{"0x", "0x"},
		{"12345678901234567890", uint64(12345678901234567890)},
		{"123456789012345678901234567890", "123456789012345678901234567890"},
		{"-9223372036854775809", "-9223372036854775809"},
		{"-5", int64(-5)},
		{"-0", int64(0)},
		{"1.0", 1.0},
		{"null", nil},
		{"Null", nil},
		{"nULL", "nULL"},
		{"~", nil},
		{"true", true},
		{"FALSE", false},
		{"tRUE", "tRUE"},
		{"2020-01-01", "2020-01-01"},
		{"2020-01-01T10:00:00Z", "2020-01-01T10:00:00Z"},
		{"12:30", "12:30"},
		{"1.2.3", "1.2.3"},
		{"1.0e400", "1.0e400"},
		{"1,000", "1,000"},
		{"--", "--"},
		{"+.inf", "+.inf"},
	}
	for _, tt := range tests {
		if got := plainScalar(tt.in); got != tt.want {
			t.Errorf("%q: got %T %v, want %T %v", tt.in, got, got, tt.want, tt.want)
		}
	}
}

func TestDecode(t *testing.T) {
	tests := []struct {
		format Format
		src    string
		value  any
		lines  map[string]int
	}{
		{YAML, "", map[string]any{}, map[string]int{}},
		{YAML, "# none\n", nil, map[string]int{}},
		{YAML, "- a\n- {B: 1}\n", []any{"a", map[string]any{"B": uint64(1)}}, map[string]int{"1": 2, "1.b": 2}},
		{
			YAML, "\uFEFFA:\n  b:\n    C: 1\n  d: x\n",
			map[string]any{"A": map[string]any{"b": map[string]any{"C": uint64(1)}, "d": "x"}},
			map[string]int{"a": 1, "a.b": 2, "a.b.c": 3, "a.d": 4},
		},
		{
			TOML, "Top = 1\n[a.B]\nc = { D = 2 }\n\n[[menus.main]]\nname = \"x\"\n[[menus.main]]\nname = \"y\"\n",
			map[string]any{
				"Top": int64(1), "a": map[string]any{"B": map[string]any{"c": map[string]any{"D": int64(2)}}},
				"menus": map[string]any{"main": []any{map[string]any{"name": "x"}, map[string]any{"name": "y"}}},
			},
			map[string]int{
				"top": 1, "a": 2, "a.b": 2, "a.b.c": 3, "menus": 5, "menus.main": 5, "menus.main.0": 5, "menus.main.0.name": 6,
				"menus.main.1": 7, "menus.main.1.name": 8,
			},
		},
		{
			TOML, "[[a]]\n[a.t]\nx = 1\n[[a.b]]\n[[a]]\n[[a.b]]\n[[a.b]]\ny = 2\n",
			map[string]any{"a": []any{
				map[string]any{"t": map[string]any{"x": int64(1)}, "b": []any{map[string]any{}}},
				map[string]any{"b": []any{map[string]any{}, map[string]any{"y": int64(2)}}},
			}},
			map[string]int{
				"a": 1, "a.0": 1, "a.0.t": 2, "a.0.t.x": 3, "a.0.b": 4, "a.0.b.0": 4, "a.1": 5, "a.1.b": 6, "a.1.b.0": 6,
				"a.1.b.1": 7, "a.1.b.1.y": 8,
			},
		},
		{TOML, "# none\n", map[string]any{}, map[string]int{}},
		{
			JSON, "{\n\"A\": {\n\"b\": [1, {\"x\": 2}]},\n\"c\": true}\n",
			map[string]any{"A": map[string]any{"b": []any{1.0, map[string]any{"x": 2.0}}}, "c": true},
			map[string]int{"a": 2, "a.b": 3, "a.b.1.x": 3, "c": 4},
		},
	}
	for _, tt := range tests {
		got, lines, err := Decode(tt.format, "x", []byte(tt.src))
		if err != nil {
			t.Errorf("%q: %v", tt.src, err)
			continue
		}
		if diff := cmp.Diff(tt.value, got); diff != "" {
			t.Errorf("%q: -want +got\n%s", tt.src, diff)
		}
		if diff := cmp.Diff(tt.lines, lines); diff != "" {
			t.Errorf("%q: -want +got\n%s", tt.src, diff)
		}
	}
}

func TestDecodeErrors(t *testing.T) {
	tests := []struct {
		format    Format
		src, want string
	}{
		{YAML, "a:\n  b: 1\n  b: 2\n", `x:3:3: the key "b" appears twice`},
		{TOML, "a = 1\nb = \n", `x:2:5: the TOML cannot be read: unexpected character U+000A at start of value`},
		{JSON, "{\"a\": 1}}", `x:1:9: there is text after the end of the JSON`},
		{JSON, "{\"a\": ", `x:1:7: the JSON cannot be read: it ends too early`},
		{JSON, "a\xff", `x:1:2: this is not UTF-8 (byte 0xff)`},
		{"ini", "a", `"ini" is not a format that can be decoded`},
	}
	for _, tt := range tests {
		_, _, err := Decode(tt.format, "x", []byte(tt.src))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%q:\n got %v\nwant %s", tt.src, err, tt.want)
		}
	}
}

// TestAliases: nested aliases that expand to a billion values are rejected quickly.
func TestAliases(t *testing.T) {
	var b strings.Builder
	b.WriteString("---\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i <= 9; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10), ", "))
	}
	b.WriteString("---\n")
	_, err := Parse("x.md", []byte(b.String()))
	if err == nil || !strings.Contains(err.Error(), "expand to too many values") {
		t.Errorf("got %v", err)
	}
}

// TestManyValues: a few megabytes of YAML that would take gigabytes are refused before they are parsed, and those with too many
// values without a word of aliases.
func TestManyValues(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"[" + strings.Repeat("{},", 1_000_000) + "]", "a.yaml:1:1600000: the YAML up to here may have more than 1000000 values"},
		{strings.Repeat("- a\n", 1_000_001), "a.yaml:1:1: the document has more than 1000000 values"},
	} {
		_, _, err := Decode(YAML, "a.yaml", []byte(tt.text))
		if err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}

func TestLocal(t *testing.T) {
	oslo, err := time.LoadLocation("Europe/Oslo")
	if err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct {
		l          Local
		text, oslo string
	}{
		{Local{Year: 2021, Month: 7, Day: 4, HasDate: true}, "2021-07-04", "2021-07-04T00:00:00+02:00"},
		{Local{Year: 2021, Month: 1, Day: 4, Hour: 5, Nano: 5e6, HasDate: true, HasTime: true}, "2021-01-04T05:00:00.005", "2021-01-04T05:00:00+01:00"},
	} {
		text, err := json.Marshal(tt.l)
		if string(text) != `"`+tt.text+`"` || err != nil {
			t.Errorf("got %s %v, want %q", text, err, tt.text)
		}
		if got := tt.l.In(oslo).Format(time.RFC3339); got != tt.oslo {
			t.Errorf("%v in Oslo: got %s, want %s", tt.l, got, tt.oslo)
		}
	}
}
