package detect

import (
	"bytes"
	"cmp"
	"io/fs"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/foreign/literal"
)

// docusaurus reads what a configuration says in plain texts: the title, the folder of the docs, and folders of files.
// https://docusaurus.io/docs/api/docusaurus-config
func docusaurus(root fs.FS, dir string, text []byte) Tool {
	config, err := literal.Export(string(text))
	t := Tool{Name: "Docusaurus", Wrong: err, Title: textOf(config.Str("title")), Ignore: []string{"**/_*.md", "**/_*.mdx", "**/_*/**"}}
	t.Math = bytes.Contains(text, []byte("remark-math")) // an import
	var folders []any
	if folders = config.List("staticDirectories"); folders == nil {
		folders = []any{"static"}
	}
	for _, folder := range folders {
		if name, ok := folder.(string); ok {
			t.Static = append(t.Static, path.Join(dir, name))
		}
	}
	docs := "docs"
	t.Route = "docs"
	for _, preset := range config.List("presets") {
		if pair, _ := preset.([]any); len(pair) > 1 {
			options, _ := pair[1].(*literal.Object)
			docs = cmp.Or(options.Str("docs", "path"), docs)
			if route, ok := options.Get("docs", "routeBasePath").(string); ok {
				t.Route = strings.Trim(route, "/")
			}
			excluded, _ := options.Get("docs", "exclude").([]any)
			for _, glob := range excluded {
				if s, ok := glob.(string); ok {
					t.Ignore = append(t.Ignore, s)
				}
			}
			t.KeepNumbers = t.KeepNumbers || options.Get("docs", "numberPrefixParser") == false
		}
	}
	t.Docs = path.Join(dir, docs)
	if next := path.Join(dir, "../docs"); !isDir(root, t.Docs) && isDir(root, next) { // such as path.resolve(__dirname, "../docs")
		t.Docs = next
	}
	return t
}
