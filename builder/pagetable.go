package builder

import (
	"os"

	"github.com/sitegen/sitegen/internal/trace"
	"github.com/sitegen/sitegen/internal/wire"
)

// pageTable is the head of a record of pages.
type pageTable struct {
	file      *os.File
	questions int
	table     []byte
	n         int
	nodes     map[string][]string
	begin     int64 // of the entries
}

// openPages reads the head of a record of pages, and checks it.
func openPages(f *os.File, renders uint64) (*pageTable, bool) {
	info, err := f.Stat()
	if err != nil {
		return nil, false
	}
	var head [pagesHead]byte
	if _, err := f.ReadAt(head[:], 0); err != nil || fixed(head[:], 0) != renders {
		return nil, false
	}
	nodes, n := fixed(head[:], 2), fixed(head[:], 3)
	size := uint64(info.Size())
	if nodes > size || n > size/pagesPlace || n*pagesPlace+nodes > size {
		return nil, false
	}
	t := &pageTable{file: f, questions: int(fixed(head[:], 1)), n: int(n), begin: int64(pagesHead + n*pagesPlace + nodes)}
	t.table = make([]byte, n*pagesPlace+nodes)
	if _, err := f.ReadAt(t.table, pagesHead); err != nil || trace.Hash(t.table) != fixed(head[:], 4) {
		return nil, false
	}
	r := wire.NewReader(t.table[n*pagesPlace:])
	count := r.Len(2)
	t.nodes = make(map[string][]string, count)
	for range count {
		key := r.Text()
		t.nodes[key] = r.Texts()
	}
	return t, r.End() == nil
}

// entry reads the entry of a file.
func (t *pageTable) entry(file string) ([]byte, bool) {
	want := trace.HashString(file)
	low, high := 0, t.n
	for low < high {
		if mid := (low + high) / 2; fixed(t.table[mid*pagesPlace:], 0) < want {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low == t.n || fixed(t.table[low*pagesPlace:], 0) != want {
		return nil, false
	}
	place := fixed(t.table[low*pagesPlace:], 1)
	raw := make([]byte, place&(1<<24-1))
	if _, err := t.file.ReadAt(raw, t.begin+int64(place>>24)); err != nil {
		return nil, false
	}
	return raw, trace.Hash(raw) == fixed(t.table[low*pagesPlace:], 2)
}
