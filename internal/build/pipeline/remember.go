package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/ledgerfile"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/emit/sitemaps"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/template/render"
	"github.com/sitegen/sitegen/internal/template/view/resource"
)

// remember returns what the next build may use.
func (b *State) remember() kept.Memo {
	m := kept.Memo{
		Store: b.old.Store, Pictures: b.old.Pictures, Math: b.old.Math, Remote: b.old.Remote, Spool: b.folder.spool,
		Outputs: b.Result.Outputs, Texts: b.Pages.Texts, Shards: b.old.Shards,
	}
	if m.Former = b.old.Former; b.old.Spool != nil && b.old.Spool != m.Spool {
		// A reader of outputs from before the last move has had the time of many builds.
		if m.Former != nil {
			_ = m.Former.Close()
		}
		m.Former = b.old.Spool
	}
	if b.Pages.Round == nil {
		return m
	}
	m.Inputs = b.in
	m.Inputs.Workers, m.Inputs.Run = b.Pages.Workers, b.Pages.Run
	changed := b.Pages.Round.Commit()
	m.Table, m.Size, m.Plan = b.old.Table, b.old.Size, b.Pages.Plan
	m.Records = make([]*task.Record, len(b.Pages.Tasks))
	for i := range b.Pages.Tasks {
		m.Records[i] = b.Pages.Tasks[i].Result.Record
	}
	m.Beside = b.Pages.Beside.Now
	m.Note(kept.Change{
		Old: &b.old, Fresh: b.in.Tree.Fresh, Run: b.Pages.Run, Same: b.in.KeepsSiteAndTheme(&b.old.Inputs),
		Before: b.Pages.Before, Answers: changed,
	})
	m.Bodies = b.bodiesNow()
	m.MoveTexts(b.StateDir(), b.Options.Slack)
	m.Compact()
	return m
}

// bodiesNow returns the bodies by name. With the site and theme of the build before they are the bodies of that build,
// but for those that were rendered: that map is of no further use to anybody.
func (b *State) bodiesNow() map[string]*render.Body {
	if b.in.KeepsSiteAndTheme(&b.old.Inputs) && b.old.Bodies != nil {
		b.Pages.Run.Rendered(func(name string, body *render.Body) { b.old.Bodies[name] = body })
		return b.old.Bodies
	}
	all := make(map[string]*render.Body, len(b.Pages.Site.Pages))
	b.Pages.Run.Bodies(func(name string, body *render.Body) { all[name] = body })
	return all
}

// lookAtInputs looks at everything that this build read, unless that was done before.
func (b *State) lookAtInputs() filestat.Fingerprint {
	if b.seen == nil || b.seen.out != b.Result.Destination || b.seen.ledger != b.LedgerFile() {
		b.seen = look(b.Result.Destination, b.StateDir(), b.LedgerFile())
		b.seen.Drop()
	}
	return b.seen.Fingerprint(b.read())
}

// keepLast keeps the build as a whole for the next process.
func (b *State) keepLast(fingerprint string) error {
	l := b.whole(fingerprint)
	if l == nil {
		return nil
	}
	return l.save(b.old.Store)
}

// whole returns what the next process compares with, after a good build; nil when it could not tell that nothing
// changed.
func (b *State) whole(fingerprint string) *last {
	if b.Options.Memory || b.Pages.Round == nil || b.old.Store == nil || b.saysOnce() || ownFuncs(b.Config) ||
		b.otherStats {
		return nil
	}
	if _, all := remoteAnswers(b.Pages.Round, b.old.Remote.Store, b.Config.Remote.MaxAge < 0); !all {
		return nil
	}
	l := &last{
		Options: fingerprint, Destination: render.Relative(b.Config.Project, b.Result.Destination),
		Began: b.began, Clock: b.Options.Clock, LedgerFile: render.Relative(b.Config.Project, b.LedgerFile()), Result: b.Result,
	}
	l.Result.Written, l.Result.Removed, l.Result.Rendered, l.Result.Images = 0, 0, 0, 0
	l.Result.Unchanged += b.Result.Written
	l.Result.Outputs, l.Result.Changed, l.Result.Stages = nil, nil, nil
	if b.next != nil { // else the next build finds the same differences
		l.Result.URLs = URLs{Known: len(b.next.Entries()) > 0}
	}
	for _, root := range b.read() {
		l.Roots = append(l.Roots, render.Relative(b.Config.Project, root))
	}
	_, l.Until = sitemaps.Next(b.Pages.Listing)
	if b.in.Git != nil {
		l.Git, l.Head = true, b.in.Git.Head
	} else if b.Config.WantsGit() {
		l.Git = true
	}
	anyFile := false // a program may have read any file of the project
	b.Pages.Round.Questions(func(q trace.Question) {
		if q.Kind == trace.Now {
			l.asked(q.Key, b.Config.TimeZone)
		}
		anyFile = anyFile || q.Kind == trace.Glob && strings.HasPrefix(q.Key, "project\x00")
	})
	if anyFile {
		return nil
	}
	l.Imported = resource.Imports(b.Pages.Round.Answered)
	l.Inputs = b.lookAtInputs()
	l.Ledger = b.ledger.Left // not as it is now: it may have been edited since
	return l
}

// saysOnce reports whether something was said that the next build, which reads the ledger that this one
// wrote, will not say again.
func (b *State) saysOnce() bool {
	return slices.ContainsFunc(b.Result.Diagnostics, func(d *diag.Diagnostic) bool {
		return d.Rule == ledgerfile.Rule ||
			d.Rule == "B4"
	})
}

// ownFuncs reports whether the project says what template functions may do: they may read environment variables that
// the fingerprint does not have.
func ownFuncs(cfg *config.Config) bool {
	security, _ := cfg.Root["security"].(map[string]any)
	return security["funcs"] != nil
}

// read lists the files and folders that this build read, and those in which a file would have been read
// if there were one; absolute.
func (b *State) read() []string {
	roots := slices.Concat(b.Always(), askedFiles(&b.Project, b.Pages.Round),
		[]string{b.Config.Project + filestat.NamesOnly})
	for _, dir := range b.Config.ContentDirs() {
		roots = append(roots, b.At(filepath.FromSlash(dir)))
	}
	slices.Sort(roots)
	return slices.Compact(roots)
}

// askedFiles lists the files and folders that templates asked for by name.
func askedFiles(p *project.Project, round *trace.Round) []string {
	if round == nil {
		return nil
	}
	var roots []string
	round.Questions(func(q trace.Question) {
		how, name, _ := strings.Cut(q.Key, "\x00")
		switch {
		case q.Kind == trace.File && (how == "read" || how == "stat" || how == "exists" || how == "imported"),
			q.Kind == trace.Glob && how == "folder":
			clean := filepath.FromSlash(strings.TrimPrefix(name, "/"))
			roots = append(roots, filepath.Join(p.Config.Project, clean), filepath.Join(p.At(p.Config.ContentDir), clean))
		case q.Kind == trace.Glob && strings.HasPrefix(q.Key, "project\x00"):
			roots = append(roots, p.Config.Project) // a program may have read any file of the project
		}
	})
	return roots
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
	if !l.holds(b.o.Clock) || l.Git && content.GitHead(ctx, b.o.Source) != l.Head ||
		l.Ledger != ledgerfile.Hash(s.ledger) {
		return nil, s
	}
	if !l.Inputs.Same(s.Fingerprint(l.roots(b.o.Source)), l.Began) || !resource.SameImports(b.o.Source, l.Imported) ||
		!disk.Intact(ctx, b.output(s), b.o.Jobs) {
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
		filepath.Base(o.Source), o.Destination, o.ConfigFile, o.ContentDir, o.BaseURL, o.Themes, o.Environment, environ,
		flags,
		o.Drafts, o.Future, o.Expired, o.Minify, o.Adopt, o.Strict, o.Offline)
}

// stateDir is where sitegen keeps what it knows between builds.
func (b *Builder) stateDir() string { return project.StateDir(b.o.Source, b.o.StateDir) }
