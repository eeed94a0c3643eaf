package disk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/store/disk/atomicfile"
)

// Changes describes what a commit changed in the output folder.
type Changes struct {
	Written   int   // files that are new or have new bytes
	Unchanged int   // files left as they were
	Away      int   // outputs without a file: see Options.Elsewhere
	Removed   int   // files that the build before had written
	Bytes     int64 // written

	Taken   bool     // the folder had the output of another generator: see Options.Replaces
	Foreign []string // then the files that the build did not write, in order

	Unportable []*Refusal // warnings about paths that are invalid on other systems; see Unportable
}

// commit is one running Commit.
type commit struct {
	*Stage
	jobs    int
	items   []*item // all, by path
	fresh   []*item // new files: written to a temporary name, then renamed at once
	renewed []*item // written to a temporary name, then renamed over an older file
	late    []*item // as renewed, after removed files have made place
	removed []Entry
	shut    []string // folders that lack permissions
	temp    map[*item]string
	madeTmp bool
	workers atomic.Int32 // that have a file in the folder of new versions

	manifest *atomicfile.Pending // has its disk space before the first change; nil if the old manifest stays
}

// Commit makes the output folder equal to the staged outputs and writes the manifest.
//
// It first refuses what cannot be done. Then it writes new files under temporary names and renames them one by
// one, and writes new versions of old files, and of the manifest, under temporary names. If one of these writes
// fails, or ctx ends, all of them are undone and the output folder is as it was. A reader sees each file in its
// old or new state, never a part of one. Only then are old files replaced and obsolete ones removed. If that is
// interrupted, the next Open recovers.
func (s *Stage) Commit(ctx context.Context, jobs int) (Changes, error) {
	defer s.Discard()
	if s.missed != nil {
		return Changes{}, fmt.Errorf("%w (the output is unchanged)", s.missed)
	}
	c := &commit{Stage: s, jobs: jobs, items: s.sorted(), temp: map[*item]string{}}
	if err := c.plan(); err != nil {
		return Changes{}, err
	}
	c.shut = c.shutDirs()
	if err := c.begin(); err != nil {
		return Changes{}, err
	}
	err := c.write(ctx)
	if err == nil {
		err = c.prepareManifest()
	}
	if err != nil {
		return Changes{}, fmt.Errorf("write the output: %w (%s)", err, c.takeBack())
	}
	if err := c.swap(); err != nil {
		if c.manifest != nil {
			c.manifest.Drop()
		}
		return Changes{}, fmt.Errorf("replace the output: %w (the output is incomplete; the next build completes it)", err)
	}
	return c.finish()
}

// begin records the files that this commit is about to write, and keeps the record of an interrupted commit.
func (c *commit) begin() error {
	if c.tree.recovered && c.tree.kept {
		if err := atomicfile.Write(c.tree.manifestFile(),
			encode(manifestFormat, c.tree.head(), c.tree.old.entries, c.tree.old.away)); err != nil {
			return fmt.Errorf("write the manifest: %w", err)
		}
		if err := c.tree.dropIntent(); err != nil {
			return err
		}
	}
	var intended []Entry
	for _, it := range c.items {
		if !c.tree.Owns(it.Path) && it.act != keep && c.ours(it) {
			intended = append(intended, it.Entry)
		}
	}
	if len(intended) == 0 && !c.busy() {
		return nil
	}
	if err := c.tree.writeIntent(intended); err != nil {
		return fmt.Errorf("note what will be written: %w", err)
	}
	return nil
}

// ours reports whether we own an output after the commit. An amended foreign file stays foreign.
func (c *commit) ours(it *item) bool {
	return !it.amends || it.act == create || c.tree.Owns(it.Path)
}

// busy reports whether anything on disk will change.
func (c *commit) busy() bool {
	return len(c.fresh)+len(c.renewed)+len(c.late)+len(c.removed) > 0
}

// write writes all new bytes without touching an old file.
func (c *commit) write(ctx context.Context) error {
	if err := c.dirs.make("."); err != nil {
		return err
	}
	worker := func() *writer { return &writer{aside: c.asideOf(c.workers.Add(1))} }
	fresh, waiting := c.fresh, slices.Concat(c.renewed, c.late)
	if c.early != nil && c.early.made {
		moved, err := c.writeEarly(ctx, c.jobs, worker)
		if err != nil {
			return err
		}
		if moved {
			fresh = nil
		}
	}
	if len(waiting)+len(fresh) > 0 {
		if err := c.makeTemp(); err != nil {
			return err
		}
		for i, it := range waiting {
			c.temp[it] = filepath.Join(c.tree.full(tempDir), strconv.Itoa(i))
		}
	}
	_, err := par.MapWith(ctx, c.jobs, slices.Concat(fresh, waiting), worker,
		func(_ context.Context, w *writer, it *item) (struct{}, error) {
			var err error
			if name, ok := c.temp[it]; ok {
				err = w.write(c.Stage, it, name)
			} else {
				err = c.writeFresh(w, it)
			}
			return struct{}{}, because(it, err)
		})
	return err
}

// because returns an error that names the output instead of its temporary file.
func because(it *item, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", it.Path, diag.Cause(err))
}

// writeFresh writes a file that does not exist yet.
func (c *commit) writeFresh(w *writer, it *item) error {
	if err := c.dirs.make(dirOf(it.Path)); err != nil {
		return err
	}
	if err := w.write(c.Stage, it, w.aside); err != nil {
		return err
	}
	full := c.tree.full(it.Path)
	if _, err := os.Lstat(full); !absent(err) { // it did not exist when the build compared
		return cmp.Or(err, errAppeared)
	}
	if err := atomicfile.Move(w.aside, full); err != nil {
		return err
	}
	it.made = true
	it.look(full) // renaming a file changes it
	return nil
}

// makeTemp creates the folder for new versions, and empties one that a killed build left.
func (c *commit) makeTemp() error {
	dir := c.tree.full(tempDir)
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	c.madeTmp = true
	return os.Mkdir(dir, 0o777)
}

// takeBack undoes write, and returns a text about what it could not remove.
func (c *commit) takeBack() string {
	for _, it := range c.fresh {
		if it.made {
			os.Remove(c.tree.full(it.Path))
		}
	}
	if c.madeTmp {
		c.removeTemp()
	}
	if c.early != nil {
		c.takeBackEarly()
	}
	c.dirs.removeMade()
	c.tree.dropIntent()
	if c.madeTmp {
		if _, err := os.Lstat(c.tree.full(tempDir)); !absent(err) {
			return fmt.Sprintf("the output is unchanged, but %s could not be removed: delete it before you publish the folder",
				c.tree.full(tempDir))
		}
	}
	return "the output is unchanged"
}

// removeTemp removes the folder for new versions by the known names of its files. It does not read the folder,
// because that fails when no more files can be opened.
func (c *commit) removeTemp() {
	for _, name := range c.temp {
		os.Remove(name)
	}
	for n := range c.workers.Load() {
		os.Remove(c.asideOf(n + 1))
	}
	os.RemoveAll(c.tree.full(tempDir))
}

// asideOf returns the temporary file in which a worker writes.
func (c *commit) asideOf(worker int32) string {
	return filepath.Join(c.tree.full(tempDir), fmt.Sprintf("new%d", worker))
}

// swap renames the new versions to their places and removes obsolete files.
func (c *commit) swap() error {
	for _, it := range c.renewed {
		if err := atomicfile.Move(c.temp[it], c.tree.full(it.Path)); err != nil {
			return err
		}
	}
	for _, e := range c.removed {
		if info, err := os.Lstat(c.tree.full(e.Path)); err == nil && info.IsDir() {
			continue // a folder was put there, which is none of ours
		}
		if err := os.Remove(c.tree.full(e.Path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		c.tree.prune(e.Path)
	}
	if len(c.late) > 0 {
		c.dirs.forget()
	}
	for _, it := range c.late {
		if err := c.dirs.make(dirOf(it.Path)); err != nil {
			return err
		}
		if err := atomicfile.Move(c.temp[it], c.tree.full(it.Path)); err != nil {
			return err
		}
	}
	if err := c.openDirs(); err != nil {
		return err
	}
	if _, err := os.Lstat(c.tree.full(tempDir)); err == nil {
		return os.RemoveAll(c.tree.full(tempDir))
	}
	return nil
}

// look records the states of the renamed files; renaming changed them.
func (c *commit) look() {
	for _, it := range slices.Concat(c.renewed, c.late) {
		it.look(c.tree.full(it.Path))
	}
}

// settleStates waits until the clock advances past the last write, then records the states of the written
// files. A later change of a file then always gives it another state.
func (c *commit) settleStates() {
	written := slices.Concat(c.fresh, c.renewed, c.late)
	newest := int64(0)
	for _, it := range written {
		newest = max(newest, it.changed)
	}
	now := filestat.Await(c.tree.opts.State, newest)
	for _, it := range written {
		if it.State = it.sum; !filestat.Settled(it.changed, now) {
			it.State = 0
		}
	}
}

// entries returns the entries of the new manifest, and those that are away.
func (c *commit) entries() (entries, away []Entry) {
	entries = make([]Entry, 0, len(c.items))
	for _, it := range c.items {
		switch {
		case it.Away:
			away = append(away, it.Entry)
		case c.ours(it):
			entries = append(entries, it.Entry)
		}
	}
	return entries, away
}

// prepareManifest writes the new manifest to a temporary file to reserve its disk space. The states of the
// written files are not known yet, but they do not change its length. Without this, a full disk would be
// noticed only after the output changed.
func (c *commit) prepareManifest() error {
	entries, away := c.entries()
	h := c.tree.head()
	h.mode = c.tree.old.mode
	if h.mode != 0 {
		h.mode = c.tree.mode
	}
	if !c.tree.kept || slices.Equal(entries, c.tree.old.entries) && slices.Equal(away, c.tree.old.away) &&
		h == c.tree.old.head && !c.busy() {
		return nil
	}
	var err error
	if c.manifest, err = atomicfile.Prepare(c.tree.manifestFile(), encode(manifestFormat, h, entries, away)); err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	return nil
}

// finish completes the manifest, which then describes the output folder.
func (c *commit) finish() (Changes, error) {
	ch := Changes{Removed: len(c.removed), Unportable: Unportable(c.paths())}
	for _, it := range c.items {
		switch {
		case it.Away:
			ch.Away++
			continue
		case it.act == keep:
			ch.Unchanged++
			continue
		}
		ch.Written++
		ch.Bytes += it.Size
	}
	if ch.Taken = c.tree.replaces != nil; ch.Taken {
		ch.Foreign = c.others()
	}
	if c.manifest == nil {
		return ch, nil
	}
	if c.busy() {
		if c.look(); !c.tree.opts.Shared { // another program may write at the same moment
			c.settleStates()
		}
		entries, away := c.entries()
		if err := c.manifest.Rewrite(encode(manifestFormat, c.newHead(), entries, away)); err != nil {
			return ch, unfinished("complete the manifest", err)
		}
	}
	if err := c.manifest.Commit(); err != nil {
		return ch, unfinished("replace the manifest", err)
	}
	if err := c.tree.dropIntent(); err != nil {
		return ch, unfinished("remove the note of what is written", err)
	}
	return ch, nil
}

// others lists the files in the output folder that are not outputs. What cannot be read is left out.
func (c *commit) others() (out []string) {
	_ = fs.WalkDir(os.DirFS(c.tree.dir), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && d.Name() == ".git":
			return fs.SkipDir
		case !d.IsDir() && c.Stage.items[path] == nil:
			out = append(out, path)
		}
		return nil
	})
	return out
}

// unfinished returns the error of a build whose output is complete while its manifest is not.
func unfinished(doing string, err error) error {
	return fmt.Errorf("%s: %w (the output is complete; the next build completes its records)", doing, err)
}

func (t *Tree) manifestFile() string { return filepath.Join(t.opts.State, t.name+manifestExt) }
