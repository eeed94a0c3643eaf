package pipeline

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/ledgerfile"
	"github.com/sitegen/sitegen/internal/build/shard"
	"github.com/sitegen/sitegen/internal/store/archive"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// place opens the output folder: refusing it must not wait until everything is rendered.
func (b *build) place(context.Context) (diag.List, error) {
	if found := reserved(&b.Project, b.site); len(found) > 0 {
		return found, nil
	}
	b.res.Destination = b.At(b.Config.PublishDir)
	if !b.Config.Chosen("publishDir") {
		if err := disk.CheckLinks(b.Config.Project, b.res.Destination, "to write there, pass --destination with the folder"); err != nil {
			return disk.Problem(err), nil
		}
	}
	if !b.Part.Whole() {
		b.res.Destination, b.out = b.Part.Dir(b.StateDir()), shard.NewSink(b.old.Store)
		return nil, nil
	}
	state := b.StateDir()
	if b.Options.Memory {
		b.inMemory(state)
		return nil, nil
	}
	tree, err := disk.Open(disk.Options{
		Dir: b.res.Destination, State: state, Project: b.Config.Project, Sources: b.Sources(), Adopt: b.Options.Adopt,
	})
	if err != nil {
		return disk.Problem(err), nil
	}
	b.ledgerNote = tree.Beside(".ledger")
	b.out = b.old.Shards.Over(output.Disk{Stage: tree.Stage()})
	if b.Config.CacheOutputs && b.old.Store != nil {
		b.out = archive.Over(b.out, filepath.Join(state, "outputs"), b.Options.Jobs)
	}
	found := b.published()
	if !tree.Kept() {
		return append(found, &diag.Diagnostic{
			Rule: "state", Severity: diag.Warning,
			Message: "the folder " + state + " cannot be written: the next build will not know which files in the output folder are its own",
			Hint:    "name another one with --cacheDir",
		}), nil
	}
	return found, nil
}

// published warns when the ledger lies in the output folder: everybody could read it there.
func (b *build) published() diag.List {
	file := b.LedgerFile()
	if rel, err := filepath.Rel(b.res.Destination, file); err != nil || !filepath.IsLocal(rel) {
		return nil
	}
	return diag.List{{
		Rule: ledgerfile.Rule, Severity: diag.Warning, File: b.Rel(file), Message: "the ledger is in the output folder and is published with the site",
		Hint: "name a file elsewhere: ledger = \"sitegen.ledger\"",
	}}
}

// outputsInMemory is how many bytes of outputs stay in memory with Options.Memory; the rest lies in a
// file of the state folder that is gone with the Builder.
const outputsInMemory = 4 << 20

// inMemory prepares a build that writes nothing.
func (b *build) inMemory(state string) {
	spool, moves := b.old.Spool, false
	if spool == nil || kept.Wasted(spool, b.old.Outputs.Held(), b.Options.Slack) {
		_ = disk.MakeState(state) // without it all stays in memory
		limit := int64(outputsInMemory)
		if b.Options.Slack > 0 {
			limit = 0
		}
		moves, spool = spool != nil, disk.NewSpool(state, limit)
	}
	b.spool, b.out = spool, output.NewMemory(spool, b.old.Outputs, moves)
}

// write makes the output folder equal to what was staged.
func (b *build) write(ctx context.Context) (diag.List, error) {
	if b.first && b.old.Store != nil && !b.Options.Memory {
		b.lookAtInputs() // before the output is among what changed since the build began
	}
	changes, err := b.out.Commit(ctx, b.Options.Jobs)
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil, err // no problem of the user's files, and the output is as it was
	}
	if err != nil {
		return placed(disk.Problem(err), err, b.site), nil
	}
	b.res.Written, b.res.Unchanged, b.res.Removed = changes.Written, changes.Unchanged, changes.Removed
	if m, ok := b.out.(*output.Memory); ok {
		b.res.Outputs = m.Files()
		if b.old.Outputs != nil {
			b.res.Changed = output.Changed(b.old.Outputs, b.res.Outputs)
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
