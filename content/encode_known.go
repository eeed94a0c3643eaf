package content

import (
	"github.com/sitegen/sitegen/internal/codec"
	"github.com/sitegen/sitegen/internal/diag"
)

// What is known is written as: hash of the options, roots, texts, sets of lines, nested values and files,
// sealed. Texts, sets of lines and nested values are referred to by number, and nearly
// all stand once; where they stand is found only when all files are encoded, so these come first into a
// buffer of their own. Nothing depends on where the project lies.
const knownFormat = "sitegen documents 2\n"

// MarshalBinary returns what UnmarshalBinary reads in another process: all that Options.Previous needs of t,
// and the same files always as the same bytes. Files whose front matter has values of other types than a
// frontmatter.Block are left out. The error is always nil.
func (t *Tree) MarshalBinary() ([]byte, error) { return t.kept.encode(), nil }

func (k *kept) encode() []byte {
	e := encoder{tables: &tables{texts: make(map[string]uint64, len(k.files)), lines: newPool(), nested: newPool()}}
	n := 0
	for _, f := range k.files {
		at := e.Len()
		if e.file(f); e.odd {
			e.Truncate(at)
			e.odd = false
			continue
		}
		n++
	}
	t, files := e.tables, e.Bytes()
	var w codec.Writer
	w.Grow(len(files) + len(t.lines.Bytes()) + len(t.nested.Bytes()) + len(t.all) + 8*len(t.list) + 256)
	w.RawText(knownFormat)
	w.Fixed(k.reading)
	w.Uvarint(uint64(len(k.roots)))
	for _, r := range k.roots {
		w.Text(r.Rel)
		w.Text(r.Lang)
	}
	w.Uvarint(uint64(len(t.list)))
	for _, size := range t.list {
		w.Uvarint(size)
	}
	w.Uvarint(uint64(len(t.all)))
	w.Raw(t.all)
	for _, p := range []*pool{t.lines, t.nested} {
		w.Uvarint(p.n)
		w.Raw(p.Bytes())
	}
	w.Uvarint(uint64(n))
	w.Raw(files)
	w.Seal()
	return w.Bytes()
}

// tables hold what is written once.
type tables struct {
	texts  map[string]uint64
	list   []uint64 // the lengths of the texts
	all    []byte   // the texts
	lines  *pool
	nested *pool
	free   []codec.Writer
}

// mostAlike is how long texts are that are likely to stand in many files: kinds, languages, tags. Longer ones
// are not looked for among those that are written already.
const mostAlike = 24

func (t *tables) text(s string) uint64 {
	if len(s) > mostAlike {
		return t.add(s)
	}
	n, ok := t.texts[s]
	if !ok {
		n = t.add(s)
		t.texts[s] = n
	}
	return n
}

func (t *tables) add(s string) uint64 {
	t.list, t.all = append(t.list, uint64(len(s))), append(t.all, s...)
	return uint64(len(t.list) - 1)
}

// pool holds encoded values, each once, in the order in which they were first met: what one of them
// refers to stands before it.
type pool struct {
	codec.Writer
	known map[string]uint64
	n     uint64
}

func newPool() *pool { return &pool{known: map[string]uint64{}} }

func (p *pool) index(b []byte) uint64 {
	n, ok := p.known[string(b)]
	if !ok {
		n = p.n
		p.known[string(b)] = n
		p.Raw(b)
		p.n++
	}
	return n
}

// pooled writes with write into a buffer of its own and then the number of that in a pool.
func (e *encoder) pooled(p *pool, write func()) {
	t := e.tables
	outer := e.Writer
	e.Writer = codec.Writer{}
	if n := len(t.free); n > 0 {
		e.Writer, t.free = t.free[n-1], t.free[:n-1]
	}
	write()
	inner := e.Writer
	e.Writer = outer
	e.Uvarint(p.index(inner.Bytes()))
	inner.Reset()
	t.free = append(t.free, inner)
}

// What a file is.
const (
	hasDocument = 1 << iota
	hasResource
	isPage
	isSettled
	isWhole
	isCJK
	isSuffixed
	hasProblems
)

func bit(b byte, on bool) byte {
	if on {
		return b
	}
	return 0
}

func (e *encoder) file(f *file) {
	is := bit(hasDocument, f.document != nil) | bit(hasResource, f.resource != nil) | bit(isPage, f.page) |
		bit(isSettled, f.settled) | bit(isWhole, f.whole) | bit(hasProblems, len(f.problems) > 0) |
		bit(isCJK, f.document != nil && f.document.CJK) | bit(isSuffixed, f.resource != nil && f.resource.Suffixed)
	e.Byte(is)
	e.Uvarint(uint64(f.root))
	e.text(f.path)
	e.Varint(f.key.size)
	for _, n := range []uint64{uint64(f.key.mtime), uint64(f.key.change), f.key.inode, f.hash} {
		e.Fixed(n)
	}
	if d := f.document; d != nil {
		e.document(d)
	}
	if r := f.resource; r != nil {
		for _, s := range []string{r.File, r.Lang, r.MediaType, r.Kind} {
			e.text(s)
		}
		e.Varint(int64(r.Width))
		e.Varint(int64(r.Height))
		e.value(r.Duration)
	}
	if len(f.problems) > 0 {
		diag.Store(&e.Writer, f.problems)
	}
}

// document writes what the file says: its place in the site is found anew by the walk.
func (e *encoder) document(d *Document) {
	for _, s := range []string{d.File, d.Lang, d.Ext, d.Markup, d.Head, string(d.Front.Format)} {
		e.text(s)
	}
	e.Uvarint(uint64(d.Front.Body))
	e.Uvarint(uint64(d.Front.BodyLine))
	e.pooled(e.tables.lines, func() { e.lines(d.Front.Lines) })
	e.table(d.Front.Values)
}
