package mkdocs

import (
	"slices"
	"strings"
)

// Markup contains the options of Python-Markdown that affect how Markdown is rendered.
type Markup struct {
	Smarty bool   // typographic quotes and dashes
	Math   bool   // $…$ is a formula
	IDs    string // style of heading IDs, a value of markup.goldmark.parser.autoIDType
}

// markupOf reads markdown_extensions: https://python-markdown.github.io/extensions/
func markupOf(extensions any) Markup {
	m := Markup{IDs: "python-markdown"}
	option := func(name string, options any) {
		switch strings.TrimPrefix(name, "markdown.extensions.") {
		case "smarty":
			m.Smarty = true
		case "pymdownx.arithmatex", "mdx_math", "markdown_katex", "python_markdown_mdx_math":
			m.Math = true
		case "toc":
			if o, _ := options.(map[string]any); o["slugify"] != nil {
				m.IDs = "github" // pymdownx.slugs, which keeps letters of all scripts
			}
		}
	}
	switch e := extensions.(type) {
	case []any:
		for _, item := range e {
			if name, ok := item.(string); ok {
				option(name, nil)
			}
			named, _ := item.(map[string]any)
			for name, options := range named {
				option(name, options)
			}
		}
	case map[string]any:
		for name, options := range e {
			option(name, options)
		}
	}
	return m
}

// extensions returns the names of the configured extensions, sorted, without the prefixes of Python-Markdown and
// PyMdown.
func extensions(values map[string]any) []string {
	names, _ := named(values["markdown_extensions"])
	for i, name := range names {
		names[i] = short(name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// short returns the name of an extension without its package.
func short(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, "markdown.extensions."), "pymdownx.")
}
