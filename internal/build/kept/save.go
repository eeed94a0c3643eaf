package kept

import (
	"maps"
	"slices"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/template/render"
	"github.com/sitegen/sitegen/internal/template/render/texts"
)

// unsaved is what a memo has and the cache on disk lacks. It keeps an edit of one page cheap: the record of all renders
// stays as it is, and a small record next to it has the changes.
type unsaved struct {
	whole     bool // the cache has no record that changes could be added to
	documents bool // the documents are on disk,
	fresh     int  // except those of at most this many files
	questions int  // number of questions in the table on disk
	times     int  // how many times changes were written
	bodies    map[string]bool
	renders   map[string]bool
	answers   map[trace.ID]bool // questions on disk whose answers changed
}

// These limit the changes that are kept next to the record of renders. Each process reads them, and unused texts of
// bodies stay in the cache until that record is written again.
const (
	mostTimes = 200
	mostParts = 8 // changes may be one in this many of everything
	mostFiles = 64
)

// Change is the difference between a build and the one before.
type Change struct {
	Old     *Memo
	Fresh   int // files that were read
	Run     *render.Run
	Same    bool                      // pages and templates are those of the build before
	Before  func(at int) *task.Record // record of a job of the plan in the build before
	Answers []trace.ID                // questions whose answers changed
}

// Note adds the changes of a build to those that are not saved yet.
func (m *Memo) Note(c Change) {
	m.unsaved = c.Old.unsaved
	m.unsaved.fresh += c.Fresh
	if m.Store != nil {
		m.unsaved.note(m, c)
	}
}

func (u *unsaved) note(now *Memo, c Change) {
	if u.whole {
		return
	}
	for _, id := range c.Answers {
		if int(id) < u.questions {
			put(&u.answers, id)
		}
	}
	c.Run.Rendered(func(name string, _ *render.Body) { put(&u.bodies, name) })
	if !c.Same {
		u.noteGone(c)
	}
	for i, r := range now.Records {
		if r != c.Before(i) {
			put(&u.renders, now.Plan.Keys[i])
		}
	}
	for key, r := range now.Beside {
		if r != c.Old.Beside[key] {
			put(&u.renders, key)
		}
	}
	for key := range c.Old.Beside {
		if now.Beside[key] == nil {
			put(&u.renders, key)
		}
	}
	if c.Old.Plan == nil || now.Plan.Like(c.Old.Plan) {
		return
	}
	for _, key := range c.Old.Plan.Keys {
		if _, ok := now.Plan.Find(key); !ok {
			put(&u.renders, key)
		}
	}
}

// noteGone adds the bodies that no longer exist.
func (u *unsaved) noteGone(c Change) {
	n := 0
	c.Run.Bodies(func(name string, _ *render.Body) {
		if c.Old.Bodies[name] != nil {
			n++
		}
	})
	if n == len(c.Old.Bodies) {
		return
	}
	there := make(map[string]bool, n)
	c.Run.Bodies(func(name string, _ *render.Body) { there[name] = true })
	for name := range c.Old.Bodies {
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

// much reports whether it is better to write everything than to add changes.
func (u *unsaved) much(m *Memo) bool {
	return u.whole || u.times >= mostTimes ||
		(len(u.bodies)+len(u.renders))*mostParts > len(m.Bodies)+len(m.Records)+len(m.Beside) ||
		(m.Table.Len()-u.questions)*mostParts > u.questions
}

// Save writes the cache for other processes. The cache only saves time, so an error means nothing more than a slower
// next build.
func (m *Memo) Save(project string, last func() error) error {
	if m.Store == nil || m.Store.Off() != "" {
		return nil
	}
	if m.Store.Gone() {
		if err := m.Store.Renew(); err != nil || m.Store.Off() != "" {
			return err
		}
		m.unsaved = unsaved{whole: true}
	}
	u := &m.unsaved
	if !u.documents || u.fresh > mostFiles {
		record, err := m.Tree.MarshalBinary()
		if err != nil {
			return err
		}
		m.Store.SetRecord(documentsRecord, record)
		u.documents, u.fresh = true, 0
	}
	switch {
	case u.any(m.Table) && u.much(m):
		m.SaveRenders(project)
		m.unsaved = unsaved{documents: u.documents, fresh: u.fresh, questions: m.Table.Len()}
	case u.any(m.Table):
		u.times++
		m.saveChanges(project)
	}
	if err := last(); err != nil {
		return err
	}
	err := m.Store.Commit()
	if err != nil {
		m.unsaved = unsaved{whole: true}
	}
	return err
}

// SaveRenders writes the traces, bodies and layouts.
func (m *Memo) SaveRenders(project string) {
	to := m.Store.NewRecord(rendersRecord)
	var w codec.Writer
	m.Table.Store(&w, to.Flush)
	m.storeSome(&w, to.Flush, project, slices.Sorted(maps.Keys(m.Bodies)), m.keys())
	to.Add(w.Bytes())
	to.End()
	m.Store.SetRecord(changesRecord, nil)
}

// keys returns the keys of all records: those of the plan, in its order, and then the others.
func (m *Memo) keys() []string {
	var list []string
	for i, key := range m.Plan.Keys {
		if at, _ := m.Plan.Find(key); at == i {
			list = append(list, key)
		}
	}
	return slices.AppendSeq(list, slices.Values(slices.Sorted(maps.Keys(m.Beside))))
}

// saveChanges writes the changes since the record of renders was written.
func (m *Memo) saveChanges(project string) {
	u := &m.unsaved
	var w codec.Writer
	w.Uvarint(uint64(u.times))
	m.Table.StoreChanges(&w, u.questions, slices.Sorted(maps.Keys(u.answers)))
	m.storeSome(&w, func(*codec.Writer) {}, project, slices.Sorted(maps.Keys(u.bodies)),
		slices.Sorted(maps.Keys(u.renders)))
	m.Store.SetRecord(changesRecord, w.Bytes())
}

// storeSome writes the bodies and layouts with these names, or a mark for those that no longer exist or can't be
// stored. It sometimes calls flush.
func (m *Memo) storeSome(w *codec.Writer, flush func(*codec.Writer), project string, bodies, renders []string) {
	w.Uvarint(uint64(len(bodies)))
	var one codec.Writer
	var ids trace.IDs
	for _, name := range bodies {
		w.Text(name)
		body := m.Bodies[name]
		one.Reset()
		before := ids
		there := body != nil && body.Store(&one, &ids, project) && m.putText(name, body)
		if w.Bool(there); there {
			w.Raw(one.Bytes())
		} else {
			ids = before
		}
		flush(w)
	}
	w.Uvarint(uint64(len(renders)))
	var list []*task.Record
	for _, key := range renders {
		w.Text(key)
		rec := m.Record(key)
		if w.Bool(rec != nil); rec != nil {
			list = append(list, rec)
		}
		flush(w)
	}
	task.Store(w, flush, list, &ids, project)
}

// putText stores the text of a body; false if the text can't be read.
func (m *Memo) putText(name string, body *render.Body) bool {
	key := texts.Key(name, body.Hash())
	if m.Store.Use(key) {
		return true
	}
	text, err := body.Text()
	if err != nil {
		return false
	}
	m.Store.PutText(key, text)
	return true
}
