package discovery

import (
	"net/url"
	"strings"

	"github.com/sitegen/sitegen/content/site"
	"github.com/sitegen/sitegen/internal/html"
	"github.com/sitegen/sitegen/sitemap"
)

// judge says where a page may stand by its metadata, and if not everywhere, why. The order of the
// rules is that of their strength: the first reason is the one that people hear.
func (l *Listing) judge(p *site.Page, inLists bool) (place, Exclusion) {
	no := func(rule, why, key string) (place, Exclusion) {
		return nowhere, Exclusion{Page: p, Rule: rule, Why: why, Key: key}
	}
	switch {
	case p.Kind == site.NotFound:
		return no("L9", "it is the page for addresses that do not exist", "")
	case p.Kind == site.Search:
		return no("L9", "it is the search page, which lists what other pages say", "")
	case p.URL.IsZero() || len(p.Targets) == 0:
		return no("L11", "it is not written to the output (build.render)", "build")
	case !inLists && !p.ListLocal:
		return no("build.list", "its front matter keeps it out of lists (build.list)", "build")
	}
	if why, key := l.unpublished(p); why != "" {
		return no("L9", why, key)
	}
	if why, key := frontMatterNoIndex(p); why != "" {
		return no("L9", why, key)
	}
	if c, key := l.declaredCanonical(p); c != "" && p.Untranslated {
		return no("L8", "it is not translated (fallbackPages): its canonical address is "+c, key)
	} else if c != "" {
		return no("L8", "its front matter says that its canonical address is "+c, key)
	}
	if !inLists {
		return feedsOnly, Exclusion{Page: p, Rule: "build.list", Why: "its front matter keeps it out of all lists but that of its section (build.list)", Key: "build"}
	}
	if p.Sitemap.Disable {
		return feedsOnly, Exclusion{Page: p, Rule: "sitemap.disable", Why: "its front matter keeps it out of the sitemap (sitemap.disable)", Key: "sitemap"}
	}
	return everyList, Exclusion{}
}

// unpublished says why a page that is built all the same is not published yet, or not any more, and by
// which key.
func (l *Listing) unpublished(p *site.Page) (why, key string) {
	now := l.Site.Now
	switch {
	case p.Draft:
		return "it is a draft", "draft"
	case now.IsZero():
	case l.Site.Config.BuildFuture && p.Dates.PublishDate.After(now):
		return "it is to be published on " + p.Dates.PublishDate.Format("2006-01-02"), p.Dates.PublishDateFrom
	case l.Site.Config.BuildExpired && !p.Dates.ExpiryDate.IsZero() && p.Dates.ExpiryDate.Before(now):
		return "it expired on " + p.Dates.ExpiryDate.Format("2006-01-02"), p.Dates.ExpiryDateFrom
	}
	return "", ""
}

// frontMatterNoIndex looks at the keys by which themes let authors say noindex: `noindex: true`,
// `robotsNoIndex: true`, `robots: noindex`. Cascaded values count.
func frontMatterNoIndex(p *site.Page) (why, key string) {
	for _, key := range []string{"noindex", "robotsnoindex"} {
		if truth(p.Params[key]) {
			return "its front matter says " + key, key
		}
	}
	if robots, ok := p.Params["robots"].(string); ok && html.NoIndex(robots) {
		return "its front matter says robots: " + robots, "robots"
	}
	return "", ""
}

func truth(v any) bool {
	switch v := v.(type) {
	case bool:
		return v
	case string:
		return strings.EqualFold(v, "true")
	}
	return false
}

// declaredCanonical returns the canonical address that front matter gives when it is not the page's
// own (rule L8), and the key; "" otherwise. A page that is not translated, or that says so in a project of sitegen's
// own (untranslated: true), has the text of its version in the default language, and so its address.
func (l *Listing) declaredCanonical(p *site.Page) (address, key string) {
	if p.Untranslated || !l.Site.Config.Hugo && truth(p.Params["untranslated"]) {
		for _, q := range p.Translations {
			if q != p && q.Edition.Language.Default && !q.URL.IsZero() {
				if p.Untranslated {
					return l.elsewhere(p, l.address(q)), ""
				}
				return l.elsewhere(p, l.address(q)), "untranslated"
			}
		}
	}
	for _, key := range []string{"canonical", "canonicalurl"} {
		if s, ok := p.Params[key].(string); ok && s != "" {
			return l.elsewhere(p, s), key
		}
	}
	return "", ""
}

// elsewhere resolves an address written on p and returns it if it is not that of p.
func (l *Listing) elsewhere(p *site.Page, href string) string {
	if p.URL.IsZero() || !l.edition(p).known {
		return ""
	}
	own := l.address(p)
	if href == own {
		return ""
	}
	base, err := url.Parse(own)
	if err != nil {
		return ""
	}
	u, err := base.Parse(href)
	if err != nil {
		return ""
	}
	there, err := sitemap.Normalize(u.String())
	if err != nil {
		return ""
	}
	if here, err := sitemap.Normalize(own); err != nil || here == there {
		return ""
	}
	return there
}
