package publish

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync/atomic"
	"time"

	"github.com/sitegen/sitegen/internal/store/bucket"
)

// Published is what a target has. It is a disk.Elsewhere.
type Published struct {
	ctx     context.Context // of the build
	target  bucket.Bucket
	entries []entry
	failed  atomic.Bool // it is not asked again: each request could take as long as the first
}

// patience limits how long a build waits for the list of published files, and again for each file.
const patience = 30 * time.Second

// Find reads the list of what was published to a target. Without a list, nothing was. No request outlives ctx.
func Find(ctx context.Context, from bucket.Bucket) (*Published, error) {
	p := &Published{ctx: ctx, target: from}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	data, _, err := from.Get(ctx, Manifest, mostPacked)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err == nil {
		var list *target
		if list, err = decode(data); err == nil {
			p.entries = list.entries
			return p, nil
		}
	}
	return nil, fmt.Errorf("read %s of the target: %w", Manifest, err)
}

// Has reports whether the target has a file.
func (p *Published) Has(path string, size int64, hash uint64) bool {
	at, found := find(p.entries, path)
	return found && p.entries[at].state.known() && p.entries[at].size == size && p.entries[at].hash == hash
}

// Read returns the bytes of a file of the target, without checking their hash; nil if it can't be read.
func (p *Published) Read(path string, size int64) []byte {
	if p.failed.Load() {
		return nil
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	data, _, err := p.target.Get(ctx, path, size)
	if err != nil {
		p.failed.Store(!errors.Is(err, fs.ErrNotExist))
		return nil
	}
	return data
}
