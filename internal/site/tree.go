package site

import (
	"path"
	"strings"
)

// IsNode reports whether p is a list: every kind except a regular page.
func (p *Page) IsNode() bool { return p.Kind != Regular }

// IsAncestor reports whether q is below p, by path.
func (p *Page) IsAncestor(q *Page) bool {
	return q != nil && q.Path != p.Path && strings.HasPrefix(q.Path, strings.TrimSuffix(p.Path, "/")+"/")
}

// FirstSection returns the top-level list that contains p; for a page at the root, the home page.
func (p *Page) FirstSection() *Page {
	for c := p.Current; c != nil; c = c.Parent {
		if c.Parent == nil || c.Parent.Kind == Home {
			return c
		}
	}
	return nil
}

// cleanPath is path.Clean with a leading slash.
func cleanPath(p string) string { return path.Clean("/" + p) }
