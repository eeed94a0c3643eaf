package listing

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/addresses"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/listing/declared"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// Reason is one word, for programs, about why lists leave a page out.
type Reason string

// Reasons returns all reasons, highest precedence first.
func Reasons() []Reason {
	var out []Reason
	for _, g := range grounds {
		if !slices.Contains(out, g.Reason) {
			out = append(out, g.Reason)
		}
	}
	return out
}

// ground is a condition that keeps a page out of lists.
type ground struct {
	Reason
	rule    string // id in docs/discovery-rules/_index.md, or the front matter key that the author set
	late    bool   // known only when the page is rendered
	at      place  // lists that may still contain the page
	applies func(*candidate) bool
}

// grounds are all conditions, highest precedence first: the first that applies is the one that is reported.
var grounds = []ground{
	{"unreadable", "L1", true, nowhere, func(c *candidate) bool { return c.because(c.web.Unreadable, "") }},
	{"not-found", "L9", false, nowhere, func(c *candidate) bool {
		return (c.page.Kind == site.NotFound || c.page.Edition.NotFound == c.page) &&
			c.because("it is the page for URLs that do not exist", "")
	}},
	{"search", "L9", false, nowhere, func(c *candidate) bool {
		return c.page.Kind == site.Search && c.because("it is the search page, which lists what other pages say", "")
	}},
	{"feeds", "L9", false, nowhere, func(c *candidate) bool {
		return c.page.Kind == site.FeedPage &&
			c.because("it is the page about the feeds, which lists what other pages say", "")
	}},
	{"fragment", "L9", true, nowhere, func(c *candidate) bool {
		return c.web.Fragment && c.because("it is not a document: it has neither a doctype nor html, head, or body", "")
	}},
	{"unwritten", "L11", false, nowhere, func(c *candidate) bool {
		return (c.page.URL.IsZero() || len(c.page.Targets) == 0) &&
			c.because("it is not written to the output (build.render)", "build")
	}},
	{"unwritten", "L11", false, nowhere, func(c *candidate) bool {
		return c.page.Targets[0].Lost && c.because("something else is written to its path", "url")
	}},
	{"unwritten", "L11", true, nowhere, func(c *candidate) bool {
		return c.facts.Unwritten && c.because("it has no file: no template renders it", "")
	}},
	{"list", "build.list", false, nowhere, func(c *candidate) bool {
		return !c.inLists && !c.page.ListLocal && c.because("its front matter excludes it from lists (build.list)", "build")
	}},
	{"unpublished", "L9", false, nowhere, func(c *candidate) bool { return c.because(unpublished(c.l.Site, c.page)) }},
	{
		"redirected", "L9", true, nowhere,
		func(c *candidate) bool { return c.because(cmp.Or(c.host.Redirect, c.web.Redirect), "") },
	},
	{"refresh", "L9", true, nowhere, func(c *candidate) bool {
		return c.web.Refresh != "" && c.because("it redirects to "+c.web.Refresh, "")
	}},
	{"refresh", "L9", true, nowhere, func(c *candidate) bool {
		return c.facts.Refresh != "" && c.l.elsewhere(c.page, c.facts.Refresh) != "" &&
			c.rendered("it redirects to "+c.facts.Refresh)
	}},
	{"noindex", "L9", true, nowhere, func(c *candidate) bool {
		return c.host.NoIndex != "" && c.because(c.host.NoIndex, "")
	}},
	{"noindex", "L9", false, nowhere, func(c *candidate) bool { return c.because(declared.NoIndex(c.page.Params)) }},
	{"noindex", "L9", true, nowhere, func(c *candidate) bool {
		return c.facts.NoIndex && c.rendered("its robots meta element has noindex")
	}},
	{"noindex", "L9", true, nowhere, func(c *candidate) bool { return c.web.NoIndex != "" && c.rendered(c.web.NoIndex) }},
	{"canonical", "L8", false, nowhere, (*candidate).declaredElsewhere},
	{"canonical", "L8", true, nowhere, func(c *candidate) bool {
		there := ""
		if c.facts.Canonical != "" {
			there = c.l.elsewhere(c.page, c.facts.Canonical)
		}
		return there != "" && there != c.l.named[c.page] && c.rendered("its canonical link names "+there)
	}},
	{"robots", "L9", true, nowhere, (*candidate).forbidden},
	{"later", "L9", true, nowhere, func(c *candidate) bool {
		n, later := webpage.Continues(c.web.Path)
		return later && c.because("it continues a list: page "+n, "")
	}},
	{"excluded", "L9", true, nowhere, func(c *candidate) bool {
		return c.web.Excluded &&
			c.because("it was asked to leave it out", "")
	}},
	{"left-out", "L9", true, feedsOnly, func(c *candidate) bool { return c.because(c.web.LeftOut, "") }},
	{"list", "build.list", false, feedsOnly, func(c *candidate) bool {
		return !c.inLists && c.because("its front matter excludes it from all lists except that of its section (build.list)",
			"build")
	}},
	{"sitemap", "sitemap.disable", false, feedsOnly, func(c *candidate) bool {
		return c.page.Sitemap.Disable && c.because("its front matter excludes it from the sitemap (sitemap.disable)",
			"sitemap")
	}},
	{"empty", "L9", false, feedsOnly, func(c *candidate) bool {
		return c.l.automatic(c.page) && !c.l.linked[c.page] &&
			c.because("it is a list without pages that no page of the site links to", "")
	}},
}

// candidate is a page that is checked against the grounds.
type candidate struct {
	l       *Listing
	page    *site.Page
	inLists bool
	facts   *PageFacts
	host    *HostRule     // of the facts
	web     *webpage.Page // of the facts; zero in a build
	found   Exclusion
}

// allowed returns which lists may contain the page, and notes the reason if not all may. It uses metadata or, when
// late, what is known once the page is rendered.
func (c *candidate) allowed(late bool) (place, bool) {
	for i := range grounds {
		if g := &grounds[i]; g.late == late && g.applies(c) {
			c.found.Page, c.found.Reason, c.found.Rule = c.page, g.Reason, g.rule
			return g.at, true
		}
	}
	return everyList, false
}

// judge stores which lists may contain a page; it reports whether something keeps the page out of a list.
func (c *candidate) judge(late bool) bool {
	l := c.l
	at, out := c.allowed(late)
	if !late || out {
		l.places[c.page.ID] = at
	}
	if out {
		l.Unlisted = append(l.Unlisted, c.found)
	}
	return out
}

// yield takes the pages of older versions out of all lists if the newest version has the same page and it may be
// listed: search engines should find that one (rule L8). inLists is by page ID.
func yield(l *Listing, inLists []bool) {
	newer := map[*site.Page]string{}
	for _, p := range l.Site.Pages {
		same, address := l.edition(p).manual.Newest(p)
		if same != nil && l.places[same.ID] != nowhere {
			address = l.Address(same)
		}
		if address != "" && l.places[p.ID] != nowhere {
			newer[p] = address
		}
	}
	if len(newer) == 0 {
		return
	}
	l.newer, l.named = newer, newer
	for _, p := range l.Site.Pages {
		if q := l.original(p); newer[p] != "" || q != nil && newer[q] != "" {
			(&candidate{l: l, page: p, inLists: inLists[p.ID]}).judge(false)
		}
	}
	l.Unlisted = lastOfEach(l.Unlisted)
}

// reopen judges pages of older versions again if the rendering of the page in the newest version shows that it may not
// be listed after all. The old pages then have their own canonical URL, as when front matter says so (rule L8).
func reopen(l *Listing) {
	kept := maps.Clone(l.newer)
	maps.DeleteFunc(kept, func(p *site.Page, _ string) bool {
		same, _ := l.edition(p).manual.Newest(p)
		return same != nil && l.places[same.ID] == nowhere
	})
	if len(kept) == len(l.newer) {
		return
	}
	again := map[*site.Page]bool{}
	for _, p := range l.Site.Pages {
		q := l.original(p)
		again[p] = l.newer[p] != kept[p] || q != nil && l.newer[q] != kept[q]
	}
	l.newer = kept
	l.Unlisted = slices.DeleteFunc(l.Unlisted, func(ex Exclusion) bool { return again[ex.Page] })
	inLists := l.Site.Listable()
	for _, p := range l.Site.Pages {
		if !again[p] {
			continue
		}
		c := rendered(l, p)
		c.inLists = inLists[p.ID]
		if c.judge(false); l.places[p.ID] != nowhere {
			c.judge(true)
		}
	}
}

// rendered returns the candidate of a page with the facts of its rendering.
func rendered(l *Listing, p *site.Page) candidate {
	facts := l.Facts(p)
	return candidate{
		l: l, page: p, facts: facts, web: cmp.Or(facts.Web, &webpage.Page{}),
		host: cmp.Or(facts.Host, &HostRule{}),
	}
}

// because stores a reason and its front matter key, and reports whether there is a reason.
func (c *candidate) because(why, key string) bool {
	c.found.Why, c.found.Key = why, key
	return why != ""
}

// rendered stores a reason that comes from the rendered page.
func (c *candidate) rendered(why string) bool {
	c.found.Rendered = true
	return c.because(why, "")
}

func (c *candidate) declaredElsewhere() bool {
	there, key := c.l.declaredCanonical(c.page)
	switch {
	case there == "":
		return false
	case c.l.newer[c.page] != "":
		return c.because("it belongs to an older version (params.versions): its canonical URL is that of the same page in the newest, "+there, "params.versions")
	case c.page.Untranslated:
		return c.because("it is not translated (fallbackPages): its canonical URL is "+there, key)
	}
	return c.because("its front matter says that its canonical URL is "+there, key)
}

// forbidden reports whether the project's robots.txt keeps crawlers from the page.
func (c *candidate) forbidden() bool {
	rules := c.l.rulesOf(c.page.Edition)
	if rules == nil {
		return false
	}
	rule, ok := rules.Match("*", c.l.Path(c.page))
	if !ok || rule.Allow {
		return false
	}
	c.found.Robots = rule
	return c.because("robots.txt disallows it", "")
}

// unpublished returns why a page that is built is not published yet or any more, and the key that says so.
func unpublished(s *site.Site, p *site.Page) (why, key string) {
	future, expired := s.Untimely(p)
	switch {
	case p.Draft:
		return "it is a draft", "draft"
	case future:
		return "it will be published on " + p.Dates.PublishDate.Format("2006-01-02"), p.Dates.PublishDateFrom
	case expired:
		return "it expired on " + p.Dates.ExpiryDate.Format("2006-01-02"), p.Dates.ExpiryDateFrom
	}
	return "", ""
}

// declaredCanonical returns the canonical URL in front matter, and the key, if it is not the page's own (rule L8); ""
// otherwise. A page that is not translated, or that says so in a sitegen project (untranslated: true), has the text of
// its version in the default language, and so the URL of that version.
func (l *Listing) declaredCanonical(p *site.Page) (address, key string) {
	if q := l.original(p); q != nil {
		there, _ := l.declaredCanonical(q) // the default language's version may have another one itself
		if there = cmp.Or(there, l.elsewhere(p, l.Address(q))); p.Untranslated {
			return there, ""
		}
		return there, "untranslated"
	}
	for _, key := range []string{"canonical", "canonicalurl"} {
		if s, ok := p.Params[key].(string); ok && s != "" {
			return l.elsewhere(p, s), key
		}
	}
	if there := l.newer[p]; there != "" {
		return l.elsewhere(p, there), ""
	}
	return "", ""
}

// original returns the version in the default language whose text p has; nil if p has its own text.
func (l *Listing) original(p *site.Page) *site.Page {
	if p.Edition.Language.Default || !p.Untranslated && (l.Site.Config.Hugo || !declared.Truth(p.Params["untranslated"])) {
		return nil
	}
	for _, q := range p.Translations {
		if q != p && q.Edition.Language.Default && !q.URL.IsZero() {
			return q
		}
	}
	return nil
}

// Searchable reports whether the site's search may find p: if feeds may name p, if only its version keeps it out of
// them, or if p shows the text of such a page because it is not translated (fallbackPages).
func (l *Listing) Searchable(p *site.Page) bool {
	switch q := l.original(p); {
	case l.InFeeds(p):
		return true
	case l.newer[p] != "":
		c := rendered(l, p)
		at, _ := c.allowed(true)
		return at != nowhere
	default:
		return p.Untranslated && q != nil && l.Searchable(q) && !(&candidate{l: l, page: p}).forbidden()
	}
}

// Closed reports whether p has the text of a page that may not be indexed. Then p may not be indexed either: search
// engines would list the copy in place of a canonical URL that they must not list (rule L9).
func (l *Listing) Closed(p *site.Page) bool {
	q := l.original(p)
	if q == nil || l.places[q.ID] != nowhere {
		return false
	}
	there, _ := l.declaredCanonical(q)
	return there == ""
}

// elsewhere resolves a URL on p, and returns it if it is not that of p.
func (l *Listing) elsewhere(p *site.Page, href string) string {
	if p.URL.IsZero() || !l.edition(p).known {
		return ""
	}
	own := l.Address(p)
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
	if here, err := sitemap.Normalize(own); err != nil || here == there || itself(p, base, u) {
		return ""
	}
	return there
}

// itself reports whether a URL is another spelling of the page's own: without the slash at its end, with index.html, or
// with http.
func itself(p *site.Page, own, u *url.URL) bool {
	if u.RawQuery != "" || !sameHost(own, u) {
		return false
	}
	file := strings.TrimPrefix(own.Path, "/")
	switch isIndex := len(p.Targets) > 0 && path.Base(p.Targets[0].File) == "index.html"; {
	case file == "" || strings.HasSuffix(file, "/"):
		file += "index.html"
	case isIndex && path.Ext(file) == "":
		file += "/index.html"
	case path.Ext(file) == "":
		file += ".html"
	}
	return addresses.FormOf(file, strings.TrimPrefix(u.Path, "/")) != addresses.None
}

func sameHost(a, b *url.URL) bool {
	port := func(u *url.URL) string {
		if p := u.Port(); u.Scheme == "http" && p == "80" || u.Scheme == "https" && p == "443" {
			return ""
		} else {
			return p
		}
	}
	web := b.Scheme == "http" || b.Scheme == "https"
	return web && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

// respelled warns about canonical URLs in front matter that are a different spelling of the page's own: the page is
// listed under its own, so search engines would have to choose.
func respelled(l *Listing) (found diag.List) {
	for _, p := range l.Site.Pages {
		if p.Doc == nil || p.Doc.Front == nil || p.URL.IsZero() || !l.edition(p).known {
			continue
		}
		for _, key := range []string{"canonical", "canonicalurl"} {
			href, ok := p.Params[key].(string)
			line := p.Doc.Front.Lines[key]
			if !ok || href == "" || line == 0 {
				continue
			}
			own, err := url.Parse(l.Address(p))
			if err != nil {
				continue
			}
			u, err := own.Parse(href)
			if err != nil || l.elsewhere(p, href) != "" {
				continue
			}
			here, _ := sitemap.Normalize(own.String())
			if there, err := sitemap.Normalize(u.String()); err != nil || here == there {
				continue
			}
			found = append(found, &diag.Diagnostic{
				Rule: "L8", Severity: diag.Warning, File: p.Doc.File, Line: line,
				Message: fmt.Sprintf("the canonical URL %q is another spelling of the page's own: it is listed as %q", href, here),
				Hint:    "remove the key, or write the URL of the page",
			})
		}
	}
	return found
}
