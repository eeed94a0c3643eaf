package search

import (
	"fmt"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/store/cache"
)

// Kept is an index that a build leaves for the next one: the hash of its bytes, which is its cache key, and the index
// itself, if this process may need it again.
type Kept struct {
	Sum   uint64
	index *Index
}

// KeepIndex puts an index that Files returned into a store; with nil it is kept in memory only. once says that this
// process does not need it again. The index must not be used elsewhere.
func KeepIndex(store *cache.Store, x *Index, once bool) *Kept {
	if store == nil || store.Off() != "" {
		if once {
			return nil
		}
		return &Kept{index: x}
	}
	x.store = store
	for i := range x.listed {
		if p := &x.listed[i]; p.lists != nil {
			var w codec.Writer
			w.Texts(p.lists)
			if p.sum = xxhash.Sum64(w.Bytes()); store.Put(listsKey(p.sum), w.Bytes()) {
				p.lists = nil
			}
		}
	}
	var w codec.Writer
	x.encode(&w)
	k := &Kept{Sum: xxhash.Sum64(w.Bytes())}
	store.Put(k.Key(), w.Bytes())
	if !once {
		k.index = x
	}
	return k
}

// Key returns the key of the index in a store.
func (k *Kept) Key() cache.Key { return cache.KeyOf(fmt.Appendf(nil, "index\x00%x", k.Sum)) }

// Index returns the index; nil if it is lost.
func (k *Kept) Index(store *cache.Store) *Index {
	switch {
	case k == nil:
		return nil
	case k.index != nil || store == nil:
		return k.index
	}
	blob, ok := store.Blob(k.Key())
	if !ok || xxhash.Sum64(blob) != k.Sum {
		return nil
	}
	x := &Index{store: store}
	if !x.decode(codec.NewReader(blob)) {
		return nil
	}
	return x
}

// Keys returns the keys of everything that an index in a store consists of, in the order of the alphabet; nil if it is
// lost.
func (k *Kept) Keys(store *cache.Store) []cache.Key {
	x := k.Index(store)
	if x == nil {
		return nil
	}
	list := []cache.Key{k.Key()}
	for _, p := range x.listed {
		list = append(list, listsKey(p.sum))
	}
	return list
}

// listsOf returns the lists of a part, from memory or from the store.
func (x *Index) listsOf(p part) ([]string, error) {
	if p.lists != nil {
		return p.lists, nil
	}
	if x.store != nil {
		if blob, ok := x.store.Blob(listsKey(p.sum)); ok && xxhash.Sum64(blob) == p.sum {
			r := codec.NewReader(blob)
			if lists := r.Texts(); r.End() == nil && len(lists) == p.n {
				return lists, nil
			}
		}
	}
	return nil, ErrLost
}

// want fetches the lists of parts that the store lacks, before they are read.
func (x *Index) want(parts []part) {
	if x.store == nil {
		return
	}
	var keys []cache.Key
	for _, p := range parts {
		if p.lists == nil {
			keys = append(keys, listsKey(p.sum))
		}
	}
	x.store.Want(keys)
}

func listsKey(sum uint64) cache.Key { return cache.KeyOf(fmt.Appendf(nil, "lists\x00%x", sum)) }

// encode writes an index without its lists.
func (x *Index) encode(w *codec.Writer) {
	w.Fixed(x.Pages)
	w.Uvarint(uint64(x.size))
	for _, parts := range [][]part{x.listed, x.wide} {
		w.Uvarint(uint64(len(parts)))
		for _, p := range parts {
			w.Uvarint(uint64(p.n))
			w.Uvarint(uint64(p.first))
			w.Uvarint(uint64(p.size))
			w.Text(p.stamp)
			w.Fixed(p.sum)
		}
	}
	w.Uvarint(uint64(len(x.terms)))
	last := ""
	for _, t := range x.terms {
		n := shared(last, t.word)
		w.Uvarint(uint64(n))
		w.Text(t.word[n:])
		w.Uvarint(uint64(t.pages))
		last = t.word
	}
}

// decode reads what encode wrote, and reports whether it is complete.
func (x *Index) decode(r *codec.Reader) bool {
	x.Pages, x.size = r.Fixed(), int(r.Uvarint())
	var count [2]int
	for i, to := range []*[]part{&x.listed, &x.wide} {
		*to = make([]part, r.Len(12))
		for j := range *to {
			p := &(*to)[j]
			*p = part{
				n: int(r.Uvarint()), made: true, first: int(r.Uvarint()), size: int(r.Uvarint()), stamp: r.Text(),
				sum: r.Fixed(),
			}
			count[i] += p.n
		}
	}
	x.terms = make([]term, r.Len(3))
	last := ""
	for i := range x.terms {
		n := int(r.Uvarint())
		if n > len(last) {
			return false
		}
		last = last[:n] + r.Text()
		x.terms[i] = term{last, int(r.Uvarint())}
	}
	return r.End() == nil && count == [2]int{len(x.terms), len(x.wideTerms())}
}
