package docusaurus

import (
	"cmp"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/port"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// docusaurus is a project of Docusaurus: https://docusaurus.io/docs/docs-introduction
type docusaurus struct {
	*port.Port
	file    string // the configuration
	text    string // its text
	program *script.Program
	config  *script.Object // the exported object with its literal values; nil if not found
	options *script.Object // options of the preset
	locales []string       // default locale first; a single "" if there is only one
	docs    string         // folder of the docs, inside or next to the project: "docs", "../docs"
	route   string         // route of the docs, without slashes: "docs"
	blog    string         // folder of the blog
	news    string         // route of the blog
	manuals []*manual

	excluded glob.Set // docs that are not published
}

// converts reports whether a folder contains a Docusaurus configuration.
func converts(dir string) bool { return conversion.First(dir, configs()...) != "" }

func convert(p *conversion.Work) error {
	config := conversion.First(p.Dir, configs()...)
	text, err := os.ReadFile(filepath.Join(p.Dir, config))
	if err != nil {
		return err
	}
	program, err := script.Read(config, text)
	if err != nil {
		return err
	}
	return port.Convert(p, "docs", false, func(c *port.Port) error {
		d := &docusaurus{Port: c, file: config, text: string(text), program: program, config: program.Export()}
		c.Dialect = dialect(".", false, strings.Contains(string(text), "remark-math"), nil)
		d.settings()
		if err := d.readManuals(); err != nil {
			return err
		}
		d.navbar()
		for _, locale := range d.locales {
			if err := d.pages(locale); err != nil {
				return err
			}
		}
		d.leftOver()
		return d.walkInto("static", func(file, _ string) error {
			d.Copy(file, file)
			return nil
		})
	})
}

// line returns the line of the configuration that contains a key.
func (d *docusaurus) line(key string) int { return port.LineOf(d.text, key) }

// settings reads the literal values in the configuration, which is a program.
func (d *docusaurus) settings() {
	base := ""
	if url := d.config.Str("url"); url != "" {
		base = url + d.config.Str("baseUrl")
	}
	d.Site(d.config.Str("title"), base, d.config.Str("tagline"), d.file)
	for _, key := range []string{"title", "url", "baseUrl", "tagline"} {
		if d.config.Str(key) != "" {
			d.Note(d.file, d.line(key+":"), key, conversion.Used, "")
		}
	}
	d.Out.Table("taxonomies", "Docusaurus has no categories", conversion.Line("tag", "tags", ""))
	d.Out.Table("markup.goldmark.extensions.typographer", "",
		conversion.Line("disable", true, "quotes and dashes as they are typed"))
	d.Params = append(d.Params, "sidebar = {sort = \"name\"}   # pages without a position, as in Docusaurus")
	if d.config == nil {
		d.Note(d.file, 0, "configuration", conversion.NeedsYou,
			"the file exports no object that is written out: set title and baseURL in sitegen.toml")
	}
	for _, preset := range d.config.List("presets") {
		if pair, _ := preset.([]any); len(pair) > 1 && d.options == nil {
			d.options, _ = pair[1].(*script.Object)
		}
	}
	d.docs, d.route = d.place("docs", "docs")
	if patterns := conversion.Strings(d.options.Get("docs", "exclude")); len(patterns) > 0 {
		set, err := glob.NewSet(patterns)
		if err != nil {
			d.Note(d.file, d.line("exclude"), "docs.exclude", conversion.NeedsYou, "%v: remove these files", err)
		} else {
			d.excluded = set
			d.Note(d.file, d.line("exclude"), "docs.exclude", conversion.Used, "")
		}
	}
	d.blog, d.news = d.place("blog", "blog")
	d.languages()
	switch edit := d.options.Get("docs", "editUrl"); {
	case edit != nil, strings.Contains(d.text, "editUrl"):
		d.Note(d.file, d.line("editUrl"), "editUrl", conversion.NeedsYou, "set params.editURL; the pages are now in content/")
	}
	if icon := d.config.Str("favicon"); icon != "" && d.Exists("static/"+icon) &&
		!d.Exists("static/favicon"+path.Ext(icon)) {
		d.Copy("static/"+icon, "static/favicon"+path.Ext(icon))
	}
}

// place returns the folder and the route of a part of the site; the folder is "" if the part is turned off.
func (d *docusaurus) place(part, standard string) (folder, route string) {
	if d.options.Get(part) == false {
		return "", standard
	}
	folder, route = standard, standard
	if s := d.options.Str(part, "path"); s != "" {
		folder = path.Clean(s)
		d.Note(d.file, d.line(s), part+".path", conversion.Used, "")
	}
	if s, ok := d.options.Get(part, "routeBasePath").(string); ok {
		route = strings.Trim(s, "/")
		d.Note(d.file, d.line("routeBasePath"), part+".routeBasePath", conversion.Used, "")
	}
	return folder, route
}

// languages converts the locales of the configuration that have a folder in i18n/:
// https://docusaurus.io/docs/i18n/introduction
func (d *docusaurus) languages() {
	standard := cmp.Or(d.config.Str("i18n", "defaultLocale"), "en")
	d.locales = []string{""}
	var found []string
	for _, locale := range conversion.Strings(d.config.Get("i18n", "locales")) {
		if locale != "" && locale != standard && d.Exists("i18n/"+locale) {
			found = append(found, locale)
		}
	}
	if standard != "en" || len(found) > 0 {
		d.Out.Set("defaultContentLanguage", standard, d.file)
		d.Note(d.file, d.line("defaultLocale"), "defaultLocale", conversion.Used, "")
	}
	if len(found) == 0 {
		return
	}
	d.locales = append([]string{standard}, found...)
	d.Out.Set("fallbackPages", true, "pages without a translation are shown in "+standard+", as in Docusaurus")
	for i, locale := range d.locales {
		lines := []string{conversion.Line("weight", i+1, "")}
		if label := d.config.Str("i18n", "localeConfigs", locale, "label"); label != "" {
			lines = append(lines, conversion.Line("label", label, ""))
		}
		d.Out.Table("languages."+key(locale), "",
			append(lines, conversion.Line("contentDir", strings.TrimSuffix(d.content(locale), "/"), ""))...)
	}
	d.Note("i18n", 0, "i18n", conversion.Used,
		"languages %s; texts of the old theme (code.json, footer.json) are not used", strings.Join(d.locales, ", "))
}

// key returns a locale as a TOML key.
func key(locale string) string {
	if bareKey.FindString(locale) == locale {
		return locale
	}
	return conversion.Quote(locale)
}

// content returns the folder of a locale's pages, ending with a slash.
func (d *docusaurus) content(locale string) string {
	if locale == "" {
		return "content/"
	}
	return "content/" + locale + "/"
}

// top returns the prefix of a locale's URLs: "/" or "/fr/".
func (d *docusaurus) top(locale string) string {
	if locale == d.locales[0] {
		return "/"
	}
	return "/" + locale + "/"
}

// source returns the folder with a locale's files of a plugin; "" for the default locale.
func (d *docusaurus) source(locale, plugin string) string {
	if locale == d.locales[0] {
		return ""
	}
	return "i18n/" + locale + "/docusaurus-plugin-content-" + plugin
}

// walkInto calls f for each file of a folder with its path in the folder. It ignores a folder that does not exist.
func (d *docusaurus) walkInto(folder string, f func(file, rest string) error) error {
	if folder == "" || !d.Exists(folder) {
		return nil
	}
	files, err := d.Walk(folder, func(rel string) bool {
		base := path.Base(rel)
		return folder != "static" && strings.HasPrefix(base, "_") && !d.Dialect.IsCategory(base)
	})
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := f(file, strings.TrimPrefix(file, folder+"/")); err != nil {
			return err
		}
	}
	return nil
}

// code contains the extensions of files that pages import or that tools use.
var code = []string{".css", ".scss", ".js", ".jsx", ".mjs", ".ts", ".tsx", ".json", ".lock"}

func isPage(file string) bool { return path.Ext(file) == ".md" || path.Ext(file) == ".mdx" }

// pages converts the docs, the blog and the single pages of a locale.
func (d *docusaurus) pages(locale string) error {
	for _, m := range d.manuals {
		if err := d.manual(m, locale); err != nil {
			return err
		}
	}
	blog, single := cmp.Or(d.source(locale, "blog"), d.blog), cmp.Or(d.source(locale, "pages"), "src/pages")
	if d.blog != "" {
		if err := d.posts(locale, blog); err != nil {
			return err
		}
	}
	return d.walkInto(single, func(file, rest string) error { return d.single(locale, file, rest) })
}

// posts converts the blog of a locale, and writes the page that lists it, unless it is the home page.
func (d *docusaurus) posts(locale, folder string) error {
	before := len(d.Files)
	err := d.walkInto(folder, func(file, rest string) error { return d.post(locale, file, rest) })
	if err != nil || len(d.Files) == before || d.news == "" {
		return err
	}
	values := map[string]any{
		"title": cmp.Or(d.options.Str("blog", "blogTitle"), "Blog"), "aliases": []any{"/" + d.news + "/archive/"},
		"sidebar": map[string]any{"sort": "date", "collapse": true},
	}
	return d.finish(&port.Source{File: folder, Values: values}, locale, path.Join(d.news, "_index.md"))
}

// single converts a page outside of docs and blog.
func (d *docusaurus) single(locale, file, rest string) error {
	switch ext := path.Ext(file); {
	case isPage(file):
		s, err := d.Read(file)
		if err != nil {
			return err
		}
		to := foreign.Stem(rest) + ".md"
		if path.Base(to) == "index.md" {
			to = path.Join(path.Dir(to), "_index.md")
		}
		return d.finish(s, locale, to)
	case slices.Contains([]string{".js", ".jsx", ".ts", ".tsx"}, ext):
		d.Note(file, 0, "page", conversion.NeedsYou, "a page in JavaScript: write it as Markdown in content/")
	case !slices.Contains(code, ext):
		d.Copy(file, d.content(locale)+rest)
	}
	return nil
}

// post converts a file of the blog. The name of the file or of its folders contains its date, which is part of its URL.
// https://docusaurus.io/docs/blog
func (d *docusaurus) post(locale, file, rest string) error {
	switch {
	case rest == "authors.yml" || rest == "tags.yml":
		if locale == d.locales[0] {
			d.Copy(file, "data/"+rest)
		}
		return nil
	case !isPage(file):
		if !slices.Contains(code, path.Ext(file)) {
			d.Copy(file, d.content(locale)+path.Join(d.news, rest))
		}
		return nil
	}
	s, err := d.Read(file)
	if err != nil {
		return err
	}
	name := foreign.Stem(rest)
	if path.Base(name) == "index" {
		name = path.Dir(name)
	}
	m := postName.FindStringSubmatch(name)
	slug, _ := s.Values["slug"].(string)
	delete(s.Values, "slug")
	if author, ok := s.Values["author"]; ok && s.Values["authors"] == nil {
		s.Values["authors"] = author
		delete(s.Values, "author")
	}
	switch {
	case slug != "":
		s.Values["url"] = d.top(locale) + path.Join(d.news, slug) + "/"
	case m != nil:
		s.Values["url"] = d.top(locale) + path.Join(d.news, m[1], m[2], m[3], m[4], m[5]) + "/"
	}
	if m != nil && s.Values["date"] == nil {
		s.Values["date"], _ = port.Date(m[2] + "-" + m[3] + "-" + m[4] + "-x")
	}
	s.Body = numbered(s.Body)
	return d.finish(s, locale, path.Join(d.news, foreign.Stem(rest)+".md"))
}

var (
	bareKey   = regexp.MustCompile(`^[\w-]+`) // of TOML
	postName  = regexp.MustCompile(`^(.*/)?(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/](.+)$`)
	static    = regexp.MustCompile(`\]\((?:@site/static/|(?:\.\./)+static/)[^)\s]*`)
	truncated = regexp.MustCompile(`<!--\s*truncate\s*-->|\{/\*\s*truncate\s*\*/\}`)
)

// finish writes a page, below the folder of its locale.
func (d *docusaurus) finish(s *port.Source, locale, to string) error {
	at := path.Join(d.top(locale)[1:], path.Dir(to), path.Base(s.File))
	d.Dialect.ReadFront(&foreign.Page{File: s.File, Path: at, Values: s.Values}, nil)
	for _, key := range []string{
		"id", "sidebar_position", "sidebar_class_name", "hide_table_of_contents", "hide_title",
		"pagination_next", "pagination_prev", "custom_edit_url",
	} {
		delete(s.Values, key)
	}
	if s.Values["unlisted"] == true {
		s.Values["unlisted"], s.Values["build"] = nil, map[string]any{"list": "never"}
	}
	s.Body = truncated.ReplaceAllString(static.ReplaceAllStringFunc(s.Body, func(link string) string {
		if _, rest, ok := strings.Cut(link, "@site/static/"); ok {
			return "](/" + rest
		}
		if rest, ok := strings.CutPrefix(path.Join(path.Dir(s.File), link[2:]), "static/"); ok {
			return "](/" + rest
		}
		return link
	}), "<!--more-->")
	d.Body(s, "%s")
	return d.Page(s, d.content(locale)+to)
}

// leftOver reports the parts of the project that are not converted.
func (d *docusaurus) leftOver() {
	for _, folder := range []string{"src/components", "src/theme", "src/css"} {
		if d.Exists(folder) {
			d.Note(folder, 0, folder, conversion.NeedsYou, "components and styles for the old theme are not converted")
		}
	}
	for _, part := range []struct{ key, text string }{
		{"footer", "write its links as [[menus.footer]], and its text in layouts/_partials/slots/footer.html"},
		{"algolia", "the theme has a search"},
		{"plugins", "what they do is not converted"},
		{"scripts", "scripts go into layouts/_partials/slots/head-end.html"},
		{"stylesheets", "styles go into assets/css/custom.css"},
		{"announcementBar", "params.announcement"},
		{"redirects", "write them as aliases of the pages, or into static/_redirects"},
	} {
		if !d.program.HasKey(part.key) {
			continue
		}
		fate := conversion.NeedsYou
		if part.key == "algolia" {
			fate = conversion.Ignored
		}
		d.Note(d.file, d.line(part.key+":"), part.key, fate, "%s", part.text)
	}
}
