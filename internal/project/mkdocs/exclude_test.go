package mkdocs

import (
	"slices"
	"testing"
)

func TestExcluded(t *testing.T) {
	got := Excluded("*.py\n# words\n!keep.md\n\n/drafts/\napi/internal.md\n")
	want := []string{"**/*.py", "**/*.py/**", "drafts/**", "api/internal.md", "api/internal.md/**"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
