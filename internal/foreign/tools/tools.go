// Package tools is the list of the foreign tools that sitegen knows.
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
	"github.com/sitegen/sitegen/internal/foreign/zola"
)

// All returns the tools. The first one that knows a folder has it: several keep a _config.yml for their host.
func All() []*foreign.Tool {
	return []*foreign.Tool{mkdocs.Tool, docusaurus.Tool, jekyll.Tool, obsidian.Tool, eleventy.Tool, zola.Tool, astro.Tool}
}

// nested are the usual names of the folder in which a repository of something else keeps the project of its site.
func nested() []string {
	return []string{"website", "docs", "documentation", "site", "docs-site", "dev-docs"}
}

// Find returns the project that a folder is, or has in a folder with a usual name; nil for none. root reads paths that
// begin with "../", too.
func Find(root fs.FS) *foreign.Project {
	for _, dir := range append([]string{"."}, nested()...) {
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

// Notice returns the project of a folder without any configuration, by what its pages say; nil for none. skip are
// folders without content.
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
