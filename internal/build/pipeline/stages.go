package pipeline

import (
	"context"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/inputs"
	"github.com/sitegen/sitegen/internal/build/links"
	"github.com/sitegen/sitegen/internal/build/outputfolder"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/adapter"
)

// Stage is one step of the pipeline. It reads the results of earlier stages from the State and adds its own. The list
// has every problem with the user's files; the error is for all other failures.
type Stage struct {
	name string
	run  func(*State, context.Context) (diag.List, error)
}

// The stages: source files → documents → site → listing → outputs → files.
var (
	configure = Stage{"config", func(b *State, _ context.Context) (found diag.List, _ error) {
		b.Config, b.in.ConfigRevision, found = inputs.Configure(b.Options, &b.old.Inputs)
		if b.in.Config = b.Config; b.Config != nil {
			b.Result.Guessed = b.Config.Guessed
		}
		return found, nil
	}}
	readCache   = Stage{"cache", (*State).readCache}
	loadContent = Stage{"load", func(b *State, ctx context.Context) (found diag.List, err error) {
		b.in.Tree, b.in.Git, found, err = inputs.Load(ctx, &b.Project, b.Since, &b.old.Inputs)
		return found, err
	}}
	runAdapters = Stage{"adapt", func(b *State, ctx context.Context) (diag.List, error) {
		if len(adapter.Of(b.Config, b.in.Tree)) == 0 {
			return nil, nil
		}
		b.awaitCache()
		if found := b.readTheme(); found.Err() != nil {
			return found, nil
		}
		if found := b.old.OpenMakers(&b.Project); found != nil {
			return found, nil
		}
		res, err := inputs.RunAdapters(ctx, &b.Project, &b.in, &b.old)
		if err != nil {
			return nil, err
		}
		b.in.Tree, b.in.Adapted = res.Tree, res
		return res.Found, nil
	}}
	assemble = Stage{"assemble", func(b *State, _ context.Context) (found diag.List, _ error) {
		byFile := b.Config.DatesByFile()
		b.in.MetaRevision, b.in.TextRevision = site.Revisions(b.in.Tree, byFile)
		b.in.Placeless = trace.Mix(b.Config.Placeless(), site.Placeless(b.in.Tree, byFile))
		b.in.Site, found = inputs.Assemble(&b.in, &b.old.Inputs, b.Options.Clock)
		b.Pages.Site, b.in.Assembled = b.in.Site, slices.Clone(found)
		if b.Options.Assembled != nil && b.in.Site != nil {
			b.Options.Assembled(len(b.in.Site.Pages))
		}
		return found, nil
	}}
	declare = Stage{"declare", func(b *State, _ context.Context) (diag.List, error) {
		b.in.Listed = inputs.Declare(&b.in, &b.old.Inputs)
		b.Pages.Listing = b.in.Listed
		return nil, nil
	}}
	openOutput = Stage{"place", func(b *State, _ context.Context) (found diag.List, _ error) {
		b.folder, found = outputfolder.Open(&b.Project, b.Pages.Site, &b.old)
		b.Result.Base = b.Config.BaseURL
		b.Result.Destination, b.Pages.Out = b.folder.Path, b.folder.Out
		return found, nil
	}}
	readLedger = Stage{"ledger", (*State).readLedger}
	// ReadThemes reads the templates, and prepares rendering.
	ReadThemes = Stage{"themes", func(b *State, _ context.Context) (diag.List, error) {
		found := b.readTheme()
		b.awaitCache()
		if found.Err() != nil {
			return found, nil
		}
		if b.in.Theme.Embedded() == "" {
			isTheme := func(g config.Guess) bool { return g.Key == "theme" }
			b.Result.Guessed = slices.DeleteFunc(slices.Clone(b.Result.Guessed), isTheme)
		}
		r := inputs.Revisions(&b.in, b.Options.Clock)
		return slices.Concat(found, b.Pages.Prepare(&b.in, r, b.first)), nil
	}}
	makePlan = Stage{"plan", func(b *State, ctx context.Context) (diag.List, error) {
		b.Pages.MakePlan(ctx, &b.in, b.first)
		b.Result.count(b.Pages.Site)
		if b.old.Shards == nil {
			return nil, nil
		}
		return b.old.Shards.Check(sharedState(b)), nil
	}}
	fillBodies  = Stage{"bodies", func(b *State, ctx context.Context) (diag.List, error) { return b.Pages.Bodies(ctx) }}
	fillLayouts = Stage{"layouts", func(b *State, ctx context.Context) (found diag.List, err error) {
		found, err = b.Pages.Layouts(ctx)
		b.Result.Rendered = b.Pages.Rendered
		return found, err
	}}
	makeImages = Stage{"images", func(b *State, ctx context.Context) (found diag.List, err error) {
		found, err = b.Pages.Images(ctx)
		b.Result.Images = b.Pages.Made
		return found, err
	}}
	copyFiles   = Stage{"static", (*State).static}
	sealListing = Stage{"seal", (*State).seal}
	indexSearch = Stage{"search", (*State).search}
	emitFiles   = Stage{"emit", func(b *State, ctx context.Context) (found diag.List, err error) {
		b.emitted, found, err = b.Emitter().Emit(ctx)
		b.Result.Gone = b.emitted.Gone
		b.Result.SitemapURLs, b.Result.FeedItems, b.Result.NextBuild = b.emitted.URLs, b.emitted.Items, b.emitted.Next
		return found, err
	}}
	checkLinks = Stage{"links", func(b *State, _ context.Context) (diag.List, error) {
		l := links.Finished{
			Config: b.Config, Site: b.Pages.Site, Out: b.Pages.Out, Hint: b.Pages.Run.Hint, Resources: b.in.Tree.Resources,
		}
		return l.Dead(b.awaited)
	}}
	writeFiles = Stage{"write", (*State).write}
)

// These are the stages to run, by purpose.
var (
	// Assembled finds the pages of the site.
	Assembled = []Stage{configure, readCache, loadContent, runAdapters, assemble}
	// Declared decides from metadata which pages may be listed.
	Declared = slices.Concat(Assembled, []Stage{declare})
	// renderedPages renders all pages and makes their images.
	renderedPages = slices.Concat(Declared,
		[]Stage{openOutput, readLedger, ReadThemes, makePlan, fillBodies, fillLayouts, makeImages})
	// Sealed makes the listing final; emitting and writing files is left.
	Sealed = slices.Concat(renderedPages, []Stage{copyFiles, sealListing, indexSearch})
	// wholeBuild has all stages.
	wholeBuild = slices.Concat(Sealed, []Stage{emitFiles, checkLinks, writeFiles})
)
