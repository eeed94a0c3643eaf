package content

import (
	"github.com/sitegen/sitegen/content/internal/values"
	"github.com/sitegen/sitegen/internal/base/codec"
)

// knownFormat is the header of the encoding, which contains, sealed: a hash of the options, the roots, texts, sets of
// lines, and files. Files refer to texts and sets of lines by number, and nearly all of them are written once. The
// files are encoded into a separate buffer first, because the pools are complete only then. Nothing depends on the
// location of the project.
const knownFormat = "sitegen documents 8\n"

// MarshalBinary encodes everything that Options.Previous needs of t, for UnmarshalBinary in another process. The same
// files always give the same bytes. Files whose front matter has values of types that a frontmatter.Block does not have
// are left out. The error is always nil.
func (t *Tree) MarshalBinary() ([]byte, error) { return t.kept.encode(), nil }

func (k *kept) encode() []byte {
	e := encoder{*values.NewWriter(len(k.files))}
	n := 0
	for _, f := range k.files {
		at := e.Len()
		if e.file(f); e.Odd {
			e.Truncate(at)
			e.Odd = false
			continue
		}
		n++
	}
	var w codec.Writer
	w.Grow(e.PoolsSize() + e.Len() + 256)
	w.RawText(knownFormat)
	w.Fixed(k.reading)
	w.Uvarint(uint64(len(k.roots)))
	for _, r := range k.roots {
		w.Text(r.Rel)
		w.Text(r.Lang)
		w.Text(r.At)
	}
	e.Pools(&w)
	w.Uvarint(uint64(n))
	w.Raw(e.Bytes())
	w.Seal()
	return w.Bytes()
}

// encoder writes the files of a Tree.
type encoder struct{ values.Writer }

// values writes the front matter values in the encoding of values.Pack.
func (e *encoder) values(d *Document) {
	if d.packed != "" {
		e.RawText(d.packed)
		return
	}
	e.Table(d.Front.Values)
}

// Flags of an encoded file.
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
	e.Shared(f.path)
	e.Varint(f.state.Size)
	for _, n := range []uint64{uint64(f.state.ModTime), uint64(f.state.Change), f.state.Inode, f.hash} {
		e.Fixed(n)
	}
	e.Uvarint(uint64(len(f.included)))
	for _, in := range f.included {
		e.Shared(in.path)
		e.Fixed(in.hash)
	}
	if d := f.document; d != nil {
		e.document(d)
	}
	if r := f.resource; r != nil {
		for _, s := range []string{r.File, r.Lang, r.MediaType, r.Kind} {
			e.Shared(s)
		}
		e.Varint(int64(r.Width))
		e.Varint(int64(r.Height))
		e.Bool(r.Turned)
		e.Value(r.Duration)
		e.Shared(r.Content)
		if e.Bool(r.Executed != nil); r.Executed != nil {
			e.Text(r.Executed.At)
			e.Text(r.Executed.Text)
		}
	}
	if len(f.problems) > 0 {
		e.Diagnostics(f.problems)
	}
}

// document writes the content of the document but not its position in the site, which the next walk finds again.
func (e *encoder) document(d *Document) {
	for _, s := range []string{d.File, d.Lang, d.Ext, d.Markup, d.Head, string(d.Front.Format)} {
		e.Shared(s)
	}
	e.Uvarint(uint64(d.Front.Body))
	e.Uvarint(uint64(d.Front.BodyLine))
	e.PooledLines(d.Front.Lines)
	packed := d.packed
	if packed == "" {
		var ok bool
		if packed, ok = values.Pack(d.Front.Values); !ok {
			e.Odd = true
		}
	}
	e.Shared(packed)
	e.Bool(d.Home)
	for _, list := range [][]string{d.Links, d.Files} {
		e.Uvarint(uint64(len(list)))
		for _, s := range list {
			e.Shared(s)
		}
	}
}
