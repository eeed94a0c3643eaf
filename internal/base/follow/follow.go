// Package follow tells which symbolic links in a project are followed: those to files and folders of the project.
package follow

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

// Links follows symbolic links that stay within folders.
type Links struct {
	within func() []string
}

// New returns the links that stay within one of some folders, given by absolute paths. They never lead to the private
// data of git or sitegen, nor to a hidden file or folder.
func New(folders ...string) *Links {
	return &Links{within: sync.OnceValue(func() (out []string) {
		for _, dir := range folders {
			if real, err := filepath.EvalSymlinks(dir); err == nil && !slices.Contains(out, real) {
				out = append(out, real)
			}
		}
		return out
	})}
}

// mostLinks is the maximum number of links to folders on one path. Folders full of links to each other would multiply.
const mostLinks = 2

// Target returns the information about the file or folder that the link at an absolute path leads to, under the name of
// the link. It returns nil, and why, if the link is not followed.
func (l *Links) Target(name string) (info fs.FileInfo, why string) {
	real, err := filepath.EvalSymlinks(name)
	if err == nil {
		info, err = os.Stat(name) // for the name of the link
	}
	switch {
	case filestat.Absent(err):
		return nil, "it leads nowhere"
	case err != nil:
		return nil, "its target cannot be read"
	}
	i := slices.IndexFunc(l.within(), func(dir string) bool { return inside(dir, real) })
	switch base := filepath.Base(real); {
	case i < 0:
		return nil, "it leads out of the project"
	case base[0] == '.' || private(l.within()[i], real):
		return nil, "it leads to hidden files"
	case !info.IsDir() && !info.Mode().IsRegular():
		return nil, "it leads to something other than a file or folder"
	case info.IsDir():
		if why := l.turns(name, real); why != "" {
			return nil, why
		}
	}
	return info, ""
}

// turns returns why a link to a real folder is not followed because of the folders around it: it is below its target,
// also by way of other links, or below too many links.
func (l *Links) turns(name, real string) string {
	links := 1
	for dir := filepath.Dir(name); ; dir = filepath.Dir(dir) {
		at, err := filepath.EvalSymlinks(dir)
		switch {
		case err != nil || inside(real, at):
			return "it leads to a folder around it"
		case links > mostLinks:
			return fmt.Sprintf("it is below %d other links to folders", mostLinks)
		case slices.Contains(l.within(), at) || filepath.Dir(dir) == dir:
			return ""
		}
		if info, err := os.Lstat(dir); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			links++
		}
	}
}

// inside reports whether a path is a folder or in it.
func inside(dir, name string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && filepath.IsLocal(rel)
}

// private reports whether a path below a folder is in the data of git or sitegen.
func private(dir, name string) bool {
	rel, _ := filepath.Rel(dir, name)
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(rel), "/"),
		func(part string) bool { return part == ".git" || part == ".sitegen" })
}

// Info returns the result of os.Lstat, or that of the target of a link that is followed.
func (l *Links) Info(name string) (fs.FileInfo, error) {
	info, err := os.Lstat(name)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if to, _ := l.Target(name); to != nil {
			return to, nil
		}
	}
	return info, err
}

// Entries returns the entries of a folder with those of their targets in place of links that are followed.
func (l *Links) Entries(dir string, list []fs.DirEntry) []fs.DirEntry {
	own := false
	for i, e := range list {
		if e.Type()&fs.ModeSymlink == 0 {
			continue
		}
		if to, _ := l.Target(filepath.Join(dir, e.Name())); to != nil {
			if !own {
				list, own = slices.Clone(list), true
			}
			list[i] = fs.FileInfoToDirEntry(to)
		}
	}
	return list
}

// Dir returns the file system of a folder with the entries of targets in place of links to files and folders within it,
// or within one of some other folders.
func Dir(dir string, around ...string) fs.FS {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return os.DirFS(dir)
	}
	return &tree{os.DirFS(dir), abs, New(append(around, abs)...)}
}

type tree struct {
	fs.FS
	dir   string
	links *Links
}

// ReadDir is fs.ReadDir.
func (t *tree) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(t.FS, name)
	return t.links.Entries(filepath.Join(t.dir, filepath.FromSlash(name)), list), err
}

// Stat is fs.Stat.
func (t *tree) Stat(name string) (fs.FileInfo, error) { return fs.Stat(t.FS, name) }
