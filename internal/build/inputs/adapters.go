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

// RunAdapters runs content adapters, which add pages and resources to the content. They can use templates, data and
// strings. makers has the tools that templates use, and the results of the build before.
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
