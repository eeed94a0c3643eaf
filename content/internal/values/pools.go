package values

import "github.com/sitegen/sitegen/internal/base/codec"

// pools contains the texts and maps of lines that are written only once.
type pools struct {
	texts map[string]uint64
	list  []uint64 // the lengths of the texts
	all   []byte   // the texts
	lines *pool
	free  codec.Writer
}

// NewWriter returns a Writer with pools; about n texts are expected to differ.
func NewWriter(n int) *Writer {
	return &Writer{pools: &pools{texts: make(map[string]uint64, n), lines: newPool()}}
}

// PooledLines writes the number of a map of lines, because many files may share the map.
func (w *Writer) PooledLines(m map[string]int) {
	p := w.pools
	w.Writer, p.free = p.free, w.Writer
	w.Lines(m)
	w.Writer, p.free = p.free, w.Writer
	w.Uvarint(p.lines.index(p.free.Bytes()))
	p.free.Reset()
}

// PoolsSize returns about how many bytes Pools writes.
func (w *Writer) PoolsSize() int {
	p := w.pools
	return len(p.lines.Bytes()) + len(p.all) + 8*len(p.list)
}

// Pools writes the pools to another writer. Values written to w refer to them, so write the pools first.
func (w *Writer) Pools(to *codec.Writer) {
	p := w.pools
	to.Uvarint(uint64(len(p.list)))
	for _, size := range p.list {
		to.Uvarint(size)
	}
	to.Uvarint(uint64(len(p.all)))
	to.Raw(p.all)
	to.Uvarint(p.lines.n)
	to.Raw(p.lines.Bytes())
}

// mostAlike is the maximum length of texts that are likely to be in many files: kinds, languages, tags. Longer texts
// are written without looking for an equal one.
const mostAlike = 24

func (t *pools) text(s string) uint64 {
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

func (t *pools) add(s string) uint64 {
	t.list, t.all = append(t.list, uint64(len(s))), append(t.all, s...)
	return uint64(len(t.list) - 1)
}

// pool contains encoded values, each once, in order of first use.
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
