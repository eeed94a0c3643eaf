package inspect

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/ledgerfile"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/listing/feedimport"
)

// ImportFeeds takes over IDs and dates from the feeds of another generator into the ledger, by the URLs of the items
// (rule B4 of docs/discovery-rules/_index.md). It renders nothing, and with dryRun it writes nothing.
func ImportFeeds(
	ctx context.Context, b *pipeline.Builder, files []string, dryRun bool,
) (out *feedimport.Result, warnings diag.List, err error) {
	if err := b.CheckState(); err != nil {
		return nil, nil, err
	}
	s, err := pipeline.Run(ctx, b.Options(), pipeline.Declared)
	defer s.Discard()
	warnings = s.Result.Diagnostics
	if err != nil {
		return nil, warnings, err
	}
	if !ledgerfile.Keeps(&s.Project, s.Pages.Listing) {
		return nil, warnings, fmt.Errorf("the environment %q keeps no ledger: import for production", s.Config.Environment)
	}
	if _, err := os.ReadFile(s.LedgerFile()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, warnings, fmt.Errorf("read the ledger: %w", err) // writing it would lose what it holds
	}
	file, found := ledgerfile.Read(&s.Project, ledgerfile.ReadOptions{Keeps: true})
	warnings = append(warnings, found.Warnings()...)
	if err := found.Err(); err != nil {
		return nil, warnings, err
	}
	old, found := feedimport.Read(files)
	warnings = append(warnings, found.Warnings()...)
	if err := found.Err(); err != nil {
		return nil, warnings, err
	}
	next, out := feedimport.Import(s.Pages.Listing.Knowing(file.Ledger), file.Ledger, old, s.Options.Clock)
	out.Ledger = s.Rel(s.LedgerFile())
	if dryRun {
		return out, warnings, nil
	}
	if found := file.Write(next); len(found) > 0 {
		found[0].Severity = diag.Error
		return nil, warnings, found.Err()
	}
	return out, warnings, nil
}
