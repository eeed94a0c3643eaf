package discovery

import "github.com/sitegen/sitegen/content/site"

// Alternate is one version of a page for hreflang: rules H1 to H5.
type Alternate struct {
	Lang string // BCP 47 tag, or "x-default"
	Href string // absolute
}

// Alternates returns the hreflang set of p, itself and x-default included; nil for a group of one, and
// for a page that may not be indexed. All versions of a page have the same set (rule H1): those that
// may be indexed (H5), in language order, then x-default, which is the default language's version (H4).
// A version that only the sitemap leaves out is among them: it names the others in its head. Heads and
// sitemaps have their links from here, so that they never differ (H6).
func (l *Listing) Alternates(p *site.Page) []Alternate {
	if len(p.Translations) < 2 {
		return nil
	}
	if set := appendAlternates(nil, l, p, l.address); len(set) > 0 {
		return set
	}
	return nil
}

// appendAlternates is Alternates into a slice that the caller uses again; address returns the address
// of a version.
func appendAlternates(dst []Alternate, l *Listing, p *site.Page, address func(*site.Page) string) []Alternate {
	if !l.annotated(p) {
		return dst
	}
	start := len(dst)
	byDefault, self := -1, false
	for _, v := range p.Translations {
		if !l.annotated(v) || hasLang(dst[start:], l.edition(v).lang) {
			continue // of two pages in one language the first counts (rule H5)
		}
		self = self || v == p
		if v.Edition.Language.Default {
			byDefault = len(dst)
		}
		dst = append(dst, Alternate{l.edition(v).lang, address(v)})
	}
	if len(dst)-start < 2 || !self {
		return dst[:start]
	}
	if byDefault >= 0 {
		dst = append(dst, Alternate{"x-default", dst[byDefault].Href})
	}
	return dst
}

// annotated reports whether p may stand in a hreflang set.
func (l *Listing) annotated(p *site.Page) bool {
	e := l.edition(p)
	return l.places[p.ID] != nowhere && e.known && e.lang != ""
}

func hasLang(list []Alternate, lang string) bool {
	for i := range list {
		if list[i].Lang == lang {
			return true
		}
	}
	return false
}
