package repository_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEmbeddedPrograms: docs/security/_index.md names each compressed program of others with its hash, and the licence of each is
// in a folder above it, where the release finds it.
func TestEmbeddedPrograms(t *testing.T) {
	listed, err := exec.Command("git", "ls-files", "*.gz", "*.wasm").Output()
	if err != nil {
		t.Skipf("not a git checkout: %v", err)
	}
	docs, err := os.ReadFile("docs/security/_index.md")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for file := range strings.FieldsSeq(string(listed)) {
		if strings.Contains(file, "testdata/") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(data)
		want[file] = hex.EncodeToString(sum[:])
		if !licensed(filepath.Dir(file)) {
			t.Errorf("%s: no licence in its folder or above it", file)
		}
	}
	got := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]*\\.(?:gz|wasm))` \\|.*`([0-9a-f]{64})` \\|$").FindAllStringSubmatch(string(docs), -1) {
		got[m[1]] = m[2]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// licensed reports whether a folder or one above it, but not the repository's, has a licence.
func licensed(dir string) bool {
	for ; dir != "."; dir = filepath.Dir(dir) {
		for _, pattern := range []string{"LICENSE*", "COPYING*"} {
			if found, err := filepath.Glob(filepath.Join(dir, pattern)); err == nil && len(found) > 0 {
				return true
			}
		}
	}
	return false
}
