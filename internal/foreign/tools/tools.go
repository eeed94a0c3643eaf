// Package tools lists the other tools that sitegen supports.
package tools

import (
	"io/fs"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/astro"
	"github.com/sitegen/sitegen/internal/foreign/docusaurus"
	"github.com/sitegen/sitegen/internal/foreign/eleventy"
	"github.com/sitegen/sitegen/internal/foreign/jekyll"
	"github.com/sitegen/sitegen/internal/foreign/mkdocs"
	"github.com/sitegen/sitegen/internal/foreign/obsidian"
	"github.com/sitegen/sitegen/internal/foreign/vitepress"
	"github.com/sitegen/sitegen/internal/foreign/wordpress"
	"github.com/sitegen/sitegen/internal/foreign/zola"
)

// All returns the tools. The first tool that detects a project wins; order matters because projects of several tools
// contain a _config.yml for their host.
func All() []*foreign.Tool {
	return []*foreign.Tool{
		mkdocs.Tool, docusaurus.Tool, vitepress.Tool, jekyll.Tool, obsidian.Tool, eleventy.Tool, zola.Tool, astro.Tool,
		wordpress.Tool,
	}
}

// Nested returns the usual names of a folder with the site's project, in a repository for something else.
func Nested() []string {
	return []string{"website", "docs", "documentation", "site", "docs-site", "dev-docs"}
}

// Find returns the project in a folder or in one of its subfolders with a usual name; nil if none. root also reads
// paths that start with "../".
func Find(root fs.FS) *foreign.Project {
	for _, dir := range append([]string{"."}, Nested()...) {
		for _, t := range All() {
			if t.Detect == nil {
				continue
			}
			if p := t.Detect(root, dir); p != nil {
				p.Tool = t
				return p
			}
		}
	}
	return nil
}

// Stated returns the project of pages that the configuration of sitegen describes with the ID of a tool; nil if none.
func Stated(root fs.FS, docs string, said map[string]any) *foreign.Project {
	for _, t := range All() {
		if values, ok := said[t.ID].(map[string]any); ok && t.Stated != nil {
			p := t.Stated(root, docs, values)
			p.Tool = t
			return p
		}
	}
	return nil
}

// Notice returns the project of a folder without any configuration, judged by its pages; nil if none. skip are folders
// without content.
func Notice(root fs.FS, skip []string) *foreign.Project {
	for _, t := range All() {
		if t.Notice == nil {
			continue
		}
		if p := t.Notice(root, skip); p != nil {
			p.Tool = t
			return p
		}
	}
	return nil
}
