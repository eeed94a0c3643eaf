package disk

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/store/disk/lock"
)

// lockExt is the suffix of the file that a build locks while it compares and writes. The system releases the
// lock when the process ends, for whatever reason.
const lockExt = ".lock"

// lock prevents other builds from writing to the output folder.
func (t *Tree) lock() error {
	if !t.kept {
		return nil
	}
	var f *os.File
	var err error
	t.kept, err = mayWrite(func() (err error) {
		f, err = os.OpenFile(filepath.Join(t.opts.State, t.name+lockExt), os.O_RDWR|os.O_CREATE, 0o666)
		return err
	})
	if !t.kept || err != nil {
		return err
	}
	free, err := lock.Try(f)
	if err != nil {
		f.Close()
		return fmt.Errorf("lock the output folder: %w", err)
	}
	if !free {
		f.Close()
		return &Refusal{
			Rule: "output-busy",
			Text: fmt.Sprintf("another build is writing into the output folder %s", t.opts.Dir),
			Hint: "wait until it ends, or choose another folder with --destination",
		}
	}
	t.locked = f
	t.id = readID(f)
	if !t.opts.Shared { // there few files are read again instead
		t.began = filestat.Clock(t.opts.State)
	}
	return nil
}

// readID returns the number in a lock file, which identifies the manifest of this project: a manifest copied
// from another project has another number. It returns 0 if the file has none.
func readID(f *os.File) uint64 {
	b := make([]byte, 18)
	n, err := f.ReadAt(b, 0)
	if err != io.EOF {
		return 0
	}
	id, err := strconv.ParseUint(strings.TrimSuffix(string(b[:n]), "\n"), 16, 64)
	if err != nil {
		return 0
	}
	return id
}

// nameLock writes a number into the lock file: that of the manifest, else a new random one. Without a number
// the path of the project identifies the manifest, as it does in a folder that another program also writes.
func (t *Tree) nameLock() {
	if t.locked == nil || t.opts.Shared || t.id != 0 && readID(t.locked) == t.id {
		return
	}
	if t.id == 0 {
		info, err := t.locked.Stat()
		if err != nil {
			return
		}
		t.id = filestat.Of(info).Sum() // time and number of the file
	}
	if _, err := t.locked.WriteAt(fmt.Appendf(nil, "%016x\n", t.id), 0); err != nil {
		t.id = 0
	}
}

// unlock lets other builds write. It may be called more than once.
func (t *Tree) unlock() {
	if t.locked != nil {
		_ = lock.Free(t.locked) // nothing was written to it
		t.locked = nil
	}
}
