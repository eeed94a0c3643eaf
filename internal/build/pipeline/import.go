package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/listing/feedimport"
)

// ImportFeeds takes over ids and dates of feeds of another generator into the ledger, by the addresses of the
// items (rule B4 of docs/discovery-rules.md). Nothing is rendered, and with dryRun nothing is written.
func (b *Builder) ImportFeeds(
	ctx context.Context, files []string, dryRun bool,
) (*feedimport.Result, Diagnostics, error) {
	if err := b.checkState(); err != nil {
		return nil, nil, err
	}
	r := &build{Project: project.Project{Options: b.o}}
	defer r.discard()
	if err := r.through(ctx, declared); err != nil {
		return nil, r.res.Diagnostics, err
	}
	if !keepsLedger(&r.Project, r.pages.Listing) {
		return nil, r.res.Diagnostics, fmt.Errorf("the environment %q keeps no ledger: import for production",
			r.Config.Environment)
	}
	if _, err := os.ReadFile(r.LedgerFile()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, r.res.Diagnostics, fmt.Errorf("read the ledger: %w", err) // writing it would lose what it holds
	}
	found, err := r.readLedger(ctx)
	r.res.Diagnostics = append(r.res.Diagnostics, found.Warnings()...)
	if err != nil {
		return nil, r.res.Diagnostics, err
	}
	old, found := feedimport.Read(files)
	r.res.Diagnostics = append(r.res.Diagnostics, found.Warnings()...)
	if err := found.Err(); err != nil {
		return nil, r.res.Diagnostics, err
	}
	next, out := feedimport.Import(r.pages.Listing, r.ledger.Ledger, old, b.o.Clock)
	out.Ledger = r.Rel(r.LedgerFile())
	if dryRun {
		return out, r.res.Diagnostics, nil
	}
	if found := r.ledger.Write(next); len(found) > 0 {
		found[0].Severity = diag.Error
		return nil, r.res.Diagnostics, found.Err()
	}
	return out, r.res.Diagnostics, nil
}
