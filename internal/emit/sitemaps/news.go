package sitemaps

import (
	"cmp"
	"slices"

	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// isArticle reports whether p is an article of a news publication.
func isArticle(l *listing.Listing, p *site.Page) bool {
	if web := l.Facts(p).Web; web != nil {
		return web.Article
	}
	return p.Kind == site.Regular && slices.Contains(l.Site.Config.Discovery.News.Sections, p.SectionPath)
}

// news returns the news article of p.
func news(l *listing.Listing, p *site.Page) *sitemap.News {
	lang, web := p.Edition.Language, l.Facts(p).Web
	return &sitemap.News{
		Publication: config.PublicationName(cmp.Or(l.Site.Config.Discovery.News.Publication, lang.Title)),
		Language:    cmp.Or(lang.Locale, lang.Key, "en"), Published: listing.Published(p), Title: p.Title,
		DateOnly: web != nil && web.Published.DayOnly,
	}
}
