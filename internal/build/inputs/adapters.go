package inputs

import (
	"context"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/adapter"
	"github.com/sitegen/sitegen/internal/template/render"
)

// RunAdapters has content adapters add pages and resources to the content. They see templates, data and strings. makers
// has what templates use, and what the build before gave.
func RunAdapters(ctx context.Context, p *project.Project, in *kept.Inputs, makers *kept.Memo) (*adapter.Result, error) {
	o := adapter.Options{
		Config: p.Config, Tree: in.Tree, Now: p.Options.Clock, Files: filepath.Join(p.StateDir(), "cache", "adapters"),
	}
	if in.Theme == makers.Theme {
		o.Before = makers.Adapted
	}
	var run *render.Run
	defer func() { _ = run.End() }()
	o.Open = func(bare *site.Site) (w adapter.Worker, err error) {
		run, err = in.Theme.NewRun(render.RunOptions{
			Site: bare, Tree: in.Tree, Listing: listing.Declare(bare), Now: p.Options.Clock,
			Images: makers.Pictures, Math: makers.Math, Remote: makers.Remote.Store,
		})
		if err != nil {
			return nil, err
		}
		return run.Worker(), nil
	}
	return adapter.Execute(ctx, o)
}
