package mkdocs

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
)

// manner says how the pages of a project are written: it contains the parts of the configuration that affect texts.
type manner struct {
	dir        string                    // folder of the project
	extensions map[string]map[string]any // options of the extensions, by their names without a package
	icons      string                    // folder of more icons
	values     map[string]any            // for {{ name }}; nil: that is text
	blogs      []blog
}

// mannerOf reads markdown_extensions: https://python-markdown.github.io/extensions/
func mannerOf(values map[string]any, dir string) *manner {
	m := &manner{dir: dir, extensions: map[string]map[string]any{}}
	names, options := named(values["markdown_extensions"])
	for _, name := range names {
		m.extensions[short(name)] = options[name]
		if short(name) == "extra" { // https://facelessuser.github.io/pymdown-extensions/extensions/extra/
			for _, other := range []string{"abbr", "attr_list", "md_in_html", "betterem", "superfences"} {
				m.extensions[other] = options[name]
			}
		}
	}
	theme, _ := values["theme"].(map[string]any)
	if custom := foreign.TextOf(theme["custom_dir"]); custom != "" {
		m.icons = path.Join(dir, custom, ".icons")
	}
	plugins, settings := named(values["plugins"])
	m.blogs = blogsOf(plugins, settings)
	if slices.Contains(plugins, "macros") || m.has("macros") || values["hooks"] != nil { // hooks may also execute Jinja
		m.values = map[string]any{}
		extra, _ := values["extra"].(map[string]any)
		maps.Copy(m.values, extra)
		m.values["config"] = map[string]any{
			"site_name": values["site_name"], "site_url": values["site_url"], "repo_url": values["repo_url"],
			"copyright": values["copyright"], "extra": extra,
		}
	}
	return m
}

// settings returns everything in m, for caches.
func (m *manner) settings() map[string]any {
	extensions := map[string]any{}
	for name, options := range m.extensions {
		extensions[name] = options
	}
	return map[string]any{
		"dir": m.dir, "extensions": extensions, "icons": m.icons, "values": m.values,
		"blogs": m.blogSettings(),
	}
}

func (m *manner) has(extension string) bool {
	_, ok := m.extensions[extension]
	return ok
}

// short returns the name of an extension without its package.
func short(name string) string {
	for _, in := range []string{"markdown.extensions.", "pymdownx.", "material.extensions.", "zensical.extensions."} {
		name = strings.TrimPrefix(name, in)
	}
	return name
}

// markup contains the options of extensions that affect how Markdown is rendered.
type markup struct {
	smarty bool   // typographic quotes and dashes
	math   bool   // $…$ is a formula
	emoji  bool   // :smile: is an emoji
	ids    string // style of heading IDs, a value of markup.goldmark.parser.autoIDType
}

func (m *manner) markup() markup {
	out := markup{smarty: m.has("smarty"), emoji: m.has("emoji"), ids: "python-markdown"}
	for _, name := range []string{"arithmatex", "mdx_math", "markdown_katex", "python_markdown_mdx_math"} {
		out.math = out.math || m.has(name)
	}
	if m.extensions["toc"]["slugify"] != nil {
		out.ids = "github" // pymdownx.slugs, which keeps letters of all scripts
	}
	return out
}
