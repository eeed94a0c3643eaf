package cache

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// kept is a blob that the next index will contain.
type kept struct {
	key Key
	extent
	from *os.File // the file that contains it now
}

// Commit makes everything that was set and put part of the cache, drops blobs to stay within the limit, and
// removes files that are no longer used. If it fails, the cache is as it was before. The store stays usable.
func (s *Store) Commit() error {
	if s.off != "" || !s.changed() {
		return nil
	}
	s.settle()
	next := &index{generation: s.index.generation + 1, packed: s.index.packed, end: max(s.end, s.index.end)}
	if err := s.write(next); err != nil {
		s.records, s.lost = map[string]record{}, nil
		return fmt.Errorf("write the cache: %w", err)
	}
	s.adopt(next)
	return nil
}

// write writes all files that the next index names, then the index.
func (s *Store) write(next *index) (err error) {
	if next.records, err = s.setRecords(); err != nil {
		return err
	}
	room := s.limit
	for _, r := range next.records {
		room -= r.size
	}
	blobs, err := s.compact(evict(s.blobs(next.generation), room), next, room)
	if err != nil {
		return err
	}
	var w codec.Writer
	w.Grow(len(blobs) * blobSize)
	for _, p := range blobs {
		writeBlob(&w, p.key, p.extent)
	}
	next.blobs = string(w.Bytes())
	next.state = make([]atomic.Uint32, len(blobs))
	s.clear(indexName)
	return atomicfile.Write(s.path(indexName), next.encode(s.version))
}

// changed reports whether there is anything to write. Marks of use alone are not worth writing.
func (s *Store) changed() bool { return s.lost != nil || len(s.records) > 0 || len(s.fresh) > 0 }

// blobs returns all present blobs by key, with the generation that last used each.
func (s *Store) blobs(generation uint32) []kept {
	list := make([]kept, 0, s.index.len()+len(s.fresh))
	for i := range s.index.len() {
		k := s.index.key(i)
		if _, again := s.fresh[k]; again || s.index.is(i, damaged) {
			continue
		}
		p := s.index.extent(i)
		if s.index.is(i, used) {
			p.used = generation
		}
		if s.age == 0 || p.used+s.age >= generation {
			list = append(list, kept{k, p, s.old})
		}
	}
	for k, p := range s.fresh {
		p.used = generation
		list = append(list, kept{k, p, s.writing})
	}
	sortBlobs(list)
	return list
}

// evict drops the blobs that were unused for the longest time until the others fit into room.
func evict(list []kept, room int64) []kept {
	size := total(list)
	if size <= room {
		return list
	}
	slices.SortFunc(list, func(a, b kept) int {
		return cmp.Or(cmp.Compare(b.used, a.used),
			bytes.Compare(a.key[:], b.key[:]))
	})
	for len(list) > 0 && size > room {
		size -= int64(list[len(list)-1].size)
		list = list[:len(list)-1]
	}
	sortBlobs(list)
	return list
}

func total(list []kept) (size int64) {
	for _, p := range list {
		size += int64(p.size)
	}
	return size
}

// compact copies the blobs into a new file if more than half of the old one is unused, or if the file is too
// large. Damaged blobs are dropped.
func (s *Store) compact(list []kept, next *index, room int64) ([]kept, error) {
	if live := total(list); next.end <= 2*live && next.end <= room || next.end == 0 {
		return list, nil
	}
	next.packed, next.end = s.index.packed+1, 0
	s.clear(next.pack())
	f, err := os.Create(s.path(next.pack()))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<16)
	slices.SortFunc(list, func(a, b kept) int { return cmp.Compare(a.at, b.at) })
	whole := list[:0]
	for _, p := range list {
		b, ok := p.read(p.from)
		if !ok {
			continue
		}
		p.at = next.end
		next.end += int64(p.size)
		whole = append(whole, p)
		w.Write(b)
	}
	if err := errors.Join(w.Flush(), f.Close()); err != nil {
		return nil, err
	}
	sortBlobs(whole)
	return whole, nil
}

func sortBlobs(list []kept) {
	slices.SortFunc(list, func(a, b kept) int { return bytes.Compare(a.key[:], b.key[:]) })
}

// adopt replaces the index by the next one and removes the files that it does not name.
func (s *Store) adopt(next *index) {
	for _, f := range []**os.File{&s.old, &s.writing} {
		if *f != nil {
			(*f).Close()
			*f = nil
		}
	}
	s.index, s.end, s.err = next, 0, nil
	s.records, s.fresh = map[string]record{}, map[Key]extent{}
	if f, err := os.Open(s.path(next.pack())); err == nil {
		s.old = f
	}
	names := map[string]bool{next.pack(): true}
	for _, r := range next.records {
		names[r.path()] = true
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return // they only take room
	}
	for _, e := range entries {
		if ours(e.Name()) && !names[e.Name()] {
			os.Remove(s.path(e.Name()))
		}
	}
}

// ours reports whether a file in the folder has a name that numbered makes.
func ours(file string) bool {
	name, number, ok := strings.Cut(file, "-")
	return ok && len(number) == 8 && strings.Trim(number, "0123456789abcdef") == "" &&
		(name == packName || plainName(name))
}
