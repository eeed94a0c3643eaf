package site

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/config"
)

// Reasons why a document is not built.
const (
	leftDraft    = "draft"
	leftFuture   = "future"
	leftExpired  = "expired"
	leftDisabled = "disabled"
)

// drop removes the pages that are not built: drafts, future and expired pages, disabled kinds. A list among
// them stays as structure, neither listed nor rendered; its children are built.
func (e *edition) drop() {
	e.a.wait(e.all)
	e.a.wait(e.bundled)
	keep := e.all[:0]
	shown := map[*Page]bool{} // folders of documents that are built
	for _, p := range e.all {
		reason, at := e.leave(p)
		if reason == "" {
			keep = append(keep, p)
			if p.Doc != nil && !e.a.Config.Hugo {
				for _, up := range p.Ancestors {
					shown[up] = true
				}
			}
			continue
		}
		if p.Doc != nil && !e.fallbacks[p.Doc] {
			e.a.site.Left = append(e.a.site.Left, Left{Doc: p.Doc, Reason: reason, Date: at})
		}
		p.disable()
		switch p.Kind {
		case Home, Section, Taxonomy:
			keep = append(keep, p)
			if held := []string{leftDraft, leftFuture, leftExpired}; p.Kind != Home && slices.Contains(held, reason) {
				// pages below it print its title
				p.Title = words.Humanize(path.Base(p.Path))
				p.LinkTitle, p.Params["title"] = p.Title, p.Title
			}
		default:
			delete(e.byPath, p.Path)
		}
	}
	clear(e.all[len(keep):])
	e.all = keep
	e.dropSections(shown)
	e.hollow()
	e.dropNotFound()
	if e.Language.DisableKinds["404"] {
		e.NotFound.disable()
	}
	e.bundled = slices.DeleteFunc(e.bundled, func(p *Page) bool {
		if reason, at := e.leave(p); reason != "" && e.byPath[p.Owner.Path] == p.Owner {
			e.a.site.Left = append(e.a.site.Left, Left{Doc: p.Doc, Reason: reason, Date: at})
			return true
		}
		return e.byPath[p.Owner.Path] != p.Owner
	})
	slices.SortStableFunc(e.a.site.Left, func(x, y Left) int {
		return cmp.Or(strings.Compare(x.Doc.File, y.Doc.File), strings.Compare(x.Reason, y.Reason))
	})
}

// dropNotFound replaces a 404 page that is not built, such as a draft, by that of the theme.
func (e *edition) dropNotFound() {
	p := e.NotFound
	if p.Doc == nil {
		return
	}
	e.a.wait([]*Page{p})
	reason, at := e.leave(p)
	if reason == "" {
		return
	}
	if !e.fallbacks[p.Doc] {
		e.a.site.Left = append(e.a.site.Left, Left{Doc: p.Doc, Reason: reason, Date: at})
	}
	delete(e.byPath, p.Path)
	delete(e.urls, p)
	e.NotFound = e.usualNotFound()
	e.linkApart(e.NotFound)
	e.describeApart(e.NotFound)
}

// wait finds the next time at which a page is published or expires.
func (a *assembly) wait(pages []*Page) {
	if a.Now.IsZero() {
		return
	}
	for _, p := range pages {
		next := []time.Time{p.Dates.PublishDate}
		if !p.Dates.ExpiryDate.IsZero() {
			next = append(next, p.Dates.ExpiryDate.Add(1))
		}
		for _, t := range next {
			if t.After(a.Now) && (a.site.Until.IsZero() || t.Before(a.site.Until)) {
				a.site.Until = t
			}
		}
	}
}

// Untimely reports whether a page is built although it is in the future (buildFuture), or expired
// (buildExpired), at the time of the clock.
func (s *Site) Untimely(p *Page) (future, expired bool) {
	if s.Now.IsZero() {
		return false, false
	}
	lang := p.Edition.Language
	return lang.BuildFuture && p.Dates.PublishDate.After(s.Now),
		lang.BuildExpired && !p.Dates.ExpiryDate.IsZero() && p.Dates.ExpiryDate.Before(s.Now)
}

// hollow warns about draft lists above pages that are built, because such a draft is usually meant for the
// entire section.
func (e *edition) hollow() {
	for i, p := range e.all {
		if p.Doc == nil || !p.IsNode() || p.Kind == Taxonomy || !p.Draft || e.Language.BuildDrafts {
			continue
		}
		prefix := strings.TrimSuffix(p.Path, "/") + "/"
		for _, below := range e.all[i+1:] {
			if !strings.HasPrefix(below.Path, prefix) {
				break
			}
			if below.Kind == Regular {
				d := e.a.problem(diag.Warning, p.Doc, "draft", "this page is a draft and is not built, but the pages below it are")
				d.Hint = "to hold them back, too, add draft = true to its cascade"
				break
			}
		}
	}
}

// elsewhere returns the dimension, "version" or "role", by which a page belongs to another variant of the site than the
// one that is built; else "".
func (e *edition) elsewhere(p *Page) string {
	sites, ok := p.Params["sites"].(map[string]any)
	if !ok {
		return ""
	}
	matrix, _ := sites["matrix"].(map[string]any)
	other, err := config.Elsewhere(matrix, e.a.Config.Versions, e.a.Config.Roles)
	if err != nil && p.Doc != nil {
		e.a.problem(diag.Error, p.Doc, "sites.matrix", "sites.matrix: %v", err)
	}
	return other
}

// leave returns the reason why a page is not built, or "". A page is published at its exact second.
func (e *edition) leave(p *Page) (reason string, at time.Time) {
	lang, now, elsewhere := e.Language, e.a.Now, e.elsewhere(p)
	switch d := p.Dates; {
	case lang.DisableKinds[string(p.Kind)]:
		return leftDisabled, time.Time{}
	case elsewhere != "":
		return elsewhere, time.Time{}
	case p.Draft && !lang.BuildDrafts:
		return leftDraft, time.Time{}
	case now.IsZero():
	case !lang.BuildFuture && d.PublishDate.After(now):
		return leftFuture, d.PublishDate
	case !lang.BuildExpired && !d.ExpiryDate.IsZero() && d.ExpiryDate.Before(now):
		return leftExpired, d.ExpiryDate
	}
	return "", time.Time{}
}
