package migrate

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign/dialect"
)

// eleventyFile is the name of the configuration, "" if there is none.
func eleventyFile(dir string) string {
	return first(dir, ".eleventy.js", "eleventy.config.js", "eleventy.config.mjs", "eleventy.config.cjs", "eleventy.config.ts")
}

// eleventy is a project of Eleventy: https://www.11ty.dev/docs/
type eleventy struct {
	*port
	input, data string
	folders     []string // of includes, layouts and data, and the output: no pages
	assets      []asset
	fromData    map[string]map[string]any // what data files say of the pages below a folder, or of one page
}

// asset is a folder or file that is copied.
type asset struct{ from, to string }

func (p *plan) eleventy(config string) error {
	text, err := os.ReadFile(filepath.Join(p.dir, config))
	if err != nil {
		return err
	}
	return p.convert("Eleventy", func(c *port) error {
		e := &eleventy{port: c, fromData: map[string]map[string]any{}}
		c.dialect = dialect.Dialect{Tool: dialect.Jekyll} // its Markdown is Liquid, too
		if err := e.settings(config, string(text)); err != nil {
			return err
		}
		files, err := c.walk(e.input, e.skip)
		if err != nil {
			return err
		}
		for _, file := range files { // before the pages that they are about
			if err := e.dataFile(file); err != nil {
				return err
			}
		}
		for _, file := range files {
			if err := e.file(file); err != nil {
				return err
			}
		}
		return e.passthrough()
	})
}

var (
	passthrough = regexp.MustCompile(`addPassthroughCopy\(\s*(?:\{([^{}]*)\}|["']([^"']+)["'])`)
	pair        = regexp.MustCompile(`["']?([\w./@*-]+)["']?\s*:\s*["']([^"']+)["']`)
)

// settings reads what the configuration, which is a program, says in plain texts: https://www.11ty.dev/docs/config/
func (e *eleventy) settings(config, text string) error {
	bare := jsComment.ReplaceAllString(text, "")
	dir := func(key, other string) string {
		_, block, _ := strings.Cut(bare, "dir:")
		block, _, _ = strings.Cut(block, "}")
		value := jsValue(block, key)
		if value == "" {
			return other
		}
		e.note(config, lineOf(text, key+":"), "dir."+key, Used, "")
		return path.Clean(value)
	}
	e.input = dir("input", ".")
	e.data = path.Join(e.input, dir("data", "_data"))
	e.folders = []string{e.data, path.Join(e.input, dir("includes", "_includes")), path.Join(e.input, dir("layouts", "_layouts")), dir("output", "_site")}
	for _, m := range passthrough.FindAllStringSubmatch(bare, -1) {
		list := []asset{{m[2], m[2]}}
		if m[2] == "" {
			list = nil
			for _, p := range pair.FindAllStringSubmatch(m[1], -1) {
				list = append(list, asset{p[1], p[2]})
			}
		} else if rest, ok := strings.CutPrefix(path.Clean(m[2]), e.input+"/"); ok {
			list[0].to = rest // it keeps its path below the input folder
		}
		for _, a := range list {
			e.note(config, lineOf(text, a.from), "addPassthroughCopy", Used, "%s", a.from)
			e.assets = append(e.assets, asset{path.Clean(a.from), path.Clean("/" + a.to)[1:]})
		}
	}
	for _, key := range []string{"addShortcode", "addPairedShortcode", "addNunjucksShortcode", "addLiquidShortcode", "addFilter", "addCollection", "addTransform", "addPlugin", "addPreprocessor", "addGlobalData"} {
		if strings.Contains(bare, key) {
			e.note(config, lineOf(text, key), key, NeedsYou, "JavaScript of the project is not executed")
		}
	}
	return e.global()
}

// global reads the data of the site: https://www.11ty.dev/docs/data-global/
func (e *eleventy) global() error {
	title, url, description, from, lang := "", "", "", "", ""
	entries, _ := os.ReadDir(filepath.Join(e.dir, filepath.FromSlash(e.data)))
	for _, entry := range entries {
		file := path.Join(e.data, entry.Name())
		ext := path.Ext(file)
		if entry.IsDir() {
			continue
		}
		if name := stem(entry.Name()); slices.Contains([]string{"site", "metadata", "meta", "config"}, name) {
			text, err := os.ReadFile(filepath.Join(e.dir, filepath.FromSlash(file)))
			if err != nil {
				return err
			}
			from = file
			get := func(key string) string { return jsValue(string(text), key) }
			title, url, description, lang = get("title")+get("name"), get("url"), get("description"), get("language")+get("lang")
			if get("title") != "" {
				title = get("title")
			}
		}
		switch ext {
		case ".json", ".yaml", ".yml", ".toml", ".csv":
			e.copy(file, "data/"+entry.Name())
			e.note(file, 0, entry.Name(), Used, "data/%s", entry.Name())
		default:
			e.note(file, 0, entry.Name(), NeedsYou, "data from JavaScript: only plain texts of title, url and description are used")
		}
	}
	e.site(title, url, description, from)
	if lang, _, _ = strings.Cut(lang, "-"); len(lang) == 2 && lang != "en" {
		e.out.set("defaultContentLanguage", strings.ToLower(lang), from)
	}
	return nil
}

func (e *eleventy) skip(rel string) bool {
	if slices.Contains(e.folders, rel) {
		if strings.HasSuffix(rel, "_includes") || strings.HasSuffix(rel, "_layouts") {
			e.note(rel, 0, rel, NeedsYou, "templates of the old theme are not converted: adapt the new theme in layouts/ and assets/css/custom.css")
		}
		return true
	}
	for _, a := range e.assets {
		if rel == a.from {
			return true
		}
	}
	return e.input == "." && slices.Contains([]string{"package.json", "package-lock.json", "netlify.toml", "vercel.json", "README.md", "LICENSE", "LICENSE.md", "CHANGELOG.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md"}, rel)
}

// dataFile keeps what a file of data says of the pages of its folder, or of the page with its name:
// https://www.11ty.dev/docs/data-template-dir/
func (e *eleventy) dataFile(file string) error {
	name := strings.TrimSuffix(strings.TrimSuffix(path.Base(file), ".json"), ".11tydata")
	switch {
	case strings.HasSuffix(file, ".11tydata.js") || strings.HasSuffix(file, ".11tydata.cjs") || strings.HasSuffix(file, ".11tydata.mjs"):
		e.note(file, 0, path.Base(file), NeedsYou, "data from JavaScript: set its values in a [[cascade]] of sitegen.toml, or in the pages")
		return nil
	case path.Ext(file) != ".json":
		return nil
	}
	text, err := os.ReadFile(filepath.Join(e.dir, filepath.FromSlash(file)))
	if err != nil {
		return err
	}
	value, _, err := frontmatter.Decode(frontmatter.JSON, file, text)
	values, ok := value.(map[string]any)
	if err != nil || !ok {
		return nil // a list of something; it is copied
	}
	at := path.Join(path.Dir(file), name)
	if name == path.Base(path.Dir(file)) {
		at = path.Dir(file)
	}
	e.fromData[at] = values
	return nil
}

func (e *eleventy) file(file string) error {
	ext := path.Ext(file)
	rel := strings.TrimPrefix(strings.TrimPrefix(file, e.input), "/")
	if e.input == "." {
		rel = file
	}
	switch {
	case slices.Contains([]string{".njk", ".liquid", ".html", ".hbs", ".ejs", ".pug", ".haml", ".webc", ".mustache"}, ext) || strings.HasSuffix(file, ".11ty.js"):
		base := strings.TrimSuffix(path.Base(file), ext)
		if slices.Contains([]string{"sitemap.xml", "feed.xml", "atom.xml", "sitemap", "feed", "robots.txt", "robots", "index", "tags", "tag-pages", "archive", "404"}, base) {
			e.note(file, 0, "template", Ignored, "sitegen writes its own")
			return nil
		}
		e.note(file, 0, "template", NeedsYou, "a page that is a template: write it as Markdown, or as a layout of the project")
		return nil
	case ext == ".json" || strings.Contains(path.Base(file), ".11tydata.") || ext == ".js" || ext == ".mjs" || ext == ".cjs" || ext == ".ts":
		return nil // data, or programs
	case ext != ".md":
		if strings.Contains("/"+rel, "/_") {
			return nil
		}
		e.copy(file, "content/"+rel) // beside the page that shows it
		return nil
	}
	s, err := e.page11(file)
	if err != nil {
		return err
	}
	e.inherit(s)
	e.front(s, rel)
	s.body = urlFilter.ReplaceAllString(s.body, "$1")
	e.body(s, "{%% %s %%}")
	if dir := path.Dir(rel); dir != "." && path.Base(rel) == path.Base(dir)+".md" && !e.exists(path.Join(path.Dir(file), "index.md")) {
		rel = path.Join(dir, "index.md") // a file with the name of its folder is the page of the folder
	}
	if path.Base(rel) == "index.md" && e.section(path.Dir(file)) {
		rel = path.Join(path.Dir(rel), "_index.md")
	}
	return e.page(s, "content/"+rel)
}

// jsFront is front matter that is a program, of which plain texts are used:
// https://www.11ty.dev/docs/data-frontmatter/#java-script-front-matter
var jsFront = regexp.MustCompile(`^---js(?:on)?[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*\r?\n`)

// page11 reads a page.
func (e *eleventy) page11(file string) (*source, error) {
	text, err := os.ReadFile(filepath.Join(e.dir, filepath.FromSlash(file)))
	if err != nil {
		return nil, err
	}
	m := jsFront.FindSubmatchIndex(text)
	if m == nil {
		return e.read(file)
	}
	front := string(text[m[2]:m[3]])
	s := &source{file: file, values: map[string]any{}, body: string(text[m[1]:]), at: strings.Count(string(text[:m[1]]), "\n") + 1, front: true}
	for _, key := range []string{"title", "description", "date", "permalink"} {
		if value := jsValue(strings.ReplaceAll(front, "=", ":"), key); value != "" {
			s.values[key] = value
		}
	}
	if _, nav, ok := strings.Cut(front, "eleventyNavigation"); ok && jsValue(nav, "key") != "" {
		s.values["eleventynavigation"] = map[string]any{"key": jsValue(nav, "key")}
	}
	e.leave(NeedsYou, file, 1, "---js", "front matter in JavaScript: only plain texts of title, description, date and permalink are used")
	return s, nil
}

// urlFilter is a URL that Eleventy puts the folder of the site before.
var urlFilter = regexp.MustCompile(`\{\{\s*["']([^"']*)["']\s*\|\s*url\s*\}\}`)

// section reports whether a folder has more pages than that of the folder.
func (e *eleventy) section(dir string) bool {
	entries, _ := os.ReadDir(filepath.Join(e.dir, filepath.FromSlash(dir)))
	return dir == e.input || slices.ContainsFunc(entries, func(d os.DirEntry) bool {
		return d.IsDir() || path.Ext(d.Name()) == ".md" && d.Name() != "index.md" && d.Name() != path.Base(dir)+".md"
	})
}

// inherit adds what files of data say of a page, the nearest one first. Tags add up, as in Eleventy.
func (e *eleventy) inherit(s *source) {
	var tags []any
	for _, tag := range textsOf(s.values["tags"]) {
		tags = append(tags, tag)
	}
	for at := stem(s.file); ; at = path.Dir(at) {
		for key, v := range e.fromData[at] {
			if key = strings.ToLower(key); key == "tags" {
				for _, tag := range textsOf(v) {
					tags = append(tags, tag)
				}
			} else if _, ok := s.values[key]; !ok {
				s.values[key] = v
			}
		}
		if at == "." || at == "/" {
			break
		}
	}
	// These are names of collections, not words for readers.
	tags = slices.DeleteFunc(tags, func(v any) bool { return slices.Contains([]any{"all", "nav", "post", "posts", "page", "pages"}, v) })
	if s.values["tags"] = nil; len(tags) > 0 {
		s.values["tags"] = tags
	}
}

// front changes the keys of https://www.11ty.dev/docs/data-configuration/
func (e *eleventy) front(s *source, rel string) {
	v := s.values
	slug := path.Base(stem(rel))
	day, rest := date(slug)
	if text, ok := v["date"].(string); ok && !dated.MatchString(text+"-x") && !regexp.MustCompile(`^\d{4}-`).MatchString(text) {
		e.leave(NeedsYou, s.file, 1, "date: "+text, "set enableGitInfo = true for dates from git, or write the date")
		delete(v, "date")
	}
	if day != "" {
		slug = rest
		if v["date"] == nil {
			v["date"] = day
		}
	}
	if slug == "index" {
		slug = path.Base(path.Dir(rel))
	}
	switch permalink := v["permalink"].(type) {
	case string:
		if url := e.expand(permalink, slug, rel, v); strings.ContainsAny(url, "{}") {
			e.leave(NeedsYou, s.file, 1, "permalink "+permalink, "its placeholders are not known: set url in the front matter, or permalinks in sitegen.toml")
		} else {
			v["url"] = strings.TrimSuffix(path.Join("/", url)+end(url), "index.html")
		}
	case bool:
		if !permalink {
			v["build"] = map[string]any{"render": "never", "list": "never"}
		}
	}
	if nav, ok := v["eleventynavigation"].(map[string]any); ok {
		entry := map[string]any{"name": fmt.Sprint(nav["key"])}
		if nav["title"] != nil {
			entry["name"] = nav["title"]
		}
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
	for _, key := range []string{"layout", "permalink", "eleventynavigation", "eleventyexcludefromcollections", "eleventycomputed", "templateengineoverride", "pagination"} {
		delete(v, key)
	}
}

// passthrough copies what the configuration copies.
func (e *eleventy) passthrough() error {
	for _, a := range e.assets {
		if strings.ContainsAny(a.from, "*{}") || !e.exists(a.from) {
			e.note("", 0, "addPassthroughCopy", NeedsYou, "%s is not copied: put its files into static/", a.from)
			continue
		}
		if info, err := os.Stat(filepath.Join(e.dir, filepath.FromSlash(a.from))); err == nil && !info.IsDir() {
			e.copy(a.from, path.Join("static", a.to))
			continue
		}
		files, err := e.walk(a.from, func(string) bool { return false })
		if err != nil {
			return err
		}
		for _, file := range files {
			e.copy(file, path.Join("static", a.to, strings.TrimPrefix(file, a.from+"/")))
		}
	}
	return nil
}
