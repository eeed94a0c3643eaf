package law

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// unfinished returns files that a successful build must not leave in the output and the state folder.
func unfinished(project, output string) ([]string, error) {
	var found []string
	for _, at := range []struct{ top, dir string }{{"public", output}, {".sitegen", filepath.Join(project, ".sitegen")}} {
		if real, err := filepath.EvalSymlinks(at.dir); err == nil {
			at.dir = real
		}
		err := filepath.WalkDir(at.dir, func(name string, d fs.DirEntry, err error) error {
			if os.IsNotExist(err) {
				return nil
			}
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(at.dir, name)
			if rel = path.Join(at.top, filepath.ToSlash(rel)); err == nil && !settled(rel) {
				found = append(found, rel)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// settled reports whether a file or folder may stay between builds.
func settled(rel string) bool {
	dir, name := path.Split(rel)
	if strings.HasPrefix(rel, "public") {
		return !strings.HasPrefix(name, ".sitegen") && !strings.HasSuffix(name, ".swap")
	}
	if dir == ".sitegen/" {
		return name == "ledger" || name == "cache" || name == "outputs" || name == "clock" || name == ".gitignore" ||
			strings.HasSuffix(name, ".manifest") || strings.HasSuffix(name, ".lock") ||
			strings.HasPrefix(name, "output-") && strings.HasSuffix(name, ".ledger")
	}
	for _, part := range []string{".tmp", ".new", "tmp-", "spool", ".part", ".unfinished"} {
		if strings.Contains(name, part) {
			return false
		}
	}
	return true
}
