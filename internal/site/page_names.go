package site

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
)

// IsNamed reports whether a name that a person typed means p: its content file, an output file, a URL, or a
// path of the site.
func (p *Page) IsNamed(name string) bool {
	if p.Doc != nil && SameFile(name, p.Doc.File) {
		return true
	}
	for _, t := range p.Targets {
		if SameFile(name, t.File) || name == t.URL.Abs() || name == t.URL.Rel() || name == t.URL.Path() {
			return true
		}
	}
	if p.URL.IsZero() {
		return name == p.Path
	}
	slashed := strings.TrimSuffix(name, "/") + "/"
	return slices.ContainsFunc([]string{p.URL.Abs(), p.URL.Rel(), p.URL.Path()}, func(u string) bool {
		return slashed == u || slashed+"index.html" == u
	})
}

// SameFile reports whether a name that a person typed, with either kind of slashes, means a file.
func SameFile(name, file string) bool {
	return path.Clean(strings.ReplaceAll(name, `\`, "/")) == file
}

// Unknown returns the error for a name that matches no page, with the nearest name that does.
func (s *Site) Unknown(name string) error {
	d := &diag.Diagnostic{Rule: "explain", Message: fmt.Sprintf("no page is named %q", name)}
	for _, a := range s.Aliases {
		if a.To != nil && (SameFile(name, a.File) || strings.Trim(name, "/") == strings.TrimSuffix(a.File, "/index.html")) {
			d.Message = fmt.Sprintf("%s redirects to %s: it is an alias, and lists don't contain aliases", name, a.To.URL.Abs())
			d.Hint = "sitegen explain " + a.To.URL.Path()
			return d
		}
	}
	var all []string
	for _, p := range s.Pages {
		if !p.URL.IsZero() && p.Kind != Search {
			all = append(all, p.URL.Path())
		}
	}
	d.Hint = diag.DidYouMean(name, all, "pass a URL, a path like /posts/one/, a content file, or an output file")
	return d
}

// Line returns the line in front matter that excludes the document, or 0 if its own front matter does not.
func (l Left) Line() int {
	keys := map[string][]string{
		"draft":   {"draft"},
		"future":  {"publishdate", "pubdate", "published", "date"},
		"expired": {"expirydate", "unpublishdate"},
		"version": {"sites"}, "role": {"sites"},
	}[l.Reason]
	for _, key := range keys {
		if line := l.Doc.Front.Lines[key]; line > 0 {
			return line
		}
	}
	return 0
}

// NameOf names a page for people: its file, else its kind and path.
func NameOf(p *Page) string {
	if p.Doc != nil {
		return p.Doc.File
	}
	return "the " + string(p.Kind) + " " + p.Path
}
