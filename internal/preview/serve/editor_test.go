package serve

import (
	"testing"

	"github.com/sitegen/sitegen/internal/base/diag"
)

func TestEditorLinks(t *testing.T) {
	for _, tt := range []struct {
		editor, file string
		line, col    int
		want         string
	}{
		{"vscode", "content/a b.md", 3, 7, "vscode://file/my/site/content/a%20b.md:3:7"},
		{"vscode", "hugo.toml", 0, 0, "vscode://file/my/site/hugo.toml:1:1"},
		{"idea", "content/a&b#c.md", 3, 0, "idea://open?file=/my/site/content/a%26b%23c.md&line=3&column=1"},
		{"sublime", "/other/x.md", 1, 2, "subl://open?url=file:///other/x.md&line=1&column=2"},
		{"none", "a.md", 1, 2, ""},
		{"vscode", "", 1, 2, ""},
	} {
		s := New(Options{Project: "/my/site", Editor: Editors()[tt.editor]})
		if got := s.editorLink(&diag.Diagnostic{File: tt.file, Line: tt.line, Col: tt.col}); got != tt.want {
			t.Errorf("%s %s: got %s, want %s", tt.editor, tt.file, got, tt.want)
		}
	}
}
