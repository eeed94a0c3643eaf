package builder

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/internal/wire"
	"github.com/sitegen/sitegen/themes"
)

// unsaved is what a memo has that the cache on disk has not, so that an edit of one page does not have all
// pages written again: the record of renders stays, and a small one beside it says what changed.
type unsaved struct {
	whole     bool           // there is nothing on disk that what changed could be added to
	known     *content.Known // that is on disk
	questions int            // in the table that is on disk
	times     int            // that changes were written
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
func (u *unsaved) note(old, now *memo, answers []trace.ID) {
	if u.whole {
		return
	}
	for _, id := range answers {
		if int(id) < u.questions {
			put(&u.answers, id)
		}
	}
	differing(old.bodies, now.bodies, func(name string) { put(&u.bodies, name) })
	differing(old.renders, now.renders, func(key string) { put(&u.renders, key) })
}

func put[K comparable](set *map[K]bool, key K) {
	if *set == nil {
		*set = map[K]bool{}
	}
	(*set)[key] = true
}

// differing calls yield with the keys under which two maps do not hold the same, in no order.
func differing[V comparable](old, now map[string]V, yield func(string)) {
	same := 0
	for k, v := range now {
		if was, ok := old[k]; ok && was == v {
			same++
			continue
		}
		yield(k)
	}
	if same == len(old) {
		return
	}
	for k := range old {
		if _, ok := now[k]; !ok {
			yield(k)
		}
	}
}

// any reports whether there is something to write.
func (u *unsaved) any(table *trace.Table) bool {
	return u.whole || len(u.bodies)+len(u.renders)+len(u.answers) > 0 || table.Len() != u.questions
}

// much reports whether it is better to write everything.
func (u *unsaved) much(m *memo) bool {
	return u.whole || u.times >= mostTimes || (len(u.bodies)+len(u.renders))*mostParts > len(m.bodies)+len(m.renders) ||
		(m.table.Len()-u.questions)*mostParts > u.questions
}

// saveCache writes what builds of other processes may use. The cache serves speed alone: when it cannot
// be written that is said, and no more.
func (b *build) saveCache(m *memo, fingerprint string) error {
	if m.store == nil || m.store.Off() != "" {
		return nil
	}
	u := &m.unsaved
	if u.known == nil || m.known.Lacks(u.known) > mostFiles {
		m.store.SetRecord(documentsRecord, m.known.Encode())
		u.known = m.known
	}
	switch {
	case u.any(m.table) && u.much(m):
		m.saveRenders(b.cfg.Project)
		m.unsaved = unsaved{known: u.known, questions: m.table.Len()}
	case u.any(m.table):
		u.times++
		m.saveChanges(b.cfg.Project)
	}
	if l := b.whole(fingerprint); l != nil {
		record, err := json.Marshal(l)
		if err != nil {
			return err
		}
		m.store.SetRecord(lastRecord, record)
	}
	err := m.store.Commit()
	if err != nil {
		m.unsaved = unsaved{whole: true}
	}
	return err
}

// saveRenders writes the traces, bodies and layouts.
func (m *memo) saveRenders(project string) {
	var w wire.Writer
	w.Grow(1 << 10 * len(m.renders)) // about right
	m.table.Store(&w)
	m.storeSome(&w, project, slices.Sorted(maps.Keys(m.bodies)), slices.Sorted(maps.Keys(m.renders)))
	m.store.SetRecord(rendersRecord, w.Bytes())
	m.store.SetRecord(changesRecord, nil)
}

// saveChanges writes what is not in the record of renders.
func (m *memo) saveChanges(project string) {
	u := &m.unsaved
	var w wire.Writer
	w.Uvarint(uint64(u.times))
	m.table.StoreChanges(&w, u.questions, slices.Sorted(maps.Keys(u.answers)))
	m.storeSome(&w, project, slices.Sorted(maps.Keys(u.bodies)), slices.Sorted(maps.Keys(u.renders)))
	m.store.SetRecord(changesRecord, w.Bytes())
}

// storeSome writes the bodies and layouts of these names; of those that are no more or cannot be kept it says so.
func (m *memo) storeSome(w *wire.Writer, project string, bodies, renders []string) {
	w.Uvarint(uint64(len(bodies)))
	var one wire.Writer
	for _, name := range bodies {
		w.Text(name)
		body := m.bodies[name]
		one.Reset()
		there := body != nil && body.Store(&one, project) && m.putText(name, body)
		if w.Bool(there); there {
			w.Raw(one.Bytes())
		}
	}
	w.Uvarint(uint64(len(renders)))
	for _, key := range renders {
		w.Text(key)
		rec := m.renders[key]
		if w.Bool(rec != nil); rec != nil {
			rec.store(w, project)
		}
	}
}

// putText keeps the text of a body; false when it cannot be had.
func (m *memo) putText(name string, body *themes.Body) bool {
	key := pieceKey(name, body)
	if m.store.Use(key) {
		return true
	}
	text, err := body.Text()
	if err != nil {
		return false
	}
	m.store.Put(key, []byte(text))
	return true
}
