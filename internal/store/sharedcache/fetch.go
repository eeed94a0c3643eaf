package sharedcache

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
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

	mu      sync.Mutex
	frameOf map[uint64]place // by short key; nil until the index is known
	state   map[place]bool   // of the frames that were asked for: whether they were taken
	misses  int
	single  int // frames that were fetched alone
}

// place is the number of a pack in the index, and that of a frame in it.
type place struct{ pack, frame int }

// few is how many frames a set fetches alone. After these, it fetches all others at the same time.
const few = 3

// Set returns a set of the cache.
func (c *Cache) Set(o SetOptions) *Set { return &Set{SetOptions: o, c: c, state: map[place]bool{}} }

// Has reports whether the index has an entry, as far as it is known. It makes no request.
func (s *Set) Has(k cache.Key) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.find(s.c.known(), k)
	return ok
}

// Want fetches the entries that the index has, if it is known, all at the same time.
func (s *Set) Want(keys []cache.Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.c.known()
	var wanted []place
	for _, k := range keys {
		p, ok := s.find(x, k)
		if _, asked := s.state[p]; ok && !asked {
			s.state[p] = false
			wanted = append(wanted, p)
		}
	}
	s.fetch(x, wanted)
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
	wanted := []place{p}
	if s.single++; s.single > few {
		wanted = nil
		for i := range x.packs {
			for n := 0; n < len(x.packs[i].frames) && x.packs[i].set == s.Name; n++ {
				if _, asked := s.state[place{i, n}]; !asked {
					wanted = append(wanted, place{i, n})
				}
			}
		}
	}
	s.fetch(x, wanted)
	return s.state[p]
}

// find returns the frame that has an entry. Newer packs come first. The caller holds the lock.
func (s *Set) find(x *index, k cache.Key) (at place, ok bool) {
	if x == nil {
		return place{}, false
	}
	if s.frameOf == nil {
		s.frameOf = map[uint64]place{}
		for i, p := range x.packs {
			if p.set != s.Name {
				continue
			}
			for n, f := range p.frames {
				for _, short := range f.keys {
					s.frameOf[short] = place{i, n}
				}
			}
		}
	}
	at, ok = s.frameOf[shortKey(k)]
	return at, ok
}

// run is consecutive frames of a pack.
type run struct {
	*pack
	number   int // of the pack
	from, to int // frames
	at, size int64
}

// runs joins frames that lie close together, because a request takes longer than some bytes.
func (x *index) runs(wanted []place) (list []run) {
	slices.SortFunc(wanted, func(a, b place) int { return cmp.Or(a.pack-b.pack, a.frame-b.frame) })
	for i := 0; i < len(wanted); {
		r := run{pack: &x.packs[wanted[i].pack], number: wanted[i].pack}
		at := int64(0)
		for n, f := range r.frames {
			here := i < len(wanted) && wanted[i] == place{r.number, n}
			switch {
			case here && (r.to == 0 || at-(r.at+r.size) > near):
				if r.to > 0 {
					list = append(list, r)
				}
				r.from, r.to, r.at, r.size = n, n+1, at, f.size
			case here:
				r.to, r.size = n+1, at+f.size-r.at
			}
			if here {
				i++
			}
			at += f.size
		}
		list = append(list, r)
	}
	return list
}

// near is how many bytes between two parts are read rather than asking twice.
const near = 64 << 10

// fetch takes frames, several requests at a time.
func (s *Set) fetch(x *index, wanted []place) {
	if len(wanted) == 0 {
		return
	}
	for _, p := range wanted {
		s.state[p] = false
	}
	var taking sync.Mutex
	take := func(ctx context.Context, d *zstd.Decoder, r run) (bool, error) {
		data, ok := s.c.part(ctx, &r)
		for n := r.from; n < r.to && ok; n++ {
			f := &r.frames[n]
			var list []entry
			list, ok = s.c.frame(d, data[:f.size], *f)
			data = data[f.size:]
			taking.Lock()
			for _, e := range list {
				s.Put(e.key, e.data)
			}
			s.state[place{r.number, n}] = ok
			taking.Unlock()
		}
		return ok, nil
	}
	s.c.within(&s.c.read, func(ctx context.Context) {
		_, _ = par.MapWith(ctx, requests, x.runs(wanted), decoder, take)
	})
}

// part reads consecutive frames, or all frames of the pack if the store has no parts. The caller checks their hashes.
func (c *Cache) part(ctx context.Context, r *run) ([]byte, bool) {
	if r.size == r.pack.size {
		return c.object(ctx, &c.read, r.object)
	}
	if c.stopped() {
		return nil, false
	}
	data, err := c.door.part(ctx, content, r.name(), r.at, r.size, r.pack.size)
	c.count(ctx, &c.read, err, len(data))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		c.note("a part of it is missing")
		return nil, false
	case err != nil:
		return nil, false
	case int64(len(data)) == r.pack.size:
		r.from, r.to = 0, len(r.frames)
	case int64(len(data)) != r.size:
		c.note("a part of it is damaged")
		return nil, false
	}
	return data, true
}

// frame unpacks a frame. An entry that the index does not list stays: nobody asks for it.
func (c *Cache) frame(d *zstd.Decoder, data []byte, f frame) ([]entry, bool) {
	if frameSum(data) == f.sum {
		if list, size, ok := unpack(d, data); ok && c.take(size) {
			return list, true
		}
	}
	c.note("a part of it is damaged")
	return nil, false
}

// unpacked fetches the entries of a pack.
func (c *Cache) unpacked(ctx context.Context, dir *direction, d *zstd.Decoder, p pack) (all []entry, ok bool) {
	data, ok := c.object(ctx, dir, p.object)
	for i := 0; i < len(p.frames) && ok; i++ {
		var list []entry
		list, ok = c.frame(d, data[:p.frames[i].size], p.frames[i])
		all, data = append(all, list...), data[p.frames[i].size:]
	}
	return all, ok
}
