package view

import (
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"path"
	"sync/atomic"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/tmpl"
	"github.com/sitegen/sitegen/internal/template/tmpl/funcs"
)

// Page is a page as templates see it: https://gohugo.io/methods/page/
type Page struct {
	p   *site.Page
	s   *perSite
	res *site.Resource // metadata for a page that is a resource of a bundle; else nil
	all bool           // its lists are those of the site, as for robots.txt

	shared func(site.Anchor) bool // for a related page: which of its headings led to it

	params atomic.Pointer[tmpl.Params] // set if there are nested maps
}

// Model returns the page of the site behind a view. It is a function, since templates can call methods.
func Model(p *Page) *site.Page { return p.p }

// IsWhole reports whether p shows just its model: it is neither the page of a resource, nor the page for robots.txt.
func IsWhole(p *Page) bool { return !p.all && p.res == nil }

// Pages is a list of pages: https://gohugo.io/methods/pages/
type Pages []*Page

// asPage returns the page in a value: a page, or a page with its weight in a term; nil for other values.
func asPage(v any) *Page {
	switch v := v.(type) {
	case *Page:
		return v
	case WeightedPage:
		return v.Page
	case *WeightedPage:
		if v != nil {
			return v.Page
		}
	}
	return nil
}

// String is the output of printing a page (string): "Page(/posts/one)".
func (p *Page) String() string { return "Page(" + p.p.Path + ")" }

// PrintableValue is the page; nil, which prints nothing, for a page that does not exist.
func (p *Page) PrintableValue() any {
	if p == nil {
		return nil
	}
	return p
}

// Title is the title (string): https://gohugo.io/methods/page/title/
func (p *Page) Title() string { return p.p.Title }

// LinkTitle is the short title for links, or the title if none is set (string):
// https://gohugo.io/methods/page/linktitle/
func (p *Page) LinkTitle() string {
	return cmp.Or(p.p.LinkTitle, p.p.Title)
}

// Name is the title of a page, the last part of a term as written in front matter, or the name of a page that is a
// resource (string): https://gohugo.io/methods/resource/name/
func (p *Page) Name() string {
	switch {
	case p.res != nil:
		return p.res.Name
	case p.p.Term != nil:
		return path.Base(p.p.Term.Name)
	}
	return p.p.Title
}

// Description is the front matter value (string): https://gohugo.io/methods/page/description/
func (p *Page) Description() string { return p.p.Description }

// RawSummary is the summary in front matter, as written (string): https://gohugo.io/methods/page/rawsummary/
func (p *Page) RawSummary() string { return p.p.SummaryText }

// Date is the page's date, the zero time if it has none (time.Time): https://gohugo.io/methods/page/date/
func (p *Page) Date() time.Time { return p.p.Dates.Date }

// Lastmod is the date of the last change (time.Time): https://gohugo.io/methods/page/lastmod/
func (p *Page) Lastmod() time.Time { return p.p.Dates.Lastmod }

// PublishDate is the date from which the page is published (time.Time):
// https://gohugo.io/methods/page/publishdate/
func (p *Page) PublishDate() time.Time { return p.p.Dates.PublishDate }

// ExpiryDate is the date from which the page is no longer published (time.Time):
// https://gohugo.io/methods/page/expirydate/
func (p *Page) ExpiryDate() time.Time { return p.p.Dates.ExpiryDate }

// Weight is the front matter value, 0 when unset (int): https://gohugo.io/methods/page/weight/
func (p *Page) Weight() int { return p.p.Weight }

// Draft reports whether the page is a draft (bool): https://gohugo.io/methods/page/draft/
func (p *Page) Draft() bool { return p.p.Draft }

// Kind is home, page, section, taxonomy or term (string): https://gohugo.io/methods/page/kind/
func (p *Page) Kind() string { return string(p.p.Kind) }

// Type is the content type, by default the section (string): https://gohugo.io/methods/page/type/
func (p *Page) Type() string { return p.p.Type }

// Layout is the front matter value (string): https://gohugo.io/methods/page/layout/
func (p *Page) Layout() string { return p.p.Layout }

// Slug is the front matter value (string): https://gohugo.io/methods/page/slug/
func (p *Page) Slug() string { return p.p.Slug }

// Path is the logical path, rooted, with the extension only if the page is a resource of another (string):
// https://gohugo.io/methods/page/path/
func (p *Page) Path() string {
	if p.res != nil && p.p.Doc != nil {
		return p.p.Path + path.Ext(p.p.Doc.File)
	}
	return p.p.Path
}

// Section is the first segment of the path, "" for the home page (string):
// https://gohugo.io/methods/page/section/
func (p *Page) Section() string { return p.p.SectionPath }

// IsHome reports whether this is the home page (bool): https://gohugo.io/methods/page/ishome/
func (p *Page) IsHome() bool { return p.p.Kind == site.Home }

// IsPage reports whether this is a regular page (bool): https://gohugo.io/methods/page/ispage/
func (p *Page) IsPage() bool { return p.p.Kind == site.Regular }

// IsSection reports whether this is a section page (bool): https://gohugo.io/methods/page/issection/
func (p *Page) IsSection() bool { return p.p.Kind == site.Section }

// IsNode reports whether the page can have a list (bool): https://gohugo.io/methods/page/isnode/
func (p *Page) IsNode() bool { return p.p.Kind != site.Regular && p.p.Kind != site.NotFound }

// IsBranch reports whether the page can have a list (bool): https://gohugo.io/methods/page/isbranch/
func (p *Page) IsBranch() bool { return p.IsNode() }

// BundleType is leaf, branch or, for a page outside a bundle, "" (string):
// https://gohugo.io/methods/page/bundletype/
func (p *Page) BundleType(c *Call) string {
	p.File(c)
	switch {
	case p.p.Doc != nil && p.p.Doc.Form == content.Leaf:
		return "leaf"
	case p.p.Doc != nil && p.p.Doc.Form == content.Branch:
		return "branch"
	case p.p.Doc == nil && p.p.Kind != site.Regular && !p.p.Apart():
		return "branch"
	}
	return ""
}

// Permalink is the absolute URL, "" if the page has none (string): https://gohugo.io/methods/page/permalink/
func (p *Page) Permalink(c *Call) string { return p.address(c).Abs() }

// RelPermalink is the URL without scheme and host, "" if the page has none (string):
// https://gohugo.io/methods/page/relpermalink/
func (p *Page) RelPermalink(c *Call) string { return p.address(c).Rel() }

// address returns the page's URL or, while pages are written in another permalinkable format that the page also has,
// the URL of that (https://gohugo.io/configuration/output-formats/#permalinkable).
func (p *Page) address(c *Call) site.URL {
	p.record(c, trace.PageCard)
	return addressIn(p.p, c)
}

// addressIn is address without a question, for callers that have already asked.
func addressIn(p *site.Page, c *Call) site.URL {
	if c != nil && c.Target.Format != nil && c.Target.Format.Permalinkable {
		for _, t := range p.Targets {
			if t.Format == c.Target.Format {
				return t.URL
			}
		}
	}
	return p.URL
}

// Language is the page's language (Language): https://gohugo.io/methods/page/language/
func (p *Page) Language() *Language { return p.Site().Language() }

// Lang is the key of the page's language (string).
func (p *Page) Lang() string { return p.p.Edition.Language.Lower }

// Site is the site of the page's language (Site): https://gohugo.io/methods/page/site/
func (p *Page) Site() *Site { return p.s.Site(p.p.Edition) }

// Sites are the sites of all languages (Sites): https://gohugo.io/methods/page/sites/
func (p *Page) Sites() Sites { return p.s.Sites }

// Page is the page itself (Page): https://gohugo.io/methods/page/page/
func (p *Page) Page() *Page { return p }

// Eq reports whether other is the same page (bool): https://gohugo.io/methods/page/eq/
func (p *Page) Eq(other any) bool {
	o := asPage(other)
	if p == nil || o == nil {
		return p == o // the parent of a home page is nil
	}
	return o.p == p.p
}

// Params are the front matter parameters, including cascaded ones (Params): https://gohugo.io/methods/page/params/
func (p *Page) Params() tmpl.Params { return tmpl.KeptParams(&p.params, p.p.Params) }

// Param is a parameter of the page, else of the site; the key may be a dotted path (any):
// https://gohugo.io/methods/page/param/
func (p *Page) Param(c *Call, key any) (any, error) {
	k, err := funcs.Text("Param", key)
	if err != nil {
		return nil, err
	}
	p.record(c, trace.PageParams)
	if v, ok := p.Params().Lookup(k); ok {
		return v, nil
	}
	return p.Site().Param(c, k)
}

// Keywords is the front matter value ([]string): https://gohugo.io/methods/page/keywords/
func (p *Page) Keywords() []string { return p.p.Keywords }

// Aliases are the paths of the page's redirects ([]string): https://gohugo.io/methods/page/aliases/
func (p *Page) Aliases(c *Call) []string { return p.p.AliasesIn(c.Target.Format) }

// Sitemap has the sitemap settings of the page (Sitemap): https://gohugo.io/methods/page/sitemap/
func (p *Page) Sitemap() Sitemap { return Sitemap(*p.p.Sitemap) }

// File is the content file; nil for a page without one (File):
// https://gohugo.io/methods/page/file/
func (p *Page) File(c *Call) *File {
	if p.p.Doc == nil {
		c.Ask(trace.List, p.p.Key+"#File", 0)
		return nil
	}
	d := p.p.Doc
	c.Ask(trace.List, p.p.Key+"#File", trace.Mix(trace.HashStrings(d.Path, d.File, d.Lang), uint64(d.Form)))
	return NewFile(p.p.Doc)
}

// GitInfo is the last commit of the content file; nil if it is not known (GitInfo):
// https://gohugo.io/methods/page/gitinfo/
func (p *Page) GitInfo() *GitInfo {
	if p.p.Commit == nil {
		return nil
	}
	return (*GitInfo)(p.p.Commit)
}

// CodeOwners is empty: CODEOWNERS files are not read ([]string):
// https://gohugo.io/methods/page/codeowners/
func (p *Page) CodeOwners() []string { return nil }

// OutputFormats are the formats in which the page is written, or the one in which it would be (OutputFormats):
// https://gohugo.io/methods/page/outputformats/
func (p *Page) OutputFormats(c *Call) OutputFormats {
	p.askFormats(c)
	addresses := p.p.Addresses()
	out := make(OutputFormats, len(addresses))
	for i, t := range addresses {
		out[i] = OutputFormat{t, len(addresses) == 1}
	}
	return out
}

// askFormats records the question for the formats of a page and their URLs.
func (p *Page) askFormats(c *Call) {
	if c == nil || c.Recorder == nil {
		return
	}
	h := uint64(1)
	for _, t := range p.p.Addresses() {
		h = trace.Mix(trace.Mix(h, trace.HashString(t.Format.Name)), trace.HashString(t.URL.Abs()))
	}
	c.Ask(trace.List, p.p.Key+"#OutputFormats", h)
}

// AlternativeOutputFormats are the other formats than the one being rendered (OutputFormats):
// https://gohugo.io/methods/page/alternativeoutputformats/
func (p *Page) AlternativeOutputFormats(c *Call) OutputFormats {
	p.askFormats(c)
	if c != nil {
		c.OfPage++
	}
	var out OutputFormats
	for i, t := range p.p.Addresses() {
		current := i == 0
		if c != nil && c.Page == p && c.Target.Format != nil {
			current = t.Format == c.Target.Format
		}
		if !current && !t.Format.NotAlternative {
			out = append(out, OutputFormat{t, false})
		}
	}
	return out
}

// Render executes a content view with the page, or the second argument, as its context (template.HTML):
// https://gohugo.io/methods/page/render/
func (p *Page) Render(c *Call, args ...any) (template.HTML, error) {
	view, dot := "", any(p)
	switch len(args) {
	case 0:
	case 2:
		dot = args[1]
		fallthrough
	case 1:
		var err error
		if view, err = tmpl.Key(args[0]); err != nil {
			return "", errors.New("Render requires the name of a content view")
		}
	default:
		return "", fmt.Errorf("Render requires a content view and at most one context, not %d arguments", len(args))
	}
	out, err := c.Renderer.ContentView(p, view, dot)
	return template.HTML(out), err
}
