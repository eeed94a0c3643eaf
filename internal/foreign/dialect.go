package foreign

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/foreign/block"
)

// Dialect describes how the files of a folder are written and published where that differs from sitegen. nil is
// sitegen's own Markdown; the zero value is Markdown of unknown origin.
type Dialect struct {
	Name     string         // name of the tool: "MkDocs"; "": none
	Settings map[string]any // settings, in addition to Name, that affect how files are read: caches compare them

	// Files.

	Extensions  []string // extensions of pages in addition to Markdown, as which they are read: "mdx"
	Copies      bool     // every file that isn't a page is part of the site
	CopiesHTML  bool     // as are HTML files without front matter
	HTML        []string // extensions of pages in HTML, whose text is read, too: "html"
	Executes    bool     // files with front matter are templates; for those that are not pages, see Template
	Home        string   // name of the home page if there is no index: "home"
	FolderPages bool     // a file with the name of its folder is the page of the folder
	Sections    bool     // each folder is a section, at any depth
	PageBeside  bool     // guide.md is the page of the folder guide if that has none
	LocalLinks  bool     // links from the root of the site stay in the language of the page
	FindByName  bool     // links in Markdown find files in any folder
	Posts       string   // folder that contains only posts: "_posts"; "": none
	PostsInside bool     // Posts may be inside other folders
	Hidden      []string // names of hidden files that pages may read
	RootedFiles bool     // files keep their path from the root, even if they belong to a page
	Category    *Category
	// Excludes reports whether a file of the project, or everything in a folder of it, is not content. It decides about
	// hidden files, too. nil: hidden files are not content.
	Excludes func(file string, folder bool) bool
	// Hides reports whether a file without front matter, which is no page in Markdown, is not published. nil: none is.
	Hides func(file string) bool
	// Position splits the position from the name of a folder or of a file without extension: 01-intro. ok reports
	// whether there is one; if not, rest is the name. URLs contain no positions. nil: names have no positions.
	Position func(name string) (position int, rest string, ok bool)

	// URLs.

	LowerTerms bool // URLs of terms are in lower case
	// TermSlug returns :slug of a term's URL; nil: sitegen's.
	TermSlug func(term string) string
	// TermSlugs is the key of a map in front matter, which Front sets, with :slug of the terms that the page gives a URL.
	TermSlugs string
	NoSlash   bool   // URLs don't end with a slash, so relative links start from the folder
	Parts     []Part // folders in the content whose pages belong together; nil: the content is one of documentation
	UsesBase  bool   // Front or Text needs Base
	Base      string // path of the site's URL, "/sub"; "" at the root of a host

	// Open returns the text of a page whose front matter only the tool can read with YAML in its place, in as many lines.
	Open func(text []byte) []byte
	// Front converts the front matter of a page to sitegen's.
	Front func(p *Page, body []byte)
	// Text converts the body of a page to sitegen's Markdown and returns the constructs that were lost, each once.
	Text func(t *block.Text, p *Page) []Problem
	// Template executes a template that is not a page, such as a text file, and returns its path in the output folder: ""
	// if it is not published. It is left out if constructs are lost. nil: all such templates are left out.
	Template func(t *block.Text, p *Page) (at string, lost []Problem)
	// Repairs means that a page whose front matter is not valid YAML is published, without its values. sitegen reads what
	// it can: see Repaired.
	Repairs bool
	// TopHeading means that only a level 1 heading is the title of a page without one. Title returns the title if there
	// is no such heading; "" for sitegen's title from the file name.
	TopHeading bool
	Title      func(base string, values map[string]any) string
}

// Part is a folder in the content, by its path there, whose pages belong together. Its home page is that of the folder.
type Part struct {
	At    string // "docs/1.0"; "" for the root
	Flat  bool   // folders in it aren't sections
	Posts bool   // the pages are posts: folders in it aren't sections, and a folder with an index.md is one post
}

// Category describes the files that name their folder.
type Category struct {
	Files []string
	// Read converts such a file, given its values, to front matter of the folder's page. Title, description and URLs are
	// used only if that page has no file; "page" is the ID of the page in the folder to use as its page.
	Read func(file *Page) map[string]any
	// Translated returns the values that Read made in the language of a page in the folder, and the URL of the folder.
	Translated func(p *Page, said map[string]any) (out map[string]any, folder string)
}

// Page is a page whose file is read.
type Page struct {
	File   string         // path in the project
	Path   string         // path in the content
	Values map[string]any // front matter; keys are in lower case
	Bare   bool           // the file has no front matter
	Base   string         // Dialect.Base
	// Home means that the page is the one of its part (see Dialect.Parts), or of the content, whatever its name.
	// ReadFront sets it.
	Home bool
	// Read returns the text of another file of the project, by its path there; false if it does not exist. The page
	// is read again if the answer changes. nil: there are no other files.
	Read func(file string) (text []byte, ok bool)
	// Heads returns the front matter of other files of the project: of those in folders with a name, wherever these
	// folders are; for "", of those that are in no folder whose name starts with an underscore. The page is read again if
	// one of these files comes, goes, or has other front matter. nil: there are no other files.
	Heads func(folder string) *Heads
	// Parsed returns what parse makes of the texts of files with these extensions (".md") in folders with a name. It is
	// made once for all pages, so for a folder and extensions, parse must always be the same, and depend only on its
	// arguments. The page is read again if one of the texts changes. nil: there are no other files.
	Parsed func(folder string, ends []string, parse func(file string, text []byte) any) *Parsed
	// Published reports whether a page with a date is published: not after the clock of the build, or there is none. The
	// page is read again if the answer changes. nil: there are no other files.
	Published func(at time.Time) bool
}

// Parsed are files with what was made of their texts, sorted by path.
type Parsed struct {
	Hash  uint64 // of the texts
	Files []ParsedFile
}

// ParsedFile is a file of the project with what was made of its text.
type ParsedFile struct {
	File  string
	Value any
}

// Heads are files with their front matter, sorted by path.
type Heads struct {
	Hash  uint64
	Files []FileHead
}

// FileHead is the beginning of a file of the project, with its front matter; Text is nil if it has none.
type FileHead struct {
	File string
	Text []byte
}

// Problem is a construct in a body that sitegen does not support.
type Problem struct {
	Line    int    // line in the body, from 1
	Column  int    // in characters, from 1; 0: the line in general
	Name    string // name of the tag or component
	Message string // "": the page is left out without a word
	Hint    string
	Count   int  // number of occurrences in the body; 0 and 1 mean one
	Fatal   bool // the body cannot be converted
	Whole   bool // the page is nothing without it: a template
}

// TooDeep returns the problem of a body whose blocks are nested too deeply in a line.
func TooDeep(line int) []Problem {
	return []Problem{{Line: line, Message: block.TooDeepMessage, Hint: "nest them less deeply", Fatal: true}}
}

// Plain reports whether the tool is unknown. It works on nil.
func (d *Dialect) Plain() bool { return d == nil || d.Name == "" }

// IsPage reports whether files with an extension, in lower case, are pages in Markdown, in addition to .md.
func (d *Dialect) IsPage(ext string) bool { return d != nil && slices.Contains(d.Extensions, ext) }

// IsHTML reports whether files with an extension, in lower case, are pages in HTML whose text is read.
func (d *Dialect) IsHTML(ext string) bool { return d != nil && slices.Contains(d.HTML, ext) }

// IsCopied reports whether a file is copied unchanged, given its beginning. The file is of a tool that copies files.
func (d *Dialect) IsCopied(start []byte) bool {
	line, _, more := bytes.Cut(start, []byte("\n"))
	return d == nil || !d.Executes || !more || string(bytes.TrimRight(line, " \t\r")) != "---"
}

// IsCategory reports whether a file names the folder that contains it.
func (d *Dialect) IsCategory(name string) bool {
	return d != nil && d.Category != nil && slices.Contains(d.Category.Files, name)
}

// Opened returns the text of a page with front matter that sitegen can read: see Open and Closed.
func (d *Dialect) Opened(text []byte) []byte {
	if d == nil {
		return text
	}
	if d.Open != nil {
		text = d.Open(text)
	}
	return Closed(text)
}

// ReadFront converts the front matter of a page: see Front. The slug / makes it the home page of its part.
func (d *Dialect) ReadFront(p *Page, body []byte) {
	if d != nil && d.Front != nil {
		p.Base = d.Base
		d.Front(p, body)
	}
	if d != nil && p.Values["slug"] == "/" {
		p.Home = true
	}
	if !d.Plain() {
		Published(p.Values)
	}
}

// ReadText converts the body of a page to sitegen's Markdown. It also returns the constructs that were lost, with their
// number of occurrences.
func (d *Dialect) ReadText(p *Page, body []byte) ([]byte, []Problem) {
	text, lost := d.Convert(p, body)
	for i, p := range lost {
		lost[i] = p.counted()
	}
	return text, lost
}

// Convert is ReadText, but its messages do not contain the number of occurrences.
func (d *Dialect) Convert(p *Page, body []byte) ([]byte, []Problem) {
	if d == nil {
		return body, nil
	}
	t := block.New(string(body))
	var lost []Problem
	if d.Text != nil {
		p.Base = d.Base
		lost = d.Text(t, p)
	}
	return []byte(block.Fences(t.String())), lost
}

// ReadTemplate executes a template that is not a page: see Template.
func (d *Dialect) ReadTemplate(p *Page, body []byte) (text []byte, at string, lost []Problem) {
	t := block.New(string(body))
	p.Base = d.Base
	at, lost = d.Template(t, p)
	return []byte(t.String()), at, lost
}

// HeadIsTitle reports whether a first heading with a level is the title of a page without one.
func (d *Dialect) HeadIsTitle(level int) bool { return level == 1 || d == nil || !d.TopHeading }

// TitleOf returns the title of a page with neither a title nor a suitable heading; "" for sitegen's title from the file
// name.
func (d *Dialect) TitleOf(base string, values map[string]any) string {
	if d == nil || d.Title == nil {
		return ""
	}
	return d.Title(base, values)
}

// PartOf returns the folder of the part that contains a file of the content; "" for the root.
func (d *Dialect) PartOf(file string) string { return d.part(file).At }

// part returns the part that contains a file or folder of the content.
func (d *Dialect) part(file string) (in Part) {
	if d == nil {
		return in
	}
	for _, p := range d.Parts {
		if len(p.At) >= len(in.At) && (p.At == "" || file == p.At || strings.HasPrefix(file, p.At+"/")) {
			in = p
		}
	}
	return in
}

// IsPost reports whether a folder of the content is in a part with posts, below the folder of that part.
func (d *Dialect) IsPost(folder string) bool {
	in := d.part(folder)
	return in.Posts && folder != in.At
}

// InPosts reports whether a file or folder of the content is in a part with posts.
func (d *Dialect) InPosts(at string) bool { return d.part(at).Posts }

// IsPosts reports whether a folder contains posts, if such folders may be anywhere.
func (d *Dialect) IsPosts(name string) bool { return d != nil && d.PostsInside && name == d.Posts }

// Ignorable returns the path to compare with patterns of ignored files: folders of posts lose their underscore, so they
// do not match patterns for folders with one.
func (d *Dialect) Ignorable(file string) string {
	if d == nil || !d.PostsInside || !strings.Contains(file, d.Posts) {
		return file
	}
	parts := strings.Split(file, "/")
	for i, name := range parts {
		if d.IsPosts(name) {
			parts[i] = "posts"
		}
	}
	return strings.Join(parts, "/")
}

// flat reports whether folders in the part that contains a folder aren't sections.
func (d *Dialect) flat(folder string) bool {
	in := d.part(folder)
	return in.Flat || in.Posts
}

// SectionsAround returns the folders around a page (a rooted path) that are sections even without a page: the first
// one, or all of them if each folder is a section, for the tool or for any reason.
func (d *Dialect) SectionsAround(page string, all bool) (out []string) {
	for i := 1; i < len(page); i++ {
		if page[i] == '/' {
			if out = append(out, page[:i]); !all && (d == nil || !d.Sections || d.flat(page[1:i])) {
				break
			}
		}
	}
	return out
}

// Number splits the position from a name: see Position.
func (d *Dialect) Number(name string) (position int, rest string, ok bool) {
	if d == nil || d.Position == nil {
		return 0, name, false
	}
	return d.Position(name)
}

// Unnumbered returns the path of a folder, or of a file without its extension, without the positions in its names. Names
// of posts have none.
func (d *Dialect) Unnumbered(at string) string {
	if d == nil || d.Position == nil || !strings.ContainsAny(at, "0123456789") || d.InPosts(strings.TrimPrefix(at, "/")) {
		return at
	}
	parts := strings.Split(at, "/")
	for i, part := range parts {
		_, parts[i], _ = d.Number(part)
	}
	return strings.Join(parts, "/")
}

// Place returns the weight for a folder's page from the position in the folder's name; ok reports whether there is one.
func (d *Dialect) Place(folder string) (at int, ok bool) {
	position, _, ok := d.Number(path.Base(folder))
	return Weight(float64(position)), ok
}

// Weight returns the weight for a position. Fractions count, and position 0 comes first.
func Weight(position float64) int { return int(position*10) + 1 }
