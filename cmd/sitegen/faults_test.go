package main

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/sitegen/sitegen/internal/testing/faults"
	"github.com/sitegen/sitegen/internal/testing/race"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// faultySite has a file of every kind that a build reads.
var faultySite = map[string]string{
	"sitegen.toml":               "baseURL = \"https://faults.example/\"\ntitle = \"Faults\"\nledger = \"sitegen.ledger\"\n",
	"content/posts/one.md":       "---\ntitle: One\ndate: 2026-01-02\n---\nFirst.\n",
	"content/posts/two/index.md": "---\ntitle: Two\ndate: 2026-01-03\n---\nSecond.\n",
	"content/posts/two/a.txt":    "beside\n",
	"content/posts/two/p.gif":    "GIF89a\x01\x00\x01\x00\x00\x00\x00;",
	"layouts/all.html":           "{{ .Title }} {{ .Content }} {{ T \"word\" }} {{ hugo.Data.facts.n }} {{ with resources.Get \"a/b.txt\" }}{{ .Content }}{{ end }} {{ fileExists \"static/x.txt\" }} {{ with resources.GetStatic \"x.txt\" }}{{ .Content }}{{ end }} {{ range .Resources }}{{ .Name }}{{ end }}\n",
	"i18n/en.toml":               "word = \"word\"\n",
	"data/facts.toml":            "n = 1\n",
	"assets/a/b.txt":             "asset\n",
	"static/x.txt":               "copied\n",
	"static/robots.txt":          "User-agent: *\n",
}

// tryFaults tries the faults of a plan on a site, in the state that prepare leaves, and reports what was wrong.
func tryFaults(t *testing.T, prepare func(b *faults.Bench, dir string) error, plan func([]faults.Call) []faults.Fault) {
	t.Helper()
	race.Skip(t, "the detector says nothing about system calls that fail, and makes each build ten times as long")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b := &faults.Bench{Program: exe, Temp: t.TempDir(), Jobs: 2, Plan: plan}
	b.Prepare = func(dir string) error { return prepare(b, dir) }
	b.Tell = func(f faults.Fault, wrong string) {
		if wrong != "" {
			t.Errorf("%s: %s", f, wrong)
		}
	}
	g, err := b.Run(t.Context())
	if errors.Is(err, faults.ErrUnsupported) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", g)
	if g.Faults == 0 || g.Missed > g.Faults/4 {
		t.Errorf("too few faults came about: %+v", g)
	}
}

// edited prepares the site with the output of a build, and an edit after it.
func edited(t *testing.T) func(b *faults.Bench, dir string) error {
	return func(b *faults.Bench, dir string) error {
		testsite.Write(t, dir, faultySite)
		if err := b.Build(dir); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, "content", "posts", "one.md"), []byte("---\ntitle: One\ndate: 2026-01-02\n---\nNew.\n"), 0o666)
	}
}

// TestNoMoreFiles makes all opens fail from some moment on, as when a process may have no more open files. The build may
// leave nothing in the output that it doesn't name, also if it can't open what it would remove.
func TestNoMoreFiles(t *testing.T) {
	tryFaults(t, edited(t), func(calls []faults.Call) []faults.Fault {
		var opens []faults.Fault
		for _, c := range calls {
			if c.Op == "open" {
				opens = append(opens, faults.Fault{Call: c, Err: syscall.EMFILE, Last: true})
			}
		}
		var out []faults.Fault
		for i, f := range slices.Backward(opens) { // the last ones write
			if n := len(opens) - 1 - i; n < 12 || n%8 == 0 {
				out = append(out, f)
			}
		}
		return out
	})
}

var allFaults = flag.Bool("faults", false, "TestReadErrors has each look at a file fail, not each fourth of those that only ask for it")

// TestReadErrors makes looks at files of the project fail. No file may vanish from the site because it could not be read
// once. Most looks ask for files that are not there; to have each of them fail:
// go test -run TestReadErrors ./cmd/sitegen -args -faults
func TestReadErrors(t *testing.T) {
	tryFaults(t, edited(t), func(calls []faults.Call) []faults.Fault {
		last := map[faults.Call]int{}
		for _, c := range calls {
			last[faults.Call{Op: c.Op, Path: c.Path}] = c.N
		}
		var out []faults.Fault
		stats := 0
		for _, c := range calls {
			if last[faults.Call{Op: c.Op, Path: c.Path}] != c.N {
				continue // tools/faults tries all
			}
			if c.Op == "stat" && c.Path != "." {
				if stats++; stats%4 > 0 && !*allFaults {
					continue
				}
			}
			if slices.Contains([]string{"stat", "open", "read", "readdir", "readlink"}, c.Op) && !strings.HasPrefix(c.Path, "./public") && !strings.HasPrefix(c.Path, "./.sitegen") {
				out = append(out, faults.Fault{Call: c, Err: syscall.EIO})
			}
		}
		if !slices.ContainsFunc(out, func(f faults.Fault) bool { return f.Op == "stat" && f.Path == "." }) {
			t.Error("the build doesn't look at its folder")
		}
		return out
	})
}
