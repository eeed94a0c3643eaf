// Package docusaurus reads projects of Docusaurus: https://docusaurus.io/docs
package docusaurus

import (
	"bytes"
	"cmp"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

const name = "Docusaurus"

// Tool is Docusaurus.
var Tool = &foreign.Tool{
	Name: name, ID: "docusaurus", FeedLimit: "blog.feedOptions.limit in docusaurus.config.js",
	Configs: configs(), Detect: detect, Converts: converts, Convert: convert,
	Sources: func(dir string) *foreign.Sources {
		return &foreign.Sources{
			Extensions: foreign.Markdown(), Index: index(), Dated: true,
			Paths: func(s foreign.Source) []string { return paths(path.Base(dir), s) },
		}
	},
}

func configs() (out []string) {
	for _, ext := range []string{"js", "ts", "mjs", "cjs", "mts", "cts"} {
		out = append(out, "docusaurus.config."+ext)
	}
	return out
}

// detect returns the project with a configuration whose docs folder exists.
func detect(root fs.FS, dir string) *foreign.Project {
	for _, config := range configs() {
		if file, text := foreign.ConfigIn(root, dir, config); file != "" {
			if p := project(root, file, text); foreign.IsDir(root, p.Docs) {
				return p
			}
		}
	}
	return nil
}

// project reads the literal values of a configuration: the title, the docs folder, and folders of static files.
// https://docusaurus.io/docs/api/docusaurus-config
func project(root fs.FS, file string, text []byte) *foreign.Project {
	dir := path.Dir(file)
	config, err := script.Export(file, text)
	p := &foreign.Project{
		File: file, Wrong: err, Title: foreign.TextOf(config.Str("title")), Ignore: []string{
			"**/_*.md", "**/_*.mdx",
			"**/_*/**",
		},
		Settings: foreign.Settings{
			FolderNames: true, Dollars: bytes.Contains(text, []byte("remark-math")), // an import
			KeepCase: true, SidebarSort: "name", NoTypographer: true,
		},
	}
	var folders []any
	if folders = config.List("staticDirectories"); folders == nil {
		folders = []any{"static"}
	}
	for _, folder := range folders {
		if name, ok := folder.(string); ok {
			p.Static = append(p.Static, path.Join(dir, name))
		}
	}
	docs, route, keepNumbers, bar := "docs", "docs", false, ""
	for _, preset := range config.List("presets") {
		if pair, _ := preset.([]any); len(pair) > 1 {
			options, _ := pair[1].(*script.Object)
			docs = cmp.Or(options.Str("docs", "path"), docs)
			if to, ok := options.Get("docs", "routeBasePath").(string); ok {
				route = strings.Trim(to, "/")
			}
			for _, glob := range options.List("docs", "exclude") {
				if s, ok := glob.(string); ok {
					p.Ignore = append(p.Ignore, s)
				}
			}
			bar = cmp.Or(options.Str("docs", "sidebarPath"), bar)
			keepNumbers = keepNumbers || options.Get("docs", "numberPrefixParser") == false
		}
	}
	p.Docs = path.Join(dir, docs)
	// such as path.resolve(__dirname, "../docs")
	if next := path.Join(dir, "../docs"); !foreign.IsDir(root, p.Docs) && foreign.IsDir(root, next) {
		p.Docs = next
	}
	plain := dialect(dir, keepNumbers, p.Settings.Dollars, nil)
	b, list, wrong := readBars(root, dir, bar, p.Docs, &plain)
	if p.Wrong == nil {
		p.Wrong = wrong
	}
	var listed []string
	if list != nil {
		listed = slices.Sorted(maps.Keys(b.files))
		p.Settings.Nav = func(func(string) bool) []any { return b.cascades(list) }
	}
	p.Dialect = dialect(dir, keepNumbers, p.Settings.Dollars, listed)
	p.Dialect.Route = route
	return p
}
