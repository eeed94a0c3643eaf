package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// Rule is a type of finding. IDs never change, because scripts contain them.
type Rule struct {
	ID       string
	Severity diag.Severity
	Tells    string // description in a few words

	// the message: %u is replaced by the URL, %t by another one, %w by the old and %i by the new value, both quoted, %W
	// and %I by the same values without quotes, %l by a setting of the generator
	say  string
	hint string
}

const (
	fails = diag.Error
	warns = diag.Warning
	notes = diag.Note
)

// Rules returns all rules, by subject.
func Rules() []Rule {
	return []Rule{
		{
			"base-changed", warns, "the base URL of the site changed", "the site was at %u and is at %t",
			"make sure that all old URLs redirect; a folder can't show this",
		},
		{
			"no-old-pages", fails, "the old state has no pages", "the old state has no pages, so nothing was compared",
			"name a folder with finished pages: HTML files that have a doctype or an <html> element",
		},

		{
			"url-removed", fails, "a URL was removed and has no redirect", "%u no longer exists",
			"redirect it to a page that readers can use, or restore it",
		},
		{
			"url-moved", fails, "a page moved, and its old URL has no redirect", "%u moved to %t without a redirect",
			"add an alias to its front matter, or this line to _redirects: %r",
		},
		{"url-redirected", notes, "an old URL redirects to another one", "%u now redirects to %t", ""},
		{"url-added", notes, "a URL is new", "%u is new", ""},
		{"list-shorter", notes, "a list has fewer pages than before", "%u was removed: the list has fewer pages", ""},
		{
			"redirect-elsewhere", warns, "an old URL redirects to a page other than the one its content moved to",
			"%u redirects to %t, but its content is at %i", "",
		},
		{
			"redirect-home", warns, "an old URL redirects to the home page, which search engines treat as a deleted page",
			"%u redirects to the home page", "redirect it to the page that replaces it",
		},
		{"redirect-loop", fails, "an old URL redirects in a loop", "the redirects of %u form a loop", ""},
		{"redirect-removed", fails, "a redirect was removed", "%u redirected to %t and no longer exists", ""},

		{"title-lost", warns, "a page no longer has a title", "%u no longer has a title: it was %w", ""},
		{"title-changed", notes, "the title of a page changed", "the title of %u was %w and is %i", ""},
		{"description-lost", warns, "a page no longer has a description", "%u no longer has a description: it was %w", ""},
		{"description-changed", notes, "the description of a page changed", "the description of %u was %w and is %i", ""},
		{"canonical-lost", warns, "a page no longer has a canonical URL", "%u no longer has a canonical URL", ""},
		{
			"canonical-away", fails, "a page was its own canonical page and now names another one",
			"%u names %t as its canonical page: search engines will drop it", "",
		},
		{"canonical-changed", warns, "the canonical page of a page changed", "the canonical URL of %u was %w and is %i", ""},
		{
			"noindex-added", fails, "a page that could be indexed now has noindex", "%u now has noindex",
			"check whether it is left over from a preview",
		},
		{"noindex-removed", warns, "a page that had noindex can now be indexed", "%u had noindex and can now be indexed", ""},
		{"robots-blocked", fails, "robots.txt disallows a page that it allowed", "robots.txt now disallows %u", ""},
		{"content-changed", notes, "the main content of a page changed", "the content of %u changed", ""},

		{"sitemap-left", warns, "a URL is no longer in a sitemap", "%u is no longer in a sitemap", ""},
		{
			"sitemap-gone", fails, "the site no longer has a sitemap", "the site no longer has a sitemap",
			"a build without a baseURL writes no sitemap",
		},
		{
			"lastmod-back", warns, "a lastmod is earlier than before", "the lastmod of %u was %w and is %i",
			"crawlers stop trusting dates that go back",
		},
		{"lastmod-lost", warns, "a URL no longer has a lastmod", "%u no longer has a lastmod: it was %w", ""},
		{
			"lastmod-unfounded", warns, "a lastmod is later although nothing changed",
			"the lastmod of %u changed from %w to %i, but its content did not change",
			"crawlers stop trusting dates that change without reason (rule M2)",
		},
		{
			"lastmod-stale", warns, "the main content changed, but lastmod did not",
			"the content of %u changed, but its lastmod is still %i",
			"crawlers that use lastmod will miss the change (rule M2); a date without a time can't show two changes on one day",
		},

		{
			"feed-removed", fails, "a feed was removed and has no redirect", "the feed %u was removed and has no redirect",
			"its readers no longer receive updates",
		},
		{
			"feed-id", fails, "the ID of a feed changed", "the ID of the feed %u was %w and is %i",
			"readers treat it as another feed (rule A5)",
		},
		{
			"feed-item-id", fails, "the ID of a feed item changed", "in the feed %u the ID of %t was %w and is %i",
			"readers show it again as new (rule B4)",
		},
		{
			"feed-item-lost", warns, "an item left a feed early", "the item %w left the feed %u, which still has older ones",
			"",
		},
		{"feed-shorter", notes, "a feed has fewer items: the oldest were removed", "the feed %u had %W items and has %I", ""},
		{
			"feed-items-missed", warns, "more items appeared than a feed holds",
			"the feed %u no longer has %W of the %I items that appeared: %t",
			"readers that did not poll in between miss them: let it hold at least %I items with %l, or deploy more often",
		},
		{
			"feed-all-new", warns, "all items of a feed are new, and more pages were added",
			"all %W items of the feed %u are new: others may have left it since",
			"readers that did not poll in between miss those: let it hold more items with %l, or deploy more often",
		},
		{
			"feed-id-twice", fails, "two items of a feed have the same ID", "two items of the feed %u have the ID %i",
			"readers show only one of them (rule A6)",
		},

		{
			"hreflang-lost", fails, "a page no longer names a language version that still exists",
			"%u no longer names its version %w at %t", "",
		},
		{
			"hreflang-broken", fails, "a language version does not name the page that names it",
			"%u names %t as its version %i, which does not name it back",
			"search engines ignore versions that do not name each other (rule H1)",
		},
		{
			"hreflang-dead", fails, "a language version does not exist", "%u names %t as its version %i, which does not exist",
			"",
		},
	}
}

// message returns the message and the hint for a finding.
func (r *Rule) message(f *Finding) (message, hint string) {
	quote := func(s string) string { return fmt.Sprintf("%q", words.Clip(s)) }
	fill := strings.NewReplacer(
		"%u", words.OneLine(f.URL), "%t", words.OneLine(f.To), "%r", words.OneLine(f.URL+" "+f.To)+" 301", "%l", f.limit,
		"%w", quote(f.Was), "%i", quote(f.Is), "%W", words.OneLine(f.Was), "%I", words.OneLine(f.Is),
	)
	return fill.Replace(r.say), fill.Replace(r.hint)
}

// selected returns the rules that the patterns ("url-*" or IDs) select; an empty only selects all rules.
func selected(only, skip []string) (map[string]*Rule, error) {
	all := Rules()
	fits := func(patterns []string, id string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool {
			prefix, star := strings.CutSuffix(p, "*")
			return p == id || star && strings.HasPrefix(id, prefix)
		})
	}
	var ids []string
	for _, r := range all {
		ids = append(ids, r.ID)
	}
	for _, p := range slices.Concat(only, skip) {
		if slices.ContainsFunc(ids, func(id string) bool { return fits([]string{p}, id) }) {
			continue
		}
		return nil, fmt.Errorf("unknown rule %q: %s", p, diag.DidYouMean(p, ids, "rules are "+strings.Join(ids, ", ")))
	}
	out := map[string]*Rule{}
	for i := range all {
		if id := all[i].ID; (len(only) == 0 || fits(only, id)) && !fits(skip, id) {
			out[id] = &all[i]
		}
	}
	return out, nil
}
