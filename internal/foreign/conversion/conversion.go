// Package conversion is what becomes of a project of another generator: new files, and a note about each key of its
// configuration and about all that its pages use and sitegen has not.
//
// It reads and never writes: the files of a Plan are new ones, and the caller writes them when none of them exists.
package conversion

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// File is a new file.
type File struct {
	Path string // slash path relative to the project, or absolute
	Data []byte
	Copy string // file that is copied in place of Data; "" for none
}

// Options says what is asked for. The zero value takes everything from the project.
type Options struct {
	Theme   string // "blog" or "docs"; "": what the content looks like
	BaseURL string // address of the site, stronger than that of the project
	Title   string // the same
}

// Plan is a project as sitegen would build it.
type Plan struct {
	Tool  string // its name
	Theme string // "blog" or "docs"
	Files []File
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

// Link is an entry of a menu: a page by its path, or a URL.
type Link struct{ Name, Page, URL string }

// Work is a Plan at work.
type Work struct {
	Plan
	Dir     string
	Options Options
	Out     Document // sitegen.toml
}

// Finish returns the plan, with its sitegen.toml first and its notes by line.
func (p *Work) Finish() *Plan {
	slices.SortStableFunc(p.Notes, func(a,
		b Note,
	) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	p.Files = append([]File{{Path: "sitegen.toml", Data: p.Out.bytes()}}, p.Files...)
	return &p.Plan
}

// Note notes what became of a key.
func (p *Work) Note(file string, line int, key string, fate Fate, format string, args ...any) {
	p.Notes = append(p.Notes, Note{file, line, key, fate, fmt.Sprintf(format, args...)})
}

// Exists reports whether a file or folder of the project is there.
func (p *Work) Exists(name string) bool {
	_, err := os.Stat(filepath.Join(p.Dir, filepath.FromSlash(name)))
	return err == nil
}

// Markdown lists the Markdown files below a folder of the project, sorted, relative to it.
func (p *Work) Markdown(folder string) ([]string, error) {
	return p.List(folder, ".md", ".markdown")
}

// List lists the files below a folder whose names end in one of these ways.
func (p *Work) List(folder string, ends ...string) ([]string, error) {
	root := filepath.Join(p.Dir, filepath.FromSlash(folder))
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

// First is the first of some names that a folder has a file of, "" for none.
func First(dir string, names ...string) string {
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			return name
		}
	}
	return ""
}

// Strings returns the items of a list, "" for those that are not text.
func Strings(v any) []string {
	var out []string
	list, _ := v.([]any)
	for _, x := range list {
		s, _ := x.(string)
		out = append(out, s)
	}
	return out
}

// Few names the first of some things.
func Few(list []string) string {
	const most = 5
	s := strings.Join(list[:min(len(list), most)], ", ")
	if more := len(list) - most; more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}
