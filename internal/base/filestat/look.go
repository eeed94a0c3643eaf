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

// Fingerprint stands for a set of files and folders with all that is in them.
type Fingerprint struct {
	Hash    uint64 // of all names and states
	Settles int64  // the last time at which a change may leave all of them as they are: see Settled
}

// NamesOnly is the end of a root of which only the names in it count, not what is below them.
const NamesOnly = string(filepath.Separator) + "*"

// Same reports whether nothing is different since f was taken, o being the fingerprint of the same roots now. now is
// the time by the clock of the file system before f was taken, or before what it stands for was read.
func (f Fingerprint) Same(o Fingerprint, now int64) bool { return f.Hash == o.Hash && f.Settles < now }

// Look is what files and folders were when they were first looked at: each is looked at once. Its methods
// must not be called at the same time.
type Look struct {
	skip  func(path string) bool
	roots map[string]Fingerprint
	dirs  map[string][]fs.DirEntry // nil after Drop
}

// NewLook begins a Look. Files and folders that skip names do not count, wherever they are; nil: all do.
func NewLook(skip func(path string) bool) *Look {
	if skip == nil {
		skip = func(string) bool { return false }
	}
	return &Look{skip, map[string]Fingerprint{}, map[string][]fs.DirEntry{}}
}

// Drop forgets the entries of folders, which take much room, and keeps none from now on.
func (l *Look) Drop() { l.dirs = nil }

// Entries returns the entries of a folder, by name, as they were when it was looked at as part of a root; false when it
// was not. Of files the entries know all that os.Lstat said.
func (l *Look) Entries(dir string) ([]fs.DirEntry, bool) {
	list, ok := l.dirs[dir]
	return list, ok
}

// Fingerprint returns the fingerprint of files and folders by their absolute paths. That something is missing counts,
// too. Symbolic links are followed: to files always, to folders where roots name them. A tree below a root with a
// link to a folder has no fingerprint that is ever the same, since nobody looks into that folder.
func (l *Look) Fingerprint(roots []string) Fingerprint {
	l.look(roots)
	var s sums
	for _, root := range roots {
		s.text(root)
		s.add(l.roots[root])
	}
	return s.fingerprint()
}

// part is a folder of a root that is to be read.
type part struct {
	root int
	dir  string
}

// read is what was found in a part.
type read struct {
	Fingerprint
	entries []fs.DirEntry
	below   []part
}

// look reads the roots that were not read yet, the folders of one level at a time.
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
		all, _ := par.Map(context.Background(), 0, level, l.read) // which gives no errors
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

// read reads one folder without those below it.
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

// known is an entry of a file that was looked at.
type known struct {
	fs.DirEntry
	info fs.FileInfo
}

// Info returns what was seen.
func (k known) Info() (fs.FileInfo, error) { return k.info, nil }

func info(path string, e fs.DirEntry) (fs.FileInfo, error) {
	if e.Type()&fs.ModeSymlink != 0 {
		return os.Stat(path)
	}
	return e.Info()
}

// sums collects what a fingerprint is made of.
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

// missing notes that something is not there, or cannot be looked at: nobody knows then whether it is the same later.
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

// entries reads a folder. When names came and went last counts, too: a file that is gone leaves no other
// trace.
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

// seen notes when a file or folder changed last.
func (s *sums) seen(state State) { s.settles = max(s.settles, settles(state.Changed())) }

// file adds the state of a file, and who may read it.
func (s *sums) file(info fs.FileInfo) {
	state := Of(info)
	s.number(state.Sum())
	s.number(uint64(info.Mode()))
	s.seen(state)
}
