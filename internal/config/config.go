// Package config reads a project's configuration into one immutable value.
//
// The file is sitegen.toml, .yaml, or .json, or a Hugo project's hugo.* / config.* with its config/ folder,
// unchanged. Every key of https://gohugo.io/configuration/all/ that concerns content, URLs, languages, lists,
// Markdown, sitemaps, and feeds is supported; keys are case-insensitive. A project needs no configuration:
// everything has a default.
package config

import (
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/assets/minifier"
	"github.com/sitegen/sitegen/internal/assets/modules"
	"github.com/sitegen/sitegen/internal/config/markup"
	"github.com/sitegen/sitegen/internal/foreign"
)

// Config is the resolved configuration. In increasing precedence, it comes from defaults, files, environment
// folder, environment variables, and flags. It is immutable after Load returns.
type Config struct {
	Project string   // absolute folder of the project
	Files   []string // the files that were read, as slash paths relative to Project, in order
	// the project is a Hugo project (hugo.*, config.*), so Hugo's behavior applies where sitegen differs
	Hugo        bool
	Release     Release  // the Hugo whose behavior the project gets where releases differ
	Environment string   // "production" by default
	Environ     []string // KEY=VALUE, of the process
	Server      bool     // the build is for the preview; the value of hugo.IsServer
	// the content is a folder of Markdown files that does not use bundles: the project's own folder, or that of
	// another tool
	Bare       bool
	IndexPages bool // it is not known how content/ is meant: see content.Options.IndexPages
	// FolderSections is content.Options.FolderSections: the tree of the docs theme shows every folder.
	FolderSections bool

	// Tool is content.Options.Tool. Lenient means that no configuration was read, so a file that cannot be read
	// as a page is left out. Folders are content folders of the tool. Looked
	// lists the paths that were examined to detect the tool, relative to the project: its configuration, the
	// files that it inherits, and folders outside.
	Tool    *foreign.Dialect
	Lenient bool
	Folders []foreign.Folder
	Looked  []string

	// Guessed are the settings that were not configured but guessed from the project's files, in order.
	// DefaultTheme is the embedded theme for a project that configures none, or "" if the project certainly has
	// its own templates.
	Guessed      []Guess
	DefaultTheme string

	// as configured, with a final slash; "" or a bare path ("/sub/") if the origin is unknown (rule L10)
	BaseURL string

	DefaultLanguage                string // key
	DefaultLanguageInSubdir        bool
	DisableDefaultLanguageRedirect bool
	Languages                      []*Language // by weight, then key; without disabled ones; never empty
	DisabledLanguages              []string    // lower-case keys of configured languages that are disabled
	Multihost                      bool        // every language has its own base URL, and so its own output folder

	Local // of the languages that say nothing else

	Versions, Roles Dimension

	// Folders: slash paths relative to Project (absolute if configured so).
	ContentDir, PublishDir, AssetDir, DataDir, I18nDir, LayoutDir string
	StaticDirs                                                    []string // those of all languages
	ThemesDir                                                     string
	// folder of configuration files by environment; absolute
	ConfigDir string
	// names of folders in ThemesDir, or absolute folders, highest precedence first
	Themes  []string
	Mounts  map[string]map[string][]Mount // by theme ("" for the project), and by kind: see Component
	Modules []modules.Module              // those that Themes name
	Module  string                        // path of the project as a module; "project" without go.mod
	// one of embeddedThemes, if `theme` names one that has no folder; Themes take precedence
	EmbeddedTheme string

	IgnoreFiles []string // regular expressions for the absolute slash path (Hugo's ignoreFiles)
	IgnoreGlobs []string // doublestar patterns relative to the content folder (sitegen's `ignore`)
	// the same, for files that another tool publishes although IgnoreGlobs match or the name is hidden
	KeepGlobs []string

	Remote   Remote    // security.http, and how answers are kept
	Segments []Segment // the rendered segments (renderSegments); empty means the entire site
	// security.allowContent: regular expressions of allowed media types of content other than Markdown
	AllowRaw []string

	EnableGitInfo                        bool
	EnableRobotsTXT                      bool
	EnableMissingTranslationPlaceholders bool
	PrintI18nWarnings                    bool // report texts without a translation
	Minify                               bool
	Minifier                             minifier.Options
	CacheOutputs                         bool // keep the outputs between builds, too
	NewContentEditor                     string

	Discovery Discovery
	Check     Check
	Post      Post
	Deploy    Deploy
	Notify    Notify
	Cache     Cache
	// file of the ledger, relative to the project; "" (default) means .sitegen/ledger, in the state folder
	Ledger string

	// Root is the decoded and merged tree with lower-case keys, for `sitegen config` and lookups of
	// site.Config.
	Root map[string]any
	// Origin contains the origin of each value by dotted lower-case key ("hugo.toml:3", "SITEGEN_TITLE",
	// "--baseURL", "default").
	Origin map[string]string
}

// Local are settings that a language may have of its own, in languages.KEY.
type Local struct {
	Under string // "languages.KEY"; "" for those at the root

	TimeZone *time.Location // of dates without an offset; UTC by default

	BuildDrafts, BuildFuture, BuildExpired bool

	DisablePathToLower, RemovePathAccents bool
	DisableAliases                        bool
	// make the links of HTML pages relative, or absolute, when the pages are written
	RelativeURLs, CanonifyURLs bool

	Dates       content.DateHandlers // Hugo's [frontmatter], with :default expanded
	Markup      markup.Options
	EnableEmoji bool

	TitleCaseStyle                                string // "ap" (default), "chicago", "go", "firstupper", "none"
	PluralizeListTitles, CapitalizeListTitles     bool
	RefLinksErrorLevel                            string // "error" (default) or "warning"
	RefLinksNotFoundURL                           string
	RSSLimit                                      int // services.rss.limit; -1 for no limit
	Related                                       Related
	NextPrevSortOrder, NextPrevInSectionSortOrder string // page.*; "desc" by default

	OutputFormats map[string]*OutputFormat // by lower-case name; Hugo's defaults and those of the project
	MediaTypes    map[string]*MediaType    // by type ("text/html"); defaults and those of the project
}

// Language is the site in one language with all settings resolved: those in languages.KEY, else those at the
// root. https://gohugo.io/configuration/languages/
type Language struct {
	Key       string // as configured, "pt-BR"
	Lower     string // the key in lower case, as in the names of files; for URLs see Config.Folder
	Label     string // for people; if not set, the key, or "" in a Hugo project
	Locale    string // BCP 47 tag; the lower-case key when not set
	Direction string // "ltr" or "rtl"; "" if not set, which means "ltr"
	Weight    int
	Index     int // position in Config.Languages
	Default   bool

	StaticDirs []string // its folders of static files, strongest first; Config.StaticDirs, if it has none of its own

	*Local // Config.Local, if the language has none of its own; never nil

	ContentDir string // its own content folder; "" if it shares Config.ContentDir
	BaseURL    string // multihost only, else ""

	Title            string // of the language, else of the site
	OwnTitle         string // of the language, "" if it has none
	OwnLocale        string // as configured, "" if it is not
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
	FallbackPages  bool // show missing pages in the default language
}

// Taxonomy is a way to group pages: `tag = "tags"`.
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

// Permalink is a URL pattern for pages of one kind in a section (or taxonomy):
// https://gohugo.io/configuration/permalinks/
type Permalink struct {
	Kind    string // page, section, taxonomy, term
	Section string // first path segment, or taxonomy name
	Pattern string
	Target  *Target // v0.161 list form; nil otherwise
	Key     string  // dotted lower-case key that sets it: see Config.Position
}

// Cascade is a set of front matter values that pages below (or matching pages) inherit:
// https://gohugo.io/content-management/front-matter/#cascade
type Cascade struct {
	Target Target
	Values map[string]any // keys in lower case; params under "params"
	At     string         // dotted key: "cascade", or "cascade.1" in a list
}

// Target selects pages; the zero value selects all.
type Target struct {
	Path        string         // glob on the logical path
	Kind        string         // glob
	Environment string         // glob
	Languages   []string       // globs on language keys
	Matrix      map[string]any // sites.matrix: see Elsewhere
	Unknown     []string       // keys that have no effect
}

// MenuEntry is an entry of a menu in configuration or front matter: https://gohugo.io/configuration/menus/
type MenuEntry struct {
	Identifier, Name, Parent, Pre, Post, Title, PageRef, URL string
	Weight                                                   int
	Params                                                   map[string]any `key:"-"`
	Item                                                     string         `key:"-"` // for Config.Position
}

// OutputFormat is a format in which pages are written: https://gohugo.io/configuration/output-formats/
type OutputFormat struct {
	// in lower case, as in Hugo ("html", "rss")
	Name string `key:"-"`
	// Shown is the name for templates if the configuration of a format of Hugo writes it in another case ("Json").
	Shown                                                                  string     `key:"-"`
	MediaType                                                              *MediaType `key:"-"`
	BaseName, Path, Rel, Protocol                                          string
	IsHTML, IsPlainText, NoUgly, NotAlternative, Permalinkable, Root, Ugly bool
	Weight                                                                 int
}

// MediaType is a media type with its file name suffixes, of which the first is written.
type MediaType struct {
	Type      string `key:"-"` // "text/html"
	Suffixes  []string
	Delimiter string // "." or ""
}

// Related is Hugo's [related]: https://gohugo.io/configuration/related-content/
type Related struct {
	Threshold    int
	IncludeNewer bool
	ToLower      bool
	Indices      []RelatedIndex `key:"-"`
}

// RelatedIndex is one [[related.indices]].
type RelatedIndex struct {
	Name, Type, Pattern  string // Type "basic" (default) or "fragments"
	Weight               int
	CardinalityThreshold int
	ApplyFilter, ToLower bool
	Tokenize             bool // values are split into words
	MinTokenLength       int  // in characters; shorter words are left out
}

// Base returns the base URL of links. A Hugo project without one gets the address that Hugo takes since 0.167; sitemaps
// and feeds need BaseURL.
func (c *Config) Base() string {
	if c.BaseURL == "" && c.Hugo && !c.Release.Before(167) {
		return "https://example.org/"
	}
	return c.BaseURL
}

// Imaging is the table "imaging"; nil if there is none.
func (c *Config) Imaging() map[string]any {
	table, _ := c.Root["imaging"].(map[string]any)
	return table
}
