// Package listing decides which pages of a Site machines may see, and which rule excludes the others. One frozen
// Listing answers for all outputs: with which URL, dates, versions in other languages, files, and feeds. The packages
// below internal/emit write sitemaps, feeds, and other files from these answers.
//
// A page that one output may not list is in none of them. Two settings of authors exclude it from sitemaps only:
// sitemap.disable, and build.list: local. Rules are named by their ids in docs/discovery-rules/_index.md.
//
// A build uses it in this order: Declare decides from metadata, before anything is rendered, and heads of pages ask for
// Canonical, Alternates, and FeedLinks. Seal adds what the rendered pages say of themselves, Remember what earlier
// builds saw.
package listing

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/htmldoc/html"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// Listing decides which pages may be listed, and gives the reason if not. Declare makes it from metadata, and Seal
// makes it final from what the rendered pages say; both return frozen values.
type Listing struct {
	Site     *site.Site
	Unlisted []Exclusion // by page ID
	// Warnings are about the site in general: no base URL, a language without a valid code.
	Warnings diag.List

	places []place               // by site.Page.ID
	newer  map[*site.Page]string // for pages of older versions that could be listed: their URLs in the newest version
	named  map[*site.Page]string // newer as it was when the pages were rendered, and as their canonical links have it
	// current returns the current version of a document; nil: that of Site.
	current func(*content.Document) *content.Document
	// pageFeeds is the feeds key of front matter, by site.Page.ID.
	pageFeeds map[int]pageFeeds
	memory    memory
	past      func() map[*site.Page]time.Time // see pastChanges
	files     []File
	facts     []*PageFacts  // of the rendered pages, by page ID, nil where nothing was rendered; nil: nothing was
	versions  [][]Alternate // that finished pages name, by page ID; nil in a build
	editions  []edition
	indexes   map[*site.Page]bool        // pages that are listed with index.html in their URL: see withoutIndex
	linked    map[*site.Page]bool        // automatic lists that pages link to; nil before rendering
	goals     *goals                     // see LinkedLists
	assets    Assets                     // nil: only resources of pages are known
	rules     *sitemap.Robots            // of the project's robots.txt; nil: it has none
	hostRules map[string]*sitemap.Robots // by language, of those with their own robots.txt
}

// place is the set of lists that may contain a page.
type place uint8

const (
	nowhere   place = iota
	everyList       // sitemaps and feeds
	feedsOnly       // sitemap.disable, build.list local
)

// Exclusion is a page that sitemaps leave out, with the rule that excludes it: an ID in docs/discovery-rules/_index.md,
// or the front matter key that its author set.
type Exclusion struct {
	Page   *site.Page
	Reason Reason
	Rule   string             // "L8", "L9", "L11", "build.list", "sitemap.disable"
	Why    string             // for people: "its robots meta element has noindex"
	Key    string             // of the front matter that says it; "" when it is not said there
	Robots sitemap.RobotsRule // line of robots.txt that says it; zero when none does

	Rendered bool // the rendered page says it
}

// PageFacts is what a rendered page says about itself.
type PageFacts struct {
	NoIndex   bool   // a robots meta element with noindex or none
	Unwritten bool   // no template renders it: its URL has no file
	Canonical string // href of link rel=canonical; "" if there is none
	Refresh   string // where it sends readers before they can read it; "" for nowhere
	// Host is what the project's own _headers and _redirects say about its URL; nil if nothing.
	Host *HostRule

	// Main is the hash of its main content; 0: not known.
	Main uint64
	// Lists are the keys of the taxonomies that it links to, and Goals a hash of all that it could link to: see
	// LinkedLists.
	Lists []string
	Goals uint64
	// Media are its images and videos, when they were looked for.
	Media html.Media
	// Web is everything that a page of a finished site says; nil in a build.
	Web *webpage.Page
}

// HostRule describes, for people, a rule of the host that keeps a page from being read or indexed; "" if there is none.
type HostRule struct {
	Redirect string // "line 3 of _redirects leads from it to /b/"
	NoIndex  string // "_headers says X-Robots-Tag: noindex"
}

// ReadFacts returns the facts of a rendered HTML page. It is cheap: most pages are scanned, not parsed. media asks for
// the images and videos, too; prefix is the folder below which the site is served, "/blog" or "".
func ReadFacts(doc []byte, prefix string, media bool) PageFacts {
	says := html.Directives(doc)
	f := PageFacts{NoIndex: says.NoIndex, Canonical: says.Canonical, Main: html.MainHash(doc, prefix)}
	if r := says.Refresh; r.There && r.Delay <= webpage.LongestStay {
		f.Refresh = r.URL
	}
	if media {
		f.Media = html.ReadMedia(doc)
	}
	return f
}

// Declare decides from metadata alone which pages may be listed.
func Declare(s *site.Site) *Listing {
	l := &Listing{Site: s, places: make([]place, len(s.Pages)), past: past(s), goals: goalsOf(s)}
	var found, misnamed diag.List
	l.editions, found = readEditions(s)
	inLists := s.Listable()
	var c candidate // one for all pages
	for _, p := range s.Pages {
		if p.Owner != nil {
			continue // a resource of its bundle, not a page
		}
		c = candidate{l: l, page: p, inLists: inLists[p.ID]}
		c.judge(false)
	}
	yield(l, inLists)
	l.pageFeeds, misnamed = readPageFeeds(s)
	l.Warnings = slices.Concat(found, misnamed, checkLists(s), checkSections(s), planFeeds(l), oneWay(l), respelled(l))
	return l
}

// past returns a function with the pastChanges of a site, which it computes on the first call.
func past(s *site.Site) func() map[*site.Page]time.Time {
	return sync.OnceValue(func() map[*site.Page]time.Time { return pastChanges(s) })
}

// At returns a declared listing for the same site at another time of its clock (site.Site.At). current returns the
// current version of a document if only bodies changed since the site was made.
func (l *Listing) At(s *site.Site, current func(*content.Document) *content.Document) *Listing {
	out := *l
	out.Site, out.current, out.past = s, current, past(s)
	out.memory.changed = nil
	return &out
}

// Facts returns what the rendered page says about itself.
func (l *Listing) Facts(p *site.Page) *PageFacts {
	if l.facts != nil && l.facts[p.ID] != nil {
		return l.facts[p.ID]
	}
	return &PageFacts{}
}

// Listed reports whether sitemaps may contain p.
func (l *Listing) Listed(p *site.Page) bool { return l.places[p.ID] == everyList }

// InFeeds reports whether feeds may contain p.
func (l *Listing) InFeeds(p *site.Page) bool { return l.places[p.ID] != nowhere }

// Canonical returns the absolute canonical URL of p, "" if the base URL is unknown (rule L10) or p has no URL. If front
// matter `canonical` names another page, p is in no list (rule L8).
func (l *Listing) Canonical(p *site.Page) string {
	if p.URL.IsZero() || !l.edition(p).known {
		return ""
	}
	if c, _ := l.declaredCanonical(p); c != "" {
		return c
	}
	return l.Address(p)
}

// Allowed reports whether robots.txt of the host of a language lets crawlers read a path.
func (l *Listing) Allowed(e *site.Edition, path string) bool {
	rules := l.rulesOf(e)
	return rules == nil || rules.Allowed("*", path)
}

// rulesOf returns the rules for crawlers on the host of a language; nil if there are none.
func (l *Listing) rulesOf(e *site.Edition) *sitemap.Robots {
	if rules := l.hostRules[e.Language.Lower]; rules != nil {
		return rules
	}
	return l.rules
}

// Source returns the file that p is made from, "" if there is none.
func (l *Listing) Source(p *site.Page) string {
	switch {
	case p == nil:
	case p.Doc != nil:
		return p.Doc.File
	case l.Facts(p).Web != nil:
		return l.Facts(p).Web.Path
	}
	return ""
}

// Origin returns the position of the first of several keys that the configuration sets.
func Origin(cfg *config.Config, keys ...string) (file string, line int) {
	for _, key := range keys {
		file, number, found := strings.Cut(cfg.Origin[key], ":")
		if !found || strings.ContainsAny(file, " ") {
			continue
		}
		if _, err := fmt.Sscanf(number, "%d", &line); err == nil {
			return file, line
		}
	}
	return "", 0
}
