package zola

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/port"
)

// configOf returns the name of the configuration, or "". Hugo uses the same file name, but only Zola requires the key
// base_url.
func configOf(dir string) string {
	name := conversion.First(dir, "zola.toml", "config.toml")
	text, err := os.ReadFile(filepath.Join(dir, name))
	if name == "" || err != nil {
		return ""
	}
	value, _, err := frontmatter.Decode(frontmatter.TOML, name, text)
	if root, _ := value.(map[string]any); err == nil && root["base_url"] == nil {
		return ""
		// the conversion reports the error
	} else if err != nil && name != "zola.toml" && !bytes.Contains(text, []byte("base_url")) {
		return ""
	}
	return name
}

// zola is a project of Zola: https://www.getzola.org/documentation/
type zola struct {
	*port.Port
	root  map[string]any
	lines map[string]int
	named map[[2]string]string // names of terms, by taxonomy and slug
}

// converts reports whether a folder contains a Zola configuration.
func converts(dir string) bool { return configOf(dir) != "" }

func convert(p *conversion.Work) error {
	config := configOf(p.Dir)
	text, err := os.ReadFile(filepath.Join(p.Dir, config))
	if err != nil {
		return err
	}
	value, lines, err := frontmatter.Decode(frontmatter.TOML, config, text)
	if err != nil {
		return err
	}
	return port.Convert(p, "blog", true, func(c *port.Port) error {
		z := &zola{Port: c, lines: lines, named: map[[2]string]string{}}
		z.root, _ = value.(map[string]any)
		c.Dialect = foreign.Dialect{}
		z.settings(config)
		files, err := c.Walk(".", z.skip)
		if err != nil {
			return err
		}
		for _, file := range files {
			folder, _, _ := strings.Cut(file, "/")
			switch {
			case path.Ext(file) == ".html" && folder == "content": // a file, not a page
				c.Copy(file, "static"+strings.TrimPrefix(file, folder))
			case folder == "static" || path.Ext(file) != ".md":
				c.Copy(file, file)
			default:
				if err := z.content(file); err != nil {
					return err
				}
			}
		}
		if err := z.termPages(); err != nil {
			return err
		}
		z.Out.Table("markup.goldmark.parser", "",
			conversion.Line("autoHeadingIDType", "blackfriday", "the IDs of headings are nearly those of Zola"))
		return nil
	})
}

// settings reads the configuration: https://www.getzola.org/documentation/getting-started/configuration/
func (z *zola) settings(config string) {
	str := func(key string) string { s, _ := z.root[key].(string); return s }
	z.Site(str("title"), str("base_url"), str("description"), config)
	if lang := str("default_language"); lang != "" && lang != "en" {
		z.Out.Set("defaultContentLanguage", strings.ToLower(lang), config)
	}
	var names []string
	if list, ok := z.root["taxonomies"].([]any); ok {
		for _, v := range list {
			if t, _ := v.(map[string]any); t["name"] != nil {
				names = append(names, fmt.Sprint(t["name"]))
			}
		}
	}
	for key, v := range z.root {
		switch key {
		case "base_url", "title", "description", "default_language":
			z.Note(config, z.lines[key], key, conversion.Used, "")
		case "taxonomies":
			z.Note(config, z.lines[key], key, conversion.Used, "%s", strings.Join(names, ", "))
		case "generate_feed", "generate_feeds":
			z.Note(config, z.lines[key], key, conversion.Used, "feeds are at atom.xml, index.xml and feed.json")
		case "build_search_index", "search", "minify_html", "compile_sass", "markdown", "link_checker", "slugify":
			z.Note(config, z.lines[key], key, conversion.Ignored, "built in, or for the old theme")
		case "languages":
			list, _ := v.(map[string]any)
			z.languages(list, str("default_language"))
			z.Note(config, z.lines[key], key, conversion.Used, "")
		case "extra":
			z.Note(config, z.lines[key], key, conversion.NeedsYou,
				"for the old theme: see docs/themes for what the new one reads in [params]")
		default:
			z.Note(config, z.lines[key], key, conversion.Ignored, "sitegen does not read it")
		}
	}
	var lines []string
	for _, name := range names {
		name = cmp.Or(slugOf(name), name) // as in URLs
		lines = append(lines, conversion.Line(strings.TrimSuffix(name, "s"), name, ""))
		if one := strings.TrimSuffix(name, "ies"); one != name {
			lines[len(lines)-1] = conversion.Line(one+"y", name, "")
		}
	}
	if len(lines) > 0 {
		z.Out.Table("taxonomies", config, lines...)
	}
}

// languages writes the tables of the languages, including the default one.
func (z *zola) languages(list map[string]any, main string) {
	if main == "" {
		main = "en"
	}
	z.Out.Table("languages."+strings.ToLower(main), "", conversion.Line("weight", 1, ""))
	var names []string
	for name := range list {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		l, _ := list[name].(map[string]any)
		lines := []string{conversion.Line("weight", i+2, "")}
		if title, _ := l["title"].(string); title != "" {
			lines = append(lines, conversion.Line("title", title, ""))
		}
		if !strings.EqualFold(name, main) {
			z.Out.Table("languages."+strings.ToLower(name), "", lines...)
		}
	}
}

// terms returns the terms of a page as Zola writes them in URLs. A page for each term has its name.
func (z *zola) terms(taxonomy string, v any) any {
	list, ok := v.([]any)
	if !ok {
		return v
	}
	var out []any
	for _, x := range list {
		name, ok := x.(string)
		slug := slugOf(name)
		if !ok || slug == "" || slug == strings.ReplaceAll(strings.ToLower(name), " ", "-") { // sitegen writes it so, too
			out = append(out, x)
			continue
		}
		out = append(out, slug)
		z.named[[2]string{taxonomy, slug}] = cmp.Or(z.named[[2]string{taxonomy, slug}], name)
	}
	return out
}

// termPages writes the pages of terms whose URLs differ from their names.
func (z *zola) termPages() error {
	for _, k := range slices.SortedFunc(maps.Keys(z.named), func(a, b [2]string) int {
		return cmp.Or(strings.Compare(a[0], b[0]), strings.Compare(a[1], b[1]))
	}) {
		src := &port.Source{Values: map[string]any{"title": z.named[k]}}
		if err := z.Page(src, "content/"+k[0]+"/"+k[1]+"/_index.md"); err != nil {
			return err
		}
	}
	return nil
}

// letters are those that Zola writes with ASCII letters, in addition to letters with accents.
var letters = strings.NewReplacer("ß", "ss", "æ", "ae", "Æ", "AE", "œ", "oe", "Œ", "OE", "ø", "o", "Ø", "O", "đ", "d",
	"Đ", "D", "ł", "l", "Ł", "L", "þ", "th", "Þ", "Th", "ð", "d", "Ð", "D", "ı", "i")

// slugOf returns a name as Zola writes it in URLs: https://www.getzola.org/documentation/getting-started/configuration/
// (slugify). Letters of other scripts stay, since Zola's table for them is not here.
func slugOf(name string) string { return port.Slug(words.WithoutAccents(letters.Replace(name))) }

func (z *zola) skip(rel string) bool {
	folder, _, _ := strings.Cut(rel, "/")
	switch {
	case folder == "content" || folder == "static":
		return false
	case rel == "templates" || rel == "sass" || rel == "themes":
		z.Note(rel, 0, rel, conversion.NeedsYou,
			"templates and styles for the old theme are not converted: adapt the new theme in layouts/ and assets/css/custom.css")
	}
	return true
}

var (
	internal   = regexp.MustCompile(`(\]\(\s*<?|\]:\s*<?)@/`)
	moreMark   = regexp.MustCompile(`(?m)^[ \t]*<!--\s*more\s*-->`)
	call       = regexp.MustCompile(`(?s)^([\w:]+)\((.*)\)$`)
	argument   = regexp.MustCompile(`^\s*id\s*=\s*["']([\w-]+)["']\s*,?\s*$`)
	pathDate   = regexp.MustCompile(`^/?(\d{4})/(\d{2})/(\d{2})/`)
	fenceWords = regexp.MustCompile("(?m)^([ \\t>]*(?:`{3,}|~{3,}))([\\w+#-]*),([^\\n`]*)$")
)

// content converts a page or a section's page.
func (z *zola) content(file string) error {
	s, err := z.Read(file)
	if err != nil {
		return err
	}
	z.front(s)
	s.Body = internal.ReplaceAllString(s.Body, "$1/")
	s.Body = moreMark.ReplaceAllString(s.Body, "<!--more-->")
	s.Body = fenceWords.ReplaceAllStringFunc(s.Body, fenceOptions)
	z.shortcodes(s)
	return z.Page(s, file)
}

// front converts the keys of https://www.getzola.org/documentation/content/page/#front-matter
func (z *zola) front(s *port.Source) {
	v := s.Values
	move := func(from, to string) {
		if x, ok := v[from]; ok {
			if _, has := v[to]; !has {
				v[to] = x
			}
			delete(v, from)
		}
	}
	move("updated", "lastmod")
	move("extra", "params")
	if list, ok := v["taxonomies"].(map[string]any); ok {
		for key, x := range list {
			plural := cmp.Or(slugOf(key), key)
			v[plural] = z.terms(plural, x)
		}
	}
	if to, _ := v["path"].(string); to != "" {
		v["url"] = "/" + strings.Trim(to, "/") + "/"
		if m := pathDate.FindStringSubmatch(to); m != nil && v["date"] == nil {
			v["date"] = m[1] + "-" + m[2] + "-" + m[3]
		}
	}
	if list := conversion.Strings(v["aliases"]); len(list) > 0 { // relative to the root of the site
		var aliases []any
		for _, alias := range list {
			aliases = append(aliases, "/"+strings.TrimPrefix(alias, "/"))
		}
		v["aliases"] = aliases
	}
	if to, _ := v["redirect_to"].(string); to != "" {
		z.Leave(conversion.NeedsYou, s.File, 1, "redirect_to",
			"a section that redirects: put its URL into aliases of the page "+to)
	}
	if v["render"] == false {
		v["build"] = map[string]any{"render": "never", "list": "never"}
	}
	if v["in_search_index"] == false {
		v["search"] = false
	}
	if template, _ := v["template"].(string); template != "" {
		z.Leave(conversion.NeedsYou, s.File, 1, "template "+template, "the theme has no such template: write layouts/"+
			path.Base(template)+" and set layout")
	}
	base, _, _ := strings.Cut(strings.TrimSuffix(path.Base(s.File), ".md"), ".") // a language may follow the name
	if base == "index" {
		base = path.Base(path.Dir(s.File))
	}
	day, rest := port.Date(base)
	if day != "" && v["date"] == nil {
		v["date"] = day
	}
	if slug := slugOf(rest); slug != strings.ToLower(base) && base != "_index" && v["slug"] == nil && v["url"] == nil {
		v["slug"] = slug
	}
	for _, key := range []string{
		"taxonomies", "path", "redirect_to", "render", "in_search_index", "template", "page_template", "sort_by",
		"paginate_by", "paginate_path",
		"paginate_reversed", "insert_anchor_links", "transparent", "generate_feed", "generate_feeds", "generate_feeds_with",
		"in_feed",
	} {
		delete(v, key)
	}
}

// shortcodes converts shortcodes that sitegen also has. Others are left out; the text between two of their tags stays.
// https://www.getzola.org/documentation/content/shortcodes/
func (z *zola) shortcodes(s *port.Source) {
	const open, end = "\uE000", "\uE001" // the delimiters of literal tags, such as {{/* x */}}
	text := strings.NewReplacer("{{/*", open+"{", "*/}}", end+"}", "{%/*", open+"%", "*/%}", "%"+end).Replace(s.Body)
	tree := block.Read(text, &block.Syntax{Template: func(t block.Template) string {
		name := t.Name
		if m := call.FindStringSubmatch(t.Value); m != nil {
			name = m[1]
			if id := argument.FindStringSubmatch(m[2]); id != nil && (name == "youtube" || name == "vimeo") {
				return "{{< " + name + " " + id[1] + " >}}"
			}
		}
		switch {
		case name == "end" && t.Args == "":
		case name == "": // not a call
			return "{{" + t.Value + "}}"
		default:
			z.Leave(conversion.NeedsYou, s.File, s.Line+t.Line-1, name+"()",
				"a shortcode of the old theme is left out, the text in it stays: write it as a shortcode of the project")
		}
		return ""
	}})
	w := block.NewWriter()
	for _, n := range tree.Nodes {
		w.Lines(n)
	}
	out := strings.Join(w.Out, "\n")
	if strings.HasSuffix(s.Body, "\n") && !strings.HasSuffix(out, "\n") {
		out += "\n"
	}
	s.Body = strings.NewReplacer(open+"{", "{{", end+"}", "}}", open+"%", "{%", "%"+end, "%}").Replace(out)
}

// fenceOptions converts the words after the language of a fence to attributes:
// https://www.getzola.org/documentation/content/syntax-highlighting/#annotations
func fenceOptions(s string) string {
	m := fenceWords.FindStringSubmatch(s)
	var out []string
	for _, word := range strings.Split(m[3], ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(word), "=")
		switch key {
		case "linenos":
			out = append(out, "linenos=true")
		case "linenostart":
			out = append(out, "linenostart="+value)
		case "hl_lines":
			out = append(out, `hl_lines="`+value+`"`)
		case "name":
			out = append(out, `title="`+value+`"`)
		}
	}
	if len(out) == 0 {
		return m[1] + m[2]
	}
	return m[1] + m[2] + " {" + strings.Join(out, " ") + "}"
}
