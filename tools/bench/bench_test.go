package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The sites are the same bytes on every machine: figures of different days are compared. Who changes what they hold
// writes new hashes here and new figures in docs/benchmarks/_index.md.
func TestSitesAreTheSame(t *testing.T) {
	want := map[string]string{
		"comparison": "a4396e7621bb37b9",
		"small":      "b10e1e81136b7a08",
		"blog":       "31331f296e978570",
		"docs":       "63438d4825fc09a9",
		"date":       "c9b764d9acc14caf",
		"git":        "cbfdb6e066b49111",
		"own":        "443f05ce15cef016",
	}
	for _, s := range shapes() {
		if s.name == "comparison" { // the one beside the repository or ours
			s.files = sites("comparison")
		}
		dir := filepath.Join(t.TempDir(), s.name)
		if _, err := s.make(dir, leastPosts); err != nil {
			t.Fatal(err)
		}
		if got := hash(t, dir); got != want[s.name] {
			t.Errorf("%q: %q,", s.name, got)
		}
	}
}

// hash is that of all files below a folder; of a repository only the commit counts.
func hash(t *testing.T, dir string) string {
	t.Helper()
	h := sha256.New()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == ".git" {
			commit, err := exec.Command("git", "-C", dir, "rev-parse", "HEAD").Output()
			h.Write(commit)
			if err != nil {
				return err
			}
			return fs.SkipDir
		}
		if d.IsDir() {
			return nil
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		h.Write([]byte(name + "\n"))
		h.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// Every kind of edit changes its file in every shape, and all are taken back.
func TestEdits(t *testing.T) {
	for _, s := range shapes() {
		dir := filepath.Join(t.TempDir(), s.name)
		made, err := s.make(dir, leastPosts)
		if err != nil {
			t.Fatal(err)
		}
		before := hash(t, dir)
		for _, e := range []edit{body, title, template} {
			if err := made.change(e, "mark"); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(e.file(made))
			if err != nil || !strings.Contains(string(text), "mark") {
				t.Errorf("%s: %s does not change %s (%v)", s.name, e.name, e.file(made), err)
			}
		}
		if err := made.undo(); err != nil {
			t.Fatal(err)
		}
		if hash(t, dir) != before {
			t.Errorf("%s: the edits are not taken back", s.name)
		}
	}
}

func TestEditsNamed(t *testing.T) {
	got, err := editsNamed("title,body")
	if err != nil || len(got) != 2 || got[0] != &title || got[1] != &body {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := editsNamed("body,font"); err == nil {
		t.Error("an unknown kind is taken")
	}
}

// In a repository the work tree is what was committed last, or pages would count as changed since.
func TestRepositoryIsClean(t *testing.T) {
	git, err := shapesNamed("git")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "site")
	if _, err := git[0].make(dir, leastPosts); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("git", "-C", dir, "status", "--porcelain").CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestTable(t *testing.T) {
	of := func(name string) *copied { return &copied{program: &program{name: name}} }
	table := table{programs: []*copied{of("old"), of("new")}, figures: []string{"CPU s", "CPU / clean"}, ratios: 1}
	table.row("clean", [][]float64{{20, 1}, {10, 1}})
	table.row("a body", [][]float64{{1, 0.05}, {0.1, 0.01}})
	table.row("not measured", [][]float64{{0, 0}, {123.4, 0.5}})
	want := `| | old CPU s | new CPU s | new / old | old CPU / clean | new CPU / clean |
|---|---|---|---|---|---|
| clean | 20.0 | 10.0 | 0.50 | 1.00 | 1.00 |
| a body | 1.00 | 0.10 | 1/10.0 | 1/20.0 | 1/100 |
| not measured |  | 123 |  |  | 0.50 |
`
	if diff := cmp.Diff(want, table.String()); diff != "" {
		t.Error(diff)
	}
}

// The content of a shape is the same when Hugo builds it with a theme, and its template is the theme's.
func TestWithTheme(t *testing.T) {
	theme := filepath.Join(t.TempDir(), "any")
	if err := os.MkdirAll(filepath.Join(theme, "layouts", "_default"), 0o777); err != nil {
		t.Fatal(err)
	}
	base := filepath.Join("layouts", "_default", "baseof.html")
	if err := os.WriteFile(filepath.Join(theme, base), []byte("<body></body>"), 0o666); err != nil {
		t.Fatal(err)
	}
	blog, err := shapesNamed("blog")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	ours, err := blog[0].make(filepath.Join(dir, "ours"), leastPosts)
	if err != nil {
		t.Fatal(err)
	}
	its, err := blog[0].withTheme(theme).make(filepath.Join(dir, "its"), leastPosts)
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join(dir, "its", "themes", "theme", base); its.template != want {
		t.Errorf("the template is %s", its.template)
	}
	if hash(t, filepath.Join(ours.project, "content")) != hash(t, filepath.Join(its.project, "content")) {
		t.Error("the content differs")
	}
}

// The report as JSON has the figures of the tables, without those that were not measured.
func TestReport(t *testing.T) {
	var out strings.Builder
	r := &report{out: &out, json: true}
	r.begin(shape{name: "blog"}, 1000)
	of := func(name string) *copied { return &copied{program: &program{name: name}} }
	table := table{programs: []*copied{of("hugo"), of("sitegen")}, figures: []string{"CPU s", "peak MB"}, ratios: 1}
	table.row("clean", [][]float64{{20, 0}, {10, 3}})
	r.add("builds", &table)
	if err := r.end(); err != nil {
		t.Fatal(err)
	}
	want := `[
  {
    "shape": "blog",
    "posts": 1000,
    "what": "builds",
    "step": "clean",
    "program": "hugo",
    "figures": {
      "CPU s": 20
    }
  },
  {
    "shape": "blog",
    "posts": 1000,
    "what": "builds",
    "step": "clean",
    "program": "sitegen",
    "figures": {
      "CPU s": 10,
      "peak MB": 3
    }
  }
]
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}
