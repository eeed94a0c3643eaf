package stamp

import (
	"encoding/binary"
	"io/fs"
	"path/filepath"

	"github.com/cespare/xxhash/v2"
)

// Files are all files below a root that was looked at, so that those that differ can be told from the rest.
type Files struct {
	// Names hashes the names of all files and folders, and what they stand for. While it is the same, Sums of
	// two looks are of the same files.
	Names uint64
	Sums  []uint64 // what the system says of each file, hashed: size, times, number

	parts []seenPart
}

// seenPart is one folder.
type seenPart struct {
	dir     string
	entries []fs.DirEntry
	files   int // of all Sums
}

// Files returns the files of a root that was looked at as part of a stamp; nil when it is no folder.
func (g *Glance) Files(root string) *Files { return g.files[root] }

// Stamp returns the stamp of a single root that was looked at as part of another stamp.
func (g *Glance) Stamp(root string) Stamp { return g.roots[root] }

func (f *Files) add(dir string, r read) {
	b := binary.LittleEndian.AppendUint64(make([]byte, 0, 32), f.Names)
	b = binary.LittleEndian.AppendUint64(b, xxhash.Sum64String(dir[len(f.root(dir)):]))
	f.Names = xxhash.Sum64(binary.LittleEndian.AppendUint64(b, r.names))
	f.Sums = append(f.Sums, r.sums...)
	f.parts = append(f.parts, seenPart{dir, r.entries, len(r.sums)})
}

// root returns the folder that was looked at first.
func (f *Files) root(dir string) string {
	if len(f.parts) > 0 {
		return f.parts[0].dir
	}
	return dir
}

// Differing returns the paths of the files that are not what sums, of an earlier look with the same Names, says
// of them; false when they cannot be told.
func (f *Files) Differing(sums []uint64) ([]string, bool) {
	if len(sums) != len(f.Sums) {
		return nil, false
	}
	var out []string
	for i, sum := range sums {
		if sum == f.Sums[i] {
			continue
		}
		path, ok := f.path(i)
		if !ok {
			return nil, false
		}
		out = append(out, path)
	}
	return out, true
}

// path returns the path of the file with a number; false when others of its folder are none.
func (f *Files) path(i int) (string, bool) {
	for _, p := range f.parts {
		if i >= p.files {
			i -= p.files
			continue
		}
		n := 0
		for _, e := range p.entries {
			if e.IsDir() {
				continue
			}
			if _, seen := e.(known); !seen {
				return "", false // a link, or what nobody can look at
			}
			if n == i {
				return p.dir + string(filepath.Separator) + e.Name(), true
			}
			n++
		}
		return "", false
	}
	return "", false
}
