package site

import (
	"slices"
	"strings"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
)

// create creates a page for every document, and the pages that exist without one: home, the first section of
// each path, taxonomies. They are in path order, so a list comes before what is below it.
func (e *edition) create() {
	e.byPath = make(map[string]*Page, len(e.documents)+16)
	room := make([]Page, len(e.documents))
	beside := e.pagesBeside()
	for i, d := range e.documents {
		p := &room[i]
		p.Doc, p.Path, p.name = d, d.Logical, d.Base
		if p.Kind = e.kindOf(d); p.Kind == Regular && beside[p.Path] {
			p.Kind = Section
		}
	}
	e.separateFiles(room)
	if b := e.before(); b != nil {
		shareKeys(room, b, e.a.Before.Pages)
	}
	e.all = make([]*Page, 0, len(room)+16)
	for i := range room {
		p := &room[i]
		if other := e.byPath[p.Path]; other != nil {
			e.twoFiles(other, p)
			continue
		}
		if p.Kind == NotFound {
			e.byPath[p.Path], e.NotFound = p, p
			e.init(p)
			continue
		}
		e.add(p)
	}
	if e.byPath["/"] == nil {
		e.add(&Page{Kind: Home, Path: "/"})
	}
	kinds := e.Language.DisableKinds
	if !kinds["taxonomy"] || !kinds["term"] {
		for _, t := range e.Language.Taxonomies {
			if path := "/" + logical(t.Plural); e.byPath[path] == nil {
				e.add(&Page{Kind: Taxonomy, Path: path, name: t.Plural})
			}
		}
	}
	documents := len(e.all)
	createSections(e)
	e.all = byPath(e.all[:documents], e.all[documents:])
	e.Home = e.byPath["/"]
	if e.NotFound == nil {
		e.NotFound = e.usualNotFound()
	}
	e.createSearch()
	e.createHTMLSitemap()
	e.createFeedPage()
	e.link()
}

// byPath merges the pages of documents, which are mostly sorted, and other pages into one sorted list.
func byPath(pages, others []*Page) []*Page {
	slices.SortFunc(others, comparePaths)
	if !slices.IsSortedFunc(pages, comparePaths) {
		slices.SortFunc(pages, comparePaths)
	}
	return merge(pages, others)
}

// separateFiles makes a page of a file such as guide.md next to guide/index.md in a project of another tool where they
// have different URLs: guide.html and guide/index.html.
func (e *edition) separateFiles(pages []Page) {
	if e.a.Config.Tool.Plain() {
		return
	}
	isUgly := func(p *Page) bool {
		url, _ := p.Doc.Value("url").(string)
		return strings.HasSuffix(url, ".html") || url == "" && e.Language.UglyURLs != nil && e.Language.UglyURLs(p.SectionPath)
	}
	folders := map[string]bool{}
	for i := range pages {
		if p := &pages[i]; p.Doc.Form != content.Single {
			folders[p.Path] = true
		}
	}
	for i := range pages {
		if p := &pages[i]; p.Doc.Form == content.Single && folders[p.Path] && isUgly(p) {
			p.Path += ".html"
		}
	}
}

// twoFiles handles a file that creates the same page as an earlier file. In a project of Hugo or another tool the
// page is made from one of them, as in the tool; otherwise it is an error.
func (e *edition) twoFiles(there, p *Page) {
	first, second := there.Doc, p.Doc
	if !e.a.Config.Hugo && !e.a.Config.Lenient && e.a.Config.Tool == nil {
		x := e.a.problem(diag.Error, second, "", "two files define the page %s: %s and %s", p.Path, first.File, second.File)
		x.Hint = "rename one of them, or give it another language suffix"
		return
	}
	kept, lost := first, second
	if second.Beats(first) {
		kept, lost = second, first
		there.Doc, there.name, there.Kind = p.Doc, p.name, p.Kind
		e.init(there)
	}
	x := e.a.problem(diag.Warning, lost, "", "ignored: %s already defines the page %s", kept.File, p.Path)
	x.Rule, x.Hint = samePath, "rename one of the two files, or give it another language suffix"
}

func (e *edition) add(p *Page) {
	e.init(p)
	e.byPath[p.Path] = p
	e.all = append(e.all, p)
}

func (e *edition) init(p *Page) {
	if p.Lists == nil {
		p.Lists, p.Extras = noLists, noExtras
	}
	p.Edition = e.Edition
	if p.Key == "" { // see shareKeys
		p.Key = e.Language.Lower + ":" + p.Path
	}
	if first, below := firstSegment(p.Path); below || p.IsNode() && !p.Apart() {
		p.SectionPath = first
	}
}

// kindOf returns the kind of a document's page: https://gohugo.io/methods/page/kind/
func (e *edition) kindOf(d *content.Document) Kind {
	switch {
	case d.Logical == "/":
		return Home
	case d.Logical == notFoundPath && d.Form != content.Branch && !e.a.Config.Hugo:
		return NotFound
	case d.Form != content.Branch:
		return Regular
	}
	if t := e.taxonomyOf(d.Logical); t != nil {
		if d.Logical == "/"+logical(t.Plural) {
			return Taxonomy
		}
		return Term
	}
	return Section
}

// taxonomyOf returns the taxonomy at or above a path.
func (e *edition) taxonomyOf(path string) *config.Taxonomy {
	for i := range e.Language.Taxonomies {
		t := &e.Language.Taxonomies[i]
		if rest, ok := strings.CutPrefix(path, "/"+logical(t.Plural)); ok && (rest == "" || rest[0] == '/') {
			return t
		}
	}
	return nil
}

// firstSegment returns the first element of a path, and whether more follow.
func firstSegment(path string) (first string, below bool) {
	first, _, below = strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return first, below
}

// link sets the parent of every page: the nearest branch page above it.
func (e *edition) link() {
	var lastDir string
	var last *Page
	var above []*Page // shared by all pages of a folder
	for _, p := range e.all {
		if p.Kind == Home {
			p.Current = p
			continue
		}
		dir := p.Path[:strings.LastIndexByte(p.Path, '/')]
		if last == nil || dir != lastDir {
			lastDir, last = dir, e.branchAt(dir)
			above = append(append(make([]*Page, 0, len(last.Ancestors)+1), last), last.Ancestors...)
		}
		p.Parent, p.Current = last, last
		if p.IsNode() {
			p.Current = p
		}
		p.Ancestors = above
		p.Sections = p.Current.Sections
		if p.IsNode() {
			p.Sections = strings.Split(p.Path[1:], "/")
		}
	}
	for _, p := range e.apart() {
		e.linkApart(p)
	}
}

// linkApart sets the parent of a page outside of the tree.
func (e *edition) linkApart(p *Page) {
	p.Parent, p.Current, p.Ancestors = e.Home, p, []*Page{e.Home}
	if p.Kind == NotFound {
		p.Current = e.Home
	}
}

// branchAt returns the nearest branch page at or above a path.
func (e *edition) branchAt(path string) *Page {
	for path != "" && path != "/" {
		if p := e.byPath[path]; p != nil && p.IsNode() && !p.Apart() {
			return p
		}
		path = path[:strings.LastIndexByte(path, '/')]
	}
	return e.byPath["/"]
}
