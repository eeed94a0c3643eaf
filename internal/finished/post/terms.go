package post

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/listing"
	"github.com/sitegen/sitegen/internal/site"
)

// Placeholders in the file name of a feed that create one feed per term.
const (
	tagOfFeed      = "{tag}"
	categoryOfFeed = "{category}"
)

// perTerm reports whether a file name has a placeholder for terms, and which.
func perTerm(file string) (placeholder string, categories, ok bool) {
	switch {
	case strings.Contains(file, tagOfFeed):
		return tagOfFeed, false, true
	case strings.Contains(file, categoryOfFeed):
		return categoryOfFeed, true, true
	}
	return "", false, false
}

// mostTerms is the maximum number of feeds for the terms of one glob pattern.
const mostTerms = 5000

// planTerms makes a feed for each tag or category of the matching pages, sorted by slug.
func (r *run) planTerms(f Feed, set glob.Set) ([]listing.GivenFeed, error) {
	placeholder, categories, _ := perTerm(f.File)
	pages, names := map[string][]*site.Page{}, map[string]string{}
	for _, p := range r.fitting(set) {
		terms, err := r.termsOf(p, categories)
		if err != nil {
			return nil, err
		}
		for _, name := range terms {
			slug := slugOf(name)
			if slug == "" || slices.Contains(pages[slug], p) {
				continue
			}
			pages[slug] = append(pages[slug], p)
			names[slug] = cmp.Or(names[slug], name)
		}
	}
	if len(pages) > mostTerms {
		return nil, fmt.Errorf("%s would be %d feeds, more than %d: choose fewer pages than %q", f.File, len(pages),
			mostTerms, f.Glob)
	}
	var out []listing.GivenFeed
	whole := r.site.Editions[0]
	for _, slug := range slices.Sorted(maps.Keys(pages)) {
		title := whole.Language.Title
		d := listing.GivenFeed{
			File:  strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(f.File, placeholder, slug)), "/"),
			Title: names[slug] + " – " + title, Description: title, Author: title, Limit: f.Limit, Pages: pages[slug],
			Home: listPage(whole),
		}
		if f.Title != "" {
			d.Title = strings.ReplaceAll(f.Title, placeholder, names[slug])
		}
		if p := r.indexOf(path.Dir(d.File)); p != nil && path.Dir(d.File) != "." {
			d.Home, d.Description = p, cmp.Or(p.Description, title)
		}
		out = append(out, d)
	}
	return out, nil
}

// termsOf returns the tags or categories of a page, else of its source.
func (r *run) termsOf(p *site.Page, categories bool) ([]string, error) {
	a, err := r.pages.Article(&r.pages.Pages[p.ID])
	if err != nil {
		return nil, err
	}
	terms := a.Tags
	if categories {
		terms = a.Sections
	}
	if s := r.sources.Of(p.ID); s != nil && len(terms) == 0 {
		if terms = s.Tags; categories {
			terms = s.Categories
		}
	}
	return terms, nil
}

// slugOf returns a term in the form for URLs: "Go & Co" becomes go-co.
func slugOf(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '_' && r != '+'
	}), "-")
}
