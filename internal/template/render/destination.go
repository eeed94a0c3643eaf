package render

import (
	"net/url"
	"path"
	"strings"

	"github.com/sitegen/sitegen/internal/base/trace"
	"github.com/sitegen/sitegen/internal/site"
	"github.com/sitegen/sitegen/internal/template/markdown"
	"github.com/sitegen/sitegen/internal/template/view"
)

// destination converts the destination of a link or image in the text of another tool to a path that hooks understand.
// Destinations that no rule of the tool resolves are unchanged.
func destination(c *call, from *view.Page, written string, link bool) string {
	if c.forbidden(written) {
		return written // it will be left out
	}
	cfg := c.run.o.Site.Config
	if !cfg.Hugo {
		written = valid(markdown.Resolved(written))
	}
	p := view.Model(from)
	if p.Doc == nil || !cfg.Markup.WikiLinks && cfg.Tool.Plain() {
		return written
	}
	u, err := url.Parse(written)
	vault := cfg.Markup.WikiLinks
	if err != nil || u.IsAbs() || u.Host != "" || u.Path == "" && !(vault && link) {
		return written
	}
	var page *site.Page
	var file *site.Resource
	switch {
	case strings.HasPrefix(u.Path, "/"), !vault && link && path.Ext(u.Path) == "":
		page, file = c.run.at(c, p, u.Path)
	case vault && u.Path == "":
		page = p
	case vault:
		page, file = c.run.inVault(c, p, u.Path)
	}
	if vault && page != nil && u.Fragment != "" {
		if id, ok, err := c.wikiPlace(page, u.Fragment); ok && err == nil {
			u.Fragment, u.RawFragment = id, ""
		}
	}
	switch {
	case u.Path == "":
		return withQuery("", u)
	case page != nil && link && page.Edition.Language != p.Edition.Language:
		return withQuery(inLanguage(page, p), u)
	case page != nil && link:
		return withQuery((&url.URL{Path: page.Path}).String(), u)
	case file != nil && link:
		return withQuery(file.URL.Rel(), u)
	case file != nil:
		up := strings.Repeat("../", strings.Count(p.Doc.Path, "/"))
		return withQuery((&url.URL{Path: "./" + up + file.Path}).String(), u)
	}
	return written
}

// inLanguage returns the link of a page to a page of another language. A path would be one of its own language, and so
// would a URL that is the path of a page in it, but a name with the key of the language is not.
func inLanguage(page, from *site.Page) string {
	if page.Edition.Language.Lower == from.Doc.Lang { // a page that shows the text of that language
		return page.URL.Rel()
	}
	at := page.Path
	if at == "/" {
		at = "/_index"
	}
	return (&url.URL{Path: at + "." + page.Edition.Language.Key + ".md"}).String()
}

// inVault resolves a path in Markdown in a vault: from the folder of the note, else from the root, else by the end of a
// path.
func (r *Run) inVault(c *call, p *site.Page, to string) (page *site.Page, file *site.Resource) {
	there := path.Join(path.Dir(p.Doc.Path), to)
	page, file = r.wiki(c, p, there)
	switch {
	case page != nil && wikiPath(page.Doc) == strings.TrimSuffix(wikiName(there), ".md"), file != nil &&
		wikiName(file.Path) == wikiName(there):
		return page, file
	}
	return r.wiki(c, p, to)
}

// readURLs returns the pages, and the files next to them, by their paths on the site without trailing slashes.
func (r *Run) readURLs() map[string]located {
	out := map[string]located{}
	for _, p := range r.o.Site.Pages {
		if !p.URL.IsZero() {
			out[strings.TrimSuffix(p.URL.Path(), "/")] = located{page: p}
		}
		for _, f := range p.Resources {
			if f.Page == nil {
				out[f.URL.Path()] = located{file: f}
			}
		}
	}
	return out
}

// at finds the page or file at the URL path of a link, from the root or from the URL of the page. A tool may have URLs
// without trailing slashes, and its links may stay in the language of the page.
func (r *Run) at(c *call, from *site.Page, ref string) (*site.Page, *site.Resource) {
	key, tool := ref, r.o.Site.Config.Tool
	if !strings.HasPrefix(ref, "/") {
		base := from.URL.Path()
		if tool != nil && tool.NoSlash {
			base = strings.TrimSuffix(base, "/")
		}
		dir, _ := path.Split(base)
		key = path.Join(dir, ref)
	}
	key = strings.TrimSuffix(path.Clean(key), "/")
	found := r.urls()[key]
	if tool != nil && tool.LocalLinks && found.page != nil && found.page.Edition != from.Edition {
		if own := from.Edition.PageAt(found.page.Path); own != nil && !own.URL.IsZero() {
			found.page = own
		}
	}
	answer := view.KeyOf(found.page)
	if found.file != nil {
		answer = "file\x00" + found.file.Resource.File + "\x00" + found.file.URL.Rel()
	}
	c.Ask(trace.Resolve, "url\x00"+view.KeyOf(from)+"\x00"+ref, trace.HashString(answer))
	return found.page, found.file
}
