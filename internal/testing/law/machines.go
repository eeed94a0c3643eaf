package law

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/build/project"
)

// store is the cache that machines share: a folder next to the project.
type store struct {
	dir string
	old map[string][]byte // indexes as an earlier build left them
}

// newMachine makes a project one that a machine sees for the first time: with the ledger and the output, but without a
// cache. The store that it shares with earlier machines is sometimes damaged.
func (w *world) newMachine(o *project.Options) error {
	if w.shared == nil {
		w.shared = &store{dir: filepath.Join(w.dir, "shared"), old: map[string][]byte{}}
	}
	o.Shared = project.SharedCache{URL: "file://" + filepath.ToSlash(w.shared.dir), Write: true, Key: "law"}
	state := filepath.Join(w.project, ".sitegen")
	for _, name := range []string{"cache", "outputs"} {
		if err := os.RemoveAll(filepath.Join(state, name)); err != nil {
			return err
		}
	}
	return w.shared.damage(rand.New(rand.NewPCG(1, uint64(w.builds))), w.builds%6)
}

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
