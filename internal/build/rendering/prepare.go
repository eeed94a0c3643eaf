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

// Prepare sets up rendering with the templates that were read. first is set in the first build of a Builder.
func (x *Renderer) Prepare(in *kept.Inputs, r trace.Revisions, first bool) diag.List {
	imaging, err := picture.NewDefaults(x.Config.Imaging())
	if err != nil {
		d := &diag.Diagnostic{Rule: "config-value", Message: err.Error()}
		d.File, d.Line = x.Config.Position(nil, "imaging")
		return diag.List{d}
	}
	imaging.OldPalettes = x.Config.Release.Before(166)
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
		if in.Adapted != nil { // the questions of the adapters are among those of the build
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
	// The texts of bodies go to the cache while it is empty; later they go to a file that can be replaced by a smaller
	// one.
	texted := past.Store
	if texted != nil && (texted.Off() != "" || !first) {
		texted = nil
	}
	bodies := past.Bodies // for Recall: the run outlives this build and must not keep it in memory
	o := render.RunOptions{
		Site: x.Site, Tree: in.Tree, Listing: x.Listing, Now: x.Options.Clock, Minify: minifier.New(x.Config.Minifier).Minify,
		Round: x.Round, Sass: past.Sass, Images: past.Pictures, Math: past.Math, Imaging: imaging, Remote: past.Remote.Store,
		Batches: x.Batches, Keep: texts.Keep(texted, x.Texts), Recall: func(name string) *render.Body { return bodies[name] },
	}
	if past.Run != nil && past.Config == x.Config {
		o.Converters = past.Run.Converters() // they remember highlighted code
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
		if o.Converters == nil {
			for _, c := range x.Run.Converters() {
				c.KeepBlocks(cache.Shelf{Store: past.Store, Name: "block"})
			}
		}
	}
	if x.Config.Minify {
		x.Mini = minifier.New(x.Config.Minifier)
	}
	return nil
}

// MakePlan plans what to render, and takes over the plan of the build before if site and theme are the same. From then
// on, Options.Early can request single outputs.
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
