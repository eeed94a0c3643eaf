package builder_test

import (
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sitegen/sitegen/builder"
)

var editions = flag.String("editions", "",
	"versions of Hugo with absolute paths of programs, as 0.165=/PATH,0.169=/PATH: write what they make of testdata/editions")

// TestHugoEditions: a project gets the pages of the newest Hugo, and with `compatibility` those of an older one. Archives
// in testdata/editions contain projects; want/0.169/PATH is a page that Hugo 0.169 wrote. To renew the pages:
//
//	go test ./builder -run TestHugoEditions -args -editions 0.165=/PATH/hugo,0.169=/PATH/hugo
func TestHugoEditions(t *testing.T) {
	files, err := filepath.Glob("../testdata/editions/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no archives", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { edition(t, file) })
	}
}

func edition(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	project := txtar.Archive{Comment: archive.Comment}
	want := map[string]map[string]string{}
	for _, f := range archive.Files {
		version, name, ok := strings.Cut(strings.TrimPrefix(f.Name, "want/"), "/")
		if !strings.HasPrefix(f.Name, "want/") || !ok {
			project.Files = append(project.Files, f)
			continue
		}
		if want[version] == nil {
			want[version] = map[string]string{}
		}
		want[version][name] = string(f.Data)
	}
	dir := t.TempDir()
	if err := txtar.Write(&project, dir); err != nil {
		t.Fatal(err)
	}
	if *editions != "" {
		recordEditions(t, dir, file, &project)
		return
	}
	if len(want) < 2 {
		t.Fatalf("pages of %d versions of Hugo, want 2 or more", len(want))
	}
	for version, pages := range want {
		b, err := builder.New(builder.Options{
			Source: dir, Clock: editionClock, Memory: true, Values: map[string]any{"compatibility": version},
		})
		if err != nil {
			t.Fatal(err)
		}
		res, err := b.Build(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, name := range res.Outputs.Paths() {
			if path.Ext(name) == ".html" {
				text, ok, err := res.Outputs.ReadFile(t.Context(), name)
				if err != nil || !ok {
					t.Fatal(name, err)
				}
				got[name] = strings.TrimRight(string(text), "\n") + "\n"
			}
		}
		if diff := cmp.Diff(pages, got); diff != "" {
			t.Errorf("Hugo %s (-) and sitegen (+):\n%s", version, diff)
		}
	}
}

var editionClock = time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)

// recordEditions writes the archive with what versions of Hugo make of its project.
func recordEditions(t *testing.T, dir, file string, project *txtar.Archive) {
	for entry := range strings.SplitSeq(*editions, ",") {
		version, program, _ := strings.Cut(entry, "=")
		out := t.TempDir()
		run := exec.CommandContext(t.Context(), program, "-s", dir, "-d", out, "--quiet", "--noBuildLock", "--clock",
			editionClock.Format(time.RFC3339))
		if text, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", run.Args, err, text)
		}
		var names []string
		err := filepath.WalkDir(out, func(name string, d fs.DirEntry, err error) error {
			if err == nil && filepath.Ext(name) == ".html" {
				names = append(names, name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(names)
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			rel, err := filepath.Rel(out, name)
			if err != nil {
				t.Fatal(err)
			}
			project.Files = append(project.Files, txtar.File{
				Name: path.Join("want", version, filepath.ToSlash(rel)),
				Data: []byte(strings.TrimRight(string(text), "\n") + "\n"),
			})
		}
	}
	if err := os.WriteFile(file, txtar.Format(project), 0o666); err != nil {
		t.Fatal(err)
	}
}
