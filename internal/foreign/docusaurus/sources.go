package docusaurus

import (
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
)

var numberPrefix = pattern.New(`^\d+\s*[-_.]+\s*(.+)$`)

func index() []string { return []string{"index", "README", "_index"} }

// paths returns the possible paths of a file in docs, in the blog, or in src/pages.
func paths(folder string, s foreign.Source) []string {
	p := s.Path
	if folder == "docs" || folder == "blog" {
		p = folder + "/" + p
	}
	slug := s.Say("slug")
	top, rest, _ := strings.Cut(p, "/")
	switch top {
	case "src":
		if rest, ok := strings.CutPrefix(rest, "pages/"); ok {
			return (&foreign.Sources{Index: index()}).ByName(foreign.Source{Path: rest})
		}
		return nil
	case "blog":
		rest = strings.TrimSuffix(foreign.Stem(rest), "/index")
		if slug != "" {
			rest = strings.TrimPrefix(slug, "/")
		} else if t, name, ok := foreign.DateInName(rest); ok {
			rest = t.Format("2006/01/02/") + name
		}
		return []string{"blog/" + rest}
	case "docs":
		p = rest
	}
	// A document is below docs/, or at the root where the site has nothing else.
	parts := strings.Split(foreign.Stem(p), "/")
	for i, part := range parts {
		if m := numberPrefix.FindStringSubmatch(part); m != nil {
			parts[i] = m[1]
		}
	}
	n := len(parts)
	dir, base := strings.Join(parts[:n-1], "/"), parts[n-1]
	if id := s.Say("id"); id != "" {
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
