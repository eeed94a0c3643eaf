package pipeline

import (
	"context"
	"slices"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// load reads the content folders, and asks git for dates when the site wants them.
func (b *build) load(ctx context.Context) (diag.List, error) {
	o := b.Config.ContentOptions()
	o.Jobs, o.Changed, o.Began, o.Compact = b.Options.Jobs, b.touched, b.began, true
	if !b.Options.NoCache {
		o.Previous, o.SameSize = b.old.Tree, !b.Part.Whole() // that of a shard is an index
	}
	if b.seen != nil {
		o.ReadDir = b.seen.readDir
	}
	tree, problems, err := content.Load(ctx, b.Config.Project, o)
	if b.seen != nil {
		b.seen.Drop()
	}
	found := diag.FromAll(problems)
	if err != nil || found.Err() != nil {
		return found, err
	}
	if len(tree.Documents) == 0 && len(b.Config.Guessed) > 0 && !b.Config.Hugo {
		found = append(found, &diag.Diagnostic{
			Rule: "no-content", Severity: diag.Warning, Message: "no content: no Markdown file found in " + b.Config.Project,
			Hint: "to start a site here: sitegen init blog, or sitegen init docs",
		})
	}
	b.tree, b.in.Tree = tree, tree
	if b.Config.WantsGit() {
		if err := b.readGit(ctx); err != nil {
			return found, err
		}
	}
	b.in.Git = b.git
	return found, nil
}

// assemble puts the site together.
func (b *build) assemble(context.Context) (diag.List, error) {
	var found diag.List
	b.in.MetaRevision, b.in.TextRevision = b.tree.Revisions(b.Config.DatesByFile())
	in := site.Input{Config: b.Config, Tree: b.tree, Git: b.git, Now: b.Options.Clock, Before: b.old.Site}
	if b.sameSite() {
		b.site, found = b.old.Site.At(b.Options.Clock), b.old.Assembled
	} else if b.site, found = site.Assemble(in); b.site == nil {
		return found, nil
	}
	b.in.Site, b.in.Assembled = b.site, slices.Clone(found)
	return found, nil
}

// count puts into the result how many pages there are, and which are left out.
func (b *build) count() {
	for _, p := range b.site.Pages {
		if len(p.Targets) > 0 && !p.Targets[0].Lost && p.Kind != site.Search {
			b.res.Pages++
		}
	}
	for _, l := range b.site.Left {
		if l.Reason != "disabled" {
			b.res.Left = append(b.res.Left, Left{File: l.Doc.File, Reason: l.Reason, Date: l.Date})
		}
	}
	b.res.Ahead = b.ahead()
}

// declare decides from metadata who may be listed.
func (b *build) declare(context.Context) (diag.List, error) {
	if b.reusesSite() {
		b.listing = b.old.Listed.At(b.site, b.tree.Current)
	} else {
		b.listing = listing.Declare(b.site)
	}
	b.in.Listed = b.listing
	return nil, nil
}
