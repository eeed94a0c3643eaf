package site

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/diag"
	"github.com/sitegen/sitegen/internal/glob"
	"github.com/sitegen/sitegen/internal/words"
)

// Input is everything that a Site is made of.
type Input struct {
	Config *config.Config
	Tree   *content.Tree
	Git    *content.Git // nil when there is none
	Now    time.Time    // the build clock
}

// Assemble makes the Site. Mistakes in the content (a bad date, two pages on one output path, an
// alias that is a URL) are collected; with errors among them the Site is nil.
//
// The order of the steps is the order in which facts become known: which pages there are, what each
// says of itself and inherits, which terms that makes, dates of lists, order, lists, addresses, and
// what needs addresses.
func Assemble(in Input) (*Site, diag.List) {
	a := &assembly{Input: in, site: &Site{Config: in.Config, Now: in.Now}}
	if !a.open() {
		return nil, a.problems
	}
	for _, e := range a.editions {
		e.create()
	}
	if a.failed() {
		return nil, a.problems
	}
	a.owners = map[string]bool{}
	for _, e := range a.editions {
		for _, p := range e.all {
			a.owners[p.Path] = true
		}
	}
	for _, e := range a.editions {
		e.inherit()
		e.describe()
		e.drop()
		e.terms()
		e.rollUp()
	}
	if a.failed() {
		return nil, a.problems
	}
	a.number()
	for _, e := range a.editions {
		e.order()
		e.lists()
		e.neighbours()
		e.taxonomies()
		e.publish()
		e.names()
	}
	a.translate()
	for _, e := range a.editions {
		e.address()
	}
	a.resources()
	for _, e := range a.editions {
		e.menus()
	}
	a.redirects()
	a.collisions()
	a.hash()
	a.problems.Sort()
	if a.problems.Err() != nil {
		return nil, a.problems
	}
	return a.site, a.problems
}

// assembly is a Site in the making.
type assembly struct {
	Input
	site     *Site
	editions []*edition
	problems diag.List

	spellings map[string]*content.Document // first document below each top folder
	owners    map[string]bool              // paths of all pages of all languages, built or not
}

// edition is one language's site in the making.
type edition struct {
	*Edition
	a         *assembly
	rules     *rules
	links     permalinks
	cascade   []cascade
	formats   map[Kind][]*config.OutputFormat
	documents []*content.Document
	inner     []*content.Document              // content files inside leaf bundles
	all       []*Page                          // in path order; after drop without what is not built
	bundled   []*Page                          // of inner
	chains    map[*Page]*chain                 // of branch pages
	urls      map[*Page]string                 // front matter `url`
	own       map[*Page][]*config.OutputFormat // front matter `outputs`
	entries   map[string]*termEntries
}

func (a *assembly) failed() bool { return a.problems.Err() != nil }

// problem notes a mistake in a document; key is the front matter key that it stands at, "" for none.
func (a *assembly) problem(s diag.Severity, d *content.Document, key, format string, args ...any) *diag.Diagnostic {
	p := &diag.Diagnostic{Severity: s, Message: fmt.Sprintf(format, args...)}
	if d != nil {
		p.File = d.File
		if key != "" && d.Front != nil {
			p.Line = d.Front.Lines[key]
		}
	}
	a.problems = append(a.problems, p)
	return p
}

// open prepares the editions and deals the documents out to them.
func (a *assembly) open() bool {
	cfg := a.Config
	byLang := map[string]*edition{}
	for _, l := range cfg.Languages {
		e := &edition{Edition: &Edition{Language: l}, a: a, chains: map[*Page]*chain{}, urls: map[*Page]string{}, own: map[*Page][]*config.OutputFormat{}}
		for _, other := range cfg.Languages {
			e.languages = append(e.languages, other.Lower)
		}
		e.languages = append(e.languages, cfg.DisabledLanguages...)
		base := cfg.BaseURL
		if l.BaseURL != "" {
			base = l.BaseURL
		}
		e.Base = NewBase(base)
		e.Base.bare = cfg.CanonifyURLs
		e.rules = &rules{
			sanitizer: sanitizer{keepCase: cfg.DisablePathToLower, accents: cfg.RemovePathAccents},
			base:      e.Base, multihost: cfg.Multihost,
		}
		switch {
		case cfg.Multihost:
			e.rules.folder = l.Lower
		case !l.Default || cfg.DefaultLanguageInSubdir:
			e.rules.prefix, e.rules.folder = l.Lower, l.Lower
		}
		var err error
		if e.links, err = compilePermalinks(l.Permalinks, cfg.Environment); err != nil {
			a.problem(diag.Error, nil, "", "permalinks: %v", err)
		}
		if e.cascade, err = compileCascade(l.Cascade, cfg.Environment); err != nil {
			a.problem(diag.Error, nil, "", "cascade: %v", err)
		}
		e.formats = map[Kind][]*config.OutputFormat{}
		for _, kind := range []Kind{Home, Section, Regular, Taxonomy, Term} {
			e.formats[kind] = a.formats(l.Outputs[string(kind)])
		}
		byLang[l.Lower] = e
		a.editions = append(a.editions, e)
		a.site.Editions = append(a.site.Editions, e.Edition)
	}
	for _, d := range a.Tree.Documents {
		for _, e := range a.languagesOf(d, byLang) {
			if d.Form == content.Inner {
				e.inner = append(e.inner, d)
			} else {
				e.documents = append(e.documents, d)
			}
		}
	}
	return !a.failed()
}

func (a *assembly) formats(names []string) []*config.OutputFormat {
	var out []*config.OutputFormat
	for _, n := range names {
		if f := a.Config.OutputFormats[strings.ToLower(n)]; f != nil {
			out = append(out, f)
		}
	}
	return out
}

// languagesOf returns the editions that a document belongs to: that of its file, or those that its
// front matter names in sites.matrix.languages.
func (a *assembly) languagesOf(d *content.Document, byLang map[string]*edition) []*edition {
	if d.Front != nil {
		sites, _ := d.Front.Values["sites"].(map[string]any)
		matrix, _ := sites["matrix"].(map[string]any)
		var out []*edition
		for _, pattern := range list(matrix["languages"]) {
			p, err := glob.ParsePattern(pattern)
			if err != nil {
				a.problem(diag.Error, d, "sites", "sites.matrix.languages: %v", err)
				continue
			}
			for _, e := range a.editions {
				if p.Match(e.Language.Lower) && !slices.Contains(out, e) {
					out = append(out, e)
				}
			}
		}
		if out != nil {
			return out
		}
	}
	if e := byLang[d.Lang]; e != nil {
		return []*edition{e}
	}
	return nil
}

// create makes a page of every document, and the pages that exist without one: home, the first
// section of each path, taxonomies. They come out in path order, so that a list stands before what
// lies below it.
func (e *edition) create() {
	e.byPath = make(map[string]*Page, len(e.documents)+16)
	room := make([]Page, len(e.documents))
	for i, d := range e.documents {
		p := &room[i]
		p.Doc, p.Path, p.name = d, d.Logical, d.Base
		p.Kind = e.kindOf(d)
		if other := e.byPath[p.Path]; other != nil {
			x := e.a.problem(diag.Error, d, "", "two files make the page %s: %s and %s", p.Path, other.Doc.File, d.File)
			x.Hint = "rename one of them, or give it another language suffix"
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
	shadowed := map[*Page]bool{}
	for _, d := range e.documents {
		first, below := firstSegment(d.Logical)
		path := "/" + first
		if !below || e.taxonomyOf(path) != nil {
			continue
		}
		if p := e.byPath[path]; p != nil {
			if p.Kind == Regular && !shadowed[p] {
				shadowed[p] = true
				x := e.a.problem(diag.Warning, p.Doc, "", "this page stands where the section of the files in %s/ would", first)
				x.Hint = "make it " + first + "/_index.md"
			}
			continue // what lies in the folder belongs to the home page then
		}
		e.add(&Page{Kind: Section, Path: path, name: e.a.spelling(first)})
	}
	slices.SortFunc(e.all, comparePaths)
	e.Home = e.byPath["/"]
	e.NotFound = &Page{Kind: NotFound, Path: "/404", name: "404"}
	e.init(e.NotFound)
	e.link()
}

func (e *edition) add(p *Page) {
	e.init(p)
	e.byPath[p.Path] = p
	e.all = append(e.all, p)
}

func (e *edition) init(p *Page) {
	p.Edition = e.Edition
	p.Key = e.Language.Lower + ":" + p.Path
	if first, below := firstSegment(p.Path); below || p.IsNode() && p.Kind != NotFound {
		p.SectionPath = first
	}
}

// kindOf tells the kind of a document's page: https://gohugo.io/methods/page/kind/
func (e *edition) kindOf(d *content.Document) Kind {
	switch {
	case d.Logical == "/":
		return Home
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

// firstSegment returns the first element of a path and whether the path goes on below it.
func firstSegment(path string) (first string, below bool) {
	first, _, below = strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return first, below
}

// spelling is the name of a folder without a file of its own, spelled as the first document below it
// has it: first by path over all languages, so that the languages agree.
func (a *assembly) spelling(first string) string {
	if a.spellings == nil {
		a.spellings = map[string]*content.Document{}
		for _, e := range a.editions {
			for _, d := range e.documents {
				f, below := firstSegment(d.Logical)
				if best := a.spellings[f]; below && (best == nil || d.Logical < best.Logical) {
					a.spellings[f] = d
				}
			}
		}
	}
	name, _, _ := strings.Cut(a.spellings[first].Path, "/")
	return name
}

// link finds the parent of every page: the nearest branch page above it.
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
	e.NotFound.Parent, e.NotFound.Current, e.NotFound.Ancestors = e.Home, e.NotFound, []*Page{e.Home}
}

// branchAt returns the nearest branch page at a path or above it.
func (e *edition) branchAt(path string) *Page {
	for path != "" && path != "/" {
		if p := e.byPath[path]; p != nil && p.IsNode() {
			return p
		}
		path = path[:strings.LastIndexByte(path, '/')]
	}
	return e.byPath["/"]
}

// inherit compiles the cascades of branch pages, parents first.
func (e *edition) inherit() {
	root := &chain{own: e.cascade}
	for _, p := range e.all {
		if !p.IsNode() {
			continue
		}
		up := root
		if p.Parent != nil {
			up = e.chains[p.Parent]
		}
		e.chains[p] = up
		if p.Doc == nil || p.Doc.Front == nil || p.Doc.Front.Values["cascade"] == nil {
			continue
		}
		list, err := config.ParseCascade(p.Doc.Front.Values["cascade"])
		if err == nil {
			for _, c := range list {
				for _, key := range []string{"cascade", "kind", "lang", "path"} {
					if _, there := c.Values[key]; there {
						err = fmt.Errorf("%q cannot be cascaded", key)
					}
				}
			}
		}
		var own []cascade
		if err == nil {
			own, err = compileCascade(list, e.a.Config.Environment)
		}
		if err != nil {
			e.a.problem(diag.Error, p.Doc, "cascade", "cascade: %v", err)
			continue
		}
		e.chains[p] = &chain{own: own, up: up}
	}
}

// number gives every page of all languages its place in Site.Pages: by language, then by path; the
// pages inside bundles and the 404 page at the end of their language.
func (a *assembly) number() {
	n := 0
	for _, e := range a.editions {
		n += len(e.all) + len(e.bundled) + 1
	}
	a.site.Pages = make([]*Page, 0, n)
	for _, e := range a.editions {
		for _, pages := range [][]*Page{e.all, e.bundled, {e.NotFound}} {
			for _, p := range pages {
				p.ID = len(a.site.Pages)
				a.site.Pages = append(a.site.Pages, p)
			}
		}
	}
}

// order sorts the pages as lists show them: weight (0 last), newest first, link title as the language
// orders it, path.
func (e *edition) order() {
	type sortable struct {
		weight int
		date   int64
		page   *Page
	}
	keys := make([]sortable, len(e.all))
	for i, p := range e.all {
		keys[i] = sortable{lightest(p.Weight), -p.Dates.Date.Unix(), p}
	}
	c := words.NewCollator(e.Language.Lower)
	slices.SortFunc(keys, func(x, y sortable) int {
		switch {
		case x.weight != y.weight:
			return cmp.Compare(x.weight, y.weight)
		case x.date != y.date:
			return cmp.Compare(x.date, y.date)
		}
		return compareTitles(x.page, y.page, c)
	})
	e.Pages = make([]*Page, len(keys))
	for i, k := range keys {
		e.Pages[i] = k.page
	}
}

// lightest makes a weight comparable: none is the heaviest.
func lightest(weight int) int {
	if weight == 0 {
		return math.MaxInt
	}
	return weight
}

// compareDefault is the default order of two pages.
func compareDefault(x, y *Page, c *words.Collator) int {
	return cmp.Or(
		cmp.Compare(lightest(x.Weight), lightest(y.Weight)),
		cmp.Compare(y.Dates.Date.Unix(), x.Dates.Date.Unix()),
		compareTitles(x, y, c),
	)
}

func compareTitles(x, y *Page, c *words.Collator) int {
	if n := c.Compare(x.LinkTitle, y.LinkTitle); n != 0 {
		return n
	}
	return compareFiles(x, y)
}

// compareFiles compares the paths of two pages' files, or of the files that would describe them, in
// lower case.
func compareFiles(x, y *Page) int {
	a, sa := x.sourcePath()
	b, sb := y.sourcePath()
	for i := 0; ; i++ {
		ca, oka := lowerAt(a, sa, i)
		cb, okb := lowerAt(b, sb, i)
		switch {
		case !oka || !okb:
			return cmp.Compare(len(a)+len(sa), len(b)+len(sb))
		case ca >= utf8.RuneSelf || cb >= utf8.RuneSelf:
			return strings.Compare(logical(a+sa), logical(b+sb))
		case ca != cb:
			return cmp.Compare(ca, cb)
		}
	}
}

// lowerAt is byte i of a+b, in lower case and with "-" for a space.
func lowerAt(a, b string, i int) (c byte, ok bool) {
	switch {
	case i < len(a):
		c = a[i]
	case i-len(a) < len(b):
		c = b[i-len(a)]
	default:
		return 0, false
	}
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	} else if c == ' ' {
		c = '-'
	}
	return c, true
}

// sourcePath is the path of the page's file in two parts, without the first slash.
func (p *Page) sourcePath() (dir, name string) {
	if p.Doc != nil {
		return p.Doc.Path, ""
	}
	if p.Path == "/" {
		return "", "_index.md"
	}
	return p.Path[1:], "/_index.md"
}

// names indexes pages by the last element of their path, for references without a folder.
func (e *edition) names() {
	e.byName = make(map[string]*Page, len(e.all))
	for _, p := range e.all {
		name := p.Path[strings.LastIndexByte(p.Path, '/')+1:]
		if _, there := e.byName[name]; there {
			e.byName[name] = nil
		} else {
			e.byName[name] = p
		}
	}
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
