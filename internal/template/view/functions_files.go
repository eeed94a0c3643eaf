package view

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"unicode/utf8"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/plainfile"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/view/projectfile"
)

// addFileFunctions adds the functions that read files of the project:
// https://gohugo.io/functions/os/
func addFileFunctions(t *tmpl.Functions, running func() *Call) {
	t.Add("os", "ReadFile", func(name any) (string, error) {
		text, err := running().ReadFile(tmpl.Text(name))
		if errors.Is(err, fs.ErrNotExist) {
			return "", nil // as in Hugo
		}
		return text, err
	}, "readFile")
	t.Add("os", "FileExists", func(name any) (bool, error) { return running().fileExists(tmpl.Text(name)) }, "fileExists")
	t.Add("os", "ReadDir", func(name any) ([]*projectfile.FileInfo, error) { return running().readDir(tmpl.Text(name)) },
		"readDir")
	t.Add("os", "Stat", func(name any) (*projectfile.FileInfo, error) { return running().statFile(tmpl.Text(name)) })
	t.Add("os", "Getenv", func(name any) (string, error) { return running().getenv(tmpl.Text(name)) }, "getenv")
}

// ReadFile implements os.ReadFile, where a missing file is an error: https://gohugo.io/functions/os/readfile/
func (c *Call) ReadFile(name string) (string, error) {
	abs, err := c.Views.named.Find(name)
	var b []byte
	if err == nil {
		b, err = os.ReadFile(abs)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err != nil {
		c.Recorder.Ask(trace.File, "read\x00"+name, 0)
		if errors.Is(err, fs.ErrNotExist) {
			return "", projectfile.Missing(name)
		}
		return "", fmt.Errorf("read %q: %w", name, err)
	}
	c.Recorder.Ask(trace.File, "read\x00"+name, trace.Hash(b))
	if !c.Views.site.Config.Release.Before(167) {
		b = bytes.TrimPrefix(b, []byte("\uFEFF"))
	}
	if !c.Views.site.Config.Hugo && utf8.Valid(b) && bytes.IndexByte(b, 0) < 0 {
		b = plainfile.Lines(b) // texts have the same line ends on all systems
	}
	return string(b), nil
}

// PeekFile is ReadFile without a question, for callers that ask later in a fixed order.
func (c *Call) PeekFile(name string) ([]byte, error) {
	abs, err := c.Views.named.Find(name)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(abs)
}

// fileHash is the key of the hash of a project file among the answers of a build.
type fileHash string

// HashFile returns the hash of a project file, which is the answer to the question for it; 0 if it cannot be read. Each
// file is read once per build, since every page that builds the same script asks for all files of the script.
func (c *Call) HashFile(name string) uint64 {
	return par.OnceFor(&c.Views.answers, fileHash(name), func() uint64 {
		abs, err := c.Views.named.Find(name)
		if err != nil {
			return 0
		}
		b, err := os.ReadFile(abs)
		if err != nil {
			return 0
		}
		return trace.Hash(b)
	})
}

func (c *Call) fileExists(name string) (bool, error) {
	if name == "" {
		return false, nil // in Hugo this means no file, not the folder of the project
	}
	abs, err := c.Views.named.Find(name)
	if err == nil {
		_, err = os.Stat(abs)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if err != nil && !filestat.Absent(err) {
		return false, fmt.Errorf("look for %q: %w", name, diag.Cause(err))
	}
	c.Recorder.Ask(trace.File, "exists\x00"+name, trace.HashBool(err == nil))
	return err == nil, nil
}

// statFile returns information about the file at a path; nil if there is none: https://gohugo.io/functions/os/stat/
func (c *Call) statFile(name string) (*projectfile.FileInfo, error) {
	abs, err := c.Views.named.Find(name)
	var st fs.FileInfo
	if err == nil {
		st, err = os.Stat(abs)
	}
	if err != nil {
		c.Recorder.Ask(trace.File, "stat\x00"+name, 0)
		if filestat.Absent(err) {
			return nil, nil
		}
		return nil, fmt.Errorf("stat %q: %w", name, diag.Cause(err))
	}
	c.Recorder.Ask(trace.File, "stat\x00"+name, trace.HashStrings(st.Name(), fmt.Sprint(st.IsDir())))
	return projectfile.NewFileInfo(name, st, false), nil
}

// readDir returns information about the files of a folder, sorted by name, without following symbolic links. A missing
// folder has no files: https://gohugo.io/functions/os/readdir/
func (c *Call) readDir(name string) ([]*projectfile.FileInfo, error) {
	abs, err := c.Views.named.InFolder(name)
	var entries []fs.DirEntry
	if err == nil {
		entries, err = os.ReadDir(abs)
	}
	if err != nil {
		c.Recorder.Ask(trace.Glob, "folder\x00"+name, 0)
		if filestat.Absent(err) {
			return nil, nil
		}
		return nil, fmt.Errorf("read folder %q: %w", name, err)
	}
	out := make([]*projectfile.FileInfo, 0, len(entries))
	var names []string
	for _, e := range entries {
		if c.Views.named.Hidden(filepath.Join(abs, e.Name())) {
			continue
		}
		st, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // it was removed meanwhile
		}
		if err != nil {
			return nil, err
		}
		out = append(out, projectfile.NewFileInfo(path.Join(name, e.Name()), st, true))
		names = append(names, st.Name(), fmt.Sprint(st.IsDir()))
	}
	c.Recorder.Ask(trace.Glob, "folder\x00"+name, trace.HashStrings(names...))
	return out, nil
}

// fileInfo reads again a file of which a template used more than the name.
func (c *Call) fileInfo(name string, entry bool) (*projectfile.FileInfo, error) {
	stat, find, from, below := os.Stat, c.Views.named.Find, name, ""
	if entry {
		stat, find, from, below = os.Lstat, c.Views.named.InFolder, path.Dir(name), path.Base(name)
	}
	abs, err := find(from)
	if err != nil {
		return nil, err
	}
	st, err := stat(filepath.Join(abs, below))
	if err != nil {
		return nil, err
	}
	return projectfile.NewFileInfo(name, st, entry), nil
}
