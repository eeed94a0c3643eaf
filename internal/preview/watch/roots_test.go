package watch

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

func TestRootsThatComeLater(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		s := newSite(t)
		s.watch(Options{Roots: []string{"p/conf.toml", "p/themes/x/layouts", "far/off/data", "p/assets"}, Project: s.path("p"), Poll: poll})
		s.write("p/conf.toml", "one", "p/other.toml", "one", "far/near", "one")
		s.expect("p/conf.toml")
		s.mkdir("p/assets")
		s.expect("p/assets")
		s.write("p/assets/main.css", "one", "p/themes/x/layouts/a/page.html", "one", "far/off/data/x/y.json", "{}")
		s.expect("p/assets/main.css", "p/themes/x/layouts", "p/themes/x/layouts/a", "p/themes/x/layouts/a/page.html",
			"far/off/data", "far/off/data/x", "far/off/data/x/y.json")
		if s.got["p/other.toml"] || s.got["p/themes"] || s.got["far/near"] {
			t.Errorf("no roots, but reported: %q", s.reported())
		}
		for range 5 { // delete and recreate the folders around them
			s.forget()
			s.remove("p")
			s.expect("p/conf.toml", "p/assets", "p/assets/main.css", "p/themes/x/layouts", "p/themes/x/layouts/a/page.html")
			s.forget()
			s.write("p/conf.toml", "two!", "p/assets/main.css", "two!", "p/themes/x/layouts/a/page.html", "two!")
			s.expect("p/conf.toml", "p/assets", "p/assets/main.css", "p/themes/x/layouts", "p/themes/x/layouts/a/page.html")
			s.forget()
			s.rename("p/themes", "p/themes.off")
			s.expect("p/themes/x/layouts", "p/themes/x/layouts/a/page.html")
			s.forget()
			s.rename("p/themes.off", "p/themes")
			s.expect("p/themes/x/layouts", "p/themes/x/layouts/a/page.html")
		}
	})
}

func TestRootsInsideRoots(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		s := newSite(t)
		s.write("content/a.md", "one", "content/ignored/root/x.md", "one", "content/de/b.md", "one")
		s.old("content/a.md", "content/ignored/root/x.md", "content/de/b.md")
		s.watch(Options{Roots: []string{"content", "content/de", "content/ignored/root", "content/a.md"}, Project: s.dir, Poll: poll})
		s.write("content/a.md", "two!", "content/de/b.md", "two!", "content/ignored/root/x.md", "two!", "content/ignored/y.md", "two!")
		s.only("content", "content/a.md", "content/de/b.md", "content/ignored/root/x.md")
		s.rename("content", "old")
		s.expect("content", "content/de/b.md", "content/ignored/root/x.md", "content/a.md")
		s.forget()
		s.rename("old", "content")
		s.expect("content", "content/de/b.md", "content/ignored/root/x.md", "content/a.md")
		s.forget()
		s.write("content/a.md", "three", "content/de/b.md", "three", "content/ignored/root/x.md", "three")
		s.expect("content/a.md", "content/de/b.md", "content/ignored/root/x.md")
	})
}

func TestSetRoots(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		s := newSite(t)
		s.write("a/x.md", "one", "b/x.md", "one", "c/x.md", "one")
		s.old("a/x.md", "b/x.md", "c/x.md")
		s.watch(Options{Roots: []string{"a", "b"}, Poll: poll})
		s.must(s.w.SetRoots([]string{s.path("b"), s.path("a"), s.path("b") + "/"})) // the same
		s.only("a")
		s.must(s.w.SetRoots([]string{s.path("b"), s.path("c"), s.path("missing")}))
		s.expect("c", "missing")
		s.forget()
		s.write("a/x.md", "two!")
		s.only("c")
		s.write("b/x.md", "two!", "c/x.md", "two!", "missing", "here")
		s.expect("b/x.md", "c/x.md", "missing")
		if err := s.w.SetRoots([]string{"relative"}); err == nil {
			t.Error("a relative root was taken")
		}
	})
}

func TestRelativePathsAreRefused(t *testing.T) {
	for _, o := range []Options{{Roots: []string{"a"}}, {Project: "a"}, {Probe: "a"}} {
		if w, err := New(o); err == nil {
			w.Close()
			t.Errorf("%+v was taken", o)
		}
	}
}

func TestLinks(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		s := newSite(t)
		s.write("p/real/sub/x.md", "one", "p/shared/deep/y.md", "one", "p/shared/file.md", "one", "p/shared/file2.md", "one",
			"outside/z.md", "one", "p/other/w.md", "one")
		s.old("p/real/sub/x.md", "p/shared/deep/y.md", "p/shared/file.md", "p/shared/file2.md", "outside/z.md", "p/other/w.md")
		s.symlink("real", "p/content") // a root that is a link
		s.symlink("../shared/deep", "p/real/linked")
		s.symlink("../../p/shared/file.md", "p/real/linked.md")
		s.symlink("../../outside", "p/real/out")
		s.symlink(s.path("p/real"), "p/real/sub/around") // back to a folder around it
		time.Sleep(2 * time.Duration(filestat.Lag))      // links cannot be made old, and polling doubts new ones
		s.watch(Options{Roots: []string{"p/content"}, Project: s.path("p"), Poll: poll})

		s.write("p/real/sub/x.md", "two!")
		s.only("p/content", "p/content/sub/x.md")
		s.write("p/shared/deep/y.md", "two!", "p/shared/other.md", "no one's")
		s.only("p/content", "p/content/linked/y.md")
		s.write("p/shared/deep/new/n.md", "")
		s.only("p/content", "p/content/linked/new", "p/content/linked/new/n.md")
		s.write("p/shared/file.md", "two!")
		s.only("p/content", "p/content/linked.md")
		s.write("tmp", "three")
		s.rename("tmp", "p/shared/file.md")
		s.only("p/content", "p/content/linked.md")
		s.write("outside/z.md", "two!")
		s.only("p/content")

		s.remove("p/real/linked.md") // now it leads elsewhere
		s.symlink("../shared/file2.md", "p/real/linked.md")
		s.expect("p/content/linked.md")
		s.forget()
		s.write("p/shared/file2.md", "two!")
		s.expect("p/content/linked.md")

		s.forget()
		s.rename("p/shared", "p/shared.off") // the way breaks off
		s.expect("p/content/linked", "p/content/linked/y.md", "p/content/linked.md")
		s.forget()
		s.rename("p/shared.off", "p/shared")
		s.expect("p/content/linked", "p/content/linked/y.md", "p/content/linked.md")
		s.forget()
		s.write("p/shared/deep/y.md", "three")
		s.expect("p/content/linked/y.md")

		s.forget()
		s.remove("p/content") // the root leads elsewhere
		s.symlink("other", "p/content")
		s.expect("p/content", "p/content/sub/x.md", "p/content/w.md")
		s.forget()
		s.write("p/other/w.md", "two!")
		s.expect("p/content/w.md")
		s.symlink("nowhere", "p/other/dangling")
		s.expect("p/content/dangling")
	})
}

func TestLinkedFolderInsideTheRoots(t *testing.T) {
	both(t, func(t *testing.T, poll time.Duration) {
		s := newSite(t)
		s.write("a/x.md", "one", "b/y.md", "one")
		s.symlink("../a", "b/link")
		s.symlink("../b", "a/back") // each leads to the other
		s.watch(Options{Roots: []string{"."}, Poll: poll})
		s.forget()
		s.write("a/x.md", "two!")
		s.expect("a/x.md", "b/link/x.md")
		s.forget()
		s.rename("a", "z")
		s.expect("a", "a/x.md", "z", "z/x.md", "b/link", "b/link/x.md")
		s.symlink("z", "a")
		s.expect("b/link/x.md")
		s.forget()
		s.write("z/x.md", "three")
		s.expect("z/x.md", "a/x.md", "b/link/x.md")
	})
}

func TestLinksThatMultiply(t *testing.T) {
	s := newSite(t)
	for _, d := range []string{"a", "b", "c", "d", "h"} {
		s.mkdir(d)
	}
	for _, d := range []string{"a", "b", "c", "d", "h"} {
		for _, e := range []string{"a", "b", "c", "d", "h"} {
			s.symlink(filepath.Join("..", e), d+"/"+e)
		}
	}
	s.watch(Options{Roots: []string{"."}}) // must end
	s.write("h/x.md", "one")
	s.expect("h/x.md", "a/h/x.md")
}
