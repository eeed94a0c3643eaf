package post

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/htmldoc/webpage"
	"github.com/sitegen/sitegen/sitemap"
)

// pathInPattern is the placeholder for the part of the path that all versions of a page share.
const pathInPattern = "{path}"

// language is the pattern of the files in one language.
type language struct{ code, before, after string }

// parseLanguage parses a pattern: a folder, or text with one {path}.
func parseLanguage(code, pattern string) (language, error) {
	known, ok := sitemap.Hreflang(code)
	if !ok || known == "x-default" {
		return language{},
			fmt.Errorf("%q is not the code of a language: write an ISO 639-1 code such as de or pt-BR (rule H3)", code)
	}
	pattern = strings.TrimPrefix(pattern, "/")
	if !strings.Contains(pattern, pathInPattern) {
		if pattern = strings.TrimSuffix(pattern, "/"); pattern != "" {
			pattern += "/"
		}
		pattern += pathInPattern
	}
	before, after, _ := strings.Cut(pattern, pathInPattern)
	if strings.ContainsAny(before+after, "{}*?") {
		return language{}, fmt.Errorf("the pattern %q of the language %s must have one {path} and no other placeholders",
			pattern, code)
	}
	return language{known, before, after}, nil
}

// rest returns the part of a file's path that matches {path}.
func (l *language) rest(file string) (string, bool) {
	rest, ok := strings.CutPrefix(file, l.before)
	if !ok {
		return "", false
	}
	return strings.CutSuffix(rest, l.after)
}

// linkLanguages links pages as language versions if their files differ only in language. If one of them names its own
// versions, the group is skipped (rule H6).
func (r *run) linkLanguages(context.Context) error {
	var all []language
	for _, code := range slices.Sorted(maps.Keys(r.o.Languages)) {
		l, err := parseLanguage(code, r.o.Languages[code])
		if err != nil {
			return err
		}
		all = append(all, l)
	}
	slices.SortStableFunc(all, func(a, b language) int { // the longest matching pattern wins
		return cmp.Compare(len(b.before)+len(b.after), len(a.before)+len(a.after))
	})
	groups := map[string][]webpage.Version{}
	own := map[string]bool{}
	for i := range r.pages.Pages {
		w := &r.pages.Pages[i]
		for k := range all {
			rest, ok := all[k].rest(w.Path)
			if !ok {
				continue
			}
			w.Lang = cmp.Or(w.Lang, all[k].code)
			own[rest] = own[rest] || len(w.Versions) > 0
			groups[rest] = append(groups[rest], webpage.Version{Lang: all[k].code, Href: w.URL, Page: int32(i)})
			if all[k].before+all[k].after == "" {
				groups[rest] = append(groups[rest], webpage.Version{Lang: "x-default", Href: w.URL, Page: int32(i)})
			}
			break
		}
	}
	for rest, group := range groups {
		if own[rest] || languagesIn(group) < 2 {
			continue
		}
		slices.SortStableFunc(group, func(a, b webpage.Version) int { return cmp.Compare(order(a.Lang), order(b.Lang)) })
		for _, v := range group {
			r.pages.Pages[v.Page].Versions = group
		}
	}
	return nil
}

func languagesIn(group []webpage.Version) int {
	n := 0
	for _, v := range group {
		if v.Lang != "x-default" {
			n++
		}
	}
	return n
}

// order puts x-default after the languages.
func order(code string) string {
	if code == "x-default" {
		return "~"
	}
	return code
}
