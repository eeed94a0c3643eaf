// Package kept remembers what was read of the files of a finished site, so that another run reads only the files that
// have changed. What is kept of a file counts while the file has the same state (internal/base/filestat), no file came
// or went to which one of its addresses may lead, and the site has the same rules of the host and is read with the same
// options.
//
// The memory of a folder is one file outside of it. A file that is damaged, or of another program, site or option, has
// nothing in it: everything is read, as the first time.
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

// Options says where the memory of a folder is. The zero value remembers nothing.
type Options struct {
	File     string // outside of the folder; "": nothing is kept
	Program  string // stands for the program that reads: what is kept is its own; "": nothing is kept
	ReadOnly bool   // nothing is written
	Least    int    // files that must be worth keeping before anything is written; default 1
}

// Memory is what is known of the files of a tree. A nil Memory knows nothing. Of and Put may be called by several
// workers at once, each for another file.
type Memory struct {
	o     Options
	tree  *webtree.Tree
	about uint64  // of the site and the options
	now   int64   // by the clock of the file system, after the files were looked at and before they are read; 0: unknown
	old   []known // by file
	fresh []known // by file, read in this run
	moved []int32 // numbers of files now, by those when they were kept; -1: it is gone
	other bool    // some of these differ
	reads atomic.Int64
}

// known is what is known of a file.
type known struct {
	text  string // "": nothing
	links string // what its addresses ask, packed
}

const format = "sitegen-kept-1\n"

// Open returns what is known of the files of a tree, whose states are those of webtree.Open. about stands for
// everything that what is read of a file depends on besides its bytes and the site.
func Open(o Options, t *webtree.Tree, about uint64) *Memory {
	if o.File == "" || o.Program == "" {
		return nil
	}
	m := &Memory{o: o, tree: t, old: make([]known, t.Len()), fresh: make([]known, t.Len())}
	if !o.ReadOnly {
		dir := filepath.Dir(o.File)
		if os.MkdirAll(dir, 0o777) != nil {
			return nil
		}
		m.now = filestat.Clock(dir)
	}
	m.about = m.fingerprint(about)
	m.load()
	return m
}

// FileName returns the name of the file for a folder, where many folders have theirs in one place.
func FileName(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	return fmt.Sprintf("%016x.pages", xxhash.Sum64String(abs)), err
}

// fingerprint hashes what all files depend on.
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

// forget drops what files say whose addresses may lead elsewhere now.
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

// Of returns what was kept of a file that is still the same.
func (m *Memory) Of(file int32) (*codec.Reader, bool) {
	if m == nil || m.old[file].text == "" {
		return nil, false
	}
	return codec.ReaderOf(m.old[file].text), true
}

// File returns the number of a file by that which is in what Of returned; false: it is gone, or never was.
func (m *Memory) File(then int) (int32, bool) {
	if then < 0 || then >= len(m.moved) || m.moved[then] < 0 {
		return 0, false
	}
	return m.moved[then], true
}

// Renumbered reports whether files have other numbers now: what Of returned is then given to Renew, with these.
func (m *Memory) Renumbered() bool { return m != nil && m.other }

// Renew keeps what Of returned with the numbers that files have now.
func (m *Memory) Renew(file int32, b []byte) {
	m.reads.Add(1)
	m.fresh[file] = known{text: string(b), links: m.old[file].links}
}

// Put keeps what was read of a file in this run, with the stems of the addresses in it (Resolver.Asked); none: the file
// has to be read each time.
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

// Save writes the memory for the next run, if a file was read. Failing to do so is not an error: the next run reads
// again.
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
