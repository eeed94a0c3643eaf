package jekyll

import (
	"cmp"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/foreign"
)

// sources returns the rules of https://jekyllrb.com/docs/permalinks/ for the configuration in a folder or one of the
// two folders above it.
func sources(content string) *foreign.Sources {
	r := &foreign.Sources{Dated: true}
	dir, c := content, read(os.DirFS(content), ".")
	for at := content; c.file == "" && at != filepath.Dir(filepath.Dir(content)); {
		at = filepath.Dir(at)
		if c = read(os.DirFS(at), "."); c.file != "" {
			dir = at
		}
	}
	s := settingsOf(os.DirFS(dir), c, ".")
	r.Extensions = append([]string{".html", ".htm"}, s.Markdown...)
	root := filepath.Join(dir, filepath.FromSlash(foreign.TextOf(c.values["source"])))
	r.Folder = foreign.Below(content, root)
	below := foreign.Below(root, content)
	r.Paths = func(of foreign.Source) []string { return []string{s.path(path.Join(below, of.Path), of.Front)} }
	r.InCommon = func(fs.FS, []string) (func(string) []foreign.Common, diag.List) {
		return func(name string) (out []foreign.Common) {
			name, ok := r.Below(name)
			if !ok {
				return nil
			}
			for _, d := range s.matching(s.inCollections(path.Join(below, name))) {
				values, _ := foreign.Lowered(d.Values).(map[string]any)
				out = append(out, foreign.Common{Values: values, From: "the defaults of " + c.file})
			}
			return out
		}, nil
	}
	return r
}

// path returns the path of the page that a file with this front matter becomes.
func (s *settings) path(file string, front map[string]any) string {
	file = s.inCollections(file)
	values := maps.Clone(front)
	if values == nil {
		values = map[string]any{}
	}
	delete(values, "url")
	m := post.FindStringSubmatch(file)
	categories(values, above(m))
	s.url(file, m, values)
	stem := foreign.Stem(file)
	if slices.Contains([]string{"index", "README"}, path.Base(stem)) {
		stem = path.Dir(stem)
	}
	url := strings.TrimPrefix(cmp.Or(foreign.TextOf(values["url"]), stem), "/")
	return strings.TrimPrefix(url, "_") // of a collection that the configuration does not name
}
