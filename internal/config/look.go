package config

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
)

// stat returns what lies under an absolute path; nil when nothing does. What cannot be looked at is an error of the
// configuration: another one would be read without it.
func (l *loader) stat(path string) fs.FileInfo {
	info, err := os.Stat(path)
	if err == nil {
		return info
	}
	l.unreadable(path, err)
	return nil
}

// unreadable reports why a file or folder cannot be read, unless it is not there.
func (l *loader) unreadable(path string, err error) {
	if err != nil && !filestat.Absent(err) {
		l.diags = append(l.diags, &diag.Diagnostic{
			Rule: "config-read", File: l.rel(path), Message: fmt.Sprintf("it cannot be read: %v", diag.Cause(err)),
		})
	}
}

// faithful is the project's folder for those who take what cannot be read for what is not there: it keeps the errors.
// Paths that begin with "../", and absolute ones, lead out of it.
type faithful struct {
	fs.FS
	l     *loader
	looks bool // what is looked for decides what the project is: Config.Looked
}

// look notes what is looked for: files, and what is outside of the project. Whether the project has a folder shows in
// the names at its top, which every build looks at.
func (f faithful) look(name string, in fs.FS, file bool) {
	if f.looks && (file || in != f.FS) {
		f.l.looked = append(f.l.looked, name)
	}
}

func (f faithful) note(name string, err error) error {
	f.l.unreadable(f.l.at(name), err)
	return err
}

// at returns the folder that a path is in, and the rest of the path.
func (f faithful) at(name string) (fs.FS, string) {
	if path.IsAbs(name) || filepath.IsAbs(name) {
		return os.DirFS(filepath.Dir(name)), filepath.Base(name)
	}
	up := ""
	for name == ".." || strings.HasPrefix(name, "../") {
		up, name = up+"../", cmp.Or(strings.TrimPrefix(name[2:], "/"), ".")
	}
	if up == "" {
		return f.FS, name
	}
	return os.DirFS(filepath.Join(f.l.project, filepath.FromSlash(up))), name
}

// Open opens a file, of which it keeps the errors, too.
func (f faithful) Open(name string) (fs.File, error) {
	in, base := f.at(name)
	f.look(name, in, true)
	file, err := in.Open(base)
	if f.note(name, err) != nil {
		return nil, err
	}
	return faithfulFile{file, f, name}, nil
}

// Stat is fs.Stat.
func (f faithful) Stat(name string) (fs.FileInfo, error) {
	in, base := f.at(name)
	f.look(name, in, false)
	info, err := fs.Stat(in, base)
	return info, f.note(name, err)
}

// ReadDir is fs.ReadDir.
func (f faithful) ReadDir(name string) ([]fs.DirEntry, error) {
	in, base := f.at(name)
	list, err := fs.ReadDir(in, base)
	return list, f.note(name, err)
}

// faithfulFile is an open file of it.
type faithfulFile struct {
	fs.File
	in   faithful
	name string
}

// Stat is that of the file.
func (f faithfulFile) Stat() (fs.FileInfo, error) {
	info, err := f.File.Stat()
	return info, f.in.note(f.name, err)
}

// Read reads the file.
func (f faithfulFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	if err != nil && err != io.EOF {
		f.in.note(f.name, err)
	}
	return n, err
}
