package dialect

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/frontmatter"
)

// Front changes the front matter of a file into that of sitegen. Keys are in lower case; file is the path in the
// content, where the posts of Jekyll are in posts/.
func (d Dialect) Front(file string, values map[string]any, body []byte) {
	switch d.Tool {
	case Obsidian:
		vault(values, newText(string(body)))
	case MkDocs:
		dated(values)
		headed(values, body)
	case Docusaurus:
		docusaurus(values)
		headed(values, body)
	case Jekyll:
		d.jekyll(file, values)
	}
}

// HeadIsTitle reports whether a page without a title is called by its first heading, which is at a level. Other tools than
// sitegen and Jekyll want a heading at the top, and use the name of the file, or of the site for its home page.
func (d Dialect) HeadIsTitle(level int) bool {
	return level == 1 || d.Tool != Obsidian && d.Tool != MkDocs && d.Tool != Docusaurus
}

// Title is the title of a page that has none and no heading for it; "" for what sitegen makes of the name of the file.
func (d Dialect) Title(base string) string {
	if d.Tool == Obsidian {
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
func docusaurus(values map[string]any) {
	move(values, "sidebar_label", "linktitle")
	move(values, "hide_title", "hidetitle")
	if at, ok := frontmatter.Float(values["sidebar_position"]); ok && values["weight"] == nil {
		values["weight"] = weight(at)
	}
	if slug, _ := values["slug"].(string); len(slug) > 1 && slug[0] == '/' {
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

var post = regexp.MustCompile(`^posts/(.*/)?(\d{4})-(\d{1,2})-(\d{1,2})-(.+)\.\w+$`)

// permalinks are Jekyll's named styles: https://jekyllrb.com/docs/permalinks/#built-in-formats
var permalinks = map[string]string{
	"":        "/:categories/:year/:month/:day/:title:output_ext",
	"date":    "/:categories/:year/:month/:day/:title:output_ext",
	"pretty":  "/:categories/:year/:month/:day/:title/",
	"ordinal": "/:categories/:year/:y_day/:title:output_ext",
	"none":    "/:categories/:title:output_ext",
}

// jekyll gives a page the address and the date that Jekyll gives it.
func (d Dialect) jekyll(file string, values map[string]any) {
	for _, key := range []string{"tags", "categories"} {
		if s, ok := values[key].(string); ok {
			values[key] = words(s)
		}
	}
	if c, ok := values["category"].(string); ok && values["categories"] == nil {
		values["categories"] = []any{c}
	}
	move(values, "redirect_from", "aliases")
	move(values, "last_modified_at", "lastmod")
	delete(values, "layout") // of the theme that the page was written for
	pattern, own := values["permalink"].(string)
	m := post.FindStringSubmatch(file)
	switch {
	case values["url"] != nil:
	case m != nil:
		date := fmt.Sprintf("%s-%02s-%02s", m[2], m[3], m[4])
		if values["date"] == nil {
			values["date"] = date
		}
		if !own {
			pattern = d.Permalink
		}
		values["url"] = expand(pattern, m, date, values)
	case own && !strings.Contains(pattern, ":"):
		values["url"] = pattern
	default:
		name := strings.TrimSuffix(file, path.Ext(file))
		if base := path.Base(name); base != "index" && base != "README" && !strings.HasSuffix(d.Permalink, "/") && d.Permalink != "pretty" {
			values["url"] = "/" + name + ".html"
		}
	}
}

// expand fills in a permalink of a post.
func expand(pattern string, m []string, date string, values map[string]any) string {
	if named, ok := permalinks[pattern]; ok {
		pattern = named
	}
	var categories []string
	for _, c := range words(values["categories"]) {
		categories = append(categories, strings.ToLower(strings.ReplaceAll(fmt.Sprint(c), " ", "-")))
	}
	title := m[5]
	if slug, ok := values["slug"].(string); ok {
		title = slug
	}
	out := strings.NewReplacer(
		":categories", strings.Join(categories, "/"), ":output_ext", ".html", ":year", m[2], ":short_year", m[2][2:],
		":month", date[5:7], ":i_month", strings.TrimLeft(date[5:7], "0"), ":day", date[8:], ":i_day", strings.TrimLeft(date[8:], "0"),
		":title", title, ":slug", title, ":y_day", yearDay(date),
	).Replace(pattern)
	clean := path.Clean("/" + out)
	if strings.HasSuffix(out, "/") && clean != "/" {
		clean += "/"
	}
	return clean
}

// yearDay is the day of the year in three digits.
func yearDay(date string) string {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return "000"
	}
	return fmt.Sprintf("%03d", t.YearDay())
}
