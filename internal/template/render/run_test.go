package render

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/testing/testsite"
)

// newRun assembles files as a build does; problems are those of the templates.
func newRun(t testing.TB, files map[string]string) (*Theme, *Run, diag.List) {
	t.Helper()
	dir := t.TempDir()
	testsite.Write(t, dir, files)
	if err := os.MkdirAll(filepath.Join(dir, "content"), 0o777); err != nil {
		t.Fatal(err)
	}
	cfg, problems := config.Load(config.LoadOptions{Project: dir})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	tree, found, err := content.Load(context.Background(), cfg.Project, cfg.ContentOptions())
	if err != nil {
		t.Fatal(err)
	}
	if err := diag.FromAll(found).Err(); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	s, problems := site.Assemble(site.Input{Config: cfg, Tree: tree, Now: now})
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	theme, problems := Load(cfg)
	if problems.Err() != nil {
		return nil, nil, problems
	}
	run, err := theme.NewRun(RunOptions{Site: s, Tree: tree, Listing: listing.Declare(s), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return theme, run, problems
}
