package docusaurus

import (
	"path"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// dialect returns the dialect of the pages. site is the folder of the project. keepNumbers means that numbers at the
// start of names are not positions, math that $…$ is a formula. listed are the pages whose position a sidebar sets,
// without positions in their names.
func dialect(site string, keepNumbers, math bool, listed []string) foreign.Dialect {
	d := foreign.Dialect{
		Name: name, Settings: map[string]any{"numbers": keepNumbers, "math": math, "site": site, "listed": listed},
		Extensions: []string{"mdx"}, FolderPages: true, Sections: true, LowerTerms: true, NoSlash: true, Position: position,
		Category: &foreign.Category{
			Files: []string{"_category_.json", "_category_.yml", "_category_.yaml"},
			Read:  category,
		},
		TopHeading: true,
		Text:       func(t *block.Text, p *foreign.Page) []foreign.Problem { return read(t, p, site, math) },
	}
	if keepNumbers {
		d.Position = nil
	}
	named := d // the parts of d that front needs
	inBar := map[string]bool{}
	for _, file := range listed {
		inBar[file] = true
	}
	d.Front = func(p *foreign.Page, body []byte) {
		weight := p.Values["weight"]
		front(&named, p.Path, p.Values)
		if at := d.Unnumbered(foreign.Stem(p.Path)); weight == nil && (inBar[at+".md"] ||
			inBar[path.Join(path.Dir(at), "index.md")] && isIndex(&named, p.Path)) {
			delete(p.Values, "weight") // the sidebar says it
		}
		foreign.HideTitle(p.Values, body)
	}
	d.Title = func(base string, values map[string]any) string {
		if id, _ := values["id"].(string); id != "" && base != "" {
			return id
		}
		return base
	}
	return d
}

// front reads the keys of https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#markdown-front-matter
func front(d *foreign.Dialect, file string, values map[string]any) {
	foreign.Move(values, "sidebar_label", "linktitle")
	foreign.Move(values, "hide_title", "hidetitle")
	if at, ok := frontmatter.Float(values["sidebar_position"]); ok && values["weight"] == nil {
		values["weight"] = foreign.Weight(at)
	}
	if values["unlisted"] == true && values["build"] == nil {
		values["build"] = map[string]any{"list": "never"}
		foreign.Move(values, "unlisted", "noindex")
	}
	at, index := strings.TrimSuffix(file, path.Ext(file)), isIndex(d, file)
	folder, name := path.Split(d.Unnumbered(at))
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
	if id, _ := values["id"].(string); values["slug"] == nil && id != "" && id != name && !index {
		values["slug"] = path.Base(id)
	}
	slug, _ := values["slug"].(string)
	// relative to the folder of the file
	if slug != "" && slug[0] != '/' && (index || slug[0] == '.' || strings.Contains(slug, "/")) {
		slug = path.Join("/", folder, slug)
		values["slug"] = slug
	}
	if len(slug) > 1 && slug[0] == '/' {
		values["url"] = strings.TrimSuffix(slug, "/") + "/"
		delete(values, "slug")
	}
}
