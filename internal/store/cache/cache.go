// Package cache keeps bytes from one build to the next: a few named records, each read whole
// and written at once or in parts, and any number of blobs under keys.
//
// It only answers whether it still has what was once put there, and never with other bytes than
// these: everything is checked by its hash, and what is damaged, cut off, foreign or of another
// version is simply not there. So a caller asks, makes what it did not get, and puts that.
//
// The folder holds an index, which names all that counts, a file for each record and one for all
// blobs. Commit writes the index last, in one step: a process that is killed leaves the cache as it
// was. Nothing in it depends on where the folder lies, or on the machine.
package cache

import (
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
	Limit    int64 // most bytes on disk after a Commit; default DefaultLimit
	Age      int   // commits after which a blob that nobody used is dropped; 0: never
	ReadOnly bool  // read, beside a process that writes; what is put is not kept
}

// DefaultLimit is how large a cache may become, in bytes.
const DefaultLimit = 512 << 20

// Key names a blob.
type Key [16]byte

// KeyOf returns the key of a text: half of its SHA-256.
func KeyOf(text []byte) Key {
	sum := sha256.Sum256(text)
	return Key(sum[:len(Key{})])
}

// ShortName stands for a long text that names something, as each page has one: 17 bytes, of which the first is #.
func ShortName(text string) string {
	k := KeyOf([]byte(text))
	return "#" + string(k[:])
}

// Store is an open cache. Its methods may be called by several workers at once, except Commit and
// Close, which come when these are done. A store that is off has nothing and keeps nothing.
type Store struct {
	dir     string
	version string
	limit   int64
	age     uint32
	reads   bool // only
	off     string

	locked *os.File
	index  *index
	old    *os.File // the blobs of the index; nil: none

	mu      sync.Mutex
	records map[string]record // set since the last commit, and written
	lost    error             // why a record could not be
	fresh   map[Key]extent    // put since the last commit
	writing *os.File          // the file that they lie in, once there is one
	end     int64             // of it
	err     error             // why a blob could not be written
}

// Open opens the cache in a folder, which is made. version stands for everything that what is kept
// depends on besides its key: another one finds an empty cache. When the folder cannot be used, or
// another process uses it, the store is off: there is no error that a build should end with. End it
// with Close.
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

// load reads the index and opens the file of the blobs.
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
	if !s.plain(x.pack()) {
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

// Off returns why the store is off, "" when it is not.
func (s *Store) Off() string { return s.off }

// lock makes this process the only one that uses the folder, and returns why it cannot.
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
	for range patience { // a child that a killed process had just begun lets go of the lock in a moment
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

// patience is how often a lock that is taken is tried again.
const patience = 10

// reason returns an error without the path that it repeats.
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

// plain reports whether there is a plain file of a name, which may be read and written.
func (s *Store) plain(name string) bool {
	info, err := os.Lstat(s.path(name))
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o600 == 0o600
}

// clear takes away what is in the place of a file of the cache and is none: a folder or a link, through which
// something else would be written.
func (s *Store) clear(name string) {
	if !s.plain(name) {
		os.RemoveAll(s.path(name)) // what stays is an error of what is written there
	}
}

func (s *Store) path(name string) string { return filepath.Join(s.dir, name) }

// numbered returns the name of a file that is never written again once the index names it.
func numbered(name string, number uint32) string { return fmt.Sprintf("%s-%08x", name, number) }

// Close lets other processes use the folder. What was not committed is lost. Calling it again is fine.
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
	if s.off == "" {
		s.off = "the cache is closed"
	}
	return errors.Join(errs...)
}
