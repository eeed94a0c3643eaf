package webtree

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
)

// texts is a tree in memory.
type texts map[string]string

func (t texts) Read(path string, buf []byte, most int64) ([]byte, bool, error) {
	text, ok := t[path]
	if !ok {
		return buf, false, os.ErrNotExist
	}
	return append(buf, text[:min(int64(len(text)), most)]...), int64(len(text)) > most, nil
}

func tree(t *testing.T, base, host string, files texts) *Tree {
	t.Helper()
	h, err := hosting.ParseHost(host)
	if err != nil {
		t.Fatal(err)
	}
	var list []File
	for name, text := range files {
		list = append(list, File{Path: name, Size: int64(len(text))})
	}
	out, err := New(files, list, Options{Base: base, Host: h})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// described returns a target as a short text.
func described(t *Tree, x Target) string {
	s := []string{"own", "missing", "outside", "foreign", "other", "invalid"}[x.Kind]
	switch x.Kind {
	case Own:
		s += " " + t.File(x.File).Path
	case Foreign:
		s += " " + x.URL
	}
	if x.Fragment != "" {
		s += " #" + x.Fragment
	}
	for word, is := range map[string]bool{" moved": x.Moved, " exiled": x.Exiled, " loop": x.Loop, " insecure": x.Insecure, " forgot": x.Forgot} {
		if is {
			s += word
		}
	}
	return s
}

func TestResolve(t *testing.T) {
	tr := tree(t, "https://E.example:443/sub", "", texts{"index.html": "", "a/index.html": "", "a/b.html": "", "x.css": "", "ä ö.html": ""})
	if got := tr.Base(); got != "https://e.example/sub/" {
		t.Errorf("base %q", got)
	}
	r := tr.Resolver()
	from, _ := tr.Lookup("a/b.html")
	for _, c := range []struct{ base, ref, want string }{
		{"", "", "own a/b.html"},
		{"", "#x%20y", "own a/b.html #x y"},
		{"", "?q", "own a/b.html"},
		{"", "../x.css", "own x.css"},
		{"", "b", "own a/b.html"},
		{"", "c", "missing"},
		{"", "./", "own a/index.html"},
		{"", "/sub/a/", "own a/index.html"},
		{"", "/sub", "own index.html"},
		{"", "/sub/%C3%A4%20%C3%B6", "own ä ö.html"},
		{"", "/x.css", "outside forgot"},
		{"", "/y.css", "outside"},
		{"", "../../../../sub/x.css", "own x.css"},
		{"", "//e.example/sub/x.css#f", "own x.css #f"},
		{"", "http://e.example/sub/x.css", "own x.css insecure"},
		{"", "https://E.EXAMPLE/sub/x.css", "own x.css"},
		{"", "https://e.example:8080/sub/x.css", "foreign https://e.example:8080/sub/x.css"},
		{"", "https://f.example/#a", "foreign https://f.example/ #a"},
		{"", "mailto:a@e.example", "other"},
		{"", "data:text/plain,x", "other"},
		{"", "http://[::1", "invalid"},
		{"", "https:/x", "invalid"},
		{"", "/sub/\nx.css", "own x.css"},
		{"/sub/", "x.css", "own x.css"},
		{"/sub/", "#x", "own index.html #x"},
		{"https://f.example/", "x", "foreign https://f.example/x"},
		{"javascript:x", "../x.css", "own x.css"},
	} {
		for range 2 { // the second answer is remembered
			if got := described(tr, r.Resolve(r.Referrer(from, c.base), c.ref)); got != c.want {
				t.Errorf("base %q, %q: %s, want %s", c.base, c.ref, got, c.want)
			}
		}
	}
}

func TestResolveOtherVersions(t *testing.T) {
	for _, base := range []string{"https://e.example/", "https://e.example/sub/", "https://e.example/2.0/"} {
		tr := tree(t, base, "", texts{
			"index.html": `<details data-versions="../versions.json">`, "a/index.html": "", "a/b/index.html": "",
		})
		at := strings.TrimPrefix(base, "https://e.example")
		above, named := "outside", "outside"
		if at == "/2.0/" {
			named = "missing" // this is the folder of a version
		}
		r := tr.Resolver()
		from, _ := tr.Lookup("a/b/index.html")
		for ref, want := range map[string]string{
			"../../../1.x/": above, at + "latest/x/": named, base + "1.x": named, "x/": "missing", "../1.x/": "missing",
			"../../1.x/": "missing", at + "a/b/c/": "missing", "../../": "own index.html", base + "a/b/": "own a/b/index.html",
		} {
			if got := described(tr, r.Resolve(r.Referrer(from, ""), ref)); got != want {
				t.Errorf("base %q, %q: %s, want %s", base, ref, got, want)
			}
		}
	}
}

func TestHostsAndRules(t *testing.T) {
	files := texts{
		"index.html": "", "a.html": "", "d/index.html": "", "kept.html": "", "won.html": "",
		"_redirects": "/old /a\n/loop /loop2\n/loop2 /loop\n/out https://f.example/\n/kept /a\n/won /a 301!\n/rw /a 200\n/gone /a 404\n/n/* /a\n/up ../../x\nbad\n",
		"_headers":   "/*\n  X-A: b\n",
	}
	for _, c := range []struct{ host, path, want string }{
		{"", "old", "own a.html moved"},
		{"", "loop", "missing moved loop"},
		{"", "out", "missing exiled"},
		{"", "kept", "own kept.html"},
		{"", "won", "own a.html moved"},
		{"", "rw", "own a.html"},
		{"", "gone", "missing"},
		{"", "n/any/thing", "own a.html moved"},
		{"", "_redirects", "missing"},
		{"netlify", "d", "own d/index.html moved"},
		{"github-pages", "d", "own d/index.html moved"},
		{"github-pages", "old", "missing"},
		{"nginx", "a", "missing"},
		{"nginx", "_redirects", "own _redirects"},
		{"cloudflare", "a.html", "own a.html moved"},
		{"netlify", "kept", "own kept.html"},
		{"cloudflare", "kept", "own a.html moved"}, // rules are followed whatever file is there
	} {
		tr := tree(t, "https://e.example/", c.host, files)
		if got := described(tr, tr.At(c.path)); sorted(got) != sorted(c.want) {
			t.Errorf("%s, %s: %s, want %s", c.host, c.path, got, c.want)
		}
	}
	if found := tree(t, "", "", files).Found(); len(found) != 1+1 {
		t.Error(found)
	}
}

// sorted makes the order of the words of a target plain.
func sorted(s string) string {
	n := 0
	for _, w := range []string{"moved", "loop", "exiled"} {
		if strings.Contains(s, " "+w) {
			n += len(w)
			s = strings.Replace(s, " "+w, "", 1)
		}
	}
	return fmt.Sprint(s, n)
}

func TestAddresses(t *testing.T) {
	tr := tree(t, "https://e.example/s/", "cloudflare", texts{"index.html": "", "d/index.html": "", "a b.html": "", "x.css": ""})
	var got []string
	for i := range tr.Len() {
		got = append(got, tr.Path(int32(i)), tr.URL(int32(i)))
	}
	want := []string{"/s/a%20b", "https://e.example/s/a%20b", "/s/d/", "https://e.example/s/d/", "/s/", "https://e.example/s/", "/s/x.css", "https://e.example/s/x.css"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := New(texts{}, nil, Options{Base: "example.org"}); err == nil {
		t.Error("a base without a scheme is taken")
	}
}

func TestInferBase(t *testing.T) {
	tr := tree(t, "", "", texts{"index.html": "", "d/a/index.html": "", "d/b.html": ""})
	for _, c := range []struct{ file, canonical, want string }{
		{"index.html", "https://E.example", "https://e.example/"},
		{"index.html", "https://e.example/s/", "https://e.example/s/"},
		{"d/a/index.html", "https://e.example/s/d/a/", "https://e.example/s/"},
		{"d/a/index.html", "https://e.example/d/a", "https://e.example/"},
		{"d/b.html", "http://e.example/d/b", "http://e.example/"},
		{"d/b.html", "https://e.example/other", ""},
		{"d/b.html", "/d/b", ""},
	} {
		i, _ := tr.Lookup(c.file)
		if got, _ := tr.InferBase(i, c.canonical); got != c.want {
			t.Errorf("%s at %s: %q, want %q", c.file, c.canonical, got, c.want)
		}
	}
}

func TestOpen(t *testing.T) {
	outside := t.TempDir()
	dir := t.TempDir()
	for _, name := range []string{"a/b.html", ".git/x", ".hidden", ".well-known/y", "c.txt"} {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte("12345"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"in": "c.txt", "out": outside, "none": "zzz", "folder": "a", "circle": "circle"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	f, err := Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []File{{Path: ".well-known/y", Size: 5}, {Path: "a/b.html", Size: 5}, {Path: "c.txt", Size: 5}, {Path: "in", Size: 5}}
	if diff := cmp.Diff(want, f.Files, cmpopts.IgnoreFields(File{}, "State")); diff != "" {
		t.Error(diff)
	}
	var odd []string
	for _, o := range f.Odd {
		odd = append(odd, o.Path+": "+o.Why)
	}
	wantOdd := []string{
		"circle: a symbolic link that leads nowhere", "folder: a symbolic link to something other than a file", "none: a symbolic link that leads nowhere",
		"out: a symbolic link that leads out of the folder",
	}
	if diff := cmp.Diff(wantOdd, odd); diff != "" {
		t.Error(diff)
	}
	for most, wantText := range map[int64]string{3: "123 true", 5: "12345 false", 9: "12345 false"} {
		data, more, err := f.Read("c.txt", nil, most)
		if got := fmt.Sprint(string(data), " ", more); err != nil || got != wantText {
			t.Errorf("at most %d: %s, %v", most, got, err)
		}
	}
	if _, err := Open(context.Background(), filepath.Join(dir, "c.txt")); err == nil {
		t.Error("a file is taken for a folder")
	}
}

func FuzzResolve(f *testing.F) {
	f.Add("https://e.example/s/", "/s/a?b#c", "../x")
	f.Add("http://[::1]:80", "//%zz", "https://e.example/\xff")
	files := texts{"index.html": "", "a/index.html": "", "_redirects": "/a/* /b/:splat\n/b/* /a/:splat\n"}
	f.Fuzz(func(t *testing.T, base, element, ref string) {
		var list []File
		for name := range files {
			list = append(list, File{Path: name, Size: 1})
		}
		tr, err := New(files, list, Options{Base: base})
		if err != nil {
			return
		}
		r := tr.Resolver()
		one := r.Resolve(r.Referrer(0, element), ref)
		if two := r.Resolve(r.Referrer(0, element), ref); one != two {
			t.Errorf("%+v, then %+v", one, two)
		}
	})
}

// TestOpenHere opens the current folder by its short names.
func TestOpenHere(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"public/ab/c.html", "public/x.html"} {
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte("1"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	here := filepath.Join(dir, "public")
	want := []File{{Path: "ab/c.html", Size: 1}, {Path: "x.html", Size: 1}}
	if err := os.Symlink(filepath.Join(here, "x.html"), filepath.Join(here, "y.html")); err == nil {
		want = append(want, File{Path: "y.html", Size: 1})
	}
	for _, c := range [][2]string{{here, "."}, {here, "./"}, {dir, "public"}, {dir, "public/"}, {filepath.Join(here, "ab"), ".."}} {
		t.Chdir(c[0])
		f, err := Open(context.Background(), c[1])
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, f.Files, cmpopts.IgnoreFields(File{}, "State")); diff != "" {
			t.Errorf("%s: %s", c[1], diff)
		}
		if _, _, err := f.Read("ab/c.html", nil, 9); err != nil {
			t.Errorf("%s: %v", c[1], err)
		}
	}
}
