// Package kept remembers what was read of the files of a finished site, so the next run reads only changed
// files. A result stays valid while the file has the same state (internal/base/filestat), no file was added or
// removed to which one of its URLs may lead, the rules of the host are the same, and the site is read with the
// same options.
//
// The memory of a folder is one file outside of it. If that file is damaged, or belongs to another program
// version, site, or set of options, it counts as empty, and everything is read as in a first run.
package kept

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/htmldoc/webtree"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// Options gives the place of the memory of a folder. The zero value remembers nothing.
type Options struct {
	File string // outside of the folder; "": nothing is kept
	// identifies the program that reads, because results of another version are invalid; "" disables the memory
	Program  string
	ReadOnly bool // nothing is written
	Least    int  // minimum number of files worth remembering; default 1
}

// Memory contains the remembered results for the files of a tree. A nil Memory contains nothing. Several
// workers may call Of and Put at the same time for different files.
type Memory struct {
	o     Options
	tree  *webtree.Tree
	about uint64 // of the site and the options
	// time of the file system's clock after the files were examined and before they are read; 0 if unknown
	now   int64
	old   []known // by file
	fresh []known // by file, read in this run
	moved []int32 // current numbers of files by their remembered numbers; -1 if removed
	other bool    // some of these differ
	reads atomic.Int64
}

// known is the remembered result for a file.
type known struct {
	text  string // "": nothing
	links string // what its addresses ask, packed
}

const format = "sitegen-kept-1\n"

// Open opens the memory of a tree whose file states come from webtree.Open. about covers everything that the
// results depend on apart from the bytes of the files and the site.
func Open(o Options, t *webtree.Tree, about uint64) *Memory {
	if o.File == "" || o.Program == "" {
		return nil
	}
	m := &Memory{o: o, tree: t, old: make([]known, t.Len()), fresh: make([]known, t.Len())}
	if !o.ReadOnly {
		dir := filepath.Dir(o.File)
		if os.MkdirAll(dir, 0o755) != nil {
			return nil
		}
		m.now = filestat.Clock(dir)
	}
	m.about = m.fingerprint(about)
	m.load()
	return m
}

// FileName returns a name for the memory of a folder, for a place that has those of many folders.
func FileName(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	return fmt.Sprintf("%016x.pages", xxhash.Sum64String(abs)), err
}

// fingerprint hashes the inputs that all results depend on.
func (m *Memory) fingerprint(about uint64) uint64 {
	d := xxhash.New()
	var n [8]byte
	number := func(x uint64) {
		binary.LittleEndian.PutUint64(n[:], x)
		d.Write(n[:])
	}
	text := func(s string) {
		number(uint64(len(s)))
		d.WriteString(s)
	}
	number(about)
	text(m.o.Program)
	text(m.tree.Base())
	text(m.tree.Prefix())
	text(m.tree.Rules())
	return d.Sum64()
}

// load reads the file of the memory.
func (m *Memory) load() {
	file, err := os.ReadFile(m.o.File)
	if err != nil {
		return
	}
	body, err := codec.Unseal(format, file)
	if err != nil {
		return
	}
	r := codec.NewReader(body)
	if r.Fixed() != m.about {
		return
	}
	n := r.Len(10)
	m.moved = make([]int32, n)
	stems := map[uint32]bool{}
	there := make([]bool, m.tree.Len())
	old := make([]known, m.tree.Len())
	for i := range m.moved {
		path, sum := r.Text(), r.Fixed()
		links, text := r.Text(), r.Text()
		file, ok := m.tree.Lookup(path)
		if !ok {
			m.moved[i], m.other = -1, true
			stems[webtree.Stem(path)] = true
			continue
		}
		m.moved[i], there[file] = file, true
		m.other = m.other || file != int32(i)
		if sum == m.tree.File(file).State.Sum() {
			old[file] = known{text: text, links: links}
		}
	}
	if r.End() != nil {
		return
	}
	for i, ok := range there {
		if !ok {
			stems[webtree.Stem(m.tree.File(int32(i)).Path)] = true
		}
	}
	if len(stems) > 0 {
		m.forget(old, stems)
	}
	m.old = old
}

// forget drops the results of files whose URLs may now lead elsewhere.
func (m *Memory) forget(old []known, stems map[uint32]bool) {
	for i := range old {
		k := &old[i]
		if k.text == "" {
			continue
		}
		if !m.tree.Redirects().Empty() || webtree.Touched(unpack(k.links), stems) {
			*k = known{}
		}
	}
}

func unpack(links string) []uint32 {
	out := make([]uint32, len(links)/4)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32([]byte(links[4*i : 4*i+4]))
	}
	return out
}

func pack(asked []uint32) string {
	b := make([]byte, 0, 4*len(asked))
	for _, stem := range asked {
		b = binary.LittleEndian.AppendUint32(b, stem)
	}
	return string(b)
}

// Of returns the result for a file that has not changed.
func (m *Memory) Of(file int32) (*codec.Reader, bool) {
	if m == nil || m.old[file].text == "" {
		return nil, false
	}
	return codec.ReaderOf(m.old[file].text), true
}

// File returns the current number of a file by its number in a remembered result; false if it no longer exists.
func (m *Memory) File(then int) (int32, bool) {
	if then < 0 || then >= len(m.moved) || m.moved[then] < 0 {
		return 0, false
	}
	return m.moved[then], true
}

// Renumbered reports whether numbers of files have changed; results must then be passed to Renew with the new
// numbers.
func (m *Memory) Renumbered() bool { return m != nil && m.other }

// Renew replaces the result that Of returned by one with the current numbers.
func (m *Memory) Renew(file int32, b []byte) {
	m.reads.Add(1)
	m.fresh[file] = known{text: string(b), links: m.old[file].links}
}

// Put stores the result of reading a file in this run, with the stems of its URLs (Resolver.Asked). Without
// stems, the file must be read in each run.
func (m *Memory) Put(file int32, b []byte, asked []uint32) {
	if m == nil {
		return
	}
	m.old[file] = known{}
	m.reads.Add(1)
	if state := m.tree.File(file).State; state != (filestat.State{}) && state.Settled(m.now) {
		m.fresh[file] = known{text: string(b), links: pack(asked)}
	}
}

// Save writes the memory for the next run, if any file was read. Failing to write it is not an error: the next
// run reads the files again.
func (m *Memory) Save() {
	if m == nil || m.o.ReadOnly || m.reads.Load() == 0 {
		return
	}
	w := &codec.Writer{}
	w.RawText(format)
	w.Fixed(m.about)
	w.Uvarint(uint64(len(m.old)))
	count := 0
	for i := range m.old {
		k := m.fresh[i]
		if k.text == "" && !m.other {
			k = m.old[i]
		}
		f := m.tree.File(int32(i))
		w.Text(f.Path)
		w.Fixed(f.State.Sum())
		w.Text(k.links)
		if w.Text(k.text); k.text != "" {
			count++
		}
	}
	w.Seal()
	if count >= max(1, m.o.Least) {
		_ = atomicfile.Write(m.o.File, w.Bytes())
	}
}
