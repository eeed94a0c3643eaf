package docusaurus

import (
	"path"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
)

// dialect returns the dialect of the pages. site is the folder of the project. keepNumbers means that numbers at the start
// of names are not positions, math that $…$ is a formula.
func dialect(site string, keepNumbers, math bool) foreign.Dialect {
	d := foreign.Dialect{
		Name: name, Settings: map[string]any{"numbers": keepNumbers, "math": math, "site": site},
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
	d.Front = func(p *foreign.Page, body []byte) {
		front(&named, p.Path, p.Values)
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
