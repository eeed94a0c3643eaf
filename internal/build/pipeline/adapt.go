package pipeline

import (
	"context"
	"path/filepath"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/adapter"
	"github.com/sitegen/sitegen/internal/template/render"
)

// adapt has content adapters add pages and resources to the content. They see templates, data and strings, so these are
// read now.
func (b *State) adapt(ctx context.Context) (diag.List, error) {
	if len(b.in.Tree.Adapters) == 0 {
		return nil, nil
	}
	b.awaitCache()
	theme, found := b.readTheme()
	if found.Err() != nil {
		return found, nil
	}
	b.openMakers()
	if b.old.Remote, found = openRemote(&b.Project, b.old.Remote); found != nil {
		return found, nil
	}
	o := adapter.Options{
		Config: b.Config, Tree: b.in.Tree, Now: b.Options.Clock,
		Files: filepath.Join(b.StateDir(), "cache", "adapters"),
	}
	if theme == b.old.Theme {
		o.Before = b.old.Adapted
	}
	var run *render.Run
	defer func() { _ = run.End() }()
	o.Open = func(bare *site.Site) (w adapter.Worker, err error) {
		run, err = theme.NewRun(render.RunOptions{
			Site: bare, Tree: b.in.Tree, Listing: listing.Declare(bare), Now: b.Options.Clock,
			Images: b.old.Pictures, Math: b.old.Math, Remote: b.old.Remote.Store,
		})
		if err != nil {
			return nil, err
		}
		return run.Worker(), nil
	}
	res, err := adapter.Execute(ctx, o)
	if err != nil {
		return nil, err
	}
	b.in.Tree, b.in.Adapted = res.Tree, res
	return res.Found, nil
}

// noteAdapters keeps what the adapters asked among the questions of the build.
func (b *State) noteAdapters() {
	if b.in.Adapted != nil && b.Pages.Round != nil {
		const key = "adapters\x00"
		b.Pages.Beside.Note(key, &task.Record{}, b.Pages.Beside.Before(key), b.in.Adapted.Asked)
	}
}
