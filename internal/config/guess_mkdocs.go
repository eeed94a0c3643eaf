package config

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/foreign/detect"
	"github.com/sitegen/sitegen/internal/foreign/mkdocs"
)

// toolRoot returns what the configuration of a tool in YAML says, with what it inherits, which only that of MkDocs does; nil
// where there is none. One that cannot be read is an error: it may say what must not be published.
func (l *loader) toolRoot(tool detect.Tool) map[string]any {
	if !strings.HasSuffix(tool.File, ".yml") && !strings.HasSuffix(tool.File, ".yaml") {
		return nil
	}
	if l.toolFile == tool.File {
		return l.toolValues
	}
	l.toolFile = tool.File
	files := faithful{FS: os.DirFS(l.project), l: l, looks: true}
	chain, err := mkdocs.Read(tool.File, func(file string) ([]byte, error) { return fs.ReadFile(files, file) })
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		l.diags = append(l.diags, diag.From(err)...)
	}
	for _, c := range chain {
		l.toolValues = mkdocs.Merge(l.toolValues, c.Root)
	}
	return l.toolValues
}

// guessNav gives the pages of MkDocs the order, the names, and the groups of nav. Configurations that
// guesses are copied to say nothing of it: it counts in them, too, unless they have rules of their own.
func (l *loader) guessNav(tool detect.Tool) {
	if tool.Name != "MkDocs" {
		return
	}
	nav, ok := l.toolRoot(tool)["nav"].([]any)
	if _, given := l.tree.root["cascade"]; !ok || given {
		return
	}
	var cascade []any
	isPage := func(file string) bool {
		file = path.Join(tool.Docs, file)
		if !fs.ValidPath(file) {
			return false
		}
		_, err := fs.Stat(faithful{FS: os.DirFS(l.project), l: l}, file)
		return err == nil
	}
	for _, r := range mkdocs.ReadNav(nav, isPage).Rules {
		values := map[string]any{"target": map[string]any{"path": r.Path}, "weight": r.Weight}
		if r.Label != "" {
			values["linktitle"] = r.Label
		}
		if r.Title != "" {
			values["title"] = r.Title
		}
		if r.Group != "" {
			values["sidebar"] = map[string]any{"group": r.Group}
		}
		cascade = append(cascade, values)
	}
	l.tree.root["cascade"] = cascade
}

// excluded are the files in the folder of pages that MkDocs does not publish, and those that are published although their
// names are hidden: https://www.mkdocs.org/user-guide/configuration/#exclude_docs
func excluded(root map[string]any) (globs, kept []string) {
	patterns := "/templates/\n"
	for _, key := range []string{"exclude_docs", "draft_docs"} {
		more, _ := root[key].(string)
		patterns += more + "\n"
	}
	return mkdocs.Excluded(patterns)
}

// guessMarkup reads text as the tool reads it: quotes and dashes stay as they are typed, and headings have the same IDs.
func (l *loader) guessMarkup(c *Config, tool detect.Tool, root map[string]any) {
	typed := c.Tool == "obsidian" || c.Tool == "docusaurus"
	goldmark := &c.Markup.Goldmark
	if c.Tool == "mkdocs" {
		markup := mkdocs.MarkupOf(root["markdown_extensions"])
		typed = !markup.Smarty
		if !l.tree.says("markup.goldmark.parser.auto") && goldmark.Parser.AutoIDType != markup.IDs {
			goldmark.Parser.AutoIDType = markup.IDs
			l.guessed = append(l.guessed, Guess{"markup.goldmark.parser.autoIDType", markup.IDs, tool.File})
		}
	}
	if typed && !l.tree.says("markup.goldmark.extensions.typographer") {
		goldmark.Extensions.Typographer.Disable = true
		l.guessed = append(l.guessed, Guess{"markup.goldmark.extensions.typographer.disable", "true", tool.File})
	}
}

// says reports whether the configuration has a key that begins so.
func (t *tree) says(prefix string) bool {
	for key := range t.origin {
		if strings.HasPrefix(key, prefix) {
			return true
		}
	}
	return false
}

// guessURLs takes the URL of the site from the configuration of a tool whose URLs are kept, and keeps those of the pages of
// MkDocs: capital letters, and page.html if it writes that.
func (l *loader) guessURLs(tool detect.Tool) {
	if _, given := l.tree.root["baseurl"]; !given && slices.Contains([]string{"MkDocs", "Jekyll"}, tool.Name) && tool.URL != "" {
		l.guess(Guess{"baseURL", tool.URL, tool.File})
	}
	root := l.toolRoot(tool)
	if zone, _ := root["timezone"].(string); tool.Name == "Jekyll" && zone != "" && l.tree.root["timezone"] == nil {
		if _, err := time.LoadLocation(zone); err == nil {
			l.guess(Guess{"timeZone", zone, tool.File})
		}
	}
	if tool.Name != "MkDocs" && tool.Name != "Docusaurus" {
		return
	}
	guess := func(key string, on bool) {
		if _, given := l.tree.root[strings.ToLower(key)]; on && !given {
			l.guess(Guess{key, "true", tool.File})
		}
	}
	guess("disablePathToLower", true)
	guess("uglyURLs", tool.Name == "MkDocs" && root["use_directory_urls"] == false)
}
