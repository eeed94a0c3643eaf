package sharedcache

import (
	"context"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/store/cache"
)

// Records returns the records of the index by name, each in parts; nil if one is missing or damaged, because they
// belong together.
func (c *Cache) Records() map[string][][]byte {
	x := c.load()
	if x == nil {
		return nil
	}
	var objects []object
	for _, r := range x.records {
		objects = append(objects, r.parts...)
	}
	var parts [][]byte
	err := errStopped
	c.within(&c.read, func(ctx context.Context) {
		parts, err = par.MapWith(ctx, requests, objects, decoder,
			func(ctx context.Context, d *zstd.Decoder, o object) ([]byte, error) {
				data, ok := c.object(ctx, &c.read, o)
				if !ok {
					return nil, errIndex
				}
				raw, err := d.DecodeAll(data, nil)
				if err != nil || !c.take(len(raw)) {
					c.note("a part of it is damaged")
					return nil, errIndex
				}
				return raw, nil
			})
	})
	if err != nil {
		return nil
	}
	all := map[string][][]byte{}
	for _, r := range x.records {
		all[r.name], parts = parts[:len(r.parts):len(r.parts)], parts[len(r.parts):]
	}
	return all
}

// SetOptions describe a set of entries.
type SetOptions struct {
	Name string // required
	// Cheap is how many missing entries are left to the caller to make, because that takes less time than a request.
	Cheap int
	// Blind is how many missing entries are left to the caller while the index is not known, because most of them are
	// new.
	Blind int
	// Put takes an entry that was fetched; required. It is called by one goroutine at a time.
	Put func(k cache.Key, data []byte)
}

// Set fetches the entries of a set when they are needed. Several goroutines may use it.
type Set struct {
	SetOptions
	c *Cache

	mu     sync.Mutex
	packOf map[uint64]int // by short key: number of the pack; nil until the index is known
	state  map[int]bool   // of the packs that were asked for: whether they were taken
	misses int
	single int // packs that were fetched alone
}

// few is how many packs a set fetches alone. After these, it fetches all others at the same time.
const few = 3

// Set returns a set of the cache.
func (c *Cache) Set(o SetOptions) *Set { return &Set{SetOptions: o, c: c, state: map[int]bool{}} }

// Has reports whether the index has an entry, as far as it is known. It makes no request.
func (s *Set) Has(k cache.Key) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.find(s.c.known(), k)
	return ok
}

// Fetch tries to fetch an entry, and reports whether Put may have received it, now or before.
func (s *Set) Fetch(k cache.Key) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.c.known()
	if x == nil {
		if s.misses++; s.misses <= max(s.Cheap, s.Blind) {
			return false
		}
		x = s.c.load()
	}
	p, ok := s.find(x, k)
	if !ok {
		return false
	}
	if taken, asked := s.state[p]; asked {
		return taken
	}
	if s.misses++; s.misses <= s.Cheap {
		return false
	}
	wanted := []int{p}
	if s.single++; s.single > few {
		wanted = nil
		for i := range x.packs {
			if _, asked := s.state[i]; !asked && x.packs[i].set == s.Name {
				wanted = append(wanted, i)
			}
		}
	}
	s.fetch(x, wanted)
	return s.state[p]
}

// find returns the pack that has an entry. Newer packs come first. The caller holds the lock.
func (s *Set) find(x *index, k cache.Key) (pack int, ok bool) {
	if x == nil {
		return 0, false
	}
	if s.packOf == nil {
		s.packOf = map[uint64]int{}
		for i, p := range x.packs {
			if p.set != s.Name {
				continue
			}
			for _, short := range p.keys {
				s.packOf[short] = i
			}
		}
	}
	pack, ok = s.packOf[shortKey(k)]
	return pack, ok
}

// fetch takes packs, several at a time.
func (s *Set) fetch(x *index, wanted []int) {
	for _, i := range wanted {
		s.state[i] = false
	}
	var taking sync.Mutex
	s.c.within(&s.c.read, func(ctx context.Context) {
		_, _ = par.MapWith(ctx, requests, wanted, decoder, func(ctx context.Context, d *zstd.Decoder, i int) (bool, error) {
			list, ok := s.c.unpacked(ctx, &s.c.read, d, x.packs[i].object)
			taking.Lock()
			defer taking.Unlock()
			for _, e := range list {
				s.Put(e.key, e.data)
			}
			s.state[i] = ok
			return ok, nil
		})
	})
}

// unpacked fetches the entries of a pack. An entry that the index does not list stays: nobody asks for it.
func (c *Cache) unpacked(ctx context.Context, dir *direction, d *zstd.Decoder, o object) ([]entry, bool) {
	data, ok := c.object(ctx, dir, o)
	if !ok {
		return nil, false
	}
	list, size, ok := unpack(d, data)
	if !ok || !c.take(size) {
		c.note("a part of it is damaged")
		return nil, false
	}
	return list, true
}
