package diff

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/internal/diag"
)

// Rule is a kind of finding. Ids never change: scripts name them.
type Rule struct {
	ID       string
	Severity diag.Severity
	Tells    string // of what, in a few words

	say  string // the message: %u is the address, %t another one, %w what was, %i what is, both quoted, %W and %I the same without quotes
	hint string
}

const (
	fails = diag.Error
	warns = diag.Warning
	notes = diag.Note
)

// Rules are all rules, by subject.
func Rules() []Rule {
	return []Rule{
		{"base-changed", warns, "the site has another address", "the site was at %u and is at %t", "are all old addresses redirected? A folder cannot tell"},

		{"url-removed", fails, "an address is gone, and nothing redirects it", "nothing is at %u any more", "redirect it to where readers should go, or bring it back"},
		{"url-moved", fails, "a page went to another address, and nothing redirects the old one", "%u went to %t, and nothing redirects it", "an alias in its front matter does, or a line of _redirects: %r"},
		{"url-redirected", notes, "an old address leads to another one", "%u leads to %t now", ""},
		{"url-added", notes, "an address is new", "%u is new", ""},
		{"list-shorter", notes, "a list has fewer pages than it had", "%u is gone: the list has fewer pages", ""},
		{"redirect-elsewhere", warns, "an old address leads to another page than its content went to", "%u leads to %t, and its content is at %i", ""},
		{"redirect-home", warns, "an old address leads to the home page: search engines take that for a page that is gone", "%u leads to the home page", "lead it to the page that takes its place"},
		{"redirect-loop", fails, "an old address leads in a circle", "the redirects of %u go in a circle", ""},
		{"redirect-removed", fails, "a redirect is gone", "%u redirected to %t, and nothing is there any more", ""},

		{"title-lost", warns, "a page has no title any more", "%u has no title any more: it was %w", ""},
		{"title-changed", notes, "a page has another title", "the title of %u was %w and is %i", ""},
		{"description-lost", warns, "a page has no description any more", "%u has no description any more: it was %w", ""},
		{"description-changed", notes, "a page has another description", "the description of %u was %w and is %i", ""},
		{"canonical-lost", warns, "a page does not say its canonical address any more", "%u does not say its canonical address any more", ""},
		{"canonical-away", fails, "a page was its own canonical page and names another one", "%u names %t as its canonical page: search engines will drop it", ""},
		{"canonical-changed", warns, "a page names another canonical page", "the canonical address of %u was %w and is %i", ""},
		{"noindex-added", fails, "a page that could be indexed says noindex", "%u says noindex now", "is that left over from a preview?"},
		{"noindex-removed", warns, "a page that said noindex may be indexed", "%u said noindex and may be indexed now", ""},
		{"robots-blocked", fails, "robots.txt forbids a page that it allowed", "robots.txt forbids %u to crawlers now", ""},
		{"content-changed", notes, "the main content of a page is another one", "the content of %u changed", ""},

		{"sitemap-left", warns, "an address is in no sitemap any more", "%u is in no sitemap any more", ""},
		{"sitemap-gone", fails, "the site has no sitemap any more", "the site had a sitemap and has none", ""},
		{"lastmod-back", warns, "a lastmod is earlier than it was", "the lastmod of %u was %w and is %i", "crawlers stop to trust dates that go back"},
		{"lastmod-lost", warns, "an address has no lastmod any more", "%u has no lastmod any more: it was %w", ""},
		{"lastmod-unfounded", warns, "a lastmod is later though nothing changed", "the lastmod of %u went from %w to %i, and its content did not change", "crawlers stop to trust dates that mean nothing (rule M2)"},
		{"lastmod-stale", warns, "the main content changed, and lastmod did not", "the content of %u changed, and its lastmod is still %i", "crawlers that go by lastmod do not come for the change (rule M2); a day without a time does not tell two changes of one day apart"},

		{"feed-removed", fails, "a feed is gone, and nothing redirects it", "the feed %u is gone, and nothing redirects it", "its readers are told nothing any more"},
		{"feed-id", fails, "a feed has another id", "the id of the feed %u was %w and is %i", "readers take it for another feed (rule A5)"},
		{"feed-item-id", fails, "an item of a feed has another id", "in the feed %u the id of %t was %w and is %i", "readers show it again as new (rule B4)"},
		{"feed-item-lost", warns, "an item left a feed before its time", "the item %w left the feed %u, which has older ones", ""},
		{"feed-shorter", notes, "a feed has fewer items, without the oldest", "the feed %u had %W items and has %I", ""},
		{"feed-id-twice", fails, "two items of a feed have one id", "two items of the feed %u have the id %i", "readers show only one of them (rule A6)"},

		{"hreflang-lost", fails, "a page does not name a language version that is still there", "%u does not name its version %w at %t any more", ""},
		{"hreflang-broken", fails, "a language version does not name the page that names it", "%u names %t as its version %i, which does not name it back", "search engines pass over versions that do not name each other (rule H1)"},
		{"hreflang-dead", fails, "a language version is not there", "%u names %t as its version %i, and nothing is there", ""},
	}
}

// message fills in what a rule says about a finding.
func (r *Rule) message(f *Finding) (message, hint string) {
	quote := func(s string) string { return fmt.Sprintf("%q", clip(s)) }
	fill := strings.NewReplacer("%u", oneLine(f.URL), "%t", oneLine(f.To), "%w", quote(f.Was), "%i", quote(f.Is), "%W", oneLine(f.Was), "%I", oneLine(f.Is), "%r", oneLine(f.URL+" "+f.To)+" 301")
	return fill.Replace(r.say), fill.Replace(r.hint)
}

// oneLine replaces what would break a line: names of files and feeds may hold anything.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, string(unicode.ReplacementChar)))
}

// clip shortens a value for people.
func clip(s string) string {
	const most = 120
	if r := []rune(s[:min(len(s), 4*most)]); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// selected returns the rules that patterns leave: "url-*" or ids; no pattern of only is all of them.
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
		if near := diag.Nearest(p, ids); near != "" {
			return nil, fmt.Errorf("there is no rule %q: did you mean %s?", p, near)
		}
		return nil, fmt.Errorf("there is no rule %q", p)
	}
	out := map[string]*Rule{}
	for i := range all {
		if id := all[i].ID; (len(only) == 0 || fits(only, id)) && !fits(skip, id) {
			out[id] = &all[i]
		}
	}
	return out, nil
}
