package output

import (
	"bytes"
	"context"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/store/disk"
)

// entry is a file without its path.
type entry struct {
	mediaType, page string
	by              string // who made it, for messages
	size            int64
	hash            uint64 // hash of the bytes; of a copied file, the hash of its path, size, and time
	read            func(low, high int) (string, error)
	from            string
	draw            func() ([]byte, error) // makes an image on request; size is then 0, and hash that of its recipe
}

// at returns an entry as a File; false if it is nil.
func (f *entry) at(path string) (File, bool) {
	if f == nil {
		return File{}, false
	}
	return File{Path: path, MediaType: f.mediaType, Page: f.page, entry: f}, true
}

// Memory takes the outputs of a build that writes nothing.
type Memory struct {
	spool *disk.Spool
	moves bool   // stored bytes are moved to spool from one that will be closed
	old   *Files // of the build before; nil for none

	mu    sync.Mutex
	files []*entry          // at the places of old; nil: not there so far
	more  map[string]*entry // at other paths
}

// NewMemory returns a sink for the outputs of the build after old, which is nil for the first build. Their
// bytes are stored in spool. If moves is set, the bytes of old, whose spool will be closed, are also moved
// there.
func NewMemory(spool *disk.Spool, old *Files, moves bool) *Memory {
	if old == nil {
		old = &Files{paths: &paths{}}
	}
	return &Memory{spool: spool, moves: moves, old: old, files: make([]*entry, len(old.list)), more: map[string]*entry{}}
}

// Lookup returns the file that was added at a path.
func (m *Memory) Lookup(path string) (File, bool) { return m.file(path).at(path) }

// Old returns the file of the previous build at a path.
func (m *Memory) Old(path string) (File, bool) { return m.old.Lookup(path) }

// Has reports whether an output of this path was added.
func (m *Memory) Has(path string) bool { return m.file(path) != nil }

// file returns the entry that was added at a path, or nil.
func (m *Memory) file(path string) *entry {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.added(path)
}

func (m *Memory) added(path string) *entry {
	if i, ok := m.old.at[path]; ok {
		return m.files[i]
	}
	return m.more[path]
}

// Each calls f for each output. The size of an image that is made on request is 0.
func (m *Memory) Each(f func(path string, size int64)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, file := range m.files {
		if file != nil {
			f(m.old.names[i], file.size)
		}
	}
	for path, file := range m.more {
		f(path, file.size)
	}
}

// Open returns the bytes of an output.
func (m *Memory) Open(path string) (r io.ReaderAt, size int64, end io.Closer, ok bool) {
	f := m.file(path)
	switch {
	case f == nil:
		return nil, 0, nil, false
	case f.from != "":
		file, err := os.Open(f.from)
		return file, f.size, file, err == nil
	case f.draw != nil:
		data, err := f.draw()
		return bytes.NewReader(data), int64(len(data)), io.NopCloser(nil), err == nil
	}
	text, err := f.read(0, int(f.size))
	return strings.NewReader(text), f.size, io.NopCloser(nil), err == nil
}

// Add adds rendered bytes.
func (m *Memory) Add(path string, data []byte, by string) error {
	f := &entry{by: by, size: int64(len(data)), hash: xxhash.Sum64(data)}
	// An entry must be complete when it is claimed, because another worker may call Describe at the same time.
	switch was, first := m.old.entry(path), m.file(path); {
	case first != nil && first.size == f.size && first.hash == f.hash:
	case !m.moves && was != nil && was.from == "" && was.draw == nil && was.hash == f.hash && was.size == f.size:
		f.read = was.read
	default:
		f.read = m.spool.Add(string(data))
	}
	return m.claim(path, f)
}

// Create begins an output that is written in parts.
func (m *Memory) Create(path, by string) Parts { return AddAtOnce(m, path, by) }

// AddAtOnce returns parts that are collected and then added to s with one Add.
func AddAtOnce(s Sink, path, by string) Parts { return &parts{sink: s, path: path, by: by} }

// parts collects an output that is added at once.
type parts struct {
	bytes.Buffer
	sink     Sink
	path, by string
}

// Close adds the output.
func (p *parts) Close() (size int64, hash uint64, err error) {
	return int64(p.Len()), xxhash.Sum64(p.Bytes()), p.sink.Add(p.path, p.Bytes(), p.by)
}

// AddImage adds an image that draw makes when it is requested. The hash is that of its recipe.
func (m *Memory) AddImage(path string, draw func() ([]byte, error), hash uint64, by string) error {
	return m.claim(path, &entry{by: by, hash: hash, draw: draw})
}

// Copy adds a file by its path, without reading it.
func (m *Memory) Copy(path, from string, size, modTime int64) error {
	return m.claim(path, &entry{by: from, from: from, size: size, hash: disk.OriginKey(from, size, modTime)})
}

// Keep reuses the output of the previous build at a path if it has this size and hash.
func (m *Memory) Keep(path string, size int64, hash uint64, by string) (bool, error) {
	was := m.old.entry(path)
	if was == nil || was.from != "" || was.hash != hash || was.size != size {
		return false, nil
	}
	f := was
	if was.by != by || m.moves {
		own := *was
		own.by = by
		f = &own
	}
	if m.moves && f.draw == nil {
		text, err := was.read(0, int(was.size))
		if err != nil {
			return false, nil // rendered again
		}
		f.read = m.spool.Add(text)
	}
	return true, m.claim(path, f)
}

// Forget removes the output that by added at a path. An empty by matches any maker.
func (m *Memory) Forget(path, by string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.added(path); f == nil || by != "" && f.by != by {
		return
	}
	if i, ok := m.old.at[path]; ok {
		m.files[i] = nil
	} else {
		delete(m.more, path)
	}
}

// Before returns the output of the previous build at a path if it has this size and hash.
func (m *Memory) Before(path string, size int64, hash uint64) []byte {
	was := m.old.entry(path)
	if was == nil || was.from != "" || was.draw != nil || was.hash != hash || was.size != size {
		return nil
	}
	text, err := was.read(0, int(was.size))
	if err != nil || xxhash.Sum64String(text) != hash {
		return nil
	}
	return []byte(text)
}

// claim reserves a path for f, unless the same entry has it already.
func (m *Memory) claim(path string, f *entry) error {
	if err := disk.CheckPath(path); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	first := m.added(path)
	if first == nil {
		m.put(path, f)
		return nil
	}
	if first.size == f.size && first.hash == f.hash && first.from == f.from {
		return nil
	}
	return disk.Clash(path, first.by, f.by)
}

func (m *Memory) put(path string, f *entry) {
	if i, ok := m.old.at[path]; ok {
		m.files[i] = f
	} else {
		m.more[path] = f
	}
}

// Describe records the media type and page of an added file.
func (m *Memory) Describe(path, mediaType, page string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f := m.added(path)
	if f == nil || f.mediaType == mediaType && f.page == page {
		return
	}
	own := *f // it may be that of the build before
	own.mediaType, own.page = mediaType, page
	m.put(path, &own)
}

// Commit reports the changes; it writes nothing.
func (m *Memory) Commit(context.Context, int) (disk.Changes, error) {
	var ch disk.Changes
	for i, f := range m.files {
		switch {
		case f == nil:
			ch.Removed++
		case f.same(m.old.list[i]):
			ch.Unchanged++
		default:
			ch.Written++
			ch.Bytes += f.size
		}
	}
	for _, f := range m.more {
		ch.Written++
		ch.Bytes += f.size
	}
	ch.Unportable = disk.Unportable(m.Files().names)
	return ch, nil
}

// same reports whether two files at one path have the same bytes.
func (f *entry) same(o *entry) bool { return f == o || f.hash == o.hash && f.size == o.size }

// Discard does nothing: the bytes belong to the owner of the spool.
func (m *Memory) Discard() error { return nil }

// Files returns the added files, frozen.
func (m *Memory) Files() *Files {
	o := &Files{paths: m.old.paths, list: m.files}
	if len(m.more) > 0 || slices.Contains(m.files, nil) {
		o = m.rearranged()
	}
	for _, f := range o.list {
		if f.from == "" {
			o.bytes += f.size
		}
	}
	return o
}

// rearranged returns Files whose paths differ from those of the previous build.
func (m *Memory) rearranged() *Files {
	p := &paths{names: make([]string, 0, len(m.files)+len(m.more))}
	for i, f := range m.files {
		if f != nil {
			p.names = append(p.names, m.old.names[i])
		}
	}
	p.names = slices.AppendSeq(p.names, maps.Keys(m.more))
	slices.Sort(p.names)
	p.at = make(map[string]int, len(p.names))
	o := &Files{paths: p, list: make([]*entry, len(p.names))}
	for i, path := range p.names {
		p.at[path], o.list[i] = i, m.added(path)
	}
	return o
}
