package dialect

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
)

// Front changes the front matter of a file into that of sitegen. Keys are in lower case; file is its path in the project, and
// at that in the content.
func (d Dialect) Front(file, at string, values map[string]any, body []byte) {
	switch d.Tool {
	case Obsidian:
		vault(values, newText(string(body)))
	case MkDocs:
		dated(values)
		headed(values, body)
	case Docusaurus:
		d.docusaurus(at, values)
		headed(values, body)
	case Jekyll:
		d.settings().front(file, values)
	}
}

// HeadIsTitle reports whether a page without a title is called by its first heading, which is at a level. Other tools than
// sitegen and Jekyll want a heading at the top, and use the name of the file, or of the site for its home page.
func (d Dialect) HeadIsTitle(level int) bool {
	return level == 1 || d.Tool != Obsidian && d.Tool != MkDocs && d.Tool != Docusaurus
}

// Title is the title of a page that has none and no heading for it; "" for what sitegen makes of the name of the file.
func (d Dialect) Title(base string, values map[string]any) string {
	switch id, _ := values["id"].(string); {
	case d.Tool == Docusaurus && id != "" && base != "":
		return id
	case d.Tool == Obsidian, d.Tool == Docusaurus:
		return base
	}
	return ""
}

// Home reports whether front matter makes a file the home page although its name does not: slug: /
func (d Dialect) Home(values map[string]any) bool { return d.Tool != "" && values["slug"] == "/" }

// vault keeps the other names of a note from becoming redirects, and the address and the type of what it is about from
// becoming its own, and lists the tags of its text.
// https://obsidian.md/help/properties#Default+properties
func vault(values map[string]any, t *text) {
	if names, ok := values["aliases"]; ok {
		values["notealiases"] = names
		delete(values, "aliases")
	}
	if kind, ok := values["type"]; ok {
		values["notetype"] = kind
		delete(values, "type")
	}
	if url, _ := values["url"].(string); strings.Contains(url, "://") {
		values["noteurl"] = url
		delete(values, "url")
	}
	if no(values["publish"]) { // https://obsidian.md/help/properties#Properties+for+Obsidian+Publish
		values["draft"] = true
	}
	t.obsidian()
	found := t.tags()
	if len(found) == 0 {
		return
	}
	all := words(values["tags"])
	for _, name := range found {
		if !slices.Contains(all, any(name)) {
			all = append(all, name)
		}
	}
	values["tags"] = all
}

// no reports whether a value is false, in YAML 1.1, too, which other tools read: no, off.
func no(v any) bool {
	s, ok := v.(string)
	return v == false || ok && slices.Contains([]string{"no", "n", "off", "false"}, strings.ToLower(strings.TrimSpace(s)))
}

// dated reads the dates of Material for MkDocs:
// https://squidfunk.github.io/mkdocs-material/plugins/blog/#meta.date
func dated(values map[string]any) {
	dates, ok := values["date"].(map[string]any)
	if !ok {
		return
	}
	delete(values, "date")
	move(dates, "created", "date")
	move(dates, "updated", "lastmod")
	for _, key := range []string{"date", "lastmod"} {
		if _, given := values[key]; !given && dates[key] != nil {
			values[key] = dates[key]
		}
	}
}

// words returns a list, or the words of a text between spaces and commas.
func words(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case string:
		var out []any
		for _, w := range strings.FieldsFunc(v, func(c rune) bool { return c == ' ' || c == ',' }) {
			out = append(out, strings.TrimPrefix(w, "#"))
		}
		return out
	}
	return nil
}

// docusaurus reads the keys of https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-docs#markdown-front-matter
func (d Dialect) docusaurus(file string, values map[string]any) {
	move(values, "sidebar_label", "linktitle")
	move(values, "hide_title", "hidetitle")
	if at, ok := frontmatter.Float(values["sidebar_position"]); ok && values["weight"] == nil {
		values["weight"] = weight(at)
	}
	if values["unlisted"] == true && values["build"] == nil {
		values["build"] = map[string]any{"list": "never"}
		move(values, "unlisted", "noindex")
	}
	at, index := strings.TrimSuffix(file, path.Ext(file)), d.IsIndex(file)
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
	if slug != "" && slug[0] != '/' && (index || slug[0] == '.' || strings.Contains(slug, "/")) { // from the folder of the file
		slug = path.Join("/", folder, slug)
		values["slug"] = slug
	}
	if len(slug) > 1 && slug[0] == '/' {
		values["url"] = strings.TrimSuffix(slug, "/") + "/"
		delete(values, "slug")
	}
}

var heading1 = regexp.MustCompile(`(?i)<h1[\s>]`)

// headed keeps a theme from showing a title above a text that shows one in HTML.
func headed(values map[string]any, body []byte) {
	if _, said := values["hidetitle"]; said || !heading1.Match(body) {
		return
	}
	t := newText(string(body))
	t.each(func(line string) string {
		outside(line, func(s string) string {
			if heading1.MatchString(s) {
				values["hidetitle"] = true
			}
			return s
		})
		return line
	})
}

// move gives a value another key, unless that has one.
func move(values map[string]any, from, to string) {
	if v, ok := values[from]; ok && values[to] == nil {
		values[to] = v
	}
}
