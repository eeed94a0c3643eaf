package shard

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/store/archive"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// version is the version of the stores. The record of a store names the program that wrote it, for messages.
const version = "shard"

// record is the name of the record that describes a shard.
const record = "shard"

// Create makes an empty store for a part in a state folder, replacing what an earlier build left. It becomes a shard
// when it is finished: see Finish.
func Create(state string, p Part) (*cache.Store, error) {
	if err := errors.Join(disk.MakeState(state), os.RemoveAll(p.Dir(state))); err != nil {
		return nil, fmt.Errorf("make the folder of shard %s: %w", p, err)
	}
	s := cache.Open(p.Dir(state), version, cache.Options{Limit: math.MaxInt64})
	if off := s.Off(); off != "" {
		return nil, fmt.Errorf("make the folder of shard %s: %s", p, off)
	}
	return s, nil
}

// Remove removes the folder of a shard from a state folder, and the folder of shards if no other is in it.
func Remove(state string, p Part) error {
	err := os.RemoveAll(p.Dir(state))
	_ = os.Remove(Folders(state))
	return err
}

// Finish turns a store into the shard of a part.
func Finish(s *cache.Store, p Part, of *State) error {
	var w codec.Writer
	w.RawText(format)
	w.Int(p.Number)
	w.Int(p.Of)
	of.store(&w)
	w.Seal()
	s.SetRecord(record, w.Bytes())
	return s.Commit()
}

// Sink writes the outputs of a shard into its store. It implements output.Sink.
type Sink struct {
	store *cache.Store

	mu    sync.Mutex
	items map[string]item // by path
}

// item is an output of a shard.
type item struct {
	by, from string
	size     int64
	hash     uint64
}

// NewSink returns a Sink that writes to a store.
func NewSink(s *cache.Store) *Sink { return &Sink{store: s, items: map[string]item{}} }

func (s *Sink) item(path string) (item, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it, ok := s.items[path]
	return it, ok
}

// Has reports whether an output of this path was added.
func (s *Sink) Has(path string) bool {
	_, ok := s.item(path)
	return ok
}

// Each calls f for each output of the shard.
func (s *Sink) Each(f func(path string, size int64)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, it := range s.items {
		f(path, it.size)
	}
}

// Open returns the bytes of an output.
func (s *Sink) Open(path string) (r io.ReaderAt, size int64, end io.Closer, ok bool) {
	it, ok := s.item(path)
	if !ok {
		return nil, 0, nil, false
	}
	if it.from != "" {
		f, err := os.Open(it.from)
		return f, it.size, f, err == nil
	}
	data, ok := s.store.Blob(archive.Key(path, it.size, it.hash))
	return bytes.NewReader(data), it.size, io.NopCloser(nil), ok
}

// Before returns nil: a shard follows no other build.
func (s *Sink) Before(string, int64, uint64) []byte { return nil }

// Keep keeps nothing: a shard follows no other build.
func (s *Sink) Keep(string, int64, uint64, string) (bool, error) { return false, nil }

// Add stores a copy of rendered bytes.
func (s *Sink) Add(path string, data []byte, by string) error {
	it := item{by: by, size: int64(len(data)), hash: xxhash.Sum64(data)}
	if err := s.claim(path, it); err != nil {
		return err
	}
	if !s.store.Put(archive.Key(path, it.size, it.hash), data) {
		return fmt.Errorf("keep %s in the shard: it cannot be written", path)
	}
	return nil
}

// Create begins an output that comes in parts.
func (s *Sink) Create(path, by string) output.Parts { return output.AddAtOnce(s, path, by) }

// Copy notes a file that the joining build copies itself.
func (s *Sink) Copy(path, from string, size, modTime int64) error {
	return s.claim(path, item{by: from, from: from, size: size, hash: disk.OriginKey(from, size, modTime)})
}

// claim reserves a path. It returns an error if the path already has other bytes.
func (s *Sink) claim(path string, it item) error {
	if err := disk.CheckPath(path); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	first, ok := s.items[path]
	if !ok {
		s.items[path] = it
		return nil
	}
	if first.size != it.size || first.hash != it.hash || first.from != it.from {
		return disk.Clash(path, first.by, it.by)
	}
	return nil
}

// Forget removes the output that by added under a path; with by "", that of any task.
func (s *Sink) Forget(path, by string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if it, ok := s.items[path]; ok && (by == "" || it.by == by) {
		delete(s.items, path)
	}
}

// Commit does nothing: Finish does.
func (s *Sink) Commit(context.Context, int) (disk.Changes, error) { return disk.Changes{}, nil }

// Discard does nothing: without Finish there is no shard.
func (s *Sink) Discard() error { return nil }
