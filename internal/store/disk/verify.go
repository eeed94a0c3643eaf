package disk

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/par"
)

// Owned lists the files that the last build left in an output folder, as sorted slash paths. Of the options it
// uses only Dir, State, and Project.
func Owned(o Options) []string {
	m, _, err := readManifest(filepath.Join(o.State, o.stateName()+manifestExt))
	if err != nil {
		return nil
	}
	out := make([]string, len(m.entries))
	for i, e := range m.entries {
		out[i] = e.Path
	}
	return out
}

// interrupted reports whether a build was killed while it wrote.
func interrupted(state, name string) bool {
	_, err := os.Lstat(filepath.Join(state, name+intentExt))
	return !absent(err)
}

// Intact reports whether an output folder contains, according to file states, exactly the bytes that the last
// build left: every output has a file, nothing of ours was changed or removed, and no build was interrupted since. Of
// the options it uses only Dir, State, and Project.
func Intact(ctx context.Context, o Options, jobs int) bool {
	dir, err := resolve(o.Dir)
	if err != nil {
		return false
	}
	t := &Tree{opts: o, dir: dir, name: o.stateName()}
	if interrupted(o.State, t.name) {
		return false
	}
	m, known, err := readManifest(t.manifestFile())
	if err != nil || !known || len(m.away) > 0 {
		return false
	}
	if m.mode != 0 {
		if t.mode, _, err = modeOf(o.State, t.name); err != nil || t.mode != 0 && t.mode != m.mode {
			return false
		}
	}
	const chunk = 1024
	chunks := slices.Collect(slices.Chunk(m.entries, chunk))
	whole, err := par.Map(ctx, jobs, chunks, func(_ context.Context, entries []Entry) (bool, error) {
		seen := map[string]bool{}
		for i := range entries {
			for dir := dirOf(entries[i].Path); t.mode != 0 && !seen[dir] && dir != "."; dir = dirOf(dir) {
				if seen[dir] = true; isShut(t.full(dir), t.mode) {
					return false, nil
				}
			}
			if state, ok := filestat.Regular(t.full(entries[i].Path)); !ok || state.Sum() != entries[i].State {
				return false, nil
			}
		}
		return true, nil
	})
	return err == nil && !slices.Contains(whole, false)
}
