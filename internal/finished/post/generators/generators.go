// Package generators finds the source file of each page of a finished site, and which dates its front matter and git
// give it. `sitegen post` asks it. Which page a file becomes is said by the tools in internal/foreign.
//
// What a generator's own list or a project's configuration says comes first, then the rules of its documentation.
package generators

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/tools"
)

// hugo is Hugo, whose projects sitegen builds without a conversion: https://gohugo.io/content-management/urls/
func hugo() *foreign.Tool {
	return &foreign.Tool{
		Name: "Hugo", ID: "hugo", Configs: []string{
			"hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config/_default",
			"archetypes",
		},
		Sources: func(string) *foreign.Sources {
			return &foreign.Sources{
				Extensions: foreign.Markdown(".html", ".htm", ".adoc", ".org", ".rst",
					".pandoc"), Whole: "url", Index: []string{"_index"},
				Bundles: true, Slugs: true, Languages: true,
			}
		},
	}
}

// plain makes pages of files with the same names.
func plain() *foreign.Tool {
	return &foreign.Tool{
		Name: "plain", ID: "plain",
		Sources: func(string) *foreign.Sources {
			return &foreign.Sources{
				Extensions: foreign.Markdown(".html", ".htm", ".adoc", ".org", ".rst"), Index: []string{
					"index", "README",
					"_index",
				},
			}
		},
	}
}

// generators are those whose sources are known.
func generators() []*foreign.Tool {
	list := slices.DeleteFunc(tools.All(), func(t *foreign.Tool) bool { return t.Sources == nil })
	return slices.Concat([]*foreign.Tool{hugo()}, list, []*foreign.Tool{plain()})
}

// Names are the names of the generators that are known, after "auto".
func Names() []string {
	out := []string{"auto"}
	for _, g := range generators() {
		out = append(out, g.ID)
	}
	return out
}

// sourcesOf returns the rules of a generator by its name, or of the one whose configuration lies in the content folder
// or in one of two above it.
func sourcesOf(name, dir string) (*foreign.Sources, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(abs); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder", dir)
	}
	list := generators()
	if name == "" || name == "auto" {
		return detect(list, abs).Sources(abs), nil
	}
	i := slices.IndexFunc(list, func(g *foreign.Tool) bool { return g.ID == name })
	if i < 0 {
		return nil, fmt.Errorf("unknown generator %q: choose one of %s", name, strings.Join(Names(), ", "))
	}
	return list[i].Sources(abs), nil
}

func detect(list []*foreign.Tool, dir string) *foreign.Tool {
	for range 3 {
		for _, g := range list {
			for _, file := range g.Configs {
				if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(file))); err == nil {
					return g
				}
			}
		}
		if g := byConfig(list, dir); g != nil {
			return g
		}
		dir = filepath.Dir(dir)
	}
	return list[len(list)-1]
}

// byConfig returns the generator that a config.toml is of, by the key with the URL of the site; nil for none.
func byConfig(list []*foreign.Tool, dir string) *foreign.Tool {
	const name = "config.toml"
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return nil
	}
	v, _, _ := frontmatter.Decode(frontmatter.TOML, name, data)
	config, _ := v.(map[string]any)
	for _, g := range list {
		if g.URLKey != "" && config[g.URLKey] != nil {
			return g
		}
	}
	for key := range config {
		if strings.EqualFold(key, "baseURL") {
			return list[0]
		}
	}
	return nil
}

// isSource reports whether a file is one that pages are made of.
func isSource(r *foreign.Sources, name string) bool {
	ext := path.Ext(name)
	return ext != "" && slices.Contains(r.Extensions, ext)
}

// keysOf are those of the pages that a source may have become.
func keysOf(r *foreign.Sources, s *Source) []string {
	var out []string
	for _, p := range r.PathsOf(foreign.Source{Path: s.Path, Front: s.front, Published: s.Published.Time}) {
		if key := keyOf(p); !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

// inCommon finds what files have in common by the rules of the generator, by their names.
func inCommon(r *foreign.Sources, dir fs.FS, names []string) (of func(name string) []foreign.Common, found diag.List) {
	if r.InCommon == nil {
		return func(string) []foreign.Common { return nil }, nil
	}
	return r.InCommon(dir, names)
}

// take fills in what the front matter of s leaves open, and has s be left out if that says so. The nearest come first.
func (s *Source) take(list []foreign.Common) {
	for _, d := range list {
		s.front = foreign.Merged(s.front, d.Values)
		if says := unlisted(s.front); says != "" && s.Unlisted == "" {
			s.Unlisted = says + " by " + d.From
		}
	}
}
