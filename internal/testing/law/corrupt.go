package law

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// ErrNoCache means that builds keep nothing in .sitegen/cache.
var ErrNoCache = errors.New("builds keep no cache")

// most is the maximum number of damaged files before a build.
const most = 8

// Corrupt builds a site repeatedly, each time in another process, after up to three edits and after damaging
// one to eight files of the cache and the kept outputs: truncated, emptied, doubled, extended, with changed
// bits, with the bytes of another file, deleted, unreadable, replaced by a folder or link, or restored from an
// earlier build. The result must always be right. The error is a *Violation if the law is broken.
func (b Bench) Corrupt(ctx context.Context, site string, seed uint64, runs int) error {
	w, err := b.newWorld(site, Processes)
	if err != nil {
		return err
	}
	defer w.close()
	if err := w.begin(ctx, true); err != nil {
		return violated(err, -1)
	}
	d := &damager{root: filepath.Join(w.project, ".sitegen"), chance: rng(seed), old: map[string][]byte{}}
	deck := &deck{rng: rng(seed + 1), site: w.site}
	for n := range runs {
		s := Step{Kind: "nothing"}
		var kinds []string
		for range d.chance.IntN(4) {
			next := w.nextOnDisk(d.chance, deck, 8*n+1)
			if err := w.apply(ctx, Step{Kind: next.Kind, Ops: next.Ops}); err != nil {
				return err
			}
			w.done = append(w.done, next)
			kinds = append(kinds, next.Kind)
		}
		var done []string
		for range 1 + d.chance.IntN(most) {
			what, err := d.damage()
			if errors.Is(err, ErrNoCache) && len(done) > 0 {
				break // all of it is damaged
			}
			if err != nil {
				return err
			}
			done = append(done, what)
		}
		if err := w.refusesLinks(ctx, s, d); err != nil {
			return fmt.Errorf("run %d: %s: %w", n, strings.Join(done, ", "), err)
		}
		if _, err := w.build(ctx, s, true); err != nil {
			return fmt.Errorf("run %d: %s; edits: %s: %w", n, strings.Join(done, ", "), strings.Join(kinds, ", "),
				violated(err, n))
		}
	}
	return nil
}

// refusesLinks builds with symbolic links in place of kept files: the build must stop, because a checkout can
// contain such links. Then it removes them.
func (w *world) refusesLinks(ctx context.Context, s Step, d *damager) error {
	if len(d.links) == 0 {
		return nil
	}
	o, err := w.incremental(ctx, s)
	if err != nil {
		return err
	}
	if o.err == nil || !strings.Contains(o.err.Error(), "is a symbolic link") {
		return fmt.Errorf("a build with symbolic links in its cache ended with %v", o.err)
	}
	for _, name := range d.links {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	d.links = nil
	return nil
}

// damager damages data that builds keep to be faster.
type damager struct {
	root   string // the state folder
	chance *rand.Rand
	old    map[string][]byte // contents of files before they were damaged
	links  []string          // files in whose place symbolic links are
}

// damage damages a file and describes how.
func (d *damager) damage() (string, error) {
	var files []string
	for _, dir := range []string{"cache", "outputs"} {
		err := filepath.WalkDir(filepath.Join(d.root, dir), func(name string, e fs.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() {
				files = append(files, name)
			}
			return err
		})
		if err != nil && !os.IsNotExist(err) {
			return "", err
		}
	}
	if len(files) == 0 {
		return "", ErrNoCache
	}
	name := files[d.chance.IntN(len(files))]
	data, err := os.ReadFile(name)
	if os.IsPermission(err) {
		return "nothing", nil
	}
	if err != nil {
		return "", err
	}
	rel, _ := filepath.Rel(d.root, name)
	before := d.old[rel]
	d.old[rel] = data
	how, err := d.replace(name, files)
	if how == "" && err == nil {
		var hurt []byte
		hurt, how = damaged(d.chance, data, before)
		err = os.WriteFile(name, hurt, 0o666)
	}
	return rel + " " + how, err
}

// replace puts something else in place of a file, or makes it unreadable; it returns "" if it does neither.
func (d *damager) replace(name string, files []string) (how string, err error) {
	other := files[d.chance.IntN(len(files))]
	switch d.chance.IntN(16) {
	case 0:
		return "is gone", os.Remove(name)
	case 1:
		return "is a folder", errors.Join(os.Remove(name), os.Mkdir(name, 0o777))
	case 2:
		return "is a folder with a file", errors.Join(os.Remove(name), os.Mkdir(name, 0o777),
			write(filepath.Join(name, "file"), []byte("text")))
	case 3:
		d.links = append(d.links, name)
		return "is a link that leads nowhere", errors.Join(os.Remove(name), os.Symlink("nowhere", name))
	case 4:
		if other != name {
			d.links = append(d.links, name)
			return "is a link to " + filepath.Base(other), errors.Join(os.Remove(name), os.Symlink(other, name))
		}
	case 5:
		return "cannot be read", os.Chmod(name, 0)
	case 6:
		data, err := os.ReadFile(other)
		if os.IsPermission(err) {
			return "", nil
		}
		return "has the bytes of " + filepath.Base(other), errors.Join(err, os.WriteFile(name, data, 0o666))
	}
	return "", nil
}

func damaged(chance *rand.Rand, data, old []byte) (hurt []byte, how string) {
	hurt = append(hurt, data...)
	switch i := chance.IntN(8); {
	case i == 0:
		return append(hurt, data...), "doubled"
	case i == 1:
		return nil, "emptied"
	case i <= 3 && old != nil:
		return old, "as it was before"
	case i == 3:
		return append(hurt, "more than there was"...), "grown"
	case i <= 5 && len(data) > 0:
		n := chance.IntN(len(data))
		return hurt[:n], fmt.Sprintf("cut off at %d of %d", n, len(data))
	case len(data) == 0:
		return []byte{0}, "no more empty"
	}
	at := chance.IntN(len(data))
	hurt[at] ^= 1 << chance.IntN(8)
	return hurt, fmt.Sprintf("has another bit at %d of %d", at, len(data))
}
