package cache

import (
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
)

// Record returns the bytes of a record as last set or committed.
func (s *Store) Record(name string) ([]byte, bool) {
	if s.off != "" {
		return nil, false
	}
	s.mu.Lock()
	r, ok := s.records[name]
	s.mu.Unlock()
	if ok {
		return s.readRecord(r)
	}
	i, ok := s.index.record(name)
	if !ok {
		return nil, false
	}
	return s.readRecord(s.index.records[i])
}

func (s *Store) readRecord(r record) ([]byte, bool) {
	file := s.path(r.path())
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

// SetRecord replaces a record. The name consists of the letters a to z. A write error is reported by the next
// Commit.
func (s *Store) SetRecord(name string, data []byte) {
	w := s.NewRecord(name)
	w.Add(data)
	w.End()
}

// RecordWriter writes a record in parts, so it need not fit into memory.
type RecordWriter struct {
	store *Store
	record
	hash *xxhash.Digest
	file *os.File // nil: nothing is kept
	err  error
}

// NewRecord begins a record that is written in parts; SetRecord writes one at once. Call End when done. Only
// one writer per name may be open.
func (s *Store) NewRecord(name string) *RecordWriter {
	if !plainName(name) {
		panic("cache: no name for a record: " + name)
	}
	w := &RecordWriter{store: s, hash: xxhash.New(), record: record{name: name, number: s.index.generation + 1}}
	if s.off == "" && !s.reads {
		s.clear(w.path())
		w.file, w.err = os.Create(s.path(w.path()))
	}
	return w
}

func (r *record) path() string { return numbered(r.name, r.number) }

// Add adds bytes.
func (w *RecordWriter) Add(data []byte) {
	if w.file == nil || w.err != nil {
		return
	}
	w.hash.Write(data)
	w.size += int64(len(data))
	_, w.err = w.file.Write(data)
}

// Flush adds the bytes of another writer and resets it, unless there are too few to be worth it.
func (w *RecordWriter) Flush(from *codec.Writer) {
	if from.Len() >= flushed {
		w.Add(from.Bytes())
		from.Reset()
	}
}

// flushed is the number of bytes that are buffered before a write.
const flushed = 1 << 18

// End completes the record, which the next Commit stores.
func (w *RecordWriter) End() {
	if w.file != nil {
		w.err = errors.Join(w.err, w.file.Close())
	}
	s := w.store
	s.mu.Lock()
	defer s.mu.Unlock()
	if w.err != nil {
		s.lost = w.err
	} else if w.file != nil {
		w.sum = w.hash.Sum64()
		s.records[w.name] = w.record
	}
}

func (x *index) record(name string) (int, bool) {
	return slices.BinarySearchFunc(x.records, name, byName)
}

// setRecords returns the records of the next index that were set and differ from the committed ones. An equal
// record keeps its file.
func (s *Store) setRecords() ([]record, error) {
	if s.lost != nil {
		return nil, s.lost
	}
	list := slices.Clone(s.index.records)
	for name, r := range s.records {
		i, found := slices.BinarySearchFunc(list, name, byName)
		if !found {
			list = slices.Insert(list, i, r)
		} else if old := list[i]; old.size != r.size || old.sum != r.sum || !s.holds(old) {
			list[i] = r
		}
	}
	return list, nil
}

// holds reports whether the file of a record is intact.
func (s *Store) holds(r record) bool {
	_, ok := s.readRecord(r)
	return ok
}

func byName(r record, name string) int { return strings.Compare(r.name, name) }
