package pipeline_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/internal/pipeline"
)

// TestVerifyFindsWhatTimesDoNotTell: a file that was changed by hand, with size and time as before, is taken
// for the one that was written; Verify compares bytes.
func TestVerifyFindsWhatTimesDoNotTell(t *testing.T) {
	pipeline.Unraced(t, "TestEdited verifies, too")
	dir, b := blog(t, pipeline.Options{})
	if _, err := b.Verify(t.Context()); err != nil {
		t.Fatalf("a good tree: %v", err)
	}
	file := filepath.Join(dir, "public", "index.html")
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	edit(t, file, "<title>", "<TITLE>")
	if err := os.Chtimes(file, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	_, err = b.Verify(t.Context())
	if err == nil || !strings.Contains(err.Error(), "index.html is not what a clean build gives: it differs from line") {
		t.Errorf("the changed file is not found: %v", err)
	}
}
