package pipeline

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/ledgerfile"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/rendering"
	"github.com/sitegen/sitegen/internal/build/shard"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/store/archive"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// opened is where the outputs go.
type opened struct {
	folder string // absolute
	out    output.Sink
	spool  *disk.Spool // of the outputs in memory; nil: they are on disk
	note   string      // file that says where builds into this folder left the ledger; "": there is none
}

// openFolder opens the output folder: refusing it must not wait until everything is rendered.
func openFolder(p *project.Project, s *site.Site, old *kept.Memo) (o opened, found diag.List) {
	if found := reserved(p, s); len(found) > 0 {
		return o, found
	}
	o.folder = p.At(p.Config.PublishDir)
	if !p.Config.Chosen("publishDir") {
		if err := disk.CheckLinks(p.Config.Project, o.folder,
			"to write there, pass --destination with the folder"); err != nil {
			return o, disk.Problem(err)
		}
	}
	state := p.StateDir()
	if !p.Part.Whole() {
		o.folder, o.out = p.Part.Dir(state), shard.NewSink(old.Store)
		return o, nil
	}
	if p.Options.Memory {
		o.spool, o.out = inMemory(state, old, p.Options.Slack)
		return o, nil
	}
	tree, err := disk.Open(disk.Options{
		Dir: o.folder, State: state, Project: p.Config.Project, Sources: p.Sources(), Adopt: p.Options.Adopt,
	})
	if err != nil {
		return o, disk.Problem(err)
	}
	o.note = tree.Beside(".ledger")
	o.out = old.Shards.Over(output.Disk{Stage: tree.Stage()})
	if p.Config.CacheOutputs && old.Store != nil {
		o.out = archive.Over(o.out, filepath.Join(state, "outputs"), p.Options.Jobs)
	}
	found = published(p, o.folder)
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

// published warns when the ledger lies in the output folder: everybody could read it there.
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

// outputsInMemory is how many bytes of outputs stay in memory with Options.Memory; the rest lies in a
// file of the state folder that is gone with the Builder.
const outputsInMemory = 4 << 20

// inMemory prepares a build that writes nothing; slack is that of the options.
func inMemory(state string, old *kept.Memo, slack int64) (*disk.Spool, output.Sink) {
	spool, moves := old.Spool, false
	if spool == nil || kept.Wasted(spool, old.Outputs.Held(), slack) {
		_ = disk.MakeState(state) // without it all stays in memory
		limit := int64(outputsInMemory)
		if slack > 0 {
			limit = 0
		}
		moves, spool = spool != nil, disk.NewSpool(state, limit)
	}
	return spool, output.NewMemory(spool, old.Outputs, moves)
}

// write makes the output folder equal to what was staged.
func (b *State) write(ctx context.Context) (diag.List, error) {
	if b.first && b.old.Store != nil && !b.Options.Memory {
		b.lookAtInputs() // before the output is among what changed since the build began
	}
	changes, err := b.Pages.Out.Commit(ctx, b.Options.Jobs)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil, err // no problem of the user's files, and the output is as it was
	}
	if err != nil {
		return rendering.Placed(disk.Problem(err), err, b.Pages.Site), nil
	}
	b.Result.Written, b.Result.Unchanged, b.Result.Removed = changes.Written, changes.Unchanged, changes.Removed
	if m, ok := b.Pages.Out.(*output.Memory); ok {
		b.Result.Outputs = m.Files()
		if b.old.Outputs != nil {
			b.Result.Changed = output.Changed(b.old.Outputs, b.Result.Outputs)
		}
	}
	// The output is that of this build now: a newer change ends the build no more, or what changed would not be reported.
	found, err := b.writeStats(context.WithoutCancel(ctx))
	for _, r := range changes.Unportable {
		found = append(found, &diag.Diagnostic{Rule: r.Rule, Severity: diag.Warning, Message: r.Text, Hint: r.Hint})
	}
	if err != nil || b.otherStats {
		return found, err // the build that follows compares with the same ledger, and reports the same changes
	}
	if b.next != nil {
		found = append(found, b.ledger.Write(b.next)...)
	}
	return found, nil
}
