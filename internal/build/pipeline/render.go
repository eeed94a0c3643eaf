package pipeline

import (
	"context"
	"slices"

	"github.com/sitegen/sitegen/internal/assets/jsbatch"
	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/assets/minifier"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/rendering"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
	"github.com/sitegen/sitegen/internal/template/render"
	"github.com/sitegen/sitegen/internal/template/render/texts"
)

// keepsTexts is the cache while nothing is in it; nil for later builds: texts that change go to a file that does not
// only grow.
func (b *State) keepsTexts() *cache.Store {
	if store := b.old.Store; store != nil && store.Off() == "" && b.first {
		return store
	}
	return nil
}

// themes reads the templates and prepares rendering.
func (b *State) themes(context.Context) (diag.List, error) {
	theme, found := b.readTheme()
	b.awaitCache()
	if found.Err() != nil {
		return found, nil
	}
	imaging, err := picture.NewDefaults(imagingTable(b.Config))
	if err != nil {
		d := &diag.Diagnostic{Rule: "config-value", Message: err.Error()}
		d.File, d.Line = b.Config.Position(nil, "imaging")
		return append(found, d), nil
	}
	b.in.Theme, b.in.Themed = theme, slices.Clone(found)
	if theme.Embedded() == "" {
		b.Result.Guessed = slices.DeleteFunc(slices.Clone(b.Result.Guessed), func(g config.Guess) bool { return g.Key == "theme" })
	}
	b.Pages.Texts = b.old.Texts
	if b.Pages.Texts == nil {
		b.Pages.Texts = disk.NewSpool(b.StateDir(), kept.BodiesInMemory)
	}
	if !b.Options.NoCache {
		if b.old.Table == nil {
			b.old.Table = trace.Load(nil, nil)
		}
		b.Pages.Round = b.old.Table.Begin(revisions(&b.in, b.Options.Clock, theme))
		b.Pages.Beside = task.Records{Round: b.Pages.Round, Old: b.old.Beside}
		b.noteAdapters()
	}
	b.openMakers()
	answers, problems := openRemote(&b.Project, b.old.Remote)
	if b.old.Remote = answers; problems != nil {
		return append(found, problems...), nil
	}
	parts := make([][]string, 0, len(b.old.Records))
	for _, r := range b.old.Records {
		parts = append(parts, r.Parts)
	}
	b.Pages.Batches = jsbatch.Forecast(parts)
	o := render.RunOptions{
		Site: b.Pages.Site, Tree: b.in.Tree, Listing: b.Pages.Listing, Now: b.Options.Clock, Minify: minifier.New().Minify,
		Round: b.Pages.Round, Images: b.old.Pictures, Math: b.old.Math, Imaging: imaging,
		Remote: b.old.Remote.Store, Batches: b.Pages.Batches,
	}
	// These are kept with the run: they must not hold on to this build, and so to all before it.
	bodies := b.old.Bodies
	o.Keep = texts.Keep(b.keepsTexts(), b.Pages.Texts)
	o.Recall = func(name string) *render.Body { return bodies[name] }
	if b.old.Run != nil && b.old.Config == b.Config {
		o.Converter = b.old.Run.Converter() // it knows code that it highlighted before
	}
	if b.in.KeepsSiteAndTheme(&b.old.Inputs) {
		o.Before = b.old.Run
	}
	if b.Pages.Run, err = theme.NewRun(o); err != nil {
		return append(found, diag.From(err)...), nil
	}
	if theme == b.old.Theme {
		b.Pages.Workers = b.old.Workers
		for _, w := range b.Pages.Workers {
			w.Use(b.Pages.Run)
		}
	}
	if b.old.Store != nil && o.Converter == nil {
		b.Pages.Run.Converter().KeepBlocks(cache.Shelf{Store: b.old.Store, Name: "block"})
	}
	b.old.Math.Keep(nil)
	if b.old.Store != nil {
		b.old.Math.Keep(cache.Shelf{Store: b.old.Store, Name: "math"})
	}
	if b.Config.Minify {
		b.Pages.Mini = minifier.New()
	}
	return found, nil
}

// plan finds what is to be rendered, the same as before for the same site and theme, and lets others ask for
// single outputs from now on.
func (b *State) plan(context.Context) (diag.List, error) {
	if b.Pages.Plan = b.old.Plan; !b.in.KeepsSiteAndTheme(&b.old.Inputs) || b.Pages.Plan == nil ||
		b.Pages.Plan.Jobs == nil {
		var comparable *task.Plan
		if b.old.Config == b.Config {
			comparable = b.old.Plan
		}
		b.Pages.Plan = task.NewPlan(b.Pages.Jobs(), comparable, b.Pages.Listing.WantsMedia)
	}
	b.Pages.Tasks = make([]task.Task, len(b.Pages.Plan.Jobs))
	for i := range b.Pages.Tasks {
		b.Pages.Tasks[i].Job, b.Pages.Tasks[i].At = &b.Pages.Plan.Jobs[i], i
	}
	if m, ok := b.Pages.Out.(*output.Memory); ok && b.Options.Early != nil {
		asker := b.old.Asker
		if b.in.Theme != b.old.Theme {
			asker = nil
		}
		b.Pages.Live = rendering.NewLive(b.ctx, &b.Pages, m, asker)
		b.Pages.Live.First = b.first
		keeps := b.in.KeepsSite(&b.old.Inputs)
		b.Pages.Live.Copied = func(out, from string) bool { return keeps && rendering.StillCopied(&b.Project, out, from) }
		b.Options.Early(output.From(b.Pages.Live), rendering.MayRedirect(&b.Pages, b.in.Tree))
	}
	b.count()
	if b.old.Shards != nil {
		return b.old.Shards.Check(stateOf(b)), nil
	}
	return nil, nil
}
