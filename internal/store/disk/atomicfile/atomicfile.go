// Package atomicfile is the one way to replace a file. Readers see the old bytes or the new ones, never a part, and a
// write that fails or is killed leaves the old file as it was.
//
// The new bytes are written to a temporary file in the same folder, which is then renamed. Prepare does the first
// alone, for those who must know that there is room before they do something else. The bytes are not forced to
// the disk first: that would make a build wait for everything else that it wrote. What is written this way is
// checked when it is read.
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

// Write replaces a file, or makes it. The folder must exist. A file that is replaced keeps its permissions. Several
// processes may write the same file at once: the last one wins.
func Write(file string, data []byte) error {
	p, err := Prepare(file, data)
	if err != nil {
		return err
	}
	return p.Commit()
}

// Pending is a new version of a file that has its room on the disk, but does not replace the file yet. End it with
// Commit or Drop.
type Pending struct {
	file string // what it will replace
	// the temporary file, locked; nothing is written through it, so closing it cannot fail in a way that matters
	held *os.File
}

// Prepare does all of Write that can fail for want of room.
func Prepare(file string, data []byte) (*Pending, error) {
	held, err := reserve(file)
	if err != nil {
		return nil, err
	}
	if runtime.GOOS == "windows" {
		held.Close() // Windows renames no open file, and has no lock that this would end
	}
	p := &Pending{file, held}
	return p, p.Rewrite(data)
}

// Rewrite replaces the bytes of the new version. As many bytes as before need no more room, except on file systems that
// never overwrite (btrfs, ZFS). When it fails, the new version is dropped.
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

// Commit puts the new version in the place of the old one.
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

// Drop removes the new version; the old one stays. After an error of another method there is nothing left to drop.
func (p *Pending) Drop() {
	os.Remove(p.held.Name()) // one that stays is used by the next Write
	lock.Free(p.held)
}

// Move puts a finished file in the place of another one in the same file system. When that fails, it removes the
// finished one.
func Move(finished, file string) error {
	err := os.Rename(finished, file)
	if err != nil {
		os.Remove(finished) // the cause is reported
	}
	return err
}

// reserve makes the temporary file and locks it. One that a killed process left behind is not locked, and is used
// again; one that another process is writing is, and the next name is tried.
func reserve(file string) (*os.File, error) {
	const most = 100
	for n := range most {
		name := tempName(file, n)
		if there, err := os.Lstat(name); err == nil && there.Mode()&fs.ModeSymlink != 0 {
			os.Remove(name) // else opening it makes the file that it leads to
		}
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
		// left behind with the permissions of a file that nobody may write
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

// isAt reports whether an open file is still the one with that name: another process may have renamed it since.
func isAt(f *os.File, name string) bool {
	there, err := os.Lstat(name)
	if err != nil {
		return false
	}
	ours, err := f.Stat()
	return err == nil && os.SameFile(there, ours)
}

// MaxName is the longest file name, in bytes, that the usual file systems take.
const MaxName = 255

// tempName returns the name of the n-th temporary file for a file. A long name is cut off. Files that share a temporary
// name because of that only wait for each other's.
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
