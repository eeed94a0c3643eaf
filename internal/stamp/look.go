package stamp

import (
	"context"
	"encoding/binary"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/par"
)

// Glance is what files and folders were when they were first looked at: each is looked at once. Its methods
// must not be called at the same time.
type Glance struct {
	skip  func(dir string) bool
	roots map[string]Stamp
	dirs  map[string][]fs.DirEntry
}

// Look begins a Glance; skip is as for Of.
func Look(skip func(dir string) bool) *Glance {
	return &Glance{skip, map[string]Stamp{}, map[string][]fs.DirEntry{}}
}

// Entries returns what lay in a folder, by name, when it was looked at as part of a root; false when it was
// not. Of files the entries know all that os.Lstat said.
func (g *Glance) Entries(dir string) ([]fs.DirEntry, bool) {
	list, ok := g.dirs[dir]
	return list, ok
}

// Of returns the stamp of roots, as the function Of does.
func (g *Glance) Of(roots []string) Stamp {
	g.look(roots)
	var s sums
	for _, root := range roots {
		s.text(root)
		s.add(g.roots[root])
	}
	return s.stamp()
}

// part is a folder of a root that is to be read.
type part struct {
	root int
	dir  string
}

// read is what was found in a part.
type read struct {
	Stamp
	entries []fs.DirEntry
	below   []part
}

// look reads the roots that were not read yet, the folders of one level at a time.
func (g *Glance) look(roots []string) {
	of := make([]sums, len(roots))
	var level []part
	for i, root := range roots {
		if _, known := g.roots[root]; known {
			continue
		}
		if dir, ok := strings.CutSuffix(root, NamesOnly); ok {
			of[i].names(dir)
			continue
		}
		info, err := os.Stat(root)
		switch {
		case err != nil:
			of[i].text("-")
		case info.IsDir():
			level = append(level, part{i, root})
		default:
			of[i].file(info)
		}
	}
	for len(level) > 0 {
		all, _ := par.Map(context.Background(), 0, level, g.read) // which gives no errors
		var below []part
		for i, r := range all {
			of[level[i].root].text(level[i].dir)
			of[level[i].root].add(r.Stamp)
			if r.entries != nil {
				g.dirs[level[i].dir] = r.entries
			}
			below = append(below, r.below...)
		}
		level = below
	}
	for i, root := range roots {
		if _, known := g.roots[root]; !known {
			g.roots[root] = of[i].stamp()
		}
	}
}

// read reads one folder without those below it.
func (g *Glance) read(_ context.Context, p part) (r read, _ error) {
	if g.skip != nil && g.skip(p.dir) {
		return r, nil
	}
	var s sums
	entries, err := s.entries(p.dir)
	for i, e := range entries {
		s.text(e.Name())
		path := p.dir + string(filepath.Separator) + e.Name()
		if e.IsDir() {
			s.text("/")
			r.below = append(r.below, part{p.root, path})
			continue
		}
		info, err := info(path, e)
		if err != nil {
			s.text("!")
			continue
		}
		if info.IsDir() {
			s.newest = math.MaxInt64
			continue
		}
		s.file(info)
		if e.Type().IsRegular() {
			entries[i] = known{e, info}
		}
	}
	if r.Stamp = s.stamp(); err == nil {
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

// sums collects what a stamp is made of.
type sums struct {
	digest *xxhash.Digest
	newest int64
	buf    []byte
}

func (s *sums) write(b []byte) {
	if s.digest == nil {
		s.digest = xxhash.New()
	}
	s.digest.Write(b)
}

func (s *sums) stamp() Stamp {
	s.write(nil)
	return Stamp{s.digest.Sum64(), s.newest}
}

func (s *sums) text(text string) {
	s.buf = append(binary.AppendUvarint(s.buf[:0], uint64(len(text))), text...)
	s.write(s.buf)
}

func (s *sums) add(o Stamp) {
	s.buf = binary.LittleEndian.AppendUint64(s.buf[:0], o.Hash)
	s.write(s.buf)
	s.newest = max(s.newest, o.Newest)
}

func (s *sums) names(dir string) {
	entries, _ := s.entries(dir)
	for _, e := range entries {
		s.text(e.Name())
	}
}

// entries reads a folder. When names came and went last counts, too: a file that is gone leaves no other
// trace.
func (s *sums) entries(dir string) ([]fs.DirEntry, error) {
	info, err := os.Stat(dir)
	if err != nil {
		s.text("!")
		return nil, err
	}
	s.seen(info)
	entries, err := os.ReadDir(dir)
	if err != nil {
		s.text("!")
	}
	return entries, err
}

// seen notes when a file or folder changed last.
func (s *sums) seen(info fs.FileInfo) {
	change, _ := Identity(info)
	if change == 0 {
		change = info.ModTime().UnixNano()
	}
	s.newest = max(s.newest, change)
}

// file adds what the system says of a file.
func (s *sums) file(info fs.FileInfo) {
	change, inode := Identity(info)
	b := s.buf[:0]
	for _, n := range []int64{info.Size(), info.ModTime().UnixNano(), change, int64(inode), int64(info.Mode())} {
		b = binary.LittleEndian.AppendUint64(b, uint64(n))
	}
	sum := xxhash.Sum64(b)
	s.buf = binary.LittleEndian.AppendUint64(b[:0], sum)
	s.write(s.buf)
	s.seen(info)
}
