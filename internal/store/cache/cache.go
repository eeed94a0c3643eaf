// Package cache keeps bytes from one build to the next: a few named records, and any number of blobs under
// keys. A record is always read as one piece; it is written at once or in parts.
//
// The cache returns exactly the bytes that were put there, or nothing. Everything is checked by its hash: what
// is damaged, truncated, or from another version counts as missing. A caller therefore asks, computes what is
// missing, and puts that.
//
// The folder contains an index, one file per record, and one file for all blobs. Commit writes the index last,
// in one step, so killing a process leaves the cache as it was. The contents do not depend on the machine or on
// the path of the folder.
package cache

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/sitegen/sitegen/internal/store/disk/lock"
)

// Options of a Store; the zero value is useful.
type Options struct {
	Limit    int64 // maximum bytes on disk after a Commit; default DefaultLimit
	Age      int   // commits after which a blob that nobody used is dropped; 0: never
	ReadOnly bool  // read only, while another process may write; what is put is discarded
}

// DefaultLimit is the default maximum size of a cache, in bytes.
const DefaultLimit = 512 << 20

// Key names a blob.
type Key [16]byte

// KeyOf returns the key of a text: half of its SHA-256.
func KeyOf(text []byte) Key {
	sum := sha256.Sum256(text)
	return Key(sum[:len(Key{})])
}

// ShortName returns a name of 17 bytes, beginning with #, for a longer text that every page has, such as its
// path.
func ShortName(text string) string {
	k := KeyOf([]byte(text))
	return "#" + string(k[:])
}

// Store is an open cache. Several workers may call its methods at the same time, except Commit and Close, which
// must come after the workers end. A store that is off contains nothing and stores nothing.
type Store struct {
	dir     string
	version string
	limit   int64
	age     uint32
	reads   bool // only
	off     string
	behind  []Source

	locked *os.File
	index  *index
	old    *os.File // the blobs of the index; nil: none

	mu      sync.Mutex
	records map[string]record // set since the last commit, and written
	lost    error             // why a record could not be
	fresh   map[Key]extent    // put since the last commit
	writing *os.File          // the file that they lie in, once there is one
	end     int64             // of it, with the tail
	tail    []byte            // the last bytes of it, not yet written
	err     error             // why a blob could not be written
}

// Open opens the cache in a folder, and creates the folder if necessary. version covers everything that the
// cached data depends on apart from its keys: a cache of another version counts as empty. If the folder cannot
// be used, or another process uses it, the store is off; that is not an error, because a build can continue
// without a cache. Call Close when done.
func Open(dir, version string, o Options) *Store {
	s := &Store{
		dir: dir, version: version, limit: o.Limit, age: uint32(max(0, o.Age)), reads: o.ReadOnly,
		index: &index{}, records: map[string]record{}, fresh: map[Key]extent{},
	}
	if s.limit <= 0 {
		s.limit = DefaultLimit
	}
	if !s.reads {
		s.off = s.lock()
	}
	if s.off == "" {
		s.load()
	}
	return s
}

// load reads the index and opens the blob file.
func (s *Store) load() {
	b, err := os.ReadFile(s.path(indexName))
	if err != nil {
		return
	}
	x, err := decodeIndex(s.version, b)
	if err != nil {
		return
	}
	s.index = x
	if !s.regular(x.pack()) {
		x.cut(0)
		return
	}
	if s.old, err = os.Open(s.path(x.pack())); err != nil {
		s.old = nil
		x.cut(0)
		return
	}
	info, err := s.old.Stat()
	if err != nil || info.Size() < x.end {
		x.cut(0)
		if err == nil {
			x.cut(info.Size())
		}
	}
}

// Empty reports whether the store is on and contains nothing.
func (s *Store) Empty() bool {
	return s.off == "" && s.index.len() == 0 && len(s.index.records) == 0 && !s.changed()
}

// Off returns the reason why the store is off, or "" if it is on.
func (s *Store) Off() string { return s.off }

// lock locks the folder for this process, and returns the reason if it cannot.
func (s *Store) lock() string {
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return "the cache folder cannot be made: " + reason(err)
	}
	s.clear(lockName)
	f, err := os.OpenFile(s.path(lockName), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return "the cache folder cannot be written: " + reason(err)
	}
	free, err := lock.Try(f)
	for range patience { // a child process that a killed process had just started holds the lock a moment longer
		if free || err != nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
		free, err = lock.Try(f)
	}
	switch {
	case err != nil:
		f.Close()
		return "the cache cannot be locked: " + reason(err)
	case !free:
		f.Close()
		return "another process uses the cache"
	}
	s.locked = f
	return ""
}

// patience is the number of attempts to take a lock that another process holds.
const patience = 10

// reason returns the text of an error without the path.
func reason(err error) string {
	var e *fs.PathError
	if errors.As(err, &e) {
		err = e.Err
	}
	return err.Error()
}

// Names in the folder.
const (
	lockName  = "lock"
	indexName = "index"
	packName  = "pieces"
)

// regular reports whether the name is that of a regular file, so it is safe to read and write.
func (s *Store) regular(name string) bool {
	info, err := os.Lstat(s.path(name))
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o600 == 0o600
}

// clear removes a folder or a link that has the name of a cache file: something outside of the cache would be
// written through it.
func (s *Store) clear(name string) {
	if !s.regular(name) {
		os.RemoveAll(s.path(name)) // if it cannot be removed, writing the file reports the error
	}
}

func (s *Store) path(name string) string { return filepath.Join(s.dir, name) }

// numbered returns a numbered file name. A numbered file is never changed after an index names it.
func numbered(name string, number uint32) string { return fmt.Sprintf("%s-%08x", name, number) }

// Close lets other processes use the folder. Changes that were not committed are lost. Close may be called more
// than once.
func (s *Store) Close() error {
	var errs []error
	for _, f := range []**os.File{&s.old, &s.writing} {
		if *f != nil {
			errs = append(errs, (*f).Close())
			*f = nil
		}
	}
	if s.locked != nil {
		errs = append(errs, lock.Free(s.locked))
		s.locked = nil
	}
	s.off = cmp.Or(s.off, "the cache is closed")
	return errors.Join(errs...)
}
