package disk

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/codec"
	"github.com/sitegen/sitegen/internal/base/diag"
)

// Entry is one file that we own.
type Entry struct {
	Path string // slash path in the output folder
	Size int64  // bytes
	Hash uint64 // xxhash of the bytes
	// sum of the file's state as we left it; a file in another state is read again; 0 if it cannot be trusted
	State  uint64
	Origin uint64 // key of the source of a copied file; 0 if unknown or rendered
	Away   bool   // it has no file, because Options.Elsewhere has it: we do not own what is at its path
}

// Manifest lists all files that we own in an output folder, sorted by path. It is immutable.
type Manifest struct {
	head
	entries []Entry
	away    []Entry // those with Away, sorted by path
}

// head identifies the owner of a manifest, and describes new files in its folder.
type head struct {
	project string // absolute path of the project, as it was
	id      uint64 // number of the output folder in the project, as in its lock file; 0 if unknown
	// permissions of a new folder, if umask alone determines the permissions of new files and folders; 0 if
	// unknown
	mode fs.FileMode
}

// Find returns the entry of an output path.
func (m *Manifest) Find(path string) (Entry, bool) {
	i, ok := slices.BinarySearchFunc(m.entries, path, func(e Entry, p string) int { return strings.Compare(e.Path, p) })
	if !ok {
		return Entry{}, false
	}
	return m.entries[i], true
}

// A manifest file consists of the head, the number of entries, and the entries, the same of outputs without a file if
// there are any, and a checksum.
const (
	manifestFormat = "sitegen manifest 2\n"
	intentFormat   = "sitegen intent 2\n"
	manifestExt    = ".manifest"
	intentExt      = ".intent"
)

// entrySize is the number of bytes of an entry without its path and the length of that.
const entrySize = 4 * 8

// encode encodes the entries, and those that are away; both must be sorted. The head of one project always has the same
// length.
func encode(format string, h head, entries, away []Entry) []byte {
	size := len(format) + len(h.project) + 64
	for _, list := range [][]Entry{entries, away} {
		for i := range list {
			size += len(list[i].Path) + 4 + entrySize
		}
	}
	var w codec.Writer
	w.Grow(size)
	w.RawText(format)
	w.Text(h.project)
	w.Fixed(h.id)
	w.Fixed(uint64(h.mode))
	storeEntries(&w, entries)
	if len(away) > 0 {
		storeEntries(&w, away)
	}
	w.Seal()
	return w.Bytes()
}

func storeEntries(w *codec.Writer, list []Entry) {
	w.Uvarint(uint64(len(list)))
	for i := range list {
		e := &list[i]
		w.Text(e.Path)
		w.Fixed(uint64(e.Size))
		w.Fixed(e.Hash)
		w.Fixed(e.State)
		w.Fixed(e.Origin)
	}
}

// decode decodes the result of encode. It fails for anything else and never returns a part of the entries,
// because a damaged manifest cannot be trusted. Paths are checked, because these files may be removed.
func decode(format string, b []byte) (*Manifest, error) {
	body, err := codec.Unseal(format, b)
	if err != nil {
		return nil, err
	}
	r := codec.NewReader(body)
	m := &Manifest{head: head{r.Text(), r.Fixed(), fs.FileMode(r.Fixed()) & fs.ModePerm}}
	m.entries = loadEntries(r, false)
	if r.Err() == nil && r.Left() > 0 {
		m.away = loadEntries(r, true)
	}
	return m, r.End()
}

func loadEntries(r *codec.Reader, away bool) []Entry {
	list := make([]Entry, r.Len(1+entrySize))
	for i := range list {
		e := &list[i]
		*e = Entry{Path: r.Text(), Size: int64(r.Fixed()), Hash: r.Fixed(), State: r.Fixed(), Origin: r.Fixed(), Away: away}
		if CheckPath(e.Path) != nil || i > 0 && list[i-1].Path >= e.Path {
			r.Fail()
		}
	}
	return list
}

// Wrote reports whether a build wrote to the output folder. Of the options, it needs Dir, State, and Project.
func Wrote(o Options) bool {
	_, found, err := readManifest(filepath.Join(o.State, o.stateName()+manifestExt))
	return err == nil && found
}

// readManifest reads a manifest. found is false, and the manifest owns nothing, if the file does not exist or
// is invalid.
func readManifest(file string) (m *Manifest, found bool, err error) {
	b, err := os.ReadFile(file)
	if absent(err) {
		return &Manifest{}, false, nil
	}
	if err != nil {
		return nil, false, unreadable("list of the files that sitegen wrote", file, err)
	}
	if m, err = decode(manifestFormat, b); err != nil {
		return &Manifest{}, false, nil
	}
	return m, true, nil
}

// unreadable returns the refusal for a file of the state folder that cannot be read.
func unreadable(what, file string, err error) error {
	return &Refusal{
		Rule: "state", Text: fmt.Sprintf("%s: the %s cannot be read: %v", file, what, diag.Cause(err)),
		Hint: "allow your user to read it, or delete it and pass --adopt",
	}
}

// stateName returns the base name of the files about an output folder in the state folder. If the state folder
// is outside of the project, several projects may share it, so the name depends on the full path. Inside of the
// project it depends only on the relative path, so a project may be moved.
func (o Options) stateName() string {
	key := filepath.ToSlash(o.Dir)
	if rel, ok := o.inProject(o.Dir); ok {
		if _, own := o.inProject(o.State); own {
			key = rel
		}
	}
	return fmt.Sprintf("output-%016x", xxhash.Sum64String(key))
}

// inProject returns the slash path of a folder relative to the project.
func (o Options) inProject(dir string) (string, bool) {
	if o.Project == "" {
		return "", false
	}
	rel, err := filepath.Rel(o.Project, dir)
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}
