package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/emitting"
	"github.com/sitegen/sitegen/internal/build/inputs"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/ledgerfile"
	"github.com/sitegen/sitegen/internal/build/links"
	"github.com/sitegen/sitegen/internal/build/outputfolder"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/rendering"
	"github.com/sitegen/sitegen/internal/build/searchindex"
	"github.com/sitegen/sitegen/internal/build/static"
	"github.com/sitegen/sitegen/internal/build/unchanged"
)

// Build runs the pipeline. An error is a diag.List when the user's files are the cause; the
// Result is never nil and holds the warnings found until then. After an error the output folder is
// as it was, unless the error itself says otherwise.
func (b *Builder) Build(ctx context.Context) (*Result, error) {
	res, other, err := b.build(ctx, false)
	for n := 1; err == nil && other; n++ {
		before := res
		b.Touch(filepath.Join(b.o.Source, statsFile))
		if res, other, err = b.build(context.WithoutCancel(ctx), n == mostStats); err == nil {
			res.alsoDid(before)
		}
	}
	if err == nil && b.share != nil {
		res.Shared = b.share()
		b.share = nil
	}
	return res, err
}

// build runs the pipeline once. other reports whether hugo_stats.json changed, which requires another run. The last run
// ignores that.
func (b *Builder) build(ctx context.Context, last bool) (res *Result, other bool, err error) {
	if err := b.CheckState(); err != nil {
		return &Result{}, false, err
	}
	b.openCache()
	began := b.clock()
	var seen *unchanged.Look
	if b.kept.Table == nil && b.kept.Shards == nil && b.kept.Store != nil && !b.o.Memory {
		var said []byte
		var output string
		if said, output, seen = unchanged.Find(ctx, b.o, b.kept.Store); json.Unmarshal(said, &res) == nil {
			b.touched, b.anything, res.Destination = nil, false, output
			return res, false, nil
		}
	}
	r := &State{
		Project: project.Project{Options: b.o}, old: b.kept, audits: b.o.Strict, lastRun: last,
		Since: inputs.Since{Touched: b.touched, Began: began, Seen: seen}, first: b.kept.Table == nil,
	}
	defer r.Discard()
	err = r.through(ctx, wholeBuild)
	if r.Pages.Live != nil {
		r.Pages.Live.End(r.Result.Outputs, err)
		r.in.Asker = r.Pages.Live.Worker()
	}
	if err != nil {
		return &r.Result, false, err
	}
	if b.o.LockRemote {
		if r.Result.Locked, err = r.old.Remote.WriteLock(&r.Project, r.Pages.Round); err != nil {
			return &r.Result, false, fmt.Errorf("write the lock file: %w", err)
		}
	}
	b.kept, b.touched, b.anything, b.reads = r.remember(), nil, false, nil
	if r.Pages.Round != nil {
		b.reads = unchanged.MayMatter(&r.Project, r.in.Tree, r.Pages.Round)
	}
	if r.first && b.o.Memory {
		b.kept.Table.Ready()
	}
	b.save = func() error {
		return b.kept.Save(r.Config.Project, r.saveSaid)
	}
	if r.first && !b.o.Memory {
		r.Pages.Out, r.Pages.Tasks, r.Pages.Facts = nil, nil, nil // frees the memory of the outputs before saving
		if lost := b.saveNow(); lost != nil {
			r.Result.CacheOff = lost.Error()
		}
	}
	if (b.kept.Shared != nil || len(b.kept.Shards.Caches()) > 0) && r.first {
		b.share = func() string {
			if lost := b.saveNow(); lost != nil {
				return "" // the summary already says so
			}
			return b.kept.Share(&r.Project)
		}
	}
	return &r.Result, r.otherStats, nil
}

// Run runs some stages with nothing kept, for callers that inspect the results; the caller discards the State.
func Run(ctx context.Context, o project.Options, list []Stage) (*State, error) {
	s := &State{Project: project.Project{Options: o}}
	return s, s.through(ctx, list)
}

// State has the results of the stages of a build so far: each field is set by one stage and read by later ones.
type State struct {
	project.Project
	inputs.Since
	first   bool        // no build of the Builder was good so far
	old     kept.Memo   // state that the build before left
	in      kept.Inputs // for the next build
	reading func()      // waits until the render records are read from the cache; nil if nothing is being read

	Pages   rendering.Renderer
	folder  outputfolder.Folder
	Copied  static.Copied
	ledger  ledgerfile.File
	emitted emitting.Emitted
	Result  Result

	audits     bool      // check the sitemaps as they are written
	awaited    diag.List // messages about links that hold if the finished site has no target: see package links
	otherStats bool      // hugo_stats.json changed, and another run follows
	lastRun    bool      // no other run follows, even if hugo_stats.json changes
}

// through runs stages in order until one reports errors.
func (b *State) through(ctx context.Context, list []Stage) error {
	b.Pages.Project, b.Pages.Past = &b.Project, &b.old
	for _, s := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.Progress(s.name, 0, 0)
		start := b.Elapsed()
		found, err := s.run(b, ctx)
		if b.Options.Elapsed != nil {
			b.Result.Stages = append(b.Result.Stages, Timing{s.name, b.Elapsed() - start})
		}
		if one := diag.List(nil); errors.As(err, &one) { // the problems that ended the stage
			found, err = append(found, one...), nil
		}
		found, awaited := links.Await(found.InOrder())
		b.awaited = append(b.awaited, awaited...)
		if b.Options.Strict {
			found = found.Strict()
		}
		if b.Config != nil {
			found = b.Config.PlaceParams(found).Excerpts(ledgerfile.Rule, b.At) // a damaged ledger may hold anything
			found = found.Shown(b.Config.ShownText)
		}
		b.Result.Diagnostics = slices.Concat(b.Result.Diagnostics, found.Warnings(), found.Notes())
		if failed := found.Err(); failed != nil {
			return failed
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readTheme reads the templates once, for content adapters or for rendering, and returns the problems found.
func (b *State) readTheme() diag.List {
	if b.in.Theme == nil {
		b.in.Theme, b.in.Layouts, b.in.Themed = inputs.ReadTheme(&b.Project, &b.old.Inputs)
		b.in.Began = b.Began
	}
	return b.in.Themed
}

// Discard drops outputs that were staged but not written, and what was kept for rendering.
func (b *State) Discard() {
	b.awaitCache()
	_ = b.Pages.Run.End() // of programs that gave all that they were asked for
	_ = b.old.Run.End()
	if b.Pages.Out != nil {
		b.Pages.Out.Discard()
	}
}

// Emitter returns an Emitter for the listing as it is now.
func (b *State) Emitter() *emitting.Emitter {
	return &emitting.Emitter{
		Project: &b.Project, Site: b.Pages.Site, Listing: b.Pages.Listing, Out: b.Pages.Out, Round: b.Pages.Round,
		Done: &b.Pages.Beside, Mini: b.Pages.Mini, Audits: b.audits, Borrow: b.Pages.Borrow, Run: b.Pages.Run,
		Tasks: b.Pages.Tasks, Copied: &b.Copied,
	}
}

// static stages page resources and static files.
func (b *State) static(ctx context.Context) (found diag.List, err error) {
	b.Copied, found, err = static.Copy(ctx,
		static.Input{Project: &b.Project, Site: b.Pages.Site, Tree: b.in.Tree, Git: b.in.Git, Out: b.Pages.Out})
	return found, err
}

// search writes the search indexes.
func (b *State) search(ctx context.Context) (diag.List, error) {
	found := b.Pages.Run.SearchTaken()
	if !slices.ContainsFunc(b.Pages.Site.Editions, b.Pages.Run.Searches) {
		return found, nil
	}
	list, err := searchindex.Write(ctx, searchindex.Input{
		Project: &b.Project, Site: b.Pages.Site, Listing: b.Pages.Listing, Out: b.Pages.Out, Store: b.old.Store,
		Shards: b.old.Shards, Done: &b.Pages.Beside,
		Outputs: b.Pages.PageOutputs(), Once: b.first && !b.Options.Memory,
	}, b.Pages.Run.Searches)
	return append(found, list...), err
}

// readLedger reads the ledger of earlier builds.
func (b *State) readLedger(context.Context) (found diag.List, err error) {
	b.ledger, found = ledgerfile.Read(&b.Project, ledgerfile.ReadOptions{
		Note: b.folder.Note, Keeps: ledgerfile.Keeps(&b.Project, b.Pages.Listing), Before: b.old.Ledger,
		Sum: b.old.LedgerSum,
	})
	if l := b.ledger.Ledger; l != nil {
		b.Pages.Listing = b.Pages.Listing.Knowing(l)
		b.Result.URLs.Known = len(l.Entries()) > 0
	}
	if b.ledger.Good { // else the next build reports its problems again
		b.in.Ledger, b.in.LedgerSum = b.ledger.Ledger, b.ledger.Sum
	}
	return found, nil
}
