// Package migrate reads a project for another generator. It turns the configuration of MkDocs or Hugo into a
// sitegen.toml with which the same content is built by an embedded theme at the same addresses, and a project of
// Jekyll, Docusaurus, Eleventy or Zola, whose pages need more than that, into a new one. It lists what became of
// each key, and of all that pages use and sitegen has not.
//
// It reads and never writes: the files of a Plan are new ones, and the caller writes them when none of them is
// there.
package migrate

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/convert/scaffold"
)

// Options says what is asked for. The zero value takes everything from the project.
type Options struct {
	Theme   string // "blog" or "docs"; "": what the content looks like
	BaseURL string // address of the site, stronger than that of the project
	Title   string // the same
}

// Plan is a project as sitegen would build it.
type Plan struct {
	Tool  string // "MkDocs", "Hugo", "Jekyll", "Docusaurus", "Eleventy" or "Zola"
	Theme string // "blog" or "docs"
	Files []scaffold.File
	Notes []Note // by line

	// Converted says that the files are a project of their own, for a new folder: the pages were written for
	// templates that sitegen does not execute. Otherwise they go into the folder that was read.
	Converted bool
}

// Fate is what became of a key.
type Fate string

// Fates.
const (
	Used     Fate = "used"
	Ignored  Fate = "ignored"
	NeedsYou Fate = "needs you"
)

// Note says what became of one key.
type Note struct {
	File string `json:"file"` // relative to the project; "" when it is not about a line
	Line int    `json:"line,omitempty"`
	Key  string `json:"key"`
	Fate Fate   `json:"fate"`
	Text string `json:"text,omitempty"` // what it is now, why not, or what to do
}

// Position is "mkdocs.yml:3".
func (n Note) Position() string {
	if n.Line == 0 {
		return n.File
	}
	return fmt.Sprintf("%s:%d", n.File, n.Line)
}

// ErrNone says that a folder has no configuration that is understood.
var ErrNone = errors.New("no configuration of MkDocs, Hugo, Jekyll, Docusaurus, Eleventy, or Zola found")

// Read reads a project. An error is a configuration that cannot be read, diag.Diagnostic or diag.List where it has
// a place, or ErrNone.
func Read(dir string, o Options) (*Plan, error) {
	p := &plan{dir: dir, o: o}
	var err error
	switch name := mkdocsFile(dir); {
	case name != "":
		p.Tool = "MkDocs"
		err = p.mkdocs(name)
	case Foreign(dir) != "":
		err = p.foreign(Foreign(dir))
	case hugoProject(dir):
		p.Tool = "Hugo"
		err = p.hugo()
	default:
		return nil, ErrNone
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(p.Notes, func(a, b Note) int { return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	p.Files = append([]scaffold.File{{Path: "sitegen.toml", Data: p.out.bytes()}}, p.Files...)
	return &p.Plan, nil
}

// Foreign returns the name of the tool that a folder is a project of, if its pages must be converted; "" for others, and
// for a project that has a configuration of sitegen.
func Foreign(dir string) string {
	switch {
	case first(dir, "sitegen.toml", "sitegen.yaml", "sitegen.yml", "sitegen.json") != "":
		return ""
	case jekyllProject(dir):
		return "Jekyll"
	case docusaurusFile(dir) != "":
		return "Docusaurus"
	case eleventyFile(dir) != "":
		return "Eleventy"
	case zolaFile(dir) != "":
		return "Zola"
	}
	return ""
}

// MkDocs reports whether a folder is a project of MkDocs without a configuration of sitegen.
func MkDocs(dir string) bool {
	return mkdocsFile(dir) != "" && first(dir, "sitegen.toml", "sitegen.yaml", "sitegen.yml", "sitegen.json") == ""
}

func (p *plan) foreign(tool string) error {
	switch tool {
	case "Jekyll":
		return p.jekyll()
	case "Docusaurus":
		return p.docusaurus(docusaurusFile(p.dir))
	case "Eleventy":
		return p.eleventy(eleventyFile(p.dir))
	}
	return p.zola(zolaFile(p.dir))
}

// plan is a Plan at work.
type plan struct {
	Plan
	dir string
	o   Options
	out document
}

func (p *plan) note(file string, line int, key string, fate Fate, format string, args ...any) {
	p.Notes = append(p.Notes, Note{file, line, key, fate, fmt.Sprintf(format, args...)})
}

// exists reports whether a file or folder of the project is there.
func (p *plan) exists(name string) bool {
	_, err := os.Stat(filepath.Join(p.dir, filepath.FromSlash(name)))
	return err == nil
}

// markdown lists the Markdown files below a folder of the project, sorted, relative to it.
func (p *plan) markdown(folder string) ([]string, error) {
	return p.files(folder, ".md", ".markdown")
}

// files lists the files below a folder whose names end in one of these ways.
func (p *plan) files(folder string, ends ...string) ([]string, error) {
	root := filepath.Join(p.dir, filepath.FromSlash(folder))
	var out []string
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case file != root && strings.HasPrefix(d.Name(), "."):
			if d.IsDir() {
				return fs.SkipDir
			}
		case !d.IsDir() && slices.Contains(ends, filepath.Ext(d.Name())):
			rel, err := filepath.Rel(root, file)
			if err != nil {
				return err
			}
			out = append(out, filepath.ToSlash(rel))
		}
		return nil
	})
	slices.Sort(out)
	return out, err
}
