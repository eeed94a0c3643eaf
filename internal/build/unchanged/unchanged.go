// Package unchanged detects that nothing changed since the last build of another process, by the sizes and times of the
// files that it read. The new build then has nothing to do.
package unchanged

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/ledgerfile"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/template/render"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// lastRecord is the name of the record of the last build.
const lastRecord = "last"

// last is the last good build: the fingerprint of its inputs, and its result. If the inputs are the same, the next
// build has nothing to do.
type last struct {
	Options     string   // the options that matter
	Roots       []string // files and folders that were read, relative to the project if they are in it
	Destination string
	Inputs      filestat.Fingerprint
	Began       int64     // before the inputs were read, by the clock of the file system
	Clock       time.Time // the build's
	Until       time.Time // the result is valid before this time; zero: forever
	Asked       bool      // a template asked for the clock
	Git         bool      // git was asked: its state is Head
	Head        string
	Ledger      uint64 // hash of its bytes
	LedgerFile  string
	Imported    map[string]uint64 // answers about files that bundles imported
	Result      json.RawMessage
}

// Built is a good build that the next process compares with.
type Built struct {
	*project.Project
	Output string    // the output folder
	Began  int64     // before anything was read, by the clock of the file system
	Until  time.Time // the result is valid before this time; zero: forever
	Ledger uint64    // hash of the ledger as the build left it; it may have been edited since
	Git    *content.Git
	Tree   *content.Tree
	Round  *trace.Round
	Said   any // result that the next process reports if nothing changed, for JSON
}

// Save stores a build for the next process, unless that could not detect changes.
func (b Built) Save(store *cache.Store, before *Look) error {
	source := b.Config.Project
	l := last{
		Options: fingerprint(b.Options), Destination: render.Relative(source, b.Output), Began: b.Began,
		Clock: b.Options.Clock, Until: b.Until, Ledger: b.Ledger, LedgerFile: render.Relative(source, b.LedgerFile()),
		Git: b.Config.WantsGit(),
	}
	if b.Git != nil {
		l.Git, l.Head = true, b.Git.Head
	}
	anyFile := ownFuncs(b.Config) // a program may have read any file of the project
	b.Round.Questions(func(q trace.Question) {
		if q.Kind == trace.Now {
			l.asked(q.Key, b.Config.Zones())
		}
		anyFile = anyFile || q.Kind == trace.Glob && strings.HasPrefix(q.Key, "project\x00")
	})
	if anyFile {
		return nil
	}
	files := read(b.Project, b.Tree, b.Round)
	for _, root := range files {
		l.Roots = append(l.Roots, render.Relative(source, root))
	}
	l.Imported = resource.Imports(b.Round.Answered)
	l.Inputs = before.Inputs(b.Project, b.Output, b.Tree, b.Round).Fingerprint(files)
	var err error
	if l.Result, err = json.Marshal(b.Said); err != nil {
		return err
	}
	record, err := json.Marshal(l)
	if err == nil {
		store.SetRecord(lastRecord, record)
	}
	return err
}

// Find returns the result of the last build of another process, and its output folder, if nothing changed since, as far
// as sizes and times of files show. Else it returns the look at the inputs; nil if there was none.
func Find(ctx context.Context, o project.Options, store *cache.Store) (said []byte, output string, seen *Look) {
	record, ok := store.Record(lastRecord)
	var l last
	if !ok || json.Unmarshal(record, &l) != nil || l.Options != fingerprint(o) {
		return nil, "", nil
	}
	state := project.StateDir(o.Source, o.StateDir)
	s := look(render.Absolute(o.Source, l.Destination), state, render.Absolute(o.Source, l.LedgerFile))
	if !l.holds(o.Clock) || l.Git && content.GitHead(ctx, o.Source) != l.Head || l.Ledger != ledgerfile.Hash(s.ledger) ||
		!l.Inputs.Same(s.Fingerprint(l.roots(o.Source)), l.Began) || !resource.SameImports(o.Source, l.Imported) ||
		!disk.Intact(ctx, disk.Options{Dir: s.output, State: state, Project: o.Source}, o.Jobs) {
		return nil, "", s
	}
	return l.Result, s.output, nil
}

// holds reports whether the result is still valid at another time.
func (l *last) holds(now time.Time) bool {
	switch {
	case now.Equal(l.Clock):
		return true
	case l.Asked || now.IsZero() || l.Clock.IsZero() || now.Before(l.Clock):
		return false
	}
	return l.Until.IsZero() || now.Before(l.Until)
}

// asked notes that a template asked for the time. For a part of it that stays the same at least until midnight (see
// render.Coarse), the result is valid until then.
func (l *last) asked(how string, zones []*time.Location) {
	if !render.Coarse(how) {
		l.Asked = true
		return
	}
	for _, at := range append(zones, time.UTC, l.Clock.Location()) {
		y, m, d := l.Clock.In(at).Date()
		if midnight := time.Date(y, m, d+1, 0, 0, 0, 0, at); l.Until.IsZero() || midnight.Before(l.Until) {
			l.Until = midnight
		}
	}
}

// roots returns the files and folders that were read, as absolute paths.
func (l *last) roots(project string) []string {
	roots := make([]string, len(l.Roots))
	for i, r := range l.Roots {
		roots[i] = render.Absolute(project, r)
	}
	return roots
}

// fingerprint returns the options that affect the output, except the clock.
func fingerprint(o project.Options) string {
	var environ []string
	for _, kv := range o.Environ {
		if strings.HasPrefix(kv, "SITEGEN_REMOTE_CACHE") {
			continue // where machines share a cache
		}
		if strings.HasPrefix(kv, "SITEGEN_") || strings.HasPrefix(kv, "HUGO_") || strings.HasPrefix(kv, "CI=") {
			environ = append(environ, kv)
		}
	}
	slices.Sort(environ)
	flags := make([]string, 0, len(o.Flags))
	for _, k := range slices.Sorted(maps.Keys(o.Flags)) {
		flags = append(flags, fmt.Sprintf("%s=%v", k, o.Flags[k]))
	}
	// The name of the folder is the title of a site that has no other.
	return fmt.Sprintf("%q %q %q %q %q %q %q %q %q %v %v %v %v %v %v %v",
		filepath.Base(o.Source), o.Destination, o.ConfigFile, o.ContentDir, o.BaseURL, o.Themes, o.Environment, environ,
		flags,
		o.Drafts, o.Future, o.Expired, o.Minify, o.Adopt, o.Strict, o.Offline)
}

// ownFuncs reports whether the project configures what template functions may do: they may read environment variables
// that are not in the fingerprint.
func ownFuncs(cfg *config.Config) bool {
	security, _ := cfg.Root["security"].(map[string]any)
	return security["funcs"] != nil
}
