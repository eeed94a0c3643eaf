package watch

import (
	"fmt"
	"testing"
	"time"
)

func TestFiles(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		s := newSite(t)
		s.write("a.md", "one", "b.md", "one", "c.md", "one", "d.md", "one")
		s.old("a.md", "b.md", "c.md", "d.md", ".")
		s.watch(Options{Roots: []string{"."}, Poll: poll})
		if why := s.w.Polling(); (why != "") != (poll > 0) {
			t.Errorf("Polling() = %q", why)
		}
		s.write("a.md", "two")
		s.only(".", "a.md")
		s.remove("b.md")
		s.only(".", "b.md")
		s.rename("c.md", "c2.md")
		s.only(".", "c.md", "c2.md")
		s.old("a.md") // only the time, as touch does
		s.only(".", "a.md")
		s.write("new.md", "")
		s.expect("new.md")
	})
}

func TestSameSizeAtOnceIsSeen(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		s := newSite(t)
		s.write("a.md", "0000")
		s.watch(Options{Roots: []string{"."}, Poll: poll})
		for i := range 100 {
			s.forget()
			s.write("a.md", fmt.Sprintf("%04d", i))
			s.expect("a.md")
		}
	})
}

func TestPermissionsAreNoChange(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		s := newSite(t)
		s.write("a.md", "one", "dir/b.md", "one")
		s.old("a.md", "dir/b.md")
		s.watch(Options{Roots: []string{"."}, Poll: poll})
		s.chmod("a.md", 0o600)
		s.chmod("a.md", 0o755)
		s.chmod("dir", 0o700)
		s.only(".")
		s.chmod("a.md", 0o044) // its owner cannot read it any more
		s.only(".", "a.md")
		s.chmod("a.md", 0o644)
		s.only(".", "a.md")
	})
}

func TestNewFoldersWithAllInThem(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		s := newSite(t)
		s.watch(Options{Roots: []string{"."}, Poll: poll})
		for i := range 50 {
			top := fmt.Sprintf("n%d", i)
			s.write(top+"/a/b/c/deep.md", "one", top+"/a/x.md", "one")
			s.expect(top, top+"/a", top+"/a/b", top+"/a/b/c", top+"/a/b/c/deep.md", top+"/a/x.md")
			s.forget()
			s.write(top+"/a/b/c/deep.md", "two!", top+"/a/b/other.md", "")
			s.expect(top+"/a/b/c/deep.md", top+"/a/b/other.md")
		}
	})
}

func TestTreesMove(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		s := newSite(t)
		s.write("in/z/b/x.md", "one", "in/z/y.md", "one", "out/t/u/v.md", "one", "in/keep.md", "one")
		s.old("in/z/b/x.md", "in/z/y.md", "out/t/u/v.md", "in/keep.md")
		s.watch(Options{Roots: []string{"in"}, Poll: poll})

		s.rename("in/z", "in/c") // sorts before its old name
		s.only("in", "in/z", "in/z/b", "in/z/b/x.md", "in/z/y.md", "in/c", "in/c/b", "in/c/b/x.md", "in/c/y.md")
		s.write("in/c/b/x.md", "two!")
		s.only("in", "in/c/b/x.md")

		s.rename("out/t", "in/t")
		s.only("in", "in/t", "in/t/u", "in/t/u/v.md")
		s.write("in/t/u/v.md", "two!")
		s.only("in", "in/t/u/v.md")

		s.rename("in/c", "out/c")
		s.only("in", "in/c", "in/c/b", "in/c/b/x.md", "in/c/y.md")
		s.write("out/c/b/x.md", "three")
		s.only("in")

		s.mkdir("in/p")
		s.rename("in/t", "in/p/t") // the new folder may be read before the move is heard of
		s.expect("in/t", "in/p", "in/p/t", "in/p/t/u", "in/p/t/u/v.md")
		s.forget()
		s.write("in/p/t/u/v.md", "three")
		s.expect("in/p/t/u/v.md")

		s.forget()
		s.remove("in/p")
		s.expect("in/p", "in/p/t", "in/p/t/u", "in/p/t/u/v.md")
	})
}

func TestFolderMovesToAndFro(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		s := newSite(t)
		s.write("a/sub/x.md", "one")
		s.watch(Options{Roots: []string{"."}, Poll: poll})
		from, to := "a", "b"
		for i := range 60 {
			s.rename(from, to)
			if i%3 == 0 {
				s.mkdir(from)
				s.remove(from)
			}
			from, to = to, from
			if i%2 == 0 {
				s.forget()
				s.write(from+"/sub/x.md", fmt.Sprint(i))
				s.expect(from + "/sub/x.md")
			}
		}
	})
}

func TestFileAndFolderTakeTurns(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		s := newSite(t)
		s.write("a", "a file")
		s.watch(Options{Roots: []string{"."}, Poll: poll})
		for range 10 {
			s.forget()
			s.remove("a")
			s.write("a/in.md", "one")
			s.expect("a", "a/in.md")
			s.forget()
			s.remove("a")
			s.write("a", "a file")
			s.expect("a", "a/in.md")
		}
	})
}

func TestIgnored(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		s := newSite(t)
		s.write("ignored/deep/a.md", "one", "b.md", "one", "c/ignored", "one")
		s.old("ignored/deep/a.md", "b.md", "c/ignored")
		s.watch(Options{Roots: []string{"."}, Poll: poll})
		s.write("ignored/deep/a.md", "two!", "ignored/new/x.md", "one", "c/ignored", "two!", "b.md", "two!")
		s.only(".", "b.md")
		s.remove("ignored")
		s.mkdir("ignored")
		s.only(".")
	})
}

func TestEditorsSave(t *testing.T) {
	saves := []struct {
		name string
		save func(s *site)
	}{
		{"vim", func(s *site) {
			s.write(".a.md.swp", "swap")
			s.write("4913", "")
			s.remove("4913")
			s.rename("a.md", "a.md~")
			s.write("a.md", "two!")
			s.chmod("a.md", 0o644)
			s.remove("a.md~")
			s.remove(".a.md.swp")
		}},
		{"emacs", func(s *site) {
			s.symlink("user@host.4711:1700000000", ".#a.md")
			s.write("#a.md#", "autosaved")
			s.rename("a.md", "a.md~")
			s.write("a.md", "two!")
			s.remove("#a.md#")
			s.remove(".#a.md")
			s.remove("a.md~")
		}},
		{"jetbrains", func(s *site) {
			s.write("a.md___jb_tmp___", "two!")
			s.rename("a.md", "a.md___jb_old___")
			s.rename("a.md___jb_tmp___", "a.md")
			s.remove("a.md___jb_old___")
		}},
		{"gnome", func(s *site) {
			s.write(".goutputstream-1A2B3C", "two!")
			s.rename(".goutputstream-1A2B3C", "a.md")
		}},
		{"in place", func(s *site) { s.write("a.md", "two!") }},
	}
	for _, c := range saves {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			s.write("a.md", "one")
			s.watch(Options{Roots: []string{"."}})
			for range 3 {
				c.save(s)
				s.only(".", "a.md")
			}
		})
	}
	t.Run("any temporary name", func(t *testing.T) {
		both(t, func(t *testing.T, poll time.Duration) {
			s := newSite(t)
			s.write("a.md", "one")
			s.watch(Options{Roots: []string{"a.md"}, Poll: poll}) // the file alone
			for i := range 20 {
				s.forget()
				s.write("tmp-4711", fmt.Sprint("text ", i))
				s.rename("tmp-4711", "a.md")
				s.expect("a.md")
				if len(s.got) != 1 {
					t.Fatalf("reported: %q", s.reported())
				}
			}
		})
	})
}

func TestEditorFileThatStays(t *testing.T) {
	s := newSite(t)
	sys := realSystem()
	sys.leftover = 10 * time.Millisecond
	s.watchOn(Options{Roots: []string{"."}}, sys)
	s.write("static~", "published all the same")
	s.expect("static~")
}

func TestWhatComesAndGoesAtOnceIsNoChange(t *testing.T) {
	s := newSite(t)
	s.write("a.md", "one")
	tree := newTree(Options{}, []string{s.dir})
	tree.scan(time.Time{})
	clear(tree.changed)
	tree.examine(map[string]op{s.path("tmp"): opMoved | opWrite, s.path("gone/x"): opMoved, s.path("a.md"): opAttr})
	if len(tree.changed) > 0 {
		t.Errorf("reported: %v", tree.changed)
	}
	tree.examine(map[string]op{s.path("a.md"): opMoved})
	if !tree.changed[s.path("a.md")] {
		t.Error("an exchanged file is not reported")
	}
}
