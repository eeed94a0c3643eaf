// Package generators knows how other static site generators turn source files into pages: which page a file becomes,
// and which dates its front matter and git give it. `sitegen post` asks it about finished sites.
//
// What a generator's own list or a project's configuration says comes first, then the rules of its documentation.
package generators

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// generator says which page a file of the content becomes, as the generator's documentation has it.
type generator struct {
	name       string
	extensions string // of sources, in one string
	found      string // files of a project that tell that it is the generator's, in one string
	paths      func(g *generator, s *Source) []string

	// For pathsByName.
	whole     string // key of front matter that gives the whole path
	index     string // names of files that are the page of their folder, in one string
	dated     bool   // a date at the beginning of a name is that of publication, and no part of the path
	bundles   bool   // index.md is a page of the name of its folder
	slugs     bool   // slug is in place of the name, and what cannot be in an address is left out
	languages bool   // name.fr.md is in French

	jekyll *jekyllConfig
	prefix string // what the content folder is called, where that is part of addresses
}

func generators() []*generator {
	const markdown = ".md .markdown .mdown .mdx"
	const docusaurus = "docusaurus.config.js docusaurus.config.ts docusaurus.config.mjs docusaurus.config.cjs"
	return []*generator{
		// https://gohugo.io/content-management/urls/
		{name: "hugo", extensions: markdown + " .html .htm .adoc .org .rst .pandoc", found: "hugo.toml hugo.yaml hugo.yml hugo.json config/_default archetypes", paths: pathsByName, whole: "url", index: "_index", bundles: true, slugs: true, languages: true},
		// https://jekyllrb.com/docs/permalinks/
		{name: "jekyll", extensions: markdown + " .html .htm .mkdown .mkdn .mkd", found: "_config.yml _config.yaml _config.toml", paths: jekyllPaths, dated: true},
		// https://www.11ty.dev/docs/permalinks/
		{name: "eleventy", extensions: markdown + " .html .njk .liquid .hbs .webc .js", found: ".eleventy.js eleventy.config.js eleventy.config.mjs eleventy.config.cjs eleventy.config.ts", paths: eleventyPaths, whole: "permalink", index: "index", dated: true},
		// https://docs.astro.build/en/guides/routing/
		{name: "astro", extensions: markdown + " .mdoc .astro .html", found: "astro.config.mjs astro.config.js astro.config.ts astro.config.mts astro.config.cjs", paths: astroPaths},
		// https://www.mkdocs.org/user-guide/writing-your-docs/
		{name: "mkdocs", extensions: markdown + " .mkd .mkdn", found: "mkdocs.yml mkdocs.yaml", paths: pathsByName, index: "index README _index"},
		// https://docusaurus.io/docs/create-doc, https://docusaurus.io/docs/blog
		{name: "docusaurus", extensions: markdown, found: docusaurus, paths: docusaurusPaths, index: "index README _index", dated: true},
		// https://www.getzola.org/documentation/content/page/
		{name: "zola", extensions: ".md", paths: pathsByName, whole: "path", index: "_index", dated: true, bundles: true, slugs: true, languages: true},
		// Files become pages of the same names.
		{name: "plain", extensions: markdown + " .html .htm .adoc .org .rst", paths: pathsByName, index: "index README _index"},
	}
}

// Names are the names of the generators that are known, after "auto".
func Names() []string {
	out := []string{"auto"}
	for _, g := range generators() {
		out = append(out, g.name)
	}
	return out
}

// generatorOf returns a generator by its name, or the one whose configuration lies in the content folder or in one
// of two above it.
func generatorOf(name, dir string) (*generator, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(abs); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder", dir)
	}
	var g *generator
	list := generators()
	if name == "" || name == "auto" {
		g = detect(list, abs)
	} else if i := slices.IndexFunc(list, func(g *generator) bool { return g.name == name }); i >= 0 {
		g = list[i]
	} else {
		return nil, fmt.Errorf("unknown generator %q: choose one of %s", name, strings.Join(Names(), ", "))
	}
	g.prefix = filepath.Base(abs)
	if g.name == "jekyll" {
		g.jekyll = readJekyll(abs)
	}
	return g, nil
}

// baseURL is a setting of config.toml, by which Zola and old projects of Hugo differ:
// https://www.getzola.org/documentation/getting-started/configuration/
var baseURL = regexp.MustCompile(`(?m)^\s*(base_url|(?i:baseURL))\s*=`)

func detect(list []*generator, dir string) *generator {
	for range 3 {
		name := ""
		if data, err := os.ReadFile(filepath.Join(dir, "config.toml")); err == nil {
			switch m := baseURL.FindSubmatch(data); {
			case m == nil:
			case string(m[1]) == "base_url":
				name = "zola"
			default:
				name = "hugo"
			}
		}
		for _, g := range list {
			for file := range strings.FieldsSeq(g.found) {
				if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(file))); err == nil {
					return g
				}
			}
		}
		if i := slices.IndexFunc(list, func(g *generator) bool { return g.name == name }); i >= 0 {
			return list[i]
		}
		dir = filepath.Dir(dir)
	}
	return list[len(list)-1]
}

func (g *generator) isSource(name string) bool {
	ext := path.Ext(name)
	return ext != "" && slices.Contains(strings.Fields(g.extensions), ext)
}

// keys are those of the pages that a source may have become.
func (g *generator) keys(s *Source) []string {
	var out []string
	for _, p := range g.paths(g, s) {
		if key := keyOf(p); !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}
