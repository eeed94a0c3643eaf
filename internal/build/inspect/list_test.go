package inspect_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sitegen/sitegen/internal/build/inspect"
	"github.com/sitegen/sitegen/internal/build/project"
)

// A list without a clock has no future and no expired pages, as in a build.
func TestListWithoutAClock(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.md"), []byte("---\ndate: 2020-01-01\nexpiryDate: 2021-01-01\n---\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, which := range inspect.Choices() {
		rows, err := inspect.List(t.Context(), project.Options{Source: dir}, which)
		if err != nil {
			t.Fatal(err)
		}
		count[which] = len(rows)
	}
	if diff := cmp.Diff(map[string]int{"all": 1, "drafts": 0, "expired": 0, "future": 0, "published": 1}, count); diff != "" {
		t.Error(diff)
	}
}
