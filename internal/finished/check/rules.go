package check

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/words"

	"github.com/sitegen/sitegen/feeds"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/hosting"
)

// Rule is a rule that a check applies to a site.
type Rule struct {
	ID       string
	Severity diag.Severity
	Owner    string // who fixes it: one of Owners
	Why      string // what happens otherwise, as a sentence without a period
	Asks     string // the requirement, as a sentence without a period

	say  string // the message: %v is replaced by the quoted value, %n by the note
	hint string
}

const (
	fails = diag.Error
	warns = diag.Warning
)

// Owners lists who fixes what a rule finds: authors, developers (templates, settings, and the generator), or those
// who run the server.
var Owners = []string{content, template, host}

const content, template, host = "content", "template", "host"

// Why a rule matters, for people who do not know it.
const (
	deadEnd     = "readers and crawlers reach an error page, or another place than the link says"
	detour      = "each redirect costs readers time, and crawlers follow only a few"
	lost        = "readers who follow an old link see an error page that does not help them"
	localOnly   = "it works only on the computer of a developer"
	broken      = "a part of the page is missing or looks broken"
	unsafe      = "browsers block it or warn readers"
	slow        = "the page loads slowly or jumps while it loads"
	garbled     = "browsers guess, so the text or the layout can be wrong"
	unheard     = "people who use a screen reader or a keyboard miss a part of the page"
	unclear     = "search results show a poor title or description, so fewer people visit the page"
	hidden      = "search engines can leave the page out of their results"
	rival       = "search engines cannot tell which URL of the page to show"
	misled      = "search engines show the page in the wrong language"
	unshared    = "links in social networks and chats show no picture, or another page"
	unfactual   = "search engines ignore what the page says about its subject"
	undated     = "search engines do not trust the dates, so they visit changed pages late"
	unfound     = "crawlers find the page late or never"
	unread      = "search engines ignore the sitemap or a part of it"
	wasted      = "crawlers spend their visits on URLs that search results cannot show"
	ignored     = "crawlers and servers do something other than the file intends"
	unfed       = "feed readers show an item wrong, twice, or not at all"
	refused     = "podcast directories refuse the show or leave out the episode"
	unplayed    = "podcast apps do not play, show, or find the episode as they should"
	refusedSite = "the host refuses the upload, or serves a part of the site"
	unportable  = "some systems and hosts lose or overwrite the file"
	printed     = "readers see markup in place of what it stands for"
	unchecked   = "the check cannot say whether this works"
)

// siteRules returns the rules for pages and their files, by subject. IDs never change, because baselines and
// configurations contain them.
func siteRules() []Rule {
	return []Rule{
		// links
		{
			"link-dead", fails, content, deadEnd, "each link leads to a page or file of the site", "%v does not exist%n",
			"fix the URL, or redirect it to the new location",
		},
		{
			"anchor-dead", fails, content, deadEnd, "each #fragment names an element of its page",
			"%v leads to an ID that %n does not have",
			"check whether a heading changed and its ID with it",
		},
		{
			"link-prefix", fails, template, deadEnd, "links include the base path of the site",
			"%v lacks the base path of the site: %n", "",
		},
		{
			"link-redirect", warns, content, detour, "links lead to pages, not to redirects",
			"%v redirects to %n", "link to the final URL",
		},
		{
			"link-http", warns, content, detour, "links to the site's own pages are https",
			"%v links to this site through http",
			"use https, or only the path",
		},
		{
			"link-empty", warns, content, deadEnd, "links have a target",
			"the link has an empty URL: it leads to its own page", "",
		},
		{
			"link-text", warns, content, unheard, "links have text, or a picture with alt text",
			"the link to %v has no text",
			"screen readers have nothing to read: give its picture an alt text, or the link an aria-label",
		},
		{"link-invalid", fails, content, deadEnd, "URLs are valid", "%v is not a valid URL", ""},
		{
			"link-local", warns, content, localOnly, "links do not lead to a local computer",
			"%v leads to the reader's own computer", "",
		},
		{
			"asset-local", fails, template, localOnly, "files, canonical links, and shared pictures are not on a local computer",
			"%v is on the reader's own computer", "",
		},
		{"link-scheme", fails, content, deadEnd, "URL schemes exist", "%v has an unknown scheme", "did you mean %n?"},
		{
			"link-template", fails, template, deadEnd, "URLs contain no leftovers of templates",
			"%v looks like a template value that was not filled in", "",
		},
		{
			"base-repeated", fails, template, deadEnd, "a page has one base element, in its head",
			"the page has another base element: browsers use the first", "",
		},
		{
			"base-foreign", warns, template, deadEnd, "base does not lead to another host",
			"the base %v is on another host: all relative URLs lead there", "",
		},

		// files that pages need
		{"asset-dead", fails, template, broken, "files that a page uses exist", "%v does not exist%n", ""},
		{"asset-empty", warns, template, broken, "files that a page uses have a URL", "the element has an empty URL", ""},
		{
			"asset-case", fails, content, broken, "URLs match the case of file names", "%v differs from %n in case",
			"most hosts are case-sensitive",
		},
		{
			"sprite-dead", warns, template, broken, "symbols that drawings use exist",
			"%v leads to an ID that %n does not have", "ignore this if a script adds the symbol",
		},
		{
			"form-dead", warns, template, deadEnd, "forms lead to pages of the site",
			"the form leads to %v, which does not exist%n",
			"if a program on the host answers there, add the URL to discovery.urls of the project, or skip this rule",
		},
		{
			"mixed-content", fails, content, unsafe, "an https page loads nothing through http",
			"%v is loaded through http: browsers block it or show a warning", "use https",
		},
		{
			"srcset-invalid", fails, template, broken, "srcset is valid", "browsers ignore a part of this srcset",
			"write a width like 480w or a density like 2x after each URL, all of the same kind",
		},
		{
			"image-alt", warns, content, unheard, "images have an alt text", "the image %v has no alt attribute",
			`describe the image, or set alt="" if it is decorative`,
		},
		{
			"image-size", warns, template, slow, "images have width and height",
			"the image %v has no width and height: the layout shifts when it loads", "",
		},
		{
			"frame-title", warns, content, unheard, "frames have a title", "the frame %v has no title",
			"describe its content, for screen readers",
		},
		{
			"weight-html", warns, content, slow, "pages are not too long",
			"the page has %n", "search engines read only the beginning",
		},
		{"weight-files", warns, template, slow, "pages do not need too many bytes", "the page loads %n of this site", ""},
		{
			"weight-requests", warns, template, slow, "pages do not need too many files",
			"the page loads %n of this site", "",
		},

		// document, head and headings
		{
			"doctype-missing", warns, template, garbled, "pages begin with a doctype",
			"the page has no doctype: browsers use quirks mode",
			"begin it with <!doctype html>",
		},
		{
			"charset-missing", warns, template, garbled, "pages declare their encoding",
			"the page does not declare its encoding",
			`write <meta charset="utf-8"> first in the head`,
		},
		{
			"charset-late", fails, template, garbled, "the encoding is in the first 1,024 bytes",
			"the encoding is after the first 1,024 bytes, where browsers do not look", "",
		},
		{"utf8-invalid", fails, content, garbled, "pages are UTF-8", "the page is not valid UTF-8", ""},
		{
			"viewport-missing", warns, template, garbled, "pages fit small screens",
			"the page has no viewport: phones show it too small",
			`write <meta name="viewport" content="width=device-width">`,
		},
		{"lang-missing", warns, template, unheard, "pages declare their language", "the html element has no lang", ""},
		{
			"lang-invalid", fails, template, unheard, "languages exist",
			"unknown language %v", "use a code such as en, pt-BR, or zh-Hant",
		},
		{
			"dir-invalid", warns, template, garbled, "text directions are valid",
			"unknown text direction %v", "use ltr, rtl, or auto",
		},
		{"title-missing", fails, content, unclear, "pages have a title", "the page has no title", ""},
		{"title-repeated", warns, template, unclear, "a page has one title", "the page has another title: %v", ""},
		{
			"title-long", warns, content, unclear, "titles are not too long",
			"the title has %n: search engines cut it off", "",
		},
		{
			"title-duplicate", warns, content, unclear, "each page has its own title", "%n the title %v",
			"describe what is different about each page",
		},
		{"description-missing", warns, content, unclear, "pages have a description", "the page has no description", ""},
		{
			"description-repeated", warns, template, unclear, "a page has one description",
			"the page has another description: %v", "",
		},
		{
			"description-long", warns, content, unclear, "descriptions are not too long",
			"the description has %n: search engines cut it off", "",
		},
		{
			"description-duplicate", warns, content, unclear, "each page has its own description",
			"%n the description %v", "",
		},
		{
			"escaped-twice", warns, template, unclear, "texts and URLs are escaped once",
			"%v contains %n: it was escaped twice", "escape the value once, where it is written",
		},
		{
			"syntax-printed", warns, content, printed, "texts show no markup of Markdown, templates, or other tools",
			"the text shows %v: %n", "correct it so that the generator reads it, or write it as code",
		},
		{"h1-missing", warns, content, unheard, "pages have a main heading", "the page has no h1", ""},
		{"h1-repeated", warns, content, unheard, "a page has one main heading", "the page has another h1", ""},
		{"heading-empty", warns, content, unheard, "headings have text", "the heading is empty", ""},
		{"heading-skip", warns, content, unheard, "headings skip no level", "%n", ""},
		{
			"id-duplicate", warns, content, deadEnd, "IDs are unique",
			"an element above also has the ID %v: links lead to the first", "",
		},
		{"id-invalid", warns, content, deadEnd, "IDs are not empty and contain no spaces", "%v is not a valid ID", ""},
		{
			"refresh-delay", warns, template, unheard, "pages do not reload automatically", "the page redirects after %n",
			"readers cannot stop it: redirect immediately, or remove it",
		},

		// facts for search engines
		{
			"robots-unknown", warns, template, hidden, "robots directives are valid",
			"no search engine supports the directive %v", "",
		},
		{
			"robots-conflict", warns, template, hidden, "robots directives are consistent",
			"the page has both index and noindex: noindex wins",
			"",
		},
		{
			"noindex-home", fails, template, hidden, "the home page can be indexed", "the home page has noindex",
			"check whether it is left over from a preview",
		},
		{"canonical-missing", warns, template, rival, "pages have a canonical URL", "the page has no canonical URL", ""},
		{
			"canonical-repeated", fails, template, rival, "a page has one canonical URL",
			"the page has another canonical URL, %v: search engines ignore both", "",
		},
		{
			"canonical-relative", warns, template, rival, "canonical URLs are absolute",
			"the canonical URL %v is not absolute", "",
		},
		{
			"canonical-body", fails, template, rival, "the canonical URL is in the head",
			"rel=canonical counts only in the head, which ended above", "",
		},
		{
			"canonical-http", fails, template, rival, "canonical URLs use https",
			"the canonical URL %v uses http, but the site uses https", "",
		},
		{
			"canonical-foreign", warns, content, hidden, "canonical URLs are on this site",
			"the canonical URL %v is on another site",
			"search engines show that page instead of this one",
		},
		{"canonical-dead", fails, content, hidden, "canonical pages exist", "the canonical URL %v does not exist", ""},
		{
			"canonical-redirect", fails, content, rival, "canonical URLs do not redirect",
			"the canonical URL %v redirects to %n", "",
		},
		{
			"canonical-noindex", fails, content, hidden, "canonical pages can be indexed",
			"the canonical page %v has noindex", "",
		},
		{
			"canonical-chain", fails, content, rival, "canonical pages are their own canonical page",
			"the canonical page %v names %n as canonical", "",
		},
		{
			"hreflang-code", fails, template, misled, "language versions have valid codes",
			"%v is not a valid hreflang code",
			"use an ISO 639-1 language, with an optional region or script: en, en-GB, zh-Hant, x-default (rule H3)",
		},
		{
			"hreflang-relative", fails, template, misled, "language versions have absolute URLs",
			"the language version %v is not absolute (rule H2)", "",
		},
		{
			"hreflang-repeated", fails, template, misled, "a page has one version of each language",
			"another version is also %v (rule H5)", "",
		},
		{
			"hreflang-self", fails, template, misled, "a page is one of its language versions",
			"the page has language versions, but is not one of them (rule H1)", "search engines ignore such lists",
		},
		{
			"hreflang-return", fails, template, misled, "language versions name each other",
			"the version %v does not link back to this page (rule H1)", "search engines ignore one-way links",
		},
		{"hreflang-dead", fails, template, misled, "language versions exist", "the version %v does not exist", ""},
		{
			"hreflang-noindex", fails, template, misled, "language versions can be indexed",
			"the version %v has noindex (rule H5)", "",
		},
		{
			"hreflang-canonical", warns, template, misled, "language versions are canonical pages",
			"the version %v leads to %n (rule H5)", "",
		},
		{
			"hreflang-lang", fails, template, misled, "the language of a page matches its version",
			"the page calls itself %v, but its html element %n", "",
		},
		{
			"social-relative", warns, template, unshared, "pictures for other sites have absolute URLs",
			"%v is not absolute: other sites cannot fetch it", "",
		},
		{"social-dead", fails, content, unshared, "pictures for other sites exist", "%v does not exist", ""},
		{
			"social-url", warns, template, unshared, "og:url is the canonical URL",
			"og:url is %v, but the canonical URL is %n", "",
		},
		{"json-ld-invalid", fails, template, unfactual, "linked data is valid", "the linked data cannot be read: %n", ""},
		{
			"json-ld-context", warns, template, unfactual, "linked data has a context",
			"the linked data has no @context: search engines ignore it",
			`add "@context": "https://schema.org"`,
		},
		{
			"json-ld-dead", fails, template, unfactual, "own URLs in linked data exist",
			"the linked data names %v, which does not exist%n", "",
		},
		{
			"date-invalid", fails, content, undated, "dates are valid", "%n %v is not a valid date",
			"write it like 2026-01-31 or 2026-01-31T12:00:00Z",
		},
		{
			"date-future", warns, content, undated, "dates of publication and change are past",
			"%n %v is in the future", "",
		},
		{"date-order", fails, content, undated, "dates of change are not before publication", "%n", ""},

		// the site
		{
			"orphan", warns, content, unfound, "each page has a link from another page", "no page links here",
			"crawlers may treat the page as unimportant",
		},
		{
			"redirect-dead", fails, host, deadEnd, "redirect targets exist",
			"the redirect leads to %v, which does not exist", "",
		},
		{"redirect-loop", fails, host, deadEnd, "redirects do not loop", "the redirect to %v forms a loop", ""},
		{
			"redirect-chain", warns, host, detour, "redirects lead directly to their target",
			"the redirect leads to %v, which redirects to %n", "redirect to the final URL",
		},
		{
			"redirect-hidden", warns, host, detour, "redirects have an effect",
			"a file exists at %v, so this rule has no effect",
			"to redirect anyway, write ! after the status",
		},
		{
			"sitemap-missing", warns, template, unfound, "pages that can be indexed are in the sitemap",
			"the page can be indexed, but is not in a sitemap", "",
		},
		{
			"feed-dead", fails, template, deadEnd, "feed items link to existing pages",
			"the item's URL %v does not exist", "",
		},
		{
			"sitemap-list", fails, template, unread, "sitemaps list pages, not sitemaps or feeds",
			"the sitemap lists %v as a page, but it is %n", "name sitemaps and feeds in an index or in robots.txt",
		},
		{
			"robots-sitemap", warns, template, unfound, "robots.txt announces the sitemap",
			"robots.txt does not announce the sitemap",
			"add the line Sitemap: %n",
		},
		{
			"sitemap-unannounced", warns, template, unfound, "robots.txt or an index announces the sitemap of each language",
			"neither robots.txt nor another sitemap announces this sitemap",
			"add the line Sitemap: %n to robots.txt",
		},
		{
			"robots-all", fails, template, hidden, "robots.txt lets crawlers in",
			"robots.txt disallows the home page for all crawlers",
			"check whether it is left over from a preview",
		},
		{
			"notfound-missing", warns, template, lost, "the site has a 404.html",
			"the site has no 404.html: hosts show their own", "",
		},
		{
			"notfound-relative", warns, template, lost, "404.html works at every depth",
			"404.html uses the relative URL %v, which depends on where the page is shown", "begin the URL with a slash",
		},
		{
			hosting.LimitRule, warns, host, refusedSite, "the site keeps the limits of its host", "%n", "",
		},
		{
			"name-odd", fails, content, unportable, "file names are suitable for URLs",
			"the name %v has characters that URLs should not contain",
			"",
		},
		{
			"name-clash", warns, content, unportable, "names differ in more than case",
			"the name differs from %v only in case",
			"on macOS and Windows, they are the same file",
		},
		{"url-long", warns, content, unread, "URLs have fewer than 2,048 characters", "the URL has %n (rule L1)", ""},
		{"file-odd", warns, content, unchecked, "all entries of the folder are files", "not checked: %n", ""},
		{
			"file-long", warns, content, unchecked, "pages are small enough to check in full",
			"only the first %n of the page were checked", "",
		},

		// other hosts, with --external
		{"external-dead", fails, content, deadEnd, "pages on other hosts exist", "%v answers %n", ""},
		{
			"external-moved", warns, content, detour, "pages on other hosts did not move permanently",
			"%v moved permanently to %n", "",
		},
		{
			"external-unsure", warns, content, unchecked, "pages on other hosts can be reached",
			"%v could not be checked: %n", "",
		},
	}
}

// sitemapRules returns the rules for sitemaps and robots.txt: docs/discovery-rules/_index.md.
func sitemapRules() []Rule {
	rule := func(id string, s diag.Severity, why, asks string) Rule {
		return Rule{ID: id, Severity: s, Owner: template, Why: why, Asks: asks}
	}
	return []Rule{
		rule("XML", fails, ignored, "sitemaps are well-formed XML"),
		rule("U1", fails, unread, "a sitemap has at most 50,000 URLs"),
		rule("U2", fails, unread, "a sitemap has at most 52,428,800 bytes"),
		rule("U3", fails, unread, "sitemaps are UTF-8"),
		rule("U4", fails, unread, "sitemaps have no control characters"),
		rule("U6", fails, unread, "namespaces are those of the protocol"),
		rule("U7", fails, unread, "elements are in the order of the schema"),
		rule("U8", fails, unread, "robots.txt lets crawlers read sitemaps"),
		rule("L1", fails, unread, "URLs are absolute and have fewer than 2,048 characters"),
		rule("L2", warns, wasted, "URLs have no fragment"),
		rule("L3", fails, unread, "URLs are percent-encoded"),
		rule("L4", fails, unread, "URLs are on the host of their sitemap"),
		rule("L5", fails, unread, "URLs are in the folder of their sitemap"),
		rule("L7", warns, wasted, "a URL is listed once"),
		rule("L8", fails, rival, "sitemaps list canonical pages"),
		rule("L9", fails, wasted, "sitemaps list pages that can be indexed and crawled and do not redirect"),
		rule("L10", warns, localOnly, "the base URL is not that of a local computer"),
		rule("L11", fails, wasted, "sitemaps list pages that exist"),
		rule("M1", fails, undated, "dates have the form of the schema"),
		rule("M2", warns, undated, "dates are dates of changes, not of a build"),
		rule("M3", warns, undated, "dates are not in the future"),
		rule("M6", fails, undated, "changefreq and priority have allowed values"),
		rule("I1", fails, unread, "an index has sitemaps and nothing else"),
		rule("I2", fails, unread, "an index has at most 50,000 sitemaps"),
		rule("I3", fails, unread, "an index does not name another index"),
		rule("I4", fails, unread, "an index names sitemaps in its folder"),
		rule("I5", warns, unread, "a site has at most 500 indexes"),
		rule("I6", warns, unread, "an index is not older than the sitemaps in it"),
		rule("I7", fails, unread, "sitemaps in an index exist and are not empty"),
		rule("G1", fails, unread, "a page lists at most 1,000 images"),
		rule("G3", warns, unread, "obsolete image elements are not used"),
		rule("V1", fails, unread, "videos have a thumbnail, a title, a description, and a file or player"),
		rule("V2", fails, unread, "values for videos are allowed"),
		rule("V3", warns, unread, "obsolete video elements are not used"),
		rule("V6", warns, unread, "videos are not expired"),
		rule("N1", fails, unread, "news have a publication, a language, a date, and a title"),
		rule("N2", fails, unread, "languages of news exist"),
		rule("N3", fails, unread, "dates of news have the form of the schema"),
		rule("N4", fails, unread, "a sitemap has at most 1,000 articles"),
		rule("N5", warns, unread, "articles are of the last two days"),
		rule("N7", warns, unread, "obsolete news elements are not used"),
		rule("H1", fails, misled, "language versions in sitemaps name each other"),
		rule("H2", fails, misled, "language versions in sitemaps have absolute URLs"),
		rule("H3", fails, misled, "languages in sitemaps exist"),
		rule("H4", fails, misled, "a page has one version for other languages"),
		rule("H5", fails, misled, "a page has one version per language"),
		rule("T3", fails, unread, "text sitemaps list the same URLs as XML sitemaps"),
		rule("X1", warns, ignored, "robots.txt is at the root of its host"),
		rule("X2", warns, ignored, "lines of robots.txt have an effect"),
		rule("X3", warns, ignored, "robots.txt is not longer than the part that crawlers read"),
		rule("X4", fails, unfound, "robots.txt announces existing sitemaps, with absolute URLs"),
		rule("X5", warns, ignored, "lines of robots.txt are known to crawlers"),
		rule("X6", warns, hidden, "crawlers can read pages that have noindex"),
		{
			ID: "X8", Severity: warns, Owner: template, Why: hidden, Asks: "robots.txt lets search engines in",
			say:  "robots.txt disallows the home page for %n, but not for all crawlers",
			hint: "remove the rule if these search engines may list the site",
		},
		rule("redirects", warns, deadEnd, "lines of _redirects are valid"),
		rule("headers", warns, ignored, "lines of _headers are valid"),
	}
}

// liveRules returns the rules for published sites: package live.
func liveRules() []Rule {
	rule := func(id string, s diag.Severity, owner, why, asks string) Rule {
		return Rule{ID: id, Severity: s, Owner: owner, Why: why, Asks: asks}
	}
	return []Rule{
		rule("live-unreachable", fails, host, deadEnd, "the host answers for each listed page"),
		rule("live-missing", fails, host, wasted, "listed pages are on the host"),
		rule("live-refused", fails, host, hidden, "listed pages are open to everybody"),
		rule("live-failing", fails, host, hidden, "the host answers without errors"),
		rule("live-redirect", fails, template, wasted, "listed URLs do not redirect to other pages"),
		rule("live-redirect-https", fails, template, wasted, "sitemaps list https URLs if the host redirects to them"),
		rule("live-redirect-host", fails, template, wasted, "sitemaps list URLs with or without www, as the host has them"),
		rule("live-redirect-form", fails, template, wasted,
			"sitemaps list URLs with or without a slash, as the host has them"),
		rule("live-redirect-case", fails, template, wasted, "sitemaps list URLs in the case that the host uses"),
		rule("live-noindex", fails, host, hidden, "no header forbids indexing of listed pages"),
		rule("live-canonical", fails, host, rival, "headers name no other canonical URL for a listed page"),
		rule("live-type", fails, host, garbled, "files have the content type of what they are"),
		rule("live-uncompressed", warns, host, slow, "the host compresses text"),
		rule("live-soft-404", fails, host, wasted, "pages that do not exist have status 404"),
		rule("live-http", warns, host, unsafe, "http redirects to https"),
		rule("live-robots", fails, host, ignored, "robots.txt is at the root of the host, as plain text"),
		rule("live-sitemap", fails, host, unread, "announced sitemaps can be read"),
		rule("live-feed", fails, host, unfed, "feeds that the home page names can be read"),
		rule("live-feed-reload", warns, host, slow, "feed readers can ask whether a feed changed"),
		rule("live-outdated", fails, host, undated, "the host has the files that were built"),
	}
}

// podcastRules returns the rules of check --podcast. Their sources: Apple's guide to RSS
// (https://help.apple.com/itc/podcasts_connect/#/itcb54353390), its requirements of feeds, audio, and covers
// (https://podcasters.apple.com/support/823-podcast-requirements, 893-audio-requirements, 896-artwork-requirements),
// and the namespace of the Podcast Index (https://podcasting2.org/docs/podcast-namespace).
func podcastRules() []Rule {
	return []Rule{
		{
			"podcast-required", fails, content, refused,
			"a show has title, description, language, cover, category, and explicit",
			"the show has no %n", "",
		},
		{
			"podcast-recommended", warns, content, unplayed, "a show has an author and a link", "the show has no %n", "",
		},
		{
			"podcast-owner", warns, content, refused, "a show names the e-mail address of its owner",
			"the show has no itunes:owner with itunes:email",
			"Spotify and other directories send the code that proves who owns the show to this address",
		},
		{
			"podcast-language", fails, template, refused, "the language of a show is a two-letter code with modifiers",
			"the language %v is not a code of ISO 639 such as en or en-us", "",
		},
		{
			"podcast-description", warns, content, refused, "descriptions have at most 4,000 bytes",
			"the description has %n", "Apple Podcasts allows 4,000",
		},
		{
			"podcast-guid", warns, template, unplayed, "a show has a podcast:guid", "the show has no podcast:guid",
			"for this URL, it is %n (in sitegen, guid below feeds.podcast); never change it again",
		},
		{
			"podcast-guid-invalid", fails, template, unplayed, "podcast:guid is a UUID", "the podcast:guid %v is not a UUID",
			"",
		},
		{
			"podcast-cover-size", fails, content, refused, "covers are squares of 1,400 to 3,000 pixels",
			"the cover %v has %n", "make it a square of 1400 to 3000 pixels",
		},
		{
			"podcast-cover-format", fails, content, refused, "covers are JPEG or PNG by content and name",
			"the cover %v is %n", "",
		},
		{
			"podcast-cover-color", warns, content, refused, "covers have RGB colors", "the cover %v has %n colors",
			"save it in RGB",
		},
		{
			"podcast-url", fails, template, refused, "files have absolute URLs", "%n: the URL %v is not absolute", "",
		},
		{"podcast-https", warns, template, refused, "files have https URLs", "%n: the URL %v uses http", "use https"},
		{"podcast-file", fails, content, refused, "files of the show exist", "%n: %v", ""},
		{
			"podcast-empty", fails, content, refused, "a show has an episode", "the show has no episode",
			"directories need at least one, which can be a trailer",
		},
		{"podcast-episode-title", fails, content, refused, "episodes have a title", "the episode has no title", ""},
		{
			"podcast-episode-guid", fails, template, unplayed, "episodes have a guid", "the episode %v has no guid",
			"apps take the URL of the file, and show the episode twice if it changes",
		},
		{"podcast-episode-date", fails, content, unplayed, "episodes have a date", "the episode %v has no pubDate", ""},
		{
			"podcast-enclosure", warns, content, refused, "episodes have a file", "the item %v has no enclosure",
			"podcast apps do not show it",
		},
		{
			"podcast-enclosure-repeated", fails, content, refused, "each episode has its own file",
			"the file %v is also that of %n", "Apple Podcasts ignores the second episode",
		},
		{
			"podcast-format", fails, content, refused, "files are MP3, AAC in M4A, MP4, MOV, or PDF by content",
			"the file %v is %n", "Apple Podcasts and Spotify play MP3 and AAC",
		},
		{"podcast-type", fails, template, refused, "type and name of a file match its content", "the file %v is %n", ""},
		{
			"podcast-length", fails, template, unplayed, "length is the size of the file", "the file %v has %n",
			"apps show a wrong size, or stop the download",
		},
		{
			"podcast-bitrate", warns, content, unplayed, "MP3 has at least 64 kbit/s (32 for one channel) and 44.1 kHz",
			"the file %v has %n",
			"Apple Podcasts recommends 128 to 256 kbit/s, and 96 to 128 for one channel, with 44.1 or 48 kHz",
		},
		{"podcast-duration", warns, template, unplayed, "itunes:duration is the length of the file", "%n", ""},
		{
			"podcast-number", fails, content, refused, "episodes of a serial have numbers",
			"the episode %v has no itunes:episode", "a show of the type serial needs one for each full episode",
		},
		{
			"podcast-number-repeated", warns, content, unplayed, "numbers of episodes are unique in their season",
			"the number %v is also that of %n", "",
		},
		{
			"podcast-person", fails, template, unplayed, "persons have a name and absolute URLs", "the podcast:person %v %n", "",
		},
		{"podcast-chapters", fails, template, unplayed, "files of chapters are valid", "the file %v %n", ""},
		{
			"podcast-transcript", warns, template, unplayed, "types of transcripts match their names",
			"the type of the transcript %v is %n", "",
		},
		{
			"podcast-size", warns, template, slow, "the feed of a show has at most 10 MiB", "the feed has %n",
			"apps load it every hour: shorten the texts of old episodes",
		},
	}
}

// feedRules returns the rules of feeds.Validate.
func feedRules() []Rule {
	var out []Rule
	for letter := 'A'; letter <= 'Z'; letter++ {
		for n := 1; n <= 20; n++ {
			id := fmt.Sprintf("%c%d", letter, n)
			if asks := feeds.Rule(id); asks != "" {
				out = append(out, Rule{ID: id, Severity: fails, Owner: template, Why: unfed, Asks: asks})
			}
		}
	}
	return out
}

// Rules returns all rules: first those for pages, by subject, then those for sitemaps and feeds, by ID.
func Rules() []Rule {
	out := slices.Concat(siteRules(), liveRules(), podcastRules())
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

// Wanted returns the findings of the rules that only and skip choose, as in SiteOptions. An unknown rule is an error.
func Wanted(found diag.List, only, skip []string) (diag.List, error) {
	if err := known(Rules(), only, skip); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(found, func(d *diag.Diagnostic) bool { return !wants(only, skip, d.Rule) }), nil
}

func wants(only, skip []string, id string) bool {
	return (len(only) == 0 || anyFits(only, id)) && !anyFits(skip, id)
}

// known returns an error if a pattern matches no rule.
func known(all []Rule, lists ...[]string) error {
	for _, pattern := range slices.Concat(lists...) {
		if !slices.ContainsFunc(all, func(r Rule) bool { return fits(pattern, r.ID) }) {
			return unknownRule(pattern, all)
		}
	}
	return nil
}

// message returns the message and the hint with value and note filled in.
func (r *Rule) message(value, note string) (message, hint string) {
	fill := strings.NewReplacer("%v", fmt.Sprintf("%q", words.Clip(value)), "%n", note)
	return fill.Replace(r.say), fill.Replace(r.hint)
}

// found returns a finding about a line of a file.
func (r *Rule) found(file string, line int, value, note string) *diag.Diagnostic {
	d := &diag.Diagnostic{Rule: r.ID, Severity: r.Severity, File: filepath.ToSlash(file), Line: line}
	d.Message, d.Hint = r.message(value, note)
	return d
}
