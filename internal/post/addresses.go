package post

import (
	"path"
	"regexp"
	"strings"
	"time"
)

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
