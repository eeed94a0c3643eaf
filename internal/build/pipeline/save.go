package pipeline

import (
	"maps"
	"slices"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/render"
	"github.com/sitegen/sitegen/internal/template/render/texts"
)

// unsaved is what a memo has that the cache on disk has not, so that an edit of one page does not have all
// pages written again: the record of renders stays, and a small one beside it says what changed.
type unsaved struct {
	whole     bool // there is nothing on disk that what changed could be added to
	documents bool // the documents are on disk,
	fresh     int  // but for those of so many files at most
	questions int  // in the table that is on disk
	times     int  // that changes were written
	bodies    map[string]bool
	renders   map[string]bool
	answers   map[trace.ID]bool // of the questions that are on disk
}

// The limits of what is kept beside the record of renders: it is read by each process, and texts of
// bodies that nobody uses any more lie in the cache until that record is written again.
const (
	mostTimes = 200
	mostParts = 8 // of all that is kept: one in so many
	mostFiles = 64
)

// note adds what a build changed.
func (u *unsaved) note(b *build, now *memo, answers []trace.ID) {
	if u.whole {
		return
	}
	for _, id := range answers {
		if int(id) < u.questions {
			put(&u.answers, id)
		}
	}
	b.run.Rendered(func(name string, _ *render.Body) { put(&u.bodies, name) })
	if !b.reusesSiteAndTheme() {
		u.noteGone(b)
	}
	for i, r := range now.records {
		if r != b.before(i) {
			put(&u.renders, now.plan.Keys[i])
		}
	}
	for key, r := range now.beside {
		if r != b.old.beside[key] {
			put(&u.renders, key)
		}
	}
	for key := range b.old.beside {
		if now.beside[key] == nil {
			put(&u.renders, key)
		}
	}
	if b.old.plan == nil || now.plan.Like(b.old.plan) {
		return
	}
	for _, key := range b.old.plan.Keys {
		if _, ok := now.plan.Find(key); !ok {
			put(&u.renders, key)
		}
	}
}

// noteGone adds the bodies that are no more.
func (u *unsaved) noteGone(b *build) {
	n := 0
	b.run.Bodies(func(name string, _ *render.Body) {
		if b.old.bodies[name] != nil {
			n++
		}
	})
	if n == len(b.old.bodies) {
		return
	}
	there := make(map[string]bool, n)
	b.run.Bodies(func(name string, _ *render.Body) { there[name] = true })
	for name := range b.old.bodies {
		if !there[name] {
			put(&u.bodies, name)
		}
	}
}

func put[K comparable](set *map[K]bool, key K) {
	if *set == nil {
		*set = map[K]bool{}
	}
	(*set)[key] = true
}

// any reports whether there is something to write.
func (u *unsaved) any(table *trace.Table) bool {
	return u.whole || len(u.bodies)+len(u.renders)+len(u.answers) > 0 || table.Len() != u.questions
}

// much reports whether it is better to write everything.
func (u *unsaved) much(m *memo) bool {
	return u.whole || u.times >= mostTimes || (len(u.bodies)+len(u.renders))*mostParts > len(m.bodies)+len(m.records)+len(m.beside) ||
		(m.table.Len()-u.questions)*mostParts > u.questions
}

// saveCache writes what builds of other processes may use. The cache serves speed alone: when it cannot
// be written that is said, and no more.
func (b *build) saveCache(m *memo, fingerprint string) error {
	if m.store == nil || m.store.Off() != "" {
		return nil
	}
	if m.store.Gone() {
		if err := m.store.Renew(); err != nil || m.store.Off() != "" {
			return err
		}
		m.unsaved = unsaved{whole: true}
	}
	u := &m.unsaved
	if !u.documents || u.fresh > mostFiles {
		record, err := m.tree.MarshalBinary()
		if err != nil {
			return err
		}
		m.store.SetRecord(documentsRecord, record)
		u.documents, u.fresh = true, 0
	}
	switch {
	case u.any(m.table) && u.much(m):
		m.saveRenders(b.Config.Project)
		m.unsaved = unsaved{documents: u.documents, fresh: u.fresh, questions: m.table.Len()}
	case u.any(m.table):
		u.times++
		m.saveChanges(b.Config.Project)
	}
	if l := b.whole(fingerprint); l != nil {
		if err := l.save(m.store); err != nil {
			return err
		}
	}
	err := m.store.Commit()
	if err != nil {
		m.unsaved = unsaved{whole: true}
	}
	return err
}

// saveRenders writes the traces, bodies and layouts.
func (m *memo) saveRenders(project string) {
	to := m.store.NewRecord(rendersRecord)
	var w codec.Writer
	m.table.Store(&w, to.Flush)
	m.storeSome(&w, to.Flush, project, slices.Sorted(maps.Keys(m.bodies)), m.keys())
	to.Add(w.Bytes())
	to.End()
	m.store.SetRecord(changesRecord, nil)
}

// keys are those of all records, in order.
func (m *memo) keys() []string {
	keys := slices.AppendSeq(slices.Clone(m.plan.Keys), maps.Keys(m.beside))
	slices.Sort(keys)
	return slices.Compact(keys)
}

// saveChanges writes what is not in the record of renders.
func (m *memo) saveChanges(project string) {
	u := &m.unsaved
	var w codec.Writer
	w.Uvarint(uint64(u.times))
	m.table.StoreChanges(&w, u.questions, slices.Sorted(maps.Keys(u.answers)))
	m.storeSome(&w, func(*codec.Writer) {}, project, slices.Sorted(maps.Keys(u.bodies)), slices.Sorted(maps.Keys(u.renders)))
	m.store.SetRecord(changesRecord, w.Bytes())
}

// storeSome writes the bodies and layouts of these names; of those that are no more or cannot be kept it says so. It calls
// flush between them.
func (m *memo) storeSome(w *codec.Writer, flush func(*codec.Writer), project string, bodies, renders []string) {
	w.Uvarint(uint64(len(bodies)))
	var one codec.Writer
	for _, name := range bodies {
		w.Text(name)
		body := m.bodies[name]
		one.Reset()
		there := body != nil && body.Store(&one, project) && m.putText(name, body)
		if w.Bool(there); there {
			w.Raw(one.Bytes())
		}
		flush(w)
	}
	w.Uvarint(uint64(len(renders)))
	for _, key := range renders {
		w.Text(key)
		rec := m.record(key)
		if w.Bool(rec != nil); rec != nil {
			rec.Store(w, project)
		}
		flush(w)
	}
}

// putText keeps the text of a body; false when it cannot be had.
func (m *memo) putText(name string, body *render.Body) bool {
	key := texts.Key(name, body.Hash())
	if m.store.Use(key) {
		return true
	}
	text, err := body.Text()
	if err != nil {
		return false
	}
	m.store.PutText(key, text)
	return true
}
