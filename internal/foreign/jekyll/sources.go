package jekyll

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/foreign"
)

// sources returns the rules of https://jekyllrb.com/docs/permalinks/
func sources(dir string) *foreign.Sources {
	c := readConfig(dir)
	return &foreign.Sources{
		Extensions: foreign.Markdown(".html", ".htm", ".mkdown", ".mkdn", ".mkd"), Dated: true, Paths: c.paths,
		Folder:   c.inside,
		InCommon: func(fs.FS, []string) (func(string) []foreign.Common, diag.List) { return c.defaults, nil },
	}
}

// siteConfig is the configuration of a Jekyll project.
type siteConfig struct {
	file   string
	values map[string]any // keys of all levels in lower case
	below  string         // path of the content folder in the project's source folder
	inside string         // path of the project's source folder in the content folder; "": it is not below it
}

// readConfig reads the configuration in a folder or one of the two folders above it. The result is empty if there is
// none.
func readConfig(content string) *siteConfig {
	dir := content
	for range 3 {
		if found := read(os.DirFS(dir), "."); found.file != "" {
			c := &siteConfig{file: found.file}
			c.values, _ = foreign.Lowered(found.values).(map[string]any)
			source := filepath.Join(dir, filepath.FromSlash(c.text("source")))
			c.below, c.inside = foreign.Below(source, content), foreign.Below(content, source)
			return c
		}
		dir = filepath.Dir(dir)
	}
	return &siteConfig{}
}

// text returns a setting, or "" if it is not text.
func (c *siteConfig) text(key string) string {
	if c == nil {
		return ""
	}
	s, _ := c.values[key].(string)
	return s
}

// paths expands the permalink from the front matter or the configuration; the default is the style "date".
func (c *siteConfig) paths(s foreign.Source) []string {
	pattern := s.Say("permalink")
	name := s.Path
	if rest, ok := strings.CutPrefix(name, c.collections()); ok && strings.HasPrefix(rest, "_") {
		name = rest
	}
	dir, base := path.Split(foreign.Stem(name))
	at := strings.Index("/"+dir, "/_posts/")
	if at < 0 {
		if pattern != "" {
			return []string{fill(pattern, s, strings.Trim(dir, "/"), base, time.Time{})}
		}
		if base == "index" {
			return []string{dir}
		}
		return []string{strings.TrimPrefix(dir, "_") + base} // a collection is a folder with an underscore
	}
	t, title, _ := foreign.DateInName(base)
	if d := s.Published; !d.IsZero() {
		t = d
	}
	if pattern == "" {
		pattern = c.text("permalink")
	}
	above := strings.Trim(dir[:max(0, at-1)], "/")
	return []string{fill(pattern, s, above, title, t)}
}

// fill returns the path that a permalink gives a file in a folder.
func fill(pattern string, s foreign.Source, dir, name string, t time.Time) string {
	p := parts{path: dir, name: name, slug: s.Say("slug"), date: t, values: s.Front}
	for name := range strings.SplitSeq(dir, "/") {
		if name != "" {
			p.categories = append(p.categories, name)
		}
	}
	p.categories = append(p.categories, foreign.Words(s.Front["categories"])...)
	if c := s.Say("category"); c != "" {
		p.categories = append(p.categories, c)
	}
	return path.Clean(p.fill(pattern))
}

// defaults returns the front matter defaults for a file, by path and type
// (https://jekyllrb.com/docs/configuration/front-matter-defaults/).
func (c *siteConfig) defaults(name string) []foreign.Common {
	list, _ := c.values["defaults"].([]any)
	if c.inside != "" {
		rest, ok := strings.CutPrefix(name, c.inside+"/")
		if !ok {
			return nil
		}
		name = rest
	}
	name, kind := path.Join(c.below, name), "pages"
	inside := strings.TrimPrefix(name, c.collections())
	if first, _, deeper := strings.Cut(inside, "/"); deeper && strings.HasPrefix(first, "_") {
		kind = first[1:]
	}
	if strings.Contains("/"+name, "/_posts/") {
		kind = "posts"
	}
	var out []foreign.Common
	var lengths []int
	for _, one := range list {
		one, _ := one.(map[string]any)
		scope, _ := one["scope"].(map[string]any)
		values, _ := one["values"].(map[string]any)
		at, _ := scope["path"].(string)
		at = strings.Trim(at, "/")
		of, typed := scope["type"].(string)
		if values == nil || typed && of != kind || !scopes(at, name) {
			continue
		}
		// The longest path comes first; of two with the same length the later, unless only the earlier has a type.
		i := 0
		for i < len(out) && (lengths[i]>>1 > len(at) || lengths[i]>>1 == len(at) && lengths[i]&1 == 1 && !typed) {
			i++
		}
		length := len(at) << 1
		if typed {
			length |= 1
		}
		out = append(out[:i:i], append([]foreign.Common{{Values: values, From: "the defaults of " + c.file}}, out[i:]...)...)
		lengths = append(lengths[:i:i], append([]int{length}, lengths[i:]...)...)
	}
	return out
}

// collections returns the beginning of the paths of collections, from collections_dir.
func (c *siteConfig) collections() string {
	return strings.TrimPrefix(path.Clean("/"+c.text("collections_dir"))+"/", "/")
}

// scopes reports whether the path of a scope matches a file: the file itself, a folder that contains it, or a pattern
// with stars.
func scopes(scope, name string) bool {
	if scope == "" {
		return true
	}
	for at := name; at != "." && at != "/"; at = path.Dir(at) {
		if ok, err := path.Match(scope, at); at == scope || err == nil && ok && strings.Contains(scope, "*") {
			return true
		}
	}
	return false
}
