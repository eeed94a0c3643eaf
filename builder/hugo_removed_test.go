package builder_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sitegen/sitegen/builder"
)

// checkRemoved executes an example of each name that Hugo does not have any more: it gives what it gave, with one warning
// for its template that names what replaces it.
func checkRemoved(t *testing.T) []*row {
	t.Helper()
	rows := readRows(t, "removed.txt")
	dir := vocabularySite(t, rows)
	b, err := builder.New(builder.Options{Source: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	result, err := b.Build(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	results := printed(t, filepath.Join(dir, "public", "index.html"))
	for _, r := range rows {
		if got := results[r.name]; got != r.hugo {
			t.Errorf("%s: got %q, want %q", r.template, got, r.hugo)
		}
		said := 0
		for _, d := range result.Warnings {
			if d.File == "layouts/_partials/rows/"+r.file()+".html" {
				said++
				if first := strings.Split(r.why, "`")[1]; !strings.Contains(strings.ToLower(d.Message), strings.ToLower(first)) {
					t.Errorf("%s: the warning %q does not say %s", r.name, d.Message, first)
				}
			}
		}
		if said != 1 {
			t.Errorf("%s: %d warnings, want 1", r.name, said)
		}
	}
	return rows
}
