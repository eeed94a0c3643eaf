// Package content turns a file tree into Documents, what each content file says, and Resources, the files
// next to them.
//
//	tree, problems, err := content.Load(ctx, "mysite", content.Options{Folders: []content.Folder{{Dir: "content"}}})
//
// It knows bundles, languages in file names and folders, front matter, dates and media, by the rules of Hugo
// (https://gohugo.io/content-management/page-bundles/). It does not know URLs, sections or lists: internal/site
// puts the documents together.
package content

import (
	"github.com/sitegen/sitegen/content/internal/values"
	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign"
)

// Root is a content folder that exists.
type Root struct {
	Dir     string // absolute; of a Folder that is a file, that file
	Rel     string // slash path relative to the project, for messages; absolute when it is elsewhere
	Lang    string // lower-case key of the language of files without a language suffix
	At      string // slash path at which its files stand; "" for the top
	Mounted bool   // as Folder.Mounted
	Shared  bool   // as Folder.Shared
}

// Source is where a file is. Tree.Name returns its name on disk.
type Source struct {
	Root    int    // index into Tree.Roots
	Path    string // slash path in the content, as on disk below Root.At: "posts/My Post.fr.md"
	Size    int64  // bytes
	ModTime int64  // nanoseconds since 1970
}

// Form says what a content file is in its folder.
type Form uint8

const (
	Single  Form = iota // about.md: a page
	Leaf                // index.md: the page of a leaf bundle
	Branch              // _index.md: the page of a folder of pages
	Inner               // a content file inside a leaf bundle: a page resource, never a separate page
	Adapter             // _content.gotmpl: a template that makes pages and resources, in Tree.Adapters
)

// Document is what one content file says: no inherited values, no git or file times.
// It is never changed after Load returns it.
type Document struct {
	Source
	File string // slash path relative to the project, for messages
	Form Form
	Lang string // lower-case key, from the file name or the root
	Ext  string // as on disk without the dot: "md"

	// Logical is the path of the page in references: rooted, lower case, spaces as "-",
	// without extension, language suffix and index name: "/posts/my-post"; "/" is the home page.
	Logical string
	// Base is the file name without language suffix and extension, as on disk ("My Post"); for a
	// bundle the name of its folder. It is what :filename and :contentbasename start from.
	Base string
	// Bundle is the logical path of the leaf bundle that an Inner document is in, else "".
	Bundle string

	Front *frontmatter.Block // without its Values: see the methods Values and Value
	// "markdown", "html", "org", or one of Options.External; front matter `markup` wins over the extension
	Markup string
	Head   string // plain text of the first heading when the front matter has no title, else ""
	// what links name, with Options.WikiLinks: targets of [[links]], "!" and those of ![[embeds]], paths of files
	// ("./a.md", "/b.md")
	Links  []string
	Files  []string    // in a bare folder, what links name that may be files beside the pages: see block.Files
	CJK    bool        // the file holds Han, Hangul, Hiragana or Katakana; see Language.CJK
	Hash   uint64      // xxhash of the file's bytes
	Meta   uint64      // hash of all that the document says except its text, and where it is; 0: not known
	packed string      // the values of the front matter, as values.Pack has them; "": they are in Front
	rare   values.Rare // which keys that few documents have may be in packed

	// Adapter is the content adapter that made the document; nil for that of a file. A made document has no file:
	// its Path is that of an adapter in a folder of its own, and its File that of the adapter with the page behind it.
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
	Key       string  // Name in lower case without the language suffix: what translations share
	MediaType string  // "image/png"; "application/octet-stream" when unknown
	Kind      string  // Hugo's ResourceType: the main part of MediaType ("image", "text", …); "" for an unknown suffix
	Width     int     // pixels, images only; 0 unknown
	Height    int     // pixels
	Turned    bool    // the width is shown as the height, as Exif says
	Duration  float64 // seconds, audio and video only; 0 unknown

	Made *MadeResource // what a content adapter says of the resource that it made; nil: a file of the content
}

// Shown is the size of an image as it is looked at.
func (r *Resource) Shown() (width, height int) {
	if r.Turned {
		return r.Height, r.Width
	}
	return r.Width, r.Height
}

// Tree is everything that the content folders hold, in path order. It is never changed after Load returns it.
type Tree struct {
	Roots     []Root
	Documents []*Document
	Resources []*Resource
	Adapters  []*Document // content adapters, which make more of both: see With

	// Fresh is how many files differ from those of Options.Previous, as far as size, times and inode say.
	Fresh int

	attached map[place][]place // the attachments of documents: see Attachment
	kept     *kept             // what the next Load need not read again
	dialect  *foreign.Dialect
	reading  uint64 // hash of how documents are read, where that is not as sitegen's own; else 0
}
