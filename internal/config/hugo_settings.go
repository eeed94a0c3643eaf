package config

import (
	"path/filepath"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Written returns the configuration of a Hugo project by key: its files and folders, merged for production. It
// checks nothing, and ignores themes, the environment, and sitegen's own file. The error is for files that
// cannot be read.
func Written(project string) ([]Setting, error) {
	abs, err := filepath.Abs(project)
	if err != nil {
		return nil, err
	}
	l := &loader{project: abs, tree: newTree(), environment: "production"}
	if there := l.find("hugo", "config"); len(there) > 0 {
		l.file(there[0], "")
	}
	for _, folder := range []string{"_default", "production"} {
		l.folder(filepath.Join(abs, "config", folder))
	}
	if l.finish(); l.diags.Err() != nil {
		return nil, diag.List(l.diags.Errors())
	}
	var out []Setting
	(&Config{Origin: l.tree.origin}).flatten("", l.tree.root, &out)
	return out, nil
}
