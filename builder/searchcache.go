package builder

import (
	"fmt"

	"github.com/sitegen/sitegen/internal/cache"
	"github.com/sitegen/sitegen/internal/search"
	"github.com/sitegen/sitegen/internal/wire"
)

// searchKey names what the cache keeps of a page of the search index.
func searchKey(sum uint64) cache.Key { return cache.KeyOf(fmt.Appendf(nil, "search\x00%x", sum)) }

// loadSearchPage reads what another process made of a page; nil: none did.
func (b *build) loadSearchPage(sum uint64) *searchedPage {
	if b.old.store == nil {
		return nil
	}
	blob, ok := b.old.store.Blob(searchKey(sum))
	if !ok {
		return nil
	}
	r := wire.NewReader(blob)
	s := &searchedPage{sum: sum, texts: make([]written, r.Len(10))}
	for i := range s.texts {
		s.texts[i] = written{file: r.Text(), size: int64(r.Int()), hash: r.Fixed()}
	}
	page := r.Text()
	if r.End() != nil {
		return nil
	}
	var err error
	if s.Page, err = search.Decode([]byte(page)); err != nil {
		return nil
	}
	return s
}

// saveSearchPage keeps a page for other processes.
func (b *build) saveSearchPage(s *searchedPage) {
	if b.old.store == nil {
		return
	}
	var w wire.Writer
	w.Uvarint(uint64(len(s.texts)))
	for _, t := range s.texts {
		w.Text(t.file)
		w.Int(int(t.size))
		w.Fixed(t.hash)
	}
	w.Text(string(s.Encode()))
	b.old.store.Put(searchKey(s.sum), w.Bytes())
}
