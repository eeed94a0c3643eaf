package output

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// Files are the files of a site that was built in memory. They are never changed: a later build makes others. Those of
// a Source answer while the build is still at work: a page that is asked for is rendered first, and what cannot be had
// so (sitemaps, feeds, lists of paths) waits for the end of the build. Several goroutines may use them at once.
type Files struct {
	*paths
	list  []*entry // by place
	bytes int64    // that the rendered ones have
	live  Source   // nil: the build is over
}

// Source answers for the files of a build that is at work.
type Source interface {
	Lookup(path string) (File, bool)
	Paths() []string
}

// From returns files that a source answers for.
func From(s Source) *Files { return &Files{live: s} }

// paths gives each path of some outputs a place. Builds that have the same paths share them.
type paths struct {
	names []string // in order
	at    map[string]int
}

// entry returns the file at a path; nil when there is none.
func (o *Files) entry(path string) *entry {
	if i, ok := o.at[path]; ok {
		return o.list[i]
	}
	return nil
}

// File is one of Files.
type File struct {
	Path      string // slash path in the output folder: "posts/one/index.html"
	MediaType string // "text/html"; "" for a copied file
	Page      string // content file that it was rendered from, relative to the project; "" when there is none

	entry *entry
	open  func(context.Context) (io.ReadSeekCloser, error) // while the build is at work; nil: it is there
}

// Bytes returns a file that has these bytes.
func Bytes(path string, data []byte) File {
	text := string(data)
	read := func(low, high int) (string, error) { return text[low:high], nil }
	return File{Path: path, entry: &entry{size: int64(len(text)), hash: xxhash.Sum64String(text), read: read}}
}

// Awaited returns f, a file of a build that is at work, with the function that opens it.
func (f File) Awaited(open func(context.Context) (io.ReadSeekCloser, error)) File {
	f.open = open
	return f
}

// CopyOf returns the file of the project that this one is a copy of, "" when it is none.
func (f File) CopyOf() string { return f.entry.from }

// Lookup returns the file at a slash path.
func (o *Files) Lookup(path string) (File, bool) {
	if o.live != nil {
		return o.live.Lookup(path)
	}
	return o.entry(path).at(path)
}

// Read returns the bytes of a file; fs.ErrNotExist when there is none.
func (o *Files) Read(ctx context.Context, path string) ([]byte, error) {
	f, ok := o.Lookup(path)
	if !ok {
		return nil, fs.ErrNotExist
	}
	r, err := f.Open(ctx)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// Paths returns the slash paths of all files in order. Nobody may write to the list.
func (o *Files) Paths() []string {
	if o.live != nil {
		return o.live.Paths()
	}
	return o.names
}

// Open returns the bytes; a copied file is opened where it lies. While the build is at work
// the file may be rendered only now: an error is that of the rendering, or of the build when that ended
// without success, or fs.ErrNotExist when the site has no such file any more.
func (f File) Open(ctx context.Context) (io.ReadSeekCloser, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if f.open != nil {
		return f.open(ctx)
	}
	if f.entry.from != "" {
		return os.Open(f.entry.from)
	}
	if f.entry.draw != nil {
		data, err := f.entry.draw()
		return closer{strings.NewReader(string(data))}, err
	}
	text, err := f.entry.read(0, int(f.entry.size))
	if err != nil {
		return nil, fmt.Errorf("read back %s: %w", f.Path, err)
	}
	return closer{strings.NewReader(text)}, nil
}

type closer struct{ *strings.Reader }

func (closer) Close() error { return nil }

// Held returns how many bytes of a spool the files want.
func (o *Files) Held() int64 {
	if o == nil {
		return 0
	}
	return o.bytes
}

// Changed returns the paths that differ between two sets of files, in order.
func Changed(old, now *Files) []string {
	out := []string{}
	if old.paths == now.paths {
		for i, f := range now.list {
			if !f.same(old.list[i]) {
				out = append(out, now.names[i])
			}
		}
		return out
	}
	for i, f := range now.list {
		if was := old.entry(now.names[i]); was == nil || !f.same(was) {
			out = append(out, now.names[i])
		}
	}
	for _, path := range old.names {
		if now.entry(path) == nil {
			out = append(out, path)
		}
	}
	slices.Sort(out)
	return out
}
