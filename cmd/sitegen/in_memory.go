package main

import (
	"context"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/pipeline"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/store/output"
)

// configured returns the options of the command line for a project that may be published, and its configuration; nil if
// that has errors.
func (a *app) configured() (project.Options, *config.Config, error) {
	o, err := a.options()
	if err != nil {
		return o, nil, err
	}
	if err := a.mayPublish(o); err != nil {
		return o, nil, err
	}
	cfg, err := configOf(o)
	return o, cfg, err
}

// buildInMemory builds the site for a comparison: nothing in the project is read from the cache or written. Temporary
// files go to the folder state. The outputs can be read until the Builder is closed.
func (a *app) buildInMemory(ctx context.Context, o project.Options, state string) (
	*pipeline.Builder, *output.Files, error,
) {
	o.Memory, o.NoCache, o.StateDir = true, true, state
	b, err := pipeline.New(o)
	if err != nil {
		return nil, nil, err
	}
	res, err := b.Build(ctx)
	if err != nil {
		b.Close()
		a.problems(diag.From(err))
		return nil, nil, exit(exitFindings)
	}
	return b, res.Outputs, nil
}
