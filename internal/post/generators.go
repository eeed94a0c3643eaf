package post

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
	datedNames bool   // a date at the beginning of a name is that of publication
	// found reports whether a project is the generator's, by a file of its folder.
	found []string
	paths func(g *generator, s *source) []string

	permalink string // of posts, from the configuration of Jekyll
	prefix    string // what the content folder is called, where that is part of addresses
}

func generators() []*generator {
	const markdown = ".md .markdown .mdown .mdx"
	return []*generator{
		// https://gohugo.io/content-management/urls/
		{name: "hugo", extensions: markdown + " .html .htm .adoc .org .rst .pandoc", found: []string{"hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config/_default", "archetypes"}, paths: hugoPaths},
		// https://jekyllrb.com/docs/permalinks/
		{name: "jekyll", extensions: markdown + " .html .htm .mkdown .mkdn .mkd", datedNames: true, found: []string{"_config.yml", "_config.yaml", "_config.toml"}, paths: jekyllPaths},
		// https://www.11ty.dev/docs/permalinks/
		{name: "eleventy", extensions: markdown + " .html .njk .liquid .hbs .webc .js", datedNames: true, found: []string{".eleventy.js", "eleventy.config.js", "eleventy.config.mjs", "eleventy.config.cjs", "eleventy.config.ts"}, paths: eleventyPaths},
		// https://docs.astro.build/en/guides/routing/
		{name: "astro", extensions: markdown + " .mdoc .astro .html", found: []string{"astro.config.mjs", "astro.config.js", "astro.config.ts", "astro.config.mts", "astro.config.cjs"}, paths: astroPaths},
		// https://www.mkdocs.org/user-guide/writing-your-docs/
		{name: "mkdocs", extensions: markdown + " .mkd .mkdn", found: []string{"mkdocs.yml", "mkdocs.yaml"}, paths: mkdocsPaths},
		// https://docusaurus.io/docs/create-doc, https://docusaurus.io/docs/blog
		{name: "docusaurus", extensions: markdown, datedNames: true, found: []string{"docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs", "docusaurus.config.cjs"}, paths: docusaurusPaths},
		// https://www.getzola.org/documentation/content/page/
		{name: "zola", extensions: ".md", datedNames: true, found: nil, paths: zolaPaths},
		// Files become pages of the same names.
		{name: "plain", extensions: markdown + " .html .htm .adoc .org .rst", paths: plainPaths},
	}
}

// Generators are the names of the generators whose sources are known, after "auto".
func Generators() []string {
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
		return nil, fmt.Errorf("%s is no folder", dir)
	}
	var g *generator
	list := generators()
	if name == "" || name == "auto" {
		g = detect(list, abs)
	} else if i := slices.IndexFunc(list, func(g *generator) bool { return g.name == name }); i >= 0 {
		g = list[i]
	} else {
		return nil, fmt.Errorf("there is no generator %q: it is one of %s", name, strings.Join(Generators(), ", "))
	}
	g.prefix = filepath.Base(abs)
	if g.name == "jekyll" {
		g.permalink = jekyllPermalink(abs)
	}
	return g, nil
}

func detect(list []*generator, dir string) *generator {
	plain := list[len(list)-1]
	for range 3 {
		for _, g := range list {
			if slices.ContainsFunc(g.found, func(f string) bool { return there(filepath.Join(dir, filepath.FromSlash(f))) }) {
				return g
			}
		}
		// Zola and old projects of Hugo have config.toml: https://www.getzola.org/documentation/getting-started/configuration/
		if data, err := os.ReadFile(filepath.Join(dir, "config.toml")); err == nil {
			for _, g := range list {
				if g.name == "zola" && regexp.MustCompile(`(?m)^\s*base_url\s*=`).Match(data) || g.name == "hugo" && regexp.MustCompile(`(?mi)^\s*baseURL\s*=`).Match(data) {
					return g
				}
			}
		}
		dir = filepath.Dir(dir)
	}
	return plain
}

func there(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

func (g *generator) isSource(name string) bool {
	ext := path.Ext(name)
	return ext != "" && slices.Contains(strings.Fields(g.extensions), ext)
}

// keys are those of the pages that a source may have become.
func (g *generator) keys(s *source) []string {
	var out []string
	for _, p := range g.paths(g, s) {
		if key := keyOf(p); !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

// stem is a path without its extension.
func stem(p string) string { return strings.TrimSuffix(p, path.Ext(p)) }

// say returns a text of the front matter, "" when there is none.
func (s *source) say(keys ...string) string {
	for _, k := range keys {
		if v, _ := s.front[k].(string); strings.TrimSpace(v) != "" {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// folder is the path of a page that is the index of its folder, where base is one of these names.
func folder(p string, names ...string) (string, bool) {
	if dir, base := path.Split(stem(p)); slices.Contains(names, base) {
		return dir, true
	}
	return p, false
}
