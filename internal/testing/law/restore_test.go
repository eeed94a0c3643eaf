package law

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Restored files equal the copied ones in bytes and times; other files stay. In place, equal files are not
// touched; with "anew", all are new files.
func TestRestore(t *testing.T) {
	for _, tt := range []struct{ parts, how, want string }{
		{"sources", "in-place", "p2 old, p9 gone, page new, ledger new, p3 the same file"},
		{"sources", "anew", "p2 old, p9 gone, page new, ledger new, p3 another file"},
		{"output", "in-place", "p2 new, p9 new, page old, ledger new, p3 the same file"},
		{"state", "anew", "p2 new, p9 new, page new, ledger old, p3 the same file"},
		{"ledger", "in-place", "p2 new, p9 new, page new, ledger old, p3 the same file"},
		{"sources+state+output", "anew", "p2 old, p9 gone, page old, ledger old, p3 another file"},
	} {
		for _, site := range []string{"plain", "linked", "elsewhere"} {
			t.Run(tt.parts+" "+tt.how+" "+site, func(t *testing.T) {
				w := newWorld(t, site, Processes)
				do := func(ops ...Op) {
					t.Helper()
					if err := w.apply(t.Context(), Step{Ops: ops}); err != nil {
						t.Fatal(err)
					}
				}
				old := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
				files := map[string]string{
					"p2": "content/posts/p2.md", "p3": "content/posts/p3.md", "p9": "content/posts/p9.md", "page": "public/posts/index.html", "ledger": ".sitegen/ledger",
				}
				for _, name := range []string{"p2", "page", "ledger"} {
					do(Op{Verb: "write", Path: files[name], Data: []byte("old")}, Op{Verb: "touch", Path: files[name], To: old.Format(time.RFC3339)})
				}
				do(Op{Verb: "keep"})
				same, err := os.Stat(diskPath(w.project, w.output, files["p3"]))
				if err != nil {
					t.Fatal(err)
				}
				for _, name := range []string{"p2", "page", "ledger", "p9"} {
					do(Op{Verb: "write", Path: files[name], Data: []byte("new")})
				}
				do(Op{Verb: "restore", Path: tt.parts, To: tt.how})
				var got []string
				for _, name := range []string{"p2", "p9", "page", "ledger"} {
					file := diskPath(w.project, w.output, files[name])
					text, err := os.ReadFile(file)
					if os.IsNotExist(err) {
						text = []byte("gone")
					}
					if info, err := os.Stat(file); err == nil && info.ModTime().Equal(old) != (string(text) == "old") {
						t.Errorf("%s has the time %s", name, info.ModTime())
					}
					got = append(got, name+" "+string(text))
				}
				now, err := os.Stat(diskPath(w.project, w.output, files["p3"]))
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, "p3 "+map[bool]string{true: "the same file", false: "another file"}[os.SameFile(same, now)])
				if diff := cmp.Diff(tt.want, strings.Join(got, ", ")); diff != "" {
					t.Error(diff)
				}
				if _, known := w.files["content/posts/p9.md"]; known != strings.Contains(tt.want, "p9 new") {
					t.Errorf("the model has p9: %t", known)
				}
			})
		}
	}
}

// An altered file has other bytes of the same size, and the time that was asked for.
func TestAlter(t *testing.T) {
	for how, want := range map[string]struct{ sameTime, sameFile bool }{
		"new-time": {false, true}, "old-time": {true, true}, "replaced": {true, false},
	} {
		file := filepath.Join(t.TempDir(), "a")
		old := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		if err := write(file, []byte("some text")); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, old, old); err != nil {
			t.Fatal(err)
		}
		before, _ := readTree(filepath.Dir(file))
		held, err := os.Open(file) // so its inode is not reused
		if err != nil {
			t.Fatal(err)
		}
		defer held.Close()
		if err := alter(file, how); err != nil {
			t.Fatal(err)
		}
		after, _ := readTree(filepath.Dir(file))
		a, b := before["a"], after["a"]
		if string(a.data) == string(b.data) || len(a.data) != len(b.data) {
			t.Errorf("%s: %q is %q now", how, a.data, b.data)
		}
		if got := b.info.ModTime().Equal(a.info.ModTime()); got != want.sameTime {
			t.Errorf("%s: the same time: %t", how, got)
		}
		if got := os.SameFile(a.info, b.info); got != want.sameFile {
			t.Errorf("%s: the same file: %t", how, got)
		}
	}
}
