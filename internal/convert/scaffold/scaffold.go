// Package scaffold creates new files for a project from a request such as "a blog" or "a post about bread".
//
// It decides which files to write, and writes them; existing files are never replaced. The caller executes the
// templates of new content, because it has the site that they may use.
package scaffold

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// File is a new file.
type File = conversion.File

// ErrTaken is the error of Write if a file already exists.
var ErrTaken = errors.New("nothing was written")

// Write writes files below a folder, which is created if necessary. If one of the files already exists, nothing
// is written.
func Write(dir string, files []File) error {
	var taken []string
	for _, f := range files {
		switch _, err := os.Lstat(at(dir, f.Path)); {
		case err == nil:
			taken = append(taken, f.Path)
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	switch len(taken) {
	case 0:
	case 1:
		return fmt.Errorf("%s already exists; %w", taken[0], ErrTaken)
	default:
		return fmt.Errorf("%s already exist; %w", strings.Join(taken, ", "), ErrTaken)
	}
	for _, f := range files {
		if err := create(at(dir, f.Path), f); err != nil {
			return err
		}
	}
	return nil
}

// create writes a file that must not exist.
func create(name string, from File) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	var data io.Reader = bytes.NewReader(from.Data)
	if from.Copy != "" {
		original, err := os.Open(from.Copy)
		if err != nil {
			return err
		}
		defer original.Close()
		data = original
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, data); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// at returns a path below dir, or an absolute path unchanged.
func at(dir, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}
