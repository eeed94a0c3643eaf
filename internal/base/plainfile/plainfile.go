// Package plainfile reads and makes plain files with as few system calls as can be.
//
// Package os gets every file that it opens ready for being waited for, which plain files cannot be: five calls on Linux
// that come to nothing. A build opens a file or two for each page, and needs no more of each than its bytes. On other
// systems this is package os.
package plainfile

import (
	"bytes"
	"errors"
	"io"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

// ErrFolder is the error of reading a folder.
var ErrFolder = errors.New("it is a folder")

// Read reads a file into buf, or into a larger one when it does not fit, and returns its state when it was opened. The
// bytes may be those of buf after an error, too. Errors are of type *fs.PathError, but for ErrFolder.
func Read(name string, buf []byte) ([]byte, filestat.State, error) {
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
	// One byte more than the size shows the end of the file without another growth.
	if need := int(state.Size) + 1; cap(buf) < need {
		buf = make([]byte, 0, need+need/4)
	}
	buf = buf[:0]
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := f.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		// There was room for more than the file had when it was opened: it ends here.
		if err == io.EOF || err == nil && n > 0 && int64(len(buf)) == state.Size && len(buf) < cap(buf) {
			return buf, state, nil
		}
		if err != nil {
			return buf, state, err
		}
	}
}

// Create makes a new file with the permissions 0666, before umask, and lets fill write it. That something has the name
// already is an error. What was written stays after an error of fill. Errors of the file are of type *fs.PathError.
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

// Lines returns text with line ends of LF alone, in place. Git writes CRLF into files that it checks out in Windows:
// the same commit gives the same bytes.
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
