package pipeline

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/searchindex"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/template/render"
	"github.com/sitegen/sitegen/internal/template/render/texts"
)

// Names of the records in the cache.
const (
	documentsRecord = "documents"
	rendersRecord   = "renders"
	changesRecord   = "changes" // to the record of renders
)

// cacheFormat is part of the cache's version: what this file writes.
const cacheFormat = "17"

// checkState refuses a state folder that a checkout can have made into a way out of the project.
func (b *Builder) checkState() error {
	if found := disk.Problem(disk.CheckState(b.o.Source, b.stateDir())); len(found) > 0 {
		return found.Err()
	}
	return nil
}

// openCache opens the cache on disk in the first build.
func (b *Builder) openCache() {
	if b.o.NoCache || b.o.Version == "" || b.kept.store != nil {
		return
	}
	if info, err := os.Stat(b.o.Source); err != nil || !info.IsDir() {
		return // the configuration says so
	}
	dir := "cache"
	if b.o.Memory {
		dir = "cache-preview" // of other options as a rule, and a build beside the preview wants its own
	}
	b.kept.store = cache.Open(filepath.Join(b.stateDir(), dir), b.o.Version+"\x00"+cacheFormat, cache.Options{})
}

// readCache reads what builds of other processes left, in the first build of a Builder. What cannot be
// read is not there.
func (b *build) readCache(context.Context) (diag.List, error) {
	if b.old.store == nil || b.old.table != nil {
		return nil, nil
	}
	b.res.CacheOff = b.old.store.Off()
	if record, ok := b.old.store.Record(documentsRecord); ok {
		if tree := new(content.Tree); tree.UnmarshalBinary(record) == nil {
			b.old.tree, b.old.unsaved.documents = tree, true
		}
	}
	b.old.unsaved.whole = true
	b.reading = par.Start(func() {
		c := &cacheReader{&b.Project, &b.old}
		if b.old.shards != nil {
			c.loadShards()
		} else if record, ok := b.old.store.Record(rendersRecord); ok {
			c.loadRenders(record)
		}
	})
	return nil, nil
}

// awaitCache waits until what the build before rendered was read: beside the content.
func (b *build) awaitCache() {
	if b.reading != nil {
		b.reading()
	}
}

// cacheReader reads what builds of other processes rendered.
type cacheReader struct {
	*project.Project
	old *memo // gets what is read
}

// loaded is what a record of renders says.
type loaded struct {
	bodies  map[string]*render.Body // nil: it is no more
	renders map[string]*task.Record
	keys    []string // of renders
}

// loadRenders reads the traces, bodies and layouts, and then what changed since they were written.
func (c *cacheReader) loadRenders(whole []byte) {
	r := codec.NewReader(whole)
	table := trace.LoadTable(r)
	all := c.loadSome(r, c.old.store)
	if r.End() != nil || !all.knownTo(table) {
		return
	}
	maps.DeleteFunc(all.bodies, func(_ string, b *render.Body) bool { return b == nil })
	u := unsaved{documents: c.old.unsaved.documents, fresh: c.old.unsaved.fresh, questions: table.Len()}
	if record, ok := c.old.store.Record(changesRecord); ok && len(record) > 0 {
		if r := codec.NewReader(record); !c.loadChanges(r, table, &all, &u) || r.End() != nil {
			return
		}
	}
	c.use(table, &all, u)
}

// use takes over what was read.
func (c *cacheReader) use(table *trace.Table, all *loaded, u unsaved) {
	c.old.table, c.old.bodies, c.old.size, c.old.unsaved = table, all.bodies, u.questions, u
	c.old.beside = map[string]*task.Record{}
	c.old.plan, c.old.records = task.OldPlan(nil), make([]*task.Record, 0, len(all.renders))
	for _, key := range all.keys {
		switch rec := all.renders[key]; {
		case rec == nil:
		case strings.HasPrefix(key, emissionPrefix), strings.HasPrefix(key, searchindex.Prefix):
			c.old.beside[key] = rec
		default:
			c.old.plan.Keys, c.old.records = append(c.old.plan.Keys, key), append(c.old.records, rec)
		}
	}
}

// loadChanges applies what changed to what was read.
func (c *cacheReader) loadChanges(r *codec.Reader, table *trace.Table, all *loaded, u *unsaved) bool {
	u.times = int(r.Uvarint())
	changed, ok := table.LoadChanges(r)
	if !ok {
		return false
	}
	some := c.loadSome(r, c.old.store)
	if r.Err() != nil || !some.knownTo(table) {
		return false
	}
	for _, id := range changed {
		if int(id) < u.questions { // else it came with changes, and will again
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
	for range n {
		name := r.Text()
		if !r.Bool() {
			all.bodies[name] = nil
			continue
		}
		body := render.LoadBody(name, r, c.Config.Project)
		body.ReadText(text)
		all.bodies[name] = body
	}
	n = r.Len(2)
	all.renders, all.keys = make(map[string]*task.Record, n), make([]string, n)
	for i := range n {
		key := r.Text()
		all.keys[i] = key
		if !r.Bool() {
			all.renders[key] = nil
			continue
		}
		all.renders[key] = task.LoadRecord(r, c.Config.Project)
	}
	return all
}

// knownTo reports whether everything that was asked is in the table.
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
