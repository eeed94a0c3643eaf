package content

import (
	"bytes"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/follow"
	"github.com/sitegen/sitegen/internal/base/plainfile"
)

// files gives access to the content on disk or in an fs.FS. Names are those that Root.Name returns.
type files interface {
	ReadDir(dir string) ([]fs.DirEntry, error) // by name
	Stat(name string) (fs.FileInfo, error)
	// Lstat returns the target of a symbolic link that is followed.
	Lstat(name string) (fs.FileInfo, error)
	// Real returns the name without symbolic links.
	Real(name string) (string, error)
	// state returns the state of a file. A state without a change time is never settled.
	state(info fs.FileInfo) filestat.State
	// read reads a file into buf, or into a larger buffer.
	read(name string, buf []byte) ([]byte, filestat.State, error)
	Open(name string) (openFile, error)
}

// openFile is an open file, for reading its header.
type openFile interface {
	io.ReaderAt
	io.Closer
	Stat() (fs.FileInfo, error)
}

// files returns access to the content, and the project's absolute path on disk or its path in FS.
func (o *Options) files(project string) (files, string, error) {
	if o.FS != nil {
		return filesOf{o.FS}, filepath.Clean(project), nil
	}
	d := disk{readDir: o.ReadDir}
	if d.readDir == nil {
		d.readDir = os.ReadDir
	}
	project, err := filepath.Abs(project)
	if err == nil && !o.dialect().Plain() { // the other tools follow links; Hugo does not
		folders := []string{project}
		for _, f := range o.Folders {
			if filepath.IsAbs(f.Dir) {
				folders = append(folders, f.Dir)
			}
		}
		d.links = follow.New(folders...)
	}
	return d, project, err
}

// disk reads files from disk.
type disk struct {
	readDir func(dir string) ([]fs.DirEntry, error)
	links   *follow.Links // nil: symbolic links are not followed
}

func (d disk) ReadDir(dir string) ([]fs.DirEntry, error) {
	list, err := d.readDir(dir)
	if d.links == nil {
		return list, err
	}
	return d.links.Entries(dir, list), err
}

func (d disk) Lstat(name string) (fs.FileInfo, error) {
	if d.links == nil {
		return os.Lstat(name)
	}
	return d.links.Info(name)
}

func (disk) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }
func (disk) Real(name string) (string, error)      { return filepath.EvalSymlinks(name) }
func (disk) state(info fs.FileInfo) filestat.State { return filestat.Of(info) }
func (disk) Open(name string) (openFile, error)    { return os.Open(name) }
func (disk) read(name string, buf []byte) ([]byte, filestat.State, error) {
	return plainfile.Read(name, buf)
}

// filesOf reads the files of an fs.FS.
type filesOf struct{ fs fs.FS }

func (f filesOf) ReadDir(dir string) ([]fs.DirEntry, error) {
	return fs.ReadDir(f.fs, filepath.ToSlash(dir))
}

func (f filesOf) Stat(name string) (fs.FileInfo, error) { return fs.Stat(f.fs, filepath.ToSlash(name)) }

func (f filesOf) Lstat(name string) (fs.FileInfo, error) {
	return fs.Lstat(f.fs, filepath.ToSlash(name))
}
func (filesOf) Real(name string) (string, error) { return name, nil }

// state returns a state that is never settled, because two files of an fs.FS may have the same size and time but
// different bytes.
func (filesOf) state(info fs.FileInfo) filestat.State {
	return filestat.State{Size: info.Size(), ModTime: modTime(info), Change: math.MaxInt64}
}

// modTime returns the time of a file in nanoseconds since 1970, or 0 if the file has no time.
func modTime(info fs.FileInfo) int64 {
	if info.ModTime().IsZero() {
		return 0
	}
	return info.ModTime().UnixNano()
}

func (f filesOf) read(name string, buf []byte) ([]byte, filestat.State, error) {
	file, err := f.fs.Open(filepath.ToSlash(name))
	if err != nil {
		return nil, filestat.State{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, filestat.State{}, err
	}
	b := bytes.NewBuffer(buf[:0])
	if _, err := b.ReadFrom(file); err != nil {
		return nil, filestat.State{}, err
	}
	return b.Bytes(), f.state(info), nil
}

func (f filesOf) Open(name string) (openFile, error) {
	file, err := f.fs.Open(filepath.ToSlash(name))
	if err != nil {
		return nil, err
	}
	if file, ok := file.(openFile); ok {
		return file, nil
	}
	text, err := io.ReadAll(file)
	return readWhole{bytes.NewReader(text), file}, err
}

// readWhole is a file of an fs.FS that can only be read from its beginning.
type readWhole struct {
	io.ReaderAt
	fs.File
}
