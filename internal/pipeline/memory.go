package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/disk"
	"github.com/sitegen/sitegen/internal/media/picture"
)

// Outputs are the files of a site that was built with Options.Memory. They are never changed: a later
// Build makes others. Those that Options.Early is given answer while the build is still at work: a page
// that is asked for is rendered first, and what cannot be had so (sitemaps, feeds, lists of paths) waits
// for the end of the build. Several goroutines may use them at once.
type Outputs struct {
	*paths
	files []*memoryFile // by place
	bytes int64         // that the rendered ones have
	live  *live         // while the build is at work; nil: it was over
}

// paths gives each path of some outputs a place. Builds that have the same paths share them.
type paths struct {
	list []string // in order
	at   map[string]int
}

// file returns the file at a path; nil when there is none.
func (o *Outputs) file(path string) *memoryFile {
	if i, ok := o.at[path]; ok {
		return o.files[i]
	}
	return nil
}

// Output is one file of Outputs.
type Output struct {
	Path      string // slash path in the output folder: "posts/one/index.html"
	MediaType string // "text/html"; "" for a copied file
	Page      string // content file that it was rendered from, relative to the project; "" when there is none

	file *memoryFile
	live *live // that renders it; nil: it is there
	task *task
}

// Lookup returns the file at a slash path.
func (o *Outputs) Lookup(path string) (Output, bool) {
	if o.live != nil {
		return o.live.lookup(path)
	}
	f := o.file(path)
	if f == nil {
		return Output{}, false
	}
	return Output{Path: path, MediaType: f.mediaType, Page: f.page, file: f}, true
}

// Paths returns the slash paths of all files in order. Nobody may write to the list.
func (o *Outputs) Paths() []string {
	if o.live != nil {
		return o.live.paths()
	}
	return o.list
}

// Open returns the bytes; a copied file is opened where it lies. Of Outputs that Options.Early was given
// the file may be rendered only now: an error is that of the rendering, or of the build when that ended
// without success, or fs.ErrNotExist when the site has no such file any more.
func (o Output) Open(ctx context.Context) (io.ReadSeekCloser, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if o.live != nil {
		return o.live.open(ctx, o.Path, o.task)
	}
	if o.file.from != "" {
		return os.Open(o.file.from)
	}
	if o.file.image != nil {
		data, err := o.file.studio.Bytes(o.file.image)
		return closer{strings.NewReader(string(data))}, err
	}
	text, err := o.file.read(0, int(o.file.size))
	if err != nil {
		return nil, fmt.Errorf("read back %s: %w", o.Path, err)
	}
	return closer{strings.NewReader(text)}, nil
}

type closer struct{ *strings.Reader }

func (closer) Close() error { return nil }

// held returns how many bytes of a spool the outputs want.
func (o *Outputs) held() int64 {
	if o == nil {
		return 0
	}
	return o.bytes
}

// memoryFile is an output without its path.
type memoryFile struct {
	mediaType, page string
	by              string // who made it, for messages
	size            int64
	hash            uint64 // of the bytes; of a copied file: of its path, size and time
	read            func(low, high int) (string, error)
	from            string
	image           *picture.Image // made when it is asked for; size is 0, hash that of its name
	studio          *picture.Studio
}

// memory takes the outputs of a build that writes nothing.
type memory struct {
	spool *disk.Spool
	moves bool     // what is kept moves into spool, from one that is to be closed
	old   *Outputs // of the build before; nil for none

	mu    sync.Mutex
	files []*memoryFile          // at the places of old; nil: not there so far
	more  map[string]*memoryFile // at other paths
}

func newMemory(spool *disk.Spool, old *Outputs) *memory {
	if old == nil {
		old = &Outputs{paths: &paths{}}
	}
	return &memory{spool: spool, old: old, files: make([]*memoryFile, len(old.files)), more: map[string]*memoryFile{}}
}

// Has reports whether an output of this path was added.
func (m *memory) Has(path string) bool { return m.file(path) != nil }

// file returns what was added under a path; nil for nothing.
func (m *memory) file(path string) *memoryFile {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.added(path)
}

func (m *memory) added(path string) *memoryFile {
	if i, ok := m.old.at[path]; ok {
		return m.files[i]
	}
	return m.more[path]
}

// Open returns the bytes of an output.
func (m *memory) Open(path string) (r io.ReaderAt, size int64, end io.Closer, ok bool) {
	f := m.file(path)
	switch {
	case f == nil:
		return nil, 0, nil, false
	case f.from != "":
		file, err := os.Open(f.from)
		return file, f.size, file, err == nil
	case f.image != nil:
		data, err := f.studio.Bytes(f.image)
		return bytes.NewReader(data), int64(len(data)), io.NopCloser(nil), err == nil
	}
	text, err := f.read(0, int(f.size))
	return strings.NewReader(text), f.size, io.NopCloser(nil), err == nil
}

// Add adds rendered bytes.
func (m *memory) Add(path string, data []byte, by string) error {
	f := &memoryFile{by: by, size: int64(len(data)), hash: xxhash.Sum64(data)}
	// What is claimed is whole: another worker may describe it at once.
	switch was, first := m.old.file(path), m.file(path); {
	case first != nil && first.size == f.size && first.hash == f.hash:
	case !m.moves && was != nil && was.from == "" && was.image == nil && was.hash == f.hash && was.size == f.size:
		f.read = was.read
	default:
		f.read = m.spool.Add(string(data))
	}
	return m.claim(path, f)
}

// addImage adds an image that is made when somebody wants to see it.
func (m *memory) addImage(path string, image *picture.Image, hash uint64, by string, studio *picture.Studio) error {
	return m.claim(path, &memoryFile{by: by, hash: hash, image: image, studio: studio})
}

// Copy adds a file that lies elsewhere.
func (m *memory) Copy(path, from string, size, modTime int64) error {
	return m.claim(path, &memoryFile{by: from, from: from, size: size, hash: disk.OriginKey(from, size, modTime)})
}

// Keep adds what the build before had at a path, if it is of this size and hash.
func (m *memory) Keep(path string, size int64, hash uint64, by string) (bool, error) {
	was := m.old.file(path)
	if was == nil || was.from != "" || was.hash != hash || was.size != size {
		return false, nil
	}
	f := was
	if was.by != by || m.moves {
		own := *was
		own.by = by
		f = &own
	}
	if m.moves && f.image == nil {
		text, err := was.read(0, int(was.size))
		if err != nil {
			return false, nil // rendered again
		}
		f.read = m.spool.Add(text)
	}
	return true, m.claim(path, f)
}

// Forget takes back what by added under a path; with "" for by whoever added it.
func (m *memory) Forget(path, by string) {
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

// Before returns what the build before had at a path, if it is of this size and hash.
func (m *memory) Before(path string, size int64, hash uint64) []byte {
	was := m.old.file(path)
	if was == nil || was.from != "" || was.image != nil || was.hash != hash || was.size != size {
		return nil
	}
	text, err := was.read(0, int(was.size))
	if err != nil || xxhash.Sum64String(text) != hash {
		return nil
	}
	return []byte(text)
}

// claim takes a path for f, unless the same was put there already.
func (m *memory) claim(path string, f *memoryFile) error {
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

func (m *memory) put(path string, f *memoryFile) {
	if i, ok := m.old.at[path]; ok {
		m.files[i] = f
	} else {
		m.more[path] = f
	}
}

// describe notes what an added file is.
func (m *memory) describe(path, mediaType, page string) {
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

// Commit tells what is different; there is nothing to write.
func (m *memory) Commit(context.Context, int) (disk.Changes, error) {
	var ch disk.Changes
	for i, f := range m.files {
		switch {
		case f == nil:
			ch.Removed++
		case f.same(m.old.files[i]):
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
	return ch, nil
}

// same reports whether two files at one path have the same bytes.
func (f *memoryFile) same(o *memoryFile) bool { return f == o || f.hash == o.hash && f.size == o.size }

// Discard does nothing: the bytes belong to the Builder.
func (m *memory) Discard() error { return nil }

// outputs returns what was added, frozen.
func (m *memory) outputs() *Outputs {
	o := &Outputs{paths: m.old.paths, files: m.files}
	if len(m.more) > 0 || slices.Contains(m.files, nil) {
		o = m.rearranged()
	}
	for _, f := range o.files {
		if f.from == "" {
			o.bytes += f.size
		}
	}
	return o
}

// rearranged is outputs with other paths than before.
func (m *memory) rearranged() *Outputs {
	p := &paths{list: make([]string, 0, len(m.files)+len(m.more))}
	for i, f := range m.files {
		if f != nil {
			p.list = append(p.list, m.old.list[i])
		}
	}
	p.list = slices.AppendSeq(p.list, maps.Keys(m.more))
	slices.Sort(p.list)
	p.at = make(map[string]int, len(p.list))
	o := &Outputs{paths: p, files: make([]*memoryFile, len(p.list))}
	for i, path := range p.list {
		p.at[path], o.files[i] = i, m.added(path)
	}
	return o
}

// changed returns the paths that differ between two sets of outputs, in order.
func changed(old, now *Outputs) []string {
	var out []string
	if old.paths == now.paths {
		for i, f := range now.files {
			if !f.same(old.files[i]) {
				out = append(out, now.list[i])
			}
		}
		return out
	}
	for i, f := range now.files {
		if was := old.file(now.list[i]); was == nil || !f.same(was) {
			out = append(out, now.list[i])
		}
	}
	for _, path := range old.list {
		if now.file(path) == nil {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}
