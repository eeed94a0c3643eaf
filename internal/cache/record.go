package cache

import (
	"os"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// Record returns the bytes of a record, as they were last set or committed. The caller must not change
// them.
func (s *Store) Record(name string) ([]byte, bool) {
	if s.off != "" {
		return nil, false
	}
	s.mu.Lock()
	b, ok := s.records[name]
	s.mu.Unlock()
	if ok {
		return b, true
	}
	i, ok := s.index.record(name)
	if !ok {
		return nil, false
	}
	return s.readRecord(s.index.records[i])
}

func (s *Store) readRecord(r record) ([]byte, bool) {
	file := s.path(numbered(r.name, r.number))
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() != r.size {
		return nil, false
	}
	b, err := os.ReadFile(file)
	if err != nil || int64(len(b)) != r.size || xxhash.Sum64(b) != r.sum {
		return nil, false
	}
	return b, true
}

// SetRecord replaces a record; the name is of letters a to z. The caller must not change data afterwards.
func (s *Store) SetRecord(name string, data []byte) {
	if !plainName(name) {
		panic("cache: no name for a record: " + name)
	}
	if s.off != "" || s.reads {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.records[name] = data
}

func (x *index) record(name string) (int, bool) {
	return slices.BinarySearchFunc(x.records, name, func(r record, n string) int { return strings.Compare(r.name, n) })
}

// writeRecords writes the records that were set and differ, and returns those of the next index.
func (s *Store) writeRecords(generation uint32) ([]record, error) {
	list := slices.Clone(s.index.records)
	for name, data := range s.records {
		r := record{name, generation, int64(len(data)), xxhash.Sum64(data)}
		i, found := slices.BinarySearchFunc(list, name, func(r record, n string) int { return strings.Compare(r.name, n) })
		if !found {
			list = slices.Insert(list, i, r)
		} else if old := list[i]; old.size == r.size && old.sum == r.sum {
			if _, ok := s.readRecord(old); ok {
				continue
			}
		}
		list[i] = r
		s.clear(numbered(name, generation))
		if err := os.WriteFile(s.path(numbered(name, generation)), data, 0o666); err != nil {
			return nil, err
		}
	}
	return list, nil
}
