package builder_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/builder"
)

// TestEdited: a process that finds nothing but other texts builds their pages and nothing else, unless something
// else is made of these texts; and the output is that of a clean build each time.
func TestEdited(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../testdata/law/plain")); err != nil {
		t.Fatal(err)
	}
	at := func(path string) string { return filepath.Join(dir, filepath.FromSlash(path)) }
	build := func() (res *builder.Result, alone bool) {
		t.Helper()
		time.Sleep(120 * time.Millisecond) // files that changed just now are looked at again
		o := builder.Options{Source: dir, Clock: epoch.AddDate(1, 0, 0), Version: "test", Elapsed: func() time.Duration { return 0 }}
		b, err := builder.New(o)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if res, err = b.Verify(t.Context()); err != nil {
			t.Fatal(err)
		}
		return res, len(res.Stages) == 1 && res.Stages[0].Stage == "edits"
	}
	replace := func(path, old, text string) func() {
		return func() {
			b, err := os.ReadFile(at(path))
			if err != nil || !strings.Contains(string(b), old) {
				t.Fatalf("%s: no %q, %v", path, old, err)
			}
			write(t, dir, path, strings.Replace(string(b), old, text, 1))
		}
	}
	both := func(a, b func()) func() { return func() { a(); b() } }
	build()
	build() // now that the folder of the output is there
	for _, tt := range []struct {
		name    string
		edit    func()
		alone   bool
		written int
		changed []string
	}{
		{"a text", replace("content/posts/p2.md", "Some words", "Other words"), true, 2, []string{"https://plain.example/posts/p2/"}},
		{"the same once more", replace("content/posts/p2.md", "Other words", "Again others"), true, 2, []string{"https://plain.example/posts/p2/"}},
		{"a title", replace("content/posts/p2.md", "Post 2", "Post Two"), false, 6, []string{"https://plain.example/posts/p2/", "https://plain.example/tags/t2/"}},
		{"its text again", replace("content/posts/p2.md", "Again", "Once more"), true, 2, []string{"https://plain.example/posts/p2/"}},
		{"another", replace("content/posts/p5.md", "Some words", "Some other words"), true, 2, []string{"https://plain.example/posts/p5/"}},
		{
			"two texts", both(replace("content/posts/p4.md", "More", "Less"), replace("content/guide/bundle/index.md", "A bundle", "The bundle")), true, 4,
			[]string{"https://plain.example/guide/bundle/", "https://plain.example/posts/p4/"},
		},
		{"nothing that shows", replace("content/posts/p4.md", "Less words.\n", "Less words.\n\n"), true, 0, nil},
		{"a text that a list shows", replace("content/notes/n1.md", "A note", "The note"), false, 3, []string{"https://plain.example/notes/n1/"}},
		{"a text that the home page shows", replace("content/posts/p1.md", "Some", "No"), false, 3, []string{"https://plain.example/posts/p1/"}},
		{"a text in a feed", replace("content/posts/p8.md", "Some", "No"), false, 3, []string{"https://plain.example/posts/p8/"}},
		{"a text of a page that another shows", replace("content/posts/p3.md", "Some", "No"), false, 4, []string{"https://plain.example/posts/p3/"}},
		{"a new question", replace("content/posts/p6.md", "More words.", "{{< include \"/posts/p2\" >}}"), false, 2, []string{"https://plain.example/posts/p6/"}},
		{"a text that another page shows now", replace("content/posts/p2.md", "Once", "Twice"), false, 4, []string{"https://plain.example/posts/p2/"}},
		{
			"an output by hand", both(func() { write(t, dir, "public/index.html", "x") }, replace("content/posts/p5.md", "Some", "No")), false, 3,
			[]string{"https://plain.example/posts/p5/"},
		},
		{"a layout", both(replace("layouts/_default/single.html", "words, ", "words; "), replace("content/posts/p5.md", "No", "Some")), false, 20, nil},
	} {
		tt.edit()
		res, alone := build()
		if alone != tt.alone {
			t.Errorf("%s: built alone is %v", tt.name, alone)
		}
		if tt.name == "a layout" {
			continue
		}
		if res.Written != tt.written || !cmp.Equal(res.URLs.Changed, tt.changed) {
			t.Errorf("%s: %d written, changed %q", tt.name, res.Written, res.URLs.Changed)
		}
	}
}

// A damaged record of pages is not believed: each of its bytes is covered by a hash.
func TestEditedWithDamagedPages(t *testing.T) {
	builder.Unraced(t, "TestEdited builds this site, too")
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../testdata/law/plain")); err != nil {
		t.Fatal(err)
	}
	build := func() (alone bool) {
		t.Helper()
		time.Sleep(120 * time.Millisecond)
		o := builder.Options{Source: dir, Clock: epoch.AddDate(1, 0, 0), Version: "test", Elapsed: func() time.Duration { return 0 }}
		b, err := builder.New(o)
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		res, err := b.Verify(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return len(res.Stages) == 1
	}
	build()
	build()
	post := filepath.Join(dir, "content", "posts", "p2.md")
	text, err := os.ReadFile(post)
	if err != nil {
		t.Fatal(err)
	}
	at := 0 // where the entry of the post begins
	for i, damage := range []func([]byte) []byte{
		func(b []byte) []byte { return b },
		func(b []byte) []byte { return b[:at+40] },
		func(b []byte) []byte { return b[:20] },
		func(b []byte) []byte { b[3] ^= 4; return b },
		func(b []byte) []byte { b[24] ^= 1; return b },
		func(b []byte) []byte { b[60] ^= 16; return b },
		func(b []byte) []byte { b[at+40] ^= 2; return b },
		func(b []byte) []byte { clear(b[at : at+200]); return b },
		func(b []byte) []byte { return nil },
	} {
		files, err := filepath.Glob(filepath.Join(dir, ".sitegen", "cache", "pages-*"))
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		good, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		at = strings.LastIndex(string(good), "\x0d0/posts/p2.md")
		if err := os.WriteFile(files[0], damage(good), 0o666); err != nil {
			t.Fatal(err)
		}
		write(t, dir, "content/posts/p2.md", string(text)+strings.Repeat("More words. ", 1+i)+"\n")
		if alone := build(); alone != (i == 0) {
			t.Errorf("damage %d: built alone is %v", i, alone)
		}
		os.RemoveAll(filepath.Join(dir, ".sitegen", "cache")) // so that all is in the record of pages again
		build()
		build()
	}
}
