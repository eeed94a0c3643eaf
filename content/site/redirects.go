package site

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/diag"
)

// redirects makes the alias pages of front matter and the redirects to the default language's home.
// https://gohugo.io/content-management/urls/#aliases
func (a *assembly) redirects() {
	for _, e := range a.editions {
		for _, p := range e.all {
			if len(p.AliasesSet) == 0 {
				continue
			}
			if at, ok := e.location(p); ok {
				for _, alias := range p.AliasesSet {
					p.Aliases = append(p.Aliases, e.aliasPath(p, alias, at.beside, ""))
				}
			}
			if p.Link && !a.Config.DisableAliases {
				e.aliasesOf(p)
			}
		}
		if e.Language.Default && e.Home.Render && !a.Config.DisableDefaultLanguageRedirect {
			e.toDefaultHome()
		}
	}
}

// aliasesOf makes the redirects to one page: one set for each HTML output with a path of its own.
func (e *edition) aliasesOf(p *Page) {
	at, ok := e.location(p)
	if !ok {
		return
	}
	seen := map[string]bool{}
	for _, t := range p.addresses() {
		if !t.Format.IsHTML || seen[t.Format.Path] {
			continue
		}
		seen[t.Format.Path] = true
		for _, alias := range p.AliasesSet {
			file, why := e.aliasFile(e.aliasPath(p, alias, at.beside, t.Format.Path))
			if why != "" {
				e.a.problem(diag.Error, p.Doc, "aliases", "alias %q %s", alias, why)
				continue
			}
			e.a.site.Aliases = append(e.a.site.Aliases, Alias{File: file, To: p, URL: t.URL})
		}
	}
}

// addresses are the outputs of a page; of one that only has a link, its address.
func (p *Page) addresses() []Target {
	if len(p.Targets) > 0 || p.URL.IsZero() {
		return p.Targets
	}
	return p.linked
}

// aliasPath is the path that an alias stands for. One without a slash at the start is relative to the
// folder that the page's folder (beside) lies in; the others get the language's prefix. In a section
// with ugly URLs it is a file.
func (e *edition) aliasPath(p *Page, alias, beside, formatPath string) string {
	alias = strings.ReplaceAll(alias, `\`, "/")
	switch {
	case alias == "":
		return ""
	case alias[0] != '/':
		alias = path.Join(path.Join(beside, ".."), alias)
	default:
		alias = path.Join("/", e.rules.prefix, formatPath, alias)
	}
	if e.Language.UglyURLs != nil && e.Language.UglyURLs(p.SectionPath) && !strings.HasSuffix(alias, ".html") {
		alias += ".html"
	}
	return alias
}

// aliasFile is the output path of an alias, or why it cannot be.
func (e *edition) aliasFile(alias string) (file, why string) {
	if alias == "" {
		return "", "is empty"
	}
	if e.rules.multihost && !strings.HasPrefix(alias, "/"+e.rules.folder) {
		alias = path.Join(e.rules.folder, alias)
	}
	alias = path.Clean(alias)
	switch {
	case alias == "/" || alias == ".":
		return "", "is the root of the site"
	case alias == ".." || strings.HasPrefix(alias, "../"):
		return "", "leads out of the output folder"
	}
	alias = strings.TrimPrefix(alias, "/")
	if !strings.HasSuffix(alias, ".html") {
		alias += "/index.html"
	}
	return alias, ""
}

// toDefaultHome makes the redirect at the root when the default language has a folder of its own, and
// the one in its folder when it has not.
func (e *edition) toDefaultHome() {
	cfg := e.a.Config
	for _, t := range e.Home.Targets {
		if !t.Format.IsHTML || cfg.Multihost {
			continue
		}
		var at string
		switch {
		case cfg.DefaultLanguageInSubdir && t.Format.Path != "":
			at = t.Format.Path + "/index.html"
		case cfg.DefaultLanguageInSubdir:
			at = "index.html"
		case len(e.a.editions) > 1 && t.Format.Path == "":
			at = e.Language.Lower + "/index.html"
		default:
			continue
		}
		e.a.site.Aliases = append(e.a.site.Aliases, Alias{File: at, To: e.Home, URL: t.URL})
	}
}

// claim is what writes an output path.
type claim struct {
	page     *Page
	resource *Resource
}

func (c claim) String() string {
	switch {
	case c.resource != nil:
		return c.resource.Resource.File
	case c.page.Doc != nil:
		return c.page.Doc.File
	}
	return "the " + string(c.page.Kind) + " page " + c.page.Path
}

// place is where a collision is shown: the file, and the line that chose the address.
func (c claim) position() (file string, line int) {
	switch {
	case c.resource != nil:
		return c.resource.Resource.File, 0
	case c.page.Doc == nil:
		return "", 0
	}
	if f := c.page.Doc.Front; f != nil {
		line = cmp.Or(f.Lines["url"], f.Lines["slug"])
	}
	return c.page.Doc.File, line
}

// collisions refuses two things at one output path. A page is stronger than an alias.
func (a *assembly) collisions() {
	taken := make(map[string]claim, len(a.site.Pages)*2)
	take := func(file string, c claim) {
		other, there := taken[file]
		if !there {
			taken[file] = c
			return
		}
		x := a.problem(diag.Error, nil, "", "%s and %s are both written to %s", other, c, file)
		x.Rule = "same-path"
		if x.File, x.Line = c.position(); x.File == "" {
			x.File, x.Line = other.position()
		}
		x.Hint = "give one of them another url, slug or name"
		if c.page != nil && other.page != nil && c.page.Kind == Term && other.page.Kind == Term {
			x.Hint = "spell the term the same way everywhere, or give one a content file with a url"
		}
	}
	for _, p := range a.site.Pages {
		if p.Apart() {
			continue
		}
		for _, t := range p.Targets {
			take(t.File, claim{page: p})
		}
		for _, r := range p.Resources {
			if r.Resource != nil && r.Home == p && !r.Lazy {
				take(r.File, claim{resource: r})
			}
		}
	}
	slices.SortStableFunc(a.site.Aliases, func(x, y Alias) int { return strings.Compare(x.File, y.File) })
	keep := a.site.Aliases[:0]
	for _, l := range a.site.Aliases {
		if c, there := taken[l.File]; there {
			if c.page == nil || l.To.Kind != Home {
				a.problem(diag.Warning, l.To.Doc, "aliases", "the alias %s is left out: %s is written there", l.File, c)
			}
			continue
		}
		if n := len(keep); n > 0 && keep[n-1].File == l.File {
			if keep[n-1].To != l.To {
				a.problem(diag.Warning, l.To.Doc, "aliases", "the alias %s leads here; %s names it too", l.File, claim{page: keep[n-1].To})
			}
			keep[n-1] = l
			continue
		}
		keep = append(keep, l)
	}
	a.site.Aliases = keep
	for _, l := range keep {
		taken[l.File] = claim{page: l.To}
	}
	for _, e := range a.editions {
		if p := e.Search; p != nil && len(p.Targets) > 0 && taken[p.Targets[0].File] != (claim{}) {
			e.withdrawSearch()
		}
	}
}
