package pipeline

import (
	"bytes"
	"context"
	"html/template"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/discovery"
	"github.com/sitegen/sitegen/internal/par"
	"github.com/sitegen/sitegen/internal/render"
)

// seal makes the listing final with what the rendered pages say of themselves.
func (b *build) seal(ctx context.Context) (diag.List, error) {
	if err := b.renderRobots(ctx); err != nil {
		return problems(ctx, err)
	}
	sealed, found := b.listing.Seal(b.facts, b.robots)
	b.listing = sealed.WithFiles(b.files, b.robots).Remember(b.ledger, b.facts).WithAssets(b.asset)
	b.noteChanges()
	found = append(found, sealed.Warnings...)
	if b.git != nil && b.git.Shallow {
		found = append(found, &diag.Diagnostic{
			Rule: "M4", Severity: diag.Warning,
			Message: "the git clone is shallow: files that no commit in it changed have no date from git",
			Hint:    "fetch the whole history, as with fetch-depth: 0 or git fetch --unshallow",
		})
	}
	found = append(found, b.listing.CheckIDs()...)
	return append(append(found, b.listing.CheckDates()...), b.listing.CheckEnclosures()...), nil
}

// renderRobots renders the project's robots.txt template, which wins over a static file
// (https://gohugo.io/templates/robots/).
func (b *build) renderRobots(ctx context.Context) error {
	if !b.cfg.EnableRobotsTXT {
		return nil
	}
	for _, e := range b.site.Editions {
		if !e.Language.Default {
			continue
		}
		r, err := b.borrow()().Standalone(ctx, e, "robots", robotsFile)
		if err != nil || r.NoTemplate {
			return err
		}
		for _, o := range r.Outputs {
			b.robots, b.robotsFrom = o.Bytes, o.File
		}
	}
	return nil
}

// emit writes sitemaps, feeds and robots.txt from the listing.
func (b *build) emit(ctx context.Context) (diag.List, error) {
	b.in.fitted = b.old.fitted.Next(len(b.site.Pages))
	list := b.audited(b.listing.Emissions(b.emitOptions()))
	tick := b.ticker("emit", len(list))
	emitted, err := par.MapWith(ctx, b.o.Jobs, list, b.borrow(),
		func(ctx context.Context, w *render.Worker, e audited) (discovery.Emitted, error) {
			defer tick()
			r, err := e.Run(texts{ctx, w, b}, e.create)
			if err != nil {
				found, err := problems(ctx, err)
				r.Found = append(r.Found, found...)
				return r, err
			}
			r.Found = e.add(r.Found)
			return r, nil
		})
	if err != nil {
		return nil, err
	}
	if b.keepsLedger() {
		b.next = b.listing.Ledger(emitted)
	}
	b.res.NextBuild, _ = b.listing.Next()
	var found diag.List
	for i, e := range emitted {
		b.res.SitemapURLs += e.URLs
		b.res.FeedItems += e.Items
		found = append(append(found, e.Found...), list[i].absent()...)
	}
	return append(found, b.writeHostFiles()...), nil
}

// emitOptions is what the project brings of its own to sitemaps, feeds and robots.txt.
func (b *build) emitOptions() discovery.EmitOptions {
	return discovery.EmitOptions{Robots: b.robots, Own: b.run.HasTemplate, Sitemap: ownSitemap, Index: ownIndex, Taken: b.out.Has, Fitted: b.in.fitted}
}

// texts gives the emitters the rendered text of pages.
type texts struct {
	ctx context.Context
	w   *render.Worker
	b   *build
}

func (t texts) Content(p *site.Page) (template.HTML, error) {
	if err := t.ctx.Err(); err != nil {
		return "", err // a feed may have all pages
	}
	body, err := t.w.Body(t.ctx, p)
	if err != nil {
		return "", err
	}
	return t.w.HTML(body)
}

func (t texts) Summary(p *site.Page) (template.HTML, error) {
	if err := t.ctx.Err(); err != nil {
		return "", err
	}
	body, err := t.w.Body(t.ctx, p)
	if err != nil {
		return "", err
	}
	return t.w.Summary(body)
}

// emission is an emitted file while it is written.
type emission struct {
	bytes.Buffer
	b               *build
	audit           *audit
	file, mediaType string
}

// Close stages the file.
func (e *emission) Close() error {
	data := e.Bytes()
	if e.b.mini != nil {
		if small, err := e.b.mini.minify(e.mediaType, data); err == nil {
			data = small
		}
	}
	e.audit.file(e.file, data)
	e.b.types.note(e.file, e.mediaType)
	if err := e.b.out.Add(e.file, data, "sitegen"); err != nil {
		return err
	}
	if m, ok := e.b.out.(*memory); ok {
		m.describe(e.file, e.mediaType, "")
	}
	return nil
}
