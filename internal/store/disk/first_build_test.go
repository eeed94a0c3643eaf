package disk

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// unfinished returns the folder in which outputs of a first build wait.
func (p *place) unfinished() []string {
	p.t.Helper()
	found, err := filepath.Glob(filepath.Join(p.state, "*"+earlyExt))
	if err != nil {
		p.t.Fatal(err)
	}
	return found
}

// Outputs that have no room in memory wait as the files that they will be, and no spool is made. What was forgotten leaves
// nothing, and the files are moved, not written again.
func TestFirstBuildWritesOnce(t *testing.T) {
	p := newPlace(t)
	p.spool = 5
	s, err := p.stage(nil)
	if err != nil {
		t.Fatal(err)
	}
	p.write("photo.jpg", "static")
	info, err := os.Stat(filepath.Join(p.project, "photo.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, do := range []func() error{
		func() error { return s.Add("small", []byte("1"), "test") },
		func() error { return s.Add("a/large", []byte("123456"), "test") },
		func() error { return s.Add("b/c/forgotten", []byte("123456"), "test") },
		func() error { s.Forget("b/c/forgotten", ""); return nil },
		func() error { return s.Add("again", []byte("123456"), "test") },
		func() error { s.Forget("again", "test"); return nil },
		func() error { return s.Add("again", []byte("654321"), "test") },
		func() error {
			return s.Copy("a/photo.jpg", filepath.Join(p.project, "photo.jpg"), info.Size(), info.ModTime().UnixNano())
		},
		func() error {
			w := s.Create("feed/all.xml", "test")
			for _, part := range []string{"12", "34", "56"} {
				if _, err := w.Write([]byte(part)); err != nil {
					return err
				}
			}
			_, _, err := w.Close()
			return err
		},
	} {
		if err := do(); err != nil {
			t.Fatal(err)
		}
	}
	if len(p.unfinished()) != 1 || s.spool.file != nil {
		t.Fatalf("folders %q, spool %v", p.unfinished(), s.spool.file)
	}
	inode := map[string]os.FileInfo{}
	for _, name := range []string{"a/large", "again", "feed/all.xml"} {
		if inode[name], err = os.Stat(s.early.full(name)); err != nil {
			t.Fatal(err)
		}
		r, size, end, ok := s.Open(name)
		if text, err := io.ReadAll(io.NewSectionReader(r, 0, size)); !ok || len(text) != 6 || err != nil {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		end.Close()
	}
	ch, err := s.Commit(context.Background(), 2)
	if err != nil {
		t.Fatal(err)
	}
	if ch.Written != 5 {
		t.Errorf("%+v", ch)
	}
	p.want(files{"small": "1", "a/large": "123456", "again": "654321", "a/photo.jpg": "static", "feed/all.xml": "123456"})
	for name, before := range inode {
		if now, err := os.Stat(filepath.Join(p.out, name)); err != nil || !os.SameFile(before, now) {
			t.Errorf("%s was written again: %v", name, err)
		}
	}
	if left := p.unfinished(); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
	if !p.whole() {
		t.Error("the manifest does not vouch for the tree")
	}
}

// A build that is given up leaves no folder, and one that was killed leaves one that the next build removes.
func TestFirstBuildIsGivenUp(t *testing.T) {
	p := newPlace(t)
	p.spool = -1
	s, err := p.stage(files{"a/b": "1"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Discard(); err != nil || len(p.unfinished()) > 0 {
		t.Errorf("%v, left: %q", err, p.unfinished())
	}
	if _, err := os.Lstat(p.out); !os.IsNotExist(err) {
		t.Error("the output folder was made")
	}
	if s, err = p.stage(files{"a/b": "1"}); err != nil {
		t.Fatal(err)
	}
	s.tree.unlock() // as if it were killed
	p.mustBuild(files{"c": "2"})
	p.want(files{"c": "2"})
	if left := p.unfinished(); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// Where files cannot be moved, they are copied; where something appeared, nothing is written.
func TestFirstBuildElsewhere(t *testing.T) {
	for name, c := range map[string]struct {
		meanwhile func(p *place, s *Stage)
		fails     string
		left      files
	}{
		"another file system": {meanwhile: func(_ *place, s *Stage) {
			s.early.move = func(string, string) error { return syscall.EXDEV }
		}},
		"the second move fails": {fails: "b/c: too many links", left: files{}, meanwhile: func(_ *place, s *Stage) {
			s.early.move = func(from, to string) error {
				if filepath.Base(from) == "b" {
					return syscall.EMLINK
				}
				return os.Rename(from, to)
			}
		}},
		"a file appeared": {fails: "a: it appeared while the site was built", left: files{"a": "x"}, meanwhile: func(p *place, _ *Stage) { p.write("public/a", "x") }},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			p.spool = -1
			s, err := p.stage(files{"a": "1", "b/c": "2"})
			if err != nil {
				t.Fatal(err)
			}
			c.meanwhile(p, s)
			_, err = s.Commit(context.Background(), 1)
			if c.fails != "" {
				if err == nil || !strings.Contains(err.Error(), c.fails) {
					t.Errorf("error %v", err)
				}
				p.want(c.left)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			p.want(files{"a": "1", "b/c": "2"})
		})
	}
}
