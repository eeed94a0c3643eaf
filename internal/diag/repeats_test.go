package diag_test

import (
	"testing"

	"github.com/sitegen/sitegen/internal/diag"
)

// TestTogether: what one place says while many pages are rendered is one message, of templates and of what they say themselves.
func TestTogether(t *testing.T) {
	for _, rule := range []string{"template", "template-message"} {
		var all diag.List
		for _, page := range []string{"a.md", "b.md", "c.md"} {
			all = append(all, &diag.Diagnostic{Rule: rule, File: "layouts/x.html", Line: 3, Message: "no host (while rendering " + page + ")"})
		}
		all = append(all, &diag.Diagnostic{Rule: rule, File: "layouts/x.html", Line: 4, Message: "no host (while rendering a.md)"})
		got := all.Together()
		if len(got) != 2 || got[0].Message != "no host (while rendering a.md and 2 more)" || got[1].Line != 4 {
			t.Errorf("%s: %v", rule, got)
		}
		if all[0].Message != "no host (while rendering a.md)" {
			t.Errorf("%s: the list was changed: %v", rule, all[0])
		}
	}
}
