package builder

import (
	"bytes"
	"context"
	"io"

	"github.com/sitegen/sitegen/internal/disk"
)

// drafts are outputs that wait until it is known that nothing else is different.
type drafts struct {
	files map[string][]byte
	other bool // something was put there that is no rendered text
}

// Has reports whether an output was added.
func (d *drafts) Has(path string) bool { _, ok := d.files[path]; return ok }

// Open opens nothing: nobody reads drafts.
func (d *drafts) Open(string) (io.ReaderAt, int64, io.Closer, bool) { return nil, 0, nil, false }

// Add keeps a copy.
func (d *drafts) Add(path string, data []byte, _ string) error {
	if _, twice := d.files[path]; twice {
		d.other = true
	}
	d.files[path] = bytes.Clone(data)
	return nil
}

// Copy takes nothing.
func (d *drafts) Copy(string, string, int64, int64) error { d.other = true; return nil }

// Keep has nothing.
func (d *drafts) Keep(string, int64, uint64, string) (bool, error) { return false, nil }

// Commit writes nothing.
func (d *drafts) Commit(context.Context, int) (disk.Changes, error) { return disk.Changes{}, nil }

// Discard does nothing.
func (d *drafts) Discard() error { return nil }
