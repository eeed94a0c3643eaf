package disk

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Outputs returns the manifest of an output folder for reading its files, and a function that lets builds write to the
// folder again. It refuses a folder that no build finished. Of the options it uses only Dir, State, and Project.
func Outputs(o Options) (m *Manifest, release func(), err error) {
	t := &Tree{opts: o, dir: o.Dir, name: o.stateName()}
	if m, found, err := readManifest(t.manifestFile()); err != nil {
		return nil, nil, err
	} else if !found {
		return m, nil, &Refusal{
			Rule: "output-folder", Text: fmt.Sprintf("no list of the files that sitegen wrote to %s was found", o.Dir),
			Hint: "run sitegen build first, and keep .sitegen until the site is published",
		}
	}
	t.kept = true
	if err := t.lock(); err != nil {
		return nil, nil, err
	}
	m, _, err = readManifest(t.manifestFile())
	if err == nil && interrupted(o.State, t.name) {
		err = &Refusal{
			Rule: "output-unfinished", Text: fmt.Sprintf("a build into the output folder %s was interrupted", o.Dir),
			Hint: "run sitegen build, which completes it",
		}
	}
	if err != nil {
		t.unlock()
		return nil, nil, err
	}
	return m, t.unlock, nil
}

// Entries returns all outputs, with and without files, sorted by path. The caller must not change them.
func (m *Manifest) Entries() []Entry {
	if len(m.away) == 0 {
		return m.entries
	}
	all := slices.Concat(m.entries, m.away)
	slices.SortStableFunc(all, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	// an interrupted build may have written a file of those that were away
	return slices.CompactFunc(all, func(a, b Entry) bool { return a.Path == b.Path })
}

// File returns the file of an output in a folder.
func (e *Entry) File(dir string) string { return filepath.Join(dir, filepath.FromSlash(e.Path)) }
