package generators

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

var (
	unsafeName   = regexp.MustCompile(`[^\p{L}\p{M}\p{N}._/-]+`)
	datedName    = regexp.MustCompile(`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-_/](.+)$`)
	numberPrefix = regexp.MustCompile(`^\d+\s*[-_.]+\s*(.+)$`)
)

// dateInName reads 2026-01-02-name.
func dateInName(base string) (t time.Time, rest string, ok bool) {
	m := datedName.FindStringSubmatch(base)
	if m == nil {
		return t, base, false
	}
	t, err := time.Parse("2006-1-2", m[1]+"-"+m[2]+"-"+m[3])
	return t, m[4], err == nil
}

// stem is a path without its extension.
func stem(p string) string { return strings.TrimSuffix(p, path.Ext(p)) }

// pathsByName are the path that front matter gives, or the place of the file. A language in the name of a file is the
// first folder, or none for the default language.
func pathsByName(g *generator, s *Source) []string {
	p := stem(s.Path)
	lang := ""
	if ext := path.Ext(p); g.languages && len(ext) >= 3 && len(ext) <= 8 && !strings.ContainsAny(ext, "0123456789 ") {
		p, lang = stem(p), ext[1:]+"/"
	}
	dir, base := path.Split(p)
	if slices.Contains(strings.Fields(g.index), base) {
		base = ""
	} else {
		if base == "index" && g.bundles {
			dir, base = path.Split(strings.TrimSuffix(dir, "/"))
		}
		if _, rest, ok := dateInName(base); ok && g.dated {
			base = rest
		}
		if slug := s.say("slug"); slug != "" && g.slugs {
			base = slug
		}
	}
	p = dir + base
	if g.slugs {
		p = strings.ToLower(unsafeName.ReplaceAllString(strings.ReplaceAll(p, " ", "-"), ""))
	}
	if whole := s.say(g.whole); whole != "" {
		p = strings.TrimPrefix(whole, "/")
	}
	return []string{lang + p, p}
}

// eleventyPaths leave out templates, layouts and data. A file that is called like its folder is the folder's index.
func eleventyPaths(g *generator, s *Source) []string {
	permalink, off := s.front[g.whole]
	template, _ := permalink.(string)
	if strings.ContainsAny(template, "{<") || off && permalink == false {
		return nil
	}
	dir, base := path.Split(stem(s.Path))
	if template == "" && (strings.HasPrefix(dir, "_") || strings.Contains(dir, "/_")) {
		return nil
	}
	if _, rest, ok := dateInName(base); ok {
		base = rest
	}
	base = strings.TrimSuffix(base, ".11ty")
	if base == path.Base(strings.TrimSuffix(dir, "/")) {
		base = "index"
	}
	return pathsByName(g, &Source{Path: dir + base + ".md", front: s.front})
}

// astroPaths are the route of a file of src/pages, and that of an entry of a collection whose route has the name of
// the collection; that of Starlight, docs, is the root.
func astroPaths(g *generator, s *Source) []string {
	p := s.Path
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

// docusaurusPaths are those of docs, of the blog, and of src/pages.
func docusaurusPaths(g *generator, s *Source) []string {
	p := s.Path
	if g.prefix == "docs" || g.prefix == "blog" {
		p = g.prefix + "/" + p
	}
	slug := s.say("slug")
	top, rest, _ := strings.Cut(p, "/")
	switch top {
	case "src":
		if rest, ok := strings.CutPrefix(rest, "pages/"); ok {
			return pathsByName(&generator{index: g.index}, &Source{Path: rest})
		}
		return nil
	case "blog":
		rest = strings.TrimSuffix(stem(rest), "/index")
		if slug != "" {
			rest = strings.TrimPrefix(slug, "/")
		} else if t, name, ok := dateInName(rest); ok {
			rest = t.Format("2006/01/02/") + name
		}
		return []string{"blog/" + rest}
	case "docs":
		p = rest
	}
	// A document is below docs/, or at the root where the site has nothing else.
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
