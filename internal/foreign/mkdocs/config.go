package mkdocs

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
)

// configs returns the names of configurations. zensical.toml is that of Zensical, the successor of Material for MkDocs,
// and has the same keys in one table: https://zensical.org/docs/setup/basics/. ProperDocs continues MkDocs 1.
func configs() []string {
	return []string{"zensical.toml", "mkdocs.yml", "mkdocs.yaml", "zensical.yml", "zensical.yaml", "properdocs.yml"}
}

// readConfig reads a configuration and the files that it inherits from.
func readConfig(file string, read func(file string) ([]byte, error)) ([]foreign.YAML, error) {
	chain, err := foreign.ReadYAML(file, read)
	for i, c := range chain {
		if path.Ext(c.File) == ".toml" {
			chain[i] = zensical(c)
		}
	}
	return chain, err
}

// readValues returns a configuration, and its values merged with those of the files that it inherits from. With an
// error, it returns what could be read.
func readValues(root fs.FS, file string) (chain []foreign.YAML, all map[string]any, err error) {
	chain, err = readConfig(file, func(name string) ([]byte, error) {
		if text, ok := foreign.Head(root, name, foreign.MostConfig); ok {
			return text, nil
		}
		return nil, fs.ErrNotExist
	})
	for _, c := range chain {
		all = foreign.Merge(all, c.Root)
	}
	if chain == nil {
		chain = []foreign.YAML{{File: file}}
	}
	return chain, all, err
}

// zensical returns the table of a zensical.toml as a configuration of MkDocs.
func zensical(c foreign.YAML) foreign.YAML {
	root, _ := c.Root["project"].(map[string]any)
	if root == nil {
		root = map[string]any{}
	}
	lines := map[string]int{}
	for key, line := range c.Lines {
		if key, ok := strings.CutPrefix(key, "project."); ok {
			lines[key] = line
		}
	}
	if named, ok := root["markdown_extensions"].(map[string]any); ok {
		root["markdown_extensions"] = dotted(named)
	} else if root["markdown_extensions"] == nil {
		root["markdown_extensions"] = usual()
	}
	c.Root, c.Lines = root, lines
	return c
}

// dotted returns extensions whose names were read as tables in tables: pymdownx.blocks.caption.
func dotted(named map[string]any) map[string]any {
	out := map[string]any{}
	for name, v := range named {
		inner, isTable := v.(map[string]any)
		if !isTable || !slices.Contains([]string{"blocks", "extensions", "markdown", "material", "pymdownx", "zensical"}, name) {
			out[name] = v
			continue
		}
		for below, options := range dotted(inner) {
			out[name+"."+below] = options
		}
	}
	return out
}

// usual returns the extensions of Zensical if none are configured: https://zensical.org/docs/setup/extensions/about/
func usual() map[string]any {
	out := map[string]any{}
	for _, name := range strings.Fields("abbr admonition attr_list def_list footnotes md_in_html toc " +
		"pymdownx.arithmatex pymdownx.betterem pymdownx.caret pymdownx.details pymdownx.emoji pymdownx.highlight pymdownx.inlinehilite " +
		"pymdownx.keys pymdownx.magiclink pymdownx.mark pymdownx.smartsymbols pymdownx.superfences pymdownx.tabbed " +
		"pymdownx.tasklist pymdownx.tilde") {
		out[name] = nil
	}
	return out
}
