package builder

import (
	"bytes"
	"context"
	"os"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/disk"
	"github.com/sitegen/sitegen/internal/ledger"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/internal/wire"
	"github.com/sitegen/sitegen/themes"
)

// finish writes what is different. nil means that nothing was.
func (e *edit) finish(ctx context.Context) *Result {
	file := themes.Absolute(e.o.Source, e.last.LedgerFile)
	text, err := os.ReadFile(file)
	if err != nil || file != e.ledgerFile() || max(1, trace.Hash(text)) != e.last.Ledger {
		return nil
	}
	res := e.last.Result
	next, ok := e.revise(text, &res)
	if !ok {
		return nil
	}
	changes, ok := e.write(ctx)
	if !ok {
		return nil
	}
	if !bytes.Equal(next, text) {
		if err := replaceFile(file, next); err != nil {
			return nil // the build that follows says so
		}
	}
	for _, list := range e.records {
		res.Rendered += len(list)
	}
	res.Destination, res.Written, res.Unchanged = e.seen.out, changes.Written, res.Unchanged-changes.Written
	if err := e.save(trace.Hash(next)); err != nil {
		res.CacheOff = err.Error()
	}
	return &res
}

// revise returns the text of the ledger after this build, and tells in the result which addresses changed.
func (e *edit) revise(text []byte, res *Result) ([]byte, bool) {
	var items []ledger.Item
	for i, p := range e.pages {
		facts := discovery.PageFacts{}
		for _, r := range e.records[i] {
			if r.facts != nil {
				facts = *r.facts
				facts.Reads = mixReads(r.facts.Reads, e.bodies[i].Reads())
			}
		}
		if item, known := e.listing.Item(p, facts); known {
			items = append(items, item)
		}
	}
	slices.SortFunc(items, func(a, b ledger.Item) int { return strings.Compare(a.URL, b.URL) })
	for _, item := range items {
		next, changed, ok := ledger.Revise(text, e.o.Clock, item)
		if !ok {
			return nil, false
		}
		if text = next; changed {
			res.URLs.Changed = append(res.URLs.Changed, e.listing.Address(item))
		}
	}
	return text, true
}

// write puts the new outputs in place of the old ones.
func (e *edit) write(ctx context.Context) (disk.Changes, bool) {
	tree, err := disk.Open(disk.Options{
		Dir: e.seen.out, State: e.stateDir(), Project: e.cfg.Project, Sources: e.sources(), Adopt: e.o.Adopt,
	})
	if err != nil {
		return disk.Changes{}, false
	}
	stage := tree.StageSome()
	defer stage.Discard()
	if !tree.Kept() {
		return disk.Changes{}, false
	}
	for i, p := range e.pages {
		for _, r := range e.records[i] {
			for _, o := range r.outputs {
				if err := stage.Add(o.file, e.drafts.files[o.file], pageName(p)); err != nil {
					return disk.Changes{}, false
				}
			}
		}
	}
	changes, err := stage.Patch(ctx, e.o.Jobs)
	return changes, err == nil
}

// save keeps what the next build may use.
func (e *edit) save(ledger uint64) error {
	store := e.old.store
	for i, entry := range e.entries {
		for at, id := range entry.ids {
			entry.answers[at] = e.old.table.At(e.numbers[id]).Answer
		}
		e.renumber(e.bodies[i].Asked())
		for _, r := range e.records[i] {
			e.renumber(r.asked)
		}
		entry.records = e.records[i]
		var w wire.Writer
		entry.store(&w, nil, e.cfg.Project)
		e.edits.put(entry.file, w.Bytes())
	}
	e.edits.times++
	old, _ := store.Record(changesRecord)
	var w wire.Writer
	w.Raw(old)
	e.appendChanges(&w)
	store.SetRecord(changesRecord, w.Bytes())
	store.SetRecord(editsRecord, e.edits.store())
	l := e.last
	l.Made, l.Clock, l.Ledger = store.Now(), e.o.Clock, max(1, ledger)
	l.Inputs = e.seen.inputs(l, e.o.Source)
	if err := l.save(store, e.seen, e.o.Source); err != nil {
		return err
	}
	return store.Commit()
}

// renumber turns numbers in the table of this build into those of the table that is kept.
func (e *edit) renumber(ids []trace.ID) {
	for i, id := range ids {
		ids[i] = e.ids[id]
	}
}

// appendChanges writes what changed behind what changed in builds before.
func (e *edit) appendChanges(w *wire.Writer) {
	w.Uvarint(uint64(e.edits.times))
	w.Uvarint(uint64(e.edits.questions))
	w.Uvarint(uint64(len(e.changed)))
	for _, id := range e.changed {
		w.Uvarint(uint64(e.ids[id]))
		w.Fixed(e.old.table.At(id).Answer)
	}
	w.Uvarint(0) // new questions
	w.Uvarint(uint64(len(e.entries)))
	m := &memo{store: e.old.store}
	var one wire.Writer
	for i, entry := range e.entries {
		w.Text(entry.key)
		one.Reset()
		there := e.bodies[i].Store(&one, e.cfg.Project) && m.putText(entry.key, e.bodies[i])
		if w.Bool(there); there {
			w.Raw(one.Bytes())
		}
	}
	n := 0
	for _, entry := range e.entries {
		n += len(entry.keys)
	}
	w.Uvarint(uint64(n))
	for _, entry := range e.entries {
		for i, key := range entry.keys {
			w.Text(key)
			w.Bool(true)
			entry.records[i].store(w, e.cfg.Project)
		}
	}
}
