// Package foreign says what a foreign tool is to sitegen: a program whose projects are built as they are, converted, or
// whose finished sites are completed. Each tool has a folder below this one and is one value Tool in the list of
// package tools; the rest of sitegen knows only what is declared here.
package foreign

import (
	"io/fs"

	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// Tool is one foreign tool. What is nil is not known of it.
type Tool struct {
	Name    string   // "MkDocs"
	ID      string   // "mkdocs": as flags and caches name it
	Configs []string // names of its configuration files
	URLKey  string   // the key with the URL of the site in a config.toml, by which that is told from other tools' files

	// Detect returns the project of the tool in a folder, nil if there is none; "." is the folder of root. root reads
	// paths that begin with "../", too: the pages of a site may be next to its project.
	Detect func(root fs.FS, dir string) *Project
	// Notice returns the project of a folder without any configuration by what its pages say. skip are folders without
	// content.
	Notice func(root fs.FS, skip []string) *Project
	// Converts reports whether a folder is a project that Convert reads, and Convert reads it.
	Converts func(dir string) bool
	Convert  func(p *conversion.Work) error
	InPlace  bool // Convert leaves the pages where they are
	// Unlisted is a key of front matter that keeps a page out of the lists of the tool.
	Unlisted string
	// Sources returns which pages the files in a content folder became; dir is its absolute path.
	Sources func(dir string) *Sources
}

// Project is what a folder and the configuration in it say.
type Project struct {
	Tool  *Tool
	File  string   // what tells: "mkdocs.yml", ".obsidian"
	Wrong error    // why File, or a file that it inherits from, was not read in full
	Docs  string   // its folder of Markdown files, relative to the project: ".", "docs", "../docs"
	Title string   // of the site; "" when not known
	Homes []string // files in Docs whose heading is the title of a site without one; nil for the usual ones
	Blog  bool     // its pages are posts

	Ignore []string // glob patterns of files in Docs that are not content
	Keep   []string // and of those that are, although their names are hidden
	Static []string // folders of files that are published as they are, relative to the project

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

// Settings are the settings of a tool in terms of sitegen.
type Settings struct {
	// Keys at the top level, for a project without a configuration of sitegen. Zero: the tool says nothing of it.

	BaseURL  string
	TimeZone string // of the time zone database
	KeepCase bool   // disablePathToLower
	UglyURLs bool

	// How pages are rendered, where the configuration says nothing else.

	WikiLinks   bool   // markup.wikiLinks
	Backlinks   bool   // params.backlinks
	OnlyTags    bool   // tags are the only taxonomy
	HardWraps   bool   // markup.goldmark.renderer.hardWraps
	Mark        bool   // markup.goldmark.extensions.extras.mark
	SidebarSort string // params.sidebar.sort

	// The same, for a project without a configuration of sitegen.

	AutoIDType    string // markup.goldmark.parser.autoIDType
	NoTypographer bool   // markup.goldmark.extensions.typographer.disable

	// What no setting of sitegen says.

	FolderNames bool     // folders without a page are called exactly like the folder
	Dollars     bool     // $…$ is a formula
	Folders     []Folder // further folders of content
	// Nav returns the order and the names of the pages as cascades; nil for none. isPage reports whether a file in Docs
	// exists.
	Nav func(isPage func(file string) bool) []any
}

// Folder is a folder of content, relative to Docs, and where its files are in the content.
type Folder struct{ Dir, At string }
