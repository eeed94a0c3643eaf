package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/diag"
)

// Rule is something that a check holds a site to.
type Rule struct {
	ID       string
	Severity diag.Severity
	Asks     string // what for, in a sentence without its end

	say  string // the message: %v is the value, quoted, %n the note
	hint string
}

const (
	fails = diag.Error
	warns = diag.Warning
)

// siteRules are the rules for pages and what belongs to them, by subject. Their ids never change: baselines and
// configurations name them.
func siteRules() []Rule {
	return []Rule{
		// links
		{"link-dead", fails, "each link leads to a page or file of the site", "there is nothing at %v%n", "correct the address, or redirect it to where its content went"},
		{"anchor-dead", fails, "each #fragment names an element of its page", "%v leads to a place that %n does not have", "is it the id of a heading that was changed?"},
		{"link-prefix", fails, "links keep the path that the site is served below", "%v lacks the path that the site is served below: %n", ""},
		{"link-redirect", warns, "links lead to pages, not to redirects", "%v is redirected to %n", "link to where it leads"},
		{"link-http", warns, "links to the site's own pages are https", "%v leads to this site by http", "write https, or a path alone"},
		{"link-empty", warns, "a link says where to", "the link has an empty address: it leads to its own page", ""},
		{"link-text", warns, "a link has a text, or a picture with alt", "the link to %v has no text", "people who hear the page are told nothing: give its picture an alt text, or the link an aria-label"},
		{"link-invalid", fails, "addresses can be read", "%v is no address", ""},
		{"link-local", fails, "no address leads to the computer of its author", "%v leads to the computer of whoever reads it", ""},
		{"link-scheme", fails, "schemes of addresses exist", "%v has a scheme that nobody knows", "did you mean %n?"},
		{"link-template", fails, "no address holds what a template left behind", "%v looks like what a template failed to fill in", ""},
		{"base-repeated", fails, "a page has one base element, in its head", "the page has another base element: browsers use the first", ""},
		{"base-foreign", warns, "base does not lead to another host", "the base %v is on another host: all relative addresses lead there", ""},

		// files that pages need
		{"asset-dead", fails, "what a page shows is there", "there is no file at %v%n", ""},
		{"asset-empty", warns, "what a page shows has an address", "the element has an empty address", ""},
		{"asset-case", fails, "addresses are written as files are named", "%v differs from %n in upper and lower case", "most hosts tell them apart"},
		{"mixed-content", fails, "an https page loads nothing by http", "%v is loaded by http: browsers refuse it, or warn", "write https"},
		{"srcset-invalid", fails, "srcset can be read", "browsers pass over a part of this srcset", "each address is followed by a width like 480w or a density like 2x, all of one kind"},
		{"image-alt", warns, "images have an alt text", "the image %v has no alt attribute", `say what it shows, or alt="" when it is decoration`},
		{"image-size", warns, "images have width and height", "the image %v has no width and height: the page jumps when it arrives", ""},
		{"frame-title", warns, "frames have a title", "the frame %v has no title", "say what it shows: people who hear the page choose by it"},
		{"weight-html", warns, "pages are not too long", "the page has %n", "search engines read the beginning only"},
		{"weight-files", warns, "pages do not need too many bytes", "the page loads %n of this site", ""},
		{"weight-requests", warns, "pages do not need too many files", "the page loads %n of this site", ""},

		// what a page says of itself
		{"doctype-missing", warns, "pages begin with a doctype", "the page has no doctype: browsers show it as in 1998", "begin it with <!doctype html>"},
		{"charset-missing", warns, "pages say their encoding", "the page does not say its encoding", `write <meta charset="utf-8"> first in the head`},
		{"charset-late", fails, "the encoding stands in the first 1,024 bytes", "the encoding stands after the first 1,024 bytes, where browsers do not look", ""},
		{"utf8-invalid", fails, "pages are UTF-8", "the page is no valid UTF-8", ""},
		{"viewport-missing", warns, "pages fit small screens", "the page has no viewport: telephones show it small", `write <meta name="viewport" content="width=device-width">`},
		{"lang-missing", warns, "pages say their language", "the html element has no lang", ""},
		{"lang-invalid", fails, "languages exist", "there is no language %v", "it is a code such as en, pt-BR or zh-Hant"},
		{"dir-invalid", warns, "directions of text exist", "there is no direction %v", "it is ltr, rtl or auto"},
		{"title-missing", fails, "pages have a title", "the page has no title", ""},
		{"title-repeated", warns, "a page has one title", "the page has another title: %v", ""},
		{"title-long", warns, "titles are not too long", "the title has %n: search engines cut it off", ""},
		{"title-duplicate", warns, "each page has its own title", "%n the title %v", "say what tells the pages apart"},
		{"description-missing", warns, "pages have a description", "the page has no description", ""},
		{"description-repeated", warns, "a page has one description", "the page has another description: %v", ""},
		{"description-long", warns, "descriptions are not too long", "the description has %n: search engines cut it off", ""},
		{"description-duplicate", warns, "each page has its own description", "%n the description %v", ""},
		{"h1-missing", warns, "pages have a main heading", "the page has no h1", ""},
		{"h1-repeated", warns, "a page has one main heading", "the page has another h1", ""},
		{"heading-empty", warns, "headings have a text", "the heading is empty", ""},
		{"heading-skip", warns, "headings leave no level out", "%n", ""},
		{"id-duplicate", warns, "an id is that of one element", "the id %v is that of an element above, too: links lead to the first", ""},
		{"id-invalid", warns, "ids are not empty and have no spaces", "%v is no id", ""},
		{"refresh-delay", warns, "pages do not reload by themselves", "the page goes elsewhere after %n", "people who read slowly cannot stop it: redirect at once, or leave it"},

		// what search engines are told
		{"robots-unknown", warns, "directives for robots exist", "no search engine knows the directive %v", ""},
		{"robots-conflict", warns, "directives for robots agree", "the page says both index and noindex: noindex wins", ""},
		{"noindex-home", fails, "the home page may be indexed", "the home page says noindex", "is that left over from a preview?"},
		{"canonical-missing", warns, "pages name their canonical address", "the page does not name its canonical address", ""},
		{"canonical-repeated", fails, "a page has one canonical address", "the page names another canonical address: %v: search engines believe none", ""},
		{"canonical-relative", warns, "canonical addresses are absolute", "the canonical address %v is not absolute", ""},
		{"canonical-body", fails, "the canonical address stands in the head", "rel=canonical counts in the head only, which ended above", ""},
		{"canonical-http", fails, "canonical addresses are https", "the canonical address %v is http, the site https", ""},
		{"canonical-foreign", warns, "canonical addresses are on this site", "the canonical address %v is on another site", "search engines show that page instead of this one"},
		{"canonical-dead", fails, "canonical pages are there", "there is no page at the canonical address %v", ""},
		{"canonical-redirect", fails, "canonical addresses are not redirected", "the canonical address %v is redirected to %n", ""},
		{"canonical-noindex", fails, "canonical pages may be indexed", "the canonical page %v says noindex", ""},
		{"canonical-chain", fails, "canonical pages are their own", "the canonical page %v says that %n is the canonical one", ""},
		{"hreflang-code", fails, "language versions have codes that exist", "%v is no code for hreflang", "it is a language of ISO 639-1, with a region or script: en, en-GB, zh-Hant, x-default (rule H3)"},
		{"hreflang-relative", fails, "language versions have absolute addresses", "the language version %v is not absolute (rule H2)", ""},
		{"hreflang-repeated", fails, "a page has one version of each language", "another version is %v, too (rule H5)", ""},
		{"hreflang-self", fails, "a page is among its language versions", "the page has language versions and is none of them (rule H1)", "search engines pass over such lists"},
		{"hreflang-return", fails, "language versions name each other", "the version %v does not name this page in return (rule H1)", "search engines pass over one-way links"},
		{"hreflang-dead", fails, "language versions are there", "there is no page at the version %v", ""},
		{"hreflang-noindex", fails, "language versions may be indexed", "the version %v says noindex (rule H5)", ""},
		{"hreflang-canonical", warns, "language versions are canonical pages", "the version %v leads to %n (rule H5)", ""},
		{"hreflang-lang", fails, "a page is written in the language of its version", "the page calls itself %v, and its html element %n", ""},
		{"social-relative", warns, "pictures for other sites have absolute addresses", "%v is not absolute: other sites cannot fetch it", ""},
		{"social-dead", fails, "pictures for other sites are there", "there is no file at %v", ""},
		{"social-url", warns, "og:url is the canonical address", "og:url is %v, the canonical address %n", ""},
		{"json-ld-invalid", fails, "linked data can be read", "the linked data cannot be read: %n", ""},
		{"json-ld-context", warns, "linked data has a context", "the linked data has no @context: nobody understands it", `add "@context": "https://schema.org"`},
		{"date-invalid", fails, "dates can be read", "%n %v is no date", "write it like 2026-01-31 or 2026-01-31T12:00:00Z"},
		{"date-future", warns, "dates of publication and change are past", "%n %v lies in the future", ""},
		{"date-order", fails, "nothing changed before it was published", "%n", ""},

		// the site as a whole
		{"orphan", warns, "each page is linked from another", "no page links to this one", "readers cannot come here, and crawlers hold it for unimportant"},
		{"redirect-dead", fails, "redirects lead somewhere", "the redirect leads to %v, where nothing is", ""},
		{"redirect-loop", fails, "redirects end", "the redirect to %v goes in a circle", ""},
		{"redirect-chain", warns, "redirects lead there at once", "the redirect leads to %v, which is redirected to %n", "redirect to there"},
		{"redirect-hidden", warns, "redirects have an effect", "there is a file at %v, so that this rule has no effect", "write ! after the status to redirect all the same"},
		{"sitemap-missing", warns, "pages that may be indexed stand in the sitemap", "the page may be indexed, and is in no sitemap", ""},
		{"feed-dead", fails, "items of feeds lead to pages", "there is no page at the item's address %v", ""},
		{"robots-sitemap", warns, "robots.txt announces the sitemap", "robots.txt does not announce the sitemap", "add the line Sitemap: %n"},
		{"robots-all", fails, "robots.txt lets crawlers in", "robots.txt forbids the home page to all crawlers", "is that left over from a preview?"},
		{"notfound-missing", warns, "there is a 404.html", "the site has no 404.html: hosts show their own", ""},
		{"notfound-relative", warns, "404.html works at every depth", "404.html mentions %v relative to wherever it is shown", "begin the address with a slash"},
		{"name-odd", fails, "names of files can be addresses", "the name %v has characters that no address should have", ""},
		{"name-clash", warns, "names differ in more than upper and lower case", "the name differs from %v in upper and lower case only", "on macOS and Windows they are one file"},
		{"url-long", warns, "addresses have less than 2,048 characters", "the address has %n (rule L1)", ""},
		{"file-odd", warns, "all entries of the folder are files", "not looked at: %n", ""},
		{"file-long", warns, "pages can be read whole", "only the first %n of the page were looked at", ""},

		// other hosts, with --external
		{"external-dead", fails, "pages on other hosts are there", "%v answers %n", ""},
		{"external-moved", warns, "pages on other hosts did not move for good", "%v moved for good to %n", ""},
		{"external-unsure", warns, "pages on other hosts can be reached", "%v could not be checked: %n", ""},
	}
}

// sitemapRules are those of sitemaps and robots.txt: docs/discovery-rules.md.
func sitemapRules() []Rule {
	rule := func(id string, s diag.Severity, asks string) Rule { return Rule{ID: id, Severity: s, Asks: asks} }
	return []Rule{
		rule("XML", fails, "sitemaps are well-formed XML"),
		rule("U1", fails, "a sitemap has at most 50,000 addresses"),
		rule("U2", fails, "a sitemap has at most 52,428,800 bytes"),
		rule("U3", fails, "sitemaps are UTF-8"),
		rule("U4", fails, "sitemaps have no control characters"),
		rule("U6", fails, "namespaces are those of the protocol"),
		rule("U7", fails, "elements are in the order of the schema"),
		rule("U8", fails, "robots.txt lets crawlers read sitemaps"),
		rule("L1", fails, "addresses are absolute and have less than 2,048 characters"),
		rule("L2", warns, "addresses have no fragment"),
		rule("L3", fails, "addresses are percent-encoded"),
		rule("L4", fails, "addresses are on the host of their sitemap"),
		rule("L5", fails, "addresses lie in the folder of their sitemap"),
		rule("L7", warns, "an address is listed once"),
		rule("L8", fails, "sitemaps list canonical pages"),
		rule("L9", fails, "sitemaps list pages that may be indexed, crawled, and are not redirected"),
		rule("L11", fails, "sitemaps list pages that are there"),
		rule("M1", fails, "dates have the form of the schema"),
		rule("M2", warns, "dates are those of changes, not of a build"),
		rule("M3", warns, "dates are not in the future"),
		rule("M6", fails, "changefreq and priority have allowed values"),
		rule("I1", fails, "an index has sitemaps and nothing else"),
		rule("I2", fails, "an index has at most 50,000 sitemaps"),
		rule("I3", fails, "an index names no other index"),
		rule("I4", fails, "an index names sitemaps of its own folder"),
		rule("I5", warns, "a site has at most 500 indexes"),
		rule("I6", warns, "an index is not older than what it names"),
		rule("I7", fails, "sitemaps that are named are there and not empty"),
		rule("G1", fails, "a page lists at most 1,000 images"),
		rule("G3", warns, "what says nothing any more about images is not used"),
		rule("V1", fails, "videos have thumbnail, title, description and a file or player"),
		rule("V2", fails, "values about videos are allowed ones"),
		rule("V3", warns, "what says nothing any more about videos is not used"),
		rule("V6", warns, "videos are not expired"),
		rule("N1", fails, "news have publication, language, date and title"),
		rule("N2", fails, "languages of news exist"),
		rule("N3", fails, "dates of news have the form of the schema"),
		rule("N4", fails, "a sitemap has at most 1,000 articles"),
		rule("N5", warns, "articles are of the last two days"),
		rule("N7", warns, "what says nothing any more about news is not used"),
		rule("H1", fails, "language versions in sitemaps name each other"),
		rule("H2", fails, "language versions in sitemaps have absolute addresses"),
		rule("H3", fails, "languages in sitemaps exist"),
		rule("H4", fails, "a page has one version for everybody else"),
		rule("H5", fails, "a page has one version of a language"),
		rule("T3", fails, "text sitemaps list what XML sitemaps do"),
		rule("X1", warns, "robots.txt lies at the root of its host"),
		rule("X2", warns, "lines of robots.txt have an effect"),
		rule("X3", warns, "robots.txt is not longer than crawlers read"),
		rule("X4", fails, "robots.txt announces sitemaps that are there, by absolute addresses"),
		rule("X5", warns, "lines of robots.txt are known to crawlers"),
		rule("X6", warns, "crawlers may look at pages that say noindex"),
		rule("redirects", warns, "lines of _redirects can be understood"),
		rule("headers", warns, "lines of _headers can be understood"),
	}
}

// feedRules are those of feeds.Validate.
func feedRules() []Rule {
	var out []Rule
	for letter := 'A'; letter <= 'Z'; letter++ {
		for n := 1; n <= 20; n++ {
			id := fmt.Sprintf("%c%d", letter, n)
			if asks := feeds.Rule(id); asks != "" {
				out = append(out, Rule{ID: id, Severity: fails, Asks: asks})
			}
		}
	}
	return out
}

// Rules are all rules: those for pages in the order of their subjects, then those of sitemaps and feeds by id.
func Rules() []Rule {
	out := siteRules()
	known := map[string]bool{}
	more := slices.Concat(sitemapRules(), feedRules())
	slices.SortStableFunc(more, func(a, b Rule) int {
		return cmp.Or(strings.Compare(a.ID[:1], b.ID[:1]), len(a.ID)-len(b.ID), strings.Compare(a.ID, b.ID))
	})
	for _, r := range more {
		if !known[r.ID] {
			known[r.ID] = true
			out = append(out, r)
		}
	}
	return out
}

// message fills in what a rule says.
func (r *Rule) message(value, note string) (message, hint string) {
	fill := strings.NewReplacer("%v", fmt.Sprintf("%q", clip(value)), "%n", note)
	return fill.Replace(r.say), fill.Replace(r.hint)
}
