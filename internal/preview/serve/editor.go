package serve

import (
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Editors returns the URL patterns that open a file in an editor, by the name of the editor.
func Editors() map[string]string {
	return map[string]string{
		"vscode":   "vscode://file/{path}:{line}:{column}",
		"vscodium": "vscodium://file/{path}:{line}:{column}",
		"cursor":   "cursor://file/{path}:{line}:{column}",
		"zed":      "zed://file/{path}:{line}:{column}",
		"idea":     "idea://open?file={path}&line={line}&column={column}",
		"sublime":  "subl://open?url=file://{path}&line={line}&column={column}",
		"none":     "",
	}
}

// editorLink returns a URL that opens the position of a diagnostic, or "".
func (s *Server) editorLink(d *diag.Diagnostic) string {
	if s.o.Editor == "" || d.File == "" {
		return ""
	}
	file := filepath.FromSlash(d.File)
	if !filepath.IsAbs(file) {
		file = filepath.Join(s.o.Project, file)
	}
	file = strings.ReplaceAll((&url.URL{Path: filepath.ToSlash(file)}).EscapedPath(), "&", "%26")
	if strings.Contains(s.o.Editor, "file/{path}") { // a path begins with a slash except on Windows
		file = strings.TrimPrefix(file, "/")
	}
	return strings.NewReplacer(
		"{path}", file, "{line}", strconv.Itoa(max(1, d.Line)), "{column}", strconv.Itoa(max(1, d.Col)),
	).Replace(s.o.Editor)
}
