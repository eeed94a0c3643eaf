package builder

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/cache"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/html"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/internal/wire"
	"github.com/sitegen/sitegen/themes"
)

// Names of the records in the cache.
const (
	documentsRecord = "documents"
	rendersRecord   = "renders"
)

// cacheFormat is part of the cache's version: what this file writes.
const cacheFormat = "1"

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
		if known, err := content.DecodeKnown(record); err == nil {
			b.old.known = known
		}
	}
	if record, ok := b.old.store.Record(rendersRecord); ok {
		b.loadRenders(wire.NewReader(record))
	}
	return nil, nil
}

// loadRenders reads the traces, bodies and layouts.
func (b *build) loadRenders(r *wire.Reader) {
	table := trace.LoadTable(r)
	n := r.Len(8)
	bodies := make(map[string]*themes.Body, n)
	good := true
	for range n {
		name := r.Text()
		body := themes.LoadBody(name, r, b.cfg.Project)
		body.ReadText(b.piece(name, body))
		bodies[name] = body
		good = good && table.Known(body.Asked())
	}
	n = r.Len(8)
	renders := make(map[string]*record, n)
	for range n {
		rec := b.loadRecord(r)
		renders[rec.key] = rec
		good = good && table.Known(rec.asked)
	}
	if r.End() != nil || !good {
		return
	}
	b.old.table, b.old.bodies, b.old.renders, b.old.size = table, bodies, renders, table.Len()
}

// errLost is the error of a body whose text the cache has not any more: it is rendered again.
var errLost = errors.New("it is damaged")

// piece returns how to read the text of a body from the cache.
func (b *build) piece(name string, body *themes.Body) themes.Reader {
	store, key := b.old.store, pieceKey(name, body)
	return func(low, high int) (string, error) {
		text, ok := store.Blob(key)
		if !ok || low > high || high > len(text) {
			return "", errLost
		}
		return string(text[low:high]), nil
	}
}

func pieceKey(name string, body *themes.Body) cache.Key {
	var k cache.Key
	binary.LittleEndian.PutUint64(k[:], trace.Hash([]byte(name)))
	binary.LittleEndian.PutUint64(k[8:], body.Hash())
	return k
}

// blocks keeps highlighted code in the cache.
type blocks struct{ store *cache.Store }

// Block returns a block as it was kept.
func (b blocks) Block(key []byte) ([]byte, bool) { return b.store.Blob(blockKey(key)) }

// KeepBlock keeps a block.
func (b blocks) KeepBlock(key, text []byte) { b.store.Put(blockKey(key), text) }

func blockKey(key []byte) cache.Key { return cache.KeyOf(append([]byte("block\x00"), key...)) }

// saveCache writes what builds of other processes may use. The cache serves speed alone: when it cannot
// be written that is said, and no more.
func (b *build) saveCache(m *memo, fingerprint string) error {
	if m.store == nil || m.store.Off() != "" {
		return nil
	}
	if b.old.known == nil || m.known.Lacks(b.old.known) > 0 {
		m.store.SetRecord(documentsRecord, m.known.Encode())
	}
	if b.res.Rendered > 0 || b.run.Filled() > 0 || len(m.renders) != len(b.old.renders) || len(m.bodies) != len(b.old.bodies) {
		m.saveRenders(b.cfg.Project)
	}
	if l := b.whole(fingerprint); l != nil {
		record, err := json.Marshal(l)
		if err != nil {
			return err
		}
		m.store.SetRecord(lastRecord, record)
	}
	return m.store.Commit()
}

// saveRenders writes the traces, bodies and layouts.
func (m *memo) saveRenders(project string) {
	var w wire.Writer
	m.table.Store(&w)
	var part wire.Writer
	n := 0
	for _, name := range slices.Sorted(maps.Keys(m.bodies)) {
		body := m.bodies[name]
		var one wire.Writer
		if one.Text(name); !body.Store(&one, project) || !m.putText(name, body) {
			continue
		}
		part.Raw(one.Bytes())
		n++
	}
	w.Uvarint(uint64(n))
	w.Raw(part.Bytes())
	w.Uvarint(uint64(len(m.renders)))
	for _, key := range slices.Sorted(maps.Keys(m.renders)) {
		m.renders[key].store(&w, project)
	}
	m.store.SetRecord(rendersRecord, w.Bytes())
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

// store writes a record.
func (r *record) store(w *wire.Writer, project string) {
	w.Text(r.key)
	trace.StoreIDs(w, r.asked)
	w.Bool(r.noTemplate)
	w.Uvarint(uint64(len(r.outputs)))
	for _, o := range r.outputs {
		w.Text(o.file)
		w.Text(o.mediaType)
		w.Text(themes.Relative(project, o.from))
		w.Int(int(o.size))
		w.Fixed(o.hash)
	}
	diag.Store(w, r.found)
	w.Bool(r.facts != nil)
	if f := r.facts; f != nil {
		w.Bool(f.NoIndex)
		w.Text(f.Canonical)
		w.Fixed(f.Main)
		w.Fixed(f.Reads)
		media := ""
		if len(f.Media.Images)+len(f.Media.Videos) > 0 {
			b, _ := json.Marshal(f.Media) // plain texts and numbers
			media = string(b)
		}
		w.Text(media)
	}
}

func (b *build) loadRecord(r *wire.Reader) *record {
	out := &record{key: r.Text(), asked: trace.LoadIDs(r), noTemplate: r.Bool()}
	if n := r.Len(12); n > 0 {
		out.outputs = make([]written, n)
		for i := range out.outputs {
			out.outputs[i] = written{
				file: r.Text(), mediaType: r.Text(), from: themes.Absolute(b.cfg.Project, r.Text()), size: int64(r.Int()), hash: r.Fixed(),
			}
		}
	}
	out.found = diag.Load(r)
	if r.Bool() {
		f := &discovery.PageFacts{NoIndex: r.Bool(), Canonical: r.Text(), Main: r.Fixed(), Reads: r.Fixed()}
		if media := r.Text(); media != "" {
			var m html.Media
			if json.Unmarshal([]byte(media), &m) == nil {
				f.Media = m
			}
		}
		out.facts = f
	}
	return out
}
