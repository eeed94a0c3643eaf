package disk

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// place is a project with an output folder, for one test.
type place struct {
	t                   *testing.T
	project, out, state string
	adopt               bool
	spool               int64
	folds               bool
	elsewhere           Elsewhere
}

func newPlace(t *testing.T) *place {
	t.Helper()
	root := t.TempDir()
	return &place{t: t, project: root, out: filepath.Join(root, "public"), state: filepath.Join(root, ".sitegen")}
}

func (p *place) open() (*Tree, error) {
	return Open(Options{
		Dir: p.out, State: p.state, Project: p.project, Adopt: p.adopt, Spool: p.spool, Folds: p.folds,
		Elsewhere: p.elsewhere,
		Sources:   []string{filepath.Join(p.project, "content"), filepath.Join(p.project, "sitegen.toml")},
	})
}

// stage opens the tree and stages files.
func (p *place) stage(files map[string]string) (*Stage, error) {
	tree, err := p.open()
	if err != nil {
		return nil, err
	}
	s := tree.Stage()
	for name, text := range files {
		if err := s.Add(name, []byte(text), "test"); err != nil {
			s.Discard()
			return nil, err
		}
	}
	return s, nil
}

func (p *place) build(files map[string]string) (Changes, error) {
	s, err := p.stage(files)
	if err != nil {
		return Changes{}, err
	}
	return s.Commit(context.Background(), 2)
}

func (p *place) mustBuild(files map[string]string) Changes {
	p.t.Helper()
	ch, err := p.build(files)
	if err != nil {
		p.t.Fatal(err)
	}
	return ch
}

// write makes a file by hand.
func (p *place) write(name, text string) {
	p.t.Helper()
	name = filepath.Join(p.project, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		p.t.Fatal(err)
	}
}

// tree returns all files of the output folder; empty folders show as "name/", links as "name@".
func (p *place) tree() map[string]string {
	p.t.Helper()
	got := map[string]string{}
	out, err := resolve(p.out)
	if err != nil {
		p.t.Fatal(err)
	}
	err = filepath.WalkDir(out, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(out, file)
		if d.IsDir() {
			if list, _ := os.ReadDir(file); len(list) == 0 {
				got[filepath.ToSlash(rel)+"/"] = ""
			}
			return nil
		}
		if d.Type()&fs.ModeSymlink != 0 {
			got[filepath.ToSlash(rel)+"@"] = ""
			return nil
		}
		b, err := os.ReadFile(file)
		got[filepath.ToSlash(rel)] = string(b)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		p.t.Fatal(err)
	}
	return got
}

func (p *place) want(files map[string]string) {
	p.t.Helper()
	if diff := cmp.Diff(files, p.tree()); diff != "" {
		p.t.Errorf("output folder (-want +got):\n%s", diff)
	}
}

type files = map[string]string

func TestBuilds(t *testing.T) {
	type step struct {
		byHand files // under public/
		stage  files
		want   files
		ch     Changes
	}
	for _, tt := range []struct {
		name  string
		steps []step
	}{
		{"first build", []step{{
			stage: files{"index.html": "home", "a/b/index.html": "b", "empty.txt": ""},
			want:  files{"index.html": "home", "a/b/index.html": "b", "empty.txt": ""},
			ch:    Changes{Written: 3, Bytes: 5},
		}}},
		{"nothing changed", []step{
			{stage: files{"a": "1", "d/b": "2"}, want: files{"a": "1", "d/b": "2"}, ch: Changes{Written: 2, Bytes: 2}},
			{stage: files{"a": "1", "d/b": "2"}, want: files{"a": "1", "d/b": "2"}, ch: Changes{Unchanged: 2}},
		}},
		{"changed, same size and another size", []step{
			{stage: files{"a": "1", "b": "2"}, want: files{"a": "1", "b": "2"}, ch: Changes{Written: 2, Bytes: 2}},
			{stage: files{"a": "3", "b": "22"}, want: files{"a": "3", "b": "22"}, ch: Changes{Written: 2, Bytes: 3}},
		}},
		{"vanished, with its folders", []step{
			{stage: files{"a": "1", "d/e/b": "2"}, want: files{"a": "1", "d/e/b": "2"}, ch: Changes{Written: 2, Bytes: 2}},
			{stage: files{"a": "1"}, want: files{"a": "1"}, ch: Changes{Unchanged: 1, Removed: 1}},
		}},
		{"foreign files stay, and so do their folders", []step{
			{stage: files{"a": "1", "d/b": "2"}, want: files{"a": "1", "d/b": "2"}, ch: Changes{Written: 2, Bytes: 2}},
			{
				byHand: files{"d/mine.txt": "mine", "x/y": "z"},
				stage:  files{"a": "1"},
				want:   files{"a": "1", "d/mine.txt": "mine", "x/y": "z"},
				ch:     Changes{Unchanged: 1, Removed: 1},
			},
		}},
		{"our file, changed by hand", []step{
			{stage: files{"a": "1", "b": "2"}, want: files{"a": "1", "b": "2"}, ch: Changes{Written: 2, Bytes: 2}},
			{byHand: files{"a": "X"}, stage: files{"a": "1", "b": "2"}, want: files{"a": "1", "b": "2"}, ch: Changes{Written: 1, Unchanged: 1, Bytes: 1}},
		}},
		{"a foreign file with the very bytes becomes ours", []step{
			{stage: files{"a": "1"}, want: files{"a": "1"}, ch: Changes{Written: 1, Bytes: 1}},
			{byHand: files{"b": "2"}, stage: files{"a": "1", "b": "2"}, want: files{"a": "1", "b": "2"}, ch: Changes{Unchanged: 2}},
			{stage: files{"a": "1"}, want: files{"a": "1"}, ch: Changes{Unchanged: 1, Removed: 1}},
		}},
		{"a file becomes a folder and back", []step{
			{stage: files{"a": "1", "z": "2"}, want: files{"a": "1", "z": "2"}, ch: Changes{Written: 2, Bytes: 2}},
			{stage: files{"a/b/index.html": "3"}, want: files{"a/b/index.html": "3"}, ch: Changes{Written: 1, Removed: 2, Bytes: 1}},
			{stage: files{"a": "1", "z": "2"}, want: files{"a": "1", "z": "2"}, ch: Changes{Written: 2, Removed: 1, Bytes: 2}},
		}},
		{"nothing at all", []step{
			{stage: files{"a/b": "1"}, want: files{"a/b": "1"}, ch: Changes{Written: 1, Bytes: 1}},
			{stage: files{}, want: files{"./": ""}, ch: Changes{Removed: 1}},
		}},
	} {
		for _, spool := range []int64{0, 1} { // all in memory; all but the first byte in a file
			t.Run(tt.name, func(t *testing.T) {
				p := newPlace(t)
				p.spool = spool
				for _, st := range tt.steps {
					for name, text := range st.byHand {
						p.write("public/"+name, text)
					}
					if ch := p.mustBuild(st.stage); !cmp.Equal(ch, st.ch) {
						t.Errorf("changes: got %+v, want %+v", ch, st.ch)
					}
					p.want(st.want)
				}
				left, _ := filepath.Glob(filepath.Join(p.state, "[^.]*[^k]"))
				if len(left) != 1 || !strings.HasSuffix(left[0], manifestExt) {
					t.Errorf("the state folder should hold one manifest, not %q", left)
				}
			})
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, tt := range []struct {
		name  string
		out   string // relative to the project; "public" when empty
		have  files  // before, relative to the project
		links files  // name -> target, relative to the project
		first files  // outputs of a build before
		later files  // made by hand after that build
		stage files
		adopt bool
		want  string // part of the error; "" when the build must work
	}{
		{name: "a folder with foreign files", have: files{"public/x": "1"}, stage: files{"a": "1"}, want: "contains files that sitegen did not write (x)"},
		{name: "the same, adopted", have: files{"public/x": "1"}, stage: files{"a": "1"}, adopt: true},
		{name: "a folder with only host files", have: files{"public/.git": "x", "public/CNAME": "x"}, stage: files{"a": "1"}},
		{name: "the project itself", out: ".", have: files{"content/a.md": "x"}, stage: files{"a": "1"}, want: "contains the site's sources"},
		{name: "the project itself, adopted", out: ".", have: files{"content/a.md": "x"}, adopt: true, want: "contains the site's sources"},
		{name: "above the project", out: "..", have: files{"content/a.md": "x"}, adopt: true, want: "contains the site's sources"},
		{name: "in the content", out: "content/public", have: files{"content/a.md": "x"}, want: "is in a source folder"},
		{name: "the content by a link", out: "public", have: files{"content/a.md": "x"}, links: files{"public": "content"}, adopt: true, want: "contains the site's sources"},
		{name: "a file", have: files{"public": "x"}, want: "is a file"},
		{name: "climbs out", stage: files{"../evil": "x"}, want: `the output path "../evil" leaves the output folder`},
		{name: "climbs out in the middle", stage: files{"a/../../evil": "x"}, want: "leaves the output folder"},
		{name: "rooted", stage: files{"/etc/evil": "x"}, want: "leaves the output folder"},
		{name: "empty", stage: files{"": "x"}, want: "is empty"},
		{name: "a folder's name", stage: files{"a/": "x"}, want: "is not a file name"},
		{name: "a NUL", stage: files{"a\x00b": "x"}, want: "NUL"},
		{name: "a long name", stage: files{strings.Repeat("ü", 128): "x"}, want: "has a name of 256 bytes"},
		{name: "the folder of unfinished files", stage: files{tempDir + "/1": "x"}, want: "is reserved for unfinished files"},
		{name: "a file where a folder must be", stage: files{"a": "x", "a/b": "y"}, want: "is a file where a/b (test) needs a folder"},
		{name: "a foreign file on our path", first: files{"a": "1"}, later: files{"public/b": "mine"}, stage: files{"b": "2"}, want: "b in the output folder was not written by sitegen and differs"},
		{name: "the same, adopted", first: files{"a": "1"}, later: files{"public/b": "mine"}, stage: files{"b": "2"}, adopt: true},
		{name: "a foreign file where a folder must be", first: files{"a": "1"}, later: files{"public/b": "mine"}, stage: files{"b/c": "2"}, want: "b in the output folder was not written by sitegen and conflicts with b/c"},
		{name: "a folder of foreign files where a file must be", first: files{"b/a": "1"}, later: files{"public/b/c": "mine"}, stage: files{"b": "2"}, want: "b/c in the output folder was not written by sitegen"},
		{name: "a link in the output folder", have: files{"other/x": "1"}, first: files{"a": "1"}, links: files{"public/l": "other"}, stage: files{"l/m/n": "2"}, want: "l in the output folder is a symbolic link"},
		{name: "a link on our path", have: files{"other/x": "1"}, first: files{"a": "1"}, links: files{"public/l": "other/x"}, stage: files{"l": "2"}, want: "l in the output folder was not written by sitegen"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlace(t)
			p.project = filepath.Join(p.project, "project")
			p.out = filepath.Join(p.project, filepath.FromSlash(tt.out))
			if tt.out == "" {
				p.out = filepath.Join(p.project, "public")
			}
			for name, text := range tt.have {
				p.write(name, text)
			}
			if tt.first != nil {
				p.mustBuild(tt.first)
			}
			for name, text := range tt.later {
				p.write(name, text)
			}
			for name, target := range tt.links {
				if err := os.Symlink(filepath.Join(p.project, target), filepath.Join(p.project, name)); err != nil {
					t.Fatal(err)
				}
			}
			before := p.tree()
			p.adopt = tt.adopt
			_, err := p.build(tt.stage)
			if tt.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			var refusal *Refusal
			if !errors.As(err, &refusal) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v (%T), want a Refusal with %q", err, err, tt.want)
			}
			p.want(before)
			if _, err := os.Stat(filepath.Join(p.project, "..", "evil")); err == nil {
				t.Error("wrote outside of the output folder")
			}
		})
	}
}

func TestUnreadableManifest(t *testing.T) {
	p := newPlace(t)
	p.mustBuild(files{"a": "1", "b": "2"})
	names, _ := filepath.Glob(filepath.Join(p.state, "*"+manifestExt))
	whole, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	for name, broken := range map[string][]byte{
		"cut":     whole[:len(whole)-3],
		"empty":   {},
		"foreign": []byte("something else that is long enough to be one"),
		"changed": append([]byte{whole[0] ^ 1}, whole[1:]...),
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(names[0], broken, 0o666); err != nil {
				t.Fatal(err)
			}
			q := *p
			q.t = t
			if _, err := q.build(files{"a": "1"}); err == nil || !strings.Contains(err.Error(), "--adopt") && !strings.Contains(err.Error(), "did not write") {
				t.Errorf("a folder without a readable manifest must be refused, got %v", err)
			}
			q.want(files{"a": "1", "b": "2"})
		})
	}
	p.adopt = true
	p.mustBuild(files{"a": "1", "c": "3"})
	p.want(files{"a": "1", "b": "2", "c": "3"}) // b is nobody's now, so it stays
}

func TestStateMovesWithTheProject(t *testing.T) {
	p := newPlace(t)
	p.project = filepath.Join(p.project, "one")
	p.out, p.state = filepath.Join(p.project, "public"), filepath.Join(p.project, ".sitegen")
	p.mustBuild(files{"a": "1", "b": "2"})
	moved := filepath.Join(filepath.Dir(p.project), "two")
	if err := os.Rename(p.project, moved); err != nil {
		t.Fatal(err)
	}
	p.project, p.out, p.state = moved, filepath.Join(moved, "public"), filepath.Join(moved, ".sitegen")
	if ch := p.mustBuild(files{"a": "1"}); !cmp.Equal(ch, Changes{Unchanged: 1, Removed: 1}) {
		t.Errorf("changes: got %+v", ch)
	}
}

func TestSamePathTwice(t *testing.T) {
	p := newPlace(t)
	s, err := p.stage(files{"a": "1"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Add("a", []byte("1"), "other"); err != nil {
		t.Errorf("the same bytes twice: %v", err)
	}
	err = s.Add("a", []byte("2"), "other")
	defer s.Discard()
	if want := "two outputs have the path a: other and test"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
}

func TestWithoutState(t *testing.T) {
	p := newPlace(t)
	p.write("file", "x")
	p.state = filepath.Join(p.project, "file", "state") // cannot be made by any user
	tree, err := p.open()
	if err != nil {
		t.Fatal(err)
	}
	if tree.Kept() {
		t.Error("Kept says true where nothing can be written")
	}
	p.mustBuild(files{"a": "1"})
	p.want(files{"a": "1"})
}

func TestTwoBuildsAtOnce(t *testing.T) {
	p := newPlace(t)
	first, err := p.stage(files{"a": "1"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.build(files{"a": "2"}); err == nil || !strings.Contains(err.Error(), "another build is writing") {
		t.Errorf("a second build into the same folder: %v", err)
	}
	if err := first.Discard(); err != nil {
		t.Error(err)
	}
	p.mustBuild(files{"a": "2"})
	p.want(files{"a": "2"})
}

// TestSpoolKeepsTexts: texts can be read back in parts from memory and from the file, and the folder is empty
// afterward.
func TestSpoolKeepsTexts(t *testing.T) {
	for _, tt := range []struct {
		name  string
		limit int64
		dir   string
		file  bool
	}{
		{"in memory", 100, t.TempDir(), false},
		{"in a file", 4, t.TempDir(), true},
		{"without a folder", 4, filepath.Join(t.TempDir(), "none"), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := NewSpool(tt.dir, tt.limit)
			reads := []func(low, high int) (string, error){s.Add("first"), s.Add(""), s.Add("second")}
			var got []string
			for _, r := range []struct{ text, low, high int }{{0, 0, 5}, {1, 0, 0}, {2, 0, 6}, {2, 3, 6}, {0, 1, 3}} {
				part, err := reads[r.text](r.low, r.high)
				if err != nil {
					t.Error(err)
				}
				got = append(got, part)
			}
			if want := []string{"first", "", "second", "ond", "ir"}; !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			if (s.file != nil) != tt.file {
				t.Errorf("there is a file: %v", s.file != nil)
			}
			if s.Hold(strings.Repeat("x", 100)) != nil {
				t.Error("a text larger than the limit is held in memory")
			}
			if read := NewSpool(tt.dir, 5).Hold("third"); read == nil {
				t.Error("a text that fits is not held in memory")
			} else if part, err := read(1, 3); part != "hi" || err != nil {
				t.Errorf("got %q, %v", part, err)
			}
			for range 2 {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
			if left, _ := os.ReadDir(tt.dir); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}
