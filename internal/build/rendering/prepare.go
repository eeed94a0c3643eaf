package rendering

import (
	"context"

	"github.com/sitegen/sitegen/internal/assets/jsbatch"
	"github.com/sitegen/sitegen/internal/assets/media/picture"
	"github.com/sitegen/sitegen/internal/assets/minifier"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/store/cache"
	"github.com/sitegen/sitegen/internal/store/disk"
	"github.com/sitegen/sitegen/internal/store/output"
	"github.com/sitegen/sitegen/internal/template/render"
	"github.com/sitegen/sitegen/internal/template/render/texts"
)

// Prepare has the templates that were read used from now on. first is the first build of a Builder.
func (x *Renderer) Prepare(in *kept.Inputs, r trace.Revisions, first bool) diag.List {
	imaging, err := picture.NewDefaults(x.Config.Imaging())
	if err != nil {
		d := &diag.Diagnostic{Rule: "config-value", Message: err.Error()}
		d.File, d.Line = x.Config.Position(nil, "imaging")
		return diag.List{d}
	}
	past := x.Past
	if x.Texts = past.Texts; x.Texts == nil {
		x.Texts = disk.NewSpool(x.StateDir(), kept.BodiesInMemory)
	}
	if !x.Options.NoCache {
		if past.Table == nil {
			past.Table = trace.Load(nil, nil)
		}
		x.Round = past.Table.Begin(r)
		x.Beside = task.Records{Round: x.Round, Old: past.Beside}
		if in.Adapted != nil { // what the adapters asked is among the questions of the build
			const key = "adapters\x00"
			x.Beside.Note(key, &task.Record{}, x.Beside.Before(key), in.Adapted.Asked)
		}
	}
	if found := past.OpenMakers(x.Project); found != nil {
		return found
	}
	parts := make([][]string, 0, len(past.Records))
	for _, r := range past.Records {
		parts = append(parts, r.Parts)
	}
	x.Batches = jsbatch.Forecast(parts)
	// Texts go to the cache while nothing is in it; later to a file that does not only grow.
	texted := past.Store
	if texted != nil && (texted.Off() != "" || !first) {
		texted = nil
	}
	bodies := past.Bodies // this is kept with the run: it must not hold on to this build, and so to all before it
	o := render.RunOptions{
		Site: x.Site, Tree: in.Tree, Listing: x.Listing, Now: x.Options.Clock, Minify: minifier.New().Minify,
		Round: x.Round, Images: past.Pictures, Math: past.Math, Imaging: imaging, Remote: past.Remote.Store,
		Batches: x.Batches, Keep: texts.Keep(texted, x.Texts), Recall: func(name string) *render.Body { return bodies[name] },
	}
	if past.Run != nil && past.Config == x.Config {
		o.Converter = past.Run.Converter() // it knows code that it highlighted before
	}
	if in.KeepsSiteAndTheme(&past.Inputs) {
		o.Before = past.Run
	}
	if x.Run, err = in.Theme.NewRun(o); err != nil {
		return diag.From(err)
	}
	if in.Theme == past.Theme {
		x.Workers = past.Workers
		for _, w := range x.Workers {
			w.Use(x.Run)
		}
	}
	past.Math.Keep(nil)
	if past.Store != nil {
		past.Math.Keep(cache.Shelf{Store: past.Store, Name: "math"})
		if o.Converter == nil {
			x.Run.Converter().KeepBlocks(cache.Shelf{Store: past.Store, Name: "block"})
		}
	}
	if x.Config.Minify {
		x.Mini = minifier.New()
	}
	return nil
}

// MakePlan finds what is to be rendered, the same as before for the same site and theme, and lets others ask for
// single outputs from now on.
func (x *Renderer) MakePlan(ctx context.Context, in *kept.Inputs, first bool) {
	past := x.Past
	if x.Plan = past.Plan; !in.KeepsSiteAndTheme(&past.Inputs) || x.Plan == nil || x.Plan.Jobs == nil {
		var comparable *task.Plan
		if past.Config == x.Config {
			comparable = past.Plan
		}
		x.Plan = task.NewPlan(x.Jobs(), comparable, x.Listing.WantsMedia)
	}
	x.Tasks = make([]task.Task, len(x.Plan.Jobs))
	for i := range x.Tasks {
		x.Tasks[i].Job, x.Tasks[i].At = &x.Plan.Jobs[i], i
	}
	m, ok := x.Out.(*output.Memory)
	if !ok || x.Options.Early == nil {
		return
	}
	asker := past.Asker
	if in.Theme != past.Theme {
		asker = nil
	}
	keeps := in.KeepsSite(&past.Inputs)
	x.Live = newLive(ctx, x, m, asker)
	x.Live.First = first
	x.Live.Copied = func(out, from string) bool { return keeps && stillCopied(x.Project, out, from) }
	x.Options.Early(output.From(x.Live), mayRedirect(x, in.Tree))
}
