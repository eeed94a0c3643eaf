package builder

import (
	"context"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/cache"
	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/disk"
	"github.com/sitegen/sitegen/internal/par"
	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/internal/wire"
	"github.com/sitegen/sitegen/themes"
)

// mostEdited is how many files are rendered without the rest of the site.
const mostEdited = 8

// edited finishes a build in which the texts of a few pages are different and nothing else. These pages are
// rendered in a site of their own: of them, and of the files that the answers to what they asked before are
// made of. That counts only when whatever they ask in it has the answer that it had in the whole site, so that
// they cannot tell the two apart; else, and whenever anything is in doubt, edited returns nil, and nothing was
// changed.
func (b *Builder) edited(ctx context.Context, l *last, s *seen) *Result {
	if !l.Edits || !l.Inputs.Settled(l.Made) {
		return nil
	}
	files := l.differing(b.kept.store, s, b.o.Source)
	if len(files) == 0 || len(files) > mostEdited {
		return nil
	}
	start := time.Duration(0)
	if b.o.Elapsed != nil {
		start = b.o.Elapsed()
	}
	e := &edit{build: &build{ctx: ctx, o: b.o, old: memo{store: b.kept.store}, first: true}, last: l, seen: s}
	defer e.discard()
	if !e.find(files) || !e.read(ctx) {
		return nil
	}
	whole := false
	wait := par.Start(func() { whole = disk.Whole(ctx, b.output(s), b.o.Jobs) })
	same := e.render(ctx)
	if wait(); !same || !whole || ctx.Err() != nil {
		return nil
	}
	res := e.finish(ctx)
	if res != nil && b.o.Elapsed != nil {
		res.Stages = []Timing{{"edits", b.o.Elapsed() - start}}
	}
	return res
}

// differing returns the keys of the content files that are different; nil when something else is.
func (l *last) differing(store *cache.Store, s *seen, project string) (files []string) {
	record, ok := store.Record(filesRecord)
	if !ok || len(l.Each) != len(l.Roots) {
		return nil
	}
	for i, r := range l.Roots {
		if s.Stamp(themes.Absolute(project, r)).Hash != l.Each[i] && !slices.Contains(l.Content, r) {
			return nil
		}
	}
	r := wire.NewReader(record)
	for i, dir := range l.Content {
		f := s.Files(themes.Absolute(project, dir))
		if there := r.Bool(); there != (f != nil) {
			return nil
		} else if !there {
			continue
		}
		if r.Fixed() != f.Names {
			return nil
		}
		sums := make([]uint64, r.Len(8))
		for i := range sums {
			sums[i] = r.Fixed()
		}
		paths, ok := f.Differing(sums)
		if !ok {
			return nil
		}
		for _, p := range paths {
			if key := l.keyOf(project, p); strings.HasPrefix(key, fileKey(i, "")) { // else it belongs to a root inside of this one
				files = append(files, key)
			}
		}
	}
	if r.End() != nil {
		return nil
	}
	return files
}

// keyOf returns the key of a content file by its path: of the innermost folder of content around it.
func (l *last) keyOf(project, path string) string {
	best, key := -1, "?"
	for i, dir := range l.Content {
		abs := themes.Absolute(project, dir)
		if rel, err := filepath.Rel(abs, path); err == nil && filepath.IsLocal(rel) && len(abs) > best {
			best, key = len(abs), fileKey(i, filepath.ToSlash(rel))
		}
	}
	return key
}

// edit is a build of a few pages.
type edit struct {
	*build
	last    *last
	seen    *seen
	entries []*pageEntry
	nodes   map[string][]string // files by the key of the list that is made of them
	edits   *edits

	pages   []*site.Page // of entries
	bodies  []*themes.Body
	records [][]*record           // by entry
	ids     []trace.ID            // of the questions in the table of this build, as the table that is kept has them,
	numbers map[trace.ID]trace.ID // and the way back
	changed []trace.ID            // by their numbers there
	drafts  *drafts
}

// find reads what is kept of the pages that files make.
func (e *edit) find(files []string) bool {
	store := e.old.store
	renders, ok := store.Sum(rendersRecord)
	if !ok {
		return false
	}
	f := store.Peek(pagesRecord)
	if f == nil {
		return false
	}
	defer f.Close()
	pages, ok := openPages(f, renders)
	if !ok {
		return false
	}
	e.edits = &edits{renders: renders, questions: pages.questions}
	if record, ok := store.Record(editsRecord); !ok {
		return false
	} else if len(record) > 0 {
		if e.edits, ok = loadEdits(record); !ok || e.edits.renders != renders {
			return false
		}
	}
	if e.edits.times >= mostTimes {
		return false
	}
	if found, _ := e.config(e.ctx); found.Err() != nil {
		return false
	}
	for _, file := range files {
		raw, ok := pages.entry(file)
		if i := slices.Index(e.edits.files, file); i >= 0 {
			raw, ok = e.edits.entries[i], len(e.edits.entries[i]) > 0
		}
		if !ok {
			return false
		}
		r := wire.NewReader(raw)
		entry := e.loadEntry(r)
		if r.End() != nil || entry.file != file || slices.Contains(e.last.Fed, entry.key) || slices.Contains(e.edits.shared, entry.key) {
			return false
		}
		e.entries = append(e.entries, entry)
	}
	e.nodes = pages.nodes
	return true
}

// read reads the files that are needed, and puts a site of them together. It reports whether the files that are
// different differ in nothing but their texts.
func (e *edit) read(ctx context.Context) bool {
	need := newNeeded(e)
	tree, found, err := content.Load(ctx, e.cfg, content.LoadOptions{Jobs: 1, Entries: need.entries})
	if err != nil || found.Err() != nil || need.lost || len(tree.Roots) != len(e.last.Content) {
		return false
	}
	e.tree = tree
	docs := make([]*content.Document, len(e.entries))
	for i, entry := range e.entries {
		at := slices.IndexFunc(tree.Documents, func(d *content.Document) bool { return docKey(d) == entry.file })
		if at < 0 || tree.Documents[at].MetaHash() != entry.meta {
			return false
		}
		docs[i] = tree.Documents[at]
		for _, d := range slices.Concat(found, e.last.Result.Diagnostics) {
			if d.File == docs[i].File {
				return false
			}
		}
	}
	if e.site, _ = site.Assemble(site.Input{Config: e.cfg, Tree: tree, Now: e.o.Clock}); e.site == nil {
		return false
	}
	for i, entry := range e.entries {
		at := slices.IndexFunc(e.site.Pages, func(p *site.Page) bool { return p.Key == entry.key && p.Doc == docs[i] })
		if at < 0 {
			return false
		}
		e.pages = append(e.pages, e.site.Pages[at])
	}
	e.listing = discovery.Declare(e.site)
	return !slices.ContainsFunc(e.pages, func(p *site.Page) bool { return !e.listing.DatedByItself(p) })
}

// render renders the pages, and reports whether nothing but their own texts and outputs is different.
func (e *edit) render(ctx context.Context) bool {
	e.old.table = e.table()
	before := e.old.table.Len()
	if found, err := e.themes(ctx); err != nil || found.Err() != nil {
		return false
	}
	e.drafts = &drafts{files: map[string][]byte{}}
	e.out = e.drafts
	w := e.borrow()()
	for i, p := range e.pages {
		body, err := w.Body(ctx, p)
		if err != nil || !body.Quiet() {
			return false
		}
		e.bodies = append(e.bodies, body)
		var list []*record
		for n, j := range e.jobsOf(p) {
			if n >= len(e.entries[i].keys) || e.key(j) != e.entries[i].keys[n] {
				return false
			}
			r, err := e.build.render(ctx, w, j, nil)
			if err != nil || !r.like(e.entries[i].records[n], j.target.File) {
				return false
			}
			list = append(list, r)
		}
		if len(list) != len(e.entries[i].keys) {
			return false
		}
		e.records = append(e.records, list)
	}
	e.changed = e.round.Commit()
	return e.old.table.Len() == before && !e.drafts.other && !slices.ContainsFunc(e.changed, func(id trace.ID) bool { return !e.own(e.old.table.At(id).Question) })
}

// table returns the questions that the pages asked, each once, and the answers.
func (e *edit) table() *trace.Table {
	var questions []trace.Question
	var answers []uint64
	e.numbers = map[trace.ID]trace.ID{}
	for _, entry := range e.entries {
		for i, id := range entry.ids {
			if _, twice := e.numbers[id]; !twice {
				e.numbers[id] = trace.ID(len(e.ids))
				e.ids, questions, answers = append(e.ids, id), append(questions, entry.asked[i]), append(answers, entry.answers[i])
			}
		}
	}
	return trace.Load(questions, answers)
}

// own reports whether a question is about the text of one of the pages.
func (e *edit) own(q trace.Question) bool {
	switch q.Kind {
	case trace.PageText, trace.PageBody:
		return slices.ContainsFunc(e.pages, func(p *site.Page) bool { return p.Key == q.Key })
	case trace.Source:
		return slices.ContainsFunc(e.pages, func(p *site.Page) bool { return p.Doc.File == q.Key })
	}
	return false
}

// jobsOf lists the renders of a page in their order.
func (b *build) jobsOf(p *site.Page) []job {
	return slices.DeleteFunc(b.jobs(), func(j job) bool { return j.page != p })
}

// like reports whether a render gave the same files as in the build before, of which only that of its target has
// other bytes, and says of itself what it said.
func (r *record) like(old *record, target string) bool {
	same := func(a, b written) bool {
		return a.file == b.file && a.mediaType == b.mediaType && (a.file == target || a.size == b.size && a.hash == b.hash)
	}
	if !r.alone() || !slices.EqualFunc(r.outputs, old.outputs, same) {
		return false
	}
	if r.facts == nil || old.facts == nil {
		return r.facts == old.facts
	}
	return r.facts.NoIndex == old.facts.NoIndex && r.facts.Canonical == old.facts.Canonical && r.facts.Unwritten == old.facts.Unwritten &&
		reflect.DeepEqual(r.facts.Media, old.facts.Media)
}
