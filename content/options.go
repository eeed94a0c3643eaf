package content

import (
	"cmp"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/foreign"
)

// Options describes the content and how to load it. The zero value is for a folder in one language.
type Options struct {
	// Folders are the content folders. Where two of them have the same page in the same language, the
	// earlier one wins. Default: the project itself.
	Folders []Folder
	// DefaultLanguage is the key of the language of files that name none, in folders that name none.
	// Default: "en".
	DefaultLanguage string
	// Languages are the languages that file names may contain: with the key "fr", about.fr.md is about.md in French.
	// Default: DefaultLanguage alone.
	Languages []Language
	// Bare means that the folders don't use bundles: index.md, or else README.md, is the page of its folder, and of the
	// other files only images, audio, video and PDF are resources.
	Bare bool
	// IndexPages is for projects that don't say whether they use bundles: index.md, or else README.md, is the page of
	// its folder if other pages are in the folder or below it. An index.md without such pages makes a leaf bundle, also
	// if Bare.
	IndexPages bool
	// FolderSections means that each folder with pages is a section. Default: only the first folder of each path, and
	// folders with an index page.
	FolderSections bool
	// Tool is the tool for which the pages were written, if not for sitegen or Hugo. It comes from the configuration of
	// the project. Default: none.
	Tool Tool
	// WikiLinks means that pages may contain [[links]], so Document.Links lists their targets. Default: they are text.
	WikiLinks bool
	// ExactLists keeps the case of keys in lists of parameters, as Hugo does. Default: all keys are in lower case.
	ExactLists bool
	// Lenient leaves out pages that cannot be read, with a warning. Default: they are errors.
	Lenient bool

	// IgnoreFiles are regular expressions; files and folders whose absolute slash path matches one are
	// skipped (https://gohugo.io/configuration/all/#ignorefiles). Names that begin with "." or "#" or end
	// with "~" always are.
	IgnoreFiles []string
	// Ignore are glob patterns of files and folders to skip, relative to their content folder:
	// "drafts/**".
	Ignore []string
	// Keep are glob patterns of files that are read even if they match Ignore or their names start with ".". Default:
	// none.
	Keep []string
	// AllowContent are regular expressions of the media types of content other than Markdown that may be
	// read; those after "! " forbid (https://gohugo.io/configuration/security/#allowcontent). HTML is
	// "text/html", Org mode "text/org". Default: Markdown alone, and other content is a Problem.
	AllowContent []string
	// External lists the notations that other programs convert to HTML: "asciidoc", "rst", "pandoc". Files in these
	// notations are pages. Default: none, and such a file is a Problem unless it belongs to a page.
	External []string
	// MediaTypes are suffixes of file names, without dot, by media type, in addition to the built-in ones:
	// {"model/gltf-binary": {"glb"}}.
	MediaTypes map[string][]string

	// Now is the time after which the lists that pages of the Tool contain have no pages. Default: they have all.
	Now time.Time

	// Jobs is the number of files to read in parallel. Default: one per processor.
	Jobs int
	// Previous is a Tree of an earlier Load of the same folders, or one from UnmarshalBinary. Files with the same size,
	// times and inode are not read again, except files that changed after the time Began of that Load, because another
	// change may have got the same time. The result does not depend on Previous. Default: none.
	Previous *Tree
	// SameSize treats a file of Previous as unchanged if its size is the same, whatever its times. Use it for files
	// that are known to be the same, such as those of one commit on several machines. Body returns an error if a file
	// did change.
	SameSize bool
	// Began is a time before this Load by the clock of the file system that holds the content, in nanoseconds
	// since 1970. Default: shortly before the newest change of a file.
	Began int64
	// Changed lists the absolute paths of the files and folders that may differ since the Load that made Previous; Load
	// reads only these, including everything in a listed folder. Other paths are ignored. nil means unknown, and Load
	// looks at every file. It requires a Previous of this process and the same options. After an error, pass the paths
	// again.
	Changed []string
	// FS contains the files of the project, if not on disk: project is then a folder of FS, "." for all of it, and
	// Folders are below that folder. Files of Previous are read again, and parsed if their bytes differ. Default: the
	// files on disk.
	FS fs.FS
	// ReadDir reads a folder on disk, sorted by name. The type of a file is taken from its entry. Default: os.ReadDir.
	// Not for FS.
	ReadDir func(dir string) ([]fs.DirEntry, error)
}

// Tool is another tool that pages were written for. It defines how texts and front matter are read, and which files are
// pages.
type Tool interface {
	// Plain reports whether the tool is unknown.
	Plain() bool
}

// dialect returns the dialect of the pages; nil for sitegen's own.
func (o *Options) dialect() *foreign.Dialect {
	d, _ := o.Tool.(*foreign.Dialect)
	return d
}

// Folder is a content folder. A folder that does not exist is ignored.
type Folder struct {
	Dir  string // slash path relative to the project, or an absolute path
	Lang string // key of the language of files that name none; "" is DefaultLanguage

	// At is the path of its files in the content: "docs/specs". If Dir is a file, At is the complete path of that file.
	At string
	// Files are patterns of files to include, relative to Dir; patterns after "! " exclude files
	Files []string
	// Mounted marks the folder as one of several layers: a page of an earlier folder silently replaces a page of this
	// one, and folders inside this folder are read as part of it.
	Mounted bool
	// Optional means that Dir may also be a file, which is then read with the folder that contains it.
	Optional bool
	// Shared marks the folder as shared by several languages: a file next to a page is one file, which is published
	// only for the first of them.
	Shared bool
}

// Language is a language of the content.
type Language struct {
	Key      string // "fr", "pt-br"; capitals make no difference
	Disabled bool   // its files are skipped
	CJK      bool   // Document.CJK reports whether text is in Chinese, Japanese or Korean
}

// withDefaults fills in the defaults.
func (o Options) withDefaults() Options {
	o.DefaultLanguage = cmp.Or(o.DefaultLanguage, "en")
	if len(o.Languages) == 0 {
		o.Languages = []Language{{Key: o.DefaultLanguage}}
	}
	if len(o.Folders) == 0 {
		o.Folders = []Folder{{Dir: "."}}
	}
	return o
}

// mediaTypes returns the media types by name.
func (o *Options) mediaTypes() []media.Type {
	types := make([]media.Type, 0, len(o.MediaTypes))
	for _, name := range slices.Sorted(maps.Keys(o.MediaTypes)) {
		types = append(types, media.Type{Name: name, Suffixes: o.MediaTypes[name]})
	}
	return types
}
