package view

import (
	"io/fs"
	"strconv"
	"time"

	"github.com/sitegen/sitegen/internal/trace"
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

// Name is the last element of the path (string): "logo.png".
func (f *FileInfo) Name() string { return f.st.Name() }

// Meta says where a content file is; nil for other files (FileMeta).
func (f *FileInfo) Meta() *FileMeta { return f.meta }

// IsDir reports whether it is a folder (bool).
func (f *FileInfo) IsDir() bool { return f.st.IsDir() }

// Size is the length in bytes (int64); of folders it is the file system's business.
func (f *FileInfo) Size(c *Call) int64 {
	f.ask(c, "size", strconv.FormatInt(f.st.Size(), 10))
	return f.st.Size()
}

// ModTime is when the file was changed (time.Time).
func (f *FileInfo) ModTime(c *Call) time.Time {
	f.ask(c, "time", strconv.FormatInt(f.st.ModTime().UnixNano(), 10))
	return f.st.ModTime()
}

// Mode is the kind and the permissions (fs.FileMode).
func (f *FileInfo) Mode(c *Call) fs.FileMode {
	f.ask(c, "mode", f.st.Mode().String())
	return f.st.Mode()
}

func (f *FileInfo) ask(c *Call, what, answer string) {
	if f.entry {
		what = "entry-" + what
	}
	c.Recorder.Ask(trace.File, what+"\x00"+f.name, trace.HashStrings(answer))
}
