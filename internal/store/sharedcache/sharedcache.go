// Package sharedcache lets machines share what builds keep, through a store that is addressed by content: a folder, a
// bucket of S3, or a server that speaks the HTTP cache protocol of Bazel
// (https://bazel.build/remote/caching#http-caching).
//
// A build shares a few records, which the next build reads as a whole, and sets of entries under keys, of which it may
// need none, some, or all. Entries are packed: a pack has a few megabytes, and its name is the SHA-256 of its bytes. An
// index lists the records and the packs with the keys in them. Its name is a hash of what identifies the site and the
// program, so a machine without a cache finds it with one request, then reads the records, and then the packs with
// entries that it lacks. A build that changed little writes its records and one small pack; packs that exist stay.
//
// Nothing from the store is trusted: an object must have the hash that the index has for it, and with a key the index
// must have been made with the same key. What cannot be verified counts as missing. The store only saves time: if it is
// slow, full, read-only, or gone, a build does without it. Each direction has one time limit for everything, and a
// store that fails is not asked again.
package sharedcache

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"time"

	"github.com/sitegen/sitegen/internal/store/bucket"
)

// Options of a shared cache.
type Options struct {
	URL     string        // s3://bucket/prefix, file:///folder, http://host/path, or https://host/path; required
	Token   string        // sent as a bearer token to servers, not to S3; "": none
	Access  bucket.Access // to S3
	Site    string        // identifies the site and the program, never a machine or a path; required
	Key     string        // key of the index; "": it is not signed
	Timeout time.Duration // for everything that is read, and again for everything that is written; DefaultTimeout when 0
	Most    int64         // bytes of packs that are read at most, unpacked; 2 GB when 0
	Afresh  bool          // Publish writes everything, even what the store seems to have
}

// DefaultTimeout limits how much longer a build takes if the store does not answer.
const DefaultTimeout = 10 * time.Second

// Bounds of what is read from a store.
const (
	mostIndex = 64 << 20
	mostPack  = 64 << 20 // packed, and unpacked
	mostRead  = 2 << 30  // of all packs, unpacked, by default
)

// requests is the number of requests at the same time.
const requests = 8

// Cache is a shared cache. Its methods may be called by several goroutines, except Publish.
type Cache struct {
	ctx  context.Context // of the build: its end ends all requests
	o    Options
	door door
	name string // of the index

	turn       sync.Mutex // held while the build waits for the store, so that each moment counts once
	read, done direction

	loading sync.Mutex
	loaded  bool
	index   *index // nil if there is none

	mu       sync.Mutex // guards the rest, and the counts of directions
	room     int64      // bytes of packs that may still be read
	answered bool       // the store answered at least once
	failed   bool       // it is not asked again
	problems []string
}

// direction is reading or writing.
type direction struct {
	Traffic
	left time.Duration
}

// Traffic counts requests, and the bytes of the objects that they moved.
type Traffic struct {
	Requests int
	Bytes    int64
}

// Add adds other counts.
func (t *Traffic) Add(other Traffic) {
	t.Requests += other.Requests
	t.Bytes += other.Bytes
}

// Open returns the shared cache at a URL. It makes no request. No request outlives ctx. If CheckURL returns an error,
// the cache is empty, and its report has the error.
func Open(ctx context.Context, o Options) *Cache {
	d, err := doorOf(o.URL, o.Token, o.Access)
	if err != nil {
		d = broken{err}
	}
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	sum := sha256.Sum256([]byte(indexFormat + o.Site))
	return &Cache{
		ctx: ctx, o: o, door: d, name: hex.EncodeToString(sum[:]), room: cmp.Or(o.Most, mostRead),
		read: direction{left: o.Timeout}, done: direction{left: o.Timeout},
	}
}

// Close releases the connections. The cache must not be used again.
func (c *Cache) Close() { c.door.close() }

// CheckURL returns an error for a URL that no shared cache can have, or an access to S3 that is not valid. The error
// does not repeat the URL, which may contain a password.
func CheckURL(address string, access bucket.Access) error {
	d, err := doorOf(address, "", access)
	if err == nil {
		d.close()
	}
	return err
}

// Report returns what was read and written so far, and what went wrong, each problem once.
func (c *Cache) Report() (read, written Traffic, problems []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.read.Traffic, c.done.Traffic, slices.Clone(c.problems)
}

// within calls fn with the time that is left for a direction, unless the store failed before. Calls wait for each
// other.
func (c *Cache) within(d *direction, fn func(ctx context.Context)) {
	c.turn.Lock()
	defer c.turn.Unlock()
	if d.left <= 0 || c.stopped() {
		return
	}
	ctx, cancel := context.WithTimeout(c.ctx, d.left)
	defer cancel()
	began := time.Now()
	fn(ctx)
	d.left -= time.Since(began)
	if ctx.Err() != nil {
		d.left = 0
	}
}

// get reads an object of a store.
func (c *Cache) get(ctx context.Context, d *direction, kind, name string, most int64) ([]byte, error) {
	if c.stopped() {
		return nil, errStopped
	}
	data, err := c.door.get(ctx, kind, name, most)
	c.count(ctx, d, err, len(data))
	return data, err
}

// object reads an object by its hash. A missing or damaged one is a problem, but not the end.
func (c *Cache) object(ctx context.Context, d *direction, o object) ([]byte, bool) {
	data, err := c.get(ctx, d, content, o.name(), o.size)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.note("a part of it is missing")
	case err == nil && sha256.Sum256(data) != o.sum:
		c.note("a part of it is damaged")
	default:
		return data, err == nil
	}
	return nil, false
}

// put writes an object.
func (c *Cache) put(ctx context.Context, kind, name string, data []byte) error {
	if c.stopped() {
		return errStopped
	}
	err := c.door.put(ctx, kind, name, data)
	c.count(ctx, &c.done, err, len(data))
	return err
}

// has reports whether the store has an object.
func (c *Cache) has(ctx context.Context, o object) bool {
	if c.stopped() {
		return false
	}
	there, err := c.door.has(ctx, content, o.name())
	c.count(ctx, &c.done, err, 0)
	return there && err == nil
}

// count notes a request. A store that fails is not asked again: each request would take as long as the first. One that
// is only too slow for everything may still be written to.
func (c *Cache) count(ctx context.Context, d *direction, err error, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	d.Requests++
	switch {
	case err == nil:
		d.Bytes += int64(size)
		c.answered = true
	case errors.Is(err, fs.ErrNotExist):
		c.answered = true
	case c.ctx.Err() != nil: // the build ends
	case errors.Is(ctx.Err(), context.DeadlineExceeded) && c.answered:
		c.add(fmt.Sprintf("not everything within %s", c.o.Timeout))
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		c.failed = true
		c.add(fmt.Sprintf("no answer within %s", c.o.Timeout))
	default:
		if !c.failed { // the requests at the same time fail in the same way
			c.add(err.Error())
		}
		c.failed = true
	}
}

// note adds a problem that does not end the work.
func (c *Cache) note(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(text)
}

// add adds a problem, once. The caller holds the lock.
func (c *Cache) add(text string) {
	if !slices.Contains(c.problems, text) {
		c.problems = append(c.problems, text)
	}
}

// take reserves room for an unpacked pack.
func (c *Cache) take(size int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.room -= int64(size)
	return c.room >= 0
}

func (c *Cache) stopped() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed
}

var errStopped = errors.New("the store failed before")
