package foreign

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/block"
)

// Dialect is how the files of a folder are written and where they go, as far as that differs from sitegen. nil is
// sitegen's own Markdown, and the zero value Markdown of unknown origin.
type Dialect struct {
	Name     string         // of the tool: "MkDocs"; "" for none
	Settings map[string]any // what decides how files are read beside the name: caches compare it

	// Files.

	Extensions  []string // of pages beside those of Markdown: "mdx"
	Copies      bool     // every file beside the pages is part of the site
	CopiesHTML  bool     // and so are HTML files without front matter
	Executes    bool     // files with front matter are templates, of which only Markdown is read
	Home        string   // name of a file that is the home page where there is no index: "home"
	FolderPages bool     // a file with the name of its folder is the page of the folder
	Sections    bool     // each folder is a section, at any depth
	FindByName  bool     // links in Markdown find files in any folder
	Posts       string   // folder that holds posts and nothing else: "_posts"; "" for none
	PostsInside bool     // such folders may be in other folders
	RootedFiles bool     // files keep their path from the root, whatever page they belong to
	Category    *Category
	// Position takes the position from the beginning of the name of a folder or of a file without its extension: 01-intro.
	// ok reports whether there is one; if not, rest is the name. Positions are in no URL. nil: names have none.
	Position func(name string) (position int, rest string, ok bool)

	// URLs.

	LowerTerms bool   // URLs of terms are in lower case
	NoSlash    bool   // URLs have no slash at the end, so relative links start from the folder
	Route      string // where the tool has the pages of the folder, which are at the top here: "docs"
	UsesBase   bool   // Base is needed
	Base       string // the path of the site's URL, "/sub"; "" at the top of a host

	// Front changes the front matter of a file into that of sitegen. Keys are in lower case; file is its path in the
	// project, and at that in the content.
	Front func(file, at string, values map[string]any, body []byte)
	// Text changes a text into sitegen's Markdown, and returns what of it is lost, each thing once. title is that of the
	// page, base is Base.
	Text func(t *block.Text, title, base string) []Problem
	// TooDeep returns the line at which blocks are nested more than block.MaxNesting levels, from 1; 0 for none.
	TooDeep func(body string) int
	// TopHeading says that only a heading at the top is the title of a page without one. Title is that title without any
	// heading; "" for what sitegen makes of the name of the file.
	TopHeading bool
	Title      func(base string, values map[string]any) string
}

// Category reads the files that say what a folder is called.
type Category struct {
	Files []string
	// Read returns what such a file says as front matter of the folder's page. Its title, description and URLs count only
	// where that page has no file of its own; "page" is the ID of a page in the folder that is to be the folder's.
	Read func(values map[string]any) map[string]any
}

// Problem is something in a body that has no meaning here.
type Problem struct {
	Line    int    // of the body, from 1
	Name    string // of the tag or component
	Message string
	Hint    string
	Count   int // of those like it in the body; 0 and 1 mean one
}

// Plain reports whether nothing is known of who wrote the files. It works on nil.
func (d *Dialect) Plain() bool { return d == nil || d.Name == "" }

// IsPage reports whether files with an extension, in lower case, are pages beside those of Markdown.
func (d *Dialect) IsPage(ext string) bool { return d != nil && slices.Contains(d.Extensions, ext) }

// IsCopied reports whether a file of a tool that copies files is copied as it is, by how it begins.
func (d *Dialect) IsCopied(start []byte) bool {
	line, _, more := bytes.Cut(start, []byte("\n"))
	return d == nil || !d.Executes || !more || string(bytes.TrimRight(line, " \t\r")) != "---"
}

// IsCategory reports whether a file says what the folder that it is in is called.
func (d *Dialect) IsCategory(name string) bool {
	return d != nil && d.Category != nil && slices.Contains(d.Category.Files, name)
}

// ReadFront changes the front matter of a file: see Front.
func (d *Dialect) ReadFront(file, at string, values map[string]any, body []byte) {
	if d != nil && d.Front != nil {
		d.Front(file, at, values, body)
	}
}

// ReadText returns a body as sitegen's Markdown, for a page with this front matter, and what of it is lost, with how
// often it is there.
func (d *Dialect) ReadText(values map[string]any, body []byte) ([]byte, []Problem) {
	text, lost := d.Convert(values, body)
	for i, p := range lost {
		lost[i] = p.counted()
	}
	return text, lost
}

// Convert is ReadText without numbers in messages.
func (d *Dialect) Convert(values map[string]any, body []byte) ([]byte, []Problem) {
	if d == nil {
		return body, nil
	}
	t := block.New(string(body))
	var lost []Problem
	if d.Text != nil {
		title, _ := values["title"].(string)
		lost = d.Text(t, title, d.Base)
	}
	return []byte(block.Fences(t.String())), lost
}

// IsTooDeep returns a problem if blocks of the tool are nested too deeply for ReadText; nil if not.
func (d *Dialect) IsTooDeep(body []byte) *Problem {
	if d == nil || d.TooDeep == nil {
		return nil
	}
	line := d.TooDeep(string(body))
	if line == 0 {
		return nil
	}
	return &Problem{Line: line, Message: block.TooDeepMessage, Hint: "nest them less deeply"}
}

// HeadIsTitle reports whether a page without a title is called by its first heading, which is at a level.
func (d *Dialect) HeadIsTitle(level int) bool { return level == 1 || d == nil || !d.TopHeading }

// TitleOf is the title of a page that has none and no heading for it; "" for what sitegen makes of the name of the
// file.
func (d *Dialect) TitleOf(base string, values map[string]any) string {
	if d == nil || d.Title == nil {
		return ""
	}
	return d.Title(base, values)
}

// IsHome reports whether front matter makes a file the home page although its name does not: slug: /
func (d *Dialect) IsHome(values map[string]any) bool { return d != nil && values["slug"] == "/" }

// IsPosts reports whether a folder holds posts, which may be in any folder.
func (d *Dialect) IsPosts(name string) bool { return d != nil && d.PostsInside && name == d.Posts }

// Ignorable is the path that patterns of ignored files see: folders of posts are not among those that have an
// underscore.
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

// SectionsAround returns the paths of the folders around a page, a rooted path, that are sections even without a page
// of their own: the first one, and all where each folder is a section.
func (d *Dialect) SectionsAround(page string) (out []string) {
	for i := 1; i < len(page); i++ {
		if page[i] == '/' {
			if out = append(out, page[:i]); d == nil || !d.Sections {
				break
			}
		}
	}
	return out
}

// Number takes the position from the beginning of a name: see Position.
func (d *Dialect) Number(name string) (position int, rest string, ok bool) {
	if d == nil || d.Position == nil {
		return 0, name, false
	}
	return d.Position(name)
}

// Unnumbered returns the path of a folder, or of a file without its extension, without the positions in its names.
func (d *Dialect) Unnumbered(at string) string {
	if d == nil || d.Position == nil || !strings.ContainsAny(at, "0123456789") {
		return at
	}
	parts := strings.Split(at, "/")
	for i, part := range parts {
		_, parts[i], _ = d.Number(part)
	}
	return strings.Join(parts, "/")
}

// Place is the weight of the page of a folder by the folder's name; ok reports whether that has a position.
func (d *Dialect) Place(folder string) (at int, ok bool) {
	position, _, ok := d.Number(path.Base(folder))
	return Weight(float64(position)), ok
}

// Weight is the weight of a position: halves count, and 0 comes first.
func Weight(position float64) int { return int(position*10) + 1 }
