package inputs

import (
	"fmt"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/filestat"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/build/kept"
	"github.com/sitegen/sitegen/internal/build/project"
	"github.com/sitegen/sitegen/internal/template/render"
)

// Revisions returns hashes that identify the inputs of this build.
func Revisions(in *kept.Inputs, clock time.Time) trace.Revisions {
	templates, strings, data := in.Theme.Revisions()
	var site []string
	for _, p := range in.Site.Pages { // what git says about pages; most commits are about few of them, or none
		if p.Commit != nil {
			site = append(site, p.Key, fmt.Sprint(p.CommitHash()))
		}
	}
	for _, l := range in.Site.Left { // what the clock can change: pages that are not built,
		site = append(site, l.Doc.File, l.Reason)
	}
	for _, p := range in.Site.Pages { // and those that are built but not listed
		if future, expired := in.Site.Untimely(p); future || expired {
			site = append(site, p.Key, fmt.Sprint(future, expired))
		}
	}
	r := trace.Revisions{
		trace.SiteGroup:      max(1, trace.HashStrings(append(site, fmt.Sprint(in.ConfigRevision, in.MetaRevision))...)),
		trace.PlacelessGroup: max(1, trace.HashStrings(append(site, fmt.Sprint(in.Placeless))...)),
		trace.TextGroup:      in.TextRevision,
		trace.TemplateGroup:  templates, trace.StringGroup: strings, trace.DataGroup: data,
	}
	if !clock.IsZero() {
		r[trace.ClockGroup] = max(1, trace.HashString(clock.Format(time.RFC3339Nano)))
	}
	return r
}

// ReadTheme reads the templates, and the fingerprint of their folders. If the files are unchanged, it returns the
// templates of the build before.
func ReadTheme(p *project.Project, old *kept.Inputs) (*render.Theme, filestat.Fingerprint, diag.List) {
	var roots []string
	for _, dir := range render.Folders(p.Config) {
		roots = append(roots, p.At(dir))
	}
	files := filestat.NewLook(nil).Fingerprint(roots)
	sameConfig := old.Theme != nil && old.Config == p.Config
	if sameConfig && old.Layouts.Same(files, old.Began) {
		return old.Theme, files, old.Themed
	}
	theme, found := render.Load(p.Config)
	if sameConfig && found.Err() == nil && sameRevisions(theme, old.Theme) {
		theme = old.Theme
	}
	return theme.ByStock(p.Options.Stock), files, found
}

func sameRevisions(a, b *render.Theme) bool {
	t1, s1, d1 := a.Revisions()
	t2, s2, d2 := b.Revisions()
	return t1 == t2 && s1 == s2 && d1 == d2
}
