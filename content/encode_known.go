package content

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/diag"
)

// What is known is written as: magic, hash of the options, roots, texts, sets of lines, nested values,
// files, and the hash of all that. Texts, sets of lines and nested values are referred to by number, and nearly
// all stand once; where they stand is found only when all files are encoded, so these come first into a
// buffer of their own. Nothing depends on where the project lies.
const knownMagic = "sitegen documents 1\n"

// Encode returns what the next process needs of k, for DecodeKnown: the same files always as the same
// bytes. What the front matter cannot say in the types of a frontmatter.Block is left out.
func (k *Known) Encode() []byte {
	e := encoder{tables: &tables{texts: make(map[string]uint64, len(k.files)), lines: newPool(), nested: newPool()}}
	n := 0
	for _, f := range k.files {
		at := len(e.b)
		if e.file(f); e.odd {
			e.b, e.odd = e.b[:at], false
			continue
		}
		n++
	}
	t, files := e.tables, e.b
	b := make([]byte, 0, len(files)+len(t.lines.b)+len(t.nested.b)+len(t.all)+8*len(t.list)+256)
	b = append(b, knownMagic...)
	b = binary.LittleEndian.AppendUint64(b, k.reading)
	b = binary.AppendUvarint(b, uint64(len(k.roots)))
	for _, r := range k.roots {
		b = appendString(appendString(b, r.Rel), r.Lang)
	}
	b = binary.AppendUvarint(b, uint64(len(t.list)))
	for _, size := range t.list {
		b = binary.AppendUvarint(b, size)
	}
	b = append(appendUvarints(b, uint64(len(t.all))), t.all...)
	b = append(appendUvarints(b, t.lines.n), t.lines.b...)
	b = append(appendUvarints(b, t.nested.n), t.nested.b...)
	b = append(appendUvarints(b, uint64(n)), files...)
	return binary.LittleEndian.AppendUint64(b, xxhash.Sum64(b))
}

// Lacks returns how many files of k are not in o as they are in k: what a process that has o would read.
// A few are no reason to write k in its place.
func (k *Known) Lacks(o *Known) int {
	if o == nil || k.reading != o.reading || len(k.roots) != len(o.roots) {
		return len(k.files)
	}
	n, list := 0, o.files
	for _, f := range k.files {
		for len(list) > 0 && byPlace(list[0], f) < 0 {
			list = list[1:]
		}
		if len(list) == 0 || byPlace(list[0], f) != 0 || list[0].key != f.key || list[0].settled != f.settled || list[0].hash != f.hash {
			n++
		}
	}
	return n
}

func appendUvarints(b []byte, n ...uint64) []byte {
	for _, v := range n {
		b = binary.AppendUvarint(b, v)
	}
	return b
}

// tables hold what is written once.
type tables struct {
	texts  map[string]uint64
	list   []uint64 // the lengths of the texts
	all    []byte   // the texts
	lines  *pool
	nested *pool
	free   [][]byte // buffers
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
	known map[string]uint64
	b     []byte
	n     uint64
}

func newPool() *pool { return &pool{known: map[string]uint64{}} }

func (p *pool) index(b []byte) uint64 {
	n, ok := p.known[string(b)]
	if !ok {
		n = p.n
		p.known[string(b)] = n
		p.b = append(p.b, b...)
		p.n++
	}
	return n
}

// pooled writes with write into a buffer of its own and then the number of that in a pool.
func (e *encoder) pooled(p *pool, write func()) {
	t := e.tables
	outer := e.b
	e.b = nil
	if n := len(t.free); n > 0 {
		e.b, t.free = t.free[n-1], t.free[:n-1]
	}
	write()
	inner := e.b
	e.b = outer
	e.uvarint(p.index(inner))
	t.free = append(t.free, inner[:0])
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
	e.b = append(e.b, is)
	e.uvarint(uint64(f.root))
	e.text(f.path)
	e.varint(f.key.size)
	for _, n := range []uint64{uint64(f.key.mtime), uint64(f.key.change), f.key.inode, f.hash} {
		e.fixed(n)
	}
	if d := f.document; d != nil {
		e.document(d)
	}
	if r := f.resource; r != nil {
		for _, s := range []string{r.File, r.Lang, r.MediaType, r.Kind} {
			e.text(s)
		}
		e.varint(int64(r.Width))
		e.varint(int64(r.Height))
		e.value(r.Duration)
	}
	if len(f.problems) > 0 {
		e.problems(f.problems)
	}
}

// document writes what the file says: its place in the site is found anew by the walk.
func (e *encoder) document(d *Document) {
	for _, s := range []string{d.File, d.Lang, d.Ext, d.Markup, d.Head, string(d.Front.Format)} {
		e.text(s)
	}
	e.uvarint(uint64(d.Front.Body))
	e.uvarint(uint64(d.Front.BodyLine))
	e.pooled(e.tables.lines, func() { e.lines(d.Front.Lines) })
	e.table(d.Front.Values)
}

func (e *encoder) problems(list diag.List) {
	e.uvarint(uint64(len(list)))
	for _, d := range list {
		for _, s := range []string{d.Rule, d.File, d.Message, d.Hint, d.Excerpt} {
			e.text(s)
		}
		for _, n := range []int{int(d.Severity), d.Line, d.Col} {
			e.varint(int64(n))
		}
	}
}
