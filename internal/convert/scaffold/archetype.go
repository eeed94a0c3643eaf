package scaffold

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
)

// archetypeDirs returns the folders of archetypes, the project's first.
// https://gohugo.io/content-management/archetypes/#lookup-order
func (c Content) archetypeDirs() []string {
	own, _ := c.Config.Root["archetypedir"].(string)
	own = cmp.Or(own, "archetypes")
	var dirs []string
	for _, m := range c.Config.Component("archetypes", own) {
		if m.At == "" {
			dirs = append(dirs, m.Dir)
		}
	}
	return dirs
}

// folderArchetype returns the folder that is the archetype of bundles of a type, or "".
func (c Content) folderArchetype(kind string) string {
	for _, dir := range c.archetypeDirs() {
		dir = path.Join(dir, kind)
		if info, err := os.Stat(c.abs(path.Join(dir, "index.md"))); err == nil && info.Mode().IsRegular() {
			return dir
		}
	}
	return ""
}

// fromFile fills d from the archetype of its type, or else from the default archetype.
func (c Content) fromFile(d Draft, ext string) Draft {
	for _, name := range []string{d.Type, "default"} {
		for _, dir := range c.archetypeDirs() {
			file := path.Join(dir, name+ext)
			if text, err := os.ReadFile(c.abs(file)); err == nil {
				d.Source, d.Archetype = string(text), file
				return d
			}
		}
	}
	d.Source = "---\ntitle: " + conversion.Quote(d.Title) + "\n"
	if !c.undated() {
		d.Source += "date: " + d.Date + "\n"
	}
	d.Source += "draft: true\n---\n\n"
	return d
}

// undated reports whether pages of the site have no dates, as in documentation.
func (c Content) undated() bool {
	return c.Type != "post" && (c.Config.EmbeddedTheme == "docs" || c.Config.EmbeddedTheme == "" &&
		c.Config.DefaultTheme == "docs")
}

// fromFolder plans a bundle from the files of an archetype folder; the pages among them are templates.
func (c Content) fromFolder(dir string, t target, d Draft) ([]Draft, error) {
	if err := c.free(t); err != nil {
		return nil, err
	}
	var page, others []Draft
	root := os.DirFS(c.abs(dir))
	err := fs.WalkDir(root, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		x := d
		x.Source, x.Within = string(text), path.Join(t.dir, name)
		if path.Ext(name) == ".md" {
			x.Archetype = path.Join(dir, name)
		}
		if name == "index.md" {
			x.Within = t.file()
		} else {
			x.Given = false
		}
		x.Path = path.Join(c.root(), x.Within)
		if name == "index.md" {
			page = append(page, x)
		} else {
			others = append(others, x)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the archetype: %w", err)
	}
	return append(page, others...), nil
}

// titleLine matches the line of front matter with the title, in TOML, YAML, or JSON.
var titleLine = pattern.New(`(?m)^([ \t]*"title"[ \t]*:[ \t]*|title[ \t]*[:=][ \t]*)(.*?)(,?)[ \t]*\r?$`)

// Finish returns the contents of the file, given the executed template. A title given by the user replaces the
// one that the template made from the file name.
func (d Draft) Finish(filled string) []byte {
	at := titleLine.FindStringSubmatchIndex(filled)
	if !d.Given || at == nil || strings.Contains(filled[:at[0]], "\n---\n") ||
		strings.Contains(filled[:at[0]], "\n+++\n") {
		return []byte(filled)
	}
	return []byte(filled[:at[3]] + conversion.Quote(d.Title) + filled[at[6]:at[7]] + filled[at[7]:][strings.IndexByte(filled[at[7]:]+
		"\n", '\n'):])
}
