package pipeline

import (
	"context"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// stage is one step of the pipeline. It reads what the stages before it left in the build and adds
// its own; the list holds every problem that it found, the error is for what is not a problem of a
// user's file.
type stage struct {
	name string
	run  func(*build, context.Context) (diag.List, error)
}

// The stages: source files → documents → site → listing → outputs → files.
var (
	configure = stage{"config", func(b *build, _ context.Context) (found diag.List, _ error) {
		b.Config, b.in.ConfigRevision, found = readConfig(b.Options, &b.old.Inputs)
		if b.in.Config = b.Config; b.Config != nil {
			b.res.Guessed = b.Config.Guessed
		}
		return found, nil
	}}
	readCache   = stage{"cache", (*build).readCache}
	loadContent = stage{"load", func(b *build, ctx context.Context) (found diag.List, err error) {
		b.in.Tree, b.in.Git, found, err = readContent(ctx, &b.Project, contentInput{b.start, &b.old})
		return found, err
	}}
	runAdapters = stage{"adapt", (*build).adapt}
	assemble    = stage{"assemble", func(b *build, _ context.Context) (found diag.List, _ error) {
		b.in.MetaRevision, b.in.TextRevision = b.in.Tree.Revisions(b.Config.DatesByFile())
		b.in.Site, found = assembleSite(&b.in, &b.old.Inputs, b.Options.Clock)
		b.pages.Site, b.in.Assembled = b.in.Site, slices.Clone(found)
		return found, nil
	}}
	declare = stage{"declare", func(b *build, _ context.Context) (diag.List, error) {
		b.in.Listed = declareListing(&b.in, &b.old.Inputs)
		b.pages.Listing = b.in.Listed
		return nil, nil
	}}
	openOutput = stage{"place", func(b *build, _ context.Context) (found diag.List, _ error) {
		b.folder, found = openFolder(&b.Project, b.pages.Site, &b.old)
		b.res.Destination, b.pages.Out = b.folder.folder, b.folder.out
		return found, nil
	}}
	readLedger  = stage{"ledger", (*build).readLedger}
	readThemes  = stage{"themes", (*build).themes}
	makePlan    = stage{"plan", (*build).plan}
	fillBodies  = stage{"bodies", func(b *build, ctx context.Context) (diag.List, error) { return b.pages.Bodies(ctx) }}
	fillLayouts = stage{"layouts", func(b *build, ctx context.Context) (found diag.List, err error) {
		found, err = b.pages.Layouts(ctx)
		b.res.Rendered = b.pages.Rendered
		return found, err
	}}
	makeImages = stage{"images", func(b *build, ctx context.Context) (found diag.List, err error) {
		found, err = b.pages.Images(ctx)
		b.res.Images = b.pages.Made
		return found, err
	}}
	copyFiles   = stage{"static", (*build).static}
	sealListing = stage{"seal", (*build).seal}
	indexSearch = stage{"search", (*build).search}
	emitFiles   = stage{"emit", (*build).emit}
	checkLinks  = stage{"links", func(b *build, _ context.Context) (diag.List, error) {
		l := linked{project: &b.Project, site: b.pages.Site, out: b.pages.Out, hint: b.pages.Run.Hint}
		return l.dead(b.awaited)
	}}
	writeFiles = stage{"write", (*build).write}
)

// What is done, by what is wanted.
var (
	// assembled tells which pages there are.
	assembled = []stage{configure, readCache, loadContent, runAdapters, assemble}
	// declared has said from metadata who may be listed.
	declared = slices.Concat(assembled, []stage{declare})
	// renderedPages has rendered all pages and made their images.
	renderedPages = slices.Concat(declared,
		[]stage{openOutput, readLedger, readThemes, makePlan, fillBodies, fillLayouts, makeImages})
	// sealed has the final listing; what is left is to emit and write files.
	sealed = slices.Concat(renderedPages, []stage{copyFiles, sealListing, indexSearch})
	// wholeBuild is all.
	wholeBuild = slices.Concat(sealed, []stage{emitFiles, checkLinks, writeFiles})
)
