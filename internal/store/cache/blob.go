package cache

import (
	"bytes"
	"maps"
	"math"
	"os"
	"slices"
	"unsafe"

	"github.com/cespare/xxhash/v2"
)

// Source may have blobs that a store lacks. Several goroutines may use it.
type Source interface {
	// Has reports whether Fetch would find a blob, as far as that is known.
	Has(k Key) bool
	// Fetch puts a blob into the store, perhaps together with others, and reports whether it is worth looking again.
	Fetch(k Key) bool
	// Want puts the blobs that it is known to have into the store. It is faster than one Fetch after the other.
	Want(keys []Key)
}

// Behind sets the sources of blobs that the store lacks. It must be called before workers use the store.
func (s *Store) Behind(list ...Source) { s.behind = list }

// Blob returns a copy of the bytes of a blob.
func (s *Store) Blob(k Key) ([]byte, bool) {
	b, ok := s.blob(k)
	for i := 0; i < len(s.behind) && !ok && s.off == ""; i++ {
		if s.behind[i].Fetch(k) {
			b, ok = s.blob(k)
		}
	}
	return b, ok
}

// Want fetches blobs that the store lacks from its sources, before they are read.
func (s *Store) Want(keys []Key) {
	if s.off != "" || len(s.behind) == 0 {
		return
	}
	var missing []Key
	for _, k := range keys {
		if _, ok := s.blob(k); !ok {
			missing = append(missing, k)
		}
	}
	for _, b := range s.behind {
		b.Want(missing)
	}
}

// blob is Blob without other sources.
func (s *Store) blob(k Key) ([]byte, bool) {
	if s.off != "" {
		return nil, false
	}
	s.mu.Lock()
	p, ok := s.fresh[k]
	f, b := s.writing, s.unwritten(p, 0, int(p.size))
	s.mu.Unlock()
	switch {
	case ok && b != nil:
		return b, true
	case ok:
		return p.read(f)
	}
	i, ok := s.index.find(k)
	if !ok || s.index.is(i, damaged) {
		return nil, false
	}
	if b, ok = s.index.extent(i).read(s.old); !ok {
		s.index.mark(i, damaged)
		return nil, false
	}
	s.index.mark(i, used)
	return b, true
}

// Part returns the bytes of a blob from low up to high.
func (s *Store) Part(k Key, low, high int) (string, bool) {
	if s.off != "" || low < 0 || low > high {
		return "", false
	}
	s.mu.Lock()
	p, ok := s.fresh[k]
	var b []byte
	if ok && high <= int(p.size) {
		b = s.unwritten(p, low, high)
	}
	f := s.writing
	s.mu.Unlock()
	if !ok {
		b, ok := s.Blob(k)
		if !ok || high > len(b) {
			return "", false
		}
		return string(b[low:high]), true
	}
	if high > int(p.size) {
		return "", false
	}
	n := len(b)
	if b == nil {
		b = make([]byte, high-low) // written by this process, so the checksum of the blob need not be verified
		n, _ = f.ReadAt(b, p.at+int64(low))
	}
	return unsafe.String(unsafe.SliceData(b), n), n == len(b) // b is not shared
}

// unwritten returns a copy of the bytes of a new blob from low up to high; nil if they are in the file. The caller
// holds the lock.
func (s *Store) unwritten(p extent, low, high int) []byte {
	at := p.at - s.written()
	if at < 0 || at+int64(p.size) > int64(len(s.tail)) {
		return nil
	}
	return bytes.Clone(s.tail[at:][low:high])
}

// written returns how much of the blob file is written.
func (s *Store) written() int64 { return s.end - int64(len(s.tail)) }

// read returns the bytes of an extent, or false if they do not match its checksum.
func (p extent) read(f *os.File) ([]byte, bool) {
	if f == nil {
		return nil, false
	}
	b := make([]byte, p.size)
	if n, _ := f.ReadAt(b, p.at); n < len(b) || xxhash.Sum64(b) != p.sum {
		return nil, false
	}
	return b, true
}

// Use marks a blob as used, as Blob does, and reports whether it is present, here or in a source. It does not read the
// bytes, so they may be damaged.
func (s *Store) Use(k Key) bool {
	if s.off != "" {
		return false
	}
	if i, ok := s.index.find(k); ok && !s.index.is(i, damaged) {
		s.index.mark(i, used)
		return true
	}
	s.mu.Lock()
	_, ok := s.fresh[k]
	s.mu.Unlock()
	return ok || slices.ContainsFunc(s.behind, func(b Source) bool { return b.Has(k) })
}

// Keys returns the keys of all committed blobs, in order.
func (s *Store) Keys() []Key {
	list := make([]Key, 0, s.index.len())
	for i := range s.index.len() {
		if !s.index.is(i, damaged) {
			list = append(list, s.index.key(i))
		}
	}
	return list
}

// Put stores a blob. A blob with the same bytes stays where it is; different bytes under the same key replace
// it. Put reports false if the blob could not be written; it is not stored then.
func (s *Store) Put(k Key, data []byte) bool {
	if s.off != "" || s.reads || int64(len(data)) > min(s.limit, math.MaxUint32) {
		return false
	}
	p := extent{size: uint32(len(data)), sum: xxhash.Sum64(data)}
	if i, ok := s.index.find(k); ok && !s.index.is(i, damaged) {
		if old := s.index.extent(i); old.size == p.size && old.sum == p.sum {
			s.index.mark(i, used)
			return true
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.fresh[k]; ok && old.size == p.size && old.sum == p.sum {
		return s.err == nil
	}
	if s.err == nil && s.writing == nil {
		s.err = s.begin()
	}
	if s.err == nil && len(s.tail)+len(data) > flushed {
		s.flush()
	}
	if s.err == nil && len(data) > flushed {
		_, s.err = s.writing.WriteAt(data, s.end)
	} else if s.err == nil {
		s.tail = append(s.tail, data...)
	}
	if s.err != nil {
		return false
	}
	p.at = s.end
	s.end += int64(p.size)
	s.fresh[k] = p
	return true
}

// flush writes the tail, because one large write takes less time than many small ones. If that fails, the blobs in the
// tail stay readable. The caller holds the lock.
func (s *Store) flush() {
	if len(s.tail) == 0 {
		return
	}
	if _, s.err = s.writing.WriteAt(s.tail, s.written()); s.err == nil {
		s.tail = s.tail[:0]
	}
}

// settle writes the tail before a commit, and drops its blobs if they can't be written.
func (s *Store) settle() {
	if s.flush(); len(s.tail) == 0 {
		return
	}
	s.end, s.tail = s.written(), s.tail[:0]
	maps.DeleteFunc(s.fresh, func(_ Key, p extent) bool { return p.at+int64(p.size) > s.end })
}

// PutText is Put for a string.
func (s *Store) PutText(k Key, text string) bool {
	return s.Put(k, unsafe.Slice(unsafe.StringData(text), len(text))) // Put only reads it
}

// begin opens the blob file for writing: the file of the index, after its last blob, or a new file.
func (s *Store) begin() (err error) {
	s.end = s.index.end
	if s.old == nil {
		s.index.packed, s.index.end, s.end = s.index.packed+1, 0, 0
		s.index.cut(0)
		os.RemoveAll(s.path(s.index.pack()))
	}
	s.writing, err = os.OpenFile(s.path(s.index.pack()), os.O_RDWR|os.O_CREATE, 0o666)
	return err
}
