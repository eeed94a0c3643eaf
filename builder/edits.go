package builder

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/internal/wire"
)

// Records for a build in which the texts of some pages are different and nothing else: see edited. That of pages
// has all pages of which others show no text, each to be found and read by itself; that of edits has those that
// are different since it was written.
const (
	pagesRecord = "pages"
	editsRecord = "edits"
	filesRecord = "files" // what each content file was
)

// pageEntry is what is kept of one page: what its file says beside the text, by hash, and all that came of it,
// with what was asked on the way and the answers.
type pageEntry struct {
	file    string // fileKey
	meta    uint64 // content.Document.MetaHash
	key     string // of the page
	beside  []string
	ids     []trace.ID // of the questions
	asked   []trace.Question
	answers []uint64
	keys    []string // of the records
	records []*record
}

// fileKey names a content file by its root and its path there.
func fileKey(root int, path string) string { return string(rune('0'+root)) + "/" + path }

func docKey(d *content.Document) string { return fileKey(d.Root, d.Path) }

// store writes an entry.
func (e *pageEntry) store(w *wire.Writer, table *trace.Table, project string) {
	w.Text(e.file)
	w.Fixed(e.meta)
	w.Text(e.key)
	w.Texts(e.beside)
	w.Uvarint(uint64(len(e.ids)))
	for i, id := range e.ids {
		step := trace.Step{}
		if table != nil {
			step = table.At(id)
		} else {
			step = trace.Step{Question: e.asked[i], Answer: e.answers[i]}
		}
		w.Uvarint(uint64(id))
		w.Uvarint(uint64(step.Kind))
		w.Text(step.Key)
		w.Fixed(step.Answer)
	}
	w.Uvarint(uint64(len(e.records)))
	for i, r := range e.records {
		w.Text(e.keys[i])
		r.store(w, project)
	}
}

// loadEntry reads what store wrote.
func (b *build) loadEntry(r *wire.Reader) *pageEntry {
	e := &pageEntry{file: r.Text(), meta: r.Fixed(), key: r.Text(), beside: r.Texts()}
	for range r.Len(11) {
		e.ids = append(e.ids, trace.ID(r.Uvarint()))
		e.asked = append(e.asked, trace.Question{Kind: trace.Kind(r.Uvarint()), Key: r.Text()})
		e.answers = append(e.answers, r.Fixed())
	}
	for range r.Len(2) {
		e.keys = append(e.keys, r.Text())
		e.records = append(e.records, b.loadRecord(r))
	}
	return e
}

// The record of pages: its head and what the head says of the rest, each with its hash.
const (
	pagesHead  = 8 + 8 + 8 + 8 + 8 // hash of the renders, questions, length of nodes, number of entries, hash of what follows
	pagesPlace = 8 + 8 + 8         // of an entry: hash of its file, place and length, hash
)

// savePages writes the entries of all pages beside a record of renders.
func (m *memo) savePages(b *build, renders []byte) {
	k := newKeeper(b, m)
	var entries, nodes, one wire.Writer
	k.nodes(&nodes)
	type at struct{ file, place, sum uint64 }
	var places []at
	entries.Grow(700 * len(b.site.Pages)) // about right
	for _, p := range b.site.Pages {
		e := k.entry(p)
		if e == nil {
			continue
		}
		one.Reset()
		e.store(&one, m.table, b.cfg.Project)
		places = append(places, at{trace.HashString(e.file), uint64(len(entries.Bytes()))<<24 | uint64(len(one.Bytes())), trace.Hash(one.Bytes())})
		if len(one.Bytes()) >= 1<<24 {
			places = places[:len(places)-1]
			continue
		}
		entries.Raw(one.Bytes())
	}
	slices.SortFunc(places, func(a, b at) int { return compareUint(a.file, b.file) })
	var table wire.Writer
	table.Grow(len(places)*pagesPlace + len(nodes.Bytes()))
	for _, p := range places {
		table.Fixed(p.file)
		table.Fixed(p.place)
		table.Fixed(p.sum)
	}
	table.Raw(nodes.Bytes())
	var w wire.Writer
	w.Grow(pagesHead + len(table.Bytes()) + len(entries.Bytes()))
	w.Fixed(trace.Hash(renders))
	w.Fixed(uint64(m.table.Len()))
	w.Fixed(uint64(len(nodes.Bytes())))
	w.Fixed(uint64(len(places)))
	w.Fixed(trace.Hash(table.Bytes()))
	w.Raw(table.Bytes())
	w.Raw(entries.Bytes())
	m.store.SetRecord(pagesRecord, w.Bytes())
	m.store.SetRecord(editsRecord, nil)
}

func compareUint(a, b uint64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// edits are the entries that are different since the record of pages was written.
type edits struct {
	renders   uint64 // hash of the record of renders
	questions int    // in the table, with all changes
	times     int    // that changes were written
	shared    []string
	files     []string
	entries   [][]byte // of the files; empty: it cannot be built alone
}

func (x *edits) store() []byte {
	var w wire.Writer
	w.Fixed(x.renders)
	w.Uvarint(uint64(x.questions))
	w.Uvarint(uint64(x.times))
	w.Texts(x.shared)
	w.Uvarint(uint64(len(x.files)))
	for i, f := range x.files {
		w.Text(f)
		w.Text(string(x.entries[i]))
	}
	return w.Bytes()
}

func loadEdits(b []byte) (*edits, bool) {
	r := wire.NewReader(b)
	x := &edits{renders: r.Fixed(), questions: int(r.Uvarint()), times: int(r.Uvarint()), shared: r.Texts()}
	for range r.Len(2) {
		x.files = append(x.files, r.Text())
		x.entries = append(x.entries, []byte(r.Text()))
	}
	return x, r.End() == nil
}

// put makes an entry that of a file.
func (x *edits) put(file string, entry []byte) {
	if i := slices.Index(x.files, file); i >= 0 {
		x.entries[i] = entry
		return
	}
	x.files, x.entries = append(x.files, file), append(x.entries, entry)
}

// saveEdits writes the entries of the pages that changed since the record of pages was written.
func (m *memo) saveEdits(b *build) {
	renders, ok := m.store.Sum(rendersRecord)
	if !ok {
		m.store.SetRecord(editsRecord, []byte{0}) // which nobody can read
		return
	}
	u := &m.unsaved
	k := newKeeper(b, m)
	x := &edits{renders: renders, questions: m.table.Len(), times: u.times}
	changed := map[*site.Page]bool{}
	note := func(key string, asked []trace.ID) {
		by := k.pages[key]
		if by != nil {
			changed[by] = true
		}
		for _, id := range asked {
			if p := k.target[id]; p != nil && p != by {
				x.shared = append(x.shared, p.Key)
			}
		}
	}
	for name := range u.bodies {
		key, _, _ := strings.Cut(name, "\x00")
		if body := m.bodies[name]; body != nil {
			note(key, body.Asked())
		}
	}
	for key := range u.renders {
		r := m.record(key)
		page, named := strings.CutPrefix(key, "page\x00")
		page, _, _ = strings.Cut(page, "\x00")
		if !named {
			page = ""
		}
		if r != nil {
			note(page, r.asked)
		} else if p := k.pages[page]; p != nil {
			changed[p] = true
		}
	}
	slices.Sort(x.shared)
	x.shared = slices.Compact(x.shared)
	for _, p := range b.site.Pages {
		if !changed[p] || p.Doc == nil {
			continue
		}
		var w wire.Writer
		if e := k.entry(p); e != nil {
			e.store(&w, m.table, b.cfg.Project)
		}
		x.put(docKey(p.Doc), w.Bytes())
	}
	m.store.SetRecord(editsRecord, x.store())
}

// fixed reads a number of a record of pages.
func fixed(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[8*i:]) }
