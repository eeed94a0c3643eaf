package builder_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/sitegen/sitegen/builder"
	"github.com/sitegen/sitegen/internal/testing/race"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

var freeze = flag.Bool("freeze", false, "write the hashes of what the sites in testdata/frozen.txt are now")

// newSite is the reason of a hash that was not replaced yet, undecided that of one for which none was given.
const newSite, undecided = "new", "?"

// frozen is a line of testdata/frozen.txt.
type frozen struct{ outputs, inputs, site, reason string }

// TestFrozen: a site keeps the outputs that it has, unless the changelog says that such sites change. testdata/frozen.txt
// has a line for each site: the hash of its outputs, the hash of its files, where it is, and why the outputs have this
// hash: "new", or words of CHANGELOG.md about the kind of site whose outputs changed. After a change:
//
//	go test ./builder -run TestFrozen -freeze
//
// replaces the hashes, and leaves a question mark in place of each reason that has to be given.
func TestFrozen(t *testing.T) {
	const file = "../testdata/frozen.txt"
	if *freeze && race.Enabled {
		t.Fatal("run it without the race detector, which leaves sites out")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changelog, err := os.ReadFile("../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	sites := 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			out.WriteString(line + "\n")
			continue
		}
		f := strings.SplitN(line, " ", 4)
		if len(f) != 4 {
			t.Fatalf("%q has not four parts", line)
		}
		was := frozen{f[0], f[1], f[2], f[3]}
		sites++
		is := was
		if race.Enabled && sites%4 > 0 {
			continue // test.sh also builds all without the detector
		}
		t.Run(was.site, func(t *testing.T) { is.outputs, is.inputs = hashSite(t, was.site) })
		switch {
		case is.inputs != was.inputs:
			is.reason = newSite
			if !*freeze {
				t.Errorf("%s: its files changed: run the test with -freeze", was.site)
			}
		case is.outputs != was.outputs:
			is.reason = undecided
			if !*freeze {
				t.Errorf("%s: its outputs changed. If they should, say in CHANGELOG.md for which kind of site, run the test with "+
					"-freeze, and write words of that line into %s", was.site, file)
			}
		case was.reason != newSite && (was.reason == undecided || !strings.Contains(string(changelog), was.reason)):
			t.Errorf("%s: CHANGELOG.md does not contain the reason of its hash: %q", was.site, was.reason)
		}
		fmt.Fprintf(&out, "%s %s %s %s\n", is.outputs, is.inputs, is.site, is.reason)
	}
	if sites < 40 {
		t.Errorf("%d sites, want at least 40", sites)
	}
	if *freeze && !t.Failed() {
		if err := os.WriteFile(file, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// hashSite builds a site of testdata, a folder or an archive, and returns hashes of its outputs and of its files.
func hashSite(t *testing.T, site string) (outputs, inputs string) {
	t.Helper()
	dir := t.TempDir()
	if strings.HasSuffix(site, ".txtar") {
		archive, err := txtar.ParseFile("../testdata/" + site)
		if err != nil {
			t.Fatal(err)
		}
		var files []txtar.File
		for _, f := range archive.Files {
			if !strings.HasPrefix(f.Name, "want/") {
				files = append(files, f)
			}
		}
		if err := txtar.Write(&txtar.Archive{Files: files}, dir); err != nil {
			t.Fatal(err)
		}
	} else if err := testsite.Copy(dir, "../testdata/"+site); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	in := sha256.New()
	if err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		add(in, filepath.ToSlash(rel), data)
		return os.Chtimes(name, now, now)
	}); err != nil {
		t.Fatal(err)
	}
	b, err := builder.New(builder.Options{Source: dir, Clock: now, Memory: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	res, err := b.Build(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	of := sha256.New()
	for _, path := range res.Outputs.Paths() {
		switch filepath.Ext(path) {
		case ".png", ".jpg", ".webp", ".gif":
			continue // pixels differ between processors; the pages name the recipes
		}
		data, ok, err := res.Outputs.ReadFile(context.Background(), path)
		if err != nil || !ok {
			t.Fatal(path, err)
		}
		add(of, path, data)
	}
	if len(res.Outputs.Paths()) == 0 {
		t.Error("no outputs")
	}
	return sum(of), sum(in)
}

// add adds a file to a hash, so that no two lists of files have the same.
func add(h hash.Hash, name string, data []byte) {
	fmt.Fprintf(h, "%d %s %d %s", len(name), name, len(data), data)
}

func sum(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:8]) }
