// Package plainfile reads and creates regular files with as few system calls as possible.
//
// Package os prepares every file that it opens for polling, which regular files do not support; on Linux this
// costs five useless calls. A build opens one or two files per page and needs only their bytes. On other
// systems this package uses package os.
package plainfile

import (
	"bytes"
	"errors"
	"io"
	"math"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

// ErrFolder is the error of reading a folder as a file.
var ErrFolder = errors.New("it is a folder")

// Read reads a file into buf, or into a larger buffer if it does not fit, and returns the state that it had
// when it was opened. The returned bytes may share the memory of buf even after an error. Errors other than
// ErrFolder have the type *fs.PathError.
func Read(name string, buf []byte) ([]byte, filestat.State, error) {
	return Head(name, buf, math.MaxInt)
}

// Head is Read for no more than most bytes from the beginning of a file.
func Head(name string, buf []byte, most int) ([]byte, filestat.State, error) {
	f, err := open(name)
	if err != nil {
		return buf, filestat.State{}, err
	}
	defer f.Close()
	state, folder, err := f.state()
	if err == nil && folder {
		err = ErrFolder
	}
	if err != nil {
		return buf, filestat.State{}, err
	}
	// One more byte than the size detects the end of the file without growing the buffer.
	if need := min(int(state.Size), most-1) + 1; cap(buf) < need {
		buf = make([]byte, 0, need+need/4)
	}
	buf = buf[:0]
	for {
		if len(buf) >= most {
			return buf, state, nil
		}
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := f.Read(buf[len(buf):min(cap(buf), most)])
		buf = buf[:len(buf)+n]
		// The read returned less than there was room for, at the size when opened: the file ends here.
		if err == io.EOF || err == nil && n > 0 && int64(len(buf)) == state.Size && len(buf) < cap(buf) {
			return buf, state, nil
		}
		if err != nil {
			return buf, state, err
		}
	}
}

// Create creates a new file with the permissions 0666, before umask, and calls fill to write it. An existing
// file is an error. After an error of fill, the bytes written so far stay. Errors of the file have the type
// *fs.PathError.
func Create(name string, fill func(io.Writer) error) error {
	f, err := create(name)
	if err != nil {
		return err
	}
	if err := fill(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// Lines converts line ends to LF, in place. Git writes CRLF into files that it checks out on Windows, and the
// same commit must give the same bytes.
func Lines(text []byte) []byte {
	if !bytes.Contains(text, []byte("\r\n")) {
		return text
	}
	n := 0
	for i, c := range text {
		if c == '\r' && i+1 < len(text) && text[i+1] == '\n' {
			continue
		}
		text[n] = c
		n++
	}
	return text[:n]
}
