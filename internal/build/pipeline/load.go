package pipeline

import (
	"context"
	"slices"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// contentInput is what reading the content depends on beside the project.
type contentInput struct {
	start
	old *kept.Memo // what the build before left
}

// readContent reads the content folders, and asks git for dates when the site wants them.
func readContent(
	ctx context.Context, p *project.Project, in contentInput,
) (*content.Tree, *content.Git, diag.List, error) {
	o := p.Config.ContentOptions()
	o.Jobs, o.Changed, o.Began = p.Options.Jobs, in.touched, in.began
	if !p.Options.NoCache {
		o.Previous, o.SameSize = in.old.Tree, !p.Part.Whole() // that of a shard is an index
	}
	if in.seen != nil {
		o.ReadDir = in.seen.readDir
	}
	tree, problems, err := content.Load(ctx, p.Config.Project, o)
	if in.seen != nil {
		in.seen.Drop()
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
	git, err := readGit(ctx, p, in.old.Git)
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

// assembleSite puts the site together; in has its configuration and content. The site of the build before is the answer
// when nothing that it is made of is different.
func assembleSite(in, old *kept.Inputs, now time.Time) (*site.Site, diag.List) {
	if sameSite(in, old, now) {
		return old.Site.At(now), old.Assembled
	}
	return site.Assemble(site.Input{Config: in.Config, Tree: in.Tree, Git: in.Git, Now: now, Before: old.Site})
}

// sameSite reports whether putting the site together would give that of the build before.
func sameSite(in, old *kept.Inputs, now time.Time) bool {
	if old.Site == nil || old.Config != in.Config || old.Git != in.Git || old.MetaRevision != in.MetaRevision {
		return false
	}
	if now.IsZero() || old.Site.Now.IsZero() {
		return now.Equal(old.Site.Now)
	}
	return !now.Before(old.Site.Now) && (old.Site.Until.IsZero() || now.Before(old.Site.Until))
}

// declareListing decides from metadata who may be listed.
func declareListing(in, old *kept.Inputs) *listing.Listing {
	if in.KeepsSite(old) {
		return old.Listed.At(in.Site, in.Tree.Current)
	}
	return listing.Declare(in.Site)
}

// count puts into the result how many pages there are, and which are left out.
func (b *State) count() {
	for _, p := range b.Pages.Site.Pages {
		if len(p.Targets) > 0 && !p.Targets[0].Lost && p.Kind != site.Search {
			b.Result.Pages++
		}
	}
	for _, l := range b.Pages.Site.Left {
		if l.Reason != "disabled" {
			b.Result.Left = append(b.Result.Left, Left{File: l.Doc.File, Reason: l.Reason, Date: l.Date})
		}
	}
	b.Result.Ahead = ahead(b.Pages.Site)
}
