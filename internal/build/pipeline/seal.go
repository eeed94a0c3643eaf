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

// seal makes the listing final with what the rendered pages say of themselves.
func (b *build) seal(ctx context.Context) (diag.List, error) {
	if err := b.renderRobots(ctx); err != nil {
		return task.Problems(ctx, err)
	}
	declared := b.pages.Listing
	sealed, found := b.sealed(declared)
	again, err := b.pages.Redate(ctx, sealed)
	if err != nil {
		return task.Problems(ctx, err)
	}
	var images diag.List
	if again {
		if images, err = b.pages.Images(ctx); err != nil {
			return nil, err
		}
		b.res.Images = b.pages.Made
		sealed, found = b.sealed(declared)
	}
	b.pages.Listing = sealed
	b.noteChanges()
	if b.in.Git != nil && b.in.Git.Shallow {
		found = append(found, &diag.Diagnostic{
			Rule: "M4", Severity: diag.Warning,
			Message: "the git clone is shallow: files that no commit in it changed have no date from git",
			Hint:    "fetch the whole history, as with fetch-depth: 0 or git fetch --unshallow",
		})
	}
	return slices.Concat(
		found, images, b.pages.Listing.CheckIDs(), b.pages.Listing.CheckDates(), b.pages.Listing.CheckEnclosures(),
		feedfiles.Check(b.pages.Listing),
	), nil
}

// sealed returns the listing with what the rendered pages say, and what earlier builds saw.
func (b *build) sealed(declared *listing.Listing) (*listing.Listing, diag.List) {
	b.heedHostFiles()
	sealed, found := declared.Seal(b.pages.Facts, b.copied.Robots)
	return sealed.WithFiles(b.copied.Files, b.copied.Robots).Remember(b.ledger.Ledger, b.pages.Facts,
		b.pages.Reads).WithAssets(b.emitter().Asset), append(found, sealed.Warnings...)
}

// renderRobots renders the project's robots.txt template, which wins over a static file
// (https://gohugo.io/templates/robots/).
func (b *build) renderRobots(ctx context.Context) error {
	if !b.Config.EnableRobotsTXT {
		return nil
	}
	for _, e := range b.pages.Site.Editions {
		if !e.Language.Default {
			continue
		}
		r, err := b.pages.Borrow()().Standalone(ctx, e, "robots", project.RobotsFile)
		if err != nil || r.NoTemplate {
			return err
		}
		b.copied.Robots, b.copied.RobotsFrom = r.Outputs[0].Bytes, r.Outputs[0].File
	}
	return nil
}

// keepsLedger reports whether this build is one that readers will see: only those are remembered, so not
// builds with drafts, future or expired pages (-D, -F, -E), in an environment for previews or
// development, without a clock, or of what stays in memory.
func keepsLedger(p *project.Project, l *listing.Listing) bool {
	if p.Options.Memory || p.Options.Drafts || p.Options.Future || p.Options.Expired || p.Options.Clock.IsZero() {
		return false
	}
	return !l.Preview() && p.Config.Environment != "development"
}

// noteChanges puts the differences to the build before into the result.
func (b *build) noteChanges() {
	if !b.res.URLs.Known {
		return
	}
	c := b.pages.Listing.Changes()
	b.res.URLs.Added, b.res.URLs.Changed, b.res.URLs.Removed = c.Added, c.Changed, c.Removed
}
