// Package config reads a project's configuration into one read-only value.
//
// The file is sitegen.toml, .yaml or .json, or a Hugo project's hugo.* / config.* with its config/
// folder, unchanged; every key of https://gohugo.io/configuration/all/ that concerns content, URLs,
// languages, lists, Markdown, sitemaps and feeds is understood, keys are case-insensitive.
// No configuration at all is a configuration: everything has a default.
package config

import (
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/assets/modules"
	"github.com/sitegen/sitegen/internal/config/markup"
	"github.com/sitegen/sitegen/internal/foreign"
)

// Config is the whole configuration, resolved: defaults, files, environment folder, environment
// variables and flags, in rising order of strength. Nobody writes to it after Load returns.
type Config struct {
	Project     string   // absolute folder of the project
	Files       []string // the files that were read, slash paths relative to Project, in order
	Hugo        bool     // the project speaks Hugo (hugo.*, config.*): where Hugo and sitegen differ, Hugo's way
	Environment string   // "production" by default
	Environ     []string // KEY=VALUE, of the process
	Server      bool     // the site is built to be previewed: what hugo.IsServer says
	// the content is a folder of Markdown files that know nothing of bundles: the project's own folder, or what another
	// tool reads
	Bare       bool
	IndexPages bool // nothing says how content/ is meant: see content.Options.IndexPages

	// Tool is content.Options.Tool, and Lenient says that no configuration was read, so that a file which cannot be
	// read as a page is left out. Folders are further folders of content that the tool has, relative to ContentDir, and
	// Looked is what was looked for to find the tool, relative to the project: its configuration, what that inherits, and
	// folders outside.
	Tool    *foreign.Dialect
	Lenient bool
	Folders []foreign.Folder
	Looked  []string

	// Guessed are the settings that nobody gave and that were guessed from the project's files, in order;
	// DefaultTheme is the embedded theme that is guessed for a project that names none, "" when its templates
	// are there for sure.
	Guessed      []Guess
	DefaultTheme string

	BaseURL string // as configured, with a final slash; "" or a path alone ("/sub/") when no origin is known (rule L10)

	DefaultLanguage                string // key
	DefaultLanguageInSubdir        bool
	DisableDefaultLanguageRedirect bool
	Languages                      []*Language // by weight, then key; disabled ones left out; never empty
	DisabledLanguages              []string    // lower-case keys of languages that are configured but off
	Multihost                      bool        // every language has a base URL, and so an output folder, of its own

	TimeZone *time.Location // of dates without an offset; UTC by default

	// Folders, slash paths relative to Project (absolute when configured so).
	ContentDir, PublishDir, AssetDir, DataDir, I18nDir, LayoutDir string
	StaticDirs                                                    []string
	ThemesDir                                                     string
	// of files by environment; absolute
	ConfigDir string
	Themes    []string                      // names of folders in ThemesDir, or absolute folders, strongest first
	Mounts    map[string]map[string][]Mount // by theme, "" for the project, and by kind: see Component
	Modules   []modules.Module              // those that Themes name
	Module    string                        // path of the project as a module; "project" without go.mod
	// of embeddedThemes, when `theme` names one that no folder has; it is weaker than Themes
	EmbeddedTheme string

	IgnoreFiles []string // regular expressions on the absolute slash path (Hugo's ignoreFiles)
	IgnoreGlobs []string // doublestar patterns relative to the content folder (sitegen's `ignore`)
	KeepGlobs   []string // the same, of files that another tool publishes although IgnoreGlobs or a hidden name says no

	BuildDrafts, BuildFuture, BuildExpired bool

	DisablePathToLower, RemovePathAccents bool
	DisableAliases                        bool
	// links of HTML pages are made relative, or absolute, when the pages are written
	RelativeURLs, CanonifyURLs bool

	OutputFormats map[string]*OutputFormat // by lower-case name; Hugo's defaults and the project's own
	MediaTypes    map[string]*MediaType    // by type ("text/html"); defaults and the project's own

	Dates    content.DateHandlers // Hugo's [frontmatter]; :default is expanded
	Markup   markup.Options
	Remote   Remote    // security.http, and how answers are kept
	Segments []Segment // those that are rendered (renderSegments); none: all of the site
	AllowRaw []string  // security.allowContent: media types of content other than Markdown, as regular expressions

	EnableGitInfo                                 bool
	EnableEmoji                                   bool
	EnableRobotsTXT                               bool
	EnableMissingTranslationPlaceholders          bool
	PrintI18nWarnings                             bool   // report texts without a translation
	TitleCaseStyle                                string // "ap" (default), "chicago", "go", "firstupper", "none"
	PluralizeListTitles, CapitalizeListTitles     bool
	RefLinksErrorLevel                            string // "error" (default) or "warning"
	RefLinksNotFoundURL                           string
	RSSLimit                                      int // services.rss.limit; -1 for none
	Related                                       Related
	NextPrevSortOrder, NextPrevInSectionSortOrder string // page.*; "desc" by default
	Minify                                        bool
	CacheOutputs                                  bool // keep the outputs, too, between builds
	NewContentEditor                              string

	Discovery Discovery
	Check     Check
	Post      Post
	Deploy    Deploy
	Notify    Notify
	Ledger    string // file of the ledger, relative to the project; "" (default): in the state folder, .sitegen/ledger

	// Root is the decoded tree after merging, keys in lower case: for `sitegen config` and site.Config-like lookups.
	Root map[string]any
	// Origin tells for each dotted lower-case key where its value came from ("hugo.toml:3", "SITEGEN_TITLE", "--baseURL",
	// "default").
	Origin map[string]string
}

// Language is one language's site with every setting resolved: what languages.KEY sets, else the root's.
// https://gohugo.io/configuration/languages/
type Language struct {
	Key       string // as configured, "pt-BR"
	Lower     string // the key in lower case, as it stands in URLs and file names
	Label     string // for people; when not set the key, and in a Hugo project ""
	Locale    string // BCP 47 tag; the lower-case key when not set
	Direction string // "ltr" or "rtl"; "" when not set, which means "ltr"
	Weight    int
	Index     int // position in Config.Languages
	Default   bool

	ContentDir string // its own content folder, "" when it shares Config.ContentDir
	BaseURL    string // multihost only, else ""

	Title            string
	Copyright        string
	Params           map[string]any // keys in lower case; never nil
	Menus            map[string][]MenuEntry
	SectionPagesMenu string

	Taxonomies     []Taxonomy      // by plural name
	DisableKinds   map[string]bool // lower-case kinds: page, section, taxonomy, term, rss, sitemap, robotstxt, 404, home
	Permalinks     []Permalink
	UglyURLs       func(section string) bool
	Outputs        map[string][]string // kind -> output format names in lower case
	MainSections   []string            // nil: the section with most pages
	Pagination     Pagination
	Sitemap        Sitemap
	Cascade        []Cascade
	SummaryLength  int
	HasCJKLanguage bool
	FallbackPages  bool // pages that it has not are shown in the default language
}

// Taxonomy is one way of grouping pages: `tag = "tags"`.
type Taxonomy struct{ Singular, Plural string }

// Pagination is Hugo's [pagination]: https://gohugo.io/configuration/pagination/
type Pagination struct {
	PagerSize      int    // 10
	Path           string // "page"
	DisableAliases bool
}

// Sitemap is Hugo's [sitemap]: https://gohugo.io/configuration/sitemap/
type Sitemap struct {
	ChangeFreq string
	Priority   float64 // -1: none
	Disable    bool
	Filename   string // "sitemap.xml"
}

// Permalink is a URL pattern for the pages of a kind in a section (or taxonomy):
// https://gohugo.io/configuration/permalinks/
type Permalink struct {
	Kind    string // page, section, taxonomy, term
	Section string // first path segment, or taxonomy name
	Pattern string
	Target  *Target // v0.161 list form; nil otherwise
	Key     string  // dotted key, in lower case, under which it was set: see Config.Position
}

// Cascade is a set of front matter values that pages below (or matched pages) inherit:
// https://gohugo.io/content-management/front-matter/#cascade
type Cascade struct {
	Target Target
	Values map[string]any // keys in lower case; params under "params"
}

// Target selects pages; the zero value selects all.
type Target struct {
	Path        string   // glob on the logical path
	Kind        string   // glob
	Environment string   // glob
	Languages   []string // globs on language keys
}

// MenuEntry is one entry of a configured or front matter menu: https://gohugo.io/configuration/menus/
type MenuEntry struct {
	Identifier, Name, Parent, Pre, Post, Title, PageRef, URL string
	Weight                                                   int
	Params                                                   map[string]any
}

// OutputFormat is one way of writing a page: https://gohugo.io/configuration/output-formats/
type OutputFormat struct {
	// Name as configured ("html", "rss", "Amp")
	Name, BaseName, Path, Rel, Protocol                                    string
	MediaType                                                              *MediaType
	IsHTML, IsPlainText, NoUgly, NotAlternative, Permalinkable, Root, Ugly bool
	Weight                                                                 int
}

// MediaType is a type with its file name suffixes, the first being the one written.
type MediaType struct {
	Type      string // "text/html"
	Suffixes  []string
	Delimiter string // "." or ""
}

// Related is Hugo's [related]: https://gohugo.io/configuration/related-content/
type Related struct {
	Threshold    int
	IncludeNewer bool
	ToLower      bool
	Indices      []RelatedIndex
}

// RelatedIndex is one [[related.indices]].
type RelatedIndex struct {
	Name, Type, Pattern  string // Type "basic" (default) or "fragments"
	Weight               int
	CardinalityThreshold int
	ApplyFilter, ToLower bool
}
