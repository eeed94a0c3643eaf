package foreign

import (
	"slices"
	"testing"
)

func TestExcluded(t *testing.T) {
	got, kept := Excluded("*.py\n/templates/\n# words\n!keep.md\n\n/drafts/\napi/internal.md\n!/templates/\n!.assets\n")
	want := []string{"**/*.py", "**/*.py/**", "drafts/**", "api/internal.md", "api/internal.md/**"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	want = []string{"**/keep.md", "**/keep.md/**", "templates/**", "**/.assets", "**/.assets/**"}
	if !slices.Equal(kept, want) {
		t.Errorf("kept %q, want %q", kept, want)
	}
}
