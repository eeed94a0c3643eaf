package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// checkOutside rejects output paths outside of the project, unless the command line or the environment sets
// them, and any path in the folder of a git repository.
func (l *loader) checkOutside(c *Config) {
	for _, set := range []struct{ key, path, hint string }{
		{"publishDir", c.PublishDir, "pass --destination %s to write there"},
		{"ledger", c.Ledger, "set SITEGEN_LEDGER=%s to keep it there"},
	} {
		if set.path == "" {
			continue
		}
		abs := l.at(set.path)
		origin := c.Origin[strings.ToLower(set.key)]
		d := &diag.Diagnostic{Rule: "config-outside"}
		d.File, d.Line = splitPosition(origin)
		if origin == "flag" {
			d.File = ""
		}
		inGit := func(dir string) bool { return strings.EqualFold(dir, ".git") }
		switch rel, err := filepath.Rel(l.project, abs); {
		case slices.ContainsFunc(strings.Split(filepath.ToSlash(abs), "/"), inGit):
			d.Message = fmt.Sprintf("%s %q is in the folder of a git repository", set.key, set.path)
			d.Hint = "choose another folder, such as public"
		case (err != nil || !filepath.IsLocal(rel)) && inFile(origin):
			d.Message = fmt.Sprintf("%s %q leads out of the project", set.key, set.path)
			d.Hint = fmt.Sprintf(set.hint, set.path)
		default:
			continue
		}
		l.diags = append(l.diags, d)
	}
}

// Chosen reports whether the person who runs the program set a value, on the command line or in the
// environment.
func (c *Config) Chosen(key string) bool {
	origin := c.Origin[strings.ToLower(key)]
	return origin != "" && !inFile(origin)
}

// inFile reports whether a setting comes from a file, as opposed to the person who runs the program.
func inFile(origin string) bool {
	return origin != "" && origin != "flag" && !strings.HasPrefix(origin, "SITEGEN") && !strings.HasPrefix(origin, "HUGO")
}
