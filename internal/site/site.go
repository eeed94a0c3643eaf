// Package site puts Documents together into one frozen Site: URLs, sections, taxonomies,
// languages, menus, neighbours. It is pure: no file, clock, environment or git is read here.
//
// This is the data model. HTML, sitemaps, feeds and checks are projections of it. Everything is
// filled in by Assemble and never changed after; slices and maps are shared, so nobody may write
// to what a Site returns.
package site

import (
	"time"

	"github.com/sitegen/sitegen/content"
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
	Search   Kind = "search" // the page with the search field and all titles; in no list. sitegen's own
	// HTMLSitemap is the site map for people, which links to all listed pages; in no list. sitegen's own.
	HTMLSitemap Kind = "htmlsitemap"
	// FeedPage is the page that says what feeds are and which there are; in no list. sitegen's own.
	FeedPage Kind = "feedpage"
)

// Site is all languages of a project.
type Site struct {
	Config   *config.Config
	Editions []*Edition // one a language, in Config.Languages order
	Pages    []*Page    // all pages of all languages, by ID
	Aliases  []Alias    // redirects, in output path order
	Now      time.Time
	// Until is the next moment at which Assemble would give something else without any other input being
	// different, since a page is published or expires; zero when there is none.
	Until time.Time
	// Left are the documents that are not built, with the reason.
	Left []Left

	git *content.Git // as in the Input
}

// At returns the site at another time of the clock, which lies before Until and not before Now.
func (s *Site) At(now time.Time) *Site {
	out := *s
	out.Now = now
	return &out
}

// Edition is one language's site (what Hugo's templates know as .Site).
type Edition struct {
	Language *config.Language
	Base     *Base // where it is served
	Home     *Page
	NotFound *Page
	Search   *Page // nil when the project does not want one
	// SearchTaken is the project's page that is written where the search page would be, nil for none.
	SearchTaken *Page
	// HTMLSitemap is nil when the project does not ask for one or has something else at its address.
	HTMLSitemap *Page
	// FeedPage is nil when the project does not ask for one or has something else at its address.
	FeedPage *Page
	// Pages and RegularPages are those that lists may show, in default order.
	Pages, RegularPages []*Page
	Sections            []*Page                 // of the home page
	Taxonomies          []*TaxonomyIndex        // by plural name
	Menus               map[string][]*MenuEntry // sorted; keys in lower case
	MainSections        []string
	Lastmod             time.Time // newest of all pages
	byPath              map[string]*Page
	byName              func() map[string]*Page // last path element -> the only page with it; nil: several
	tree                *content.Tree
	languages           []string            // lower-case keys of all languages, also those that are off
	cascading           []*content.Document // of pages that cascade values, by path
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
	Name    string // as the first page in default order writes it; of metadata without pages its folder
	Data    string // as the last page in path order writes it: Hugo's .Data.Term
	Page    *Page
	Entries []WeightedPage // in term order: weight, then default order
}

// WeightedPage is a page with its <taxonomy>_weight in a term.
type WeightedPage struct {
	Weight int
	Page   *Page
}

// Page is one page: a Document's place in the site, or a page that exists without one (an automatic
// section, a term).
type Page struct {
	ID          int    // index into Site.Pages; the order is a pure function of the inputs
	Key         string // language and logical path, unique: "en:/posts/one"; trace questions use it
	Kind        Kind
	Doc         *content.Document // nil for a page without a file
	Edition     *Edition
	Path        string   // logical path; "/" for home; "/tags/go" for a term
	SectionPath string   // Hugo's .Section: the first segment; "" for home
	Sections    []string // path of the section that it lies in, split

	Said           // what it says of itself, and inherits
	TranslationKey string

	// it says nothing in its language: its document is that of the default language (fallbackPages), or it is a list of
	// such pages
	Untranslated bool
	repeatable   bool // see mayRepeat

	Targets []Target // outputs in format order; the first is the canonical one; empty when not rendered
	URL     URL      // permalink; zero when there is none

	Parent    *Page   // nil for home
	Ancestors []*Page // nearest first
	Current   *Page   // CurrentSection: itself for a branch page
	*Lists            // of a branch page
	*Extras           // what few pages have
	// Neighbours: Next is newer/lower weight as in Hugo (.Next, .Prev, .NextInSection, .PrevInSection).
	Next, Prev, NextInSection, PrevInSection *Page

	Translations []*Page     // of the same page in language order, itself included
	Terms        []PageTerms // of each taxonomy in which it has some

	name string // last element of the path as on disk or as first written: :contentbasename, automatic titles
	rank int    // position in the default order of its language

	CardHash, ParamsHash uint64 // answers to trace.PageCard and trace.PageParams
}

// Said is what a page says of itself and inherits, with the defaults of the configuration: a page of the next Site that
// has the same document at the same place, and inherits the same, says the same. See pageFields.
type Said struct {
	Title, LinkTitle, Description, Type string
	Weight                              int
	Params                              map[string]any // keys in lower case: all front matter, cascaded values included
	Dates                               content.Dates
	Sitemap                             *config.Sitemap // merged over the language's, which most pages share
	// the last change of the content file as git knows it; nil: not known or not asked for
	Commit *content.Commit

	Draft                 bool
	CJK                   bool // isCJKLanguage, or told from the text when HasCJKLanguage
	ListAlways, ListLocal bool // build.list: always / local (both false: never)
	Render, Link          bool // build.render: always (both), link (Link only), never (none)
	PublishResources      bool
}

// Lists are those of a branch page, in default order. Other pages share one that is empty.
type Lists struct {
	Pages, RegularPages, RegularPagesRecursive, SubSections []*Page

	Term     *TermIndex     // of a term page
	Taxonomy *TaxonomyIndex // of a taxonomy or term page

	output *outputPath // nil when pages of the list cannot be counted
}

// Extras are what few pages have. All others share one that is empty: a site may have a million pages.
type Extras struct {
	Owner *Page // of a content file inside a leaf bundle: the bundle's page; else nil
	SaidRarely
	Aliases   []string    // the paths that they stand for, as .Aliases prints them: "/en/old", "/posts/was"
	Resources []*Resource // sorted as Hugo sorts them
	Menus     map[string]bool

	menus  map[string]*MenuEntry // its own entries by menu
	linked []Target              // addresses of a page that is not rendered but has a link
}

// SaidRarely is what few pages say of themselves: see Said.
type SaidRarely struct {
	SummaryText string   // front matter `summary`
	Keywords    []string // front matter `keywords`
	AliasesSet  []string // front matter `aliases`, as written
	Layout      string
	Slug        string
}

// Nobody writes into these.
var (
	noLists  = &Lists{}
	noExtras = &Extras{}
)

// Bare returns a page of a kind that says nothing yet, for a Site that is not made by Assemble.
func Bare(kind Kind) Page {
	return Page{Kind: kind, Lists: noLists, Extras: noExtras, Said: Said{Sitemap: &config.Sitemap{}}}
}

// lists returns the lists of a page that is being made, to be filled in.
func (p *Page) lists() *Lists {
	if p.Lists == noLists {
		p.Lists = &Lists{}
	}
	return p.Lists
}

// extras returns the extras of a page that is being made, to be filled in.
func (p *Page) extras() *Extras {
	if p.Extras == noExtras {
		p.Extras = &Extras{}
	}
	return p.Extras
}

// PageTerms are the terms of a page in a taxonomy.
type PageTerms struct {
	Plural string  // name of the taxonomy
	Pages  []*Page // in front matter order
}

// Target is one output of a page.
type Target struct {
	Format *config.OutputFormat
	URL    URL    // where it is served
	File   string // slash path in the output folder: "notes/one/index.html"
	Lost   bool   // something else is written there
}

// Same reports whether outputs of two Sites have the same format, address and file.
func (t Target) Same(u Target) bool {
	return t.Format.Name == u.Format.Name && t.File == u.File && t.URL.Same(u.URL)
}

// Resource is a file of a page, as its page's metadata names it:
// https://gohugo.io/content-management/page-resources/
type Resource struct {
	*content.Resource        // nil for a page resource (Page is set then)
	Page              *Page  // a content file inside a leaf bundle; it has no URL
	Name, Title       string // after `resources` metadata
	Params            map[string]any
	URL               URL    // zero for a page
	File              string // slash path in the output folder, "" for a page
	Lazy              bool   // written only when a template asks for its address (build.publishResources off)
	Lost              bool   // something else is written to File
	// the page beside which it is written: of another language when this one has no file of its own
	Home *Page
}

// Alias is a redirect page.
type Alias struct {
	File string // slash path in the output folder
	To   *Page
	URL  URL // target; the page's permalink, or another (page/1, the language root)
}

// Leads returns the key of the page that a leads to; "" when it leads to none.
func (a *Alias) Leads() string {
	if a.To == nil {
		return ""
	}
	return a.To.Key
}

// Same reports whether redirects of two Sites have the same file and lead to the same address and page. Either may be
// nil.
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
	Date   time.Time // when a future page goes live or an expired one ended
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
