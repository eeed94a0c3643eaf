package diff

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/finished/built"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// Maximum number of bytes.
const (
	mostPage = 32 << 20
	mostText = 2000 // of a title or a description
)

// folder is a folder that is being read.
type folder struct {
	*Snapshot
	dir  string
	base *url.URL
	jobs int

	table *addresses.Table
}

// readFolder reads the pages, sitemaps and feeds of a folder.
func readFolder(ctx context.Context, dir string, o Options, host hosting.Host) (*Snapshot, error) {
	f := &folder{Snapshot: &Snapshot{Name: dir}, dir: dir, jobs: o.Jobs}
	var err error
	if _, f.tree, err = built.Open(ctx, dir, webtree.Options{Base: o.Base, Host: host}); err != nil {
		return nil, err
	}
	f.Base = f.tree.Base()
	if f.base, err = url.Parse(f.Base); err != nil {
		return nil, err
	}
	f.base.Path = cmp.Or(f.base.Path, "/")
	f.table = addresses.New(f.tree)
	steps := []func(context.Context) error{f.readPages, f.readLists, f.readFeeds, f.spell, f.readRules}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return f.Snapshot, f.seal(host)
}

// readPages reads all pages.
func (f *folder) readPages(ctx context.Context) error {
	var files []int32
	for i := range f.tree.Len() {
		if f.tree.File(int32(i)).HTML() {
			files = append(files, int32(i))
		}
	}
	robots := addresses.Robots(f.tree)
	pages, err := par.MapWith(ctx, f.jobs, files, f.newWorker,
		func(_ context.Context, w *worker, file int32) (*readPage, error) {
			return w.page(file, robots)
		})
	if err != nil {
		return err
	}
	resolver := f.tree.Resolver()
	for _, p := range pages {
		if p == nil {
			continue
		}
		if p.named != "" {
			f.table.Learn(addresses.Canonical, resolver.Resolve(resolver.At(""), p.named))
		}
		for _, l := range p.links {
			f.table.Link(l.File, l.Form)
		}
		f.generator = cmp.Or(f.generator, p.generator)
		f.Pages = append(f.Pages, p.Page)
	}
	return nil
}

// spell replaces the URLs of pages, and references to them, with the form that the site itself uses.
func (f *folder) spell(context.Context) error {
	own := map[string]string{}
	for i := range f.Pages {
		p := &f.Pages[i]
		file, ok := f.tree.Lookup(p.File)
		if !ok || p.File == "" {
			continue
		}
		path, _ := f.table.Own(file)
		if to := escaped(path); to != p.URL {
			own[p.URL] = to
		}
	}
	if len(own) == 0 {
		return nil
	}
	respell := func(url *string) {
		if to, ok := own[*url]; ok {
			*url = to
		}
	}
	for i := range f.Pages {
		p := &f.Pages[i]
		respell(&p.URL)
		respell(&p.Canonical)
		respell(&p.Stub)
		for k := range p.Versions {
			respell(&p.Versions[k].URL)
		}
	}
	return nil
}

// readRules saves the redirects of the host in the snapshot.
func (f *folder) readRules(context.Context) error {
	file, ok := f.tree.Lookup(redirectsFile)
	if !ok || f.tree.Redirects().Empty() {
		return nil
	}
	data, _, err := f.tree.Read(file, nil, 8<<20)
	f.redirects = string(data)
	return err
}

// url returns the URL of a file.
func (f *folder) url(file int32) string { return escaped(f.tree.Host().Path(f.tree.File(file).Path)) }

// worker reads pages; each has its own buffers.
type worker struct {
	f        *folder
	buf      []byte
	reader   html.PageReader
	resolver *webtree.Resolver
	prefix   string // of paths, for hashes
}

func (f *folder) newWorker() *worker {
	return &worker{f: f, resolver: f.tree.Resolver(), prefix: strings.TrimSuffix(f.tree.Prefix(), "/")}
}

// readPage is a page with the forms of URLs that it uses.
type readPage struct {
	Page
	named string         // its canonical link, if it leads to the page itself
	links []webpage.Link // to other pages, if the page has no canonical link

	generator string // that the home page names
}

// page reads one page. It returns nil for files that are not pages: fragments and the 404 page.
func (w *worker) page(file int32, robots *sitemap.Robots) (*readPage, error) {
	f := w.f.tree.File(file)
	if webpage.NotFound(f.Path) {
		return nil, nil
	}
	data, _, err := w.f.tree.Read(file, w.buf[:0], mostPage)
	if w.buf = data; cap(w.buf) > 4<<20 {
		w.buf = nil // do not keep the buffer of a huge page
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path, reason(err))
	}
	d := w.reader.Read(headOf(data))
	if !d.Document && !d.Doctype {
		return nil, nil
	}
	p := &readPage{Page: Page{URL: w.f.url(file), File: f.Path, NoIndex: d.NoIndex ||
		w.headerNoIndex(file), Title: first(d.Titles), Description: first(d.Descriptions)}}
	if f.Path == "index.html" {
		p.generator = strings.Clone(d.Generator)
	}
	p.Blocked = robots != nil && !robots.Allowed("*", w.f.tree.Path(file))
	base := ""
	if len(d.Bases) > 0 {
		base = d.Bases[0].Text
	}
	referrer := w.resolver.Referrer(file, base)
	if r := d.Refresh; r.There && r.URL != "" && r.Delay == 0 {
		p.Stub = w.key(referrer, r.URL)
		return p, nil
	}
	if len(d.Canonicals) > 0 {
		if p.Canonical = w.key(referrer, d.Canonicals[0].Text); p.Canonical == p.URL {
			p.Canonical = "."
			p.named = w.resolver.Resolve(referrer, d.Canonicals[0].Text).URL
		}
	}
	for _, a := range d.Alternates {
		p.Versions = append(p.Versions, Version{strings.Clone(strings.ToLower(a.Lang)), w.key(referrer, a.URL)})
	}
	p.Content = html.MainHash(data, w.prefix)
	if len(d.Canonicals) == 0 {
		p.links = webpage.Links(w.f.tree, w.resolver, referrer, file, w.reader.Read(data).Refs)
	}
	return p, nil
}

// first returns the first of some texts, shortened. The copy does not keep the memory of the page.
func first(texts []html.Text) string {
	if len(texts) == 0 {
		return ""
	}
	t := texts[0].Text
	return strings.ToValidUTF8(strings.Clone(t[:min(len(t), mostText)]), "")
}

// headOf returns a document up to the end of its head, or all of it if the end is not marked.
func headOf(doc []byte) []byte {
	for _, mark := range []string{"</head", "<body", "</HEAD", "<BODY"} {
		if i := bytes.Index(doc, []byte(mark)); i >= 0 {
			return doc[:i]
		}
	}
	return doc
}

// key returns the target of a reference of a page as a URL; for a file of the site, the URL that readers use.
func (w *worker) key(referrer webtree.Referrer, ref string) string {
	switch to := w.resolver.Resolve(referrer, ref); to.Kind {
	case webtree.Own:
		if to.Moved {
			return escaped(to.Path)
		}
		return w.f.url(to.File)
	case webtree.Missing:
		return escaped(to.Path)
	default:
		return to.URL
	}
}

// headerNoIndex reports whether the headers of the host set noindex.
func (w *worker) headerNoIndex(file int32) bool {
	return w.f.tree.Closed(file) != ""
}

// readLists reads the sitemaps of the folder.
func (f *folder) readLists(context.Context) error {
	resolver := f.tree.Resolver()
	byFile := make(map[string]int, len(f.Pages))
	for i := range f.Pages {
		byFile[f.Pages[i].File] = i
	}
	var entries []sitemap.Entry
	var locs []string
	files, err := addresses.Entries(f.tree, addresses.Sitemaps(f.tree), func(_ int32, e *sitemap.Entry) {
		entries, locs = append(entries, copied(e)), append(locs, e.Loc)
	})
	if err != nil {
		return err
	}
	f.listed = len(files) > 0
	origin := addresses.Majority(locs)
	for i := range entries {
		e := &entries[i]
		page := Page{URL: keyOf(f.base, e.Loc)}
		switch to := resolver.Resolve(resolver.At(""), e.Loc); to.Kind {
		case webtree.Own:
			f.table.Learn(addresses.Listed, to)
			name := f.tree.File(to.File).Path
			if i, ok := byFile[name]; ok {
				list(&f.Pages[i], f.base, e)
				continue
			}
			page.URL, page.File, page.Asset = f.url(to.File), name, true
			page.NoIndex = webpage.NotFound(name) || addresses.List(f.tree, to.File) != "" // it does not belong there
			byFile[name] = len(f.Pages)
		case webtree.Missing:
			continue // reported by sitegen check
		case webtree.Foreign:
			if addresses.Origin(e.Loc) == origin {
				f.elsewhere = origin
			}
		}
		list(&page, f.base, e)
		f.Pages = append(f.Pages, page)
	}
	return nil
}

// copied returns a copy of an entry that remains valid after the next read, with only the compared fields.
func copied(e *sitemap.Entry) sitemap.Entry {
	return sitemap.Entry{
		Loc: e.Loc, LastMod: e.LastMod, DateOnly: e.DateOnly, Alternates: slices.Clone(e.Alternates),
	}
}
