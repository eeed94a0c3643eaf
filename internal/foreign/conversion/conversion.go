// Package conversion describes the conversion of another generator's project: the new files, and a note about each
// configuration key and each construct in pages that sitegen does not support.
//
// It only reads the project. The files of a Plan are new; the caller writes them if none of them exists.
package conversion

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/follow"
)

// File is a new file.
type File struct {
	Path string // slash path relative to the project, or absolute
	Data []byte
	Copy string // file to copy instead of writing Data; "": none
}

// Options overrides settings of the project. The zero value uses the project's settings.
type Options struct {
	Theme   string // "blog" or "docs"; "": detected from the content
	BaseURL string // URL of the site; overrides the project's
	Title   string // title of the site; overrides the project's
	Media   string // folder with a copy of the uploaded files, for an export without them; "": none
}

// Plan is the result of a conversion.
type Plan struct {
	Tool  string // name of the tool
	Theme string // "blog" or "docs"
	Files []File
	Notes []Note // by line

	// Converted means that the files form a separate project in a new folder, because the pages use templates that
	// sitegen does not execute. Otherwise the files are added to the original folder.
	Converted bool
}

// Fate is the outcome for a key.
type Fate string

// Outcomes.
const (
	Used     Fate = "used"
	Ignored  Fate = "ignored"
	NeedsYou Fate = "needs you"
)

// Note is the outcome for one key.
type Note struct {
	File string `json:"file"` // relative to the project; "" when it is not about a line
	Line int    `json:"line,omitempty"`
	Key  string `json:"key"`
	Fate Fate   `json:"fate"`
	Text string `json:"text,omitempty"` // the new key, the reason, or what to do
}

// Position returns the position as in "mkdocs.yml:3".
func (n Note) Position() string {
	if n.Line == 0 {
		return n.File
	}
	return fmt.Sprintf("%s:%d", n.File, n.Line)
}

// Link is an entry of a menu: a page by its path, or a URL.
type Link struct{ Name, Page, URL string }

// Work is a Plan in progress.
type Work struct {
	Plan
	Dir     string
	Options Options
	Out     Document // sitegen.toml
}

// Finish returns the plan, with its sitegen.toml first and its notes by line.
func (p *Work) Finish() *Plan {
	slices.SortStableFunc(p.Notes, func(a, b Note) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	p.Files = append([]File{{Path: "sitegen.toml", Data: p.Out.bytes()}}, p.Files...)
	return &p.Plan
}

// Note records the outcome for a key.
func (p *Work) Note(file string, line int, key string, fate Fate, format string, args ...any) {
	p.Notes = append(p.Notes, Note{file, line, key, fate, fmt.Sprintf(format, args...)})
}

// Future says that no date holds a page back, for a tool that publishes pages with a date in the future.
func (p *Work) Future() {
	p.Out.Table("frontmatter", "", Line("publishDate", []any{}, "pages with a date in the future are published, as in "+p.Tool))
}

// Dollars makes $x$ a formula, and \(x\), too, if parens is set.
func (p *Work) Dollars(parens bool) {
	blocks, inline := []any{[]string{"$$", "$$"}}, []any{[]string{"$", "$"}}
	if parens {
		blocks, inline = append(blocks, []string{`\[`, `\]`}), append(inline, []string{`\(`, `\)`})
	}
	p.Out.Table("markup.goldmark.extensions.passthrough.delimiters", "$x$ is a formula", Line("block", blocks, ""),
		Line("inline", inline, ""))
}

// Base sets baseURL; the option of the command line takes precedence. It notes if the URL has no host.
func (p *Work) Base(url, file, from string) {
	if p.Options.BaseURL != "" {
		url, from = p.Options.BaseURL, ""
	}
	if url != "" {
		p.Out.Set("baseURL", strings.TrimSuffix(url, "/")+"/", from)
	}
	if url == "" || url[0] == '/' {
		p.Note(file, 0, "baseURL", NeedsYou,
			"the URL of the site is unknown: set baseURL; sitemaps, feeds, and canonical links require it")
	}
}

// Exists reports whether the project has a file or folder.
func (p *Work) Exists(name string) bool {
	_, err := os.Stat(filepath.Join(p.Dir, filepath.FromSlash(name)))
	return err == nil
}

// Markdown lists the Markdown files below a folder of the project, sorted, relative to it.
func (p *Work) Markdown(folder string) ([]string, error) {
	return p.List(folder, ".md", ".markdown")
}

// List lists the files in a folder and its subfolders that have one of these extensions.
func (p *Work) List(folder string, ends ...string) ([]string, error) {
	root := filepath.Join(p.Dir, filepath.FromSlash(folder))
	var out []string
	err := fs.WalkDir(follow.Dir(root, p.Dir), ".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case file != "." && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case !d.IsDir() && slices.Contains(ends, filepath.Ext(d.Name())):
			out = append(out, file)
		}
		return nil
	})
	slices.Sort(out)
	return out, err
}

// First returns the first of some names that is a file in a folder, or "".
func First(dir string, names ...string) string {
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			return name
		}
	}
	return ""
}

// Strings returns the items of a list, with "" for items that are not text.
func Strings(v any) []string {
	var out []string
	list, _ := v.([]any)
	for _, x := range list {
		s, _ := x.(string)
		out = append(out, s)
	}
	return out
}

// Few lists the first items and counts the rest.
func Few(list []string) string {
	const most = 5
	s := strings.Join(list[:min(len(list), most)], ", ")
	if more := len(list) - most; more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}
