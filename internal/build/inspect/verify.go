package inspect

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// Verify builds as Build does, then builds again in memory without a cache, from the ledger as it was before, and
// compares the two. A file in the output folder that differs, is missing, or does not belong there is an error of rule
// "verify". The files that Build wrote stay.
func Verify(ctx context.Context, b *pipeline.Builder) (*pipeline.Result, error) {
	p := project.Project{Options: b.Options()}
	if p.Options.Memory {
		return nil, errors.New("a build in memory has no output folder to verify")
	}
	if err := b.CheckState(); err != nil {
		return &pipeline.Result{}, err
	}
	cfg, found := b.Config()
	if cfg == nil {
		return &pipeline.Result{}, found.Err()
	}
	p.Config = cfg
	before, err := os.ReadFile(p.LedgerFile())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return &pipeline.Result{}, fmt.Errorf("read the ledger: %w", err)
	}
	res, err := b.Build(ctx)
	if err != nil {
		return res, err
	}
	dir, err := os.MkdirTemp("", "sitegen-verify-")
	if err != nil {
		return res, fmt.Errorf("make a folder for what the clean build keeps: %w", err)
	}
	defer os.RemoveAll(dir)
	o := p.Options
	o.Memory, o.NoCache, o.Progress, o.Early, o.Ledger = true, true, nil, nil, filepath.Join(dir, "ledger")
	if before != nil {
		if err := os.WriteFile(o.Ledger, before, 0o666); err != nil {
			return res, fmt.Errorf("copy the ledger: %w", err)
		}
	}
	clean, err := pipeline.New(o)
	if err != nil {
		return res, err
	}
	defer clean.Close()
	made, err := clean.Build(ctx)
	if err != nil {
		return res, fmt.Errorf("the clean build failed: %w", err)
	}
	return res, output.Compare(ctx, disk.Options{Dir: res.Destination, State: p.StateDir(), Project: p.Options.Source},
		p.Options.Jobs, made.Outputs)
}
