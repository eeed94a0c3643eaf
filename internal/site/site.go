// Package site assembles Documents into one frozen Site: URLs, sections, taxonomies, languages, menus,
// neighbors. It is pure: it does not read files, clock, environment, or git.
//
// This is the data model, of which HTML, sitemaps, feeds, and checks are projections. Assemble fills in
// everything, and nothing changes afterward. Slices and maps are shared, so callers must not change what a Site
// returns.
package site

import (
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
)

// Kind is a page kind: https://gohugo.io/methods/page/kind/
type Kind string

const (
	Home     Kind = "home"
	Section  Kind = "section"
	Regular  Kind = "page"
	Taxonomy Kind = "taxonomy"
	Term     Kind = "term"
	NotFound Kind = "404"    // the 404.html page; in no list
	Search   Kind = "search" // the page with the search field and all titles; in no list; specific to sitegen
	// HTMLSitemap is the site map for readers, which links to all listed pages; in no list; specific to
	// sitegen.
	HTMLSitemap Kind = "htmlsitemap"
	// FeedPage is the page that explains and lists the feeds; in no list; specific to sitegen.
	FeedPage Kind = "feedpage"
)

// Site contains all languages of a project.
type Site struct {
	Config   *config.Config
	Editions []*Edition // one a language, in Config.Languages order
	Pages    []*Page    // all pages of all languages, by ID
	Aliases  []Alias    // redirects, in output path order
	Standins []Standin  // redirects at the paths of pages, in the same order
	Now      time.Time
	// Until is the next time at which Assemble would give another result from otherwise equal inputs, because a
	// page is published or expires; zero if there is none.
	Until time.Time
	// Left lists the documents that are not built, with the reason.
	Left []Left

	git *content.Git // as in the Input
}

// Shallow reports whether git does not know when some files changed, as in a clone without full history (rule M4).
func (s *Site) Shallow() bool { return s.git != nil && s.git.Shallow }

// At returns the site at another time of the clock, which must be before Until and not before Now.
func (s *Site) At(now time.Time) *Site {
	out := *s
	out.Now = now
	return &out
}

// Edition is the site in one language; Hugo's templates call it .Site.
type Edition struct {
	Language *config.Language
	Base     *Base // where it is served
	Home     *Page
	NotFound *Page
	Search   *Page // nil when the project does not want one
	// SearchTaken is the project's page at the path of the search page, or nil.
	SearchTaken *Page
	// HTMLSitemap is nil if the project does not enable it, or has something else at its path.
	HTMLSitemap *Page
	// FeedPage is nil if the project does not enable it, or has something else at its path.
	FeedPage *Page
	// Pages and RegularPages are the pages that lists may show, in default order.
	Pages, RegularPages []*Page
	Sections            []*Page                 // of the home page
	Taxonomies          []*TaxonomyIndex        // by plural name
	Menus               map[string][]*MenuEntry // sorted; keys in lower case
	MainSections        []string
	Lastmod             time.Time // newest of all pages
	byPath              map[string]*Page
	// last path element -> the only page with it; nil if there are several
	byName    func() map[string]*Page
	tree      *content.Tree
	config    *config.Config
	languages []string            // lower-case keys of all languages, including disabled ones
	cascading []*content.Document // documents of pages that cascade values, by path
	slugged   bool                // the slug of some list is part of the URLs below it
}

// TaxonomyIndex is one taxonomy of one language.
type TaxonomyIndex struct {
	config.Taxonomy
	Page  *Page
	Terms []*TermIndex // those that pages have, by key
}

// TermIndex is one term with its pages.
type TermIndex struct {
	Key     string // as in .Site.Taxonomies: lower case
	Name    string // as written in the first page in default order; for metadata without pages, its folder
	Data    string // as written in the last page in path order: Hugo's .Data.Term
	Page    *Page
	Entries []WeightedPage // in term order: weight, then default order
}

// WeightedPage is a page with its <taxonomy>_weight in a term.
type WeightedPage struct {
	Weight int
	Page   *Page
}

// Page is one page: a Document in its place on the site, or a page without a document (an automatic section, a
// term).
type Page struct {
	ID          int    // index into Site.Pages; the order depends only on the inputs
	Key         string // language and logical path, unique: "en:/posts/one"; used in trace questions
	Kind        Kind
	Doc         *content.Document // nil for a page without a file
	Edition     *Edition
	Path        string   // logical path; "/" for home; "/tags/go" for a term
	SectionPath string   // Hugo's .Section: the first segment; "" for home
	Sections    []string // path of its section, split

	Said           // what it says about itself, and inherits
	TranslationKey string

	// it has no content in its language: its document is that of the default language (fallbackPages), or it is
	// a list of such pages
	Untranslated bool
	repeatable   bool // see mayRepeat

	Targets []Target // outputs in format order; the first is the canonical one; empty if not rendered
	URL     URL      // permalink; zero when there is none

	Parent    *Page   // nil for home
	Ancestors []*Page // nearest first
	Current   *Page   // CurrentSection: itself for a branch page
	*Lists            // of a branch page
	*Extras           // what few pages have
	// Next is newer or has less weight, as in Hugo (.Next, .Prev, .NextInSection, .PrevInSection).
	Next, Prev, NextInSection, PrevInSection *Page

	Translations []*Page     // of the same page in language order, including itself
	Terms        []PageTerms // of each taxonomy in which it has some

	name string // last element of the path as on disk or as first written: :contentbasename, automatic titles
	rank int    // position in the default order of its language

	CardHash, ParamsHash uint64 // answers to trace.PageCard and trace.PageParams
}

// Said is what a page says about itself and inherits, with the defaults of the configuration. A page of the
// next Site with the same document in the same place, and the same inherited values, shares it. See pageFields.
type Said struct {
	Title, LinkTitle, Description, Type string
	TypeSet                             bool // Type comes from front matter, a cascade, or a content adapter
	Weight                              int
	Params                              map[string]any // lower-case keys: all front matter, including cascaded values
	Dates                               content.Dates
	Sitemap                             *config.Sitemap // merged with that of the language, which most pages share
	// the last commit of the content file; nil if unknown or not requested
	Commit *content.Commit

	Draft                 bool
	CJK                   bool // isCJKLanguage, or detected in the text with HasCJKLanguage
	ListAlways, ListLocal bool // build.list: always / local (both false: never)
	Render, Link          bool // build.render: always (both), link (Link only), never (none)
	PublishResources      bool
}

// Lists are the lists of a branch page, in default order. All other pages share an empty one.
type Lists struct {
	Pages, RegularPages, RegularPagesRecursive, SubSections []*Page

	Term     *TermIndex     // of a term page
	Taxonomy *TaxonomyIndex // of a taxonomy or term page

	output *outputPath // nil when pages of the list cannot be counted
}

// Extras are values that few pages have. All others share an empty one, because a site may have a million
// pages.
type Extras struct {
	Owner *Page // for a content file inside a leaf bundle, the bundle's page; else nil
	SaidRarely
	Aliases   []string    // their paths in the first format, as .Aliases prints them: "/en/old", "/posts/was"
	Resources []*Resource // sorted as Hugo sorts them
	Menus     map[string]bool

	menus map[string]*MenuEntry // its own entries by menu
	// its aliases in each format
	aliasesIn map[*config.OutputFormat][]string
	linked    []Target // outputs that a page with a link that is not rendered would have
}

// SaidRarely contains what few pages say about themselves: see Said.
type SaidRarely struct {
	SummaryText string   // front matter `summary`
	Keywords    []string // front matter `keywords`
	AliasesSet  []string // front matter `aliases`, as written
	Layout      string
	Slug        string
}

// Shared empty values; they must not be changed.
var (
	noLists  = &Lists{}
	noExtras = &Extras{}
)

// Bare returns a page without content, for a Site that Assemble does not make.
func Bare(kind Kind) Page {
	return Page{Kind: kind, Lists: noLists, Extras: noExtras, Said: Said{Sitemap: &config.Sitemap{}}}
}

// lists returns the lists of a page that is being made.
func (p *Page) lists() *Lists {
	if p.Lists == noLists {
		p.Lists = &Lists{}
	}
	return p.Lists
}

// extras returns the extras of a page that is being made.
func (p *Page) extras() *Extras {
	if p.Extras == noExtras {
		p.Extras = &Extras{}
	}
	return p.Extras
}

// PageTerms are the terms of a page in a taxonomy.
type PageTerms struct {
	Taxonomy *TaxonomyIndex
	Pages    []*Page // in front matter order
}

// Target is one output of a page.
type Target struct {
	Format *config.OutputFormat
	URL    URL    // where it is served
	File   string // slash path in the output folder: "notes/one/index.html"
	Lost   bool   // something else is written there
}

// Same reports whether outputs of two Sites have the same format, URL, and file.
func (t Target) Same(u Target) bool {
	return t.Format.Name == u.Format.Name && t.File == u.File && t.URL.Same(u.URL)
}

// Resource is a file of a page, with the name from the page's metadata:
// https://gohugo.io/content-management/page-resources/
type Resource struct {
	*content.Resource        // nil for a page resource (Page is set then)
	Page              *Page  // a content file inside a leaf bundle; it has no URL
	Name, Title       string // after `resources` metadata
	Params            map[string]any
	URL               URL    // zero for a page
	File              string // slash path in the output folder; "" for a page
	Lazy              bool   // written only if a template asks for its URL (build.publishResources off)
	Lost              bool   // something else is written to File
	// the page next to which it is written: one in another language if this language has no file
	Home *Page
}

// Alias is a redirect page.
type Alias struct {
	File string // slash path in the output folder
	To   *Page
	URL  URL // target: the page's permalink or another URL (page/1, the root of the language)
	// Home is the output of the home page that a redirect between it and the folder of the default language leads to.
	Home *Target
}

// Standin is a redirect at the path of a page: it is written if no template renders the page.
type Standin struct {
	Alias
	Page    *Page
	Target  Target           // of the page
	Ignored *diag.Diagnostic // the warning if the page is written
}

// Leads returns the key of the page that a leads to, or "".
func (a *Alias) Leads() string {
	if a.To == nil {
		return ""
	}
	return a.To.Key
}

// Same reports whether redirects of two Sites have the same file and lead to the same URL and page. Either may
// be nil.
func (a *Alias) Same(b *Alias) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.File == b.File && a.URL.Same(b.URL) && a.Leads() == b.Leads()
}

// Left is a document that is not built.
type Left struct {
	Doc    *content.Document
	Reason string    // "draft", "future", "expired", "disabled"
	Date   time.Time // when a future page is published, or an expired one expired
}

// MenuEntry is one entry of a menu of one language.
type MenuEntry struct {
	config.MenuEntry
	Menu     string
	Page     *Page  // nil when the entry is only a URL
	Link     string // .URL as a template prints it
	Key      string // identifier, else name
	Children []*MenuEntry
}
