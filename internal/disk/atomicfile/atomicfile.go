// Package atomicfile is the one way to replace a file. Readers see the old bytes or the new ones, never a part, and a
// write that fails or is killed leaves the old file as it was.
//
// The new bytes are written to a temporary file in the same folder, which is then renamed. They are not forced to
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

	"github.com/sitegen/sitegen/internal/disk/lock"
)

// Write replaces a file, or makes it. The folder must exist. A file that is replaced keeps its permissions. Several
// processes may write the same file at once: the last one wins.
func Write(file string, data []byte) error {
	held, err := reserve(file)
	if err != nil {
		return err
	}
	defer lock.Free(held) // nothing is written through it, so it cannot fail in a way that matters
	temp := held.Name()
	if runtime.GOOS == "windows" {
		held.Close() // Windows renames no open file, and has no lock that this would end
	}
	err = os.WriteFile(temp, data, 0o666)
	if old, statErr := os.Lstat(file); err == nil && statErr == nil && old.Mode().IsRegular() {
		err = os.Chmod(temp, old.Mode().Perm())
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return Move(temp, file)
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
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
		if errors.Is(err, fs.ErrPermission) && os.Remove(name) == nil { // left behind with the permissions of a file that nobody may write
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
