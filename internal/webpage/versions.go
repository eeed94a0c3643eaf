package webpage

import (
	"fmt"

	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/webtree"
	"github.com/sitegen/sitegen/sitemap"
)

// linkVersions keeps of the language versions that pages name those that a sitemap may name (rules H1, H3, H5): each
// lists itself and names back, and may be listed. Versions on other hosts are taken at their word.
func (s *Set) linkVersions() {
	resolver := s.Tree.Resolver()
	kept := make([][]sitemap.Alternate, len(s.Pages))
	told := 0
	for i := range s.Pages {
		p := &s.Pages[i]
		if !p.Listed() || len(p.Alternates) == 0 {
			continue
		}
		place := resolver.Place(p.File, "")
		self, versions := false, 0
		for _, a := range p.Alternates {
			code, ok := sitemap.Hreflang(a.Lang)
			if !ok {
				continue
			}
			to := resolver.Resolve(place, a.Href)
			switch to.Kind {
			case webtree.Own:
				other := s.Of(to.File)
				if other == nil || !other.Listed() || other != p && !s.names(resolver, other, p.File) {
					continue
				}
				self = self || other == p && code != "x-default"
				a.Href = other.URL
			case webtree.Foreign:
			default:
				continue
			}
			if code != "x-default" {
				versions++
			}
			kept[i] = append(kept[i], sitemap.Alternate{Lang: code, Href: a.Href})
		}
		if !self || versions < 2 {
			if versions > 1 && told < 10 {
				told++
				s.Found = append(s.Found, &diag.Diagnostic{Rule: "H1", Severity: diag.Warning, File: p.Path, Message: fmt.Sprintf("its %d language versions do not name it: they are left out of the sitemap", versions)})
			}
			kept[i] = nil
		}
	}
	for i := range s.Pages {
		s.Pages[i].Alternates = kept[i]
	}
}

// names reports whether a page names a file as one of its versions.
func (s *Set) names(r *webtree.Resolver, p *Page, file int32) bool {
	place := r.Place(p.File, "")
	for _, a := range p.Alternates {
		if to := r.Resolve(place, a.Href); to.Kind == webtree.Own && to.File == file {
			return true
		}
	}
	return false
}
