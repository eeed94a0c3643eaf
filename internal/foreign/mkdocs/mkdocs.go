// Package mkdocs reads projects of MkDocs: https://www.mkdocs.org/user-guide/
package mkdocs

import (
	"cmp"
	"io/fs"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

const name = "MkDocs"

// Tool is MkDocs.
var Tool = &foreign.Tool{
	Name: name, ID: "mkdocs", FeedLimit: "length of the rss plugin in mkdocs.yml",
	Configs: configs(), Detect: detect, Converts: converts, Convert: convert, InPlace: true,
	// https://www.mkdocs.org/user-guide/writing-your-docs/
	Sources: func(string) *foreign.Sources {
		return &foreign.Sources{
			Extensions: foreign.Markdown(".mkd", ".mkdn"), Index: []string{"index", "README", "_index"},
		}
	},
}

// detect reads https://www.mkdocs.org/user-guide/configuration/#docs_dir and …/#theme.
func detect(root fs.FS, dir string) *foreign.Project {
	for _, config := range configs() {
		file, _ := foreign.ConfigIn(root, dir, config)
		if file == "" {
			continue
		}
		values, err := values(root, file)
		docs := path.Clean(cmp.Or(foreign.TextOf(values["docs_dir"]), "docs"))
		if !fs.ValidPath(docs) {
			docs = "docs"
		}
		if nav := navOf(root, path.Join(dir, docs), values); nav != nil {
			values["nav"] = nav
		}
		p := &foreign.Project{
			File: file, Wrong: err, Docs: path.Join(dir, docs), Title: foreign.TextOf(values["site_name"]),
			Settings: settings(values),
		}
		p.Dialect = dialect(mannerOf(values, dir))
		p.Ignore, p.Keep = unpublished(values)
		theme, _ := values["theme"].(map[string]any)
		if below, ok := strings.CutPrefix(path.Clean(foreign.TextOf(theme["custom_dir"])), docs+"/"); ok {
			p.Ignore = append([]string{below + "/**"}, p.Ignore...) // templates
		}
		if foreign.IsDir(root, p.Docs) {
			return p
		}
	}
	return nil
}

// settings returns the settings of a configuration. URLs keep capital letters and, with use_directory_urls: false, end
// in page.html.
func settings(values map[string]any) foreign.Settings {
	markup := mannerOf(values, "").markup()
	return foreign.Settings{
		BaseURL:  foreign.Absolute(foreign.TextOf(values["site_url"]), ""),
		KeepCase: true, UglyURLs: values["use_directory_urls"] == false,
		Dollars: markup.math, AutoIDType: markup.ids, NoTypographer: !markup.smarty, Emoji: markup.emoji,
		Nav: func(isPage func(string) bool) []any { return cascades(values, isPage) },
	}
}

// cascades returns the order, names and groups of pages in nav as cascades; nil without nav.
func cascades(values map[string]any, isPage func(file string) bool) []any {
	list, ok := values["nav"].([]any)
	if !ok {
		return nil
	}
	read := nav.Read(list, isPage)
	return read.Cascades()
}

// unpublished returns patterns of the files in the folder of pages that MkDocs does not publish, and of hidden files
// that it publishes: https://www.mkdocs.org/user-guide/configuration/#exclude_docs
func unpublished(values map[string]any) (globs, kept []string) {
	patterns := "/templates/\n"
	for _, key := range []string{"exclude_docs", "draft_docs"} {
		more, _ := values[key].(string)
		patterns += more + "\n"
	}
	return foreign.Excluded(patterns)
}
