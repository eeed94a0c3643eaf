// Package content turns a file tree into Documents (parsed content files) and Resources (the files next to them).
//
//	tree, problems, err := content.Load(ctx, "mysite", content.Options{Folders: []content.Folder{{Dir: "content"}}})
//
// It knows bundles, languages in file names and folders, front matter, dates and media, by the rules of Hugo
// (https://gohugo.io/content-management/page-bundles/). It does not know URLs, sections or lists: internal/site puts
// the documents together.
package content

import (
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign"
)

// Root is a content folder that exists.
type Root struct {
	Dir     string // absolute; if the Folder is a file, the file
	Rel     string // slash path relative to the project, for messages; absolute when it is elsewhere
	Lang    string // lower-case key of the language of files without a language suffix
	At      string // slash path of its files in the content; "" for the root
	Mounted bool   // as Folder.Mounted
	Shared  bool   // as Folder.Shared
}

// Source gives the location, size and time of a file. Tree.Name returns its name on disk.
type Source struct {
	Root    int    // index into Tree.Roots
	Path    string // slash path in the content, as on disk below Root.At: "posts/My Post.fr.md"
	Size    int64  // bytes
	ModTime int64  // nanoseconds since 1970
}

// Form is the role of a content file in its folder.
type Form uint8

const (
	Single  Form = iota // about.md: a page
	Leaf                // index.md: the page of a leaf bundle
	Branch              // _index.md: the page of a folder of pages
	Inner               // a content file inside a leaf bundle: a page resource, never a separate page
	Adapter             // _content.gotmpl: a template that makes pages and resources, in Tree.Adapters
)

// Document is one parsed content file, without inherited values and without git or file times. It does not change after
// Load returns it.
type Document struct {
	Source
	File string // slash path relative to the project, for messages
	Form Form
	Lang string // lower-case key, from the file name or the root
	Ext  string // as on disk without the dot: "md"

	// Logical is the path of the page in references: rooted, lower case, spaces as "-",
	// without extension, language suffix and index name: "/posts/my-post"; "/" is the home page.
	Logical string
	// Base is the file name without language suffix and extension, as on disk ("My Post"); for a bundle the name of its
	// folder. The tokens :filename and :contentbasename use it.
	Base string
	// Bundle is the logical path of the leaf bundle that an Inner document is in, else "".
	Bundle string

	Front *frontmatter.Block // without its Values: see the methods Values and Value
	// "markdown", "html", "org", or one of Options.External; front matter `markup` overrides the extension
	Markup string
	Head   string // plain text of the first heading when the front matter has no title, else ""
	// targets of links, with Options.WikiLinks: of [[links]], "!" and the targets of ![[embeds]], and paths of files
	// ("./a.md", "/b.md")
	Links  []string
	Files  []string // in a bare folder, link targets that may be files next to pages; see block.Files
	Home   bool     // it is the page of its part, whatever its name says; see foreign.Page.Home
	CJK    bool     // the file contains Han, Hangul, Hiragana or Katakana; see Language.CJK
	Hash   uint64   // hash of the file's bytes, and of the files that it includes
	Meta   uint64   // hash of everything in the document except its text, and of its location; 0: not known
	packed string   // front matter values as packed by values.Pack; "": they are in Front

	// Adapter is the content adapter that made the document; nil for a document from a file. A made document has no
	// file: its Path is that of an adapter in a folder named after the page, and its File is the adapter's File
	// followed by the page.
	Adapter *Document
	text    string // body of a made document
}

// Resource is a file next to a page that is not a content file.
type Resource struct {
	Source
	File      string  // slash path relative to the project
	Lang      string  // lower-case language key from the file name, or of the root
	Suffixed  bool    // Lang comes from the file name
	Bundle    string  // logical path of the bundle (leaf, or nearest branch) that it belongs to
	Name      string  // path relative to the bundle's folder, as on disk, language suffix kept
	Key       string  // Name in lower case without the language suffix; translations have the same Key
	MediaType string  // "image/png"; "application/octet-stream" when unknown
	Kind      string  // Hugo's ResourceType: the main part of MediaType ("image", "text", …); "" for an unknown suffix
	Width     int     // pixels, images only; 0 unknown
	Height    int     // pixels
	Turned    bool    // width and height are swapped when the image is shown, as its Exif data says
	Duration  float64 // seconds, audio and video only; 0 unknown
	Content   string  // media type of an image by its content, if it isn't MediaType

	Made     *MadeResource // the definition from the content adapter that made the resource; nil: a file of the content
	Executed *Executed     // the text that another tool makes of the file, which is a template; nil: the file as it is
}

// Executed is the text of a template that is not a page, such as a text file.
type Executed struct {
	Text string
	At   string // slash path in the output folder
}

// Shown returns the size of an image as displayed, after any rotation from Exif.
func (r *Resource) Shown() (width, height int) {
	if r.Turned {
		return r.Height, r.Width
	}
	return r.Width, r.Height
}

// Tree contains all documents and resources of the content folders, in path order. It does not change after Load
// returns it.
type Tree struct {
	Roots     []Root
	Documents []*Document
	Resources []*Resource
	Adapters  []*Document // content adapters, which make more documents and resources: see With

	// Fresh counts the files that differ from those of Options.Previous, judged by size, times and inode.
	Fresh int

	attached map[place][]place // attachments of documents; see Attachment
	kept     *kept             // what the next Load can reuse
	dialect  *foreign.Dialect
	sections bool   // Options.FolderSections
	reading  uint64 // hash of the options for reading documents, if they differ from sitegen's own; else 0
}
