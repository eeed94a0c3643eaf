package disk

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// tempDir is the folder in an output folder that contains new versions of files before they replace older ones.
// It exists only while a commit runs or after one was killed.
const tempDir = ".sitegen-unfinished"

// writeIntent records, before the first change, every file that a commit will create. If the build is killed,
// the next one takes over those files.
func (t *Tree) writeIntent(entries []Entry) error {
	if !t.kept {
		return nil
	}
	return atomicfile.Write(filepath.Join(t.opts.State, t.name+intentExt), encode(intentFormat, t.head(), entries, nil))
}

// dropIntent removes the record of writeIntent.
func (t *Tree) dropIntent() error {
	if !t.kept {
		return nil
	}
	err := os.Remove(filepath.Join(t.opts.State, t.name+intentExt))
	if os.IsNotExist(err) {
		return nil
	}
	return err
}

// recover adds to the old manifest the files that an interrupted commit wrote, and reports whether there was
// one. A file of the intent is ours if it has the intended bytes, or is a truncated write: shorter than
// intended and not older than the intent.
func (t *Tree) recover() (bool, error) {
	file := filepath.Join(t.opts.State, t.name+intentExt)
	info, err := os.Stat(file)
	if absent(err) {
		return false, nil
	}
	if err != nil {
		return false, unreadable("note of an interrupted build", file, err)
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return false, unreadable("note of an interrupted build", file, err)
	}
	intended, err := decode(intentFormat, b)
	if err != nil || !t.owns(intended) {
		// the build was killed while writing it, before it wrote anything else; or it belongs to another
		// project
		return false, nil
	}
	entries := slices.Clone(t.old.entries)
	for _, want := range intended.entries {
		if _, ok := t.old.Find(want.Path); ok {
			continue
		}
		e, ok, err := t.leftBehind(want, info.ModTime().UnixNano())
		if err != nil {
			return false, fmt.Errorf("look at what an interrupted build wrote: %w", err)
		}
		if ok {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	t.old, t.recovered = &Manifest{t.old.head, entries, t.old.away}, true
	return true, nil
}

// leftBehind returns the entry of the file that an interrupted commit left in place of want.
func (t *Tree) leftBehind(want Entry, since int64) (Entry, bool, error) {
	fi, err := os.Lstat(t.full(want.Path))
	if absent(err) {
		return Entry{}, false, nil
	}
	if err != nil || !fi.Mode().IsRegular() || fi.Size() > want.Size {
		return Entry{}, false, err
	}
	hash, err := hashFile(t.full(want.Path))
	if err != nil {
		return Entry{}, false, err
	}
	e := Entry{Path: want.Path, Size: fi.Size(), Hash: hash, State: trusted(filestat.Of(fi), t.began)}
	if fi.Size() == want.Size && want.Hash != 0 {
		return e, hash == want.Hash, nil
	}
	return e, fi.ModTime().UnixNano() >= since, nil
}

// hashFile returns the xxhash of a file.
func hashFile(file string) (uint64, error) {
	f, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	d := xxhash.New()
	if _, err := f.WriteTo(d); err != nil {
		return 0, err
	}
	return d.Sum64(), nil
}
