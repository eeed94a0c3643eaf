// Package usercache finds the folder in which sitegen keeps data for all projects of a user, and says whether nobody
// else can write to a folder.
package usercache

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Dir returns the folder, which need not exist. The user is known by the variables XDG_CACHE_HOME, LocalAppData (on
// Windows), or HOME of the environment, in this order. A relative path is ignored, as the specification demands
// (https://specifications.freedesktop.org/basedir-spec/latest/): it would lead into the folder of any project, whose
// files could then pass for those of the user.
func Dir(environ []string) (string, error) {
	var xdg, local, home string
	for _, kv := range environ {
		switch k, v, _ := strings.Cut(kv, "="); {
		case !filepath.IsAbs(v):
		case k == "XDG_CACHE_HOME":
			xdg = v
		case strings.EqualFold(k, "LocalAppData"):
			local = v
		case k == "HOME":
			home = filepath.Join(v, ".cache")
		}
	}
	for _, dir := range []string{xdg, local, home} {
		if dir != "" {
			return filepath.Join(dir, "sitegen"), nil
		}
	}
	return "", errors.New("no folder for the cache: set HOME or XDG_CACHE_HOME to an absolute path")
}

// Create creates the folder and those above it that are missing. As the specification demands, others have no access.
func Create(dir string) error { return os.MkdirAll(dir, 0o700) }

// Private reports whether nobody but the user and the administrator can change a folder or replace a file in it: they
// own everything in it, the folders above it, and those that symbolic links on the way lead to, and others can write
// to none of these. A folder above it may be shared if its files are safe there (the sticky bit, as in /tmp). What is
// in it, too, is checked. On Windows, where the folder of a user is closed to others by default, every folder is
// private.
func Private(dir string) bool {
	if !filepath.IsAbs(dir) {
		return false
	}
	c := checker{user: os.Getuid(), seen: map[string]bool{}}
	if !c.above(filepath.Clean(dir)) {
		return false
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil || !c.above(real) {
		return false
	}
	return filepath.WalkDir(real, func(name string, _ fs.DirEntry, err error) error {
		if err == nil && !c.closed(name, false) {
			err = fs.ErrPermission
		}
		return err
	}) == nil
}

// checker checks each file once.
type checker struct {
	user int
	seen map[string]bool
}

// above checks a path, all folders above it, and the targets of symbolic links.
func (c *checker) above(name string) bool {
	for ; !c.seen[name]; name = filepath.Dir(name) {
		c.seen[name] = true
		if !c.closed(name, true) {
			return false
		}
		to, err := os.Readlink(name)
		if err != nil {
			continue // not a link
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		if !c.above(filepath.Clean(to)) {
			return false
		}
	}
	return true
}

// closed reports whether others can't write to a file or folder. sticky: or to one whose files they can't replace.
func (c *checker) closed(name string, sticky bool) bool {
	info, err := os.Lstat(name)
	if err != nil {
		return false
	}
	owner, known := ownerOf(info)
	switch {
	case !known:
		return true
	case owner != c.user && owner != 0:
		return false
	case info.Mode()&fs.ModeSymlink != 0: // its permissions mean nothing
		return true
	}
	return info.Mode().Perm()&0o022 == 0 || sticky && info.Mode()&fs.ModeSticky != 0
}
