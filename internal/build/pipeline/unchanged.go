package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/template/render"
	"github.com/sitegen/sitegen/internal/template/view/resource"
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

// unchanged finishes the build at once when nothing is different since the last one, as far as sizes and
// times of files tell. Else it returns what was looked at.
func (b *Builder) unchanged(ctx context.Context, store *cache.Store) (*Result, *seen) {
	if b.o.Memory || store == nil {
		return nil, nil
	}
	record, ok := store.Record(lastRecord)
	if !ok {
		return nil, nil
	}
	var l last
	if json.Unmarshal(record, &l) != nil || l.Options != b.fingerprint() {
		return nil, nil
	}
	s := look(render.Absolute(b.o.Source, l.Destination), b.stateDir(), render.Absolute(b.o.Source, l.LedgerFile))
	if !l.holds(b.o.Clock) || l.Git && content.GitHead(ctx, b.o.Source) != l.Head || l.Ledger != hashFile(s.ledger) {
		return nil, s
	}
	if !l.Inputs.Same(s.Fingerprint(l.roots(b.o.Source)), l.Began) || !resource.SameImports(b.o.Source, l.Imported) || !disk.Whole(ctx, b.output(s), b.o.Jobs) {
		return nil, s
	}
	res := l.Result
	res.Destination = s.out
	return &res, nil
}

// output says where the output is and what is known of it.
func (b *Builder) output(s *seen) disk.Options {
	return disk.Options{Dir: s.out, State: b.stateDir(), Project: b.o.Source}
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

// lookAtInputs looks at everything that this build read, unless that was done before.
func (b *build) lookAtInputs() filestat.Fingerprint {
	if b.seen == nil || b.seen.out != b.res.Destination || b.seen.ledger != b.LedgerFile() {
		b.seen = look(b.res.Destination, b.StateDir(), b.LedgerFile())
		b.seen.Drop()
	}
	return b.seen.Fingerprint(b.read())
}

// fingerprint says which options the output depends on; the clock aside.
func (b *Builder) fingerprint() string {
	o := b.o
	var environ []string
	for _, kv := range o.Environ {
		if strings.HasPrefix(kv, "SITEGEN_") || strings.HasPrefix(kv, "HUGO_") || strings.HasPrefix(kv, "CI=") {
			environ = append(environ, kv)
		}
	}
	slices.Sort(environ)
	flags := make([]string, 0, len(o.Flags))
	for _, k := range slices.Sorted(maps.Keys(o.Flags)) {
		flags = append(flags, fmt.Sprintf("%s=%v", k, o.Flags[k]))
	}
	// The folder's name is the title of a site that has no other.
	return fmt.Sprintf("%q %q %q %q %q %q %q %q %q %v %v %v %v %v %v %v",
		filepath.Base(o.Source), o.Destination, o.ConfigFile, o.ContentDir, o.BaseURL, o.Themes, o.Environment, environ, flags,
		o.Drafts, o.Future, o.Expired, o.Minify, o.Adopt, o.Strict, o.Offline)
}

// stateDir is where sitegen keeps what it knows between builds.
func (b *Builder) stateDir() string { return project.StateDir(b.o.Source, b.o.StateDir) }

// whole returns what the next process compares with, after a good build; nil when it could not tell that
// nothing changed.
func (b *build) whole(fingerprint string) *last {
	if b.Options.Memory || b.round == nil || b.old.store == nil || b.saysOnce() || ownFuncs(b.Config) || b.otherStats {
		return nil
	}
	if _, all := b.remoteAnswers(); !all {
		return nil
	}
	l := &last{
		Options: fingerprint, Destination: render.Relative(b.Config.Project, b.res.Destination),
		Began: b.began, Clock: b.Options.Clock, LedgerFile: render.Relative(b.Config.Project, b.LedgerFile()), Result: b.res,
	}
	l.Result.Written, l.Result.Removed, l.Result.Rendered, l.Result.Images = 0, 0, 0, 0
	l.Result.Unchanged += b.res.Written
	l.Result.Outputs, l.Result.Changed, l.Result.Stages = nil, nil, nil
	if b.next != nil && b.keepsLedger() { // else the next build finds the same differences
		l.Result.URLs = URLs{Known: len(b.next.Entries()) > 0}
	}
	for _, root := range b.read() {
		l.Roots = append(l.Roots, render.Relative(b.Config.Project, root))
	}
	_, l.Until = b.listing.Next()
	if b.git != nil {
		l.Git, l.Head = true, b.git.Head
	} else if b.Config.WantsGit() {
		l.Git = true
	}
	anyFile := false // a program may have read any file of the project
	b.round.Questions(func(q trace.Question) {
		if q.Kind == trace.Now {
			l.asked(q.Key, b.Config.TimeZone)
		}
		anyFile = anyFile || q.Kind == trace.Glob && strings.HasPrefix(q.Key, "project\x00")
	})
	if anyFile {
		return nil
	}
	l.Imported = resource.Imports(b.round.Answered)
	l.Inputs = b.lookAtInputs()
	l.Ledger = b.ledgerLeft // not as it is now: it may have been edited since
	return l
}

// saysOnce reports whether something was said that the next build, which reads the ledger that this one
// wrote, will not say again.
func (b *build) saysOnce() bool {
	return slices.ContainsFunc(b.res.Diagnostics, func(d *diag.Diagnostic) bool { return d.Rule == ledgerRule || d.Rule == "B4" })
}

// ownFuncs reports whether the project says what template functions may do: they may read environment variables that the
// fingerprint does not have.
func ownFuncs(cfg *config.Config) bool {
	security, _ := cfg.Root["security"].(map[string]any)
	return security["funcs"] != nil
}

// read lists the files and folders that this build read, and those in which a file would have been read
// if there were one; absolute.
func (b *build) read() []string {
	roots := slices.Concat(b.Always(), b.askedFiles(), []string{b.Config.Project + filestat.NamesOnly})
	for _, dir := range b.Config.ContentDirs() {
		roots = append(roots, b.At(filepath.FromSlash(dir)))
	}
	slices.Sort(roots)
	return slices.Compact(roots)
}

// askedFiles lists the files and folders that templates asked for by name.
func (x *rendering) askedFiles() []string {
	if x.round == nil {
		return nil
	}
	var roots []string
	x.round.Questions(func(q trace.Question) {
		how, name, _ := strings.Cut(q.Key, "\x00")
		switch {
		case q.Kind == trace.File && (how == "read" || how == "stat" || how == "exists" || how == "imported"),
			q.Kind == trace.Glob && how == "folder":
			clean := filepath.FromSlash(strings.TrimPrefix(name, "/"))
			roots = append(roots, filepath.Join(x.Config.Project, clean), filepath.Join(x.At(x.Config.ContentDir), clean))
		case q.Kind == trace.Glob && strings.HasPrefix(q.Key, "project\x00"):
			roots = append(roots, x.Config.Project) // a program may have read any file of the project
		}
	})
	return roots
}

// hashFile returns the hash of a file's bytes, 0 when there is none, and 1 when it cannot be read.
func hashFile(file string) uint64 {
	b, err := os.ReadFile(file)
	switch {
	case err == nil:
		return fileHash(b)
	case filestat.Absent(err):
		return 0
	}
	return 1
}

// fileHash returns what hashFile does for a file with these bytes.
func fileHash(b []byte) uint64 { return max(2, trace.Hash(b)) }
