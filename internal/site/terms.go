package site

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/config"
)

// termEntries collects the pages of one term.
type termEntries struct {
	page    *Page
	name    string // as last written, in path order
	first   string // as the first page of the default order writes it
	entries []entry
}

// entry is one page of a term: the index among the page's terms, and the weight.
type entry struct {
	page            *Page
	ordinal, weight int
	name            string
}

// terms reads the terms of every page and creates the term pages that have no file.
// https://gohugo.io/content-management/taxonomies/
func (e *edition) terms() {
	e.entries = map[string]*termEntries{}
	if e.Language.DisableKinds["term"] {
		return
	}
	dropped := map[string]bool{} // terms whose metadata is not built are not built either
	for _, d := range e.documents {
		if d.Form == content.Branch && e.byPath[d.Logical] == nil {
			dropped[d.Logical] = true
		}
	}
	var made []*Page
	for i := range e.Language.Taxonomies {
		made = append(made, e.termsOf(&e.Language.Taxonomies[i], dropped)...)
	}
	if len(made) > 0 {
		slices.SortFunc(made, comparePaths)
		e.all = merge(e.all, made)
		e.link()
	}
}

func emptyList(v any) bool {
	l, ok := v.([]any)
	return ok && len(l) == 0
}

func comparePaths(x, y *Page) int { return strings.Compare(x.Path, y.Path) }

// merge merges two lists in path order.
func merge(a, b []*Page) []*Page {
	out := make([]*Page, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if comparePaths(b[0], a[0]) < 0 {
			out, b = append(out, b[0]), b[1:]
		} else {
			out, a = append(out, a[0]), a[1:]
		}
	}
	return append(append(out, a...), b...)
}

// maxTerms is the maximum number of terms of a page in one taxonomy, because the feeds of each term list all of
// them.
const maxTerms = 1000

// termsOf reads the terms of one taxonomy and returns the pages that it created.
func (e *edition) termsOf(t *config.Taxonomy, dropped map[string]bool) []*Page {
	root := "/" + logical(t.Plural)
	parent := e.byPath[root]
	key := strings.ToLower(t.Plural)
	paths := map[string]string{} // of the names seen
	urls := map[string]string{}  // first path for each URL, or that of a file
	for _, p := range e.all {
		if p.Doc != nil && p.Kind == Term && p.Doc.Value("url") == nil && p.Slug == "" {
			urls[URLize(e.Language.Local, p.Path)] = p.Path
		}
	}
	all := e.all
	if e.a.Config.Hugo && len(e.bundled) > 0 {
		all = slices.Concat(all, e.bundled)
	}
	for _, p := range all {
		v := p.Params[key]
		if v == nil || !p.Link {
			continue
		}
		weight := integer(p.Params[key+"_weight"])
		names := list(v)
		if _, table := v.(map[string]any); table || names == nil && !emptyList(v) {
			e.a.problem(diag.Warning, p.Doc, key, "%s must be a list of terms, not %s: it is ignored", key, diag.Value(v))
		}
		if text, ok := v.(string); ok && strings.Contains(text, ", ") && !e.a.Config.Hugo {
			x := e.a.problem(diag.Warning, p.Doc, key, "%s is one term with a comma, %q", key, text)
			x.Hint = "for several terms, write a list: " + key + ": [" + text + "]; for one, [" + strconv.Quote(text) + "]"
		}
		if len(names) > maxTerms {
			e.a.problem(diag.Error, p.Doc, key, "the page has %d %s, more than %d", len(names), key, maxTerms)
			continue
		}
		for ordinal, name := range names {
			path, known := paths[name]
			if !known {
				own := root + "/" + logical(termPath(name))
				path = e.oneTerm(own, name, urls)
				if paths[name] = path; path != own {
					e.merged(p, key, name, path[len(root)+1:])
				}
			}
			if name == "" || dropped[path] {
				continue
			}
			te := e.entries[path]
			if te == nil {
				te = &termEntries{page: e.byPath[path]}
				e.entries[path] = te
			}
			if te.name = name; p.Owner != nil { // a page in a bundle makes a term without pages
				continue
			}
			one := entry{page: p, ordinal: ordinal, weight: weight, name: name}
			if n := len(te.entries); n > 0 && te.entries[n-1].page == p { // "go" and "Go" are one term
				te.entries[n-1] = one
				continue
			}
			te.entries = append(te.entries, one)
		}
	}
	if len(paths) > 0 && parent != nil && parent.Kind == Regular && !e.Language.DisableKinds[string(Taxonomy)] {
		x := e.a.problem(diag.Warning, parent.Doc, "", "this page is at %s, and replaces the list of %s", root+"/", t.Plural)
		x.Hint = "make it " + t.Plural + "/_index.md, which becomes the text above the list"
	}
	if len(paths) == 0 && e.a.Config.Bare && parent != nil && parent.Kind == Taxonomy && parent.Doc == nil {
		parent.disable() // the list was not requested, and nothing links to it
	}
	var pages []*Page
	for _, path := range slices.Sorted(maps.Keys(e.entries)) {
		te := e.entries[path]
		if !strings.HasPrefix(path, root+"/") {
			continue
		}
		if te.first = te.name; len(te.entries) > 0 {
			te.first = slices.MinFunc(te.entries, func(x, y entry) int { return compareEarly(x.page, y.page) }).name
		}
		if te.page != nil {
			continue
		}
		p := &Page{Kind: Term, Path: path, name: te.first}
		e.init(p)
		if p.Parent, p.Current = parent, p; parent == nil {
			p.Parent = e.Home
		}
		e.byPath[path] = p
		e.chains[p] = e.chains[p.Parent]
		r := reader{e: e, p: p}
		r.read()
		e.a.problems = append(e.a.problems, r.problems...)
		if tool := e.a.Config.Tool; tool != nil && tool.TermSlug != nil && p.Slug == "" {
			p.extras().Slug = cmp.Or(te.slug(tool.TermSlugs), tool.TermSlug(te.first))
		}
		te.page = p
		pages = append(pages, p)
	}
	return pages
}

// oneTerm returns the path of the first term that has the URL of a path, so that "tl;dr" and "tldr" are one term. Hugo
// writes only the last one. A term with a file of its own may have another URL.
func (e *edition) oneTerm(path, name string, urls map[string]string) string {
	if e.a.Config.Hugo || e.byPath[path] != nil {
		return path
	}
	url := URLize(e.Language.Local, path)
	if tool := e.a.Config.Tool; tool != nil && tool.TermSlug != nil {
		url = tool.TermSlug(name)
	}
	if url == "" || strings.HasSuffix(url, "/") { // nothing is left of the name: its characters stay
		return path
	}
	if first, ok := urls[url]; ok {
		return first
	}
	urls[url] = path
	return path
}

// merged warns that a name of a page is that of another term.
func (e *edition) merged(p *Page, key, name, first string) {
	d := e.a.problem(diag.Warning, p.Doc, key, "the terms %q and %q have one URL: they are one term", first, name)
	d.Rule, d.About, d.Hint = samePath, name, "spell the term the same way everywhere, or give one a content file with a url"
}

// slug returns :slug of the term's URL from the map that pages have in the key; "" if none says it.
func (te *termEntries) slug(key string) string {
	for _, e := range te.entries {
		if e.page.Doc == nil {
			continue
		}
		slugs, _ := e.page.Doc.Value(key).(map[string]any)
		if s, _ := slugs[e.name].(string); s != "" {
			return s
		}
	}
	return ""
}

// termPath converts a term to a path below the list of its taxonomy. Elements that a path cannot contain, such
// as those of "/", ".", and "..", become hyphens.
func termPath(name string) string {
	name = strings.Trim(name, "/")
	if name == "" {
		return "-"
	}
	if !strings.Contains(name, ".") {
		return name
	}
	parts := strings.Split(name, "/")
	for i, part := range parts {
		if part == "." || part == ".." {
			parts[i] = strings.Repeat("-", len(part))
		}
	}
	return strings.Join(parts, "/")
}

// compareEarly is the default order as far as it is known before titles are sorted by language.
func compareEarly(x, y *Page) int {
	return cmp.Or(
		CompareWeights(x.Weight, y.Weight),
		cmp.Compare(y.Dates.Date.Unix(), x.Dates.Date.Unix()),
		words.CompareFold(x.LinkTitle, y.LinkTitle),
		strings.Compare(x.Path, y.Path),
	)
}

// taxonomies builds the indexes that templates know as .Site.Taxonomies, and the lists of taxonomy and term
// pages. Pages of a term are sorted by their weight in it (0 first), then in default order.
func (e *edition) taxonomies() {
	if off := e.Language.DisableKinds; off["taxonomy"] && off["term"] {
		return
	}
	for _, t := range e.Language.Taxonomies {
		root := "/" + logical(t.Plural)
		ti := &TaxonomyIndex{Taxonomy: t, Page: e.byPath[root]}
		e.Taxonomies = append(e.Taxonomies, ti)
		if ti.Page != nil {
			ti.Page.lists().Taxonomy = ti
		}
	}
	index := func(path string) *TaxonomyIndex {
		for _, ti := range e.Taxonomies {
			if strings.HasPrefix(path, "/"+logical(ti.Plural)+"/") {
				return ti
			}
		}
		return nil
	}
	for _, p := range e.all {
		if p.Kind != Term {
			continue
		}
		ti := index(p.Path)
		if ti == nil {
			continue
		}
		p.lists().Taxonomy = ti
		term := &TermIndex{Name: p.name, Data: p.name, Page: p}
		p.Term = term
		if te := e.entries[p.Path]; te != nil {
			term.Name, term.Data = te.first, te.name
			slices.SortFunc(te.entries, compareEntries)
			term.Entries = make([]WeightedPage, len(te.entries))
			p.Pages = make([]*Page, 0, len(te.entries))
			p.RegularPages = make([]*Page, 0, len(te.entries))
			for i, en := range te.entries {
				term.Entries[i] = WeightedPage{Weight: en.weight, Page: en.page}
				if en.page.ListLocal {
					p.Pages = append(p.Pages, en.page)
					if en.page.Kind == Regular {
						p.RegularPages = append(p.RegularPages, en.page)
					}
				}
			}
			if len(p.Pages) == 0 {
				p.Pages = nil
			}
			if len(p.RegularPages) == 0 {
				p.RegularPages = nil
			}
			p.RegularPagesRecursive = p.RegularPages
		}
		term.Key = strings.ToLower(term.Data)
		if len(term.Entries) > 0 && p.ListAlways {
			ti.Terms = append(ti.Terms, term)
		}
	}
	for _, ti := range e.Taxonomies {
		slices.SortStableFunc(ti.Terms, func(x, y *TermIndex) int { return strings.Compare(x.Key, y.Key) })
	}
	for _, p := range e.Edition.Pages { // in default order, including all pages
		if p.Kind == Term && p.ListLocal && p.Taxonomy != nil && p.Taxonomy.Page != nil {
			p.Taxonomy.Page.lists().Pages = append(p.Taxonomy.Page.Pages, p)
		}
	}
	e.termsOfPages()
}

func compareEntries(x, y entry) int {
	if x.weight != y.weight {
		return cmp.Compare(x.weight, y.weight)
	}
	return cmp.Compare(x.page.rank, y.page.rank)
}

// termsOfPages sets the terms of each page, in front matter order.
func (e *edition) termsOfPages() {
	for _, ti := range e.Taxonomies {
		n := 0
		e.eachEntry(ti, func(*Page, entry) { n++ })
		if n == 0 {
			continue
		}
		// Entries by the position of their page: the end of the entries of each page.
		ends := make([]int32, len(e.Edition.Pages)+1)
		e.eachEntry(ti, func(_ *Page, en entry) { ends[en.page.rank+1]++ })
		for i := range ends[1:] {
			ends[i+1] += ends[i]
		}
		type found struct {
			term    *Page
			ordinal int
		}
		all := make([]found, n)
		e.eachEntry(ti, func(term *Page, en entry) {
			all[ends[en.page.rank]] = found{term, en.ordinal}
			ends[en.page.rank]++
		})
		pages := make([]*Page, n)
		from := int32(0)
		for rank, p := range e.Edition.Pages {
			to := ends[rank]
			if from == to {
				continue
			}
			own := all[from:to]
			slices.SortFunc(own, func(x, y found) int { return cmp.Compare(x.ordinal, y.ordinal) })
			for i, f := range own {
				pages[int(from)+i] = f.term
			}
			p.Terms = append(p.Terms, PageTerms{ti, pages[from:to:to]})
			from = to
		}
	}
}

// eachEntry calls f with every page of a term of a taxonomy, which may be a regular page at the path of the term, and
// the entry of each page that has the term.
func (e *edition) eachEntry(ti *TaxonomyIndex, f func(term *Page, en entry)) {
	folder := "/" + logical(ti.Plural) + "/"
	for _, p := range e.all {
		if p.Kind == Term && p.Taxonomy != ti || p.Kind != Term && (p.Kind != Regular || !strings.HasPrefix(p.Path, folder)) {
			continue
		}
		if te := e.entries[p.Path]; te != nil {
			for _, en := range te.entries {
				f(p, en)
			}
		}
	}
}

// TermsOf returns the term pages of p in the taxonomy with a path, in front matter order.
func (p *Page) TermsOf(plural string) []*Page {
	for _, t := range p.Terms {
		if logical(t.Taxonomy.Plural) == plural {
			return t.Pages
		}
	}
	return nil
}
