package plainfile

import (
	"io"
	"io/fs"
	"syscall"

	"github.com/sitegen/sitegen/internal/base/filestat"
)

// file is an open file.
type file struct {
	fd   int
	name string
}

func open(name string) (*file, error) {
	return openAs(name, syscall.O_RDONLY)
}

func create(name string) (*file, error) {
	return openAs(name, syscall.O_WRONLY|syscall.O_CREAT|syscall.O_EXCL)
}

func openAs(name string, flags int) (*file, error) {
	var fd int
	err := again(func() (err error) {
		fd, err = syscall.Open(name, flags|syscall.O_CLOEXEC, 0o666)
		return err
	})
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &file{fd, name}, nil
}

// again repeats a call that a signal interrupted.
func again(call func() error) error {
	for {
		if err := call(); err != syscall.EINTR {
			return err
		}
	}
}

func (f *file) state() (state filestat.State, folder bool, err error) {
	var st syscall.Stat_t
	if err := again(func() error { return syscall.Fstat(f.fd, &st) }); err != nil {
		return state, false, &fs.PathError{Op: "stat", Path: f.name, Err: err}
	}
	state = filestat.State{Size: st.Size, ModTime: st.Mtim.Nano(), Change: st.Ctim.Nano(), Inode: st.Ino}
	return state, st.Mode&syscall.S_IFMT == syscall.S_IFDIR, nil
}

// Read implements io.Reader.
func (f *file) Read(b []byte) (n int, err error) {
	err = again(func() (err error) {
		n, err = syscall.Read(f.fd, b[:min(len(b), mostAtOnce)])
		return err
	})
	if err != nil {
		return 0, &fs.PathError{Op: "read", Path: f.name, Err: err}
	}
	if n == 0 && len(b) > 0 {
		return 0, io.EOF
	}
	return n, nil
}

// mostAtOnce is the maximum number of bytes per read or write call; Linux allows 2 GB.
const mostAtOnce = 1 << 30

// Write implements io.Writer.
func (f *file) Write(b []byte) (done int, err error) {
	for done < len(b) {
		var n int
		err := again(func() (err error) {
			n, err = syscall.Write(f.fd, b[done:min(len(b), done+mostAtOnce)])
			return err
		})
		if err == nil && n <= 0 {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return done, &fs.PathError{Op: "write", Path: f.name, Err: err}
		}
		done += n
	}
	return done, nil
}

// Close closes the file. It does not retry, because the file is closed even after an error.
func (f *file) Close() error {
	if err := syscall.Close(f.fd); err != nil && err != syscall.EINTR {
		return &fs.PathError{Op: "close", Path: f.name, Err: err}
	}
	return nil
}
