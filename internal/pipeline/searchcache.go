package pipeline

import (
	"fmt"

	"github.com/sitegen/sitegen/internal/cache"
	"github.com/sitegen/sitegen/internal/codec"
	"github.com/sitegen/sitegen/internal/search"
)

// searchKey names what the cache keeps of a page of the search index.
func searchKey(sum uint64) cache.Key { return cache.KeyOf(fmt.Appendf(nil, "search\x00%x", sum)) }

// loadSearchPage reads what another process made of a page; nil: none did.
func (x *indexing) loadSearchPage(sum uint64) *searchedPage {
	if x.store == nil {
		return nil
	}
	blob, ok := x.store.Blob(searchKey(sum))
	if !ok {
		return nil
	}
	r := codec.NewReader(blob)
	s := &searchedPage{sum: sum, texts: make([]written, r.Len(10))}
	for i := range s.texts {
		s.texts[i] = written{file: r.Text(), size: int64(r.Int()), hash: r.Fixed()}
	}
	s.Page = search.Load(r)
	if r.End() != nil {
		return nil
	}
	return s
}

// saveSearchPage keeps a page for other processes.
func (x *indexing) saveSearchPage(s *searchedPage) {
	if x.store == nil {
		return
	}
	var w codec.Writer
	w.Uvarint(uint64(len(s.texts)))
	for _, t := range s.texts {
		w.Text(t.file)
		w.Int(int(t.size))
		w.Fixed(t.hash)
	}
	s.Store(&w)
	x.store.Put(searchKey(s.sum), w.Bytes())
}
