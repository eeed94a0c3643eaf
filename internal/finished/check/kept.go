package check

import (
	"fmt"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree/kept"
)

// memory opens the records of pages from earlier checks. With a limit for the bytes that a page loads, no records are
// used, because the result then depends on the sizes of other files.
func (s *site) memory() *kept.Memory {
	if s.limits.Bytes > 0 {
		return nil
	}
	about := fmt.Sprintf("%+v %q %t %t %t", s.limits, s.o.Elsewhere, s.tree.Versioned(), s.o.Ask != nil, s.o.Now.IsZero())
	for _, r := range Rules() {
		about += fmt.Sprintf(" %s %t", r.ID, s.off[r.ID])
	}
	return kept.Open(s.o.Kept, s.tree, xxhash.Sum64String(about))
}

// store encodes the result of reading a file, for load; nil if the next check must read the file again.
func (w *worker) store() []byte {
	p := w.p
	if w.failed || w.future {
		return nil
	}
	k := &codec.Writer{}
	k.Varint(w.s.o.Now.Unix())
	for _, b := range p.marks() {
		k.Bool(*b)
	}
	k.Int(p.refs)
	k.Text(p.lang)
	storeText(k, p.title)
	storeText(k, p.description)
	for _, ref := range []*reference{p.canonical, p.stub} {
		k.Bool(ref != nil)
		if ref != nil {
			storeReference(k, ref)
		}
	}
	k.Uvarint(uint64(len(p.versions)))
	for i := range p.versions {
		k.Text(p.versions[i].lang)
		storeReference(k, &p.versions[i].reference)
	}
	k.Uvarint(uint64(len(p.ids)))
	for _, id := range p.ids {
		k.Fixed(id)
	}
	k.Uvarint(uint64(len(p.anchors)))
	for _, a := range p.anchors {
		k.Int(int(a.file))
		k.Int(a.at)
		k.Text(a.fragment)
		k.Text(a.url)
		k.Bool(a.symbol)
	}
	k.Uvarint(uint64(len(p.scripts)))
	for _, file := range p.scripts {
		k.Int(int(file))
	}
	k.Uvarint(uint64(len(p.links)))
	for _, l := range p.links {
		k.Int(int(l.file))
		k.Int(int(l.at))
		k.Byte(byte(l.form))
	}
	k.Uvarint(uint64(len(p.external)))
	for _, o := range p.external {
		k.Text(o.url)
		k.Int(o.at)
	}
	k.Uvarint(uint64(len(p.found)))
	for _, f := range p.found {
		k.Int(slices.Index(Rules(), f.rule))
		k.Int(f.at)
		k.Text(f.value)
		k.Text(f.note)
	}
	return k.Bytes()
}

// load decodes the output of store as the current page. It returns false if the record is invalid or was written after
// the clock of this check.
func (w *worker) load(k *codec.Reader, file int32) bool {
	if now := k.Varint(); !w.s.o.Now.IsZero() && now > w.s.o.Now.Unix() {
		return false
	}
	p := &page{file: file}
	w.p, w.failed, w.future = p, false, false
	for _, b := range p.marks() {
		*b = k.Bool()
	}
	p.refs, p.lang = k.Int(), k.Text()
	p.title, p.description = loadText(k), loadText(k)
	for _, into := range []**reference{&p.canonical, &p.stub} {
		if k.Bool() {
			ref := w.loadReference(k)
			*into = &ref
		}
	}
	p.versions = loadList(k, 3, func() version { return version{k.Text(), w.loadReference(k)} })
	p.ids = loadList(k, 8, k.Fixed)
	p.anchors = loadList(k, 5, func() anchor { return anchor{w.fileOf(k), k.Int(), k.Text(), k.Text(), k.Bool()} })
	p.scripts = loadList(k, 1, func() int32 { return w.fileOf(k) })
	p.links = loadList(k, 3, func() link { return link{w.fileOf(k), int32(k.Int()), addresses.Form(k.Byte())} })
	p.external = loadList(k, 2, func() outward { return outward{k.Text(), k.Int()} })
	p.found = loadList(k, 4, func() finding {
		i := k.Int()
		if i < 0 || i >= len(Rules()) {
			k.Fail()
			i = 0
		}
		return finding{Rules()[i], file, k.Int(), k.Text(), k.Text()}
	})
	return k.End() == nil
}

// loadList reads a list whose elements have at least size bytes each; it returns nil for an empty list.
func loadList[T any](k *codec.Reader, size int, one func() T) []T {
	n := k.Len(size)
	if n == 0 {
		return nil
	}
	out := make([]T, n)
	for i := range out {
		out[i] = one()
	}
	return out
}

// fileOf reads the number of a file and returns its current number.
func (w *worker) fileOf(k *codec.Reader) int32 {
	file, ok := w.s.known.File(k.Int())
	if !ok {
		k.Fail()
	}
	return file
}

// marks returns pointers to the boolean fields of a page.
func (p *page) marks() []*bool {
	return []*bool{&p.html, &p.fragment, &p.noIndex, &p.notFound, &p.hidden, &p.later, &p.vacant}
}

func storeText(k *codec.Writer, t html.Text) {
	k.Text(t.Text)
	k.Int(t.At)
}

func loadText(k *codec.Reader) html.Text { return html.Text{Text: k.Text(), At: k.Int()} }

func storeReference(k *codec.Writer, r *reference) {
	k.Text(r.url)
	k.Int(r.at)
	to := &r.to
	k.Byte(byte(to.Kind))
	k.Int(int(to.File))
	for _, s := range targetTexts(to) {
		k.Text(*s)
	}
	for _, b := range targetMarks(to) {
		k.Bool(*b)
	}
}

func (w *worker) loadReference(k *codec.Reader) (r reference) {
	r.url, r.at = k.Text(), k.Int()
	to := &r.to
	if to.Kind = webtree.Kind(k.Byte()); to.Kind == webtree.Own {
		to.File = w.fileOf(k)
	} else {
		k.Int()
	}
	for _, s := range targetTexts(to) {
		*s = k.Text()
	}
	for _, b := range targetMarks(to) {
		*b = k.Bool()
	}
	return r
}

func targetTexts(t *webtree.Target) []*string {
	return []*string{&t.Fragment, &t.URL, &t.Scheme, &t.Path}
}

func targetMarks(t *webtree.Target) []*bool {
	return []*bool{&t.Insecure, &t.Moved, &t.Exiled, &t.Loop, &t.Forgot}
}
