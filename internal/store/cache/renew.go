package cache

import (
	"fmt"
	"os"

	"github.com/sitegen/sitegen/internal/store/disk/lock"
)

// Gone reports whether the folder of the store was deleted, as people do to start over. Reading still works; a
// Commit would fail.
func (s *Store) Gone() bool {
	if s.locked == nil {
		return false
	}
	ours, err := s.locked.Stat()
	if err != nil {
		return false
	}
	there, err := os.Stat(s.path(lockName))
	return err != nil || !os.SameFile(ours, there)
}

// Renew creates the folder of a store again after it was deleted, and moves the blobs there, but not the
// records. What another process put there in the meantime stays. If the folder cannot be used, the store is
// off. Like Commit, Renew must be called when no worker uses the store.
func (s *Store) Renew() error {
	s.settle()
	blobs, old, writing, locked := s.blobs(s.index.generation), s.old, s.writing, s.locked
	defer func() {
		for _, f := range []*os.File{old, writing} {
			if f != nil {
				f.Close()
			}
		}
	}()
	s.index, s.old, s.writing, s.locked = &index{}, nil, nil, nil
	s.fresh, s.end, s.err = map[Key]extent{}, 0, nil
	s.records, s.lost = map[string]record{}, nil
	if err := lock.Free(locked); err != nil {
		return fmt.Errorf("leave the deleted cache: %w", err)
	}
	if s.off = s.lock(); s.off != "" {
		return nil
	}
	s.load()
	for _, p := range blobs {
		if b, ok := p.read(p.from); ok {
			s.Put(p.key, b)
		}
	}
	return nil
}
