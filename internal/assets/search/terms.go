package search

import (
	"fmt"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/store/cache"
)

// Terms are the index terms of one page: the hash of their bytes, which is their cache key, and the terms themselves
// once they were read. Several goroutines may use them at once.
type Terms struct {
	Sum  uint64
	page atomic.Pointer[Page]
}

// Keep puts the terms of a page into a store; nil: they are kept in memory only.
func Keep(store *cache.Store, p *Page) *Terms {
	var w codec.Writer
	p.Store(&w)
	t := &Terms{Sum: xxhash.Sum64(w.Bytes())}
	t.page.Store(p)
	if store != nil {
		store.Put(t.Key(), w.Bytes())
	}
	return t
}

// Page returns the terms: from memory, from the store, or from read.
func (t *Terms) Page(store *cache.Store, read func() (*Page, error)) (*Page, error) {
	if page := t.page.Load(); page != nil {
		return page, nil
	}
	if store != nil {
		if blob, ok := store.Blob(t.Key()); ok {
			r := codec.NewReader(blob)
			if page := Load(r); r.End() == nil {
				t.page.Store(page)
				return page, nil
			}
		}
	}
	page, err := read()
	if err == nil {
		t.page.Store(page)
	}
	return page, err
}

// Drop releases the memory of the terms. They are then read again as in another process.
func (t *Terms) Drop() { t.page.Store(nil) }

// Key returns the key of the terms in a store.
func (t *Terms) Key() cache.Key { return cache.KeyOf(fmt.Appendf(nil, "search\x00%x", t.Sum)) }
