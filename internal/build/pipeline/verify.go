package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
)

// Verify builds as Build does, then once more in memory with nothing kept, from the ledger as it stood
// before, and compares: a file of the output folder that differs from that of the clean build, is missing
// or too many is an error of rule "verify". What Build wrote stays.
func (b *Builder) Verify(ctx context.Context) (*Result, error) {
	if b.o.Memory {
		return nil, errors.New("a build in memory has no output folder to verify")
	}
	if err := b.checkState(); err != nil {
		return &Result{}, err
	}
	cfg, found := b.Config()
	if cfg == nil {
		return &Result{}, found.Err()
	}
	at := (&project.Project{Options: b.o, Config: cfg}).LedgerFile()
	before, err := os.ReadFile(at)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return &Result{}, fmt.Errorf("read the ledger: %w", err)
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
	clean, err := b.clean(ctx, dir, before)
	if err != nil {
		return res, err
	}
	defer clean.Close()
	made, err := clean.Build(ctx)
	if err != nil {
		return res, fmt.Errorf("the clean build failed: %w", err)
	}
	return res, output.Compare(ctx, disk.Options{Dir: res.Destination, State: b.stateDir(), Project: b.o.Source}, b.o.Jobs,
		made.Outputs)
}

// clean returns a Builder of the same project that keeps and writes nothing.
func (b *Builder) clean(ctx context.Context, dir string, ledger []byte) (*Builder, error) {
	o := b.o
	o.Memory, o.NoCache, o.Progress, o.Early = true, true, nil, nil
	o.Ledger = filepath.Join(dir, "ledger")
	if ledger == nil {
		return New(o)
	}
	if err := os.WriteFile(o.Ledger, ledger, 0o666); err != nil {
		return nil, fmt.Errorf("copy the ledger: %w", err)
	}
	return New(o)
}
