//go:build !linux

package plainfile

import (
	"os"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

// file is an open file.
type file struct{ *os.File }

func open(name string) (*file, error) {
	f, err := os.Open(name)
	return &file{f}, err
}

func create(name string) (*file, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	return &file{f}, err
}

func (f *file) state() (state filestat.State, folder bool, err error) {
	info, err := f.Stat()
	if err != nil {
		return state, false, err
	}
	return filestat.Of(info), info.IsDir(), nil
}
