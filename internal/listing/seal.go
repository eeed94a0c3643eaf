package listing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// WithRobots returns the listing with the robots.txt of languages that have one for their own host, by language. It
// replaces that of the project.
func (l *Listing) WithRobots(own map[string][]byte) *Listing {
	out := *l
	out.hostRules = make(map[string]*sitemap.Robots, len(own))
	for lang, robots := range own {
		out.hostRules[lang] = sitemap.ParseRobots(robots)
	}
	return &out
}

// Seal makes the listing final with what the rendered pages say. facts is indexed by page ID (nil for pages that were
// not rendered; facts may be nil), and robots is the project's own robots.txt (nil if there is none). Seal returns a
// new Listing; the declared one is unchanged.
//
// If a head named a page that is closed after all, it is rendered once more: see Reheaded.
func (l *Listing) Seal(facts []*PageFacts, robots []byte) (*Listing, diag.List) {
	sealed := *l
	sealed.places = slices.Clone(l.places)
	sealed.Unlisted = slices.Clone(l.Unlisted)
	if len(robots) > 0 {
		sealed.rules = sitemap.ParseRobots(robots)
	}
	sealed.facts = facts
	sealed.indexes = declaredIndexes(&sealed)
	reopenLinked(&sealed)
	var found diag.List
	listed, forbidden := 0, 0
	for _, p := range l.Site.Pages {
		if l.places[p.ID] == nowhere {
			continue
		}
		listed++
		c := rendered(&sealed, p)
		if c.judge(true) && c.found.Reason == "robots" {
			forbidden++
			found = append(found, wanting(p, c.found.Robots)...)
		}
	}
	reopen(&sealed)
	if forbidden > 0 && forbidden == listed {
		found = append(found, &diag.Diagnostic{
			Rule: "L9", Severity: diag.Warning,
			Message: "robots.txt disallows all pages: sitemaps and feeds list none",
			Hint:    "allow them in robots.txt, or leave out its template",
		})
	}
	found = append(found, linkVersions(&sealed)...)
	found = append(found, unseen(&sealed)...)
	found = append(found, shutOut(&sealed)...)
	sealed.Unlisted = lastOfEach(sealed.Unlisted)
	sealed.editions = slices.Clone(l.editions)
	planFeeds(&sealed) // its problems are reported by Declare
	return &sealed, found
}

// wanting warns about a page whose front matter gives a priority or change frequency for the sitemap, although
// robots.txt excludes the page (rule L9).
func wanting(p *site.Page, rule sitemap.RobotsRule) diag.List {
	if p.Doc == nil || p.Doc.Front == nil || p.Doc.Front.Lines["sitemap"] == 0 || p.Sitemap.Disable {
		return nil
	}
	return diag.List{{
		Rule: "L9", Severity: diag.Warning, File: p.Doc.File, Line: p.Doc.Front.Lines["sitemap"],
		Message: fmt.Sprintf("the page is set to be listed in the sitemap, but line %d of robots.txt disallows it",
			rule.Line),
	}}
}

// unseen warns about pages that say noindex although crawlers must not read them (rule X6).
func unseen(l *Listing) diag.List {
	n := 0
	var first Exclusion
	for _, ex := range l.Unlisted {
		says := ex.Rendered && ex.Rule == "L9" || ex.Key == "noindex" || ex.Key == "robotsnoindex" || ex.Key == "robots"
		if !says || ex.Page.URL.IsZero() || l.Allowed(ex.Page.Edition, l.Path(ex.Page)) {
			continue
		}
		if n++; n == 1 {
			first = ex
		}
	}
	if n == 0 {
		return nil
	}
	message := first.Page.URL.Rel() +
		" has noindex, but robots.txt disallows it: crawlers can't read the noindex and may list the URL anyway"
	if n > 1 {
		message += fmt.Sprintf(" (and %s like it)", words.Count(n-1, "more page"))
	}
	return diag.List{{
		Rule: "X6", Severity: diag.Warning, File: l.Source(first.Page), Message: message,
		Hint: "remove one of them: noindex keeps a page out of search results, robots.txt keeps crawlers from reading it",
	}}
}

// names reports whether a robots.txt of the site has rules for a crawler.
func (l *Listing) names(token string) bool {
	for _, rules := range l.hostRules {
		if rules.Names(token) {
			return true
		}
	}
	return l.rules != nil && l.rules.Names(token)
}

// shutOut warns about pages that sitemaps list although robots.txt closes them to some search engines: these read the
// sitemap but may not read the page (rule L9).
func shutOut(l *Listing) (found diag.List) {
	type out struct {
		n     int
		first string
		line  int
	}
	var all []out
	agents := map[out][]string{}
	for _, c := range sitemap.Crawlers() {
		if c.Uses&sitemap.ForSearch == 0 || !l.names(c.Token) {
			continue
		}
		var o out
		for _, p := range l.Site.Pages {
			if !l.Listed(p) || p.URL.IsZero() {
				continue
			}
			rules := l.rulesOf(p.Edition)
			if rules == nil {
				continue
			}
			if rule, ok := rules.Match(c.Token, l.Path(p)); ok && !rule.Allow {
				if o.n++; o.n == 1 {
					o.first, o.line = p.URL.Rel(), rule.Line
				}
			}
		}
		if o.n > 0 && agents[o] == nil {
			all = append(all, o)
		}
		agents[o] = append(agents[o], c.Token)
	}
	for _, o := range all {
		found = append(found, &diag.Diagnostic{
			Rule: "L9", Severity: diag.Warning,
			Message: fmt.Sprintf("line %d of robots.txt disallows %s of the sitemap for %s alone, such as %s", o.line,
				words.Count(o.n, "page"), strings.Join(agents[o], ", "), o.first),
			Hint: "allow them, or keep them out of the sitemap with sitemap: {disable: true}",
		})
	}
	return found
}

// lastOfEach sorts exclusions by page and keeps the last of each page: it replaces a reason that only concerns the
// sitemap.
func lastOfEach(list []Exclusion) []Exclusion {
	slices.SortStableFunc(list, func(a, b Exclusion) int { return cmp.Compare(a.Page.ID, b.Page.ID) })
	out := list[:0]
	for _, ex := range list {
		if n := len(out); n > 0 && out[n-1].Page == ex.Page {
			out[n-1] = ex
			continue
		}
		out = append(out, ex)
	}
	return out
}
