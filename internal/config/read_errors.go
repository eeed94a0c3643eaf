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
	"github.com/sitegen/sitegen/internal/base/follow"
)

// stat returns the information about an absolute path, or nil if it does not exist. Any other failure is an
// error of the configuration, because without the file a different configuration would be read.
func (l *loader) stat(path string) fs.FileInfo {
	info, err := os.Stat(path)
	if err == nil {
		return info
	}
	l.unreadable(path, err)
	return nil
}

// unreadable reports why a file or folder cannot be read, unless it does not exist.
func (l *loader) unreadable(path string, err error) {
	if err != nil && !filestat.Absent(err) {
		l.diags = append(l.diags, &diag.Diagnostic{
			Rule: "config-read", File: l.rel(path), Message: fmt.Sprintf("it cannot be read: %v", diag.Cause(err)),
		})
	}
}

// faithful wraps the project's folder for code that treats unreadable files as missing: it records the errors.
// Paths that begin with "../", and absolute ones, lead outside.
type faithful struct {
	fs.FS
	l     *loader
	looks bool // the examined paths decide what the project is: Config.Looked
}

// look records examined files, and paths outside of the project. Folders of the project need no record, because
// every build reads the names at its top.
func (f faithful) look(name string, in fs.FS, file bool) {
	if f.looks && (file || in != f.FS) {
		f.l.looked = append(f.l.looked, name)
	}
}

func (f faithful) note(name string, err error) error {
	f.l.unreadable(f.l.at(name), err)
	return err
}

// at returns the file system of a path, and the path in it.
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
	return follow.Dir(filepath.Join(f.l.project, filepath.FromSlash(up))), name
}

// Open opens a file, whose read errors are recorded, too.
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

// faithfulFile is an open file of faithful.
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
