package pipeline

import (
	"context"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/task"
	"github.com/sitegen/sitegen/internal/emit/feedfiles"
	"github.com/sitegen/sitegen/internal/listing"
)

// seal makes the listing final, using what the rendered pages say about themselves.
func (b *State) seal(ctx context.Context) (diag.List, error) {
	if err := b.renderRobots(ctx); err != nil {
		return task.Problems(ctx, err)
	}
	declared := b.Pages.Listing
	sealed, found := b.sealed(declared)
	again, err := b.Pages.Redate(ctx, sealed)
	if err != nil {
		return task.Problems(ctx, err)
	}
	var images diag.List
	if again {
		if images, err = b.Pages.Images(ctx); err != nil {
			return nil, err
		}
		b.Result.Images = b.Pages.Made
		sealed, found = b.sealed(declared)
	}
	b.Pages.Listing = sealed
	b.noteChanges()
	return slices.Concat(
		found, images, listing.CheckIDs(b.Pages.Listing), listing.CheckDates(b.Pages.Listing),
		listing.CheckEnclosures(b.Pages.Listing),
		feedfiles.Check(b.Pages.Listing),
	), nil
}

// sealed returns the listing with what the rendered pages say, and with the ledger of earlier builds.
func (b *State) sealed(declared *listing.Listing) (*listing.Listing, diag.List) {
	about := b.Pages.NoteHostRules(b.Copied.Own)
	sealed, found := declared.WithRobots(b.Copied.RobotsIn).Seal(b.Pages.Facts, b.Copied.Robots)
	files, wrong := sealed.WithFiles(b.Copied.Files, b.Copied.Robots, about)
	return files.Remember(b.ledger.Ledger, b.Pages.Facts, b.Pages.Reads).WithAssets(b.Emitter().Asset),
		slices.Concat(found, sealed.Warnings, wrong)
}

// renderRobots renders the project's robots.txt template, which overrides a static file
// (https://gohugo.io/templates/robots/).
func (b *State) renderRobots(ctx context.Context) error {
	if !b.Config.EnableRobotsTXT {
		return nil
	}
	for _, e := range b.Pages.Site.Editions {
		if !e.Language.Default && !b.Config.Multihost {
			continue
		}
		r, err := b.Pages.Borrow()().Standalone(ctx, e, "robots", project.RobotsFile)
		if err != nil || r.NoTemplate {
			return err
		}
		if e.Language.Default {
			b.Copied.Robots, b.Copied.RobotsFrom = r.Outputs[0].Bytes, r.Outputs[0].File
			continue
		}
		if b.Copied.RobotsIn == nil {
			b.Copied.RobotsIn = map[string][]byte{}
		}
		b.Copied.RobotsIn[e.Language.Lower] = r.Outputs[0].Bytes
	}
	return nil
}

// noteChanges stores the differences from the build before in the result.
func (b *State) noteChanges() {
	if !b.Result.URLs.Known {
		return
	}
	c := b.Pages.Listing.Changes()
	b.Result.URLs.Added, b.Result.URLs.Changed, b.Result.URLs.Removed = c.Added, c.Changed, c.Removed
}
