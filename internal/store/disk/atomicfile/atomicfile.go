// Package atomicfile replaces files in one step. Readers see the old bytes or the new ones, never a part, and a
// write that fails or is killed leaves the old file as it was.
//
// The new bytes are written to a temporary file in the same folder, which is then renamed. Prepare does only
// the first part, for callers that must reserve disk space before they do something else. The bytes are not
// forced to the disk, because a build would then wait for everything else that it wrote; files written this way
// are checked when they are read.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/sitegen/sitegen/internal/store/disk/lock"
)

// Write replaces or creates a file. The folder must exist. A replaced file keeps its permissions. Several
// processes may write the same file at the same time: the last one wins.
func Write(file string, data []byte) error {
	p, err := Prepare(file, data)
	if err != nil {
		return err
	}
	return p.Commit()
}

// Pending is a new version of a file that has its disk space but does not replace the file yet. Call Commit or
// Drop when done.
type Pending struct {
	file string // what it will replace
	// the locked temporary file; data is not written through it, so an error of closing it does not matter
	held *os.File
}

// Prepare does everything in Write that can fail when the disk is full.
func Prepare(file string, data []byte) (*Pending, error) {
	held, err := reserve(file)
	if err != nil {
		return nil, err
	}
	if runtime.GOOS == "windows" {
		held.Close() // Windows cannot rename an open file; it has no lock that this would release
	}
	p := &Pending{file, held}
	return p, p.Rewrite(data)
}

// Rewrite replaces the bytes of the new version. The same number of bytes needs no more disk space, except on
// file systems that never overwrite (btrfs, ZFS). If it fails, the new version is dropped.
func (p *Pending) Rewrite(data []byte) error {
	f, err := os.OpenFile(p.held.Name(), os.O_WRONLY, 0)
	if err != nil {
		p.Drop()
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Truncate(int64(len(data)))
	}
	if err = errors.Join(err, f.Close()); err != nil {
		p.Drop()
	}
	return err
}

// Commit replaces the old version by the new one.
func (p *Pending) Commit() error {
	defer lock.Free(p.held)
	temp := p.held.Name()
	if old, err := os.Lstat(p.file); err == nil && old.Mode().IsRegular() {
		if err := os.Chmod(temp, old.Mode().Perm()); err != nil {
			os.Remove(temp) // the cause is reported
			return err
		}
	}
	return Move(temp, p.file)
}

// Drop removes the new version and keeps the old one. It does nothing after another method failed.
func (p *Pending) Drop() {
	os.Remove(p.held.Name()) // one that stays is used by the next Write
	lock.Free(p.held)
}

// Move replaces a file by a finished one in the same file system. If that fails, it removes the finished one.
func Move(finished, file string) error {
	err := os.Rename(finished, file)
	if err != nil {
		os.Remove(finished) // the cause is reported
	}
	return err
}

// reserve creates and locks the temporary file. A file that a killed process left is not locked, and is used
// again; if another process holds the lock, the next name is tried.
func reserve(file string) (*os.File, error) {
	const most = 100
	for n := range most {
		name := tempName(file, n)
		if there, err := os.Lstat(name); err == nil && there.Mode()&fs.ModeSymlink != 0 {
			os.Remove(name) // else opening it makes the file that it leads to
		}
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
		// left by a killed process, with the permissions of a read-only file
		if errors.Is(err, fs.ErrPermission) && os.Remove(name) == nil {
			f, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
		}
		if err != nil {
			return nil, err
		}
		free, err := lock.Try(f)
		if (free || err != nil) && isAt(f, name) { // some file systems have no locks
			return f, nil
		}
		_ = lock.Free(f) // nothing was written
	}
	return nil, fmt.Errorf("write %s: other processes are writing it", file)
}

// isAt reports whether an open file still has that name: another process may have renamed it.
func isAt(f *os.File, name string) bool {
	there, err := os.Lstat(name)
	if err != nil {
		return false
	}
	ours, err := f.Stat()
	return err == nil && os.SameFile(there, ours)
}

// MaxName is the maximum length of a file name, in bytes, in the usual file systems.
const MaxName = 255

// tempName returns the name of the n-th temporary file for a file. A long name is truncated; files that share a
// temporary name as a result only wait for each other.
func tempName(file string, n int) string {
	dir, base := filepath.Split(file)
	end := ".new"
	if n > 0 {
		end = fmt.Sprintf(".new%d", n)
	}
	if room := MaxName - len(".") - len(end); len(base) > room {
		base = strings.ToValidUTF8(base[:room], "")
	}
	return dir + "." + base + end
}
