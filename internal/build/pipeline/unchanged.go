package pipeline

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/template/render"
)

// lastRecord is the name of the record of the last build as a whole.
const lastRecord = "last"

// last is a good build as a whole: the fingerprint of what it was made of, and what it said. While all of
// that is the same the next build has nothing to do.
type last struct {
	Options     string   // the options that matter
	Roots       []string // files and folders that were read, relative to the project where they lie in it
	Destination string
	Inputs      filestat.Fingerprint
	Began       int64     // before the inputs were read, by the clock of the file system
	Clock       time.Time // the build's
	Until       time.Time // the clock may go on to before this; zero: for ever
	Asked       bool      // a template asked for the clock
	Git         bool      // git was asked: its state is Head
	Head        string
	Ledger      uint64 // hash of its bytes
	LedgerFile  string
	Imported    map[string]uint64 // answers about files that bundles imported
	Result      Result
}

// save keeps l for the next process.
func (l *last) save(store *cache.Store) error {
	record, err := json.Marshal(l)
	if err == nil {
		store.SetRecord(lastRecord, record)
	}
	return err
}

// seen is what was looked at to find out that something is different: what is there is not looked at again.
type seen struct {
	*filestat.Look
	out, ledger string // the output folder and the ledger, which were left out
}

// readDir returns what a folder held when it was looked at, else what it holds.
func (s *seen) readDir(dir string) ([]fs.DirEntry, error) {
	if list, ok := s.Entries(dir); ok {
		return list, nil
	}
	return os.ReadDir(dir)
}

// holds reports whether the clock makes no difference.
func (l *last) holds(now time.Time) bool {
	switch {
	case now.Equal(l.Clock):
		return true
	case l.Asked || now.IsZero() || l.Clock.IsZero() || now.Before(l.Clock):
		return false
	}
	return l.Until.IsZero() || now.Before(l.Until)
}

// asked notes that a template asked for the clock: for all of it, or in words of render.Coarse for a part that
// stays the same until midnight at least.
func (l *last) asked(how string, zone *time.Location) {
	if !render.Coarse(how) {
		l.Asked = true
		return
	}
	for _, at := range []*time.Location{time.UTC, l.Clock.Location(), zone} {
		if at == nil {
			continue
		}
		y, m, d := l.Clock.In(at).Date()
		if midnight := time.Date(y, m, d+1, 0, 0, 0, 0, at); l.Until.IsZero() || midnight.Before(l.Until) {
			l.Until = midnight
		}
	}
}

// look begins to look at inputs. What a build writes itself does not count: the folders of the output and of what is
// kept, and the ledger.
func look(out, state, ledger string) *seen {
	return &seen{out: out, ledger: ledger, Look: filestat.NewLook(func(path string) bool {
		switch filepath.Base(path) {
		case ".git", "node_modules":
			return true
		}
		return path == out || path == state || path == ledger
	})}
}

// roots returns what was read, as absolute paths.
func (l *last) roots(project string) []string {
	roots := make([]string, len(l.Roots))
	for i, r := range l.Roots {
		roots[i] = render.Absolute(project, r)
	}
	return roots
}
