package view

import (
	"cmp"
	"strings"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
)

// list is a list of pages of the site. It has a name for questions, is made once per site, and never changes.
type list struct {
	key   string
	pages Pages
	from  *list // the list of the site that it was sorted or filtered from; nil for a list of the site
	// Hashes of the members, and of their cards and parameters; 0: not computed yet.
	members, cards, params atomic.Uint64
	at                     atomic.Pointer[map[*Page]int] // positions of the pages; nil until needed
}

// sliceID identifies a list by its memory: kept lists are never changed and never freed.
type sliceID struct {
	first **Page
	n     int
}

func idOf(ps Pages) sliceID {
	if len(ps) == 0 {
		return sliceID{}
	}
	return sliceID{&ps[0], len(ps)}
}

// freeze registers a list, so that sorting it again returns the earlier result.
func (s *perSite) freeze(key string, ps Pages) *list {
	l := &list{key: key, pages: ps}
	if len(ps) > 0 {
		s.memo.Store(idOf(ps), l)
	}
	return l
}

// frozenList returns the kept list that equals ps; nil if there is none.
func (v *Views) frozenList(ps Pages) *list {
	id := idOf(ps)
	if l, ok := v.memo.Load(id); ok {
		return l.(*list)
	}
	if l, ok := v.answers.Load(id); ok {
		return l.(*list)
	}
	return nil
}

// ofTerm reports whether a list of the site has the pages of a term.
func (v *Views) ofTerm(l *list) bool {
	p := v.PageByKey(l.key[:max(strings.LastIndexByte(l.key, '#'), 0)])
	return p != nil && p.p.Kind == site.Term
}

// listKey is the name of a list of the site.
type listKey string

// list returns the list with a name, made from the result of pages.
func (s *perSite) list(key string, pages func() []*site.Page) *list {
	if l := s.knownList(key); l != nil {
		return l
	}
	l := s.freeze(key, s.pageViews(pages()))
	kept, loaded := s.memo.LoadOrStore(listKey(key), l)
	if loaded && len(l.pages) > 0 {
		s.memo.Delete(idOf(l.pages))
	}
	return kept.(*list)
}

// knownList returns the list with a name if it was made; else nil.
func (s *perSite) knownList(key string) *list {
	l, _ := s.memo.Load(listKey(key))
	out, _ := l.(*list)
	return out
}

// pageViews returns the views of ps, in order.
func (s *perSite) pageViews(ps []*site.Page) Pages {
	if len(ps) == 0 {
		return nil
	}
	out := make(Pages, len(ps))
	for i, p := range ps {
		out[i] = s.Page(p)
	}
	return out
}

// ask records the question for the members of the list, and returns them.
func (l *list) ask(c *Call) Pages {
	if c != nil && c.Recorder != nil {
		c.Ask(trace.List, l.key, l.hash(&l.members, func(p *Page) uint64 { return trace.HashString(p.p.Key) }))
	}
	return l.pages
}

// record records that a facet of all members was read. For a list made from another one it records the other: that
// covers more, and can be answered without knowing how the list was made.
func (l *list) record(c *Call, facet trace.Kind) {
	l = l.root()
	switch facet {
	case trace.PageCard:
		c.Ask(trace.ListCard, l.key, l.hash(&l.cards, func(p *Page) uint64 { return p.p.CardHash }))
	case trace.PageParams:
		c.Ask(trace.ListParams, l.key, l.hash(&l.params, func(p *Page) uint64 { return p.p.ParamsHash }))
	default:
		for _, p := range l.pages {
			p.record(c, facet)
		}
	}
}

// root returns the list of the site that l was made from.
func (l *list) root() *list {
	return cmp.Or(l.from, l)
}

func (l *list) hash(slot *atomic.Uint64, of func(*Page) uint64) uint64 {
	if h := slot.Load(); h != 0 {
		return h
	}
	h := uint64(len(l.pages)) + 1
	for _, p := range l.pages {
		h = trace.Mix(h, of(p))
	}
	h = cmp.Or(h, 1)
	slot.Store(h)
	return h
}

// askMembers records the question for the members of a short list that is not kept.
func (c *Call) askMembers(key string, ps []*site.Page) {
	if c == nil || c.Recorder == nil {
		return
	}
	h := uint64(len(ps)) + 1
	for _, p := range ps {
		h = trace.Mix(h, trace.HashString(p.Key))
	}
	c.Ask(trace.List, key, h)
}
