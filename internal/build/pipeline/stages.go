package pipeline

import (
	"context"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// stage is one step of the pipeline. It reads what the stages before it left in the build and adds
// its own; the list holds every problem that it found, the error is for what is no problem of a
// user's file.
type stage struct {
	name string
	run  func(*build, context.Context) (diag.List, error)
}

// The stages: source files → documents → site → listing → outputs → files.
var (
	configure   = stage{"config", (*build).config}
	readCache   = stage{"cache", (*build).readCache}
	loadContent = stage{"load", (*build).load}
	runAdapters = stage{"adapt", (*build).adapt}
	assemble    = stage{"assemble", (*build).assemble}
	declare     = stage{"declare", (*build).declare}
	openOutput  = stage{"place", (*build).place}
	readLedger  = stage{"ledger", (*build).readLedger}
	readThemes  = stage{"themes", (*build).themes}
	makePlan    = stage{"plan", (*build).plan}
	fillBodies  = stage{"bodies", (*build).bodies}
	fillLayouts = stage{"layouts", (*build).layouts}
	makeImages  = stage{"images", (*build).images}
	copyFiles   = stage{"static", (*build).static}
	sealListing = stage{"seal", (*build).seal}
	indexSearch = stage{"search", (*build).search}
	emitFiles   = stage{"emit", (*build).emit}
	checkLinks  = stage{"links", (*build).links}
	writeFiles  = stage{"write", (*build).write}
)

// What is done, by what is wanted.
var (
	// assembled tells which pages there are.
	assembled = []stage{configure, readCache, loadContent, runAdapters, assemble}
	// declared has said from metadata who may be listed.
	declared = slices.Concat(assembled, []stage{declare})
	// renderedPages has rendered all pages and made their images.
	renderedPages = slices.Concat(declared, []stage{openOutput, readLedger, readThemes, makePlan, fillBodies, fillLayouts, makeImages})
	// sealed has the final listing; what is left is to emit and write files.
	sealed = slices.Concat(renderedPages, []stage{copyFiles, sealListing, indexSearch})
	// wholeBuild is all.
	wholeBuild = slices.Concat(sealed, []stage{emitFiles, checkLinks, writeFiles})
)
