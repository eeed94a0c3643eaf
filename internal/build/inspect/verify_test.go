package inspect_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/build/inspect"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// TestVerifyFindsWhatStatesDoNotTell: Verify compares bytes, so it finds a file with other bytes whose size and time
// are those in the manifest.
func TestVerifyFindsWhatStatesDoNotTell(t *testing.T) {
	dir := testsite.Temp(t, filepath.Join("..", "..", "..", "testdata", "law", "plain"))
	b, err := pipeline.New(project.Options{Source: dir, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := inspect.Verify(t.Context(), b); err != nil {
		t.Fatalf("a good tree: %v", err)
	}
	file := filepath.Join(dir, "public", "index.html")
	before, _ := filestat.Regular(file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, bytes.ToUpper(text), 0o666); err != nil {
		t.Fatal(err)
	}
	after, _ := filestat.Regular(file)
	forge(t, dir, before.Sum(), after.Sum())
	_, err = inspect.Verify(t.Context(), b)
	if err == nil || !strings.Contains(err.Error(), "index.html differs from a clean build: it differs from line") {
		t.Errorf("the changed file is not found: %v", err)
	}
}

// forge replaces a number in the manifest of a project.
func forge(t *testing.T, dir string, old, now uint64) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, ".sitegen", "*.manifest"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%q, %v", files, err)
	}
	manifest, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	number := func(n uint64) []byte { return binary.LittleEndian.AppendUint64(nil, n) }
	body := manifest[:len(manifest)-8]
	if bytes.Count(body, number(old)) != 1 {
		t.Fatal("the manifest does not have the state of the file")
	}
	body = bytes.Replace(body, number(old), number(now), 1)
	if err := os.WriteFile(files[0], append(body, number(xxhash.Sum64(body))...), 0o666); err != nil {
		t.Fatal(err)
	}
}
