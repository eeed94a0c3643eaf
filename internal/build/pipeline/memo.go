package pipeline

import (
	"errors"
	"iter"

	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/shard"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
	"github.com/sitegen/sitegen/internal/template/render"
	"github.com/sitegen/sitegen/internal/template/render/tex"
	"github.com/sitegen/sitegen/internal/template/render/texts"
)

// memo is what a good build leaves to the next one of the same Builder. It answers one question: was
// this asked before, and from the same inputs? A build that fails leaves the memo as it was.
type memo struct {
	inputs

	store   *cache.Store // on disk; nil: none
	studio  *picture.Studio
	math    *tex.Engine
	remote  answers
	outputs *output.Files // with Options.Memory
	spool   *disk.Spool   // holds the bytes of outputs
	texts   *disk.Spool   // holds the HTML of bodies
	former  *disk.Spool   // holds outputs that may still be read; nil: none

	table   *trace.Table
	bodies  map[string]*render.Body // by the name that themes gives
	plan    *task.Plan
	records []*task.Record          // of the jobs of plan
	beside  map[string]*task.Record // of tasks beside these, by key: emissions and the search index
	size    int                     // of the table when it was last compacted

	shards *shard.Joined // that the records are of; nil: none

	unsaved unsaved // what the cache on disk has not yet
}

// remember returns what the next build may use.
func (b *build) remember() memo {
	m := memo{store: b.old.store, studio: b.old.studio, math: b.old.math, remote: b.old.remote, spool: b.spool, outputs: b.res.Outputs, texts: b.texts, shards: b.old.shards}
	if m.former = b.old.former; b.old.spool != nil && b.old.spool != m.spool {
		// A reader of outputs from before the last move has had the time of many builds.
		if m.former != nil {
			_ = m.former.Close()
		}
		m.former = b.old.spool
	}
	if b.round == nil {
		return m
	}
	m.inputs = b.in
	m.inputs.workers = b.workers
	changed := b.round.Commit()
	m.table, m.size, m.plan = b.old.table, b.old.size, b.planned
	m.records = make([]*task.Record, len(b.tasks))
	for i := range b.tasks {
		m.records[i] = b.tasks[i].Result.Record
	}
	m.beside = b.done.Now
	m.unsaved = b.old.unsaved
	m.unsaved.fresh += b.tree.Fresh
	if m.store != nil {
		m.unsaved.note(b, &m, changed)
	}
	m.bodies = b.bodiesNow()
	m.moveTexts(b.StateDir(), b.Options.Slack)
	if m.size == 0 {
		m.size = m.table.Len() // of questions that were all asked just now
	}
	if m.table.Len() > 2*m.size {
		m.table = m.table.Compact(m.asked())
		m.size = m.table.Len()
		m.unsaved.whole = true
	}
	return m
}

// bodiesNow returns the bodies by name. With the site and theme of the build before they are the bodies of that build,
// but for those that were rendered: that map is of no further use to anybody.
func (b *build) bodiesNow() map[string]*render.Body {
	if b.reusesSiteAndTheme() && b.old.bodies != nil {
		b.run.Rendered(func(name string, body *render.Body) { b.old.bodies[name] = body })
		return b.old.bodies
	}
	all := make(map[string]*render.Body, len(b.site.Pages))
	b.run.Bodies(func(name string, body *render.Body) { all[name] = body })
	return all
}

// record returns what the job with a key gave; nil: there was none.
func (m *memo) record(key string) *task.Record {
	if i, ok := m.plan.Find(key); ok {
		return m.records[i]
	}
	return m.beside[key]
}

// moveTexts moves the bodies to a new file when most of the old one is not wanted any more.
func (m *memo) moveTexts(state string, slack int64) {
	wanted := int64(0)
	for _, b := range m.bodies {
		wanted += int64(b.Size())
	}
	if !wasted(m.texts, wanted, slack) {
		return
	}
	next := disk.NewSpool(state, bodiesInMemory)
	for _, b := range m.bodies {
		if text, err := b.Text(); err == nil { // else it is rendered again when it is wanted
			b.ReadText(texts.Spooled(next, text))
		}
	}
	_ = m.texts.Close()
	m.texts = next
}

// asked yields what every render that is kept asked.
func (m *memo) asked() iter.Seq[[]trace.ID] {
	return func(yield func([]trace.ID) bool) {
		for _, b := range m.bodies {
			if !yield(b.Asked()) {
				return
			}
		}
		for _, r := range m.beside {
			if !yield(r.Asked) {
				return
			}
		}
		seen := make(map[*task.Record]bool, len(m.records))
		for _, r := range m.records {
			if !seen[r] && !yield(r.Asked) {
				return
			}
			seen[r] = true
		}
	}
}

// close gives back what is kept in files.
func (m *memo) close() error {
	err := errors.Join(m.run.End(), m.shards.Close())
	if m.store != nil {
		err = errors.Join(err, m.store.Close())
	}
	for _, s := range []*disk.Spool{m.spool, m.texts, m.former} {
		if s != nil {
			if e := s.Close(); err == nil {
				err = e
			}
		}
	}
	return err
}
