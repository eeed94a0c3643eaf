package inputs

import (
	"context"
	"slices"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/build/unchanged"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// Since is what a build knows about changes when it begins.
type Since struct {
	Touched []string        // paths that changed since the build before; nil if unknown
	Began   int64           // before anything was read, by the clock of the file system: see filestat.Clock; 0: unknown
	Seen    *unchanged.Look // files as they were at the beginning; nil if they were not checked
}

// Load reads the content folders, and asks git for dates when the site wants them.
func Load(
	ctx context.Context, p *project.Project, since Since, old *kept.Inputs,
) (*content.Tree, *content.Git, diag.List, error) {
	o := p.Config.ContentOptions()
	o.Jobs, o.Changed, o.Began = p.Options.Jobs, since.Touched, since.Began
	if !p.Config.BuildFuture {
		o.Now = p.Options.Clock
	}
	if !p.Options.NoCache {
		o.Previous, o.SameSize = old.Tree, !p.Part.Whole() // the tree of a shard is an index
	}
	if since.Seen != nil {
		o.ReadDir = since.Seen.ReadDir
	}
	tree, problems, err := content.Load(ctx, p.Config.Project, o)
	if since.Seen != nil {
		since.Seen.Drop()
	}
	found := diag.FromAll(problems)
	if err != nil || found.Err() != nil {
		return nil, nil, found, err
	}
	if len(tree.Documents) == 0 && len(p.Config.Guessed) > 0 && !p.Config.Hugo {
		found = append(found, &diag.Diagnostic{
			Rule: "no-content", Severity: diag.Warning, Message: "no content: no Markdown file found in " + p.Config.Project,
			Hint: "to start a site here: sitegen init blog, or sitegen init docs",
		})
	}
	if !p.Config.WantsGit() {
		return tree, nil, found, nil
	}
	git, err := readGit(ctx, p, old.Git)
	return tree, git, found, err
}

// readGit asks git for dates, unless nothing was committed since the build before.
func readGit(ctx context.Context, p *project.Project, old *content.Git) (*content.Git, error) {
	elsewhere := p.Config.ContentElsewhere()
	if old != nil && old.Head != "" && slices.Equal(old.Elsewhere, elsewhere) &&
		old.Head == content.GitHead(ctx, p.Config.Project) {
		return old, nil
	}
	return content.ReadGit(ctx, p.Config.Project, elsewhere...)
}

// Assemble puts the site together from the configuration and content in in. It returns the site of the build before if
// none of its inputs changed.
func Assemble(in, old *kept.Inputs, now time.Time) (*site.Site, diag.List) {
	if sameSite(in, old, now) {
		return old.Site.At(now), old.Assembled
	}
	return site.Assemble(site.Input{Config: in.Config, Tree: in.Tree, Git: in.Git, Now: now, Before: old.Site})
}

// sameSite reports whether Assemble would give the site of the build before.
func sameSite(in, old *kept.Inputs, now time.Time) bool {
	if old.Site == nil || old.Config != in.Config || old.Git != in.Git || old.MetaRevision != in.MetaRevision {
		return false
	}
	if now.IsZero() || old.Site.Now.IsZero() {
		return now.Equal(old.Site.Now)
	}
	return !now.Before(old.Site.Now) && (old.Site.Until.IsZero() || now.Before(old.Site.Until))
}

// Declare decides from metadata which pages may be listed.
func Declare(in, old *kept.Inputs) *listing.Listing {
	if in.KeepsSite(old) {
		return old.Listed.At(in.Site, in.Tree.Current)
	}
	return listing.Declare(in.Site)
}
