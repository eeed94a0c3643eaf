package site

import (
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/percent"
	"github.com/sitegen/sitegen/internal/config"
)

// redirects creates the alias pages of front matter and the redirects to the default language's home.
// https://gohugo.io/content-management/urls/#aliases
func (a *assembly) redirects() {
	for _, e := range a.editions {
		for _, p := range e.all {
			if len(p.AliasesSet) > 0 {
				e.aliasesOf(p)
			}
		}
		if e.Language.Default && e.Home.Render && !a.Config.DisableDefaultLanguageRedirect {
			e.toDefaultHome()
		}
	}
	for _, r := range a.Config.Deploy.Redirects {
		file, why := a.editions[0].aliasFile(r.From, a.Config.OutputFormats["html"])
		if why != "" {
			a.problem(diag.Error, nil, "", "deploy.redirects: %q %s", r.From, why)
			continue
		}
		a.site.Aliases = append(a.site.Aliases, Alias{File: file, URL: elsewhere(r.To)})
	}
}

// aliasesOf sets the aliases of one page, and creates the redirects to its permalinkable HTML outputs.
func (e *edition) aliasesOf(p *Page) {
	l := e.fill(p, e.urls[p])
	l.formats = e.formatsOf(p)
	p.extras().aliasesIn = map[*config.OutputFormat][]string{}
	for i, f := range l.formats {
		at := l.in(p.Kind, f, "")
		aliases := make([]string, len(p.AliasesSet))
		for i, alias := range p.AliasesSet {
			aliases[i] = e.aliasPath(p, alias, at.dir, f)
		}
		if p.aliasesIn[f] = aliases; i == 0 {
			p.Aliases = aliases
		}
		to := slices.IndexFunc(p.Targets, func(t Target) bool { return t.Format == f })
		if to < 0 || !p.Render || !p.Link || e.Language.DisableAliases || !f.IsHTML || !f.Permalinkable {
			continue
		}
		for i, alias := range aliases {
			file, why := e.aliasFile(alias, f)
			if why != "" {
				e.a.problem(diag.Error, p.Doc, "aliases", "alias %q %s", p.AliasesSet[i], why)
				continue
			}
			e.a.site.Aliases = append(e.a.site.Aliases, Alias{File: file, To: p, URL: p.Targets[to].URL})
		}
	}
}

// AliasesIn returns the aliases of a page as .Aliases prints them in an output format.
func (p *Page) AliasesIn(f *config.OutputFormat) []string {
	if aliases, ok := p.aliasesIn[f]; ok {
		return aliases
	}
	return p.Aliases
}

// Addresses returns the outputs of a page; for a page that has a link but is not rendered, the outputs that it
// would have.
func (p *Page) Addresses() []Target {
	if len(p.Targets) > 0 || p.URL.IsZero() {
		return p.Targets
	}
	return p.linked
}

// aliasPath returns the path of an alias in a format, with the folders of language and format. Without a leading slash
// it is relative to the folder that contains the page's folder (dir), and for a home page to its own folder. In a
// section with ugly URLs it is a file.
func (e *edition) aliasPath(p *Page, alias, dir string, f *config.OutputFormat) string {
	alias = strings.ReplaceAll(alias, `\`, "/")
	switch {
	case alias == "":
		return ""
	case alias[0] != '/' && p.Kind == Home && (dir == "" || !e.a.Config.Hugo || e.rules.multihost && f.Path == ""):
		alias = path.Join("/", dir, alias)
	case alias[0] != '/':
		alias = path.Join(dir, "..", alias)
	default:
		alias = path.Join("/", e.rules.folder, f.Path, alias)
	}
	if e.Language.UglyURLs != nil && e.Language.UglyURLs(p.SectionPath) && !endsAs(alias, f) {
		alias += suffixOf(f)
	}
	return alias
}

// aliasFile returns the output path of an alias in a format, or the reason why it is invalid.
func (e *edition) aliasFile(alias string, f *config.OutputFormat) (file, why string) {
	if alias == "" {
		return "", "is empty"
	}
	if e.rules.multihost && !strings.HasPrefix(alias, "/"+e.rules.folder+"/") {
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
	if !endsAs(alias, f) {
		alias += "/" + f.BaseName + suffixOf(f)
	}
	return alias, ""
}

// endsAs reports whether an alias is the path of a file: it ends in a suffix of the format, such as .html or .htm.
func endsAs(alias string, f *config.OutputFormat) bool {
	return slices.Contains(f.MediaType.Suffixes, strings.TrimPrefix(path.Ext(alias), "."))
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
