package sitemap

import "time"

// Entry is one page of a sitemap. Only Loc is required.
type Entry struct {
	// Loc is the URL, absolute; an IRI is turned into a URI, a fragment is cut off (rules L1 to L3).
	Loc string

	// LastMod is when the page last changed in a way that matters to its readers; zero means unknown and writes
	// nothing (rule M2: never the time of the build).
	LastMod time.Time
	// DateOnly writes LastMod as a day, without time and zone.
	DateOnly bool

	// ChangeFreq is always, hourly, daily, weekly, monthly, yearly or never; "" writes nothing. Google
	// and Bing ignore it (rule M6).
	ChangeFreq string
	// Priority is 0.0 to 1.0, relative to the site's other pages (rule M6). HasPriority means that 0.0 is
	// intended; without it 0.0 writes nothing.
	Priority    float64
	HasPriority bool

	// Alternates are all language versions of the page, including itself (rule H1).
	Alternates []Alternate

	// Images are the images of the page, at most 1,000 (rule G1), and Videos its videos. Options tell where
	// they are written.
	Images []Image
	Videos []Video
	// News makes the page an article; it is written to the news sitemap as well (rules N1 to N6). nil for
	// other pages.
	News *News
}

// Alternate is one language version of a page, for hreflang.
type Alternate struct {
	// Lang is an ISO 639-1 language with an optional script and region ("en", "zh-Hant", "pt-BR"), or
	// "x-default" for readers of none of them (rules H3, H4).
	Lang string
	// Href is its URL, absolute; other hosts are allowed (rule H2).
	Href string
}

// Violation is a value that a rule forbids. It is reported and left out of the output.
type Violation struct {
	Rule  string // id of the rule: "L1"
	Entry string // Loc of the entry as given; "" if the violation is not in an entry
	Field string // "loc", "lastmod", "hreflang", …
	Value string // the value as it was given
}

// Error returns a sentence that names field, value, entry and rule.
func (v Violation) Error() string {
	s := v.Field + " " + quote(v.Value)
	if v.Entry != "" && v.Entry != v.Value {
		s += " of " + quote(v.Entry)
	}
	return s + " breaks rule " + v.Rule + ": " + rules[v.Rule]
}

// quote quotes s, truncated to a length that fits in a terminal.
func quote(s string) string {
	if r := []rune(s); len(r) > 200 {
		s = string(r[:200]) + "…"
	}
	return `"` + s + `"`
}

// rules contains a short description of each rule.
var rules = map[string]string{
	"U2": "an entry fits into one file",
	"U4": "only characters of XML 1.0",
	"L1": "an absolute http or https address below 2,048 characters",
	"L4": "a URL has the scheme, host, and port of the sitemap",
	"L5": "a URL is in the sitemap's directory or below",
	"L7": "a URL is listed once",
	"M1": "a W3C date from 1970-01-02 to the year 9999",
	"M3": "a change is in the past",
	"M6": "a changefreq of the protocol, a priority from 0.0 to 1.0",
	"H1": "the versions of a page include the page itself",
	"H2": "the address of a version is absolute",
	"H3": "an ISO 639-1 language, optionally with an ISO 15924 script and an ISO 3166-1 region",
	"H4": "at most one x-default",
	"H5": "one version for each language",
	"I1": "an index names each sitemap by its absolute address",
	"I2": "an index names at most 50,000 sitemaps",
	"I3": "an index names sitemaps, not another index",
	"I4": "an index names sitemaps of its own site, in its directory or below",
	"G1": "at most 1,000 images, each with an absolute http or https address",
	"V1": "a video has a thumbnail, a title, a description, and its own URL",
	"V2": "an optional value of a video is one that the schema takes",
	"N1": "an article has a publication, a language, a date and a title",
	"N2": "an ISO 639 language of two or three letters, zh-cn or zh-tw",
	"N3": "an article was published in the past",
	"N5": "an article is not older than two days",
}
