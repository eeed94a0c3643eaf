// Package port converts the pages of a project into a new folder. It is for tools whose pages use templates that
// sitegen does not execute.
package port

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/follow"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/detect"
)

// Port is a project that is being converted into a new folder.
type Port struct {
	*conversion.Work
	Dialect foreign.Dialect
	Params  []string // lines of [params]
	Menu    []conversion.Link
	Breaks  bool              // each line break in a paragraph is a break
	taken   map[string]string // source of each new file, by path
	terms   map[string]bool   // keys of taxonomies that pages use
	named   map[string]string // names of terms, by folder
	left    map[string]*leftover
	odd     []*leftover // values of left, in the order found
}

// leftover is a construct in pages that sitegen does not support.
type leftover struct {
	what, text, first string
	count             int
	line              int
	fate              conversion.Fate
}

// Theme returns the theme for the pages in a folder of a project, as a build chooses it. ignored are patterns of files
// in that folder that are not pages.
func Theme(dir, pages string, ignored ...string) string {
	theme, _ := detect.Theme(os.DirFS(dir), nil, []string{pages}, detect.Folders(pages, ignored))
	return theme
}

// Convert converts a project and writes the parts of sitegen.toml that all tools share. theme is the default theme.
func Convert(p *conversion.Work, theme string, read func(*Port) error) error {
	p.Converted, p.Theme = true, cmp.Or(p.Options.Theme, theme)
	c := &Port{Work: p, taken: map[string]string{}, terms: map[string]bool{}, named: map[string]string{}, left: map[string]*leftover{}}
	p.Out.Comment("A conversion from " + p.Tool + ". The original is not changed. All keys: docs/configuration.md.")
	if err := read(c); err != nil {
		return err
	}
	if err := c.termPages(); err != nil {
		return err
	}
	c.Out.Set("theme", p.Theme, "")
	if p.Theme == "docs" {
		c.Out.Set("folderSections", false, "as in "+p.Tool)
	}
	c.taxonomies()
	renderer := []string{conversion.Line("unsafe", true, "HTML in pages is kept")}
	if c.Breaks {
		renderer = append(renderer, conversion.Line("hardWraps", true, "as in "+p.Tool))
	}
	c.Out.Table("markup.goldmark.renderer", "", renderer...)
	if slices.ContainsFunc(c.Files, func(f conversion.File) bool {
		return path.Ext(f.Path) == ".html" && strings.HasPrefix(f.Path, "content/")
	}) {
		c.Out.Table("security", "", conversion.Line("allowContent", []string{"^text/html$"}, "pages in HTML"))
	}
	if len(c.Params) > 0 {
		c.Out.Table("params", "", c.Params...)
	}
	c.Out.Menu("menus.main", "", c.Menu)
	for _, o := range c.odd {
		c.Note(o.first, o.line, o.what, o.fate, "%s", o.text+c.uses(o))
	}
	return nil
}

// taxonomies turns off the lists of tags and categories that no page uses, unless the tool has set its own: they would
// be empty, and the tool has none.
func (c *Port) taxonomies() {
	if c.Out.Has("taxonomies") || c.terms["tags"] && c.terms["categories"] {
		return
	}
	var lines []string
	for _, t := range [][2]string{{"category", "categories"}, {"tag", "tags"}} {
		if c.terms[t[1]] {
			lines = append(lines, conversion.Line(t[0], t[1], ""))
		}
	}
	c.Out.Table("taxonomies", "those that pages use: category = \"categories\", tag = \"tags\"", lines...)
}

func (c *Port) uses(o *leftover) string {
	if o.count == 1 {
		return ""
	}
	return fmt.Sprintf(" (%d times, this is the first)", o.count)
}

// Leave counts a construct in pages that sitegen does not support.
func (c *Port) Leave(fate conversion.Fate, file string, line int, what, text string) {
	o := c.left[what]
	if o == nil {
		o = &leftover{what: what, text: text, first: file, line: line, fate: fate}
		c.left[what] = o
		c.odd = append(c.odd, o)
	}
	o.count++
}

// Site sets title, URL and description; options of the command line take precedence. Without a title, it is that of the
// home page, or the name of the folder, as in a build of the project.
func (c *Port) Site(title, base, description, from string) {
	title, why := cmp.Or(c.Options.Title, strings.TrimSpace(title)), from
	if title == "" {
		home := &foreign.Project{Homes: []string{"index.md", "content/_index.md"}}
		title, why = detect.Title(os.DirFS(c.Dir), home, ".")
	}
	if at, err := filepath.Abs(c.Dir); title == "" && err == nil {
		title, why = filepath.Base(at), "the folder's name"
	}
	c.Out.Set("title", title, why)
	c.Base(base, "", from)
	if description = strings.Join(strings.Fields(description), " "); description != "" {
		c.Params = append(c.Params, conversion.Line("description", description, from))
	}
}

// Walk lists the files in a folder of the project and its subfolders except those for which skip returns true, sorted,
// relative to the project. The dialect says which folders are hidden; by default, those with a dot, installed packages,
// and output of tools.
func (c *Port) Walk(folder string, skip func(rel string) bool) ([]string, error) {
	never := []string{"node_modules", "_site", "public", "vendor", "build"}
	var out []string
	root := follow.Dir(filepath.Join(c.Dir, filepath.FromSlash(folder)), c.Dir) // it may be next to the project
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		rel := path.Join(folder, name)
		hidden := strings.HasPrefix(d.Name(), ".") && d.Name() != ".well-known" ||
			d.IsDir() && (slices.Contains(never, rel) || d.Name() == "node_modules")
		if c.Dialect.Excludes != nil {
			hidden = c.Dialect.Excludes(rel, d.IsDir())
		}
		switch {
		case d.IsDir() && (hidden || skip(rel)):
			return fs.SkipDir
		case !d.IsDir() && d.Type().IsRegular() && !hidden && !skip(rel):
			out = append(out, rel)
		}
		return nil
	})
	slices.Sort(out)
	return out, err
}

// Source is a file with front matter and a body.
type Source struct {
	File   string
	Values map[string]any
	Body   string
	Line   int // line of the body in the file
}

// Read reads a file of the project and splits off its front matter.
func (c *Port) Read(file string) (*Source, error) {
	text, err := os.ReadFile(filepath.Join(c.Dir, filepath.FromSlash(file)))
	if err != nil {
		return nil, err
	}
	return c.Parse(file, text)
}

// Parse splits the front matter off the text of a file.
func (c *Port) Parse(file string, text []byte) (*Source, error) {
	text = c.Dialect.Opened(text)
	b, err := frontmatter.Parse(file, text)
	if err != nil {
		return nil, err
	}
	foreign.Unshared(b.Values)
	return &Source{file, b.Values, string(text[b.Body:]), b.BodyLine}, nil
}

// Unread notes that a file is left out if an error of Read or Parse is about its front matter, which may say that the
// page is a draft. It returns other errors.
func (c *Port) Unread(err error) error {
	var e *frontmatter.Error
	if !errors.As(err, &e) {
		return err
	}
	c.Note(e.File, e.Line, "front matter", conversion.NeedsYou, "the file is left out: %s", e.Message)
	return nil
}

// Page adds a page with its front matter; nil values are dropped.
func (c *Port) Page(s *Source, to string) error {
	foreign.Published(s.Values)
	if id, _ := s.Values["id"].(string); id != "" { // that of an item in feeds, only if it is a URI
		if u, err := url.Parse(id); err != nil || !u.IsAbs() {
			foreign.Move(s.Values, "id", "pageid")
			delete(s.Values, "id")
		}
	}
	for key, v := range s.Values {
		if v == nil {
			delete(s.Values, key)
		} else {
			c.terms[key] = true
		}
	}
	var text []byte
	if len(s.Values) > 0 {
		front, err := frontmatter.Encode(frontmatter.YAML, s.Values)
		if err != nil {
			return fmt.Errorf("%s: write the front matter: %w", s.File, err)
		}
		text = slices.Concat([]byte("---\n"), front, []byte("---\n"))
	}
	c.Add(s.File, conversion.File{Path: to, Data: append(text, s.Body...)})
	return nil
}

// Term returns what a page has as a term that the tool writes as slug in URLs: the slug, if sitegen's differs from it.
// A page of the term then has its name. cases means that sitegen's URLs have capital letters.
func (c *Port) Term(taxonomy, name, slug string, cases bool) string {
	same := name
	if !cases {
		same = strings.ToLower(name)
	}
	if slug == "" || slug == strings.ReplaceAll(same, " ", "-") {
		return name
	}
	folder := path.Join(taxonomy, slug)
	c.named[folder] = cmp.Or(c.named[folder], name)
	return slug
}

// termPages writes the pages of terms whose URLs differ from their names.
func (c *Port) termPages() error {
	for _, folder := range slices.Sorted(maps.Keys(c.named)) {
		s := &Source{Values: map[string]any{"title": c.named[folder]}}
		if err := c.Page(s, "content/"+folder+"/_index.md"); err != nil {
			return err
		}
	}
	return nil
}

// KeepCase keeps the capital letters in the URL of a page that has its URL from its path, and dots at the start of names.
// Lists of terms have none.
func (c *Port) KeepCase(s *Source, to string) {
	at := foreign.Stem(strings.TrimPrefix(to, "content"))
	if at == strings.ToLower(at) && !strings.Contains(at, "/.") || s.Values["url"] != nil || s.Values["slug"] != nil {
		return
	}
	if base := path.Base(at); base == "index" || base == "_index" {
		at = path.Dir(at)
	}
	s.Values["url"] = strings.TrimSuffix(at, "/") + "/"
}

// Uses reports whether the front matter of a page added so far has a key.
func (c *Port) Uses(key string) bool { return c.terms[key] }

// Copy copies a file unchanged.
func (c *Port) Copy(file, to string) {
	c.Add(file, conversion.File{Path: to, Copy: filepath.Join(c.Dir, filepath.FromSlash(file))})
}

// Add adds a file. If another file has the same path, the new file is dropped, with a note.
func (c *Port) Add(from string, f conversion.File) {
	if first, ok := c.taken[f.Path]; ok {
		c.Note(from, 0, f.Path, conversion.NeedsYou, "%s already has this path; this file is not converted", first)
		return
	}
	c.taken[f.Path] = from
	c.Files = append(c.Files, f)
}

// page returns a source as a page whose text is read.
func (c *Port) page(s *Source) *foreign.Page {
	return &foreign.Page{File: s.File, Path: s.File, Values: s.Values, Read: func(file string) ([]byte, bool) {
		root := c.Dir
		if rest, beside := strings.CutPrefix(file, "../"); beside && !strings.Contains(file, "/.") {
			root, file = filepath.Join(root, ".."), rest // the pages may be next to the project
		}
		return foreign.Head(os.DirFS(root), file, foreign.MostConfig)
	}}
}

// Executed returns the text of a template that is not a page: see foreign.Dialect.
func (c *Port) Executed(s *Source) (text []byte, at string, lost []foreign.Problem) {
	return c.Dialect.ReadTemplate(c.page(s), []byte(s.Body))
}

// Lost returns the constructs in a body that sitegen does not support.
func (c *Port) Lost(s *Source) []foreign.Problem {
	_, lost := c.Dialect.Convert(c.page(s), []byte(s.Body))
	return lost
}

// Body converts a body as a build does, and counts the constructs that sitegen does not support.
func (c *Port) Body(s *Source, what string) {
	text, lost := c.Dialect.Convert(c.page(s), []byte(s.Body))
	for _, p := range lost {
		if p.Fatal {
			c.Note(s.File, s.Line+p.Line-1, s.File, conversion.NeedsYou, "%s: the text is not converted", p.Message)
			return
		}
		name := fmt.Sprintf(what, p.Name)
		if strings.HasPrefix(p.Name, "<") { // an element
			name = p.Name
		} else if what != "%s" && printed.MatchString(p.Name) {
			name = "{{ " + p.Name + " }}"
		}
		c.Leave(conversion.NeedsYou, s.File, s.Line+p.Line-1, name, p.Message+": "+p.Hint)
		c.left[name].count += max(p.Count, 1) - 1
	}
	s.Body = string(text)
}

// printed matches the name of a value, or of a filter, of a template language.
var printed = pattern.New(`^(?:\||[\w-]+\.[\w.-]+$)`)

// Dated matches a file name that starts with a date.
var Dated = pattern.New(`^(\d{4})-(\d{1,2})-(\d{1,2})[-_T](.+)$`)

// Date splits the date from a name: "2026-01-02-bread" gives "2026-01-02" and "bread".
func Date(name string) (day, rest string) {
	m := Dated.FindStringSubmatch(name)
	if m == nil {
		return "", name
	}
	return fmt.Sprintf("%s-%02s-%02s", m[1], m[2], m[3]), m[4]
}

// LineOf returns the first line that contains a text, or 0.
func LineOf(text, what string) int {
	before, _, found := strings.Cut(text, what)
	if !found {
		return 0
	}
	return strings.Count(before, "\n") + 1
}

// Texts returns a text, or a list of texts, as a list.
func Texts(v any) []string {
	if s, ok := v.(string); ok && s != "" {
		return []string{s}
	}
	return conversion.Strings(v)
}

// Slug converts a name to the last part of a URL: lower-case letters, digits and hyphens.
func Slug(name string) string {
	return strings.Trim(regexp.MustCompile(`[^\p{L}\p{N}]+`).ReplaceAllString(strings.ToLower(name), "-"), "-")
}
