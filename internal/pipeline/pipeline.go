package pipeline

import (
	"context"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/disk"
	"github.com/sitegen/sitegen/internal/ledger"
	"github.com/sitegen/sitegen/internal/render"
)

// stage is one step of the pipeline. It reads what the stages before it left in the build and adds
// its own; the list holds every problem that it found, the error is for what is no problem of a
// user's file.
type stage struct {
	name string
	run  func(*build, context.Context) (diag.List, error)
}

// stages is the pipeline: source files → documents → site → listing → outputs → files.
func stages() []stage {
	return []stage{
		{"config", (*build).config},
		{"cache", (*build).readCache},
		{"load", (*build).load},
		{"assemble", (*build).assemble},
		{"declare", (*build).declare},
		{"themes", (*build).themes},
		{"place", (*build).place},
		{"ledger", (*build).readLedger},
		{"plan", (*build).plan},
		{"bodies", (*build).bodies},
		{"layouts", (*build).layouts},
		{"images", (*build).images},
		{"static", (*build).static},
		{"seal", (*build).seal},
		{"search", (*build).search},
		{"emit", (*build).emit},
		{"write", (*build).write},
	}
}

// assembling is the part of the pipeline that tells which pages there are.
func assembling() []stage { return stages()[:4] }

// build is one run of the pipeline: each field is set by one stage and read by later ones.
type build struct {
	project
	old memo // what the build before left
	res Result
	in  inputs // for the next build

	tree    *content.Tree
	git     *content.Git
	site    *site.Site
	listing *discovery.Listing
	theme   *render.Theme
	rendering
	copied
	ledger *ledger.Ledger
	next   *ledger.Ledger // as it is after this build
	ctx    context.Context
	live   *live // answers for outputs while they are made; nil: nobody asks
	out    sink
	// touched are the paths that changed since the build before; nil: not known.
	touched []string
	spool   *disk.Spool // of the outputs in memory
	audits  bool        // check the sitemaps as they are written
	first   bool        // of the Builder's good builds
	built   bool        // a build before this one left files in the output folder
	reading func()      // waits for what the cache knows of renders; nil: nothing is read
	began   int64       // before anything was read, by the clock of the file system: see filestat.Clock; 0: unknown
	seen    *seen       // files as they were at the beginning; nil: they were not looked at
	done    records     // of tasks beside the rendering of pages
}

// through runs stages in order until one reports errors.
func (b *build) through(ctx context.Context, list []stage) error {
	for _, s := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.progress(s.name, 0, 0)
		start := b.elapsed()
		found, err := s.run(b, ctx)
		if b.o.Elapsed != nil {
			b.res.Stages = append(b.res.Stages, Timing{s.name, b.elapsed() - start})
		}
		if b.o.Strict {
			found = strict(found)
		}
		found = b.excerpts(found)
		b.res.Diagnostics = append(b.res.Diagnostics, found.Warnings()...)
		if failed := found.Err(); failed != nil {
			return failed
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *project) elapsed() time.Duration {
	if p.o.Elapsed == nil {
		return 0
	}
	return p.o.Elapsed()
}

func (p *project) progress(stage string, done, total int) {
	if p.o.Progress != nil {
		p.o.Progress(Progress{stage, done, total})
	}
}

// strict returns the list with its warnings turned into errors.
func strict(list diag.List) diag.List {
	out := make(diag.List, len(list))
	for i, d := range list {
		e := *d
		e.Severity = diag.Error
		out[i] = &e
	}
	return out
}

// discard drops what was staged and not written, and what was kept for rendering.
func (b *build) discard() {
	b.awaitCache()
	if b.out != nil {
		b.out.Discard()
	}
}
