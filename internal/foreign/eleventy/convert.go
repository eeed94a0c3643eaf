package eleventy

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/base/glob"
	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/block"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/liquid"
	"github.com/sitegen/sitegen/internal/foreign/port"
	"github.com/sitegen/sitegen/internal/foreign/script"
)

// converts reports whether a folder contains an Eleventy configuration.
func converts(dir string) bool { return conversion.First(dir, configs()...) != "" }

// eleventy is a project of Eleventy: https://www.11ty.dev/docs/
type eleventy struct {
	*port.Port
	manner
	folders  []string // folders without pages: includes, layouts, data, and the output
	assets   []copied
	sections map[string]bool
	ignored  glob.Set
	files    []string
}

// read returns the text of a file of the project.
func (e *eleventy) read(name string) ([]byte, bool) {
	text, err := os.ReadFile(filepath.Join(e.Dir, filepath.FromSlash(name)))
	return text, err == nil
}

// parsed returns what parse makes of the files of the project with some extensions.
func (e *eleventy) parsed(_ string, ends []string, parse func(file string, text []byte) any) *foreign.Parsed {
	out := &foreign.Parsed{}
	for _, file := range e.files {
		if text, ok := e.read(file); ok && slices.Contains(ends, path.Ext(file)) {
			out.Files = append(out.Files, foreign.ParsedFile{File: file, Value: parse(file, text)})
		}
	}
	return out
}

func convert(p *conversion.Work) error {
	config := conversion.First(p.Dir, configs()...)
	text, err := os.ReadFile(filepath.Join(p.Dir, config))
	if err != nil {
		return err
	}
	var ignored []string
	if project := detect(os.DirFS(p.Dir), "."); project != nil {
		ignored = project.Ignore
	}
	return port.Convert(p, port.Theme(p.Dir, inputOf(p.Dir), ignored...), func(c *port.Port) error {
		e := &eleventy{Port: c}
		if err := e.settings(config, string(text)); err != nil {
			return err
		}
		e.manner.links = linksFiles(text)
		files, err := c.Walk(e.input, e.skip)
		if err != nil {
			return err
		}
		e.files = files
		c.Dialect = foreign.Dialect{Text: func(t *block.Text, p *foreign.Page) []foreign.Problem {
			p.Path, p.Parsed = strings.TrimPrefix(p.File, strings.TrimPrefix(e.input+"/", "./")), e.parsed
			return e.manner.read(t, p)
		}}
		e.sections = sectionsOf(files, e.input)
		for _, file := range files {
			if err := e.dataFile(file); err != nil {
				return err
			}
			if err := e.file(file); err != nil {
				return err
			}
		}
		return e.passthrough()
	})
}

// settings reads the literal values in the configuration, which is a program: https://www.11ty.dev/docs/config/
func (e *eleventy) settings(config, text string) error {
	program, err := script.Read(config, []byte(text))
	if err != nil {
		return err
	}
	line := script.Lines(text)
	f := foldersOf(program, func(key string) { e.Note(config, line("dir", key), "dir."+key, conversion.Used, "") })
	e.input, e.data, e.includes, e.layouts, e.folders = f.input, f.data, f.includes, f.layouts, f.unread()
	e.engine, e.html = engineOf(program, "markdownTemplateEngine"), engineOf(program, "htmlTemplateEngine")
	e.aliases, e.prefix = aliasesOf(program), foreign.TextOf(setting(program, "pathPrefix"))
	for _, key := range []string{"markdownTemplateEngine", "htmlTemplateEngine", "pathPrefix"} {
		if setting(program, key) != nil {
			e.Note(config, line(key), key, conversion.Used, "")
		}
	}
	for _, args := range program.Calls(passthroughMethod) {
		e.copied(config, text, args)
	}
	e.methods(config, text, program)
	e.marks(text)
	e.Out.Table("markup.goldmark.extensions.typographer", "", conversion.Line("disable",
		!turnsOn([]byte(text), "typographer"), "whether quotes and dashes stay as they are typed"))
	if err := e.ignores(config, text, program); err != nil {
		return err
	}
	return e.global()
}

// marks sets what options and plugins of markdown-it read in a text.
func (e *eleventy) marks(config string) {
	manifest, _ := os.ReadFile(filepath.Join(e.Dir, "package.json"))
	e.plugins, e.Breaks = pluginsOf(manifest), breaks([]byte(config))
	e.Future()
	if e.plugins.has("emoji") {
		e.Out.Set("enableEmoji", true, "markdown-it-emoji")
	}
	const section = "markup.goldmark.extensions"
	lines := []string{
		conversion.Line("linkify", turnsOn([]byte(config), "linkify"), "whether a URL in the text is a link"),
	}
	extras := e.plugins.extras()
	if v, ok := extras["strikethrough"]; ok {
		lines = append(lines, conversion.Line("strikethrough", v, "~x~ is a subscript"))
	}
	e.Out.Table(section, "", lines...)
	list, _ := extras["extras"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(list)) {
		e.Out.Table(section+".extras."+name, "", conversion.Line("enable", true, ""))
	}
	if e.plugins.has("mark") {
		e.Out.Table(section+".extras.mark", "", conversion.Line("enable", true, "markdown-it-mark"))
	}
	if e.plugins.dollars() {
		e.Dollars(false)
	}
}

// ignores reads which files are not pages.
func (e *eleventy) ignores(config, text string, program *script.Program) error {
	rules, err := ignoresOf(program, e.input, func(file string) ([]byte, error) {
		list, err := os.ReadFile(filepath.Join(e.Dir, filepath.FromSlash(file)))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return list, err
	})
	if err != nil {
		return err
	}
	var patterns []string
	for _, r := range rules {
		patterns = append(patterns, r.patterns...)
		switch {
		case r.file != "":
			e.Note(r.file, 0, r.file, conversion.Used, "")
		case r.call == "":
			e.Note(config, port.LineOf(text, "ignores.add"), "ignores.add", conversion.NeedsYou,
				"its pattern is computed: add it to ignore in sitegen.toml")
		case r.call == "templateFormats":
			e.Note(config, port.LineOf(text, "emplateFormats"), r.call, conversion.Used, "")
		default:
			e.Note(config, port.LineOf(text, r.call), "ignores.add", conversion.Used, "%s", r.call)
		}
	}
	e.ignored, err = glob.NewSet(patterns)
	return err
}

const passthroughMethod = "addPassthroughCopy"

var (
	// method matches a call of a method of the configuration, and what follows: https://www.11ty.dev/docs/config/
	method = pattern.New(`\.((?:add|amend|set)[A-Z]\w*)\(\s*([\w.]*)`)
	// noPages matches the methods for the server, and those that are read.
	noPages = pattern.New(`Watch|Server|Browser|Quiet|DataDeepMerge|Directory$|^addLayoutAlias|UseGitIgnore|TemplateFormats|` + passthroughMethod)
	// ownPlugins matches the names and modules of plugins that do what sitegen does, too.
	ownPlugins = pattern.New(`(?i)rss|feed|sitemap|syntaxhighlight|navigation|HtmlBase|InputPathToUrl|IdAttribute|plugin-toc`)
)

// methods reports the calls of the configuration that change pages, each method and each plugin once.
func (e *eleventy) methods(config, text string, program *script.Program) {
	said := map[string]bool{}
	for _, m := range method.FindAllStringSubmatchIndex(text, -1) {
		name, plugin := text[m[2]:m[3]], text[m[4]:m[5]]
		if noPages.MatchString(name) || len(program.Calls(name)) == 0 {
			continue
		}
		fate, says := conversion.NeedsYou, "JavaScript of the project is not executed"
		if name == "addPlugin" {
			module := regexp.MustCompile(`\b` + plugin + `\b.*(?:from|require\() *["'].*`).FindString(text)
			if name += " " + plugin; ownPlugins.MatchString(plugin + module) {
				fate, says = conversion.Used, "sitegen does what it does"
			}
		}
		if !said[name] {
			e.Note(config, 1+strings.Count(text[:m[2]], "\n"), name, fate, "%s", says)
		}
		said[name] = true
	}
}

// copied records the files that a call copies.
func (e *eleventy) copied(config, text string, args []any) {
	list, unknown := copiedOf(args, e.input)
	if unknown {
		e.Note(config, port.LineOf(text, passthroughMethod), passthroughMethod, conversion.NeedsYou,
			"what it copies is computed: put the files into static/")
	}
	for _, a := range list {
		files, wide := matched(os.DirFS(e.Dir), ".", e.input, args, []copied{a})
		if len(wide) > 0 || baseOf(a.from) == a.from && !e.Exists(a.from) {
			e.Note(config, port.LineOf(text, a.from), passthroughMethod, conversion.NeedsYou,
				"%s is not copied: put its files into static/", a.from)
			continue
		}
		if len(files) == 0 {
			e.Note(config, port.LineOf(text, a.from), passthroughMethod, conversion.Ignored, "no file matches %s", a.from)
			continue
		}
		e.Note(config, port.LineOf(text, a.from), passthroughMethod, conversion.Used, "%s", a.from)
		e.assets = append(e.assets, files...)
	}
}

// global reads the data of the site: https://www.11ty.dev/docs/data-global/
func (e *eleventy) global() error {
	var values map[string]any
	from := ""
	entries, _ := os.ReadDir(filepath.Join(e.Dir, filepath.FromSlash(e.data)))
	for _, entry := range entries {
		file := path.Join(e.data, entry.Name())
		ext := path.Ext(file)
		if entry.IsDir() {
			continue
		}
		if name := foreign.Stem(entry.Name()); slices.Contains([]string{"site", "metadata", "meta", "config"}, name) {
			text, err := os.ReadFile(filepath.Join(e.Dir, filepath.FromSlash(file)))
			if err != nil {
				return err
			}
			from, values = file, dataOf(file, text)
		}
		switch ext {
		case ".json", ".yaml", ".yml", ".toml", ".csv":
			e.Copy(file, "data/"+entry.Name())
			e.Note(file, 0, entry.Name(), conversion.Used, "data/%s", entry.Name())
		default:
			text, _ := e.read(file)
			if known, _ := literals(file, text); len(known) > 0 {
				e.Note(file, 0, entry.Name(), conversion.Used, "in the text of pages, as far as no program computes it")
			} else {
				e.Note(file, 0, entry.Name(), conversion.NeedsYou, "a program computes it: write its values as JSON")
			}
		}
	}
	get := func(key string) string { s, _ := values[key].(string); return s }
	e.Site(cmp.Or(get("title"), get("name")), foreign.BaseURL(get("url"), e.prefix), get("description"), from)
	if lang, _, _ := strings.Cut(get("language")+get("lang"), "-"); len(lang) == 2 && lang != "en" {
		e.Out.Set("defaultContentLanguage", strings.ToLower(lang), from)
	}
	return nil
}

func (e *eleventy) skip(rel string) bool {
	if slices.Contains(e.folders, rel) {
		if strings.HasSuffix(rel, "_includes") || strings.HasSuffix(rel, "_layouts") {
			e.Note(rel, 0, rel, conversion.NeedsYou, "templates"+conversion.OfOldTheme)
		}
		return true
	}
	if e.ignored.Match(rel) {
		return true
	}
	return e.input == "." && slices.Contains(notes(), rel)
}

// dataFile reports what becomes of a data file that is a program.
func (e *eleventy) dataFile(file string) error {
	if !strings.Contains(path.Base(file), ".11tydata.") || path.Ext(file) == ".json" {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(e.Dir, filepath.FromSlash(file)))
	if err != nil {
		return err
	}
	if _, whole := literals(file, text); !whole {
		e.Note(file, 0, path.Base(file), conversion.NeedsYou,
			"values that JavaScript computes are left out: set them in a [[cascade]] of sitegen.toml, or in the pages")
		return nil
	}
	e.Note(file, 0, path.Base(file), conversion.Used, "in the front matter of the pages")
	return nil
}

func (e *eleventy) file(file string) error {
	ext := path.Ext(file)
	rel := strings.TrimPrefix(strings.TrimPrefix(file, e.input), "/")
	if e.input == "." {
		rel = file
	}
	html := isTemplate(file)
	switch {
	case ofProgram.MatchString(file):
		e.template(file)
		return nil
	case ext == ".json" || strings.Contains(path.Base(file), ".11tydata.") || ext == ".js" || ext == ".mjs" ||
		ext == ".cjs" || ext == ".ts":
		return nil // data, or programs
	case ext != ".md" && !html:
		if strings.Contains("/"+rel, "/_") || slices.ContainsFunc(e.assets, func(a copied) bool {
			return file == a.from || strings.HasPrefix(file, a.from+"/")
		}) {
			return nil
		}
		e.Copy(file, "content/"+rel) // next to the page that shows it
		return nil
	}
	text, err := os.ReadFile(filepath.Join(e.Dir, filepath.FromSlash(file)))
	if err != nil {
		return err
	}
	opened, whole := opened(text)
	if !whole {
		e.Leave(conversion.NeedsYou, file, 1, "---js", "values that JavaScript computes in front matter are left out")
	}
	s, err := e.Parse(file, opened)
	if err != nil {
		return e.Unread(err)
	}
	page := &foreign.Page{File: s.File, Path: rel, Values: s.Values, Parsed: e.parsed, Read: e.read}
	e.manner.inherit(s.Values, s.File, e.read)
	if e.manner.paginate(page); s.Values[tagged] != nil {
		e.Note(file, 0, "pagination", conversion.Used, "the theme has pages of tags")
		return nil
	}
	if s.Values["pagination"] != nil {
		e.template(file)
		return nil
	}
	front(s.Values, rel, func(key, value string) {
		if html {
			s.Values[key] = value
			return
		}
		e.Leave(conversion.NeedsYou, s.File, 1, map[string]string{
			unknownURL: "permalink ", unknownValue: "eleventyComputed ",
		}[key]+value, unread[key])
	})
	if html {
		rel = foreign.Stem(rel) + ".html"
		foreign.Document(s.Values, []byte(s.Body))
	}
	if (html || s.Values[listOf] != nil) && slices.ContainsFunc(e.Lost(s), func(p foreign.Problem) bool { return p.Whole }) {
		e.template(file)
		return nil
	}
	e.Body(s, "{%% %s %%}")
	delete(s.Values, override)
	delete(s.Values, listOf)
	if tags, _ := s.Values["tags"].([]any); tags != nil {
		for i, tag := range tags {
			tags[i] = e.Term("tags", foreign.TextOf(tag), slugify(foreign.TextOf(tag)), false)
		}
		s.Values["tags"] = slices.Compact(tags)
	}
	end := path.Ext(rel)
	url, _ := s.Values["url"].(string)
	if at := strings.Trim(url, "/"); strings.HasSuffix(url, "/") && e.sections[path.Join(e.input, at)] &&
		!e.Exists(path.Join(e.input, at, "index.md")) && !e.Exists(path.Join(e.input, at, path.Base(at)+".md")) {
		rel = path.Join(at, "index"+end) // it is the page of that folder
		delete(s.Values, "url")
	}
	if dir := path.Dir(rel); dir != "." && path.Base(rel) == path.Base(dir)+end &&
		!e.Exists(path.Join(path.Dir(file), "index.md")) {
		rel = path.Join(dir, "index"+end) // a file with the name of its folder is the page of the folder
	}
	if path.Base(rel) == "index"+end && e.sections[path.Join(e.input, path.Dir(rel))] {
		rel = path.Join(path.Dir(rel), "_index"+end)
	}
	e.KeepCase(s, "content/"+rel)
	return e.Page(s, "content/"+rel)
}

// template reports a page whose template a program fills.
func (e *eleventy) template(file string) {
	if slices.Contains([]string{
		"sitemap.xml", "feed.xml", "atom.xml", "sitemap", "feed", "robots.txt", "robots", "index",
		"tags", "tag-pages", "archive", "404",
	}, foreign.Stem(path.Base(file))) {
		e.Note(file, 0, "template", conversion.Ignored, "sitegen writes its own")
		return
	}
	e.Note(file, 0, "template", conversion.NeedsYou,
		"a template: write its pages as files, or it as a layout of the project")
}

// dataOf returns the values of a data file; nil if it cannot be read.
func dataOf(file string, text []byte) map[string]any {
	values, _ := valueOf(file, text).(map[string]any)
	return values
}

// valueOf returns the value of a data file, as far as no program computes it; nil for none.
func valueOf(file string, text []byte) any {
	formats := map[string]frontmatter.Format{
		".json": frontmatter.JSON, ".yaml": frontmatter.YAML, ".yml": frontmatter.YAML, ".toml": frontmatter.TOML,
	}
	if format, ok := formats[path.Ext(file)]; ok {
		v, _, _ := frontmatter.Decode(format, file, text)
		return liquid.Whole(v)
	}
	if values, _ := literals(file, text); values != nil {
		return liquid.Whole(values)
	}
	return nil
}

// sectionsOf returns the folders with more pages than their own page, in or below them, and the input folder.
func sectionsOf(files []string, input string) map[string]bool {
	out := map[string]bool{input: true}
	for _, file := range files {
		dir, base := path.Split(file)
		dir = path.Clean(dir)
		if path.Ext(base) != ".md" {
			continue
		}
		if base == "index.md" || base == path.Base(dir)+".md" {
			dir = path.Dir(dir)
		}
		for ; dir != "." && dir != "/" && !out[dir]; dir = path.Dir(dir) {
			out[dir] = true
		}
	}
	return out
}

// shortZone matches a time whose zone is one digit, as Ruby reads it.
var shortZone = pattern.New(`^(\d{4}-\d\d-\d\d[ T][\d:]+ ?)([+-])(\d)$`)

// front converts the keys of https://www.11ty.dev/docs/data-configuration/. rel is the path of the page in the input
// folder; leave reports what cannot be converted, by a key.
func front(v map[string]any, rel string, leave func(what, text string)) {
	if v["pagination"] != nil {
		leave(pages, "pagination")
	}
	day, _ := port.Date(path.Base(foreign.Stem(rel)))
	if text, ok := v["date"].(string); ok {
		v["date"] = shortZone.ReplaceAllString(foreign.PaddedDate(text), "$1${2}0$3:00")
	}
	if text, ok := v["date"].(string); ok && !port.Dated.MatchString(text+"-x") &&
		!regexp.MustCompile(`^\d{4}-`).MatchString(text) {
		leave(unknownDate, "date: "+text)
		delete(v, "date")
	}
	if day != "" && v["date"] == nil {
		v["date"] = day
	}
	if of, ok := v["eleventycomputed"].(map[string]any); ok {
		var lost []string
		for _, key := range slices.Sorted(maps.Keys(of)) {
			value := of[key]
			if text, ok := value.(string); ok {
				value = expand(text, rel, v)
			}
			if key == permalink || !strings.Contains(fmt.Sprint(value), "{{") {
				v[key] = value
			} else {
				lost = append(lost, key)
			}
		}
		if lost != nil {
			leave(unknownValue, strings.Join(lost, ", "))
		}
	}
	if by, ok := v["permalink"].(map[string]any); ok {
		v["permalink"] = by["build"]
	}
	switch permalink := v["permalink"].(type) {
	case string:
		if url := expand(permalink, rel, v); strings.ContainsAny(url, "{}") {
			leave(unknownURL, permalink)
		} else {
			v["url"] = strings.TrimSuffix(path.Join("/", url)+end(url), "index.html")
		}
	case bool:
		if !permalink {
			v["build"] = map[string]any{"render": "never", "list": "never"}
		}
	}
	if nav, ok := v["eleventynavigation"].(map[string]any); ok {
		entry := map[string]any{"name": fmt.Sprint(cmp.Or(nav["title"], nav["key"]))}
		if nav["order"] != nil {
			entry["weight"] = nav["order"]
		}
		if nav["parent"] == nil {
			v["menus"] = map[string]any{"main": entry}
		}
	}
	if v["eleventyexcludefromcollections"] == true {
		v["build"] = map[string]any{"list": "never"}
	}
	for _, key := range []string{
		"layout", "permalink", "eleventynavigation", "eleventyexcludefromcollections",
		"eleventycomputed", "pagination", "slug", // only a permalink gives the last one a meaning
	} {
		delete(v, key)
	}
}

// passthrough copies the files that the configuration names.
func (e *eleventy) passthrough() error {
	for _, a := range e.assets {
		if info, err := os.Stat(filepath.Join(e.Dir, filepath.FromSlash(a.from))); err == nil && !info.IsDir() {
			e.Copy(a.from, path.Join("static", a.to))
			continue
		}
		files, err := e.Walk(a.from, func(string) bool { return false })
		if err != nil {
			return err
		}
		for _, file := range files {
			e.Copy(file, path.Join("static", a.to, strings.TrimPrefix(file, a.from+"/")))
		}
	}
	return nil
}
