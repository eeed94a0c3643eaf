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

// Files are the files of a site that was built in memory. They are immutable: a later build makes new ones.
// Files from a Source answer while the build still runs: a requested page is rendered first, and files that
// cannot be rendered separately (sitemaps, feeds, lists of paths) wait for the end of the build. Several
// goroutines may use them at the same time.
type Files struct {
	*paths
	list  []*entry // by place
	bytes int64    // that the rendered ones have
	live  Source   // nil: the build is over
}

// Source supplies the files of a running build.
type Source interface {
	Lookup(path string) (File, bool)
	Paths() []string
}

// From returns files that a source supplies.
func From(s Source) *Files { return &Files{live: s} }

// paths numbers the paths of the outputs. Builds with the same paths share one value.
type paths struct {
	names []string // in order
	at    map[string]int
}

// entry returns the file at a path, or nil.
func (o *Files) entry(path string) *entry {
	if i, ok := o.at[path]; ok {
		return o.list[i]
	}
	return nil
}

// File is one file of Files.
type File struct {
	Path      string // slash path in the output folder: "posts/one/index.html"
	MediaType string // "text/html"; "" for a copied file
	Page      string // content file that it was rendered from, relative to the project; "" if none

	entry *entry
	// opens the file while the build runs; nil if it is complete
	open func(context.Context) (io.ReadSeekCloser, error)
}

// Bytes returns a file with these bytes.
func Bytes(path string, data []byte) File {
	text := string(data)
	read := func(low, high int) (string, error) { return text[low:high], nil }
	return File{Path: path, entry: &entry{size: int64(len(text)), hash: xxhash.Sum64String(text), read: read}}
}

// Awaited returns f, a file of a running build, with the function that opens it.
func (f File) Awaited(open func(context.Context) (io.ReadSeekCloser, error)) File {
	f.open = open
	return f
}

// CopyOf returns the project file that this file is a copy of, or "" if it is not a copy.
func (f File) CopyOf() string { return f.entry.from }

// Lookup returns the file at a slash path.
func (o *Files) Lookup(path string) (File, bool) {
	if o.live != nil {
		return o.live.Lookup(path)
	}
	return o.entry(path).at(path)
}

// Read returns the bytes of a file, or fs.ErrNotExist.
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

// Paths returns the sorted slash paths of all files. The list must not be changed.
func (o *Files) Paths() []string {
	if o.live != nil {
		return o.live.Paths()
	}
	return o.names
}

// Open opens the file; for a copied file, it opens the original. While the build runs, the file may be rendered
// only now: the error is that of the rendering, or of a failed build, or fs.ErrNotExist if the site no longer
// has the file.
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

// Held returns the number of bytes of a spool that the files need.
func (o *Files) Held() int64 {
	if o == nil {
		return 0
	}
	return o.bytes
}

// Changed returns the sorted paths that differ between two sets of files.
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
