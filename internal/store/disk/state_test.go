package disk

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

// keep stages an output by its size and hash alone.
func (p *place) keep(name, text string) (*Stage, bool) {
	p.t.Helper()
	tree, err := p.open()
	if err != nil {
		p.t.Fatal(err)
	}
	s := tree.Stage()
	kept, err := s.Keep(name, int64(len(text)), xxhash.Sum64String(text), "test")
	if err != nil {
		p.t.Fatal(err)
	}
	return s, kept
}

func (p *place) whole() bool {
	return Intact(context.Background(), Options{Dir: p.out, State: p.state, Project: p.project}, 2)
}

// trusts reports whether the manifest trusts the state of an output.
func (p *place) trusts(name string) bool {
	p.t.Helper()
	tree, err := p.open()
	if err != nil {
		p.t.Fatal(err)
	}
	defer tree.Stage().Discard()
	e, _ := tree.old.Find(name)
	state, regular := filestat.Regular(tree.full(name))
	return regular && state.Sum() == e.State
}

// The files that a build wrote are trusted as soon as it is done: new ones, new versions, and those that take the
// place of a folder.
func TestOutputsAreTrustedAtOnce(t *testing.T) {
	p := newPlace(t)
	if info, err := os.Stat(p.project); err != nil || info.ModTime().UnixNano()%int64(time.Second) == 0 {
		t.Skip("this file system keeps whole seconds", err)
	}
	for _, f := range []files{
		{"index.html": "one", "a/b.html": "b"},
		{"index.html": "two", "a/b.html": "b"},
		{"index.html": "two", "a": "a file"},
	} {
		p.mustBuild(f)
		for name := range f {
			if !p.trusts(name) {
				t.Errorf("%s of %v is not trusted", name, f)
			}
		}
		if !p.whole() {
			t.Errorf("%v is not whole", f)
		}
		if ch := p.mustBuild(f); !cmp.Equal(ch, Changes{Unchanged: len(f)}) {
			t.Errorf("%v again: %+v", f, ch)
		}
	}
}

// An output that is changed by hand is noticed, also when its size and its time are as before.
func TestOutputChangedByHand(t *testing.T) {
	for name, edit := range map[string]func(p *place, file string) error{
		"other bytes": func(p *place, file string) error { return os.WriteFile(file, []byte("TWO"), 0o666) },
		"another file in its place": func(p *place, file string) error {
			p.write("TWO", "TWO")
			return os.Rename(filepath.Join(p.project, "TWO"), file)
		},
	} {
		p := newPlace(t)
		p.mustBuild(files{"index.html": "one", "b.html": "b"})
		file := filepath.Join(p.out, "index.html")
		before, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if filestat.Of(before).Change == 0 {
			t.Skip("this system does not say when a file changed")
		}
		if err := edit(p, file); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, before.ModTime(), before.ModTime()); err != nil {
			t.Fatal(err)
		}
		if p.whole() {
			t.Errorf("%s: the folder is whole", name)
		}
		s, kept := p.keep("index.html", "one")
		if s.Discard(); kept {
			t.Errorf("%s: the file is kept", name)
		}
		if ch := p.mustBuild(files{"index.html": "one", "b.html": "b"}); !cmp.Equal(ch, Changes{Written: 1, Unchanged: 1, Bytes: 3}) {
			t.Errorf("%s: %+v", name, ch)
		}
		p.want(files{"index.html": "one", "b.html": "b"})
	}
}

// A file that was only touched is read once, and known from then on.
func TestTouchedOutput(t *testing.T) {
	for name, build := range map[string]func(p *place) Changes{
		"added": func(p *place) Changes { return p.mustBuild(files{"index.html": "one"}) },
		"kept": func(p *place) Changes {
			s, kept := p.keep("index.html", "one")
			if !kept {
				t.Error("the file is not kept")
			}
			ch, err := s.Commit(context.Background(), 1)
			if err != nil {
				t.Fatal(err)
			}
			return ch
		},
	} {
		p := newPlace(t)
		p.mustBuild(files{"index.html": "one"})
		file := filepath.Join(p.out, "index.html")
		if err := os.Chtimes(file, time.Time{}, time.Unix(1_000_000_000, 5)); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if filestat.Await(p.state, filestat.Of(info).Changed()); p.whole() {
			t.Errorf("%s: the folder is whole before anybody has read the file", name)
		}
		if ch := build(p); !cmp.Equal(ch, Changes{Unchanged: 1}) {
			t.Errorf("%s: %+v", name, ch)
		}
		if !p.trusts("index.html") || !p.whole() {
			t.Errorf("%s: the file is not known", name)
		}
	}
}

// A file that was touched in the tick in which the build began may change once more without another state.
func TestYoungOutputIsNotTrusted(t *testing.T) {
	p := newPlace(t)
	p.mustBuild(files{"index.html": "one"})
	p.write("public/index.html", "one")
	s, err := p.stage(nil)
	if err != nil {
		t.Fatal(err)
	}
	state, _ := filestat.Regular(filepath.Join(p.out, "index.html"))
	s.tree.began = state.Changed()
	if err := s.Add("index.html", []byte("one"), "test"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Commit(context.Background(), 1); err != nil {
		t.Fatal(err)
	}
	if p.trusts("index.html") || p.whole() {
		t.Error("the file is trusted")
	}
	filestat.Await(p.state, state.Changed())
	p.mustBuild(files{"index.html": "one"})
	if !p.trusts("index.html") || !p.whole() {
		t.Error("the file is not trusted one build later")
	}
}
