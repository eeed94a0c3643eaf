package diff

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// Bounds of what is read, in bytes.
const (
	mostPage   = 32 << 20
	mostSample = 1 << 20
	mostRobots = 4 << 20
	mostText   = 2000 // of a title or a description
)

// folder is a folder that is being read.
type folder struct {
	*Snapshot
	dir  string
	base *url.URL
	jobs int
}

// readFolder reads the pages, sitemaps and feeds of a folder.
func readFolder(ctx context.Context, dir string, o Options, host hosting.Host) (*Snapshot, error) {
	src, err := webtree.Open(ctx, dir)
	if err != nil {
		return nil, err
	}
	f := &folder{Snapshot: &Snapshot{Name: dir}, dir: dir, jobs: o.Jobs}
	if f.tree, err = webtree.New(src, src.Files, webtree.Options{Base: o.Base, Host: host}); err != nil {
		return nil, err
	}
	if o.Base == "" {
		if err := f.inferBase(); err != nil {
			return nil, err
		}
	}
	f.Base = f.tree.Base()
	if f.base, err = url.Parse(f.Base); err != nil {
		return nil, err
	}
	if f.base.Path == "" {
		f.base.Path = "/"
	}
	steps := []func(context.Context) error{f.readPages, f.readLists, f.readFeeds, f.readRules}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return f.Snapshot, f.seal(host)
}

// inferBase finds the address of the site: the one that most of a sample of its canonical links agree on.
func (f *folder) inferBase() error {
	var pages []int32
	for i := range f.tree.Len() {
		if f.tree.File(int32(i)).HTML() {
			pages = append(pages, int32(i))
		}
	}
	const sample = 100
	votes := map[string]int{}
	best := ""
	var buf []byte
	for i := 0; i < len(pages); i += max(1, len(pages)/sample) {
		data, _, err := f.tree.Read(pages[i], buf[:0], mostSample)
		if buf = data; err != nil {
			continue // readPages says so
		}
		base, ok := f.tree.InferBase(pages[i], html.Head(data).Canonical)
		if !ok {
			continue
		}
		votes[base]++
		if n := votes[base]; best == "" || n > votes[best] || n == votes[best] && base < best {
			best = base
		}
	}
	var err error
	if best == "" {
		if best, err = f.baseOfLists(); best == "" {
			return err
		}
	}
	f.tree, err = f.tree.WithBase(best)
	return err
}

// baseOfLists takes the address of the site from its sitemaps: the one below which most of their addresses have
// files.
func (f *folder) baseOfLists() (string, error) {
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	votes := map[string]int{}
	best := ""
	l := lists{root: root, seen: map[string]bool{}, entry: func(e *sitemap.Entry) {
		base := f.below(e.Loc)
		if base == "" {
			return
		}
		votes[base]++
		if n := votes[base]; best == "" || n > votes[best] || n == votes[best] && base < best {
			best = base
		}
	}}
	err = l.folder(f.robots())
	return best, err
}

// below returns the part of an address behind which a file of the folder begins, the longest path that is one; ""
// when there is none.
func (f *folder) below(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	rest := strings.TrimPrefix(u.Path, "/")
	for {
		if to := f.tree.At(rest); to.Kind == webtree.Own && rest != "" {
			return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: strings.TrimSuffix(u.Path, rest)}).String()
		}
		_, after, more := strings.Cut(rest, "/")
		if !more {
			return ""
		}
		rest = after
	}
}

// readPages reads all pages.
func (f *folder) readPages(ctx context.Context) error {
	var files []int32
	for i := range f.tree.Len() {
		if f.tree.File(int32(i)).HTML() {
			files = append(files, int32(i))
		}
	}
	robots := f.robots()
	pages, err := par.MapWith(ctx, f.jobs, files, f.newWorker,
		func(_ context.Context, w *worker, file int32) (*Page, error) {
			return w.page(file, robots)
		})
	if err != nil {
		return err
	}
	for _, p := range pages {
		if p != nil {
			f.Pages = append(f.Pages, *p)
		}
	}
	return nil
}

// robots reads robots.txt; nil when there is none.
func (f *folder) robots() *sitemap.Robots {
	file, ok := f.tree.Lookup("robots.txt")
	if !ok {
		return nil
	}
	data, _, err := f.tree.Read(file, nil, mostRobots)
	if err != nil {
		return nil
	}
	return sitemap.ParseRobots(data)
}

// readRules keeps the redirects of the host, for the snapshot.
func (f *folder) readRules(context.Context) error {
	file, ok := f.tree.Lookup(redirectsFile)
	if !ok || f.tree.Redirects().Empty() {
		return nil
	}
	data, _, err := f.tree.Read(file, nil, 8<<20)
	f.redirects = string(data)
	return err
}

// url is the URL of a file.
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

// page reads one page; nil for what is none: a fragment, and what a host shows in the place of a page.
func (w *worker) page(file int32, robots *sitemap.Robots) (*Page, error) {
	f := w.f.tree.File(file)
	if f.Path == "404.html" || strings.HasSuffix(f.Path, "/404.html") {
		return nil, nil
	}
	data, _, err := w.f.tree.Read(file, w.buf[:0], mostPage)
	if w.buf = data; cap(w.buf) > 4<<20 {
		w.buf = nil // one huge page does not stay
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path, reason(err))
	}
	d := w.reader.Read(headOf(data))
	if !d.Document && !d.Doctype {
		return nil, nil
	}
	p := &Page{URL: w.f.url(file), File: f.Path, NoIndex: d.NoIndex ||
		w.headerNoIndex(file), Title: first(d.Titles), Description: first(d.Descriptions)}
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
		}
	}
	for _, a := range d.Alternates {
		p.Versions = append(p.Versions, Version{strings.Clone(strings.ToLower(a.Lang)), w.key(referrer, a.URL)})
	}
	p.Content = html.MainHash(data, w.prefix)
	return p, nil
}

// first is the first of some texts, shortened. It does not hold the bytes of its page.
func first(texts []html.Text) string {
	if len(texts) == 0 {
		return ""
	}
	t := texts[0].Text
	return strings.ToValidUTF8(strings.Clone(t[:min(len(t), mostText)]), "")
}

// headOf is a document without what follows its head; whole when its end is not marked.
func headOf(doc []byte) []byte {
	for _, mark := range []string{"</head", "<body", "</HEAD", "<BODY"} {
		if i := bytes.Index(doc, []byte(mark)); i >= 0 {
			return doc[:i]
		}
	}
	return doc
}

// key is where a reference of a page leads, as a URL: of a file of the site, that which people use.
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

// headerNoIndex asks the headers of the host.
func (w *worker) headerNoIndex(file int32) bool {
	return w.f.tree.Closed(file) != ""
}

// readLists reads the sitemaps of the folder.
func (f *folder) readLists(context.Context) error {
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return err
	}
	defer root.Close()
	resolver := f.tree.Resolver()
	byFile := make(map[string]int, len(f.Pages))
	for i := range f.Pages {
		byFile[f.Pages[i].File] = i
	}
	l := lists{root: root, seen: map[string]bool{}}
	l.entry = func(e *sitemap.Entry) {
		page := Page{URL: keyOf(f.base, e.Loc)}
		if f.tree.Len() > 0 {
			if to := resolver.Resolve(resolver.Referrer(0, ""), e.Loc); to.Kind == webtree.Own {
				name := f.tree.File(to.File).Path
				if i, ok := byFile[name]; ok {
					list(&f.Pages[i], f.base, e)
					return
				}
				page.URL, page.File, page.Asset = f.url(to.File), name, true
				byFile[name] = len(f.Pages)
			} else if to.Kind == webtree.Missing {
				return // sitegen check says so
			}
		}
		list(&page, f.base, e)
		f.Pages = append(f.Pages, page)
	}
	err = l.folder(f.robots())
	f.listed = l.files > 0
	return err
}
