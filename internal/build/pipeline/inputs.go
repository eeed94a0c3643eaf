package pipeline

import (
	"fmt"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/template/render"
)

// revisions tells the inputs of this build from those of others.
func revisions(in *kept.Inputs, clock time.Time, theme *render.Theme) trace.Revisions {
	templates, strings, data := theme.Revisions()
	site := []string{fmt.Sprint(in.ConfigRevision, in.MetaRevision)}
	if in.Git != nil {
		site = append(site, in.Git.Head)
	}
	for _, l := range in.Site.Left { // what the clock can change: pages that are not built,
		site = append(site, l.Doc.File, l.Reason)
	}
	for _, p := range in.Site.Pages { // and those that are built all the same, but not listed
		if future, expired := in.Site.Untimely(p); future || expired {
			site = append(site, p.Key, fmt.Sprint(future, expired))
		}
	}
	r := trace.Revisions{
		trace.SiteGroup: max(1, trace.HashStrings(site...)), trace.TextGroup: in.TextRevision,
		trace.TemplateGroup: templates, trace.StringGroup: strings, trace.DataGroup: data,
	}
	if !clock.IsZero() {
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
func (b *State) readTheme() (*render.Theme, diag.List) {
	if b.early == nil {
		theme, found := b.readThemeNow()
		b.early = &themeRead{theme, found}
	}
	return b.early.theme, b.early.found
}

func (b *State) readThemeNow() (*render.Theme, diag.List) {
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
