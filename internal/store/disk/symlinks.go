package disk

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// CheckLinks refuses a path in the project that is a symbolic link or leads through one: a checkout can contain
// links, and a write through one ends up outside of the project. how tells how to choose another path. Paths
// outside of the project are allowed, because the person who runs the build chose them.
func CheckLinks(project, path, how string) error {
	rel, ok := Options{Project: project}.inProject(path)
	if !ok {
		return nil
	}
	at := project
	for name := range strings.SplitSeq(rel, "/") {
		if at = filepath.Join(at, name); at == project {
			continue
		}
		info, err := os.Lstat(at)
		if absent(err) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("look for symbolic links: %w", err)
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return linkRefusal(at, how)
		}
	}
	return nil
}

func linkRefusal(path, how string) error {
	return &Refusal{
		Rule: "symbolic-link",
		Text: path + " is a symbolic link, and a build would write to the place it leads to",
		Hint: "delete the link; " + how,
	}
}

// CheckState refuses a state folder that is a symbolic link, or that contains links, pipes, or devices, because
// data outside of it would be read or written. Such entries are removed if the next build creates the file
// again anyway.
func CheckState(project, state string) error {
	const how = "to keep these files elsewhere, pass --cacheDir"
	if err := CheckLinks(project, state, how); err != nil {
		return err
	}
	_, own := Options{Project: project}.inProject(state)
	folders := []string{state}
	for len(folders) > 0 {
		dir := folders[0]
		folders = folders[1:]
		list, err := os.ReadDir(dir)
		if err != nil {
			continue // what needs it reports it
		}
		for _, e := range list {
			file := filepath.Join(dir, e.Name())
			switch {
			case e.IsDir() && dir == state && isScratch(e.Name()):
				os.RemoveAll(file) // if it cannot be removed, writing the file reports the error
			case e.IsDir() && slices.Contains([]string{"cache", "cache-preview", "outputs", "shards"}, top(state, file)) &&
				(top(state, dir) != "shards" || filepath.Base(dir) == "shards"): // the folders below contain outputs
				folders = append(folders, file)
			case e.IsDir() || e.Type().IsRegular():
			case e.Type()&fs.ModeSymlink == 0:
				return &Refusal{
					Rule: "state", Text: file + " is neither a file nor a folder",
					Hint: "delete it; the next build makes what it needs",
				}
			case own:
				return linkRefusal(file, how)
			}
		}
	}
	return nil
}

// top is the first folder or file of a path below the state folder.
func top(state, path string) string {
	rel, _ := filepath.Rel(state, path)
	first, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
	return first
}

// isScratch reports whether a file of the state folder is created again if it is missing, or ignored if it is
// damaged.
func isScratch(name string) bool {
	switch filepath.Ext(name) {
	case lockExt, manifestExt, intentExt:
		return true
	}
	return strings.Contains(name, modeExt) || name == "clock" || name == "watch-probe" ||
		strings.HasPrefix(name, "output-") && strings.HasSuffix(name, ".ledger")
}
