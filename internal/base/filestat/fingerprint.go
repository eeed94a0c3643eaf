package filestat

import (
	"context"
	"encoding/binary"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/par"
)

// Fingerprint identifies the state of a set of files and folders, including everything in them.
type Fingerprint struct {
	Hash    uint64 // of all names and states
	Settles int64  // the last time at which a change might not be visible: see Settled
}

// NamesOnly is a suffix of a root for which only the names directly in it count, not the contents.
const NamesOnly = string(filepath.Separator) + "*"

// Same reports whether nothing has changed since f was taken; o is the current fingerprint of the same roots.
// now is the time of the file system's clock before f was taken, or before the files were read.
func (f Fingerprint) Same(o Fingerprint, now int64) bool { return f.Hash == o.Hash && f.Settles < now }

// Look caches the states of files and folders: each is examined once. Its methods must not be called
// concurrently.
type Look struct {
	skip  func(path string) bool
	roots map[string]Fingerprint
	dirs  map[string][]fs.DirEntry // nil after Drop
}

// NewLook returns an empty Look. Files and folders for which skip returns true are ignored; a nil skip ignores
// none.
func NewLook(skip func(path string) bool) *Look {
	if skip == nil {
		skip = func(string) bool { return false }
	}
	return &Look{skip, map[string]Fingerprint{}, map[string][]fs.DirEntry{}}
}

// Drop drops the cached entries of folders, which need much memory, and stops caching them.
func (l *Look) Drop() { l.dirs = nil }

// Entries returns the entries of a folder by name, as they were when it was examined as part of a root; false
// if it was not. The entries of files have the results of os.Lstat.
func (l *Look) Entries(dir string) ([]fs.DirEntry, bool) {
	list, ok := l.dirs[dir]
	return list, ok
}

// Fingerprint returns the fingerprint of files and folders, given by absolute paths. A missing file counts as a
// state, too. Symbolic links to files are followed, and links to folders if they are roots. If a tree contains
// a link to a folder, its fingerprint never equals another, because the linked folder is not read.
func (l *Look) Fingerprint(roots []string) Fingerprint {
	l.look(roots)
	var s sums
	for _, root := range roots {
		s.text(root)
		s.add(l.roots[root])
	}
	return s.fingerprint()
}

// part is a folder below a root that must be read.
type part struct {
	root int
	dir  string
}

// read is the result of reading a part.
type read struct {
	Fingerprint
	entries []fs.DirEntry
	below   []part
}

// look reads the roots that were not read yet, level by level.
func (l *Look) look(roots []string) {
	of := make([]sums, len(roots))
	var level []part
	for i, root := range roots {
		if _, known := l.roots[root]; known {
			continue
		}
		if dir, ok := strings.CutSuffix(root, NamesOnly); ok {
			of[i].names(dir, l.skip)
			continue
		}
		info, err := os.Stat(root)
		switch {
		case err != nil:
			of[i].missing(err)
		case info.IsDir() && l.skip(root):
		case info.IsDir():
			level = append(level, part{i, root})
		default:
			of[i].file(info)
		}
	}
	for len(level) > 0 {
		all, _ := par.Map(context.Background(), 0, level, l.read) // read returns no errors
		var below []part
		for i, r := range all {
			of[level[i].root].text(level[i].dir)
			of[level[i].root].add(r.Fingerprint)
			if r.entries != nil {
				l.dirs[level[i].dir] = r.entries
			}
			below = append(below, r.below...)
		}
		level = below
	}
	for i, root := range roots {
		if _, known := l.roots[root]; !known {
			l.roots[root] = of[i].fingerprint()
		}
	}
}

// read reads one folder, not its subfolders.
func (l *Look) read(_ context.Context, p part) (r read, _ error) {
	var s sums
	entries, err := s.entries(p.dir)
	for i, e := range entries {
		path := p.dir + string(filepath.Separator) + e.Name()
		if l.skip(path) {
			continue
		}
		s.text(e.Name())
		if e.IsDir() {
			s.text("/")
			r.below = append(r.below, part{p.root, path})
			continue
		}
		info, err := info(path, e)
		if err != nil {
			s.missing(err)
			continue
		}
		if info.IsDir() {
			s.settles = math.MaxInt64
			continue
		}
		s.file(info)
		if e.Type().IsRegular() && l.dirs != nil {
			entries[i] = known{e, info}
		}
	}
	if r.Fingerprint = s.fingerprint(); err == nil && l.dirs != nil {
		r.entries = entries
	}
	return r, nil
}

// known is an entry of an examined file.
type known struct {
	fs.DirEntry
	info fs.FileInfo
}

// Info returns the result of os.Lstat.
func (k known) Info() (fs.FileInfo, error) { return k.info, nil }

func info(path string, e fs.DirEntry) (fs.FileInfo, error) {
	if e.Type()&fs.ModeSymlink != 0 {
		return os.Stat(path)
	}
	return e.Info()
}

// sums accumulates a fingerprint.
type sums struct {
	digest  *xxhash.Digest
	settles int64
	buf     []byte
}

func (s *sums) write(b []byte) {
	if s.digest == nil {
		s.digest = xxhash.New()
	}
	s.digest.Write(b)
}

func (s *sums) fingerprint() Fingerprint {
	s.write(nil)
	return Fingerprint{s.digest.Sum64(), s.settles}
}

func (s *sums) text(text string) {
	s.buf = append(binary.AppendUvarint(s.buf[:0], uint64(len(text))), text...)
	s.write(s.buf)
}

func (s *sums) number(n uint64) {
	s.buf = binary.LittleEndian.AppendUint64(s.buf[:0], n)
	s.write(s.buf)
}

func (s *sums) add(o Fingerprint) {
	s.number(o.Hash)
	s.settles = max(s.settles, o.Settles)
}

// missing records that a file does not exist, or cannot be examined; in the latter case it may change
// unnoticed.
func (s *sums) missing(err error) {
	s.text("-")
	if !Absent(err) {
		s.settles = math.MaxInt64
	}
}

func (s *sums) names(dir string, skip func(path string) bool) {
	entries, _ := s.entries(dir)
	for _, e := range entries {
		if !skip(dir + string(filepath.Separator) + e.Name()) {
			s.text(e.Name())
		}
	}
}

// entries reads a folder. The time when names last changed is part of the fingerprint, because a deleted file
// leaves no other trace.
func (s *sums) entries(dir string) ([]fs.DirEntry, error) {
	info, err := os.Stat(dir)
	if err != nil {
		s.missing(err)
		return nil, err
	}
	s.seen(Of(info))
	entries, err := os.ReadDir(dir)
	if err != nil {
		s.missing(err)
	}
	return entries, err
}

// seen records the time of the last change of a file or folder.
func (s *sums) seen(state State) { s.settles = max(s.settles, settles(state.Changed())) }

// file adds the state and permissions of a file.
func (s *sums) file(info fs.FileInfo) {
	state := Of(info)
	s.number(state.Sum())
	s.number(uint64(info.Mode()))
	s.seen(state)
}
