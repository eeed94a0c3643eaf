package check

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/leaks"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
)

// page is the part of a document that is kept for comparison with other pages.
type page struct {
	file     int32
	html     bool // it is a document, not a style sheet, script, or drawing
	fragment bool // without doctype, html, head and body
	noIndex  bool
	notFound bool // 404.html
	hidden   bool // the host redirects its URL, so readers never see it
	later    bool // a page of a list after its first
	vacant   bool // a list that says that it has no items
	refs     int

	lang               string
	title, description html.Text
	canonical          *reference // nil: none
	stub               *reference // target of a refresh without delay, which makes the page a redirect
	versions           []version
	ids                []uint64 // hashes, in order
	anchors            []anchor
	links              []link
	scripts            []int32 // that it loads
	external           []outward
	found              []finding
}

// reference is a URL in a page, with its target.
type reference struct {
	url string
	at  int
	to  webtree.Target
}

// version is a language version that a page names.
type version struct {
	lang string
	reference
}

// anchor is a link to an element of another page.
type anchor struct {
	file     int32
	at       int
	fragment string
	url      string
	symbol   bool // the element is a part of a drawing
}

// link is a link to a file of the site. A site may have millions, so the URL is not kept: it is read again for a
// report.
type link struct {
	file, at int32
	form     addresses.Form // how the URL is written
}

type outward struct {
	url string
	at  int
}

// indexable reports whether search engines may show a page under its own URL.
func (p *page) indexable() bool {
	if p.fragment || p.noIndex || p.notFound || p.hidden || p.stub != nil {
		return false
	}
	return p.canonical == nil || p.canonical.to.Kind == webtree.Own && p.canonical.to.File == p.file
}

// worker reads pages; each has its own buffers.
type worker struct {
	s        *site
	buf      []byte
	reader   html.PageReader
	resolver *webtree.Resolver
	kept     map[string]string // strings that outlive their page, shared

	p        *page
	doc      *html.Page
	data     []byte
	referrer webtree.Referrer
	counts   map[string]int // findings of the page, by rule
	seen     map[string]webtree.Target
	own      map[uint64]bool // IDs of the page
	loads    map[int32]bool  // files that the page loads
	failed   bool            // reading the page failed
	future   bool            // the page has a date in the future
}

func (s *site) newWorker() *worker {
	return &worker{
		s: s, resolver: s.tree.Resolver(), counts: map[string]int{}, seen: map[string]webtree.Target{},
		loads: map[int32]bool{}, own: map[uint64]bool{},
		reader: html.PageReader{Loads: true, Prose: !s.off["syntax-printed"]},
	}
}

const (
	mostPage = 32 << 20 // maximum number of bytes read of a page
	mostSame = 50       // maximum number of findings per rule and page
	mostSeen = 20_000   // maximum number of references remembered per page
)

// page checks one file, or takes the result of an earlier check.
func (w *worker) page(file int32) *page {
	if k, ok := w.s.known.Of(file); ok && w.load(k, file) {
		if w.s.known.Renumbered() {
			w.s.known.Renew(file, w.store())
		}
		return w.p
	}
	w.resolver.Asked()
	w.failed, w.future = false, false
	w.read(file)
	if w.s.known != nil {
		w.s.known.Put(file, w.store(), w.resolver.Asked())
	}
	return w.p
}

// read reads and checks one file.
func (w *worker) read(file int32) {
	f := w.s.tree.File(file)
	w.p = &page{file: file, html: f.HTML()}
	clear(w.counts)
	clear(w.seen)
	clear(w.loads)
	var more bool
	var err error
	w.data, more, err = w.s.tree.Read(file, w.buf[:0], mostPage)
	w.buf = w.data
	if cap(w.buf) > 4<<20 {
		w.buf = nil // do not keep the buffer of a huge page
	}
	if err != nil {
		w.failed = true
		w.add("file-odd", -1, "", err.Error())
		return
	}
	if more {
		w.add("file-long", -1, "", size(mostPage))
	}
	if !w.p.html {
		w.referrer = w.resolver.Referrer(file, "")
		w.loaded(f)
		return
	}
	w.doc = w.reader.Read(w.data)
	w.all(f)
}

// add records a finding about the page.
func (w *worker) add(id string, at int, value, note string) {
	if w.s.off[id] || w.counts[id] >= mostSame {
		return
	}
	w.counts[id]++
	w.p.found = append(w.p.found, finding{rule(id), w.p.file, at, value, note})
}

// all runs all checks of a single page.
func (w *worker) all(f webtree.File) {
	p, d := w.p, w.doc
	p.fragment = !d.Document && !d.Doctype
	p.noIndex = d.NoIndex || w.headerNoIndex()
	p.notFound = webpage.NotFound(f.Path)
	_, p.later = webpage.Continues(f.Path)
	p.vacant = d.NoItems
	base := ""
	if len(d.Bases) > 0 {
		base = d.Bases[0].Text
	}
	w.referrer = w.resolver.Referrer(p.file, base)
	p.hidden = w.redirected(f)
	w.refresh()
	w.ids()
	if !p.fragment && p.stub == nil {
		w.document()
		w.titles()
		w.headings()
		w.shown()
		w.printed()
	}
	if !p.fragment && !p.hidden {
		w.robots()
		if !p.notFound { // search engines read no links of a page with status 404
			w.canonical()
			w.versions()
		}
		w.dates()
		w.linkedData()
	}
	w.bases()
	w.escapes()
	w.references()
	w.size(f)
}

// redirected reports whether _redirects leads away from the URL of the page and from its canonical URL: a rule may
// redirect /a/index.html and leave /a/ as it is.
func (w *worker) redirected(f webtree.File) bool {
	t := w.s.tree
	if t.Redirects().Empty() {
		return false
	}
	at := t.At(t.Host().Path(f.Path))
	if !at.Exiled && !at.Loop && (!at.Moved || at.File == w.p.file) {
		return false
	}
	return !slices.ContainsFunc(w.doc.Canonicals, func(c html.Text) bool {
		to := w.resolver.Resolve(w.referrer, c.Text)
		return to.Kind == webtree.Own && to.File == w.p.file && !to.Moved
	})
}

// headerNoIndex reports whether the headers of the host set noindex.
func (w *worker) headerNoIndex() bool {
	return w.s.tree.Closed(w.p.file) != ""
}

// refresh determines whether the page is a redirect.
func (w *worker) refresh() {
	r := w.doc.Refresh
	if !r.There {
		return
	}
	if r.URL != "" && r.Delay == 0 {
		w.p.stub = &reference{r.URL, r.At, w.resolver.Resolve(w.referrer, r.URL)}
		return
	}
	w.add("refresh-delay", r.At, "", fmt.Sprintf("%g seconds", r.Delay))
}

func (w *worker) ids() {
	p := w.p
	if len(w.doc.IDs) == 0 {
		return
	}
	p.ids = make([]uint64, 0, len(w.doc.IDs))
	clear(w.own)
	last := html.Text{At: -1}
	for _, id := range w.doc.IDs {
		if id.Text == "" || strings.ContainsAny(id.Text, " \t\n\f\r") {
			w.add("id-invalid", id.At, id.Text, "")
			continue
		}
		h := xxhash.Sum64String(id.Text)
		switch {
		case !w.own[h]:
			w.own[h] = true
			p.ids = append(p.ids, h)
		case last != id: // id and name of one element may be the same
			w.add("id-duplicate", id.At, id.Text, "")
		}
		last = id
	}
	slices.Sort(p.ids)
}

// has reports whether an element of the page has the ID of a fragment: as written in the URL, else decoded (HTML
// §7.4.6.4).
func (p *page) has(url, decoded string) bool {
	_, written, _ := strings.Cut(url, "#")
	return slices.ContainsFunc([]string{written, decoded}, func(id string) bool {
		_, ok := slices.BinarySearch(p.ids, xxhash.Sum64String(id))
		return ok
	})
}

// document checks the doctype, the encoding, the viewport and the language of a page.
func (w *worker) document() {
	d := w.doc
	if !d.Doctype {
		w.add("doctype-missing", 0, "", "")
	}
	switch {
	case d.Charset < 0 && w.charsetHeader():
	case d.Charset < 0:
		w.add("charset-missing", 0, "", "")
	case d.Charset > 1024:
		w.add("charset-late", d.Charset, "", "")
	}
	if i := invalidUTF8(w.data); i >= 0 {
		w.add("utf8-invalid", i, "", "")
	}
	if !d.Viewport {
		w.add("viewport-missing", 0, "", "")
	}
	w.p.lang = d.Lang.Text
	switch {
	case d.Lang.Text == "":
		w.add("lang-missing", d.Lang.At, "", "")
	case !words.IsLanguage(d.Lang.Text):
		w.add("lang-invalid", d.Lang.At, d.Lang.Text, "")
	}
	for _, dir := range d.Dirs {
		w.add("dir-invalid", dir.At, dir.Text, "")
	}
}

// charsetHeader reports whether a header of the host declares the encoding.
func (w *worker) charsetHeader() bool {
	return slices.ContainsFunc(w.s.tree.Headers(w.p.file), func(h hosting.Field) bool {
		return h.Name == "Content-Type" && strings.Contains(strings.ToLower(h.Value), "charset=")
	})
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

func (w *worker) headings() {
	ones, last := 0, 0
	for _, h := range w.doc.Headings {
		if h.Empty {
			w.add("heading-empty", h.At, "", "")
		}
		if h.Level == 1 {
			if ones++; ones > 1 {
				w.add("h1-repeated", h.At, "", "")
			}
		}
		if last > 0 && h.Level > last+1 {
			w.add("heading-skip", h.At, "", fmt.Sprintf("h%d follows h%d", h.Level, last))
		}
		last = h.Level
	}
	if ones == 0 {
		w.add("h1-missing", 0, "", "")
	}
}

// shown checks images and frames.
func (w *worker) shown() {
	for _, i := range w.doc.Images {
		if !i.Alt {
			w.add("image-alt", i.At, i.Src, "")
		}
		if !i.Sized {
			w.add("image-size", i.At, i.Src, "")
		}
		if i.BadSet {
			w.add("srcset-invalid", i.At, "", "")
		}
	}
	for _, f := range w.doc.Untitled {
		w.add("frame-title", f.At, f.Text, "")
	}
	for _, l := range w.doc.Silent {
		w.add("link-text", l.At, l.Text, "")
	}
}

// printed reports syntax in the text that no converter read, each construct once.
func (w *worker) printed() {
	for list := leaks.Find(w.reader.Text(), false); len(list) > 0; {
		n := 1
		for n < len(list) && list[n].Name == list[0].Name {
			n++
		}
		note := list[0].Name
		if n > 1 {
			note += fmt.Sprintf(", %d times", n)
		}
		w.add("syntax-printed", list[0].At, list[0].Text, note)
		list = list[n:]
	}
}

func (w *worker) bases() {
	d := w.doc
	if len(d.Bases) > 1 {
		w.add("base-repeated", d.Bases[1].At, d.Bases[1].Text, "")
	} else if d.BaseNested {
		w.add("base-repeated", d.Bases[0].At, d.Bases[0].Text, "")
	}
	if len(d.Bases) > 0 && w.s.tree.Base() != "" && w.resolver.BaseIsForeign(w.referrer) {
		w.add("base-foreign", d.Bases[0].At, d.Bases[0].Text, "")
	}
}

// size checks the size of a page and of the files that it loads.
func (w *worker) size(f webtree.File) {
	l := w.s.limits
	if l.HTML > 0 && f.Size > l.HTML {
		w.add("weight-html", -1, "", size(f.Size))
	}
	if url := w.s.tree.URL(w.p.file); len(url) >= 2048 {
		w.add("url-long", -1, "", fmt.Sprintf("%d characters", len(url)))
	}
	if l.Requests > 0 && len(w.loads) > l.Requests {
		w.add("weight-requests", -1, "", fmt.Sprintf("%d files", len(w.loads)))
	}
	if l.Bytes <= 0 {
		return
	}
	var sum int64
	for file := range w.loads {
		sum += w.s.tree.File(file).Size
	}
	if sum > l.Bytes {
		w.add("weight-files", -1, "", size(sum))
	}
}

// size formats a number of bytes.
func size(n int64) string {
	switch {
	case n >= 10<<20:
		return fmt.Sprintf("%d MB", n>>20)
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MB", float64(n)/(1<<20))
	case n >= 10<<10:
		return fmt.Sprintf("%d kB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

// intern returns a copy of a string that does not keep the memory of the page; equal strings share one copy.
func (w *worker) intern(s string) string {
	if k, ok := w.kept[s]; ok {
		return k
	}
	if w.kept == nil || len(w.kept) > mostKept {
		w.kept = map[string]string{}
	}
	s = strings.Clone(s)
	w.kept[s] = s
	return s
}

const mostKept = 1 << 18
