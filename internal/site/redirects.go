package site

import (
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/percent"
)

// redirects creates the alias pages of front matter and the redirects to the default language's home.
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
			if p.Render && p.Link && !e.Language.DisableAliases {
				e.aliasesOf(p)
			}
		}
		if e.Language.Default && e.Home.Render && !a.Config.DisableDefaultLanguageRedirect {
			e.toDefaultHome()
		}
	}
	for _, r := range a.Config.Deploy.Redirects {
		file, why := a.editions[0].aliasFile(r.From)
		if why != "" {
			a.problem(diag.Error, nil, "", "deploy.redirects: %q %s", r.From, why)
			continue
		}
		a.site.Aliases = append(a.site.Aliases, Alias{File: file, URL: elsewhere(r.To)})
	}
}

// aliasesOf creates the redirects to one page: one set for each permalinkable HTML output with a distinct path.
func (e *edition) aliasesOf(p *Page) {
	l := e.fill(p, e.urls[p])
	l.formats = e.formatsOf(p)
	seen := map[string]bool{}
	for _, t := range p.Targets {
		if !t.Format.IsHTML || !t.Format.Permalinkable || seen[t.Format.Path] {
			continue
		}
		seen[t.Format.Path] = true
		at := l.in(p.Kind, t.Format, "")
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

// Addresses returns the outputs of a page; for a page that has a link but is not rendered, the outputs that it
// would have.
func (p *Page) Addresses() []Target {
	if len(p.Targets) > 0 || p.URL.IsZero() {
		return p.Targets
	}
	return p.linked
}

// aliasPath returns the path of an alias. Without a leading slash it is relative to the folder that contains
// the page's folder (beside), and for a home page to its own folder; otherwise it gets the language's prefix.
// In a section with ugly URLs it is a file.
func (e *edition) aliasPath(p *Page, alias, beside, formatPath string) string {
	alias = strings.ReplaceAll(alias, `\`, "/")
	switch {
	case alias == "":
		return ""
	case alias[0] != '/' && p.Kind == Home && (beside == "" || !e.a.Config.Hugo): // there is no folder above
		alias = path.Join("/", beside, alias)
	case alias[0] != '/':
		alias = path.Join(path.Join(beside, ".."), alias)
	default:
		alias = path.Join("/", e.rules.prefix, formatPath, alias)
	}
	if e.Language.UglyURLs != nil && e.Language.UglyURLs(p.SectionPath) && !e.endsAsHTML(alias) {
		alias += ".html"
	}
	return alias
}

// aliasFile returns the output path of an alias, or the reason why it is invalid.
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
	alias = percent.Decoded(strings.TrimPrefix(alias, "/"))
	if !e.endsAsHTML(alias) {
		alias += "/index.html"
	}
	return alias, ""
}

// endsAsHTML reports whether an alias is the path of a file: it ends in .html, .htm, or another suffix of HTML.
func (e *edition) endsAsHTML(alias string) bool {
	suffix := strings.TrimPrefix(path.Ext(alias), ".")
	return slices.Contains(e.a.Config.MediaTypes["text/html"].Suffixes, suffix)
}

// toDefaultHome creates the redirect at the root if the default language has its own folder, else the one in
// that folder.
func (e *edition) toDefaultHome() {
	cfg := e.a.Config
	for i := range e.Home.Targets {
		t := &e.Home.Targets[i]
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
		e.a.site.Aliases = append(e.a.site.Aliases, Alias{File: at, To: e.Home, URL: t.URL, Home: t})
	}
}
