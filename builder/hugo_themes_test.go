package builder_test

import (
	"context"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sitegen/sitegen/builder"
)

var hugo = flag.String("hugo", "", "absolute path of Hugo 0.165: write what it makes of testdata/themes as what is wanted")

// TestHugoThemes builds small projects in the manner of themes in use. The files below want/ in each archive are
// what Hugo itself makes of the others; white space does not count. Archives whose comment says so hold what Hugo
// no longer builds. To renew the others:
//
//	go test ./builder -run TestHugoThemes -hugo /path/of/hugo
func TestHugoThemes(t *testing.T) {
	archives, err := filepath.Glob("../testdata/themes/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal(archives, err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			want := map[string]string{}
			var project []txtar.File
			for _, f := range archive.Files {
				if out, ok := strings.CutPrefix(f.Name, "want/"); ok {
					want[out] = string(f.Data)
				} else {
					project = append(project, f)
				}
			}
			if err := txtar.Write(&txtar.Archive{Files: project}, dir); err != nil {
				t.Fatal(err)
			}
			if *hugo != "" {
				if strings.Contains(string(archive.Comment), "Hugo no longer builds") {
					t.Skip("Hugo no longer builds it")
				}
				archive.Files = append(project, hugoOutput(t, dir)...)
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			b, err := builder.New(builder.Options{Source: dir, Values: map[string]any{"compatibility": "0.165"}})
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			if _, err := b.Build(context.Background()); err != nil {
				t.Fatal(err)
			}
			if len(want) == 0 {
				t.Error("nothing is wanted: run the test with -hugo")
			}
			for out, text := range want {
				got, err := os.ReadFile(filepath.Join(dir, "public", filepath.FromSlash(out)))
				if err != nil {
					t.Error(err)
				} else if diff := cmp.Diff(words(text), words(string(got))); diff != "" {
					t.Errorf("%s (-hugo +sitegen):\n%s", out, diff)
				}
			}
		})
	}
}

// words puts each word of a text on a line.
func words(text string) string { return strings.Join(strings.Fields(text), "\n") }

// hugoOutput returns the pages that Hugo makes of a project.
func hugoOutput(t *testing.T, dir string) (files []txtar.File) {
	t.Helper()
	public := filepath.Join(t.TempDir(), "public")
	cmd := exec.Command(*hugo, "--destination", public)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	err := filepath.WalkDir(public, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ".html" {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil || strings.Contains(string(data), `http-equiv="refresh"`) { // an alias
			return err
		}
		rel, err := filepath.Rel(public, name)
		if err != nil {
			return err
		}
		var lines strings.Builder
		for line := range strings.Lines(string(data)) {
			if strings.TrimSpace(line) != "" {
				lines.WriteString(strings.TrimSpace(line) + "\n")
			}
		}
		files = append(files, txtar.File{Name: "want/" + filepath.ToSlash(rel), Data: []byte(lines.String())})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
