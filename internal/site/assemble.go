package site

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/config"
	"github.com/sitegen/sitegen/internal/site/sanitize"
)

// Input contains everything that a Site is made from.
type Input struct {
	Config *config.Config
	Tree   *content.Tree
	Git    *content.Git // nil when there is none
	Now    time.Time    // the build clock
	// Before is an earlier Site with similar content, or nil. It makes assembly faster and has no other effect:
	// for example, its pages are already sorted.
	Before *Site
}

// Assemble makes the Site. Problems in the content (an invalid date, two pages with one output path, an alias
// that is a URL) are collected; if any is an error, the Site is nil.
//
// The order of the steps follows from what each needs: create the pages, read what each says and inherits,
// create the terms, compute dates of lists, sort, fill the lists, compute URLs, and then everything that needs
// URLs.
func Assemble(in Input) (*Site, diag.List) {
	a := &assembly{Input: in, site: &Site{Config: in.Config, Now: in.Now, git: in.Git}}
	a.history()
	if !a.open() {
		return nil, a.sorted()
	}
	a.useFallbacks()
	for _, e := range a.editions {
		e.create()
	}
	if a.failed() {
		return nil, a.sorted()
	}
	a.own()
	for _, e := range a.editions {
		e.inherit()
		e.describe()
		e.drop()
		e.terms()
		e.untranslated()
		e.rollUp()
	}
	if a.failed() {
		return nil, a.sorted()
	}
	a.number()
	for _, e := range a.editions {
		e.order()
		e.lists()
		e.neighbours()
		e.taxonomies()
		e.checkTaxonomies()
		e.checkLanguages()
		e.publish()
		e.names()
	}
	a.checkCascades()
	a.translate()
	for _, e := range a.editions {
		e.address()
	}
	a.resources()
	for _, e := range a.editions {
		e.menus()
		e.onlyParams()
	}
	a.redirects()
	a.collisions()
	a.translateApart()
	a.hash()
	if a.failed() {
		return nil, a.sorted()
	}
	return a.site, a.sorted()
}

// assembly is a Site that is being made.
type assembly struct {
	Input
	site         *Site
	editions     []*edition
	problems     diag.List
	predecessors []*Page // by ID; nil when no page has one

	spreads   []cascade                    // with sites; those of a path after those of paths below it
	spellings map[string]*content.Document // first document below each folder without a page
	owners    map[string]bool              // paths of all pages in all languages, built or not

	fileParams map[*content.Resource]map[string]any // from `resources` of the pages that used the file so far
}

// own records the paths of pages, if there are files that may belong to them.
func (a *assembly) own() {
	if len(a.Tree.Resources) == 0 {
		return
	}
	a.owners = map[string]bool{}
	for _, e := range a.editions {
		for _, p := range e.documented() {
			a.owners[p.Path] = true
		}
	}
}

// edition is the site of one language that is being made.
type edition struct {
	*Edition
	a         *assembly
	rules     *rules
	links     permalinks
	cascade   []cascade
	root      *chain // of cascade
	formats   map[Kind][]*config.OutputFormat
	documents []*content.Document
	inner     []*content.Document              // content files inside leaf bundles
	all       []*Page                          // in path order; after drop, without the pages that are not built
	bundled   []*Page                          // of inner
	chains    map[*Page]*chain                 // of branch pages and of pages with a cascade
	urls      map[*Page]string                 // front matter `url`
	own       map[*Page][]*config.OutputFormat // front matter `outputs`
	entries   map[string]*termEntries
	fallbacks map[*content.Document]bool // of the default language; set by useFallbacks
}

func (a *assembly) failed() bool { return a.problems.Err() != nil }

// sorted returns the problems in order without repetitions: a document or setting that several languages share
// is read once for each.
func (a *assembly) sorted() diag.List {
	a.problems.Sort()
	return slices.CompactFunc(a.problems, func(x, y *diag.Diagnostic) bool { return *x == *y })
}

// history warns if git cannot supply the requested dates (rule M4).
func (a *assembly) history() {
	switch {
	case a.Git == nil && a.Config.EnableGitInfo:
		p := a.problem(diag.Warning, nil, "",
			"enableGitInfo is set, but the project is not in a git repository: git provides no dates")
		p.Rule = "M4"
		p.File, p.Line = a.Config.Position(nil, "enablegitinfo")
	case a.Git != nil && len(a.Git.Unread) > 0:
		for _, why := range a.Git.Unread {
			p := a.problem(diag.Warning, nil, "", "git provides no dates for the files of a repository in the project: %s", why)
			p.Rule, p.Hint = "M4", "check out the repository or the submodule with its history, or set dates in front matter"
		}
	case a.Git != nil && a.Git.Shallow:
		p := a.problem(diag.Warning, nil, "",
			"this is a shallow clone: the dates of its oldest files are unknown, so git provides no dates for them")
		p.Rule, p.Hint = "M4", "fetch the whole history: run git fetch --unshallow, or set fetch-depth: 0 on a build server"
	}
}

// problem reports a problem in a document; key is the front matter key in question, or "".
func (a *assembly) problem(s diag.Severity, d *content.Document, key, format string, args ...any) *diag.Diagnostic {
	p := &diag.Diagnostic{Rule: "site", Severity: s, Message: fmt.Sprintf(format, args...)}
	if key != "" {
		p.Rule = "front-matter"
	}
	if d != nil {
		if a.Config != nil && a.Config.Lenient {
			p.Severity = max(p.Severity, diag.Warning)
		}
		p.File = d.File
		if key != "" && d.Front != nil {
			p.Line = d.Front.Line(key)
			if rest, ok := strings.CutPrefix(key, "menus"); ok && p.Line == 0 {
				p.Line = d.Front.Line("menu" + rest)
			}
		}
	}
	a.problems = append(a.problems, p)
	return p
}

// configured reports a problem in the configuration of a language; path is the dotted key.
func (a *assembly) configured(l *config.Language, path string, err error) {
	p := a.problem(diag.Error, nil, "", "%s: %v", strings.SplitN(path, ".", 2)[0], err)
	p.Rule = "config-value"
	p.File, p.Line = a.Config.Position(l, path)
	p.Hint = hint(err)
}

// open creates the editions and distributes the documents.
func (a *assembly) open() bool {
	cfg := a.Config
	for _, l := range cfg.Languages {
		e := a.newEdition(l)
		a.editions = append(a.editions, e)
		a.site.Editions = append(a.site.Editions, e.Edition)
	}
	a.spread()
	for _, d := range a.Tree.Documents {
		for _, e := range a.languagesOf(d) {
			if d.Form == content.Inner {
				e.inner = append(e.inner, d)
			} else {
				e.documents = append(e.documents, d)
			}
		}
	}
	return !a.failed()
}

// newEdition prepares a language: its base URL, its permalink patterns, its cascades.
func (a *assembly) newEdition(l *config.Language) *edition {
	cfg := a.Config
	e := &edition{
		Edition: &Edition{Language: l, tree: a.Tree, config: a.Config}, a: a,
		chains: map[*Page]*chain{}, urls: map[*Page]string{},
		own: map[*Page][]*config.OutputFormat{},
	}
	for _, other := range cfg.Languages {
		e.languages = append(e.languages, other.Lower)
	}
	e.languages = append(e.languages, cfg.DisabledLanguages...)
	base := cmp.Or(l.BaseURL, cfg.Base())
	if before := e.before(); before != nil {
		e.Base = before.Base
	} else {
		e.Base = NewBase(base)
	}
	e.rules = &rules{
		Settings: sanitize.Settings{KeepCase: l.DisablePathToLower, Accents: l.RemovePathAccents},
		base:     e.Base, multihost: cfg.Multihost,
	}
	switch {
	case cfg.Multihost:
		e.rules.folder = l.Lower
	case !l.Default || cfg.DefaultLanguageInSubdir:
		e.rules.prefix, e.rules.folder = cfg.Folder(l), cfg.Folder(l)
	}
	var err error
	for i := range l.Permalinks {
		if _, err := compilePermalinks(l.Permalinks[i:i+1], cfg); err != nil {
			a.configured(l, l.Permalinks[i].Key, err)
		}
	}
	e.links, _ = compilePermalinks(l.Permalinks, cfg)
	if e.cascade, err = compileCascade(l.Cascade, cfg); err != nil {
		a.configured(l, "cascade", err)
	}
	e.formats = map[Kind][]*config.OutputFormat{}
	for _, kind := range []Kind{Home, Section, Regular, Taxonomy, Term, NotFound} {
		for _, name := range l.Outputs[string(kind)] {
			if f := l.OutputFormats[name]; f != nil {
				e.formats[kind] = append(e.formats[kind], f)
			}
		}
	}
	return e
}

// languagesOf returns the editions of a document: those that sites.matrix.languages of its front matter or of a cascade
// lists, or that of its file.
func (a *assembly) languagesOf(d *content.Document) []*edition {
	keys := []string{d.Lang}
	sites, _ := cmp.Or(d.Value("sites"), a.inheritedSites(d)).(map[string]any)
	matrix, _ := sites["matrix"].(map[string]any)
	if patterns := list(matrix["languages"]); patterns != nil {
		chosen, err := a.Config.Matching(patterns)
		if err != nil {
			a.problem(diag.Error, d, "sites.matrix.languages", "sites.matrix.languages: %v", err)
		}
		if chosen != nil {
			keys = chosen
		}
	}
	return slices.DeleteFunc(slices.Clone(a.editions), func(e *edition) bool {
		return !slices.Contains(keys, e.Language.Lower)
	})
}
