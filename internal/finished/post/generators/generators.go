// Package generators finds the source file of each page of a finished site, for `sitegen post`, with its dates from
// front matter and git. The tools in internal/foreign define which page a file becomes.
//
// A generator's own list of pages or a project's configuration takes precedence over the rules in the generator's
// documentation.
package generators

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
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

// hugo returns the rules of Hugo, whose projects sitegen builds without a conversion:
// https://gohugo.io/content-management/urls/
func hugo() *foreign.Tool {
	return &foreign.Tool{
		Name: "Hugo", ID: "hugo", FeedLimit: "services.rss.limit in hugo.toml", Configs: []string{
			"hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config/_default",
			"archetypes",
		},
		Sources: func(dir string) *foreign.Sources {
			return &foreign.Sources{
				Folder: hugoContent(dir),
				Extensions: foreign.Markdown(".html", ".htm", ".adoc", ".org", ".rst",
					".pandoc"), Whole: "url", Index: []string{"_index"},
				Bundles: true, Slugs: true, Languages: true,
			}
		},
	}
}

// hugoContent returns the folder of the pages in a project of Hugo; "" if dir is another folder.
func hugoContent(dir string) string {
	formats := map[string]frontmatter.Format{
		".toml": frontmatter.TOML, ".yaml": frontmatter.YAML, ".yml": frontmatter.YAML, ".json": frontmatter.JSON,
	}
	for _, name := range []string{"hugo", "config", "config/_default/hugo", "config/_default/config"} {
		for _, ext := range slices.Sorted(maps.Keys(formats)) {
			text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)+ext))
			if err != nil {
				continue
			}
			v, _, _ := frontmatter.Decode(formats[ext], name+ext, text)
			values, _ := foreign.Lowered(v).(map[string]any)
			return path.Clean(cmp.Or(foreign.TextOf(values["contentdir"]), "content"))
		}
	}
	return ""
}

// plain returns rules in which page and file have the same name.
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

// generators returns the supported generators.
func generators() []*foreign.Tool {
	list := slices.DeleteFunc(tools.All(), func(t *foreign.Tool) bool { return t.Sources == nil })
	return slices.Concat([]*foreign.Tool{hugo()}, list, []*foreign.Tool{plain()})
}

// FeedLimit returns the setting for the number of items in feeds of the generator that made a site, or "". said is the
// text with which a feed or a page names the generator: "Jekyll v4.3", "mkdocs-1.6".
func FeedLimit(said string) string {
	said = strings.ToLower(said)
	if strings.HasPrefix(said, "sitegen") {
		return "limit in [feeds]"
	}
	for _, g := range generators() {
		if strings.HasPrefix(said, strings.ToLower(g.Name)) {
			return g.FeedLimit
		}
	}
	return ""
}

// Names returns "auto" and the names of the supported generators.
func Names() []string {
	out := []string{"auto"}
	for _, g := range generators() {
		out = append(out, g.ID)
	}
	return out
}

// sourcesOf returns the rules of a generator by its name, or of the generator whose configuration is in the content
// folder or in one of the two folders above it.
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

// byConfig returns the generator that a config.toml belongs to, judged by the key for the URL of the site, or nil.
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

// isSource reports whether a file is the source of a page, judged by its extension.
func isSource(r *foreign.Sources, name string) bool {
	ext := path.Ext(name)
	return ext != "" && slices.Contains(r.Extensions, ext)
}

// keysOf returns the keys of the pages that a source may have become.
func keysOf(r *foreign.Sources, s *Source) []string {
	var out []string
	for _, p := range r.PathsOf(foreign.Source{Path: s.Path, Front: s.front}) {
		if key := keyOf(p); !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

// inCommon returns the values that a generator's rules share among several files, by file name.
func inCommon(r *foreign.Sources, dir fs.FS, names []string) (of func(name string) []foreign.Common, found diag.List) {
	if r.InCommon == nil {
		return func(string) []foreign.Common { return nil }, nil
	}
	return r.InCommon(dir, names)
}

// take adds shared values to the front matter of s where it has none, and marks s as unlisted if they say so. The
// nearest values come first.
func (s *Source) take(list []foreign.Common) {
	for _, d := range list {
		s.front = foreign.Merged(s.front, d.Values)
		if says := unlisted(s.front); says != "" && s.Unlisted == "" {
			s.Unlisted = says + " by " + d.From
		}
	}
}
