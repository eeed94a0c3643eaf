package content

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"
	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/content/internal/values"
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/filestat"
)

// header is front matter with a value of every type.
const header = `+++
title = "Ünï"
n = -5
f = 2.5
big = 9223372036854775807
yes = true
no = false
at = 2024-01-02T03:04:05.123456789+05:30
utc = 2024-01-02T03:04:05Z
local = 2024-01-02T03:04:05
day = 0001-01-02
clock = 03:04:05.5
empty = []
list = ["a", 1, [2.5, ["a"]], {x = {y = []}}]
inf = [inf, -inf]
[table]
a = "a"
[table.deep]
[[table.deep.er]]
b = 1
+++
Text.
`

var coded = map[string]string{
	"content/_index.md": header, "content/b/index.md": strings.Replace(header, "title", "name", 1), "content/b/chart.svg": `<svg viewBox="0 0 640 480"/>`,
	"content/b/x.bin": "x", "content/j.md": `{"n": null, "big": 1e300, "s": "", "o": {}, "a": [{"k": [null]}]}` + "\n# Head\n",
	"content/y.md":      "---\ntags: [a, b]\nbig: 18446744073709551615\n---\n\xff",
	"content/z.md":      "---\ntags: [a, b]\nbig: 18446744073709551615\n---\n",
	"content/broken.md": "---\ntags: [\n---\n", "content/rst.md": "---\nmarkup: rst\n---\n", "content/plain.fr.md": "x", "content/i.fr.txt": "x",
}

// TestKnownInAnotherProcess: encoded results work for a copy of the project in another folder with new times, and for
// the project itself.
func TestKnownInAnotherProcess(t *testing.T) {
	p := project(t, coded)
	want, wantProblems := p.at(t, nil, later(t))
	b := want.kept.encode()
	if string(b) != string(want.kept.encode()) {
		t.Error("the same is not encoded as the same bytes")
	}
	if strings.Contains(string(b), p.dir) {
		t.Error("it holds an absolute path")
	}
	if want.kept.files[0].document == nil || !want.kept.files[0].settled {
		t.Error("the states are not trusted")
	}
	if want.Fresh != len(want.kept.files) {
		t.Errorf("of %d new files %d are fresh", len(want.kept.files), want.Fresh)
	}
	if again := recoded(t, want).kept.encode(); string(again) != string(b) {
		t.Error("it does not survive another round")
	}
	got, problems := p.after(t, recoded(t, want), []string{})
	if !reflect.DeepEqual(shown(want), shown(got)) || !reflect.DeepEqual(wantProblems, problems) {
		t.Error("-read +decoded\n", cmp.Diff(shown(want), shown(got), ignoreMemo), cmp.Diff(wantProblems, problems))
	}
	if len(problems) != 3 || len(got.Documents) < 6 {
		t.Error(problems, describe(got))
	}
	if got.Fresh != 0 {
		t.Errorf("the files are the same, and %d are fresh", got.Fresh)
	}
	for i, f := range got.kept.files { // nothing was parsed again
		if k := want.kept.files[i]; f.state != k.state || !f.settled {
			t.Errorf("%s was read again", f.path)
		}
	}

	moved := &testProject{t.TempDir(), p.Options}
	if err := os.CopyFS(moved.dir, os.DirFS(p.dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(moved.dir, "content", "z.md"), []byte("new"), 0o666); err != nil {
		t.Fatal(err)
	}
	want, wantProblems = moved.load(t)
	got, problems = moved.after(t, recoded(t, got), nil)
	if got.Fresh != len(got.kept.files) {
		t.Errorf("all %d files have other keys, and %d are fresh", len(got.kept.files), got.Fresh)
	}
	if !reflect.DeepEqual(shown(want), shown(got)) || !reflect.DeepEqual(wantProblems, problems) {
		t.Error("-read +decoded\n", cmp.Diff(shown(want), shown(got), ignoreMemo), cmp.Diff(wantProblems, problems))
	}
}

// later returns a time of the file system at which all files written so far can be trusted.
func later(t testing.TB) int64 {
	dir := t.TempDir()
	return filestat.Await(dir, filestat.Clock(dir))
}

// TestDecodedDocumentsAreTaken: the document of an unchanged file is not parsed again, even if the file's state
// differs.
func TestDecodedDocumentsAreTaken(t *testing.T) {
	p := project(t, coded)
	tree, _ := p.load(t)
	known := recoded(t, tree)
	for _, f := range known.kept.files {
		f.settled = false // its key is not trusted
	}
	got, _ := p.after(t, known, nil)
	for i, f := range got.kept.files {
		if k := known.kept.files[i]; f.document != nil && f.document.Front != k.document.Front {
			t.Errorf("%s was parsed again", f.path)
		}
	}
}

// TestOddValuesAreLeftOut: documents with values that the codec cannot encode are read again the next time.
func TestOddValuesAreLeftOut(t *testing.T) {
	deep := any("x")
	for range values.MaxDepth + 1 {
		deep = []any{deep}
	}
	for name, v := range map[string]any{"a type": []string{"x"}, "deep": deep, "a type within": []any{map[string]any{"x": int8(1)}}} {
		tree, _ := project(t, map[string]string{"content/a.md": "x", "content/b.md": "---\na: [y]\n---\n", "content/c.md": "---\na: [z]\n---\n"}).load(t)
		d := tree.kept.files[1].document
		*d = *d.unpacked()
		d.Front.Values["a"] = v
		if k := recoded(t, tree).kept; len(k.files) != 2 || !reflect.DeepEqual(k.files[1].document.Values(), map[string]any{"a": []any{"z"}}) {
			t.Errorf("%s: %d files", name, len(k.files))
		}
		before := tree.Documents[1].metaHash()
		tree.Documents[1].Hash++
		if tree.Documents[1].metaHash() == before {
			t.Errorf("%s: metaHash does not count what it cannot write", name)
		}
	}
}

// TestResourcesAreWhole: a new field of Resource must be written, or be determined again.
func TestResourcesAreWhole(t *testing.T) {
	r := Resource{Source: Source{0, "p", 1, 2}, File: "f", Lang: "l", Suffixed: true, MediaType: "m", Kind: "k", Width: 1, Height: 2, Turned: true, Duration: 3, Content: "c", Executed: &Executed{"t", "a"}}
	found := map[string]bool{"Bundle": true, "Name": true, "Key": true, "Made": true}
	v := reflect.ValueOf(r)
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; v.Field(i).IsZero() != found[name] {
			t.Errorf("%s is not tried", name)
		}
	}
	k := &kept{roots: []Root{{}}, files: []*file{{found: foundAt("p"), state: filestat.State{Size: 1, ModTime: 2}, whole: true, resource: &r}}}
	if diff := cmp.Diff(r, *recoded(t, &Tree{kept: k}).kept.files[0].resource); diff != "" {
		t.Error(diff)
	}
}

func foundAt(path string) found { return found{path: path} }

// FuzzKnown: any bytes with a valid checksum give an error or a result, and front matter values survive encoding and
// decoding.
func FuzzKnown(f *testing.F) {
	tree, _ := project(f, coded).load(f)
	b := tree.kept.encode()
	f.Add(b[:len(b)-8])
	f.Add([]byte(header))
	f.Add([]byte("---\na: .nan\n---\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if k, err := decodeKept(binary.LittleEndian.AppendUint64(b[:len(b):len(b)], xxhash.Sum64(b))); (k == nil) != (err != nil) {
			t.Error(k, err)
		}
		front, err := frontmatter.Parse("x.md", b)
		if err != nil {
			return
		}
		d := &Document{Front: front}
		k := &kept{roots: []Root{{}}, files: []*file{{found: foundAt("p"), state: filestat.State{Size: int64(len(b))}, document: d}}}
		back := recoded(t, &Tree{kept: k}).kept
		if len(back.files) == 0 {
			return // too deep
		}
		nan := cmp.Comparer(func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) })
		if diff := cmp.Diff(front, back.files[0].document.unpacked().Front, nan); diff != "" {
			t.Error(diff)
		}
	})
}

// TestDamagedKnown: encoded bytes that are truncated or changed anywhere are an error.
func TestDamagedKnown(t *testing.T) {
	tree, _ := project(t, coded).load(t)
	b := tree.kept.encode()
	for i := range b {
		if _, err := decodeKept(b[:i]); err == nil {
			t.Fatalf("cut off at %d: no error", i)
		}
		b[i] ^= 4
		if _, err := decodeKept(b); err == nil {
			t.Fatalf("changed at %d: no error", i)
		}
		b[i] ^= 4
	}
}

func BenchmarkKnown(b *testing.B) {
	tree, _ := project(b, posts(10_000)).load(b)
	data := tree.kept.encode()
	b.Run("encode", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			tree.kept.encode()
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.ReportAllocs()
		b.ReportMetric(float64(len(data)), "bytes")
		for b.Loop() {
			if _, err := decodeKept(data); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// posts returns files of posts as in the benchmarks of docs/benchmarks/_index.md.
func posts(n int) map[string]string {
	files := make(map[string]string, n)
	for i := range n {
		files[fmt.Sprintf("content/posts/%02d/post-%d.md", i%100, i)] = fmt.Sprintf(
			"---\ntitle: \"Post number %d\"\ndate: 2024-01-%02dT03:04:%02dZ\nlastmod: 2024-02-%02dT03:04:%02dZ\ndraft: false\ntags: [tag%d, web, tag%d]\ncategories:\n  - notes\ndescription: What post %d is about\n---\n\n%s",
			i, 1+i%28, i%60, 1+i%28, i%59, i%200, i*7%200, i, strings.Repeat("Some words of a text. ", 90))
	}
	return files
}
