package generators

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/diag"
)

// common is front matter that several files have in common, and where it is written.
type common struct {
	values map[string]any // keys of all levels in lower case
	from   string
}

// inCommon finds what files have in common by the rules of the generator, by their names.
func (g *generator) inCommon(dir fs.FS, names []string) (of func(name string) []common, found diag.List) {
	switch {
	case g.jekyll != nil:
		return g.jekyll.defaults, nil
	case g.name == "eleventy":
		return eleventyData(dir, g.prefix, names)
	}
	return func(string) []common { return nil }, nil
}

// take fills in what the front matter of s leaves open, and has s be left out if that says so. The nearest come first.
func (s *Source) take(list []common) {
	for _, d := range list {
		s.front = merged(s.front, d.values)
		if says := unlisted(s.front); says != "" && s.Unlisted == "" {
			s.Unlisted = says + " by " + d.from
		}
	}
}

// merged is a with what b has besides, table by table, as Jekyll and Eleventy do.
func merged(a, b map[string]any) map[string]any {
	out := make(map[string]any, len(a)+len(b))
	for key, v := range b {
		out[key] = v
	}
	for key, v := range a {
		mine, ok := v.(map[string]any)
		theirs, both := out[key].(map[string]any)
		if ok && both {
			v = merged(mine, theirs)
		}
		out[key] = v
	}
	return out
}

// lowered is a value with the keys of all levels in lower case, as front matter has them.
func lowered(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			out[strings.ToLower(key)] = lowered(value)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = lowered(v[i])
		}
		return out
	}
	return v
}

// eleventyData finds the data files of files and folders (https://www.11ty.dev/docs/data-template-dir/): of posts/a.md
// posts/a.11tydata.json and posts/a.json, then posts/posts.11tydata.json and posts/posts.json, and those of the folders above.
// Scripts are not run. What cannot be read is a warning.
func eleventyData(dir fs.FS, root string, names []string) (of func(name string) []common, found diag.List) {
	read := map[string]*common{} // nil: there is none
	data := func(stem string) {
		if _, known := read[stem]; known {
			return
		}
		read[stem] = nil
		for _, ext := range []string{".11tydata.json", ".json"} {
			text, err := fs.ReadFile(dir, stem+ext)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			var v any
			if err == nil {
				v, _, err = frontmatter.Decode(frontmatter.JSON, stem+ext, text)
			}
			values, ok := lowered(v).(map[string]any)
			switch {
			case err != nil:
				found = append(found, &diag.Diagnostic{Rule: "front-matter", Severity: diag.Warning, File: stem + ext, Message: "these data are ignored: " + firstLine(err)})
			case !ok:
			case read[stem] == nil:
				read[stem] = &common{values, stem + ext}
			default:
				read[stem].values = merged(read[stem].values, values)
			}
		}
	}
	stems := func(name string) []string {
		out := []string{stem(name)}
		for at := path.Dir(name); at != "."; at = path.Dir(at) {
			out = append(out, path.Join(at, path.Base(at)))
		}
		return append(out, root)
	}
	for _, name := range names {
		for _, s := range stems(name) {
			data(s)
		}
	}
	return func(name string) (out []common) {
		for _, s := range stems(name) {
			if d := read[s]; d != nil {
				out = append(out, *d)
			}
		}
		return out
	}, found
}

// jekyllDefaults are those of the configuration, by path and type (https://jekyllrb.com/docs/configuration/front-matter-defaults/).
func (c *jekyllConfig) defaults(name string) []common {
	list, _ := c.values["defaults"].([]any)
	name, kind := path.Join(c.below, name), "pages"
	inside := strings.TrimPrefix(name, c.text("collections_dir")+"/")
	if first, _, deeper := strings.Cut(inside, "/"); deeper && strings.HasPrefix(first, "_") {
		kind = first[1:]
	}
	if strings.Contains("/"+name, "/_posts/") {
		kind = "posts"
	}
	var out []common
	var lengths []int
	for _, one := range list {
		one, _ := one.(map[string]any)
		scope, _ := one["scope"].(map[string]any)
		values, _ := one["values"].(map[string]any)
		at, _ := scope["path"].(string)
		at = strings.Trim(at, "/")
		of, typed := scope["type"].(string)
		if values == nil || typed && of != kind || !below(at, name) {
			continue
		}
		// The longer path is nearer; of two alike the later, unless only the earlier has a type.
		i := 0
		for i < len(out) && (lengths[i]>>1 > len(at) || lengths[i]>>1 == len(at) && lengths[i]&1 == 1 && !typed) {
			i++
		}
		length := len(at) << 1
		if typed {
			length |= 1
		}
		out = append(out[:i:i], append([]common{{values, "the defaults of " + c.file}}, out[i:]...)...)
		lengths = append(lengths[:i:i], append([]int{length}, lengths[i:]...)...)
	}
	return out
}

// below reports whether a file is what a path of a scope names: the file, a folder above it, or by a pattern with stars.
func below(scope, name string) bool {
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

// belowSource is where dir lies in the folder that the configuration in base calls the source; "" for elsewhere and for the
// source itself.
func belowSource(base, source, dir string) string {
	rel, err := filepath.Rel(filepath.Join(base, filepath.FromSlash(source)), dir)
	if err != nil || !filepath.IsLocal(rel) || rel == "." {
		return ""
	}
	return filepath.ToSlash(rel)
}
