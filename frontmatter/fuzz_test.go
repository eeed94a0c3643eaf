package frontmatter

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// headers are seeds for the fuzzers: each is a YAML block.
var headers = []string{
	"title: Plain\ndate: 2020-01-01\ndraft: true\nweight: 10\n",
	"tags: [a, \"b c\", 'd', 1.5, true, ~]\n", "tags:\n  - a\n  - \"b\"\n- c\n", "tags:\n- a\n\n- b\nx: y\n",
	"a: b # c\n", "a: b#c\n", "a:\n  b: c\n", "a: |\n  x\n  ---\n", "a: b\n c\n", "a: \"x\\n\"\n", "a: 'it''s'\n",
	"A: 1\na: 2\n", "a: é\u00a0x\n", "a: x\u0085y\n", "a:\n\nb:\n", "a: [a, b, ]\n", "a: []\n", "a: [ ]\n", "a: [,]\n",
	"a: http://x.y/z\n", "a: x: y\n", "a: x:\n", "a: -5\n", "a: - 5\n", "...\n", "a: ...\n", "# c\na: 1\n", "a: b\r\nc: d\r\n",
	"a: 'b\n", "a: \"b\" \n", "a: \"b\" c\n", "a : b\n", "a:b\n", "a: [b\n c]\n", "a: +\nb: _\n", "a: .inf\n", "a: [x y, z]\n", "a: (b) #\n",
	"a:\n- - b\n", "a:\n- b: c\n", "a:\n-\n", "a:\n -b\n", "a: 0o17\nb: 1_0\n", "<<: {a: 1}\n", "a: b  \n\n\n", "a:   \n  \n- x\n",
}

// FuzzPlain holds the quick reader to the YAML decoder: whatever it reads, both read alike.
func FuzzPlain(f *testing.F) {
	for _, h := range headers {
		f.Add([]byte(h))
	}
	f.Fuzz(func(t *testing.T, block []byte) {
		values, lines := readPlain(block, 2)
		if values == nil {
			return
		}
		c := &reading{
			file: "x", src: block, text: block, line: 2,
			lower: true, lines: map[string]int{},
		}
		want, err := decodeYAML(c)
		if err != nil {
			t.Fatalf("%q: the decoder says %v", block, err)
		}
		if want == nil {
			want = map[string]any{}
		}
		nan := cmp.Comparer(func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) })
		if diff := cmp.Diff(want, any(values), nan); diff != "" {
			t.Errorf("%q: -decoder +plain\n%s", block, diff)
		}
		if diff := cmp.Diff(c.lines, lines); diff != "" {
			t.Errorf("%q: lines -decoder +plain\n%s", block, diff)
		}
	})
}

// FuzzParse: any bytes give a Block whose body is in the source, or an Error with a position.
func FuzzParse(f *testing.F) {
	for _, h := range headers {
		f.Add([]byte("---\n" + h + "---\nBody\n"))
	}
	for _, s := range []string{
		"+++\na = 1\n[b]\nc = 2020-01-01\n+++\n", "{\"a\": [1, {}]}\nx", "\uFEFF\n---\n", "--- a\n---", "{", "{\"\\\"}", "+++\na.b = 1\n[a]\n+++\n",
		"---\na: &a [*a]\n---\n", "---\n? x\n: y\n---\n", "+++\n[[a]]\nb = {C = 1, c = 2}\n+++\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		b, err := Parse("x.md", src)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) || e.File != "x.md" || e.Line < 1 || e.Col < 1 || e.Line > 1+len(src) {
				t.Fatalf("%q: no position in %#v", src, err)
			}
			return
		}
		if b.Values == nil || b.Body < 0 || b.Body > len(src) {
			t.Fatalf("%q: %+v", src, b)
		}
		if line, _ := diag.At(src, b.Body); line != b.BodyLine {
			t.Fatalf("%q: the body begins on line %d, not %d", src, line, b.BodyLine)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	body := "\nSome text.\n"
	for _, bb := range []struct{ name, src string }{
		{"plain", "---\ntitle: \"A post about something\"\ndate: 2024-01-02T03:04:05Z\ndraft: false\nweight: 10\ndescription: What it is about\ntags: [go, web, \"static sites\"]\ncategories:\n  - notes\nslug: a-post\nauthor: Ann\n---\n" + body},
		{"yaml", "---\ntitle: \"A post about something\"\ndate: 2024-01-02T03:04:05Z\ndraft: false\nweight: 10\ndescription: What it is about\ntags: [go, web, \"static sites\"]\nparams: {x: 1}\nslug: a-post\nauthor: Ann\n---\n" + body},
		{"toml", "+++\ntitle = \"A post about something\"\ndate = 2024-01-02T03:04:05Z\ndraft = false\nweight = 10\ntags = [\"go\", \"web\"]\nslug = \"a-post\"\n+++\n" + body},
		{"json", "{\"title\": \"A post\", \"date\": \"2024-01-02\", \"tags\": [\"go\"]}\n" + body},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse("x.md", []byte(bb.src)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
