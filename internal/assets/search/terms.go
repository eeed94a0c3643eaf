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

// Texts are the texts of one page for excerpts: the hash of their bytes, which is their cache key, and their size. The
// zero value is that of a page without text.
type Texts struct {
	Sum  uint64
	Size int
	text string // until Drop, if no store keeps it
}

// KeepTexts puts what AppendTexts made into a store. With nil, the texts stay in memory until Drop.
func KeepTexts(store *cache.Store, b []byte) Texts {
	if len(b) == 0 {
		return Texts{}
	}
	t := Texts{Sum: xxhash.Sum64(b), Size: len(b)}
	if store != nil {
		store.Put(t.Key(), b)
	} else {
		t.text = string(b)
	}
	return t
}

// Drop forgets texts that no store keeps: they are read again if they are needed again.
func (t *Texts) Drop() { t.text = "" }

// Read returns the texts from memory, from the store, or from read.
func (t Texts) Read(store *cache.Store, read func() (string, error)) (string, error) {
	if t.Size == 0 || t.text != "" {
		return t.text, nil
	}
	if store != nil {
		if text, ok := store.Part(t.Key(), 0, t.Size); ok {
			return text, nil
		}
	}
	return read()
}

// Key returns the key of the texts in a store.
func (t Texts) Key() cache.Key { return cache.KeyOf(fmt.Appendf(nil, "texts\x00%x %x", t.Sum, t.Size)) }
