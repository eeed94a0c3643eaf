package kept

import (
	"maps"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/template/render"
	"github.com/sitegen/sitegen/internal/template/render/texts"
)

// Names of the records in the cache.
const (
	documentsRecord = "documents"
	rendersRecord   = "renders"
	changesRecord   = "changes" // to the record of renders
)

// format is part of the cache version. Change it whenever the encoding in this file changes.
const format = "20"

// cacheReader reads the renders of other processes into a memo.
type cacheReader struct {
	*project.Project
	old *Memo // receives what is read
}

// loaded is the content of a record of renders.
type loaded struct {
	bodies  map[string]*render.Body // nil if it no longer exists
	renders map[string]*task.Record
	keys    []string // of renders
}

// LoadDocuments reads the content as stored by a build of another process. A record that can't be read is ignored.
func (m *Memo) LoadDocuments() {
	if record, ok := m.Store.Record(documentsRecord); ok {
		if tree := new(content.Tree); tree.UnmarshalBinary(record) == nil {
			m.Tree, m.unsaved.documents = tree, true
		}
	}
	m.unsaved.whole = true
}

// LoadRenders reads the renders of other processes, or of shards.
func (m *Memo) LoadRenders(p *project.Project) {
	c := &cacheReader{p, m}
	if m.Shards != nil {
		c.loadShards()
	} else if record, ok := m.Store.Record(rendersRecord); ok {
		c.loadRenders(record)
	}
}

// loadRenders reads the traces, bodies and layouts, and then the changes since they were written.
func (c *cacheReader) loadRenders(whole []byte) {
	r := codec.NewReader(whole)
	table := trace.LoadTable(r)
	all := c.loadSome(r, c.old.Store)
	if r.End() != nil || !all.knownTo(table) {
		return
	}
	maps.DeleteFunc(all.bodies, func(_ string, b *render.Body) bool { return b == nil })
	u := unsaved{documents: c.old.unsaved.documents, fresh: c.old.unsaved.fresh, questions: table.Len()}
	if record, ok := c.old.Store.Record(changesRecord); ok && len(record) > 0 {
		if r := codec.NewReader(record); !c.loadChanges(r, table, &all, &u) || r.End() != nil {
			return
		}
	}
	c.use(table, &all, u)
}

// use takes over everything that was read into the memo.
func (c *cacheReader) use(table *trace.Table, all *loaded, u unsaved) {
	c.old.Table, c.old.Bodies, c.old.Size, c.old.unsaved = table, all.bodies, u.questions, u
	c.old.Beside = map[string]*task.Record{}
	c.old.Plan, c.old.Records = task.OldPlan(), make([]*task.Record, 0, len(all.renders))
	for _, key := range all.keys {
		switch rec := all.renders[key]; {
		case rec == nil:
		case task.IsBeside(key):
			c.old.Beside[key] = rec
		default:
			c.old.Plan.Keys, c.old.Records = append(c.old.Plan.Keys, key), append(c.old.Records, rec)
		}
	}
}

// loadChanges applies the stored changes to what was read.
func (c *cacheReader) loadChanges(r *codec.Reader, table *trace.Table, all *loaded, u *unsaved) bool {
	u.times = int(r.Uvarint())
	changed, ok := table.LoadChanges(r)
	if !ok {
		return false
	}
	some := c.loadSome(r, c.old.Store)
	if r.Err() != nil || !some.knownTo(table) {
		return false
	}
	for _, id := range changed {
		if int(id) < u.questions { // newer questions are written with the changes each time
			put(&u.answers, id)
		}
	}
	for name, body := range some.bodies {
		put(&u.bodies, name)
		if all.bodies[name] = body; body == nil {
			delete(all.bodies, name)
		}
	}
	for _, key := range some.keys {
		put(&u.renders, key)
		if _, known := all.renders[key]; !known {
			all.keys = append(all.keys, key)
		}
		all.renders[key] = some.renders[key]
	}
	return true
}

// loadSome reads bodies and layouts by name; the texts of the bodies are in store.
func (c *cacheReader) loadSome(r *codec.Reader, store *cache.Store) loaded {
	n, text := r.Len(2), texts.Cached(store)
	all := loaded{bodies: make(map[string]*render.Body, n)}
	var ids trace.IDs
	for range n {
		name := r.Text()
		if !r.Bool() {
			all.bodies[name] = nil
			continue
		}
		body := render.LoadBody(name, r, &ids, c.Config.Project)
		body.ReadText(text)
		all.bodies[name] = body
	}
	n = r.Len(2)
	all.renders, all.keys = make(map[string]*task.Record, n), make([]string, n)
	var list []*task.Record
	for i := range n {
		key := r.Text()
		all.keys[i], all.renders[key] = key, nil
		if r.Bool() {
			rec := &task.Record{}
			all.renders[key], list = rec, append(list, rec)
		}
	}
	task.Load(r, list, &ids, c.Config.Project)
	return all
}

// knownTo reports whether the table has every question that was asked.
func (l loaded) knownTo(table *trace.Table) bool {
	for _, body := range l.bodies {
		if body != nil && !table.Known(body.Asked()) {
			return false
		}
	}
	for _, rec := range l.renders {
		if rec != nil && !table.Known(rec.Asked) {
			return false
		}
	}
	return true
}

// loadShards reads the renders of all shards. It ignores renders that do not agree with another shard, so they are made
// again.
func (c *cacheReader) loadShards() {
	table, all := trace.Load(nil, nil), loaded{bodies: map[string]*render.Body{}, renders: map[string]*task.Record{}}
	for _, store := range c.old.Shards.Stores() {
		data, _ := store.Record(rendersRecord)
		r := codec.NewReader(data)
		of := trace.LoadTable(r)
		some := c.loadSome(r, store)
		if r.End() != nil || !some.knownTo(of) {
			continue
		}
		renumber := table.Join(of)
		maps.DeleteFunc(some.bodies, func(name string, b *render.Body) bool {
			return b == nil || all.bodies[name] != nil || !renumber(b.Asked())
		})
		maps.Copy(all.bodies, some.bodies)
		for _, key := range some.keys {
			if rec := some.renders[key]; rec != nil && renumber(rec.Asked) {
				all.keys, all.renders[key] = append(all.keys, key), rec
			}
		}
	}
	u := c.old.unsaved
	u.questions = table.Len()
	c.use(table, &all, u)
}

// Open opens the cache in a folder; version identifies the program.
func Open(dir, version string) *cache.Store {
	return cache.Open(dir, version+"\x00"+format, cache.Options{})
}
