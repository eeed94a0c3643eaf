// Package searchindex writes the search index of each language from the rendered pages.
package searchindex

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/assets/search"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/shard"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// Entry is the name of the file that a browser reads first, in the folder of the search page.
const Entry = "index.js"

// Input is what search indexes are made from.
type Input struct {
	Project *project.Project
	Site    *site.Site
	Listing *listing.Listing
	Out     output.Sink
	Store   *cache.Store // nil if nothing is kept for other processes
	Shards  *shard.Joined
	Done    *task.Records
	Outputs []task.Written // by page ID
	Once    bool           // the process probably ends after the build, so data for later builds is not held
}

// indexing is one run of Write.
type indexing struct{ Input }

// Write writes the search index of each language that has a search page; has reports which do.
func Write(ctx context.Context, in Input, has func(*site.Edition) bool) (diag.List, error) {
	x := &indexing{in}
	var found diag.List
	for _, e := range in.Site.Editions {
		if !has(e) {
			continue
		}
		list, err := x.language(ctx, e)
		if found = append(found, list...); err != nil {
			return found, err
		}
	}
	return found, nil
}

// language makes the index of one language: one task per page, and those for the files that combine pages, which a
// shard leaves out: one for each pack of excerpts, and one for the terms of all pages.
func (x *indexing) language(ctx context.Context, e *site.Edition) (diag.List, error) {
	var pages []indexedPage
	root := e.SearchRoot()
	for _, p := range x.Site.Pages {
		if p.Edition == e && x.Outputs[p.ID].File != "" && x.searchable(p) {
			entry := search.Entry{
				Address: strings.TrimPrefix(p.URL.Rel(), root), Title: cmp.Or(p.Title, p.LinkTitle),
				Section: search.Trail(p.Trail()), Tags: tagsOf(p),
			}
			pages = append(pages, indexedPage{Page: p, entry: entry, output: x.Outputs[p.ID]})
		}
	}
	tick := x.Project.Ticker("search", len(pages))
	results, err := par.MapWith(ctx, x.Project.Options.Jobs, pages, func() *reading { return &reading{} },
		func(_ context.Context, r *reading, p indexedPage) (*task.Record, error) {
			defer tick()
			return x.page(r, p)
		})
	if err != nil {
		return nil, err
	}
	var found diag.List
	for _, r := range results {
		found = append(found, r.Found...)
	}
	if !x.Project.Part.Whole() {
		return found, nil
	}
	packs, err := x.excerpts(ctx, e, pages, results)
	if err != nil {
		return nil, err
	}
	for _, r := range packs {
		found = append(found, r.Found...)
	}
	for _, s := range site.ReadVersions(e, x.Site.Config).Searches() {
		index, err := x.files(e, s, pages, results)
		if err != nil {
			return nil, err
		}
		found = append(found, index.Found...)
	}
	if x.Once {
		for _, r := range results {
			r.Terms.Drop()
		}
	}
	return found, nil
}

// tagsOf returns the titles of the tags of a page.
func tagsOf(p *site.Page) (names []string) {
	for _, t := range p.Terms {
		if strings.EqualFold(t.Taxonomy.Plural, "tags") {
			for _, term := range t.Pages {
				names = append(names, cmp.Or(term.LinkTitle, term.Title))
			}
		}
	}
	return names
}

// reading has the buffers for reading one page after the other.
type reading struct {
	search.Splitter
	doc, texts []byte
}

// indexedPage is a page in the index, with its first HTML output.
type indexedPage struct {
	*site.Page
	entry  search.Entry
	output task.Written
}

// fingerprint hashes everything that the terms and texts of a page are made from.
func (p *indexedPage) fingerprint() uint64 {
	o := p.output
	texts := []string{
		search.Format, string(p.Kind), o.File, fmt.Sprint(o.Hash, o.Size), p.entry.Title, p.Description,
		p.entry.Section, strings.Join(p.entry.Tags, "\x00"),
	}
	return trace.HashStrings(append(texts, p.Keywords...)...)
}

// Prefix starts the keys of the index's tasks.
const Prefix = "search\x00"

// task does a task of the index with this name and fingerprint, or reuses its result.
func (x *indexing) task(
	name string, fingerprint uint64, do func(old *task.Record) (*task.Record, error),
) (*task.Record, error) {
	key := Prefix + name
	old := x.Done.Before(key)
	same := x.Done.Same(old, func(trace.Question) (uint64, error) { return fingerprint, nil })
	if same && old.Take(x.Out, searchMaker) {
		x.Done.Keep(key, old)
		return old, nil
	}
	r, err := do(old)
	if err != nil {
		return nil, err
	}
	var asked trace.Recorder
	asked.Ask(trace.Emission, key, fingerprint)
	x.Done.Note(key, r, old, asked.Record())
	return r, nil
}

// combined is an index of some pages, with the entry and the terms as files.
type combined struct {
	folder  string
	making  search.Making
	pages   []*indexedPage
	results []*task.Record
}

// files writes the files that combine the pages of an index: the entry and the terms.
func (x *indexing) files(e *site.Edition, s site.SearchIndex, pages []indexedPage, results []*task.Record,
) (*task.Record, error) {
	c := &combined{
		folder: path.Join(e.SearchFolder(), s.Folder),
		making: search.Making{Entry: Entry, Language: e.Language.Locale},
	}
	list := append(make([]string, 0, 6*len(pages)+2), c.folder, e.Language.Locale)
	for i := range pages {
		if p := &pages[i]; s.Has(p.Page) {
			c.pages, c.results = append(c.pages, p), append(c.results, results[i])
			c.making.Entries = append(c.making.Entries, p.entry)
			list = append(list, fmt.Sprint(results[i].Terms.Sum),
				p.entry.Address, p.entry.Title, p.entry.Section, p.entry.Excerpts,
				strings.Join(p.entry.Tags, "\x00"))
		}
	}
	return x.task(path.Join(e.Language.Lower, s.Folder), trace.HashStrings(list...),
		func(old *task.Record) (*task.Record, error) {
			out := &task.Record{}
			had := map[string]task.Written{}
			if old != nil {
				for _, o := range old.Outputs {
					had[o.File] = o
				}
			}
			c.making.Keep = func(name string) bool {
				o, there := had[path.Join(c.folder, name)]
				if !there {
					return false
				}
				kept, err := o.Take(x.Out, searchMaker)
				if kept = kept && err == nil; kept {
					out.Outputs = append(out.Outputs, o)
				}
				return kept
			}
			files, index, err := x.combine(c, old)
			if err != nil {
				return nil, err
			}
			for _, f := range files {
				x.add(out, path.Join(c.folder, f.Name), f.Data)
			}
			out.Index = search.KeepIndex(x.Store, index, x.Once)
			return out, nil
		})
}

// combine makes an index from that of the build before, or else from the terms of all pages; old is the record of the
// build before, or nil.
func (x *indexing) combine(c *combined, old *task.Record) ([]search.File, *search.Index, error) {
	now := c.identity(func(i int) *search.Terms { return c.results[i].Terms })
	if next := x.next(c, old); next != nil {
		next.Pages = now
		if files, index, err := next.Files(c.making); err == nil {
			return files, index, nil
		}
	}
	index, err := search.BuildOnce(len(c.pages), func(i int) (*search.Page, error) {
		terms := c.results[i].Terms
		defer x.release(terms)
		return x.termsOf(c.pages[i], terms)
	})
	if err != nil {
		return nil, nil, err
	}
	index.Pages = now
	return index.Files(c.making)
}

// identity identifies the pages of an index, with their terms, and how its files are made; 0: a page has no terms.
func (c *combined) identity(terms func(i int) *search.Terms) uint64 {
	list := append(make([]string, 0, 2*len(c.pages)+2), search.Format, c.making.Language)
	for i, p := range c.pages {
		t := terms(i)
		if t == nil {
			return 0
		}
		list = append(list, p.Key, fmt.Sprint(t.Sum))
	}
	return max(1, trace.HashStrings(list...))
}

// next returns the index of the build before with the terms of the pages that changed; nil if it had other pages, most
// of them changed, or something is lost.
func (x *indexing) next(c *combined, old *task.Record) *search.Index {
	if old == nil {
		return nil
	}
	before := func(i int) *search.Terms {
		if r := x.Done.Before(Prefix + c.pages[i].Key); r != nil {
			return r.Terms
		}
		return nil
	}
	index := old.Index.Index(x.Store)
	if index == nil || index.Pages != c.identity(before) {
		return nil
	}
	var changed []int
	var wanted []cache.Key
	for i, r := range c.results {
		if was := before(i); was.Sum != r.Terms.Sum {
			changed, wanted = append(changed, i), append(wanted, was.Key())
		}
	}
	if len(changed) > 16+len(c.pages)/32 {
		return nil
	}
	if x.Store != nil {
		x.Store.Want(wanted)
	}
	edits := make([]search.Edit, len(changed))
	for n, i := range changed {
		from, err := before(i).Page(x.Store, func() (*search.Page, error) { return nil, search.ErrLost })
		if err != nil {
			return nil
		}
		to, err := x.termsOf(c.pages[i], c.results[i].Terms)
		if err != nil {
			return nil
		}
		edits[n] = search.Edit{Page: i, Old: from, New: to}
	}
	next, err := index.Next(edits)
	if err != nil {
		return nil
	}
	return next
}

// release drops the terms of a page that can be read from the store again, if the process probably ends with the build.
func (x *indexing) release(t *search.Terms) {
	if x.Once && x.Store != nil && x.Store.Off() == "" {
		t.Drop()
	}
}

// searchable reports whether the search may find a page.
func (x *indexing) searchable(p *site.Page) bool {
	return !p.Apart() && p.ListAlways && x.Listing.Searchable(p) && p.Params["search"] != false
}

// page reads the terms and the texts of a page.
func (x *indexing) page(room *reading, p indexedPage) (*task.Record, error) {
	r, err := x.task(p.Key, p.fingerprint(), func(*task.Record) (*task.Record, error) {
		d, err := x.read(room, &p)
		if err != nil {
			return nil, err
		}
		r := &task.Record{Terms: search.Keep(x.Store, room.Read(d))}
		room.texts = d.AppendTexts(room.texts[:0])
		r.Texts = search.KeepTexts(x.Store, room.texts)
		x.release(r.Terms)
		return r, nil
	})
	if err == nil && x.Store != nil {
		x.use(r.Terms.Key())
		if r.Texts.Size > 0 {
			x.use(r.Texts.Key())
		}
	}
	return r, err
}

// use keeps a blob for the next build, and takes it from the shards if the store lacks it.
func (x *indexing) use(k cache.Key) {
	if !x.Store.Use(k) {
		if blob, ok := x.Shards.Blob(k); ok {
			x.Store.Put(k, blob)
		}
	}
}

// excerpts writes the excerpt files of all pages, one task per pack, and names them in the entries of the pages.
func (x *indexing) excerpts(ctx context.Context, e *site.Edition, pages []indexedPage, results []*task.Record,
) ([]*task.Record, error) {
	type pack struct {
		pages   []indexedPage
		results []*task.Record
	}
	entries, size := make([]search.Entry, len(pages)), make([]int, len(pages))
	for i := range pages {
		entries[i], size[i] = pages[i].entry, results[i].Texts.Size
	}
	var packs []pack
	for from, to := range search.Packs(entries, size) {
		packs = append(packs, pack{pages[from:to], results[from:to]})
	}
	room := func() *reading { return new(reading) }
	write := func(_ context.Context, room *reading, p pack) (*task.Record, error) {
		list := append(make([]string, 0, 2+len(p.pages)), search.Format, e.SearchFolder())
		for _, r := range p.results {
			list = append(list, fmt.Sprint(r.Texts.Sum, r.Texts.Size))
		}
		r, err := x.task("texts\x00"+p.pages[0].Key, trace.HashStrings(list...),
			func(*task.Record) (*task.Record, error) {
				texts := make([]string, len(p.pages))
				for i := range texts {
					var err error
					if texts[i], err = x.textsOf(room, &p.pages[i], p.results[i].Texts); err != nil {
						return nil, err
					}
				}
				r := &task.Record{}
				var files []search.File
				files, r.Excerpts = search.Pack(texts)
				for _, f := range files {
					x.add(r, path.Join(e.SearchFolder(), f.Name), f.Data)
				}
				return r, nil
			})
		if err != nil {
			return nil, err
		}
		for i := range p.pages {
			p.pages[i].entry.Excerpts = r.Excerpts[i]
			p.results[i].Texts.Drop()
		}
		return r, nil
	}
	return par.MapWith(ctx, x.Project.Options.Jobs, packs, room, write)
}

// textsOf returns the texts of a page; if nothing kept them, it reads the page again.
func (x *indexing) textsOf(room *reading, p *indexedPage, t search.Texts) (string, error) {
	return t.Read(x.Store, func() (string, error) {
		d, err := x.read(room, p)
		if err != nil {
			return "", err
		}
		room.texts = d.AppendTexts(room.texts[:0])
		return string(room.texts), nil
	})
}

// read reads the searchable content of a rendered page.
func (x *indexing) read(room *reading, p *indexedPage) (_ *search.Document, err error) {
	if room.doc, err = output.Read(x.Out, p.output.File, room.doc); err != nil {
		return nil, fmt.Errorf("read %s for the search index: %w", p.output.File, err)
	}
	d := &search.Document{
		Title: p.entry.Title, Keywords: p.Keywords, Description: p.Description,
		Labels: search.Labels(p.entry.Section, p.entry.Tags),
	}
	if sections, marked := html.Sections(room.doc); marked || p.Kind == site.Regular {
		for _, s := range sections {
			d.Passages = append(d.Passages, search.Passage(s))
		}
	}
	return d, nil
}

// termsOf returns the terms of a page; if nothing kept them, it reads the page again.
func (x *indexing) termsOf(p *indexedPage, t *search.Terms) (*search.Page, error) {
	return t.Page(x.Store, func() (*search.Page, error) {
		room := &reading{}
		d, err := x.read(room, p)
		if err != nil {
			return nil, err
		}
		return room.Read(d), nil
	})
}

// searchMaker names the maker of these files in messages.
const searchMaker = "the search index"

// add stages a file of the index.
func (x *indexing) add(r *task.Record, file string, data []byte) {
	r.Outputs = append(r.Outputs, task.Written{File: file, Size: int64(len(data)), Hash: xxhash.Sum64(data)})
	r.Found = append(r.Found, disk.Problem(x.Out.Add(file, data, searchMaker))...)
	if m, ok := x.Out.(*output.Memory); ok {
		m.Describe(file, "text/javascript", "")
	}
}
