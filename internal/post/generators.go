package post

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
)

// generator says which page a file of the content becomes, as the generator's documentation has it.
type generator struct {
	name       string
	extensions string // of sources, in one string
	datedNames bool   // a date at the beginning of a name is that of publication
	// found reports whether a project is the generator's, by a file of its folder.
	found []string
	paths func(g *generator, s *source) []string

	permalink string // of posts, from the configuration of Jekyll
	prefix    string // what the content folder is called, where that is part of addresses
}

func generators() []*generator {
	const markdown = ".md .markdown .mdown .mdx"
	return []*generator{
		// https://gohugo.io/content-management/urls/
		{name: "hugo", extensions: markdown + " .html .htm .adoc .org .rst .pandoc", found: []string{"hugo.toml", "hugo.yaml", "hugo.yml", "hugo.json", "config/_default", "archetypes"}, paths: hugoPaths},
		// https://jekyllrb.com/docs/permalinks/
		{name: "jekyll", extensions: markdown + " .html .htm .mkdown .mkdn .mkd", datedNames: true, found: []string{"_config.yml", "_config.yaml", "_config.toml"}, paths: jekyllPaths},
		// https://www.11ty.dev/docs/permalinks/
		{name: "eleventy", extensions: markdown + " .html .njk .liquid .hbs .webc .js", datedNames: true, found: []string{".eleventy.js", "eleventy.config.js", "eleventy.config.mjs", "eleventy.config.cjs", "eleventy.config.ts"}, paths: eleventyPaths},
		// https://docs.astro.build/en/guides/routing/
		{name: "astro", extensions: markdown + " .mdoc .astro .html", found: []string{"astro.config.mjs", "astro.config.js", "astro.config.ts", "astro.config.mts", "astro.config.cjs"}, paths: astroPaths},
		// https://www.mkdocs.org/user-guide/writing-your-docs/
		{name: "mkdocs", extensions: markdown + " .mkd .mkdn", found: []string{"mkdocs.yml", "mkdocs.yaml"}, paths: mkdocsPaths},
		// https://docusaurus.io/docs/create-doc, https://docusaurus.io/docs/blog
		{name: "docusaurus", extensions: markdown, datedNames: true, found: []string{"docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs", "docusaurus.config.cjs"}, paths: docusaurusPaths},
		// https://www.getzola.org/documentation/content/page/
		{name: "zola", extensions: ".md", datedNames: true, found: nil, paths: zolaPaths},
		// Files become pages of the same names.
		{name: "plain", extensions: markdown + " .html .htm .adoc .org .rst", paths: plainPaths},
	}
}

// Generators are the names of the generators whose sources are known, after "auto".
func Generators() []string {
	out := []string{"auto"}
	for _, g := range generators() {
		out = append(out, g.name)
	}
	return out
}

// generatorOf returns a generator by its name, or the one whose configuration lies in the content folder or in one
// of two above it.
func generatorOf(name, dir string) (*generator, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(abs); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s is no folder", dir)
	}
	var g *generator
	list := generators()
	if name == "" || name == "auto" {
		g = detect(list, abs)
	} else if i := slices.IndexFunc(list, func(g *generator) bool { return g.name == name }); i >= 0 {
		g = list[i]
	} else {
		return nil, fmt.Errorf("there is no generator %q: it is one of %s", name, strings.Join(Generators(), ", "))
	}
	g.prefix = filepath.Base(abs)
	if g.name == "jekyll" {
		g.permalink = jekyllPermalink(abs)
	}
	return g, nil
}

func detect(list []*generator, dir string) *generator {
	plain := list[len(list)-1]
	for range 3 {
		for _, g := range list {
			if slices.ContainsFunc(g.found, func(f string) bool { return there(filepath.Join(dir, filepath.FromSlash(f))) }) {
				return g
			}
		}
		// Zola and old projects of Hugo have config.toml: https://www.getzola.org/documentation/getting-started/configuration/
		if data, err := os.ReadFile(filepath.Join(dir, "config.toml")); err == nil {
			for _, g := range list {
				if g.name == "zola" && regexp.MustCompile(`(?m)^\s*base_url\s*=`).Match(data) || g.name == "hugo" && regexp.MustCompile(`(?mi)^\s*baseURL\s*=`).Match(data) {
					return g
				}
			}
		}
		dir = filepath.Dir(dir)
	}
	return plain
}

func there(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

func (g *generator) isSource(name string) bool {
	ext := path.Ext(name)
	return ext != "" && slices.Contains(strings.Fields(g.extensions), ext)
}

// keys are those of the pages that a source may have become.
func (g *generator) keys(s *source) []string {
	var out []string
	for _, p := range g.paths(g, s) {
		if key := keyOf(p); !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}

// stem is a path without its extension.
func stem(p string) string { return strings.TrimSuffix(p, path.Ext(p)) }

// say returns a text of the front matter, "" when there is none.
func (s *source) say(keys ...string) string {
	for _, k := range keys {
		if v, _ := s.front[k].(string); strings.TrimSpace(v) != "" {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// folder is the path of a page that is the index of its folder, where base is one of these names.
func folder(p string, names ...string) (string, bool) {
	if dir, base := path.Split(stem(p)); slices.Contains(names, base) {
		return dir, true
	}
	return p, false
}

func plainPaths(_ *generator, s *source) []string {
	if dir, ok := folder(s.path, "index", "README", "_index"); ok {
		return []string{dir}
	}
	return []string{stem(s.path)}
}

func mkdocsPaths(g *generator, s *source) []string { return plainPaths(g, s) }

var unsafeName = regexp.MustCompile(`[^\p{L}\p{M}\p{N}._/-]+`)

// hugoPaths are the address of url, or the place of the file with slug in place of its name; names are in lower case,
// with hyphens for spaces. A language in the name of a file is the folder, or none for the default language.
func hugoPaths(_ *generator, s *source) []string {
	p := stem(s.path)
	lang := ""
	if ext := path.Ext(p); len(ext) >= 3 && len(ext) <= 8 && !strings.ContainsAny(ext, "0123456789 ") {
		p, lang = stem(p), ext[1:]
	}
	dir, base := path.Split(p)
	switch slug := s.say("slug"); {
	case base == "_index":
		p = dir
	case base == "index" && slug != "":
		p = path.Join(path.Dir(strings.TrimSuffix(dir, "/")), slug)
	case base == "index":
		p = dir
	case slug != "":
		p = dir + slug
	}
	p = strings.ToLower(unsafeName.ReplaceAllString(strings.ReplaceAll(p, " ", "-"), ""))
	if u := s.say("url"); u != "" {
		p = u
	}
	if lang == "" {
		return []string{p}
	}
	return []string{lang + "/" + strings.TrimPrefix(p, "/"), p}
}

var datedName = regexp.MustCompile(`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-_/](.+)$`)

// dateInName reads 2026-01-02-name.
func dateInName(base string) (t time.Time, rest string, ok bool) {
	m := datedName.FindStringSubmatch(base)
	if m == nil {
		return t, base, false
	}
	t, err := time.Parse("2006-1-2", m[1]+"-"+m[2]+"-"+m[3])
	return t, m[4], err == nil
}

// jekyllPermalink is the permalink of the configuration of a project, "" when it says none.
func jekyllPermalink(dir string) string {
	for range 3 {
		for _, name := range []string{"_config.yml", "_config.yaml"} {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				continue
			}
			v, _, _ := frontmatter.Decode(frontmatter.YAML, name, data)
			if m, ok := v.(map[string]any); ok {
				s, _ := m["permalink"].(string)
				return s
			}
			return ""
		}
		dir = filepath.Dir(dir)
	}
	return ""
}

// jekyllPaths fills in the permalink of the front matter or of the configuration; one of the styles that have a name
// counts by default.
func jekyllPaths(g *generator, s *source) []string {
	pattern := s.say("permalink")
	dir, base := path.Split(stem(s.path))
	at := strings.Index("/"+dir, "/_posts/")
	if at < 0 {
		if pattern != "" {
			return []string{jekyllFill(pattern, s, strings.Trim(dir, "/"), base, time.Time{})}
		}
		if base == "index" {
			return []string{dir}
		}
		return []string{strings.TrimPrefix(dir, "_") + base} // a collection is a folder with an underscore
	}
	t, title, _ := dateInName(base)
	if d := s.published.Time; !d.IsZero() {
		t = d
	}
	if slug := s.say("slug"); slug != "" {
		title = slug
	}
	if pattern == "" {
		pattern = g.permalink
	}
	switch pattern {
	case "", "date":
		pattern = "/:categories/:year/:month/:day/:title"
	case "pretty":
		pattern = "/:categories/:year/:month/:day/:title/"
	case "ordinal":
		pattern = "/:categories/:year/:y_day/:title"
	case "none":
		pattern = "/:categories/:title"
	}
	above := strings.Trim(dir[:max(0, at-1)], "/")
	return []string{jekyllFill(pattern, s, above, title, t)}
}

func jekyllFill(pattern string, s *source, dir, title string, t time.Time) string {
	var categories []string
	if dir != "" {
		categories = strings.Split(dir, "/")
	}
	switch v := s.front["categories"].(type) {
	case string:
		categories = append(categories, strings.Fields(v)...)
	case []any:
		for _, c := range v {
			if c, ok := c.(string); ok {
				categories = append(categories, c)
			}
		}
	}
	if c := s.say("category"); c != "" {
		categories = append(categories, c)
	}
	for i, c := range categories {
		categories[i] = strings.ReplaceAll(strings.ToLower(c), " ", "-")
	}
	out := strings.NewReplacer(
		":categories", strings.Join(categories, "/"), ":year", t.Format("2006"), ":month", t.Format("01"), ":i_month", t.Format("1"),
		":short_month", t.Format("Jan"), ":day", t.Format("02"), ":i_day", t.Format("2"), ":y_day", t.Format("002"), ":short_year", t.Format("06"),
		":title", title, ":slug", strings.ToLower(title), ":path", dir, ":basename", title, ":name", title, ":output_ext", "",
	).Replace(pattern)
	return path.Clean("/" + out)
}

// eleventyPaths are the permalink, or the place of the file without the date in its name. A file that is called like
// its folder is the folder's index.
func eleventyPaths(_ *generator, s *source) []string {
	if p := s.say("permalink"); p != "" {
		if strings.ContainsAny(p, "{<") {
			return nil // a template
		}
		return []string{p}
	}
	if v, there := s.front["permalink"]; there && v == false {
		return nil
	}
	dir, base := path.Split(stem(s.path))
	if strings.HasPrefix(dir, "_") || strings.Contains(dir, "/_") {
		return nil // layouts and data
	}
	if _, rest, ok := dateInName(base); ok {
		base = rest
	}
	base = strings.TrimSuffix(base, ".11ty")
	if base == "index" || base == path.Base(strings.TrimSuffix(dir, "/")) {
		return []string{dir}
	}
	return []string{dir + base}
}

// astroPaths are the route of a file of src/pages, and that of an entry of a collection whose route has the name of
// the collection; that of Starlight, docs, is the root.
func astroPaths(g *generator, s *source) []string {
	p := s.path
	switch g.prefix {
	case "content", "pages":
		p = g.prefix + "/" + p
	}
	p = strings.TrimPrefix(p, "src/")
	dir, base := path.Split(stem(p))
	if strings.ContainsAny(p, "[]") || strings.HasPrefix(base, "_") {
		return nil // a route with parameters
	}
	page := dir + base
	if base == "index" {
		page = dir
	}
	if rest, ok := strings.CutPrefix(page, "pages/"); ok || page == "pages" {
		return []string{strings.TrimPrefix(rest, "pages")}
	}
	page = strings.TrimPrefix(page, "content/")
	collection, rest, nested := strings.Cut(page, "/")
	if !nested {
		return []string{page}
	}
	rest = strings.ToLower(strings.ReplaceAll(rest, " ", "-"))
	if slug := s.say("slug"); slug != "" {
		return []string{collection + "/" + slug, slug}
	}
	if collection == "docs" {
		return []string{rest, "docs/" + rest}
	}
	return []string{collection + "/" + rest}
}

var numberPrefix = regexp.MustCompile(`^\d+\s*[-_.]+\s*(.+)$`)

// docusaurusPaths are those of docs, of the blog, and of src/pages.
func docusaurusPaths(g *generator, s *source) []string {
	p := s.path
	if g.prefix == "docs" || g.prefix == "blog" {
		p = g.prefix + "/" + p
	}
	slug := s.say("slug")
	top, rest, _ := strings.Cut(p, "/")
	switch top {
	case "src":
		rest, ok := strings.CutPrefix(rest, "pages/")
		if !ok {
			return nil
		}
		return plainPaths(g, &source{path: rest})
	case "blog":
		rest = stem(rest)
		if slug != "" {
			return []string{"blog/" + strings.TrimPrefix(slug, "/")}
		}
		rest = strings.TrimSuffix(rest, "/index")
		if t, name, ok := dateInName(rest); ok {
			return []string{"blog/" + t.Format("2006/01/02/") + strings.TrimSuffix(name, "/index")}
		}
		return []string{"blog/" + rest}
	case "docs":
		return docPaths(s, rest, slug)
	}
	return docPaths(s, p, slug)
}

// docPaths are those of a document below docs/, or at the root where the site has nothing else.
func docPaths(s *source, p, slug string) []string {
	parts := strings.Split(stem(p), "/")
	for i, part := range parts {
		if m := numberPrefix.FindStringSubmatch(part); m != nil {
			parts[i] = m[1]
		}
	}
	n := len(parts)
	dir, base := strings.Join(parts[:n-1], "/"), parts[n-1]
	if id := s.say("id"); id != "" {
		base = id
	}
	page := path.Join(dir, base)
	switch {
	case strings.HasPrefix(slug, "/"):
		page = slug[1:]
	case slug != "":
		page = path.Join(dir, slug)
	case strings.EqualFold(base, "index") || strings.EqualFold(base, "readme") || n > 1 && base == parts[n-2]:
		page = dir
	}
	return []string{path.Join("docs", page), page}
}

// zolaPaths are path, or the place of the file with slug in place of its name.
func zolaPaths(_ *generator, s *source) []string {
	if p := s.say("path"); p != "" {
		return []string{p}
	}
	p := stem(s.path)
	lang := ""
	if ext := path.Ext(p); len(ext) >= 3 && len(ext) <= 6 && !strings.ContainsAny(ext, "0123456789 ") {
		p, lang = stem(p), ext[1:]
	}
	dir, base := path.Split(p)
	if base == "index" {
		dir, base = path.Split(strings.TrimSuffix(dir, "/"))
	}
	if _, rest, ok := dateInName(base); ok {
		base = rest
	}
	if slug := s.say("slug"); slug != "" {
		base = slug
	}
	page := dir + strings.ToLower(strings.ReplaceAll(base, " ", "-"))
	if base == "_index" {
		page = dir
	}
	if lang == "" {
		return []string{page}
	}
	return []string{lang + "/" + page, page}
}
