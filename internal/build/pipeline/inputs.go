package pipeline

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/template/render"
)

// sameConfig takes the configuration of the build before when this one is equal, so that what was made
// of it can be kept.
func (b *build) sameConfig() {
	b.in.ConfigRevision = b.Config.Fingerprint()
	if b.old.Config != nil && b.old.ConfigRevision == b.in.ConfigRevision {
		b.Config = b.old.Config
	}
}

// sameSite reports whether putting the site together would give that of the build before.
func (b *build) sameSite() bool {
	old := &b.old.Inputs
	if old.Site == nil || old.Config != b.Config || old.Git != b.git || old.MetaRevision != b.in.MetaRevision {
		return false
	}
	now := b.Options.Clock
	if now.IsZero() || old.Site.Now.IsZero() {
		return now.Equal(old.Site.Now)
	}
	return !now.Before(old.Site.Now) && (old.Site.Until.IsZero() || now.Before(old.Site.Until))
}

// reusesSite reports whether the site is that of the build before, if at a later time.
func (b *build) reusesSite() bool {
	old := b.old.Site
	return old != nil && len(old.Pages) == len(b.site.Pages) && (len(old.Pages) == 0 || &old.Pages[0] == &b.site.Pages[0])
}

// revisions tells the inputs of this build from those of others.
func (b *build) revisions(theme *render.Theme) trace.Revisions {
	templates, strings, data := theme.Revisions()
	site := []string{fmt.Sprint(b.in.ConfigRevision, b.in.MetaRevision)}
	if b.git != nil {
		site = append(site, b.git.Head)
	}
	for _, l := range b.site.Left { // what the clock can change: pages that are not built,
		site = append(site, l.Doc.File, l.Reason)
	}
	for _, p := range b.site.Pages { // and those that are built all the same, but not listed
		if future, expired := b.site.Untimely(p); future || expired {
			site = append(site, p.Key, fmt.Sprint(future, expired))
		}
	}
	r := trace.Revisions{
		trace.SiteGroup: max(1, trace.HashStrings(site...)), trace.TextGroup: b.in.TextRevision,
		trace.TemplateGroup: templates, trace.StringGroup: strings, trace.DataGroup: data,
	}
	if clock := b.Options.Clock; !clock.IsZero() {
		r[trace.ClockGroup] = max(1, trace.HashString(clock.Format(time.RFC3339Nano)))
	}
	return r
}

// themeRead is what reading the templates gave.
type themeRead struct {
	theme *render.Theme
	found diag.List
}

// readTheme reads the templates once a build, or takes those of the build before when they are the same.
func (b *build) readTheme() (*render.Theme, diag.List) {
	if b.early == nil {
		theme, found := b.readThemeNow()
		b.early = &themeRead{theme, found}
	}
	return b.early.theme, b.early.found
}

func (b *build) readThemeNow() (*render.Theme, diag.List) {
	old := &b.old.Inputs
	var roots []string
	for _, dir := range render.Folders(b.Config) {
		roots = append(roots, b.At(dir))
	}
	b.in.Began = b.began
	b.in.Layouts = filestat.NewLook(nil).Fingerprint(roots)
	sameFiles := old.Theme != nil && old.Config == b.Config
	if sameFiles && old.Layouts.Same(b.in.Layouts, old.Began) {
		return old.Theme, old.Themed
	}
	theme, found := render.Load(b.Config)
	if sameFiles && found.Err() == nil && sameRevisions(theme, old.Theme) {
		theme = old.Theme
	}
	return theme.ByStock(b.Options.Stock), found
}

func sameRevisions(a, b *render.Theme) bool {
	t1, s1, d1 := a.Revisions()
	t2, s2, d2 := b.Revisions()
	return t1 == t2 && s1 == s2 && d1 == d2
}

// readGit asks git for dates, unless nothing was committed since the build before.
func (b *build) readGit(ctx context.Context) (err error) {
	elsewhere := b.Config.ContentElsewhere()
	old := b.old.Git
	if old != nil && old.Head != "" && slices.Equal(old.Elsewhere, elsewhere) && old.Head == content.GitHead(ctx, b.Config.Project) {
		b.git = old
		return nil
	}
	b.git, err = content.ReadGit(ctx, b.Config.Project, elsewhere...)
	return err
}
