package scaffold

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/foreign/detect"
)

// Content describes the content file to create: one at a path, or one of a type with a title.
type Content struct {
	Config *config.Config // required
	// slash path in the content folder, with or without the content folder itself: "posts/one.md",
	// "galleries/one"
	Path   string
	Type   string    // without Path: "post", "page", or a section
	Title  string    // "" with Path: made of the name
	Kind   string    // of the archetype; that of the section when empty
	Lang   string    // key of the language; the default one when empty
	Bundle bool      // create a folder for it: one/index.md
	Now    time.Time // required
}

// Draft is a file to create.
type Draft struct {
	Path   string // relative to the project, or absolute
	Source string // what it holds, or the template of that
	// Archetype is the file that Source comes from; "" if Source is not a template.
	Archetype string
	Within    string // the path relative to the content folder
	Type      string // what the template sees as .Type
	Date      string // .Date
	Title     string // .Title
	Given     bool   // the title was given, and replaces the one that the template makes from the name
}

// Drafts plans the files. The first one is the page.
func (c Content) Drafts() ([]Draft, error) {
	t, err := c.target()
	if err != nil {
		return nil, err
	}
	d := Draft{
		Within: t.file(), Type: "page", Date: c.Now.In(c.Config.TimeZone).Format(time.RFC3339), Title: c.Title,
		Given: c.Title != "",
	}
	if section, _, ok := strings.Cut(d.Within, "/"); ok {
		d.Type = section
	}
	d.Type = cmp.Or(c.Kind, d.Type)
	if d.Title == "" {
		d.Title = words.Title(c.Config.TitleCaseStyle, strings.ReplaceAll(strings.ReplaceAll(t.name(), "-", " "), "_", " "))
	}
	if dir := c.folderArchetype(d.Type); dir != "" && t.ext == "" {
		return c.fromFolder(dir, t.bundled(), d)
	}
	t.ext = cmp.Or(t.ext, ".md")
	if c.Bundle {
		t = t.bundled()
	}
	if c.Config.Bare && t.bundle() && c.Bundle {
		return nil,
			errors.New("a folder without a content folder has no bundles\n  hint: put the pages into content/, or omit --bundle")
	}
	d.Within = t.file()
	d.Path = path.Join(c.root(), d.Within)
	if err := c.free(t); err != nil {
		return nil, err
	}
	return []Draft{c.fromFile(d, t.ext)}, nil
}

// language returns the requested language, or nil for the default one if it is the only one.
func (c Content) language() (*config.Language, error) {
	var keys []string
	for _, l := range c.Config.Languages {
		if c.Lang == "" && l.Default || strings.EqualFold(l.Key, c.Lang) {
			return l, nil
		}
		keys = append(keys, l.Key)
	}
	return nil,
		fmt.Errorf("the site has no language %q\n  hint: it has %s; add others under [languages] in the configuration",
			c.Lang, strings.Join(keys, ", "))
}

// root returns the content folder of the language.
func (c Content) root() string {
	if l, err := c.language(); err == nil && l.ContentDir != "" {
		return l.ContentDir
	}
	return c.Config.ContentDir
}

// target is the path of a new page relative to its content folder.
type target struct {
	dir, base string
	lang      string // ".fr", or nothing
	ext       string // ".md"; "" when the command left it out
}

func (t target) file() string { return path.Join(t.dir, t.base+t.lang+t.ext) }
func (t target) bundle() bool { return t.base == "index" }

// name returns the name that people use for the page.
func (t target) name() string {
	if t.base == "index" || t.base == "_index" {
		return path.Base(t.dir)
	}
	return t.base
}

// bundled turns a single page into a bundle.
func (t target) bundled() target {
	if t.base != "index" && t.base != "_index" {
		t.dir, t.base = path.Join(t.dir, t.base), "index"
	}
	t.ext = cmp.Or(t.ext, ".md")
	return t
}

func (c Content) target() (target, error) {
	l, err := c.language()
	if err != nil {
		return target{}, err
	}
	var t target
	if !l.Default && l.ContentDir == "" {
		t.lang = "." + l.Lower
	}
	if c.Path == "" {
		if t.base = Slug(c.Title); t.base == "" {
			return t,
				fmt.Errorf("can't make a file name from the title %q\n  hint: name the file, as in: sitegen new posts/first.md",
					c.Title)
		}
		t.dir, err = c.section()
		return t, err
	}
	p := filepath.ToSlash(c.Path)
	for _, root := range []string{c.root(), "content"} {
		p = strings.TrimPrefix(path.Clean(p), path.Clean(root)+"/")
	}
	if !fs.ValidPath(p) || p == "." {
		return t, fmt.Errorf("%q is not a path in the content folder", c.Path)
	}
	t.dir, t.base = path.Split(p)
	t.dir = path.Clean(t.dir)
	if ext := path.Ext(t.base); slices.Contains([]string{".md", ".markdown", ".mdown", ".html", ".htm"}, ext) {
		t.base, t.ext = strings.TrimSuffix(t.base, ext), ext
		if t.lang != "" {
			t.base = strings.TrimSuffix(t.base, t.lang)
		}
	}
	return t, nil
}

// section returns the folder for pages of a type.
func (c Content) section() (string, error) {
	root := os.DirFS(c.abs(c.root()))
	first := func(names ...string) string {
		for _, name := range names {
			if info, err := fs.Stat(root, name); err == nil && info.IsDir() {
				return name
			}
		}
		return ""
	}
	switch c.Type {
	case "page":
		return ".", nil
	case "post":
		if dir := first("posts", "post", "blog", "articles", "news"); dir != "" {
			return dir, nil
		}
		return dated(root, c.Config.Bare), nil
	}
	if !fs.ValidPath(c.Type) {
		return "", fmt.Errorf("%q is not a section", c.Type)
	}
	if dir := first(c.Type, c.Type+"s"); dir != "" {
		return dir, nil
	}
	var names []string
	entries, _ := fs.ReadDir(root, ".") // without a folder, no name is like the type
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	if near := diag.Mistyped(c.Type, names); near != "" {
		return "", fmt.Errorf("no section %q\n  hint: did you mean %s? For a new section, name the file: sitegen new %s/first.md",
			c.Type, near, c.Type)
	}
	return c.Type, nil
}

// dated returns the first folder in which most pages have dates, or posts.
func dated(root fs.FS, bare bool) string {
	entries, err := fs.ReadDir(root, ".")
	if err != nil {
		return "posts" // no content exists yet
	}
	for _, e := range entries {
		if e.IsDir() && e.Name()[0] != '.' && e.Name() != "public" && e.Name() != "node_modules" {
			if theme, _ := detect.Theme(root, nil, []string{e.Name()}, nil); theme == "blog" {
				return e.Name()
			}
		}
	}
	if theme, _ := detect.Theme(root, nil, []string{"."}, []string{"public"}); bare && theme == "blog" {
		return "."
	}
	return "posts"
}

// free reports an existing file at the path of a page, or another file that would be the same page.
func (c Content) free(t target) error {
	single, bundle := t, t.bundled()
	if t.bundle() {
		single.dir, single.base = path.Dir(t.dir), path.Base(t.dir)
	}
	for _, x := range []target{t, single, bundle} {
		file := path.Join(c.root(), x.file())
		if _, err := os.Lstat(c.abs(file)); err == nil {
			return fmt.Errorf("%s already exists; nothing was written", file)
		} else if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid) {
			return err
		}
	}
	return nil
}

func (c Content) abs(p string) string { return at(c.Config.Project, p) }
