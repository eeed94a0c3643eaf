package pipeline

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/cache"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/html"
	"github.com/sitegen/sitegen/internal/par"
	"github.com/sitegen/sitegen/internal/search"
	"github.com/sitegen/sitegen/internal/trace"
)

// searchEntry is the name of the file that a browser reads first, in the folder of the search page.
const searchEntry = "index.js"

// searched is the search index of one language, which the next build takes as far as it is still right.
type searched struct {
	pages   map[string]*searchedPage // by page key
	index   *search.Index
	entries []search.Entry
	files   []written // of the index; those of pages aside
}

// searchedPage is a page in the index. It follows from what sum is made of alone.
type searchedPage struct {
	*search.Page
	sum   uint64
	texts []written
}

// search writes the search index of each language that has a search page.
func (b *build) search(ctx context.Context) (diag.List, error) {
	b.in.searched = map[string]*searched{}
	var found diag.List
	var x *indexing
	for _, e := range b.site.Editions {
		if !b.run.Searches(e) {
			continue
		}
		if x == nil {
			x = &indexing{project: &b.project, site: b.site, listing: b.listing, out: b.out, store: b.old.store, outputs: b.pageOutputs()}
		}
		s, list, err := x.searchIn(ctx, e, b.old.searched[e.Language.Lower])
		if found = append(found, list...); err != nil {
			return found, err
		}
		b.in.searched[e.Language.Lower] = s
	}
	return found, nil
}

// indexing makes search indexes from what pages were rendered as.
type indexing struct {
	*project
	site    *site.Site
	listing *discovery.Listing
	out     sink
	store   *cache.Store // nil: nothing is kept for other processes
	outputs []written    // by page ID
}

// pageOutputs returns the first HTML output of each page, by page ID; without a name where there is none.
func (b *build) pageOutputs() []written {
	out := make([]written, len(b.site.Pages))
	for i := range b.tasks {
		t := &b.tasks[i]
		if t.page == nil || t.target.Format == nil || !t.target.Format.IsHTML || out[t.page.ID].file != "" {
			continue
		}
		for _, o := range t.result.outputs {
			if o.file == t.target.File {
				out[t.page.ID] = o
			}
		}
	}
	return out
}

// searchIn makes the index of one language.
func (x *indexing) searchIn(ctx context.Context, e *site.Edition, was *searched) (*searched, diag.List, error) {
	if was == nil {
		was = &searched{}
	}
	var list []*site.Page
	for _, p := range x.site.Pages {
		if p.Edition == e && x.outputs[p.ID].file != "" && x.searchable(p) {
			list = append(list, p)
		}
	}
	now := &searched{pages: make(map[string]*searchedPage, len(list)), entries: make([]search.Entry, len(list))}
	root := searchRoot(e)
	for i, p := range list {
		now.entries[i] = search.Entry{Address: strings.TrimPrefix(p.URL.Rel(), root), Title: searchTitle(p), Section: trail(p)}
	}
	tick := x.ticker("search", len(list))
	at := make([]int, len(list))
	for i := range at {
		at[i] = i
	}
	type result struct {
		*searchedPage
		found diag.List
	}
	results, err := par.Map(ctx, x.o.Jobs, at, func(_ context.Context, i int) (result, error) {
		defer tick()
		s, found, err := x.searchPage(list[i], now.entries[i], x.outputs[list[i].ID], was.pages[list[i].Key])
		return result{s, found}, err
	})
	if err != nil {
		return nil, nil, err
	}
	var found diag.List
	pages := make([]*search.Page, len(list))
	for i, r := range results {
		now.pages[list[i].Key], pages[i] = r.searchedPage, r.Page
		found = append(found, r.found...)
	}
	now.index = was.index.Next(pages)
	more, err := x.searchFiles(now, was, searchFolder(e))
	return now, append(found, more...), err
}

// searchFiles writes what is not about one page alone.
func (x *indexing) searchFiles(now, was *searched, folder string) (diag.List, error) {
	if now.index == was.index && slices.Equal(now.entries, was.entries) {
		if kept, found := x.keepAll(was.files); kept {
			now.files = was.files
			return found, nil
		}
	}
	var found diag.List
	for _, f := range now.index.Files(searchEntry, now.entries) {
		w, list := x.addScript(path.Join(folder, f.Name), f.Data)
		now.files, found = append(now.files, w), append(found, list...)
	}
	return found, nil
}

// searchable reports whether a page may be found.
func (x *indexing) searchable(p *site.Page) bool {
	return !p.Apart() && p.ListAlways && x.listing.InFeeds(p) && p.Params["search"] != false
}

// searchFolder is the folder of the output in which the search page and the index of a language lie.
func searchFolder(e *site.Edition) string { return path.Dir(e.Search.Targets[0].File) }

// searchRoot is the address of the folder above, which those of pages are relative to.
func searchRoot(e *site.Edition) string {
	root := e.Search.URL.Rel()
	return root[:strings.LastIndex(root, "search/")]
}

func searchTitle(p *site.Page) string {
	if p.Title == "" {
		return p.LinkTitle
	}
	return p.Title
}

// trail names the lists that p lies in, from the top.
func trail(p *site.Page) string {
	var names []string
	for _, a := range slices.Backward(p.Ancestors) {
		if a.Kind != site.Home && a.LinkTitle != "" {
			names = append(names, a.LinkTitle)
		}
	}
	return strings.Join(names, " › ")
}

// searchPage returns the terms of a page and writes its text files: those of the build before, when its output is the same.
func (x *indexing) searchPage(p *site.Page, entry search.Entry, o written, old *searchedPage) (*searchedPage, diag.List, error) {
	sum := trace.HashStrings(append([]string{search.Format, o.file, fmt.Sprint(o.hash, o.size), searchFolder(p.Edition), entry.Address, entry.Title}, p.Keywords...)...)
	if old == nil || old.sum != sum {
		old = x.loadSearchPage(sum)
	}
	if old != nil {
		if kept, found := x.keepAll(old.texts); kept {
			return old, found, nil
		}
	}
	doc, err := x.readOutput(o.file)
	if err != nil {
		return nil, nil, fmt.Errorf("read %s for the search index: %w", o.file, err)
	}
	d := &search.Document{Address: entry.Address, Title: entry.Title, Keywords: p.Keywords}
	if sections, marked := html.Sections(doc); marked || p.Kind == site.Regular {
		for _, s := range sections {
			d.Passages = append(d.Passages, search.Passage{Heading: s.Heading, Anchor: s.ID, Text: s.Text})
		}
	}
	read, files := search.Read(d)
	now := &searchedPage{Page: read, sum: sum}
	var found diag.List
	for _, f := range files {
		w, list := x.addScript(path.Join(searchFolder(p.Edition), f.Name), f.Data)
		now.texts, found = append(now.texts, w), append(found, list...)
	}
	if old != nil {
		return old, found, nil // the same, and the index knows it
	}
	x.saveSearchPage(now)
	return now, found, nil
}

func (x *indexing) readOutput(file string) ([]byte, error) {
	r, size, end, ok := x.out.Open(file)
	if !ok {
		return nil, fmt.Errorf("it is not there")
	}
	defer end.Close()
	return io.ReadAll(io.NewSectionReader(r, 0, size))
}

// keepAll takes files of the build before, if all are still there.
func (x *indexing) keepAll(files []written) (bool, diag.List) {
	var found diag.List
	for _, w := range files {
		kept, err := x.out.Keep(w.file, w.size, w.hash, searchMaker)
		if found = append(found, problem(err)...); !kept {
			return false, nil
		}
		x.describeScript(w.file)
	}
	return true, found
}

// searchMaker is who makes these files, for messages.
const searchMaker = "the search index"

func (x *indexing) addScript(file string, data []byte) (written, diag.List) {
	err := x.out.Add(file, data, searchMaker)
	x.describeScript(file)
	return written{file: file, size: int64(len(data)), hash: xxhash.Sum64(data)}, problem(err)
}

func (x *indexing) describeScript(file string) {
	if m, ok := x.out.(*memory); ok {
		m.describe(file, "text/javascript", "")
	}
}
