package docusaurus

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/nav"
)

// manner says how the pages of a project are written, and where they go.
type manner struct {
	site        string              // folder of the project
	keepNumbers bool                // numbers at the start of names are not positions
	math        bool                // $…$ is a formula
	format      string              // of texts: "mdx", "md", "detect"
	kinds       []string            // names of containers
	marks       map[string]string   // meaning of the comments that mark lines of code
	listed      []string            // pages whose position a sidebar sets, without positions in their names
	autos       map[string][]string // bars.autos by the route of the version; none: the order follows the folders
	named       []string            // targets of folders with a label in a sidebar
	local       []string            // targets of folders whose label cascades set, in each language
	parts       []part              // folders of pages; nil for pages of a conversion, which have their new places
	npm         npmOptions
	texts       translations // of the texts in pages
	layout      *layout      // nil: no redirects and authors
	dialect     foreign.Dialect
}

// dialect returns the dialect of pages.
func dialect(m *manner) foreign.Dialect {
	settings := map[string]any{
		"numbers": m.keepNumbers, "math": m.math, "format": m.format, "site": m.site,
		"listed": m.listed, "npm": fmt.Sprint(m.npm), "kinds": strings.Join(m.kinds, " "),
		"code":  fmt.Sprint(m.texts),
		"marks": fmt.Sprint(m.marks), "autos": fmt.Sprint(m.autos, m.named, m.local),
	}
	var slash any // https://docusaurus.io/docs/api/docusaurus-config#trailingSlash
	if m.layout != nil {
		settings["layout"] = fmt.Sprint(m.parts, m.layout.moved)
		for _, b := range m.layout.blogs {
			settings[b.plugin] = fmt.Sprint(b.authors)
		}
		slash = m.layout.config.Get("trailingSlash")
		settings["slash"] = slash == true
	}
	d := foreign.Dialect{
		Name: name, Settings: settings, TopHeading: true, LocalLinks: true,
		Extensions: []string{"mdx"}, FolderPages: true, PageBeside: true, Sections: true, LowerTerms: true,
		NoSlash:   slash != true,
		Open:      foreign.Ended,
		TermSlug:  kebab,
		TermSlugs: termSlugs,
		Category: &foreign.Category{
			Files: []string{"_category_.json", "_category_.yml", "_category_.yaml"}, Read: m.category,
			Translated: m.translated,
		},
		Text: func(t *block.Text, p *foreign.Page) []foreign.Problem { return read(t, p, m) },
	}
	for _, p := range m.parts {
		d.Parts = append(d.Parts, foreign.Part{At: p.at, Posts: p.posts})
	}
	routes := map[string]bool{} // names such as 1.x, which are no files
	if m.layout != nil {
		for _, p := range m.layout.parts() {
			for name := range strings.SplitSeq(p.at, "/") {
				routes[name] = true
			}
		}
	}
	if !m.keepNumbers {
		d.Position = func(name string) (int, string, bool) {
			if routes[name] {
				return 0, name, false
			}
			return position(name)
		}
	}
	m.dialect = d // the parts of it that front needs
	inBar := map[string]bool{}
	for _, file := range m.listed {
		inBar[file] = true
	}
	d.Front = func(p *foreign.Page, body []byte) {
		weight := p.Values["weight"]
		m.front(p)
		if at := d.Unnumbered(foreign.Stem(p.Path)); weight == nil && (inBar[at+".md"] ||
			inBar[path.Join(path.Dir(at), "index.md")] && isIndex(&m.dialect, p.Path)) {
			delete(p.Values, "weight") // the sidebar says it
		}
		foreign.HideTitle(p.Values, body)
	}
	d.Title = func(base string, values map[string]any) string {
		if name, ok := values[postTitle].(string); ok {
			return name
		}
		if id, _ := values["pageid"].(string); id != "" && base != "" {
			return id
		}
		return base
	}
	return d
}

// partOf returns the folder of pages that contains a file, and the path of the file in it.
func (m *manner) partOf(file string) (in part, rest string) {
	rest = file
	for _, p := range m.parts {
		if below, ok := strings.CutPrefix(file, p.dir+"/"); ok && len(p.dir) > len(in.dir) {
			in, rest = p, below
		}
	}
	return in, rest
}

// front reads the keys of https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#markdown-front-matter
// and returns the path of the page, without a language if the front matter does not set its URL.
func (m *manner) front(p *foreign.Page) string {
	d, values := &m.dialect, p.Values
	in, rest := m.partOf(p.File)
	if in.dir == "" {
		rest, in.top = p.Path, "/"
	}
	if values["unlisted"] == true && values["build"] == nil {
		values["build"] = map[string]any{"list": "never"}
		if values["noindex"] == nil {
			values["noindex"] = true
		}
	}
	retagged(values, in.tags)
	if in.posts {
		m.layout.blogAt(in.at).signed(values, cmp.Or(in.locale, m.layout.locales[0]), m.layout.locales[0])
		post(values, in.top+in.at, rest)
		return m.redirect(values, path.Join("/", in.at, foreign.Stem(rest)))
	}
	foreign.Move(values, "sidebar_label", "linktitle")
	foreign.Move(values, "hide_title", "hidetitle")
	for _, key := range []string{"prev", "next"} {
		if v, said := values["pagination_"+key]; said && v == nil {
			values[key] = false
		}
	}
	if at, ok := frontmatter.Float(values["sidebar_position"]); ok && values["weight"] == nil {
		values["weight"] = foreign.Weight(at)
	}
	single := in.dir != "" && !in.docs
	at, index := foreign.Stem(rest), isIndex(d, rest)
	folder, name := path.Split(d.Unnumbered(at))
	if single && !index { // https://docusaurus.io/docs/creating-pages: numbers are part of the URL
		folder, name = path.Split(at)
	}
	numbered := at
	if index {
		numbered = path.Dir(at)
	}
	switch place, ok := d.Place(numbered); {
	case values["parse_number_prefixes"] == false && !index:
		if folder, name = path.Split(at); values["slug"] == nil && d.Unnumbered(at) != at {
			values["slug"] = "./" + name
		}
	case ok && values["weight"] == nil:
		values["weight"] = place
	}
	if id, _ := values["id"].(string); values["slug"] == nil && values["url"] == nil && id != "" && id != name && !index {
		values["slug"] = path.Base(id)
	}
	if id, ok := values["id"]; ok { // id is that of a page in feeds
		values["pageid"] = id
		delete(values, "id")
	}
	slug, _ := values["slug"].(string)
	// relative to the folder of the file
	if slug != "" && slug[0] != '/' && (index || slug[0] == '.' || strings.Contains(slug, "/")) {
		slug = path.Join("/", folder, slug)
		values["slug"] = slug
	}
	url := path.Join("/", in.at, folder, cmp.Or(slug, name))
	switch {
	case strings.Trim(slug, "/") != "" && slug[0] == '/':
		url = path.Join("/", in.at, slug)
		values["url"] = path.Join(in.top, url) + "/"
		delete(values, "slug")
	case slug != "" && slug[0] == '/':
		url = "/" + in.at
		p.Home = true
		delete(values, "slug")
	case index:
		url = path.Join("/", in.at, folder)
	case values["url"] != nil: // of a page that is converted
	case nav.Unusual(url), path.Base(url) == "index", single && d.Unnumbered(at) != at:
		values["url"] = path.Join(in.top, url) + "/"
		delete(values, "slug")
	}
	return m.redirect(values, url)
}

// redirect adds the URLs that lead to a page as aliases, and returns that of the page. url is without a language,
// unless the page is converted.
func (m *manner) redirect(values map[string]any, url string) string {
	if s, ok := values["url"].(string); ok {
		url = path.Clean(s)
	}
	if m.layout == nil || len(m.layout.moved) == 0 {
		return url
	}
	old := m.layout.moved[url]
	for _, locale := range m.layout.locales[1:] {
		if rest, ok := strings.CutPrefix(url, "/"+locale+"/"); ok {
			old = m.layout.moved["/"+rest]
		}
	}
	if len(old) > 0 {
		values["aliases"] = append(foreign.Words(values["aliases"]), old...)
	}
	return url
}

// category reads a file that names a folder: foreign.Category.Read.
func (m *manner) category(p *foreign.Page) map[string]any {
	out := category(p.Values)
	in, rest := m.partOf(p.File)
	if in.dir == "" {
		return out
	}
	dir := m.dialect.Unnumbered(path.Dir(rest))
	target := nav.Target(path.Join(in.at, dir))
	if slices.Contains(m.local, target) {
		delete(out, "title")
		delete(out, "linktitle")
	}
	if autos, ok := m.autos[in.at]; ok && !isGenerated(dir, autos) {
		unordered(out)
		if slices.Contains(m.named, target) {
			delete(out, "title")
			delete(out, "linktitle")
		}
	}
	if url, ok := out["url"].(string); ok {
		out["url"] = path.Join(in.top, in.at, url) + "/"
	}
	if list, ok := out["aliases"].([]any); ok {
		for i, alias := range list {
			list[i] = path.Join("/", in.at, alias.(string)) + "/"
		}
	}
	if m.layout != nil && (out["url"] != nil || out["aliases"] != nil) {
		m.layout.lead(out, "")
	}
	return out
}

// translated returns the values of a category for a page of its folder: foreign.Category.Translated.
func (m *manner) translated(p *foreign.Page, said map[string]any) (out map[string]any, folder string) {
	in, _ := m.partOf(p.File)
	folder = path.Join("/", in.top, m.dialect.Unnumbered(path.Dir(p.Path)))
	label, _ := said["linktitle"].(string)
	if in.locale == "" || label == "" {
		return said, folder
	}
	out = maps.Clone(said)
	for _, v := range m.layout.versions {
		if v.route == in.at {
			out["linktitle"] = cmp.Or(m.layout.labels(v, in.locale)["category."+label], label)
		}
	}
	return out, folder
}
