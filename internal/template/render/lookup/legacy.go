package lookup

import (
	"path"
	"slices"
	"strings"
)

// Before Hugo 0.146, templates were in folders named after their kind or taxonomy. Some of these paths mean something
// else in the new lookup, or nothing. The tables below list additional paths under which such a file is found. In a
// table, earlier wins. PLURAL and SINGULAR are replaced by each taxonomy.

type oldPlace struct {
	from string // path below layouts/ without suffixes
	to   string // folder in the new system
}

// oldTerms lists the old paths of templates for term pages.
var oldTerms = [...]oldPlace{
	{"/PLURAL/term", "/PLURAL"},
	{"/PLURAL/SINGULAR", "/PLURAL"},
	{"/term/term", ""},
	{"/term/SINGULAR", "/PLURAL"},
	{"/term/taxonomy", "/PLURAL"},
	{"/term/list", ""},
	{"/taxonomy/term", ""},
	{"/taxonomy/SINGULAR", "/PLURAL"},
	{"/SINGULAR/term", "/PLURAL"},
	{"/SINGULAR/SINGULAR", "/PLURAL"},
	{"/_default/SINGULAR", "/PLURAL"},
	{"/_default/taxonomy", ""},
}

// oldTaxonomies lists the old paths of templates for taxonomy pages.
var oldTaxonomies = [...]oldPlace{
	{"/PLURAL/SINGULAR.terms", "/PLURAL"},
	{"/PLURAL/terms", "/PLURAL"},
	{"/PLURAL/taxonomy", "/PLURAL"},
	{"/PLURAL/list", "/PLURAL"},
	{"/SINGULAR/SINGULAR.terms", "/PLURAL"},
	{"/SINGULAR/terms", "/PLURAL"},
	{"/SINGULAR/taxonomy", "/PLURAL"},
	{"/SINGULAR/list", "/PLURAL"},
	{"/taxonomy/SINGULAR.terms", "/PLURAL"},
	{"/taxonomy/terms", ""},
	{"/taxonomy/taxonomy", ""},
	{"/taxonomy/list", ""},
	{"/_default/SINGULAR.terms", ""},
	{"/_default/terms", ""},
	{"/_default/taxonomy", ""},
}

// alias is an additional path at which a file is found.
type alias struct {
	rank     int // of two files for the same path, the lower rank wins
	dir      string
	kind     string
	category Category
}

// legacyAliases returns the additional paths of the file at a layouts-relative path (lower case, rooted), given the
// taxonomies as singular to plural.
func (n *Naming) legacyAliases(p string, taxonomies [][2]string) []alias {
	if strings.Count(Modern(p), "/") > 2 {
		return nil
	}
	dir, name := path.Split(p)
	base := dir + n.identify(name, false).stem
	var out []alias
	match := func(places []oldPlace, kind string) {
		for rank, o := range places {
			for _, t := range taxonomies {
				fill := strings.NewReplacer("SINGULAR", t[0], "PLURAL", t[1])
				if fill.Replace(o.from) == base {
					out = append(out, alias{rank, fill.Replace(o.to), kind, Layout})
					return
				}
			}
		}
	}
	match(oldTaxonomies[:], "taxonomy")
	match(oldTerms[:], "term")
	return append(out, sectionAliases(base, taxonomies)...)
}

// sectionAliases returns the old paths of section templates: /news/news, /section/news, /section/section,
// /section/list, /_default/news, each also with -baseof.
func sectionAliases(base string, taxonomies [][2]string) []alias {
	cat := Layout
	base, isBase := strings.CutSuffix(base, "-baseof")
	if isBase {
		cat = Base
	}
	dir, name, ok := strings.Cut(strings.TrimPrefix(base, "/"), "/")
	if !ok || strings.Contains(name, "/") || strings.HasPrefix(name, "_") {
		return nil
	}
	taxonomy := func(s string) bool {
		return s == "taxonomy" || slices.ContainsFunc(taxonomies, func(t [2]string) bool { return t[0] == s || t[1] == s })
	}
	own := name != "section" && name != "baseof" && name != "index" && !standard(name) && MainKind(name) == "" &&
		!taxonomy(name)
	switch {
	case dir == "section" && (name == "section" || name == "list"):
		return []alias{{2, "", "section", cat}}
	case !own:
		return nil
	case dir == name:
		return []alias{{0, "/" + name, "section", cat}}
	case dir == "section":
		return []alias{{1, "/" + name, "section", cat}}
	case dir == "_default":
		return []alias{{4, "/" + name, "section", cat}}
	}
	return nil
}
