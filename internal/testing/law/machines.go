package law

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/store/disk"
)

// store is the cache that machines share: a folder next to the project.
type store struct {
	dir string
	old map[string][]byte // indexes as an earlier build left them
}

// newMachine makes a project one that a machine sees for the first time: with the ledger and the output, but without a
// cache. The store that it shares with earlier machines is sometimes damaged.
func (w *world) newMachine(o *project.Options) error {
	w.share(o)
	state := filepath.Join(w.project, ".sitegen")
	for _, name := range []string{"cache", "outputs"} {
		if err := os.RemoveAll(filepath.Join(state, name)); err != nil {
			return err
		}
	}
	return w.shared.damage(rand.New(rand.NewPCG(1, uint64(w.builds))), w.builds%6)
}

// share lets a build write to the store.
func (w *world) share(o *project.Options) {
	if w.shared == nil {
		w.shared = &store{dir: filepath.Join(w.dir, "shared"), old: map[string][]byte{}}
	}
	o.Shared = project.SharedCache{URL: "file://" + filepath.ToSlash(w.shared.dir), Write: true, Key: "law"}
}

// sharing builds with shards, which half of the builds hand over through a store that is sometimes damaged.
func (w *world) sharing(o project.Options) *sharing {
	s := &sharing{o: o, of: 1 + w.builds%4}
	if w.builds%2 == 1 {
		w.share(&s.o)
		builds := w.builds
		s.damage = func() error {
			return w.shared.damage(rand.New(rand.NewPCG(1, uint64(builds))), builds/2%6)
		}
	}
	return s
}

// publisher is the project on a machine that only publishes.
func (w *world) publisher() string {
	return filepath.Join(w.dir, "publisher", filepath.Base(w.project))
}

// publishes builds on a machine that has nothing, for a target that has most outputs of the build before: what it has,
// and the files that the machine wrote, must be the files of a clean build.
func (w *world) publishes(ctx context.Context, before tree, want outcome) error {
	target := published{}
	for i, p := range before.paths() {
		if (i+w.builds)%4 > 0 {
			target[p] = before[p].data
		}
	}
	o := w.options(w.publisher())
	o.Shared = project.SharedCache{URL: "file://" + filepath.ToSlash(w.shared.dir), Key: "law", Write: w.builds%2 == 0}
	o.Elsewhere = target
	b, err := w.bench.builder(o)
	if err != nil {
		return err
	}
	res, err := b.Build(ctx)
	if c, ok := b.(io.Closer); ok {
		err = errors.Join(err, c.Close())
	}
	if err != nil {
		return &Violation{What: "error", Text: "a machine that publishes: " + err.Error()}
	}
	out, err := readTree(res.Destination)
	if err != nil {
		return err
	}
	m, release, err := disk.Outputs(disk.Options{
		Dir: res.Destination, State: filepath.Join(o.Source, ".sitegen"), Project: o.Source,
	})
	if err != nil {
		return err
	}
	release()
	for _, e := range m.Entries() {
		if e.Away {
			out[e.Path] = file{data: target[e.Path]}
		}
	}
	if d := difference(out, want.out); d != "" {
		return &Violation{What: "tree", Text: "a machine that publishes: " + d}
	}
	return nil
}

// published has the files of a target. It is a disk.Elsewhere.
type published map[string][]byte

// Has reports whether the target has a file.
func (p published) Has(path string, size int64, hash uint64) bool {
	data, ok := p[path]
	return ok && int64(len(data)) == size && xxhash.Sum64(data) == hash
}

// Read returns a file of the target.
func (p published) Read(path string, _ int64) []byte { return p[path] }

// damage does what stores do, depending on a number: nothing, or flipped bits, missing, truncated, or exchanged objects,
// or an old index.
func (s *store) damage(chance *rand.Rand, how int) error {
	var files []string
	err := filepath.WalkDir(s.dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			files = append(files, name)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return err
	}
	slices.Sort(files)
	var errs []error
	for i, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		index := strings.Contains(filepath.ToSlash(name), "/ac/")
		switch {
		case how == 5 && index && s.old[name] != nil:
			errs = append(errs, os.WriteFile(name, s.old[name], 0o666))
		case how == 1 && len(data) > 0 && chance.IntN(3) == 0:
			data[chance.IntN(len(data))] ^= 1 << chance.IntN(8)
			errs = append(errs, os.WriteFile(name, data, 0o666))
		case how == 2 && !index && chance.IntN(2) == 0:
			errs = append(errs, os.Remove(name))
		case how == 3 && chance.IntN(3) == 0:
			errs = append(errs, os.WriteFile(name, data[:chance.IntN(len(data)+1)], 0o666))
		case how == 4 && i > 0 && !index:
			other, err := os.ReadFile(files[chance.IntN(i)])
			errs = append(errs, err, os.WriteFile(name, other, 0o666))
		}
		if how == 0 && index {
			s.old[name] = data
		}
	}
	return errors.Join(errs...)
}
