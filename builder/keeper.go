package builder

import (
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/internal/wire"
)

// mostNodes is how many lists may be known by the files that they are made of.
const mostNodes = 4000

// keeper finds out which pages can be built again alone, and writes their entries.
type keeper struct {
	b       *build
	m       *memo
	pages   map[string]*site.Page // by key
	docs    map[string]*site.Page // by file, where it makes one page
	several map[string]bool       // keys of pages with several bodies
	target  []*site.Page          // by trace.ID, of questions for the text of a page
	shared  map[*site.Page]bool   // pages whose texts others ask for
	tasks   map[*site.Page][]int
}

func newKeeper(b *build, m *memo) *keeper {
	k := &keeper{
		b: b, m: m, pages: make(map[string]*site.Page, len(b.site.Pages)), docs: make(map[string]*site.Page, len(b.site.Pages)),
		several: map[string]bool{}, shared: map[*site.Page]bool{}, tasks: make(map[*site.Page][]int, len(b.site.Pages)),
	}
	for _, p := range b.site.Pages {
		k.pages[p.Key] = p
		if p.Doc == nil {
			continue
		}
		if other := k.docs[p.Doc.File]; other != nil {
			k.shared[p], k.shared[other] = true, true
		}
		k.docs[p.Doc.File] = p
	}
	k.target = make([]*site.Page, m.table.Len())
	for id := range k.target {
		switch q := m.table.At(trace.ID(id)).Question; q.Kind {
		case trace.PageText, trace.PageBody:
			key, _, _ := strings.Cut(q.Key, "\x00")
			k.target[id] = k.pages[key]
		case trace.Source:
			k.target[id] = k.docs[q.Key]
		}
	}
	for name, body := range m.bodies {
		key, _, more := strings.Cut(name, "\x00")
		if more {
			k.several[key] = true
		}
		k.share(k.pages[key], body.Asked())
	}
	for i := range m.plan.jobs {
		p := m.plan.jobs[i].page
		if r := m.records[i]; r != nil {
			k.share(p, r.asked)
		}
		if p != nil && p.Kind == site.Regular {
			k.tasks[p] = append(k.tasks[p], i)
		}
	}
	return k
}

// share notes whose texts somebody asked for who is not that page.
func (k *keeper) share(by *site.Page, asked []trace.ID) {
	for _, id := range asked {
		if p := k.target[id]; p != nil && p != by {
			k.shared[p] = true
		}
	}
}

// entry returns what is kept of a page; nil when it cannot be built alone.
func (k *keeper) entry(p *site.Page) *pageEntry {
	if p.Kind != site.Regular || p.Doc == nil || p.Owner != nil || len(p.Targets) == 0 || k.shared[p] || k.several[p.Key] ||
		p.Doc.Form != content.Single && p.Doc.Form != content.Leaf || k.docs[p.Doc.File] != p {
		return nil
	}
	body := k.m.bodies[p.Key]
	if body == nil || !body.Quiet() {
		return nil
	}
	doc := k.b.tree.Current(p.Doc)
	e := &pageEntry{file: docKey(doc), meta: doc.MetaHash(), key: p.Key, ids: slices.Clone(body.Asked())}
	for _, i := range k.tasks[p] {
		r := k.m.records[i]
		if r == nil || !r.alone() {
			return nil
		}
		e.keys, e.records = append(e.keys, k.m.plan.keys[i]), append(e.records, r)
		e.ids = append(e.ids, r.asked...)
	}
	if len(e.records) == 0 {
		return nil
	}
	slices.Sort(e.ids)
	e.ids = slices.Compact(e.ids)
	for _, id := range e.ids {
		key, _ := subject(k.m.table.At(id).Question)
		if q := k.pages[key]; q != nil && q != p && q.Kind == site.Regular && q.Doc != nil {
			e.beside = append(e.beside, docKey(q.Doc))
		}
	}
	slices.Sort(e.beside)
	e.beside = slices.Compact(e.beside)
	if len(e.beside) > mostBeside {
		return nil
	}
	return e
}

// mostBeside is how many other content files are read to build a page alone.
const mostBeside = 64

// alone reports whether nothing came of a render but outputs of its own.
func (r *record) alone() bool {
	if r.noTemplate || len(r.found) > 0 || len(r.outputs) == 0 {
		return false
	}
	return !slices.ContainsFunc(r.outputs, func(o written) bool { return o.from != "" || o.made != "" || o.image != nil })
}

// subject returns the key of the page, or of the language, that a question is about, and the name of the list.
func subject(q trace.Question) (key, list string) {
	switch q.Kind {
	case trace.PageCard, trace.PageParams, trace.PageText, trace.PageBody, trace.Resources, trace.Git, trace.Projection:
		key, _, _ = strings.Cut(q.Key, "\x00")
		return key, ""
	case trace.List, trace.ListCard, trace.ListParams, trace.Neighbour:
		if i := strings.LastIndexByte(q.Key, '#'); i >= 0 {
			return q.Key[:i], q.Key[i+1:]
		}
	}
	return "", ""
}

// nodes writes, for each list, the files that its card is made of: its own, the first below it and those that
// have its dates.
func (k *keeper) nodes(w *wire.Writer) {
	made := map[*site.Page][]string{}
	var order []*site.Page
	for _, p := range k.b.site.Pages {
		if p.Kind == site.Regular || p.Apart() {
			continue
		}
		order, made[p] = append(order, p), nil
		if p.Doc != nil {
			made[p] = append(made[p], docKey(p.Doc))
		}
	}
	if len(order) > mostNodes {
		w.Uvarint(0)
		return
	}
	var below []*site.Page // each with its lists, in path order
	for _, p := range k.b.site.Pages {
		if p.Kind == site.Regular && p.Doc != nil && p.Owner == nil {
			below = append(below, p)
		}
	}
	slices.SortFunc(below, func(a, b *site.Page) int { return strings.Compare(a.Path, b.Path) })
	for _, pick := range []func(p *site.Page) time.Time{
		func(*site.Page) time.Time { return time.Time{} }, // the first
		func(p *site.Page) time.Time { return p.Dates.Date },
		func(p *site.Page) time.Time { return p.Dates.Lastmod },
		func(p *site.Page) time.Time { return p.Dates.PublishDate },
	} {
		done := map[*site.Page]bool{}
		for _, p := range below {
			at := pick(p)
			for list := range lists(p) {
				if done[list] || !at.Equal(pick(list)) {
					continue
				}
				done[list] = true
				if key := docKey(p.Doc); !slices.Contains(made[list], key) {
					made[list] = append(made[list], key)
				}
			}
		}
	}
	w.Uvarint(uint64(len(order)))
	for _, p := range order {
		w.Text(p.Key)
		w.Texts(made[p])
	}
}

// lists yields the lists that may have a date from a page: those above it, its terms and their taxonomies.
func lists(p *site.Page) func(yield func(*site.Page) bool) {
	return func(yield func(*site.Page) bool) {
		for _, up := range p.Ancestors {
			if !yield(up) {
				return
			}
		}
		for _, t := range p.Edition.Language.Taxonomies {
			for _, term := range p.Terms[t.Plural] {
				if !yield(term) || term.Parent != nil && !yield(term.Parent) {
					return
				}
			}
		}
	}
}
