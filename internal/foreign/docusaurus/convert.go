package docusaurus

import (
	"cmp"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/internal/base/follow"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/base/words"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/nav"
	"github.com/sitegen/sitegen/internal/foreign/port"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// docusaurus is a project of Docusaurus: https://docusaurus.io/docs/docs-introduction
type docusaurus struct {
	*port.Port
	*layout
	file    string                   // the configuration
	text    string                   // its text
	line    func(path ...string) int // of keys
	program *script.Program
	manuals []*manual
	bars    map[string]*bars // by the route of the version
	written []written
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
	return port.Convert(p, "docs", func(c *port.Port) error {
		c.Out.Set("disablePathToLower", true, "URLs keep capital letters, as in Docusaurus")
		l, err := layoutOf(follow.Dir(p.Dir), ".", program.Export())
		if err != nil {
			return err
		}
		d := &docusaurus{
			Port: c, layout: l, file: config, text: string(text), line: script.Lines(string(text)), program: program,
			bars: map[string]*bars{},
		}
		c.Dialect = dialect(&manner{
			site: ".", math: program.Mentions("remark-math"), layout: l,
			format: l.config.Str("markdown", "format"), kinds: l.keywords(),
			npm: l.npmOptions(program), marks: readMarks(l.config), texts: l.translations(),
		})
		apart, _ := layoutOf(d.root, d.dir, d.config) // reading sidebars adds redirects to it
		for _, v := range apart.versions {
			d.bars[v.route], _ = readBars(apart, v, &c.Dialect) // errors are reported with the sidebars
		}
		d.settings()
		if err := d.readManuals(); err != nil {
			return err
		}
		d.navbar()
		d.sidebarLinks()
		for _, locale := range d.locales {
			if err := d.pages(locale); err != nil {
				return err
			}
		}
		settings := d.lists(":slugorcontentbasename", d.Uses)
		for _, key := range slices.Sorted(maps.Keys(settings)) {
			values, _ := settings[key].(map[string]any)
			d.Out.Values(key, "", values)
		}
		lists := nav.Read(nil, nil)
		d.people(&lists, d.locales[0])
		d.tagged(&lists)
		d.Out.Cascades("authors and tags", append(d.localized(nil), lists.Cascades()...))
		d.relativeLinks()
		d.leftOver()
		for _, folder := range d.statics() {
			err = cmp.Or(err, d.walkInto(folder, func(file, rest string) error {
				d.Copy(file, path.Join("static", rest))
				return nil
			}))
		}
		return err
	})
}

// settings reads the literal values in the configuration, which is a program.
func (d *docusaurus) settings() {
	base := ""
	if url := d.config.Str("url"); url != "" {
		base = url + d.config.Str("baseUrl")
	}
	d.Site(d.config.Str("title"), base, d.config.Str("tagline"), d.file)
	d.Out.Set("capitalizeListTitles", false, "the title of a list is exactly its name")
	d.Future()
	if d.config.Get("markdown", "emoji") != false {
		d.Out.Set("enableEmoji", true, ":tada: is a picture, as in Docusaurus")
	}
	d.Out.Table("markup.goldmark.extensions.typographer", "",
		conversion.Line("disable", true, "quotes and dashes as they are typed"))
	if !d.program.Mentions("remark-math") {
		d.Out.Table("markup.goldmark.extensions.passthrough", "",
			conversion.Line("enable", false, "without remark-math, pages have no formulas"))
	}
	d.Params = append(d.Params, "sidebar = {sort = \"name\"}   # pages without a position, as in Docusaurus")
	if d.config == nil {
		d.Note(d.file, 0, "configuration", conversion.NeedsYou,
			"the file exports no object that is written out: set title and baseURL in sitegen.toml")
	}
	if patterns := conversion.Strings(d.docs.Get("exclude")); len(patterns) > 0 {
		if _, err := glob.NewSet(patterns); err != nil {
			d.Note(d.file, d.line("presets", "docs", "exclude"), "docs.exclude", conversion.NeedsYou, "%v: remove these files", err)
		}
	}
	if image := d.theme().Str("image"); image != "" {
		d.Params = append(d.Params, conversion.Line("images", []string{image}, d.file))
	}
	if n := d.sheet(); n > 0 {
		d.Out.Table("pagination", "", conversion.Line("pagerSize", n, d.file))
	}
	d.languages()
	icon := d.config.Str("favicon")
	switch file, to := d.asset(icon), "favicon"+path.Ext(icon); {
	case icon != "" && file == "":
		d.Note(d.file, d.line("favicon"), "favicon", conversion.NeedsYou, "it is not a file of the project")
	case icon != "":
		if d.asset(to) == "" {
			d.Copy(file, "static/"+to)
		}
		d.Note(d.file, d.line("favicon"), "favicon", conversion.Used, "static/%s", to)
	}
}

// languages converts the locales of the configuration that have a folder in i18n/:
// https://docusaurus.io/docs/i18n/introduction
func (d *docusaurus) languages() {
	standard := d.standard()
	if lost := slices.DeleteFunc(conversion.Strings(d.config.Get("i18n", "locales")), func(locale string) bool {
		return locale == standard || slices.Contains(d.locales, locale)
	}); len(lost) > 0 {
		d.Note(d.file, d.line("i18n"), "i18n", conversion.NeedsYou, "languages without a folder in i18n/: %s", strings.Join(lost, ", "))
	}
	if standard != "en" || len(d.locales) > 1 {
		d.Out.Set("defaultContentLanguage", standard, d.file)
	}
	if len(d.locales) == 1 {
		if d.config.Get("i18n", "defaultLocale") != nil {
			d.Note(d.file, d.line("i18n"), "i18n", conversion.Used, "the language is %s", standard)
		}
		return
	}
	d.Out.Set("fallbackPages", true, "pages without a translation are shown in "+standard+", as in Docusaurus")
	for i, locale := range d.locales {
		lines := []string{conversion.Line("weight", i+1, "")}
		if label := d.config.Str("i18n", "localeConfigs", locale, "label"); label != "" {
			lines = append(lines, conversion.Line("label", label, ""))
		}
		if f := d.footer(locale); i > 0 && f.copyright != "" {
			lines = append(lines, conversion.Line("copyright", f.copyright, ""))
		}
		d.Out.Table("languages."+key(locale), "",
			append(lines, conversion.Line("contentDir", strings.TrimSuffix(d.content(locale), "/"), ""))...)
	}
	d.Note(d.file, d.line("i18n"), "i18n", conversion.Used,
		"languages %s; of code.json, the texts in pages are used, those of the old theme are not",
		strings.Join(d.locales, ", "))
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

// walkInto calls f for each file of a folder with its path in the folder. It ignores a folder that does not exist.
func (d *docusaurus) walkInto(folder string, f func(file, rest string) error) error {
	if folder == "" || !d.Exists(folder) {
		return nil
	}
	files, err := d.Walk(folder, func(rel string) bool {
		base := path.Base(rel)
		return !slices.Contains(d.statics(), folder) && strings.HasPrefix(base, "_") && !d.Dialect.IsCategory(base)
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
var code = []string{".css", ".scss", ".js", ".jsx", ".mjs", ".ts", ".tsx", ".json", ".lock", ".html", ".htm"}

func isPage(file string) bool { return path.Ext(file) == ".md" || path.Ext(file) == ".mdx" }

// pages converts the docs, the blog and the single pages of a locale.
func (d *docusaurus) pages(locale string) error {
	for _, m := range d.manuals {
		if err := d.manual(m, locale); err != nil {
			return err
		}
	}
	for _, b := range d.blogs {
		if err := d.postsOf(b, locale); err != nil {
			return err
		}
	}
	single := cmp.Or(d.source(locale, "pages"), d.single)
	return d.walkInto(single, func(file, rest string) error { return d.page(locale, file, rest) })
}

// postsOf converts the blog of a locale, and writes the page that lists it, unless it is the home page.
func (d *docusaurus) postsOf(b *blog, locale string) error {
	before, folder := len(d.Files), cmp.Or(d.source(locale, b.plugin), b.dir)
	err := d.walkInto(folder, func(file, rest string) error { return d.post(b, locale, file, rest) })
	if err != nil || len(d.Files) == before || b.route == "" {
		return err
	}
	return d.finish(&port.Source{File: folder, Values: d.list(b, locale)}, locale, path.Join(b.route, "_index.md"))
}

// page converts a page outside of docs and blog.
func (d *docusaurus) page(locale, file, rest string) error {
	switch ext := path.Ext(file); {
	case isPage(file):
		s, err := d.Read(file)
		if err != nil {
			return d.Unread(err)
		}
		to := path.Join(d.top, foreign.Stem(rest)+".md")
		if path.Base(to) == "index.md" {
			to = path.Join(path.Dir(to), "_index.md")
		}
		return d.finish(s, locale, to)
	case slices.Contains([]string{".js", ".jsx", ".ts", ".tsx"}, ext):
		d.Note(file, 0, "page", conversion.NeedsYou, "a page in JavaScript: write it as Markdown in content/")
	case !slices.Contains(code, ext):
		d.Copy(file, d.content(locale)+path.Join(d.top, rest))
	}
	return nil
}

// post converts a file of the blog. The name of the file or of its folders contains its date, which is part of its URL.
// https://docusaurus.io/docs/blog
func (d *docusaurus) post(b *blog, locale, file, rest string) error {
	switch {
	case rest == "authors.yml" || rest == "tags.yml":
		if locale == d.locales[0] {
			d.Copy(file, "data/"+rest)
		}
		return nil
	case !isPage(file):
		if !slices.Contains(code, path.Ext(file)) {
			d.Copy(file, d.content(locale)+path.Join(b.route, rest))
		}
		return nil
	}
	s, err := d.Read(file)
	if err != nil {
		return d.Unread(err)
	}
	retagged(s.Values, b.tags)
	b.signed(s.Values, locale, d.locales[0])
	post(s.Values, d.prefix(locale)+b.route, rest)
	named(s, s.Values[postTitle])
	return d.finish(s, locale, path.Join(b.route, foreign.Stem(rest)+".md"))
}

// named gives a page without a title, and without a heading of the first level, a title; nil is none. Otherwise its first
// heading, of any level, would be its title.
func named(s *port.Source, title any) {
	headed := false
	block.New(s.Body).Each(func(line string) string {
		headed = headed || strings.HasPrefix(line, "# ")
		return line
	})
	if s.Values["title"] == nil && !headed && title != nil {
		s.Values["title"] = title
	}
}

var (
	bareKey   = pattern.New(`^[\w-]+`) // of TOML
	static    = pattern.New(`\]\((?:\.\./)+static/[^)\s]*`)
	truncated = pattern.New(`<!--\s*truncate\s*-->|\{/\*\s*truncate\s*\*/\}`)
)

// finish writes a page, below the folder of its locale.
func (d *docusaurus) finish(s *port.Source, locale, to string) error {
	at := path.Join(d.prefix(locale)[1:], path.Dir(to), path.Base(s.File))
	d.Dialect.ReadFront(&foreign.Page{File: s.File, Path: at, Values: s.Values}, nil)
	slugs, _ := s.Values[termSlugs].(map[string]any)
	for many, tags := range d.tags {
		for _, label := range port.Texts(s.Values[many]) {
			if slug := cmp.Or(foreign.TextOf(slugs[label]), kebab(label)); tags[label].slug == "" && slug != label {
				tags[label] = tag{label: label, slug: slug}
			}
		}
	}
	for _, key := range []string{
		"id", "pageid", "sidebar_position", "sidebar_class_name", "hide_table_of_contents", "hide_title",
		"pagination_next", "pagination_prev", "custom_edit_url", "categories", termSlugs, postTitle,
	} {
		delete(s.Values, key)
	}
	s.Body = truncated.ReplaceAllString(s.Body, "<!--more-->")
	d.Body(s, "%s")
	s.Body = static.ReplaceAllStringFunc(s.Body, func(link string) string {
		if rest, ok := strings.CutPrefix(path.Join(path.Dir(s.File), link[2:]), "static/"); ok {
			return "](/" + rest
		}
		return link
	})
	before := len(d.Files)
	err := d.Page(s, d.content(locale)+to)
	if len(d.Files) > before {
		d.written = append(d.written, written{before, len(s.Body), locale, s.File, to, d.urlOf(s, locale, to)})
	}
	return err
}

// leftOver reports the parts of the project that are not converted.
func (d *docusaurus) leftOver() {
	if d.plain > 0 {
		d.Note(d.file, d.line("redirects"), "redirects", conversion.Used, "aliases of %s", words.Count(d.plain, "page"))
	}
	if len(d.away) > 0 {
		d.Note(d.file, d.line("redirects"), "redirects", conversion.NeedsYou,
			"write those that lead to other sites into static/_redirects: %s", conversion.Few(d.away))
	}
	for _, folder := range []string{"src/components", "src/theme", "src/css"} {
		if d.Exists(folder) {
			d.Note(folder, 0, folder, conversion.NeedsYou, "components and styles"+conversion.OfOldTheme)
		}
	}
	for _, key := range []string{
		"remarkPlugins", "beforeDefaultRemarkPlugins", "rehypePlugins",
		"beforeDefaultRehypePlugins",
	} {
		if d.otherPlugins(key) {
			d.Note(d.file, d.line(key), key, conversion.NeedsYou, "what they change in the text of pages is not converted")
		}
	}
	d.extensions("plugins", "@docusaurus/plugin-")
	d.extensions("themes", "@docusaurus/theme-")
	if s := d.theme().Str("announcementBar", "content"); s != "" {
		d.Params = append(d.Params, conversion.Line("announcement", strings.Join(strings.Fields(s), " "), d.file))
	}
	for _, redirects := range []struct{ key, text string }{
		{"createRedirects", "redirects that are computed: write them as aliases of the pages, or into static/_redirects"},
		{"fromExtensions", "hosts redirect /page.html, or write such redirects into static/_redirects"},
		{"toExtensions", "hosts redirect /page.html, or write such redirects into static/_redirects"},
	} {
		if d.program.HasKey(redirects.key) {
			d.Note(d.file, d.line(redirects.key), redirects.key, conversion.NeedsYou, "%s", redirects.text)
		}
	}
	d.report()
	d.writeHead()
	d.writeFooter()
}

// theme returns the settings of the theme.
func (l *layout) theme() *script.Object { return l.config.Object("themeConfig") }

// options returns the options of the preset.
func (l *layout) options() *script.Object {
	for _, preset := range l.config.List("presets") {
		if pair, _ := preset.([]any); len(pair) > 1 {
			if o, _ := pair[1].(*script.Object); o != nil {
				return o
			}
		}
	}
	return nil
}

// otherPlugins reports whether a key lists plugins for texts other than those for formulas and npm2yarn.
func (d *docusaurus) otherPlugins(key string) bool {
	if !d.program.HasKey(key) {
		return false
	}
	read := formulas
	if d.layout.npmOptions(d.program).on {
		read = formulasAndCommands
	}
	lists := regexp.MustCompile(`\b`+key+`:\s*\[([^\]]*)\]`).FindAllStringSubmatch(d.text, -1)
	return len(lists) == 0 || slices.ContainsFunc(lists, func(m []string) bool {
		return strings.Trim(read.ReplaceAllString(m[1], ""), " \t\r\n,[") != ""
	})
}

// These match plugins for formulas, and for commands of npm, in a list, with their options.
var (
	formulas            = plugins("math|katex")
	formulasAndCommands = plugins("math|katex|npm2yarn")
)

// plugins matches plugins whose names contain one of the words, with their options.
func plugins(words string) *pattern.Pattern {
	return pattern.New(
		`(?i)(?:require\(['"][@/\w-]*(?:` + words + `)['"]\)|\b\w*(?:` + words + `)\w*)(?:\s*,\s*\{[^{}]*\}?)?`)
}

// extensions reports the plugins or themes of a list. start is the beginning of the full names of official ones.
func (d *docusaurus) extensions(key, start string) {
	for _, v := range d.config.List(key) {
		if pair, _ := v.([]any); len(pair) > 0 {
			v = pair[0]
		}
		name, _ := v.(string)
		short := strings.TrimPrefix(name, start)
		fate, text := conversion.NeedsYou, "what it does is not converted"
		switch {
		case v == nil || v == false:
			continue
		case name == "":
			name = key
			text = "one in JavaScript: " + text
		case slices.Contains([]string{"client-redirects", "content-docs", "content-blog", "content-pages", "mermaid"}, short):
			continue
		case short == "sitemap":
			fate, text = conversion.Ignored, "sitegen writes sitemaps"
		case strings.Contains(name, "search"):
			fate, text = conversion.Ignored, "the theme has a search"
		case short == "classic":
			fate, text = conversion.Ignored, "the themes of sitegen replace it"
		}
		d.Note(d.file, cmp.Or(port.LineOf(d.text, "'"+name+"'"), port.LineOf(d.text, `"`+name+`"`), d.line(key)), name, fate, "%s", text)
	}
}
