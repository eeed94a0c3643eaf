package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// An archive holds the program, which may be run, and the texts that go with it, and is the same each time.
func TestArchive(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"bin": "program", "LICENSE": "mine", "README.md": "read"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	when := time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC)
	for _, c := range []struct{ os, ext, binary string }{{"linux", ".tar.gz", "sitegen"}, {"windows", ".zip", "sitegen.exe"}} {
		b := built{platform{c.os, "amd64"}, filepath.Join(dir, "bin"), nil}
		data, ext, err := b.archive(dir, "x_1", []byte("theirs"), when)
		again, _, _ := b.archive(dir, "x_1", []byte("theirs"), when)
		if err != nil || ext != c.ext || !bytes.Equal(data, again) {
			t.Errorf("%s: %s, the same: %v, %v", c.os, ext, bytes.Equal(data, again), err)
		}
		stamp := "2026-01-02T03:04:06Z"
		want := fmt.Sprintf("x_1/%s 755 %s program\nx_1/THIRD_PARTY 644 %[2]s theirs\nx_1/LICENSE 644 %[2]s mine\nx_1/README.md 644 %[2]s read\n", c.binary, stamp)
		if diff := cmp.Diff(want, contents(t, data, ext)); diff != "" {
			t.Errorf("%s: %s", c.os, diff)
		}
	}
}

func contents(t *testing.T, data []byte, ext string) string {
	t.Helper()
	var b strings.Builder
	tell := func(name string, mode os.FileMode, when time.Time, r io.Reader) {
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %o %s %s\n", name, mode.Perm(), when.UTC().Format(time.RFC3339), text)
	}
	if ext == ".zip" {
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			tell(f.Name, f.Mode(), f.Modified, r)
		}
		return b.String()
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return b.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		tell(h.Name, h.FileInfo().Mode(), h.ModTime, r)
	}
}

func TestBill(t *testing.T) {
	got := string(bill(&debug.BuildInfo{
		GoVersion: "go1.26.8",
		Main:      debug.Module{Path: "m/a", Version: "v1.2.3"},
		Deps:      []*debug.Module{{Path: "m/b", Version: "v0.1.0", Sum: "h1:x="}, {Path: "m/c", Version: "v1.0.0", Replace: &debug.Module{Path: "m/d", Version: "v2.0.0"}}},
		Settings:  []debug.BuildSetting{{Key: "GOOS", Value: "linux"}, {Key: "vcs.revision", Value: "abc"}, {Key: "DefaultGODEBUG", Value: "x"}},
	}))
	want := `{
  "bomFormat": "CycloneDX",
  "specVersion": "1.5",
  "version": 1,
  "metadata": {
    "component": {
      "type": "application",
      "bom-ref": "pkg:golang/m/a@v1.2.3",
      "name": "m/a",
      "version": "v1.2.3",
      "purl": "pkg:golang/m/a@v1.2.3",
      "properties": [
        {
          "name": "go:build:GOOS",
          "value": "linux"
        },
        {
          "name": "go:build:vcs.revision",
          "value": "abc"
        }
      ]
    }
  },
  "components": [
    {
      "type": "library",
      "bom-ref": "pkg:golang/std@1.26.8",
      "name": "std",
      "version": "1.26.8",
      "purl": "pkg:golang/std@1.26.8"
    },
    {
      "type": "library",
      "bom-ref": "pkg:golang/m/b@v0.1.0",
      "name": "m/b",
      "version": "v0.1.0",
      "purl": "pkg:golang/m/b@v0.1.0",
      "properties": [
        {
          "name": "go:sum",
          "value": "h1:x="
        }
      ]
    },
    {
      "type": "library",
      "bom-ref": "pkg:golang/m/d@v2.0.0",
      "name": "m/d",
      "version": "v2.0.0",
      "purl": "pkg:golang/m/d@v2.0.0"
    },
    {
      "type": "library",
      "bom-ref": "pkg:npm/%40fortawesome/fontawesome-free@7.3.1",
      "name": "fontawesome-free",
      "version": "7.3.1",
      "purl": "pkg:npm/%40fortawesome/fontawesome-free@7.3.1"
    },
    {
      "type": "library",
      "bom-ref": "pkg:golang/github.com/gobuffalo/flect@v1.0.3",
      "name": "flect",
      "version": "1.0.3",
      "purl": "pkg:golang/github.com/gobuffalo/flect@v1.0.3"
    },
    {
      "type": "library",
      "bom-ref": "pkg:npm/katex@0.17.0",
      "name": "katex",
      "version": "0.17.0",
      "purl": "pkg:npm/katex@0.17.0"
    },
    {
      "type": "library",
      "bom-ref": "pkg:golang/github.com/bep/golibsass@v1.2.0",
      "name": "libsass",
      "version": "3.6.6",
      "purl": "pkg:golang/github.com/bep/golibsass@v1.2.0"
    },
    {
      "type": "library",
      "bom-ref": "pkg:deb/debian/libwebp@1.2.4-0.2%2Bdeb12u1",
      "name": "libwebp",
      "version": "1.2.4-0.2+deb12u1",
      "purl": "pkg:deb/debian/libwebp@1.2.4-0.2%2Bdeb12u1"
    },
    {
      "type": "library",
      "bom-ref": "pkg:npm/%40mdi/svg@7.4.47",
      "name": "mdi",
      "version": "7.4.47",
      "purl": "pkg:npm/%40mdi/svg@7.4.47"
    },
    {
      "type": "library",
      "bom-ref": "pkg:npm/lucide-static@1.62.0",
      "name": "lucide",
      "version": "1.62.0",
      "purl": "pkg:npm/lucide-static@1.62.0"
    },
    {
      "type": "library",
      "bom-ref": "pkg:npm/mermaid@11.17.2",
      "name": "mermaid",
      "version": "11.17.2",
      "purl": "pkg:npm/mermaid@11.17.2"
    },
    {
      "type": "library",
      "bom-ref": "pkg:npm/%40fontsource/noto-sans-math@5.3.0",
      "name": "noto-sans-math",
      "version": "5.3.0",
      "purl": "pkg:npm/%40fontsource/noto-sans-math@5.3.0"
    },
    {
      "type": "library",
      "bom-ref": "pkg:npm/%40primer/octicons@19.42.0",
      "name": "octicons",
      "version": "19.42.0",
      "purl": "pkg:npm/%40primer/octicons@19.42.0"
    },
    {
      "type": "library",
      "bom-ref": "pkg:deb/debian/quickjs@2025.04.26-1",
      "name": "quickjs",
      "version": "2025.04.26-1",
      "purl": "pkg:deb/debian/quickjs@2025.04.26-1"
    },
    {
      "type": "library",
      "bom-ref": "pkg:npm/simple-icons@16.37.0",
      "name": "simple-icons",
      "version": "16.37.0",
      "purl": "pkg:npm/simple-icons@16.37.0"
    }
  ]
}
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Every licence in the repository that is not its own belongs to a module or to a work that the bill names.
func TestEmbeddedWorks(t *testing.T) {
	tracked, err := git("../..", "ls-files")
	if err != nil {
		t.Skip("no git repository: ", err)
	}
	var licences []string
	for _, file := range strings.Fields(tracked) {
		// The styles come from a module that is linked.
		if dir, name := path.Split(file); dir != "" && licenceFile.MatchString(name) && name != "PATENTS" && path.Ext(name) != ".go" && dir != "internal/template/markdown/styles/" {
			licences = append(licences, file)
		}
	}
	var want []string
	for _, w := range embedded() {
		want = append(want, w.licence)
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, licences); diff != "" {
		t.Error(diff)
	}
}

func TestLicenceFile(t *testing.T) {
	for name, want := range map[string]bool{
		"LICENSE": true, "LICENCE.md": true, "License.txt": true, "COPYING": true, "NOTICE": true, "PATENTS": true, "LICENSE.mermaid": true, "LICENSE-MIT": true,
		"licenses.go": false, "README.md": false, "copyingmachine": false,
	} {
		if licenceFile.MatchString(name) != want {
			t.Error(name)
		}
	}
}

// Code of others in a module may have a licence of its own; the same text is taken once.
func TestLicencesIn(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"zz/LICENSE": "other", "a/LICENSE": "main", "LICENSE": "main", "NOTICE": "notice", "testdata/LICENSE": "test", "_x/COPYING": "no", "license.go": "package x",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	names, err := licencesIn(dir)
	if diff := cmp.Diff([]string{"LICENSE", "NOTICE", "zz/LICENSE"}, names); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

// TestSameFloats: the filters of images are compiled for ARM without operations that round once for two.
func TestSameFloats(t *testing.T) {
	fused := func(flags ...string) int {
		object := filepath.Join(t.TempDir(), "gift.a")
		build := exec.Command("go", slices.Concat([]string{"build"}, flags, []string{"-o", object, "github.com/gohugoio/gift"})...)
		build.Dir = "../.."
		build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=arm64", "GOFLAGS=-trimpath")
		if text, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		text, err := exec.Command("go", "tool", "objdump", object).Output()
		if err != nil {
			t.Fatal(err)
		}
		return len(fusedOperation.FindAll(text, -1))
	}
	if fused() == 0 {
		t.Error("no fused operations without the flag: the check finds nothing")
	}
	if n := fused(sameFloats); n > 0 {
		t.Errorf("%d fused operations with %s", n, sameFloats)
	}
}

var fusedOperation = regexp.MustCompile(`\bFN?M(ADD|SUB)[DS]?\b`)
