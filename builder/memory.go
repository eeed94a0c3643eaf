package builder

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
	files map[string]*memoryFile
	paths []string
	live  *live // while the build is at work; nil: it was over
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
	f, ok := o.files[path]
	if !ok {
		return Output{}, false
	}
	return Output{Path: path, MediaType: f.mediaType, Page: f.page, file: f}, true
}

// Paths returns the slash paths of all files in order. Nobody may write to the list.
func (o *Outputs) Paths() []string {
	if o.live != nil {
		return o.live.paths()
	}
	return o.paths
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
func (o *Outputs) held() (size int64) {
	if o == nil {
		return 0
	}
	for _, f := range o.files {
		if f.from == "" {
			size += f.size
		}
	}
	return size
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
	files map[string]*memoryFile
}

func newMemory(spool *disk.Spool, old *Outputs) *memory {
	if old == nil {
		old = &Outputs{}
	}
	return &memory{spool: spool, old: old, files: make(map[string]*memoryFile, len(old.files))}
}

// Has reports whether an output of this path was added.
func (m *memory) Has(path string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.files[path] != nil
}

// Open returns the bytes of an output.
func (m *memory) Open(path string) (r io.ReaderAt, size int64, end io.Closer, ok bool) {
	m.mu.Lock()
	f := m.files[path]
	m.mu.Unlock()
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
	first, err := m.claim(path, f)
	if err != nil || first != nil {
		return err
	}
	if was := m.old.files[path]; !m.moves && was != nil && was.from == "" && was.hash == f.hash && was.size == f.size {
		f.read = was.read
		return nil
	}
	f.read = m.spool.Keep(string(data))
	return nil
}

// addImage adds an image that is made when somebody wants to see it.
func (m *memory) addImage(path string, image *picture.Image, hash uint64, by string, studio *picture.Studio) error {
	_, err := m.claim(path, &memoryFile{by: by, hash: hash, image: image, studio: studio})
	return err
}

// Copy adds a file that lies elsewhere.
func (m *memory) Copy(path, from string, size, modTime int64) error {
	_, err := m.claim(path, &memoryFile{by: from, from: from, size: size, hash: disk.OriginKey(from, size, modTime)})
	return err
}

// Keep adds what the build before had at a path, if it is of this size and hash.
func (m *memory) Keep(path string, size int64, hash uint64, by string) (bool, error) {
	was := m.old.files[path]
	if was == nil || was.from != "" || was.hash != hash || was.size != size {
		return false, nil
	}
	f := *was
	f.by = by
	if m.moves && f.image == nil {
		text, err := was.read(0, int(was.size))
		if err != nil {
			return false, nil // rendered again
		}
		f.read = m.spool.Keep(text)
	}
	_, err := m.claim(path, &f)
	return true, err
}

func (m *memory) claim(path string, f *memoryFile) (first *memoryFile, err error) {
	if err := disk.CheckPath(path); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	first = m.files[path]
	if first == nil {
		m.files[path] = f
		return nil, nil
	}
	if first.size == f.size && first.hash == f.hash && first.from == f.from {
		return first, nil
	}
	return nil, disk.Clash(path, first.by, f.by)
}

// describe notes what an added file is.
func (m *memory) describe(path, mediaType, page string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f := m.files[path]; f != nil {
		f.mediaType, f.page = mediaType, page
	}
}

// Commit tells what is different; there is nothing to write.
func (m *memory) Commit(context.Context, int) (disk.Changes, error) {
	var ch disk.Changes
	for path, f := range m.files {
		if was := m.old.files[path]; was != nil && was.hash == f.hash && was.size == f.size {
			ch.Unchanged++
			continue
		}
		ch.Written++
		ch.Bytes += f.size
	}
	for path := range m.old.files {
		if m.files[path] == nil {
			ch.Removed++
		}
	}
	return ch, nil
}

// Discard does nothing: the bytes belong to the Builder.
func (m *memory) Discard() error { return nil }

// outputs returns what was added, frozen.
func (m *memory) outputs() *Outputs {
	return &Outputs{files: m.files, paths: slices.Sorted(maps.Keys(m.files))}
}

// changed returns the paths that differ between two sets of outputs, in order.
func changed(old, now *Outputs) []string {
	var out []string
	for path, f := range now.files {
		if was := old.files[path]; was == nil || was.hash != f.hash || was.size != f.size {
			out = append(out, path)
		}
	}
	for path := range old.files {
		if now.files[path] == nil {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}
