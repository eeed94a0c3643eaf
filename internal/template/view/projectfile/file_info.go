package projectfile

import (
	"io/fs"
	"strconv"
	"time"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
)

// FileInfo is the result of os.Stat and os.ReadDir for a file or folder: https://gohugo.io/functions/os/stat/
//
// Its name and whether it is a folder are part of the first question. Size, time, and mode are separate questions: a
// page that only lists names must be the same wherever the project is and whenever it was copied.
type FileInfo struct {
	name  string // as in questions
	st    fs.FileInfo
	meta  *FileMeta // of a content file
	entry bool      // entry of a folder: a symbolic link is not followed
}

// Scope is the running template, which records what it reads from a file.
type Scope interface {
	tmpl.Scope
	Ask(kind trace.Kind, key string, answer uint64)
}

// NewFileInfo returns the view of the file at a path. An entry of a folder may be a symbolic link itself.
func NewFileInfo(name string, st fs.FileInfo, entry bool) *FileInfo {
	return &FileInfo{name: name, st: st, entry: entry}
}

// Of returns f as the content file of a page, with its paths in meta.
func (f *FileInfo) Of(meta FileMeta) *FileInfo {
	of := *f
	of.meta = &meta
	return &of
}

// String is "FileInfo(name)" (string), since Hugo would print addresses in memory.
func (f *FileInfo) String() string { return "FileInfo(" + f.name + ")" }

// Name is the last element of the path (string): "logo.png".
func (f *FileInfo) Name() string { return f.st.Name() }

// Meta has the paths of a content file; nil for other files (FileMeta).
func (f *FileInfo) Meta() *FileMeta { return f.meta }

// IsDir reports whether it is a folder (bool).
func (f *FileInfo) IsDir() bool { return f.st.IsDir() }

// Size is the length in bytes (int64); for folders it depends on the file system.
func (f *FileInfo) Size(c Scope) int64 {
	f.ask(c, "size", strconv.FormatInt(f.st.Size(), 10))
	return f.st.Size()
}

// ModTime is when the file was changed (time.Time).
func (f *FileInfo) ModTime(c Scope) time.Time {
	f.ask(c, "time", strconv.FormatInt(f.st.ModTime().UnixNano(), 10))
	return f.st.ModTime()
}

// Mode is the type and the permissions (fs.FileMode).
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

// FileMeta has the paths on disk that themes read from Hugo's .File.FileInfo.Meta.
type FileMeta struct {
	// Name is the name of the file (string), Filename its absolute path (string).
	Name, Filename string
	// BaseDir is the project's folder (string), SourceRoot the content folder of the file (string).
	BaseDir, SourceRoot string
}
