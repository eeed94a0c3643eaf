package themes_test

import (
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/themes"
)

func Example() {
	p := themes.Project{
		Dir:       "testdata/site",
		Own:       map[themes.Kind]string{themes.Layouts: "layouts"},
		ThemesDir: "themes", Themes: []string{"plain"},
	}
	layers, err := p.Find(themes.Layouts)
	if err != nil {
		log.Fatal(err)
	}
	for _, l := range append(layers, themes.Embedded("blog", themes.Layouts)...) {
		fmt.Println(l.Shown, l.IsEmbedded())
	}
	// Output:
	// layouts false
	// themes/plain/layouts false
	// (theme blog) true
	// (theme base) true
}

// write makes the files of a project; a text that begins with "-> " is a symbolic link.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		var err error
		if to, ok := strings.CutPrefix(text, "-> "); ok {
			err = os.Symlink(to, file)
		} else {
			err = os.WriteFile(file, []byte(text), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFind(t *testing.T) {
	elsewhere := write(t, map[string]string{"strings/en.toml": "x"})
	dir := write(t, map[string]string{
		"layouts/a.html": "own", "themes/strong/layouts/a.html": "strong", "themes/weak/layouts/b.html": "weak",
		"themes/weak/data/d.toml": "x", "themes/notadir": "x", "themes/strong/assets": "a file",
		"templates": "-> layouts", "out": "-> " + elsewhere, "themes/linked": "-> weak",
	})
	for _, tt := range []struct {
		name    string
		project themes.Project
		kind    themes.Kind
		want    []string
		err     string
	}{
		{
			"project and themes, in order",
			themes.Project{Own: map[themes.Kind]string{themes.Layouts: "layouts"}, Themes: []string{"strong", "weak"}},
			themes.Layouts,
			[]string{"layouts", "themes/strong/layouts", "themes/weak/layouts"},
			"",
		},
		{
			"folders that do not exist",
			themes.Project{Own: map[themes.Kind]string{themes.Data: "data"}, Themes: []string{"strong", "weak", "none"}},
			themes.Data,
			[]string{"themes/weak/data"},
			"",
		},
		{"no folder of the project's own", themes.Project{Themes: []string{"weak"}}, themes.Layouts, []string{"themes/weak/layouts"}, ""},
		{
			"a file in place of a folder",
			themes.Project{Themes: []string{"strong", "notadir"}},
			themes.Assets, nil,
			"themes/notadir/assets: it cannot be read: not a directory",
		},
		{
			"a link in the project",
			themes.Project{Own: map[themes.Kind]string{themes.Layouts: "templates"}, Themes: []string{"linked"}},
			themes.Layouts,
			[]string{"templates", "themes/linked/layouts"},
			"",
		},
		{
			"a link out of the project",
			themes.Project{Own: map[themes.Kind]string{themes.Strings: "out/strings"}},
			themes.Strings, nil,
			"out/strings: the symbolic link leads out of the project",
		},
		{
			"an absolute folder",
			themes.Project{Own: map[themes.Kind]string{themes.Strings: filepath.Join(elsewhere, "strings")}},
			themes.Strings,
			[]string{filepath.ToSlash(filepath.Join(elsewhere, "strings"))},
			"",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.project.Dir, tt.project.ThemesDir = dir, "themes"
			layers, err := tt.project.Find(tt.kind)
			var got []string
			for _, l := range layers {
				got = append(got, l.Shown)
				if l.IsEmbedded() {
					t.Errorf("%s is embedded", l.Shown)
				}
				if _, err := os.Stat(l.Dir); err != nil {
					t.Error(err)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			text := ""
			if err != nil {
				text = err.Error()
			}
			if text != tt.err {
				t.Errorf("error %q, want %q", text, tt.err)
			}
		})
	}
}

func TestFolders(t *testing.T) {
	p := themes.Project{
		Dir: t.TempDir(), ThemesDir: "t", Themes: []string{"a", "b"},
		Own: map[themes.Kind]string{themes.Layouts: "layouts", themes.Strings: "/abs"},
	}
	want := []string{"layouts", "t/a/layouts", "t/b/layouts", "/abs", "t/a/i18n", "t/b/i18n", "t/a/theme.toml", "t/b/theme.toml"}
	if diff := cmp.Diff(want, p.Folders(themes.Layouts, themes.Strings)); diff != "" {
		t.Error(diff)
	}
}

func TestRead(t *testing.T) {
	dir := write(t, map[string]string{
		"data/b.toml": "b", "data/a.toml": "a", "data/skip/c.toml": "c", "data/deep/d.toml": "d", "data/lost": "-> nowhere", "data/out": "-> /etc/passwd",
	})
	p := themes.Project{Dir: dir, Own: map[themes.Kind]string{themes.Data: "data"}}
	layers, err := p.Find(themes.Data)
	if err != nil || len(layers) != 1 {
		t.Fatal(layers, err)
	}
	var got []string
	err = layers[0].Read(
		func(name string, e fs.DirEntry) bool { return name != "skip" && name != "b.toml" },
		func(name string, text []byte) { got = append(got, name+": "+string(text)) })
	if want := []string{"a.toml: a", "deep/d.toml: d"}; !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
	if want := "data/out: the symbolic link leads out of the project"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

// TestFileOutside: a module, which is outside of the project, mounts a single file.
func TestFileOutside(t *testing.T) {
	module := filepath.ToSlash(write(t, map[string]string{"dist/index.js": "x"}))
	p := themes.Project{
		Dir:    t.TempDir(),
		Mounts: map[themes.Kind][]themes.Mount{themes.Assets: {{Dir: module + "/dist/index.js", At: "lib/a.js"}, {Dir: module + "/none.js", At: "lib/b.js"}}},
	}
	layers, err := p.Find(themes.Assets)
	if err != nil || len(layers) != 1 {
		t.Fatal(layers, err)
	}
	if got, err := fs.ReadFile(layers[0].FS, "lib/a.js"); err != nil || string(got) != "x" {
		t.Error(string(got), err)
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct{ name, file, want string }{
		{"no file", "", ""},
		{"nothing asked for", "name = 'x'\n", ""},
		{"the version that there is", "api = 1\n", ""},
		{"in any case", "API = 1\n", ""},
		{"a newer one", "name = 'x'\napi = 2\n", `error themes/x/theme.toml:2: the theme "x" requires version 2 of the theme API; this sitegen supports 1`},
		{"no number", "api = 'one'\n", "error themes/x/theme.toml:1: api must be a whole number from 1, not one"},
		{"zero", "api = 0\n", "error themes/x/theme.toml:1: api must be a whole number from 1, not 0"},
		{"no TOML", "api =\n", "warning themes/x/theme.toml:1: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"themes/x/layouts/a.html": "x"}
			if tt.file != "" {
				files["themes/x/theme.toml"] = tt.file
			}
			p := themes.Project{Dir: write(t, files), ThemesDir: "themes", Themes: []string{"x", "none"}}
			got := ""
			for _, d := range diag.From(p.Check()) {
				got += fmt.Sprintf("%v %s:%d: %s", d.Severity, d.File, d.Line, d.Message)
			}
			if got != tt.want && (tt.name != "no TOML" || !strings.HasPrefix(got, tt.want)) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestEmbedded: each embedded theme has the form of any theme, and is based on base.
func TestEmbedded(t *testing.T) {
	for _, name := range themes.Names() {
		if err := fstest.TestFS(themes.FS(name), "theme.toml", "layouts/home.html", "layouts/list.html"); err != nil {
			t.Error(err)
		}
		for kind, want := range map[themes.Kind][]string{
			themes.Layouts: {"(theme " + name + ")", "(theme base)"},
			themes.Assets:  {"(theme " + name + ")/assets", "(theme base)/assets"},
			themes.Strings: {"(theme base)/i18n"},
			themes.Data:    nil,
		} {
			var got []string
			for _, l := range themes.Embedded(name, kind) {
				got = append(got, l.Shown)
				if !l.IsEmbedded() {
					t.Errorf("%s is not embedded", l.Shown)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s of %s: %s", kind, name, diff)
			}
		}
	}
	if themes.FS("hugo") != nil || themes.FS("../blog") != nil || themes.Embedded("none", themes.Layouts) != nil {
		t.Error("there are themes of other names")
	}
	if _, err := fs.Stat(themes.BuiltIn().FS, "alias.html"); err != nil {
		t.Error(err)
	}
}
