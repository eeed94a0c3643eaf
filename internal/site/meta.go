package site

import (
	"cmp"
	"context"
	"maps"
	"path"
	"strings"
	"time"

	"github.com/sitegen/sitegen/content"
	"github.com/sitegen/sitegen/internal/base/diag"
	"github.com/sitegen/sitegen/internal/base/par"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/config"
)

// described contains the results of reading the metadata of some pages.
type described struct {
	urls     map[*Page]string
	problems diag.List
}

// describe reads what each page says about itself and inherits.
func (e *edition) describe() {
	e.bundled = e.bundledPages()
	pages := make([]*Page, 0, len(e.all)+len(e.bundled))
	if predecessors := e.predecessors(); predecessors == nil {
		pages = append(pages, e.all...)
	} else {
		for i, p := range e.all {
			if predecessors[i] == nil {
				pages = append(pages, p)
				continue
			}
			p.describeAs(predecessors[i])
		}
	}
	pages = append(pages, e.bundled...)
	const chunk = 256
	var chunks [][]*Page
	for len(pages) > 0 {
		n := min(chunk, len(pages))
		chunks, pages = append(chunks, pages[:n]), pages[n:]
	}
	results, _ := par.Map(context.Background(), 0, chunks, func(_ context.Context, pages []*Page) (*described, error) {
		d := &described{}
		for _, p := range pages {
			r := reader{e: e, p: p}
			r.read()
			p.repeatable = r.mayRepeat()
			if e.a.Config.Lenient {
				r.problems.Forgive("the value is ignored")
			}
			d.problems = append(d.problems, r.problems...)
			if r.url != "" {
				if d.urls == nil {
					d.urls = map[*Page]string{}
				}
				d.urls[p] = r.url
			}
		}
		return d, nil
	})
	for _, r := range results {
		e.a.problems = append(e.a.problems, r.problems...)
		maps.Copy(e.urls, r.urls)
	}
	for _, p := range e.apart() {
		e.describeApart(p)
	}
}

// describeApart reads the metadata of a page outside of the tree, which is in no list.
func (e *edition) describeApart(p *Page) {
	r := reader{e: e, p: p}
	r.read()
	p.ListAlways, p.ListLocal = false, false
	if p.Doc == nil {
		return
	}
	if e.a.Config.Lenient {
		r.problems.Forgive("the value is ignored")
	}
	e.a.problems = append(e.a.problems, r.problems...)
	if r.url != "" {
		e.urls[p] = r.url
	}
}

// bundledPages creates a page for every content file inside a leaf bundle of this language.
func (e *edition) bundledPages() []*Page {
	out := make([]*Page, 0, len(e.inner))
	for _, d := range e.inner {
		owner := e.byPath[d.Bundle]
		if owner == nil || owner.IsNode() && owner.Kind != NotFound {
			continue
		}
		p := &Page{Kind: Regular, Doc: d, Path: d.Logical, name: d.Base}
		e.init(p)
		p.extras().Owner = owner
		p.Parent, p.Current = owner, owner.Current
		p.Ancestors = append([]*Page{owner}, owner.Ancestors...)
		p.Sections = owner.Sections
		e.chain(p)
		out = append(out, p)
	}
	return out
}

// reader sets the fields of one page from its front matter and inherited values.
type reader struct {
	e        *edition
	p        *Page
	values   map[string]any // front matter with cascaded values
	problems diag.List

	// Values that take effect after everything is read.
	url        string
	draft, cjk any
	published  *bool
	under      map[string]any // params
	entry      config.Sitemap
}

func (r *reader) problem(s diag.Severity, key, format string, args ...any) *diag.Diagnostic {
	a := assembly{Input: Input{Config: r.e.a.Config}}
	d := a.problem(s, r.p.Doc, key, format, args...)
	r.problems = append(r.problems, d)
	return d
}

func (r *reader) read() {
	p := r.p
	r.collect()
	r.dates()
	r.build()
	r.fields()
	r.defaults()
	p.Params["draft"] = p.Draft
	p.Params["iscjklanguage"] = p.CJK
}

// collect merges front matter and cascades into a new map, from which Params is made.
func (r *reader) collect() {
	p := r.p
	r.values = r.own()
	c := cmp.Or(r.e.chains[p], r.e.chains[p.Parent], r.e.chains[p.Current])
	if p.Kind == NotFound {
		c = r.e.chains[r.e.Home]
	}
	if !p.Generated() && !c.apply(p, r.values) {
		r.problem(diag.Error, "", "the page inherits more than %d values from cascades",
			maxInherited).Hint = "cascade one table that contains them"
		r.values = r.own()
	}
	p.Params = r.values
}

// own returns the front matter in a new map.
func (r *reader) own() map[string]any {
	if r.p.Doc == nil {
		return map[string]any{}
	}
	return r.p.Doc.Values()
}

// dates resolves the four dates. The dates found are also in Params, under the key that they came from and
// under the name of the date.
func (r *reader) dates() {
	p, lang := r.p, r.e.Language
	if p.Doc == nil && len(p.Params) == 0 {
		return
	}
	if g := r.e.a.Git; g != nil && p.Doc != nil {
		p.Commit = g.Files[p.Doc.File]
	}
	d := p.Doc
	if d == nil {
		d = &content.Document{Base: p.name}
	}
	var problems []*content.Problem
	p.Dates, problems = content.ResolveDates(lang.Dates, p.Params, d, p.Commit, lang.TimeZone)
	r.problems = append(r.problems, diag.FromAll(problems)...)
	found := []struct {
		key, from string
		at        time.Time
	}{
		{"date", p.Dates.DateFrom, p.Dates.Date},
		{"lastmod", p.Dates.LastmodFrom, p.Dates.Lastmod},
		{"publishdate", p.Dates.PublishDateFrom, p.Dates.PublishDate},
		{"expirydate", p.Dates.ExpiryDateFrom, p.Dates.ExpiryDate},
	}
	for _, f := range found {
		if f.from != "" && f.from[0] != ':' {
			p.Params[f.from] = f.at
		}
	}
	for _, f := range found { // in Hugo 0.169, .Params.date is .Date
		if _, there := p.Params[f.key]; f.from != "" && (!there || !r.e.a.Config.Release.Before(169)) {
			p.Params[f.key] = f.at
		}
	}
}

// build reads the build options: https://gohugo.io/content-management/build-options/
func (r *reader) build() {
	p := r.p
	p.ListAlways, p.ListLocal, p.Render, p.Link, p.PublishResources = true, true, true, true, true
	v, there := p.Params["build"]
	if old, known := p.Params["_build"]; known { // of Hugo before 0.145
		x := r.problem(diag.Warning, "_build", "the front matter key _build was removed from Hugo; use build")
		if x.Rule = "deprecated"; !there {
			v, there = old, true
		}
	}
	if !there {
		return
	}
	options, ok := v.(map[string]any)
	if !ok {
		r.problem(diag.Error, "build",
			"build must be a table with list, render, and publishResources").Hint = "put custom values under params"
		return
	}
	switch l := options["list"]; l {
	case "never", "false", false:
		p.ListAlways, p.ListLocal = false, false
	case "local":
		p.ListAlways = false
	case nil, "always", "true", true:
	default:
		r.mistyped("build.list", "build.list", "always, local or never", l)
	}
	switch l := options["render"]; l {
	case "never", "false", false:
		p.Render, p.Link = false, false
	case "link":
		p.Render = false
	case nil, "always", "true", true:
	default:
		r.mistyped("build.render", "build.render", "always, link or never", l)
	}
	if v, there := options["publishresources"]; there {
		p.PublishResources = boolean(v)
	}
}

// fields reads the keys in pageFields.
func (r *reader) fields() {
	p := r.p
	if r.entry = r.e.Language.Sitemap; r.e.a.Config.Hugo && p.Doc != nil && p.Doc.Adapter != nil {
		r.entry = config.Sitemap{} // as in Hugo, without the values of the site
	}
	for key, v := range p.Params {
		if f := byKey[key]; f == nil {
			if l, ok := v.([]any); ok {
				p.Params[key] = param(l)
			}
			r.misspelled(key, v)
		} else if f.read != nil {
			f.read(r, key, v)
		}
	}
	for key, v := range r.under {
		p.Params[key] = v
	}
	r.singular()
	if p.Sitemap = &r.e.Language.Sitemap; r.entry != *p.Sitemap {
		own := r.entry
		p.Sitemap = &own
	}
	switch {
	case r.draft != nil:
		p.Draft = r.isDraft(r.draft)
		if r.published != nil {
			r.problem(diag.Warning, "published", "the page has both draft and published; draft takes precedence")
		}
	case r.published != nil:
		p.Draft = !*r.published
	}
	switch {
	case r.cjk != nil:
		p.CJK = r.boolean("isCJKLanguage", r.cjk)
	case r.e.Language.HasCJKLanguage && p.Doc != nil:
		p.CJK = p.Doc.CJK
	}
	r.check()
}

// singular reads the terms below the name of one, such as tag: go, where those of many are expected.
func (r *reader) singular() {
	if r.e.a.Config.Hugo || r.e.a.Config.Tool != nil {
		return
	}
	for _, t := range r.e.Language.Taxonomies {
		v, many := r.p.Params[strings.ToLower(t.Singular)], strings.ToLower(t.Plural)
		if _, table := v.(map[string]any); v != nil && !table && r.p.Params[many] == nil {
			r.p.Params[many] = v
		}
	}
}

// check reports invalid URLs.
func (r *reader) check() {
	if isAbsolute(r.url) {
		r.problem(diag.Error, "url", "url must be a path on the site, not %q",
			r.url).Hint = "write only the path, or add a redirect on your server"
	} else if climbs(r.url) {
		r.problem(diag.Warning, "url", "url %q leads above the root of the site: the .. is removed",
			r.url).Hint = "paths start at the root of the site: remove the .."
	}
	if climbs(r.p.Slug) {
		r.problem(diag.Warning, "slug", "slug %q leads to a parent folder, which a URL can't: the .. is removed",
			r.p.Slug).Hint = "a slug is one name; use url for a whole path"
	}
	for _, alias := range r.p.AliasesSet {
		switch {
		case isAbsolute(alias):
			r.problem(diag.Error, "aliases", "an alias must be a path on the site, not %q", alias).Hint = "write only the path"
		case strings.HasPrefix(alias, "/") && climbs(alias):
			r.problem(diag.Warning, "aliases", "alias %q leads above the root of the site: the .. is removed",
				alias).Hint = "paths start at the root of the site: remove the .."
		}
	}
}

func isAbsolute(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}

// climbs reports whether a path leads above its starting point.
func climbs(p string) bool {
	depth := 0
	for part := range strings.SplitSeq(strings.ReplaceAll(p, `\`, "/"), "/") {
		switch part {
		case "", ".":
		case "..":
			if depth--; depth < 0 {
				return true
			}
		default:
			depth++
		}
	}
	return false
}

// defaults sets what the page does not.
func (r *reader) defaults() {
	p := r.p
	cfg, lang := r.e.a.Config, r.e.Language
	if p.Slug == "" && p.Dates.Slug != "" && p.Kind == Regular {
		p.extras().Slug = p.Dates.Slug
	}
	title := func(s string) string {
		if lang.CapitalizeListTitles {
			return words.Title(lang.TitleCaseStyle, s)
		}
		return s
	}
	if p.Title == "" && p.Doc != nil && !cfg.Hugo {
		if p.Title = p.Doc.Head; p.Title == "" && p.Kind == Regular {
			p.Title = words.Humanize(p.name)
		}
	}
	if p.Title == "" && (p.Doc == nil || !cfg.Hugo) {
		switch p.Kind {
		case Home:
			p.Title = lang.Title
		case Section:
			name := p.name
			if lang.PluralizeListTitles {
				name = words.Pluralize(name)
			}
			p.Title = title(name)
		case Taxonomy:
			p.Title = strings.ReplaceAll(title(path.Base(p.name)), "-", " ")
		case Term:
			p.Title = title(p.name)
		case NotFound:
			p.Title = "404 Page not found"
		case Search:
			p.Title = "Search"
		case HTMLSitemap:
			p.Title = "Site map"
		case FeedPage:
			p.Title = "Subscribe"
		}
	}
	p.LinkTitle = cmp.Or(p.LinkTitle, p.Title)
	p.TypeSet = p.Type != ""
	if !p.TypeSet {
		if p.Type = p.SectionPath; p.Type == "" {
			p.Type = "page"
		}
	}
	if p.Apart() {
		p.Type = "page"
	}
	if lang.DisableKinds[string(p.Kind)] {
		p.disable()
	}
}

// disable keeps a page only for the structure.
func (p *Page) disable() {
	p.ListAlways, p.ListLocal, p.Render, p.Link, p.PublishResources = false, false, false, false, false
}
