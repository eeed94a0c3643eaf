package serve

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestProjectMoves: a page that asks whether it is current learns where it is now.
func TestProjectMoves(t *testing.T) {
	p, dir := newProject(t, ProjectOptions{}, map[string]string{
		"sitegen.toml":          "baseURL = 'https://e.alt/sub/'\n[languages.en]\n[languages.fr]\n",
		"content/old/_index.md": "---\ntitle: Old\n---\n", "content/old/a b.md": "---\ntitle: A\n---\none",
		"content/old/b/index.md": "---\ntitle: B\n---\ntwo", "content/old/b.fr.md": "---\ntitle: B\n---\ntwo",
		"content/same.md": "---\ntitle: A\n---\none", layouts: "<body>{{ .Content }}</body>",
	})
	s := New(Options{ID: "t"})
	p.build(t, s)
	rename := func(name, by string) {
		t.Helper()
		from, to := filepath.Join(dir, "content", name), filepath.Join(dir, "content", by)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
		p.build(t, s, from, to)
	}
	ask := func(path, was string) (c changes) {
		t.Helper()
		w := get(s, "/__sitegen/version?path="+url.QueryEscape(path)+"&was="+url.QueryEscape(was))
		if err := json.Unmarshal(w.Body.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		return changes{Moved: c.Moved, Gone: c.Gone, Back: c.Back}
	}
	is := func(what, path, was string, want changes) {
		t.Helper()
		if diff := cmp.Diff(want, ask(path, was)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	is("nothing moved", "/sub/old/a-b/", "", changes{})
	is("a page that never was", "/sub/none/", "", changes{})

	rename("old/a b.md", "old/ä.md")
	is("a renamed file", "/sub/old/a-b/", "", changes{Moved: "/sub/old/%C3%A4/"})
	is("its file", "/sub/old/a-b/index.html", "", changes{Moved: "/sub/old/%C3%A4/"})
	is("without a slash", "/sub/old/a-b", "", changes{Moved: "/sub/old/%C3%A4/"})

	file := filepath.Join(dir, "content/old/ä.md")
	write(t, file, "---\ntitle: A\nslug: s\n---\nother words")
	p.build(t, s, file)
	is("a slug", "/sub/old/%C3%A4/", "", changes{Moved: "/sub/old/s/"})
	is("twice moved", "/sub/old/a-b/", "", changes{Moved: "/sub/old/s/"})

	rename("old", "new")
	is("a renamed folder", "/sub/old/b/", "", changes{Moved: "/sub/new/b/"})
	is("its list", "/sub/old/", "", changes{Moved: "/sub/new/"})
	is("of the other language", "/sub/fr/old/b/", "", changes{Moved: "/sub/fr/new/b/"})

	rename("new/ä.md", "../away.md")
	is("a removed file", "/sub/new/s/", "", changes{Moved: "/sub/new/", Gone: true})
	is("moved, then removed", "/sub/old/a-b/", "", changes{Moved: "/sub/new/", Gone: true})
	is("the list does not move", "/sub/new/", "/sub/new/s/", changes{})
	is("a page that is there", "/sub/same/", "", changes{})

	rename("../away.md", "new/ä.md")
	is("it is back", "/sub/new/", "/sub/new/s/", changes{Back: "/sub/new/s/"})
	is("and answers", "/sub/new/s/", "", changes{})
	is("a path that is none", "/sub/new/", "/../x", changes{})

	if err := os.RemoveAll(filepath.Join(dir, "content/new")); err != nil {
		t.Fatal(err)
	}
	p.build(t, s, filepath.Join(dir, "content/new"))
	is("a removed folder", "/sub/new/b/", "", changes{Moved: "/sub/", Gone: true})
}
