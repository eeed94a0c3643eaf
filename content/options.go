package content

import (
	"io/fs"
	"maps"
	"slices"

	"github.com/sitegen/sitegen/internal/assets/media"
	"github.com/sitegen/sitegen/internal/foreign"
)

// Options describe the content and how to load it. The zero value is for a folder in one language.
type Options struct {
	// Folders are the content folders. Where two of them have the same page in the same language, the
	// earlier one wins. Default: the project itself.
	Folders []Folder
	// DefaultLanguage is the key of the language of files that name none, in folders that name none.
	// Default: "en".
	DefaultLanguage string
	// Languages are those that file names may have: with the key "fr", about.fr.md is about.md in French.
	// Default: DefaultLanguage alone.
	Languages []Language
	// Bare says that the folders know nothing of bundles: index.md, else README.md, is the page of its
	// folder, and of the other files only images, audio, video and PDF are resources.
	Bare bool
	// IndexPages says that nobody decided for bundles: index.md is the page of its folder where other pages are in the
	// folder or below it, and so is README.md without it. An index.md without such pages makes a leaf bundle.
	IndexPages bool
	// Tool is the tool for which the pages were written, if not for sitegen or Hugo. It comes from the configuration of
	// the project. Default: none.
	Tool Tool
	// WikiLinks says that pages may hold [[links]], so Document.Links lists what they name. Default: they are text.
	WikiLinks bool
	// Lenient leaves out pages that cannot be read, with a warning. Default: they are errors.
	Lenient bool

	// IgnoreFiles are regular expressions; files and folders whose absolute slash path matches one are
	// skipped (https://gohugo.io/configuration/all/#ignorefiles). Names that begin with "." or "#" or end
	// with "~" always are.
	IgnoreFiles []string
	// Ignore are glob patterns of files and folders to skip, relative to their content folder:
	// "drafts/**".
	Ignore []string
	// Keep are glob patterns of files that are read although Ignore names them, or their names begin with ".". Default:
	// none.
	Keep []string
	// AllowContent are regular expressions of the media types of content other than Markdown that may be
	// read; those after "! " forbid (https://gohugo.io/configuration/security/#allowcontent). HTML is
	// "text/html". Default: Markdown alone, and HTML content is a Problem.
	AllowContent []string
	// External are notations that other programs make HTML of: "asciidoc", "rst", "pandoc". Files in them are pages.
	// Default: none, and such a file is a Problem unless it belongs to a page.
	External []string
	// MediaTypes are suffixes of file names, without dot, by media type, in addition to those that are known:
	// {"model/gltf-binary": {"glb"}}.
	MediaTypes map[string][]string

	// Jobs is how many files are read at once. Default: as many as there are processors.
	Jobs int
	// Previous is a Tree of an earlier Load of the same folders, or one that UnmarshalBinary read: files
	// that are the same, as far as size, times and inode say, are not read again. Files that changed after
	// the time Began of that Load are, since they may be written once more within the same tick of the clock.
	// The result does not depend on Previous. Default: none.
	Previous *Tree
	// SameSize takes a file of Previous for unchanged when it has the same size, whatever its times are: of files that
	// are known to be the same, such as those of one commit on several machines. Body reports one that is not.
	SameSize bool
	// Began is a time before this Load by the clock of the file system that holds the content, in nanoseconds
	// since 1970. Default: shortly before the newest change of a file.
	Began int64
	// Changed are the absolute paths of the files and folders that may differ since the Load that made
	// Previous; Load looks only at these, at a folder with all that is in it. Other paths do no harm.
	// nil: unknown, and Load looks at every file. It counts only with a Previous of this process and the
	// same options. After an error pass the paths again.
	Changed []string
	// FS has the files of the project, which Load then reads from it: project is a folder of it, "." for all, and Folders
	// are below that. Files of Previous are read again, and parsed if their bytes differ. Default: the files on disk.
	FS fs.FS
	// ReadDir reads a folder on disk, entries by name. A file is as its entry says. Default: os.ReadDir. Not for FS.
	ReadDir func(dir string) ([]fs.DirEntry, error)
}

// Tool is another tool that pages were written for: how it reads texts and front matter, and which files are pages.
type Tool interface {
	// Plain reports whether nothing is known of who wrote the files.
	Plain() bool
}

// dialect is how the pages are written; nil for sitegen's own way.
func (o *Options) dialect() *foreign.Dialect {
	d, _ := o.Tool.(*foreign.Dialect)
	return d
}

// Folder is a content folder. A folder that does not exist holds nothing.
type Folder struct {
	Dir  string // slash path relative to the project, or an absolute path
	Lang string // key of the language of files that name none; "" is DefaultLanguage

	// At is where its files stand among the content: "docs/specs". If Dir is a file, it is the whole path.
	At string
	// Files are patterns of files to take, relative to Dir; those after "! " leave files out
	// (https://gohugo.io/configuration/module/#files). Default: all.
	Files []string
	// Mounted marks the folder as one of several layers: a page of an earlier folder silently replaces a page of this
	// one, and folders inside this folder are read as part of it.
	Mounted bool
	// Optional marks the folder as one that may also be a file, which is then read with the folder that it is in.
	Optional bool
	// Shared marks the folder as shared by several languages: a file next to a page is one file, which is published
	// only for the first of them.
	Shared bool
}

// Language is a language of the content.
type Language struct {
	Key      string // "fr", "pt-br"; capitals make no difference
	Disabled bool   // its files are skipped
	CJK      bool   // Document.CJK tells whether text is in Chinese, Japanese or Korean
}

// withDefaults fills in the defaults.
func (o Options) withDefaults() Options {
	if o.DefaultLanguage == "" {
		o.DefaultLanguage = "en"
	}
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
