package migrate

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/convert/scaffold"
	"github.com/sitegen/sitegen/internal/foreign/dialect"
	"github.com/sitegen/sitegen/internal/foreign/mkdocs"
)

// port is a project whose pages are converted into a new folder, because they are written for templates that sitegen
// does not execute.
type port struct {
	*plan
	dialect dialect.Dialect
	params  []string // lines of [params]
	menu    []mkdocs.Link
	taken   map[string]string // source of each new file, by path
	left    map[string]*leftover
	odd     []*leftover // left, in the order in which they were found
}

// leftover is what pages use and sitegen has not.
type leftover struct {
	what, text, first string
	count             int
	line              int
	fate              Fate
}

// convert makes a port and a sitegen.toml with what all of them have in common.
func (p *plan) convert(tool string, read func(*port) error) error {
	p.Tool, p.Converted = tool, true
	if p.Theme = p.o.Theme; p.Theme == "" {
		p.Theme = "blog"
		if tool == "Docusaurus" {
			p.Theme = "docs"
		}
	}
	c := &port{plan: p, taken: map[string]string{}, left: map[string]*leftover{}}
	p.out.comment("A conversion from " + tool + ". The original is not changed. All keys: docs/configuration.md.")
	if err := read(c); err != nil {
		return err
	}
	c.out.set("theme", p.Theme, "")
	c.out.set("pluralizeListTitles", false, "a list is called like its folder")
	if tool != "Zola" { // which writes URLs in small letters, too
		c.out.set("disablePathToLower", true, "URLs keep capital letters, as in "+tool)
	}
	c.out.table("markup.goldmark.renderer", "", line("unsafe", true, "HTML in pages is kept"))
	if slices.ContainsFunc(c.Files, func(f scaffold.File) bool {
		return path.Ext(f.Path) == ".html" && strings.HasPrefix(f.Path, "content/")
	}) {
		c.out.table("security", "", line("allowContent", []string{"^text/html$"}, "pages in HTML"))
	}
	if len(c.params) > 0 {
		c.out.table("params", "", c.params...)
	}
	for i, l := range c.menu {
		c.out.table("[menus.main]", "", line("name", l.Name, ""), line("url", l.URL, ""), line("weight", i+1, ""))
	}
	for _, o := range c.odd {
		c.note(o.first, o.line, o.what, o.fate, "%s", o.text+c.uses(o))
	}
	return nil
}

func (c *port) uses(o *leftover) string {
	if o.count == 1 {
		return ""
	}
	return fmt.Sprintf(" (%d times, this is the first)", o.count)
}

// leave counts something that pages use.
func (c *port) leave(fate Fate, file string, line int, what, text string) {
	o := c.left[what]
	if o == nil {
		o = &leftover{what: what, text: text, first: file, line: line, fate: fate}
		c.left[what] = o
		c.odd = append(c.odd, o)
	}
	o.count++
}

// site sets title, URL and description, of which the command line has the last word.
func (c *port) site(title, base, description, from string) {
	if title = cmp.Or(c.o.Title, strings.TrimSpace(title)); title != "" {
		c.out.set("title", title, from)
	}
	if base = cmp.Or(c.o.BaseURL, base); base != "" {
		c.out.set("baseURL", strings.TrimSuffix(base, "/")+"/", from)
	} else {
		c.note("", 0, "baseURL", NeedsYou, "no URL of the site found: set baseURL in sitegen.toml")
	}
	if description = strings.Join(strings.Fields(description), " "); description != "" {
		c.params = append(c.params, line("description", description, from))
	}
}

// walk lists the files of the project below a folder that skip does not leave out, sorted, relative to the project.
// Folders of version control and packages, and what tools wrote, are never read.
func (c *port) walk(folder string, skip func(rel string) bool) ([]string, error) {
	never := []string{"node_modules", "_site", "public", ".sitegen", "vendor", "build", ".docusaurus", ".jekyll-cache"}
	var out []string
	root := filepath.Join(c.dir, filepath.FromSlash(folder))
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(c.dir, file)
		if rel = filepath.ToSlash(rel); err != nil || file == root {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && d.Name() != ".well-known"
		switch {
		case d.IsDir() && (hidden || slices.Contains(never, rel) || d.Name() == "node_modules" || skip(rel)):
			return fs.SkipDir
		case !d.IsDir() && d.Type().IsRegular() && !hidden && !skip(rel):
			out = append(out, rel)
		}
		return nil
	})
	slices.Sort(out)
	return out, err
}

// source is a file with front matter and a body.
type source struct {
	file   string
	values map[string]any
	body   string
	at     int  // line of the body in the file
	front  bool // it has front matter
}

func (c *port) read(file string) (*source, error) {
	text, err := os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(file)))
	if err != nil {
		return nil, err
	}
	b, err := frontmatter.Parse(file, text)
	if err != nil {
		return nil, err
	}
	return &source{file, b.Values, string(text[b.Body:]), b.BodyLine, b.Format != frontmatter.None}, nil
}

// page writes a page with its front matter; values that are nil are left out.
func (c *port) page(s *source, to string) error {
	for key, v := range s.values {
		if v == nil {
			delete(s.values, key)
		}
	}
	var text []byte
	if len(s.values) > 0 {
		front, err := frontmatter.Encode(frontmatter.YAML, s.values)
		if err != nil {
			return fmt.Errorf("%s: write the front matter: %w", s.file, err)
		}
		text = slices.Concat([]byte("---\n"), front, []byte("---\n"))
	}
	c.add(s.file, scaffold.File{Path: to, Data: append(text, s.body...)})
	return nil
}

// copy takes over a file as it is.
func (c *port) copy(file, to string) {
	c.add(file, scaffold.File{Path: to, Copy: filepath.Join(c.dir, filepath.FromSlash(file))})
}

// add adds a file, unless another one has its place: then that one stays, and the report says so.
func (c *port) add(from string, f scaffold.File) {
	if first, ok := c.taken[f.Path]; ok {
		c.note(from, 0, f.Path, NeedsYou, "%s already has this path; this file is not converted", first)
		return
	}
	c.taken[f.Path] = from
	c.Files = append(c.Files, f)
}

// body converts a text, and counts what it uses that sitegen has not.
func (c *port) body(s *source, what string) {
	if p := c.dialect.TooDeep([]byte(s.body)); p != nil {
		c.note(s.file, s.at+p.Line-1, s.file, NeedsYou, "%s: the text is not converted", p.Message)
		return
	}
	for _, p := range c.dialect.Check([]byte(s.body)) {
		c.leave(NeedsYou, s.file, s.at+p.Line-1, fmt.Sprintf(what, p.Name), p.Message+": "+p.Hint)
	}
	s.body = string(c.dialect.Of(s.values).Text([]byte(s.body)))
}

// dated is a file name that begins with a date.
var dated = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})[-_T](.+)$`)

// date takes the date off a name: "2026-01-02-bread" is "2026-01-02" and "bread".
func date(name string) (day, rest string) {
	m := dated.FindStringSubmatch(name)
	if m == nil {
		return "", name
	}
	return fmt.Sprintf("%s-%02s-%02s", m[1], m[2], m[3]), m[4]
}

// stem is a path without its extension.
func stem(file string) string { return strings.TrimSuffix(file, path.Ext(file)) }

var jsComment = regexp.MustCompile(`(?m)^\s*//.*$|/\*[\s\S]*?\*/`)

// jsValue finds the value of a key in a program, where it is a plain text: title: 'My site'.
func jsValue(text, key string) string {
	m := regexp.MustCompile(`(?m)(?:^|[\s{,])["']?` + regexp.QuoteMeta(key) + `["']?\s*:\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|` + "`([^`$]*)`" + `)`).FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return strings.NewReplacer(`\'`, `'`, `\"`, `"`).Replace(m[1] + m[2] + m[3])
}

// lineOf is the line of a file in which a text is first, 0 if it is not there.
func lineOf(text, what string) int {
	before, _, found := strings.Cut(text, what)
	if !found {
		return 0
	}
	return strings.Count(before, "\n") + 1
}

// textsOf is a value that is a text or a list of texts.
func textsOf(v any) []string {
	if s, ok := v.(string); ok && s != "" {
		return []string{s}
	}
	return strs(v)
}
