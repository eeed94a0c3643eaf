// Package outputfolder opens the output folder of a build, and refuses a folder that can't be used.
package outputfolder

import (
	"path/filepath"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/ledgerfile"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/shard"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/archive"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// Folder is the place that the outputs of a build are written to.
type Folder struct {
	Path  string // absolute
	Out   output.Sink
	Spool *disk.Spool // of the outputs in memory; nil: they are on disk
	Note  string      // file that records where builds into this folder left the ledger; "" if there is none
}

// Open opens the output folder. It runs before rendering, so a folder that can't be used fails the build early.
func Open(p *project.Project, s *site.Site, old *kept.Memo) (o Folder, found diag.List) {
	if found := reserved(p, s); len(found) > 0 {
		return o, found
	}
	o.Path = p.At(p.Config.PublishDir)
	if !p.Config.Chosen("publishDir") {
		if err := disk.CheckLinks(p.Config.Project, o.Path,
			"to write there, pass --destination with the folder"); err != nil {
			return o, disk.Problem(err)
		}
	}
	state := p.StateDir()
	if !p.Part.Whole() {
		o.Path, o.Out = p.Part.Dir(state), shard.NewSink(old.Store)
		return o, nil
	}
	if p.Options.Memory {
		o.Spool, o.Out = inMemory(state, old, p.Options.Slack)
		return o, nil
	}
	open := disk.Options{
		Dir: o.Path, State: state, Project: p.Config.Project, Sources: p.Sources(), Adopt: p.Options.Adopt,
		Elsewhere: p.Options.Elsewhere,
	}
	if p.Config.Hugo {
		open.Replaces = func(dir string) func(path, by string) bool { return ofHugo(p.Config, dir) }
	}
	tree, err := disk.Open(open)
	if err != nil {
		return o, disk.Problem(err)
	}
	o.Note = tree.Beside(".ledger")
	o.Out = old.Shards.Over(output.Disk{Stage: tree.Stage()})
	if source := old.SharedOutputs(); old.Store != nil && (p.Config.CacheOutputs || source != nil) {
		o.Out = archive.Over(o.Out, archive.Options{
			Dir: archive.Folder(state), Jobs: p.Options.Jobs, Source: source,
			SuppliesOnly: !p.Config.CacheOutputs && !p.Options.Shared.Write, Elsewhere: p.Options.Elsewhere,
		})
	}
	found = published(p, o.Path)
	if !tree.Kept() {
		return o, append(found, &diag.Diagnostic{
			Rule: "state", Severity: diag.Warning,
			Message: "the folder " + state +
				" cannot be written: the next build will not know which files in the output folder are its own",
			Hint: "name another one with --cacheDir",
		})
	}
	return o, found
}

// published warns if the ledger is in the output folder, where every visitor of the site could read it.
func published(p *project.Project, folder string) diag.List {
	file := p.LedgerFile()
	if rel, err := filepath.Rel(folder, file); err != nil || !filepath.IsLocal(rel) {
		return nil
	}
	return diag.List{{
		Rule: ledgerfile.Rule, Severity: diag.Warning, File: p.Rel(file),
		Message: "the ledger is in the output folder and is published with the site",
		Hint:    "name a file elsewhere: ledger = \"sitegen.ledger\"",
	}}
}

// outputsInMemory is the number of bytes of outputs that stay in memory with Options.Memory. The rest is in a file in
// the state folder, which is removed with the Builder.
const outputsInMemory = 4 << 20

// inMemory prepares a build that writes nothing; slack is Options.Slack.
func inMemory(state string, old *kept.Memo, slack int64) (*disk.Spool, output.Sink) {
	spool, moves := old.Spool, false
	if spool == nil || kept.Wasted(spool, old.Outputs.Held(), slack) {
		_ = disk.MakeState(state) // without a state folder, all outputs stay in memory
		limit := int64(outputsInMemory)
		if slack > 0 {
			limit = 0
		}
		moves, spool = spool != nil, disk.NewSpool(state, limit)
	}
	return spool, output.NewMemory(spool, old.Outputs, moves)
}
