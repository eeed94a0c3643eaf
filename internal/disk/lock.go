package disk

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/disk/lock"
	"github.com/sitegen/sitegen/internal/filestat"
)

// lockExt is the file that a build holds locked while it compares and writes. The system lets go of
// it when the process ends, however it ends.
const lockExt = ".lock"

// lock makes this the only build that writes into the output folder.
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
	if !t.opts.Shared { // there few files are read again instead
		t.began = filestat.Clock(t.opts.State)
	}
	return nil
}

// unlock lets other builds write. Calling it again is fine.
func (t *Tree) unlock() {
	if t.locked != nil {
		_ = lock.Free(t.locked) // nothing was written to it
		t.locked = nil
	}
}
