// Package foreign defines what sitegen knows about other tools: programs whose projects it builds as they are or
// converts, or whose finished sites it completes. Each tool has a folder below this one with a value Tool, which
// package tools lists; the rest of sitegen uses only the declarations here.
package foreign

import (
	"io/fs"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// Tool is another static site generator or note program. A nil field means that sitegen does not support the feature
// for this tool.
type Tool struct {
	Name    string   // "MkDocs"
	ID      string   // "mkdocs": the name in flags and caches
	Configs []string // names of its configuration files
	URLKey  string   // key for the URL of the site in a config.toml, which distinguishes it from other tools' files

	// Detect returns the project of the tool in a folder, or nil; "." is the folder of root. root also reads paths that
	// start with "../", because a site's pages may be next to its project.
	Detect func(root fs.FS, dir string) *Project
	// Stated returns the project of pages for which the configuration of sitegen says, in a table, how they are read, so
	// that the project needs no configuration of the tool. docs is the folder of the pages.
	Stated func(root fs.FS, docs string, values map[string]any) *Project
	// Notice returns the project of a folder without any configuration, judged by its pages. skip are folders without
	// content.
	Notice func(root fs.FS, skip []string) *Project
	// Converts reports whether Convert can read the project in a folder. Convert converts it.
	Converts func(dir string) bool
	Convert  func(p *conversion.Work) error
	InPlace  bool // Convert keeps the pages where they are
	// FeedLimit is the setting for the number of items in its feeds, for messages.
	FeedLimit string
	// Unlisted is a front matter key that excludes a page from the tool's lists.
	Unlisted string
	// Sources returns the rules for the pages of files in a content folder; dir is its absolute path.
	Sources func(dir string) *Sources
}

// Project is a project of a tool, with its configuration.
type Project struct {
	Tool     *Tool
	File     string    // file or folder that identifies the tool: "mkdocs.yml", ".obsidian"
	Wrong    error     // error if File, or a file that it inherits from, could not be read completely
	Warnings diag.List // about what the configuration has and sitegen does not, without a conversion
	Docs     string    // folder of the Markdown files, relative to the project: ".", "docs", "../docs"
	Title    string    // title of the site; "" if unknown
	Homes    []string  // files in Docs whose heading is the title of a site without one; nil: the usual ones
	Blog     bool      // its pages are posts
	Mixed    bool      // its pages may be posts or documentation: they tell

	Ignore []string // glob patterns of files in Docs that are not content
	Keep   []string // glob patterns of hidden files that are content
	Static []string // folders of static files, relative to the project
	Copied []Folder // more files and folders that are copied, with their path in the output folder

	Dialect  Dialect
	Settings Settings
}

// Name returns the name of the tool, "" for none. It works on a nil project.
func (p *Project) Name() string {
	if p == nil {
		return ""
	}
	return p.Tool.Name
}

// Settings are a tool's settings as sitegen settings.
type Settings struct {
	// Top-level keys, used if the project has no sitegen configuration. Zero: not set by the tool.

	BaseURL  string
	TimeZone string // name in the time zone database
	KeepCase bool   // disablePathToLower
	UglyURLs bool

	// More contains values of other keys, as in sitegen.toml.
	More map[string]any

	// How pages are rendered, unless the configuration sets it.

	WikiLinks   bool   // markup.wikiLinks
	Backlinks   bool   // params.backlinks
	OnlyTags    bool   // tags are the only taxonomy
	HardWraps   bool   // markup.goldmark.renderer.hardWraps
	Mark        bool   // markup.goldmark.extensions.extras.mark
	Emoji       bool   // enableEmoji
	Future      bool   // frontmatter.publishDate is empty: no date holds a page back
	SidebarSort string // params.sidebar.sort

	// How pages are rendered, if the project has no sitegen configuration.

	AutoIDType    string // markup.goldmark.parser.autoIDType
	NoTypographer bool   // markup.goldmark.extensions.typographer.disable
	NoLinkify     bool   // markup.goldmark.extensions.linkify is false

	// Behavior that sitegen's configuration cannot set.

	FolderNames bool     // the title of a folder without a page is exactly its name
	Dollars     bool     // $…$ is a formula
	NoMath      bool     // nothing is a formula, unless the configuration says so
	Parens      bool     // \(…\) is a formula, in the text that the dialect returns
	Attributes  bool     // {.class} in the text that the dialect returns are attributes, as in Python-Markdown
	Folders     []Folder // more content folders
	// Nav returns the order and names of the pages as cascades; nil if there is no navigation. isPage reports whether a
	// file in Docs exists.
	Nav func(isPage func(file string) bool) []any
}

// Folder is a content folder, relative to the project ("" for Docs), the path of its files in the content, and their
// language; "" for that of the site.
type Folder struct{ Dir, At, Lang string }
