package listing

import (
	"fmt"
	"slices"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/sitemap"
)

// Alternate is one version of a page for hreflang, with an absolute URL: rules H1 to H5.
type Alternate = sitemap.Alternate

// Alternates returns the hreflang set of p, including p itself and x-default; nil if p has no other version or may not
// be indexed. Every version that p names also names p (rule H1). The set has the versions that may be indexed (H5), in
// language order, then x-default, which is the default language's version (H4). A version that only the sitemap leaves
// out is in the set, because it names the others in its head. Heads and sitemaps both get their links from here, so
// they never contradict each other (H6); a sitemap names only the versions that sitemaps list.
func (l *Listing) Alternates(p *site.Page) []Alternate {
	if set := l.AppendAlternates(nil, p, l.Address, AnyVersion); len(set) > 0 {
		return set
	}
	return nil
}

// AppendAlternates appends the Alternates of p to dst, which the caller can reuse. address returns the URL of a
// version, and may reports which of the versions that may be indexed are wanted.
func (l *Listing) AppendAlternates(
	dst []Alternate, p *site.Page, address func(*site.Page) string, may func(*site.Page) bool,
) []Alternate {
	if l.versions != nil {
		return append(dst, l.versions[p.ID]...)
	}
	if len(p.Translations) < 2 || !l.annotated(p) || !may(p) {
		return dst
	}
	start := len(dst)
	byDefault, self := -1, false
	for _, v := range p.Translations {
		if hasLang(dst[start:], l.edition(v).lang) || !may(v) || !names(l, p, v) || !names(l, v, p) {
			continue
		}
		self = self || v == p
		if v.Edition.Language.Default {
			byDefault = len(dst)
		}
		dst = append(dst, Alternate{Lang: l.edition(v).lang, Href: address(v)})
	}
	if len(dst)-start < 2 || !self {
		return dst[:start]
	}
	if byDefault >= 0 {
		dst = append(dst, Alternate{Lang: "x-default", Href: dst[byDefault].Href})
	}
	return dst
}

// names reports whether v is the version of p in the language of v: if two pages have one language, the first counts
// (rule H5).
func names(l *Listing, p, v *site.Page) bool {
	for _, other := range p.Translations {
		if other == v {
			return l.annotated(v)
		}
		if l.annotated(other) && l.edition(other).lang == l.edition(v).lang {
			return false
		}
	}
	return false
}

// oneWay warns about pages whose translation does not name them back (rule H1): one finds the other by its path, but
// the other has a translationKey.
func oneWay(l *Listing) diag.List {
	var found diag.List
	for _, p := range l.Site.Pages {
		if p.Doc == nil || len(p.Translations) < 2 || l.places[p.ID] == nowhere {
			continue
		}
		for _, v := range p.Translations {
			if v.Doc == nil || !l.annotated(v) || slices.Contains(v.Translations, p) {
				continue
			}
			found = append(found, &diag.Diagnostic{
				Rule: "H1", Severity: diag.Warning, File: p.Doc.File, Line: p.Doc.Front.Lines["translationkey"],
				Message: fmt.Sprintf("%s is its translation, but the reverse is not true: no hreflang link connects them",
					v.Doc.File),
				Hint: "give both the same translationKey, or remove it from both",
			})
		}
	}
	return found
}

// linkVersions reduces the language versions that finished pages name to those that a sitemap may name (rules H1, H3,
// H5): each lists itself and names back, and may be listed. Versions on other hosts are not checked.
func linkVersions(l *Listing) diag.List {
	report := &diag.Reporter{}
	for i, p := range l.Site.Pages {
		web := l.Facts(p).Web
		if web == nil || len(web.Versions) == 0 || !l.Listed(p) {
			continue
		}
		var kept []Alternate
		self, languages := false, 0
		for _, v := range web.Versions {
			code, ok := sitemap.Hreflang(v.Lang)
			if !ok {
				continue
			}
			if v.Page != webpage.Elsewhere {
				other := l.Site.Pages[v.Page]
				if !l.Listed(other) || other != p &&
					!slices.ContainsFunc(l.Facts(other).Web.Versions, func(v webpage.Version) bool { return int(v.Page) == i }) {
					continue
				}
				self = self || other == p && code != "x-default"
				v.Href = l.Address(other)
			}
			if code != "x-default" {
				languages++
			}
			kept = append(kept, Alternate{Lang: code, Href: v.Href})
		}
		if l.versions == nil {
			l.versions = make([][]Alternate, len(l.Site.Pages))
		}
		if self && languages > 1 {
			l.versions[i] = kept
		} else if languages > 1 {
			report.Add("H1", web.Path,
				fmt.Sprintf("its %d language versions do not link back to it: they are left out of the sitemap", languages))
		}
	}
	return report.List()
}

// annotated reports whether p may be in a hreflang set.
func (l *Listing) annotated(p *site.Page) bool {
	e := l.edition(p)
	return l.places[p.ID] != nowhere && e.known && e.lang != ""
}

// Versions returns how many versions of p an entry of a sitemap may name.
func (l *Listing) Versions(p *site.Page) int {
	if l.versions != nil {
		return len(l.versions[p.ID])
	}
	return len(p.Translations)
}

// AnyVersion accepts each version, for AppendAlternates.
func AnyVersion(*site.Page) bool { return true }

func hasLang(list []Alternate, lang string) bool {
	for i := range list {
		if list[i].Lang == lang {
			return true
		}
	}
	return false
}
