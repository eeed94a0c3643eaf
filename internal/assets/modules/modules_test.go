package modules

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/module"
	modzip "golang.org/x/mod/zip"

	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// write writes files below a folder, by slash path.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	testsite.Write(t, dir, files)
}

// publish adds a version of a module to a proxy on disk.
func publish(t *testing.T, proxy string, v module.Version, files map[string]string) {
	t.Helper()
	src := t.TempDir()
	write(t, src, files)
	var b bytes.Buffer
	if err := modzip.CreateFromDir(&b, v, src); err != nil {
		t.Fatal(err)
	}
	write(t, proxy, map[string]string{
		v.Path + "/@v/" + v.Version + ".zip":  b.String(),
		v.Path + "/@v/" + v.Version + ".info": `{"Version":"` + v.Version + `"}`,
		v.Path + "/@latest":                   `{"Version":"` + v.Version + `"}`,
	})
}

// setup returns the options of a project whose environment has only a proxy on disk and an empty home.
func setup(t *testing.T) (o Options, proxy string) {
	t.Helper()
	project := t.TempDir()
	proxy = t.TempDir()
	return Options{
		Project: project, ThemesDir: filepath.Join(project, "themes"),
		Environ: []string{"HOME=" + t.TempDir(), "GOPROXY=file://" + filepath.ToSlash(proxy), "GOSUMDB=off"},
	}, proxy
}

func TestResolve(t *testing.T) {
	theme := module.Version{Path: "example.org/theme", Version: "v1.2.0"}
	icons := module.Version{Path: "example.org/icons", Version: "v0.3.0"}
	for name, c := range map[string]struct {
		files        map[string]string
		replacements map[string]string
		imports      []Import
		want         string // path, version and the last folder of each
		missing      string
	}{
		"a folder of themes": {
			files: map[string]string{"themes/plain/x": ""}, imports: []Import{{Path: "plain"}}, want: "plain  plain",
		},
		"a version": {
			files:   map[string]string{"go.mod": "module site\nrequire example.org/theme v1.2.0\n"},
			imports: []Import{{Path: theme.Path}}, want: "example.org/theme v1.2.0 theme@v1.2.0\nexample.org/icons v0.3.0 icons@v0.3.0",
		},
		"not what it imports": {
			files:   map[string]string{"go.mod": "module site\nrequire example.org/theme v1.2.0\n"},
			imports: []Import{{Path: theme.Path, IgnoreImports: true}}, want: "example.org/theme v1.2.0 theme@v1.2.0",
		},
		"the project has the last word": {
			files:   map[string]string{"go.mod": "module site\nrequire (\n\texample.org/theme v1.2.0\n\texample.org/icons v0.4.0\n)\n", "themes/example.org/icons/x": ""},
			imports: []Import{{Path: theme.Path}}, want: "example.org/theme v1.2.0 theme@v1.2.0",
			missing: "the module example.org/icons, which example.org/theme imports, was not found: file://",
		},
		"vendored": {
			files:   map[string]string{"_vendor/modules.txt": "# example.org/theme v1.1.0\n", "_vendor/example.org/theme/x": "", "_vendor/example.org/icons/x": ""},
			imports: []Import{{Path: theme.Path, IgnoreImports: true}}, want: "example.org/theme v1.1.0 theme",
		},
		"replaced in go.mod": {
			files:   map[string]string{"go.mod": "module site\nrequire example.org/theme v1.2.0\nreplace example.org/theme => ./mine\n", "mine/x": ""},
			imports: []Import{{Path: theme.Path}}, want: "example.org/theme  mine",
		},
		"replaced in the configuration": {
			files: map[string]string{"other/x": ""}, replacements: map[string]string{"example.org/theme": "../other"},
			imports: []Import{{Path: theme.Path}}, want: "example.org/theme  other",
		},
		"of no go.mod": {
			imports: []Import{{Path: theme.Path}}, missing: "the module example.org/theme was not found: no go.mod names its version",
		},
		"outside of the themes": {
			files: map[string]string{"mine/x": ""}, imports: []Import{{Path: "../mine"}}, want: "../mine  mine",
		},
		"of a theme, outside of the themes": {
			files: map[string]string{"themes/climbing/x": "", "mine/x": ""}, imports: []Import{{Path: "climbing"}}, want: "climbing  climbing",
			missing: "the module ../mine, which climbing imports, was not found: the folder themes/mine does not exist",
		},
	} {
		t.Run(name, func(t *testing.T) {
			o, proxy := setup(t)
			publish(t, proxy, theme, map[string]string{"go.mod": "module example.org/theme\nrequire example.org/icons v0.3.0\n", "layouts/a.html": "A"})
			publish(t, proxy, icons, map[string]string{"go.mod": "module example.org/icons\n", "assets/a.svg": "<svg/>"})
			write(t, o.Project, c.files)
			o.Replacements = c.replacements
			o.ImportsOf = func(dir string) []Import {
				switch name := filepath.Base(dir); {
				case strings.Contains(name, "theme@"):
					return []Import{{Path: icons.Path}}
				case name == "climbing":
					return []Import{{Path: "../mine"}}
				}
				return nil
			}
			found, missing, err := Resolve(context.Background(), o, c.imports)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, m := range found {
				got = append(got, m.Path+" "+m.Version+" "+filepath.Base(m.Dir))
			}
			if diff := cmp.Diff(c.want, strings.Join(got, "\n")); diff != "" {
				t.Error(diff)
			}
			switch {
			case c.missing == "" && len(missing) > 0:
				t.Error(missing[0])
			case c.missing != "" && (len(missing) != 1 || !strings.HasPrefix(missing[0].Error(), c.missing)):
				t.Errorf("missing: %v, want %s", missing, c.missing)
			}
		})
	}
}

func TestChecksum(t *testing.T) {
	o, proxy := setup(t)
	v := module.Version{Path: "example.org/theme", Version: "v1.0.0"}
	publish(t, proxy, v, map[string]string{"go.mod": "module example.org/theme\n"})
	write(t, o.Project, map[string]string{
		"go.mod": "module site\nrequire example.org/theme v1.0.0\n",
		"go.sum": "example.org/theme v1.0.0 h1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n",
	})
	found, missing, err := Resolve(context.Background(), o, []Import{{Path: v.Path}})
	if err != nil || len(found) > 0 || len(missing) != 1 || !strings.Contains(missing[0].Error(), "go.sum has h1:AAAA") {
		t.Errorf("found %v, missing %v, %v", found, missing, err)
	}
	for _, kv := range o.Environ {
		if home, ok := strings.CutPrefix(kv, "HOME="); ok {
			left, err := filepath.Glob(filepath.Join(home, ".cache", "sitegen", "modules", "example.org", "*"))
			if err != nil || len(left) > 0 {
				t.Errorf("of what was refused %q is left, %v", left, err)
			}
		}
	}
}

func TestGetAndVendor(t *testing.T) {
	o, proxy := setup(t)
	v := module.Version{Path: "example.org/theme", Version: "v1.0.0"}
	publish(t, proxy, v, map[string]string{"go.mod": "module example.org/theme\n", "layouts/a.html": "A"})
	for range 2 { // the second run changes nothing
		if got, err := Get(context.Background(), o, v.Path, "latest"); err != nil || len(got) != 1 || got[0] != v {
			t.Fatalf("%s, %v", got, err)
		}
	}
	sums, err := os.ReadFile(filepath.Join(o.Project, "go.sum"))
	if err != nil || strings.Count(string(sums), "\n") != 1 || !strings.HasPrefix(string(sums), "example.org/theme v1.0.0 h1:") {
		t.Errorf("go.sum: %q, %v", sums, err)
	}
	found, missing, err := Resolve(context.Background(), o, []Import{{Path: v.Path}})
	if err != nil || len(missing) > 0 || len(found) != 1 {
		t.Fatalf("found %v, missing %v, %v", found, missing, err)
	}
	if n, err := Vendor(o.Project, found); n != 1 || err != nil {
		t.Fatalf("%d vendored, %v", n, err)
	}
	if _, err := Vendor(o.Project, []Module{{Path: "example.org/lost", Version: "v1.0.0", Dir: filepath.Join(o.Project, "nowhere")}}); err == nil {
		t.Error("a module without a folder is vendored")
	}
	if n, err := Vendor(o.Project, found); n != 1 || err != nil { // replaces the existing folder
		t.Fatalf("%d vendored again, %v", n, err)
	}
	if left, err := filepath.Glob(filepath.Join(o.Project, ".vendor-*")); err != nil || len(left) > 0 {
		t.Errorf("%q is left, %v", left, err)
	}
	o.Environ = nil // without cache and proxy
	found, missing, err = Resolve(context.Background(), o, []Import{{Path: v.Path}})
	if err != nil || len(missing) > 0 || len(found) != 1 || !strings.HasPrefix(found[0].Dir, filepath.Join(o.Project, "_vendor")) {
		t.Errorf("found %v, missing %v, %v", found, missing, err)
	}
}

// hostileZips returns archives of example.org/theme v1.0.0 that must not be unpacked.
func hostileZips(t *testing.T) map[string][]byte {
	const prefix = "example.org/theme@v1.0.0/"
	named := func(headers ...zip.FileHeader) []byte {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for _, h := range headers {
			f, err := w.CreateHeader(&h)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Write([]byte("evil")); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	good := named(zip.FileHeader{Name: prefix + "a"})

	// The archive declares 10 bytes for its file, which has 64 MB.
	var packed bytes.Buffer
	deflate, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	for range 64 {
		if _, err := deflate.Write(make([]byte, 1<<20)); err != nil {
			t.Fatal(err)
		}
	}
	if err := deflate.Close(); err != nil {
		t.Fatal(err)
	}
	var lying bytes.Buffer
	w := zip.NewWriter(&lying)
	f, err := w.CreateRaw(&zip.FileHeader{Name: prefix + "a", Method: zip.Deflate, UncompressedSize64: 10, CompressedSize64: uint64(packed.Len())})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(packed.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}

	return map[string][]byte{
		"a path that leaves the folder":  named(zip.FileHeader{Name: prefix + "../../../../evil"}),
		"an absolute path":               named(zip.FileHeader{Name: "/tmp/evil"}),
		"backslashes":                    named(zip.FileHeader{Name: prefix + `..\..\evil`}),
		"another module":                 named(zip.FileHeader{Name: "example.org/other@v1.0.0/a"}),
		"the same name twice":            named(zip.FileHeader{Name: prefix + "a"}, zip.FileHeader{Name: prefix + "a"}),
		"names that differ only in case": named(zip.FileHeader{Name: prefix + "a"}, zip.FileHeader{Name: prefix + "A"}),
		"a file that is also a folder":   named(zip.FileHeader{Name: prefix + "a"}, zip.FileHeader{Name: prefix + "a/b"}),
		"a control character":            named(zip.FileHeader{Name: prefix + "a\x00b"}),
		"the name of a device":           named(zip.FileHeader{Name: prefix + "aux.txt"}),
		"a size that is not true":        lying.Bytes(),
		"the end is missing":             good[:len(good)-10],
		"not an archive":                 []byte("<html>"),
	}
}

// An archive that is not a module, or that has paths outside of its folder, is rejected and leaves no file.
func TestHostileZip(t *testing.T) {
	for name, data := range hostileZips(t) {
		t.Run(name, func(t *testing.T) {
			o, proxy := setup(t)
			write(t, proxy, map[string]string{"example.org/theme/@v/v1.0.0.zip": string(data)})
			write(t, o.Project, map[string]string{"go.mod": "module site\nrequire example.org/theme v1.0.0\n"})
			found, missing, err := Resolve(context.Background(), o, []Import{{Path: "example.org/theme"}})
			if err != nil || len(found) > 0 || len(missing) != 1 {
				t.Errorf("found %v, missing %v, %v", found, missing, err)
			}
			home := strings.TrimPrefix(o.Environ[0], "HOME=")
			err = filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
				if err == nil && !d.IsDir() {
					t.Errorf("%s was left", path)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// A symbolic link in an archive becomes a file with its text, as in Go's module cache.
func TestLinkInZip(t *testing.T) {
	o, proxy := setup(t)
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	link := zip.FileHeader{Name: "example.org/theme@v1.0.0/a"}
	link.SetMode(fs.ModeSymlink | 0o777)
	f, err := w.CreateHeader(&link)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("/etc/passwd")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, proxy, map[string]string{"example.org/theme/@v/v1.0.0.zip": b.String()})
	write(t, o.Project, map[string]string{"go.mod": "module site\nrequire example.org/theme v1.0.0\n"})
	found, _, err := Resolve(context.Background(), o, []Import{{Path: "example.org/theme"}})
	if err != nil || len(found) != 1 {
		t.Fatalf("found %v, %v", found, err)
	}
	info, err := os.Lstat(filepath.Join(found[0].Dir, "a"))
	if err != nil || !info.Mode().IsRegular() {
		t.Errorf("%v, %v", info, err)
	}
}

// A zip that unpacks to more than the maximum size is rejected before its hash is computed, which would read
// everything.
func TestZipBomb(t *testing.T) {
	o, proxy := setup(t)
	v := module.Version{Path: "example.org/theme", Version: "v1.0.0"}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.CreateRaw(&zip.FileHeader{Name: "example.org/theme@v1.0.0/a", Method: zip.Deflate, UncompressedSize64: 600 << 20, CompressedSize64: 4})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte("bomb")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, proxy, map[string]string{v.Path + "/@v/v1.0.0.zip": b.String()})
	write(t, o.Project, map[string]string{"go.mod": "module site\nrequire example.org/theme v1.0.0\n"})
	_, missing, err := Resolve(context.Background(), o, []Import{{Path: v.Path}})
	if err != nil || len(missing) != 1 || !strings.Contains(missing[0].Why.Error(), "too large") {
		t.Errorf("%v, %v", missing, err)
	}
}

func TestNoProxy(t *testing.T) {
	for proxy, want := range map[string]string{
		"off":    "GOPROXY=off prevents the download",
		"direct": "GOPROXY names no proxy, and sitegen does not fetch from repositories itself",
	} {
		o, _ := setup(t)
		o.Environ[1] = "GOPROXY=" + proxy
		write(t, o.Project, map[string]string{"go.mod": "module site\nrequire example.org/theme v1.0.0\n"})
		_, missing, err := Resolve(context.Background(), o, []Import{{Path: "example.org/theme"}})
		if err != nil || len(missing) != 1 || missing[0].Why.Error() != want {
			t.Errorf("%s: %v, %v", proxy, missing, err)
		}
	}
}

func TestNewest(t *testing.T) {
	for list, want := range map[string]string{
		"":                                "",
		"v1.2.0 v1.10.0 v1.9.0":           "v1.10.0",
		"v1.2.0 v2.0.0-beta.1":            "v1.2.0",
		"v0.1.0-a v0.1.0-b":               "v0.1.0-b",
		"v2.0.0-beta.1 v1.0.0 nonsense v": "v1.0.0",
	} {
		if got := newest(strings.Fields(list)); got != want {
			t.Errorf("of %q the newest is %q, want %q", list, got, want)
		}
	}
}
