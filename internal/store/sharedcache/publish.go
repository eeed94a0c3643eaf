package sharedcache

import (
	"cmp"
	"context"
	"slices"

	"github.com/klauspost/compress/zstd"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/store/cache"
)

// Record is a record to share.
type Record struct {
	Name string
	Data []byte
}

// Offer is the content of a set as it is now.
type Offer struct {
	Set  string
	Keys []cache.Key // of all entries that are used; near ones come into the same pack
	// Most is how many bytes of packs may stay although Keys may lack some that are used, because this machine did not
	// need them. If there are more, the oldest packs leave. With 0, only what Keys has stays.
	Most int64
	// Frame is how many bytes, unpacked, come into a part of a pack that can be read alone. Smaller ones are compressed
	// less well. 0: a pack is read whole.
	Frame int
	// Read returns an entry, or false if this machine does not have it, because it did not need it.
	Read func(cache.Key) ([]byte, bool)
}

// Sizes of packs, in bytes.
const (
	target = 16 << 20 // unpacked, as long as entries are smaller
	small  = 1 << 20  // packed: smaller ones are joined when there are too many
)

// mostSmall is the number of small packs of a set that are not joined.
const mostSmall = 6

// Publish writes records and sets into the store, as far as it lacks them, and then the index. If the time runs out, it
// leaves out sets that the store lacks, and the next Publish continues; without all records it leaves the index as it
// was. It reports whether the store now has everything.
func (c *Cache) Publish(records []Record, sets []Offer) (complete bool) {
	c.within(&c.done, func(ctx context.Context) {
		var old *index
		absent := c.o.Afresh
		if !absent {
			old, absent = c.readIndex(ctx, &c.done)
		}
		if c.stopped() || ctx.Err() != nil {
			return
		}
		if old == nil {
			old = &index{} // absent, damaged, or not ours
		}
		next := &index{}
		early, cancel := context.WithTimeout(ctx, c.done.left*4/5) // the index needs the rest
		defer cancel()
		if !c.putRecords(early, records, old, next) {
			return
		}
		for _, o := range sets {
			c.putSet(early, o, old, next)
		}
		data, all := c.encode(next), early.Err() == nil
		if !absent && string(data) == string(c.encode(old)) {
			complete = all && !c.stopped()
			return
		}
		complete = c.put(ctx, action, c.name, data) == nil && all // the report has the problem
	})
	return complete
}

// putRecords writes the parts of records, and reports whether all are in the store.
func (c *Cache) putRecords(ctx context.Context, records []Record, old, next *index) bool {
	there := map[object]bool{}
	for _, r := range old.records {
		for _, o := range r.parts {
			there[o] = true
		}
	}
	for _, r := range records {
		parts, err := par.MapWith(ctx, requests, slices.Collect(slices.Chunk(r.Data, target)), encoder,
			func(ctx context.Context, e *zstd.Encoder, part []byte) (object, error) {
				data := e.EncodeAll(part, nil)
				o := objectOf(data)
				if there[o] && c.has(ctx, o) {
					return o, nil
				}
				return o, c.put(ctx, content, o.name(), data)
			})
		if err != nil {
			return false
		}
		next.records = append(next.records, record{r.Name, parts})
	}
	return true
}

// putSet writes the entries of a set that the store lacks, as new packs, and lists these and the packs that stay.
func (c *Cache) putSet(ctx context.Context, o Offer, old, next *index) {
	used := make(map[uint64]bool, len(o.Keys))
	for _, k := range o.Keys {
		used[shortKey(k)] = true
	}
	alsoUsed(used, old.packs, o)
	stay, join := choose(old.packs, o.Set, used)
	defer func() {
		if ctx.Err() != nil || c.stopped() { // their entries may not be in new packs yet
			next.packs = append(next.packs, join...)
		}
	}()
	stay = c.present(ctx, stay)
	shared := map[uint64]bool{}
	for _, p := range stay {
		for k := range p.keys() {
			shared[k] = true
		}
	}
	next.packs = append(next.packs, stay...)
	joined := c.entries(ctx, join)
	var list []entry
	var groups [][]entry
	size := 0
	flush := func() {
		if len(list) > 0 {
			groups, list, size = append(groups, list), nil, 0
		}
		next.packs = append(next.packs, c.putPacks(ctx, o, groups)...)
		groups = nil
	}
	for _, k := range o.Keys {
		if ctx.Err() != nil || c.stopped() {
			return
		}
		short := shortKey(k)
		if shared[short] {
			continue
		}
		data, ok := joined[short]
		if !ok {
			data, ok = o.Read(k)
		}
		if !ok || len(data) > mostPack/2 { // a machine that lacks it makes it
			continue
		}
		shared[short] = true
		if len(list) > 0 && size+len(data) > target {
			groups, list, size = append(groups, list), nil, 0
			if len(groups) == requests {
				flush()
			}
		}
		list, size = append(list, entry{k, data}), size+len(data)
	}
	flush()
}

// alsoUsed adds the entries of the newest packs of a set, up to Offer.Most.
func alsoUsed(used map[uint64]bool, packs []pack, o Offer) {
	room := o.Most
	for _, p := range slices.Backward(packs) {
		if p.set != o.Set {
			continue
		}
		if room -= p.size; room < 0 {
			return
		}
		for k := range p.keys() {
			used[k] = true
		}
	}
}

// choose returns the packs of a set that stay, and those whose entries come into new packs: because most of their
// entries are no longer used, or because there are many small ones. A pack without used entries is neither.
func choose(packs []pack, set string, used map[uint64]bool) (stay, join []pack) {
	seen := map[uint64]bool{}
	var tiny []pack
	for _, p := range slices.Backward(packs) {
		if p.set != set {
			continue
		}
		n, all := 0, 0
		for k := range p.keys() {
			all++
			if used[k] && !seen[k] {
				n++
				seen[k] = true
			}
		}
		switch {
		case n == 0:
		case 2*n < all:
			join = append(join, p)
		case p.size < small:
			tiny = append(tiny, p)
		default:
			stay = append(stay, p)
		}
	}
	if len(tiny) > mostSmall {
		join, tiny = append(join, tiny...), nil
	}
	stay = append(tiny, stay...)
	slices.Reverse(stay)
	return stay, join
}

// present returns those of the packs that the store still has.
func (c *Cache) present(ctx context.Context, packs []pack) []pack {
	there, _ := par.Map(ctx, requests, packs, func(ctx context.Context, p pack) (bool, error) {
		return c.has(ctx, p.object), nil
	})
	if len(there) < len(packs) || c.stopped() || ctx.Err() != nil {
		return packs // not known
	}
	at := -1
	return slices.DeleteFunc(packs, func(pack) bool { at++; return !there[at] })
}

// entries fetches the entries of packs, by short key.
func (c *Cache) entries(ctx context.Context, packs []pack) map[uint64][]byte {
	lists, _ := par.MapWith(ctx, requests, packs, decoder,
		func(ctx context.Context, d *zstd.Decoder, p pack) ([]entry, error) {
			list, _ := c.unpacked(ctx, &c.done, d, p)
			return list, nil
		})
	all := map[uint64][]byte{}
	for _, list := range slices.Backward(lists) { // newer packs are first in the list, and win
		for _, e := range list {
			all[shortKey(e.key)] = e.data
		}
	}
	return all
}

// putPacks writes packs, and returns those that were written.
func (c *Cache) putPacks(ctx context.Context, o Offer, groups [][]entry) []pack {
	packs, _ := par.MapWith(ctx, requests, groups, encoder,
		func(ctx context.Context, e *zstd.Encoder, list []entry) (*pack, error) {
			data, p := framed(e, list, cmp.Or(o.Frame, mostPack))
			p.set = o.Set
			if len(data) > mostPack || c.put(ctx, content, p.name(), data) != nil {
				return nil, nil
			}
			return p, nil
		})
	var out []pack
	for _, p := range packs {
		if p != nil {
			out = append(out, *p)
		}
	}
	return out
}

// framed returns the bytes of a pack, and the pack, in frames of a size.
func framed(e *zstd.Encoder, list []entry, size int) (data []byte, p *pack) {
	p = &pack{}
	for len(list) > 0 {
		n, sum := 0, 0
		for n < len(list) && (n == 0 || sum+len(list[n].data) <= size) {
			sum += len(list[n].data)
			n++
		}
		bytes := packed(e, list[:n])
		f := frame{size: int64(len(bytes)), sum: frameSum(bytes)}
		for _, e := range list[:n] {
			f.keys = append(f.keys, shortKey(e.key))
		}
		data, p.frames, list = append(data, bytes...), append(p.frames, f), list[n:]
	}
	p.object = objectOf(data)
	return data, p
}
