package projectfile

import (
	"io/fs"
	"strconv"
	"time"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// FileInfo is what os.Stat and os.ReadDir tell of a file or folder: https://gohugo.io/functions/os/stat/
//
// Its name and whether it is a folder are known with it. Size, time and mode are questions of their own: a
// page that only lists names must be the same wherever the project lies and whenever it was copied.
type FileInfo struct {
	name  string // as in the question
	st    fs.FileInfo
	meta  *FileMeta // of a content file
	entry bool      // of a folder: of a symbolic link it tells, not of where that leads
}

// Scope is the running template, which records what it reads of a file.
type Scope interface {
	tmpl.Scope
	Ask(kind trace.Kind, key string, answer uint64)
}

// NewFileInfo returns what a path led to. An entry of a folder may be a symbolic link itself.
func NewFileInfo(name string, st fs.FileInfo, entry bool) *FileInfo {
	return &FileInfo{name: name, st: st, entry: entry}
}

// Of returns f as the file of a page, which is at the places that meta says.
func (f *FileInfo) Of(meta FileMeta) *FileInfo {
	of := *f
	of.meta = &meta
	return &of
}

// String is "FileInfo(name)" (string): it holds pointers that Hugo shows as addresses in memory.
func (f *FileInfo) String() string { return "FileInfo(" + f.name + ")" }

// Name is the last element of the path (string): "logo.png".
func (f *FileInfo) Name() string { return f.st.Name() }

// Meta says where a content file is; nil for other files (FileMeta).
func (f *FileInfo) Meta() *FileMeta { return f.meta }

// IsDir reports whether it is a folder (bool).
func (f *FileInfo) IsDir() bool { return f.st.IsDir() }

// Size is the length in bytes (int64); of folders it is the file system's business.
func (f *FileInfo) Size(c Scope) int64 {
	f.ask(c, "size", strconv.FormatInt(f.st.Size(), 10))
	return f.st.Size()
}

// ModTime is when the file was changed (time.Time).
func (f *FileInfo) ModTime(c Scope) time.Time {
	f.ask(c, "time", strconv.FormatInt(f.st.ModTime().UnixNano(), 10))
	return f.st.ModTime()
}

// Mode is the kind and the permissions (fs.FileMode).
func (f *FileInfo) Mode(c Scope) fs.FileMode {
	f.ask(c, "mode", f.st.Mode().String())
	return f.st.Mode()
}

func (f *FileInfo) ask(c Scope, what, answer string) {
	if f.entry {
		what = "entry-" + what
	}
	c.Ask(trace.File, what+"\x00"+f.name, trace.HashStrings(answer))
}

// FileMeta is what Hugo's .File.FileInfo.Meta has and themes read: paths on disk.
type FileMeta struct {
	// Name is the name of the file (string), Filename its whole path (string).
	Name, Filename string
	// BaseDir is the project's folder (string), SourceRoot the content folder that the file is in (string).
	BaseDir, SourceRoot string
}
