package migrate

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/dialect"
)

// docusaurusFile is the name of the configuration, "" if there is none.
func docusaurusFile(dir string) string {
	return first(dir, "docusaurus.config.js", "docusaurus.config.ts", "docusaurus.config.mjs", "docusaurus.config.cjs")
}

// first is the first of some names that a folder has a file of, "" for none.
func first(dir string, names ...string) string {
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
			return name
		}
	}
	return ""
}

// docusaurus is a project of Docusaurus: https://docusaurus.io/docs/docs-introduction
type docusaurus struct {
	*port
	route string         // of the docs, without slashes: "docs"
	docs  string         // their folder, which may be beside that of the project: "docs", "../docs"
	order map[string]int // positions in the sidebars, by id of the page
}

func (p *plan) docusaurus(config string) error {
	text, err := os.ReadFile(filepath.Join(p.dir, config))
	if err != nil {
		return err
	}
	return p.convert("Docusaurus", func(c *port) error {
		d := &docusaurus{port: c, route: "docs", docs: "docs", order: map[string]int{}}
		c.dialect = dialect.Dialect{Tool: dialect.Docusaurus}
		d.settings(config, string(text))
		d.sidebars()
		files, err := c.walk(".", d.skip)
		if err == nil && strings.HasPrefix(d.docs, "../") {
			var others []string
			others, err = c.walk(d.docs, d.skip)
			files = append(files, others...)
		}
		if err != nil {
			return err
		}
		for _, file := range files {
			if err := d.file(file); err != nil {
				return err
			}
		}
		return nil
	})
}

var (
	jsComment = regexp.MustCompile(`(?m)^\s*//.*$|/\*[\s\S]*?\*/`)
	navItem   = regexp.MustCompile(`\{[^{}]*\}`)
	docsPath  = regexp.MustCompile(`\bdocs\s*:\s*\{[^{}]*?\bpath\s*:\s*['"]([^'"\n]+)['"]`)
	quoted    = regexp.MustCompile(`'([^'\n]+)'|"([^"\n]+)"`)
)

// settings reads what the configuration, which is a program, says in plain texts.
func (d *docusaurus) settings(config, text string) {
	bare := jsComment.ReplaceAllString(text, "")
	base := ""
	if url := jsValue(bare, "url"); url != "" {
		base = url + jsValue(bare, "baseUrl")
	}
	d.site(jsValue(bare, "title"), base, jsValue(bare, "tagline"), config)
	for _, key := range []string{"title", "url", "baseUrl", "tagline"} {
		if jsValue(bare, key) != "" {
			d.note(config, lineOf(text, key+":"), key, Used, "")
		}
	}
	if route := regexp.MustCompile(`routeBasePath\s*:\s*['"]([^'"]*)['"]`).FindStringSubmatch(bare); route != nil {
		d.route = strings.Trim(route[1], "/")
		d.note(config, lineOf(text, "routeBasePath"), "routeBasePath", Used, "")
	}
	if folder := docsPath.FindStringSubmatch(bare); folder != nil {
		d.docs = path.Clean(folder[1])
		d.note(config, lineOf(text, folder[1]), "docs.path", Used, "")
	}
	if lang := jsValue(bare, "defaultLocale"); lang != "" && lang != "en" {
		d.out.set("defaultContentLanguage", strings.ToLower(lang), config)
		d.note(config, lineOf(text, "defaultLocale"), "defaultLocale", Used, "")
	}
	if edit := jsValue(bare, "editUrl"); edit != "" {
		d.note(config, lineOf(text, "editUrl"), "editUrl", NeedsYou, "set params.editURL; the pages are now in content/")
	}
	if _, navbar, ok := strings.Cut(bare, "navbar:"); ok {
		navbar, _, _ = strings.Cut(navbar, "footer:")
		for _, item := range navItem.FindAllString(navbar, -1) {
			label, url := jsValue(item, "label"), jsValue(item, "href")
			if to := jsValue(item, "to"); to != "" {
				url = "/" + strings.TrimPrefix(to, "/")
			}
			if label != "" && url != "" {
				d.menu = append(d.menu, link{name: label, url: url})
			}
		}
		d.note(config, lineOf(text, "navbar:"), "navbar", Used, "%d links of menus.main; other entries are not converted", len(d.menu))
	}
	for _, key := range []string{"footer:", "algolia:", "plugins:", "scripts:", "stylesheets:", "announcementBar:", "redirects:"} {
		if strings.Contains(bare, key) {
			fate := NeedsYou
			if key == "algolia:" {
				fate = Ignored // the theme has a search of its own
			}
			d.note(config, lineOf(text, key), strings.TrimSuffix(key, ":"), fate, "")
		}
	}
}

// sidebars takes the order of pages from the sidebars, if it lists them: https://docusaurus.io/docs/sidebar/items
func (d *docusaurus) sidebars() {
	name := first(d.dir, "sidebars.js", "sidebars.ts", "sidebars.json")
	if name == "" {
		return
	}
	text, err := os.ReadFile(filepath.Join(d.dir, name))
	if err != nil {
		return
	}
	bare := jsComment.ReplaceAllString(string(text), "")
	for _, m := range quoted.FindAllStringSubmatch(bare, -1) {
		id := m[1] + m[2]
		for _, ext := range []string{".md", ".mdx"} {
			if d.order[id] == 0 && d.exists(path.Join(d.docs, id+ext)) {
				d.order[id] = len(d.order) + 1
			}
		}
	}
	switch {
	case len(d.order) > 0:
		d.note(name, 0, "sidebars", Used, "weight of %d pages; labels of categories that are not folders are lost", len(d.order))
	case strings.Contains(bare, "autogenerated"):
		d.note(name, 0, "sidebars", Used, "the tree of the theme follows the folders, too")
	}
}

// split divides a path into what a file belongs to ("docs", "blog", "src", "static"), and its path in there.
func (d *docusaurus) split(file string) (folder, rest string) {
	if rest, ok := strings.CutPrefix(file+"/", d.docs+"/"); ok {
		return "docs", strings.TrimSuffix(rest, "/")
	}
	if folder, rest, _ = strings.Cut(file, "/"); folder == "docs" {
		return "", file // not those that the configuration names
	}
	return folder, rest
}

func (d *docusaurus) skip(rel string) bool {
	folder, _ := d.split(rel)
	base := path.Base(rel)
	switch {
	case strings.HasPrefix(d.docs+"/", rel+"/"), rel == "blog", rel == "src", rel == "src/pages", rel == "static":
		return false
	case folder == "docs" || folder == "blog" || strings.HasPrefix(rel, "src/pages/"):
		return strings.HasPrefix(base, "_") && !d.dialect.IsCategory(base)
	case folder == "static":
		return false
	case rel == "versioned_docs", rel == "i18n":
		d.note(rel, 0, rel, NeedsYou, "versions and translations are not converted")
	case rel == "src/components", rel == "src/theme", rel == "src/css":
		d.note(rel, 0, rel, NeedsYou, "components and styles for the old theme are not converted")
	}
	return true
}

func (d *docusaurus) file(file string) error {
	folder, rest := d.split(file)
	if folder == "src" {
		rest = strings.TrimPrefix(file, "src/pages/")
	}
	ext := path.Ext(file)
	switch {
	case d.dialect.IsCategory(path.Base(file)):
		return d.category(file)
	case folder == "static":
		d.copy(file, file)
		return nil
	case folder == "src" && slices.Contains([]string{".js", ".jsx", ".ts", ".tsx"}, ext):
		d.note(file, 0, "page", NeedsYou, "a page in JavaScript: write it as Markdown in content/")
		return nil
	case folder == "blog" && (rest == "authors.yml" || rest == "tags.yml"):
		d.copy(file, "data/"+rest)
		return nil
	case slices.Contains([]string{".css", ".scss", ".js", ".jsx", ".mjs", ".ts", ".tsx", ".json", ".lock"}, ext):
		return nil // what pages import, and the tools that check it
	case ext != ".md" && ext != ".mdx":
		d.copy(file, "content/"+d.folder(folder, path.Dir(rest))+path.Base(rest))
		return nil
	}
	s, err := d.read(file)
	if err != nil {
		return err
	}
	to := ""
	switch folder {
	case "docs":
		to = d.doc(s, rest)
	case "blog":
		to = d.post(s, rest)
	default:
		to = stem(rest) + ".md"
		if path.Base(to) == "index.md" {
			to = path.Join(path.Dir(to), "_index.md")
		}
	}
	d.dialect.Front(file, s.values, nil)
	for _, key := range []string{"id", "sidebar_position", "sidebar_class_name", "hide_table_of_contents", "hide_title", "pagination_next", "pagination_prev", "custom_edit_url"} {
		delete(s.values, key)
	}
	if s.values["unlisted"] == true {
		s.values["unlisted"], s.values["build"] = nil, map[string]any{"list": "never"}
	}
	s.body = truncated.ReplaceAllString(numbered(strings.ReplaceAll(s.body, "(@site/static/", "(/")), "<!--more-->")
	d.body(s, "<%s>")
	return d.page(s, "content/"+to)
}

var truncated = regexp.MustCompile(`<!--\s*truncate\s*-->|\{/\*\s*truncate\s*\*/\}`)

// folder is where the files of a folder of the old project go, "" or with a slash at the end.
func (d *docusaurus) folder(top, dir string) string {
	if top == "docs" {
		top = d.route
	} else if top == "src" {
		top = ""
	}
	var parts []string
	for _, part := range strings.Split(path.Join(top, dir), "/") {
		if _, rest := prefix(part); top != "blog" && part != "." {
			part = rest
		}
		if part != "" && part != "." {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "/") + "/"
}

// number is a position at the beginning of a name. Dates and versions are none:
// https://docusaurus.io/docs/sidebar/autogenerated#using-number-prefixes
var (
	number    = regexp.MustCompile(`^(\d+)\s*[-_.]+\s*([^-_.\s].*)$`)
	notNumber = regexp.MustCompile(`^\d+[-_.]\d+`)
	fileLink  = regexp.MustCompile(`\]\(([^)\s:]+\.mdx?)([)#?\s])`)
)

func prefix(name string) (position int, rest string) {
	m := number.FindStringSubmatch(name)
	if m == nil || notNumber.MatchString(name) {
		return 0, name
	}
	position, _ = strconv.Atoi(m[1])
	return position, m[2]
}

// numbered takes the positions out of links to files, as they are taken out of the names.
func numbered(body string) string {
	return fileLink.ReplaceAllStringFunc(body, func(s string) string {
		m := fileLink.FindStringSubmatch(s)
		parts := strings.Split(m[1], "/")
		for i, part := range parts {
			_, parts[i] = prefix(part)
		}
		return "](" + strings.Join(parts, "/") + m[2]
	})
}

// doc is where a page of the documentation goes, and what it takes from its name.
func (d *docusaurus) doc(s *source, rest string) string {
	position, base := prefix(stem(path.Base(rest)))
	folder := d.folder("docs", path.Dir(rest))
	if id := stem(rest); d.order[id] > 0 {
		position = d.order[id]
	}
	if _, ok := s.values["sidebar_position"]; !ok && position > 0 {
		s.values["sidebar_position"] = uint64(position)
	}
	if id, _ := s.values["id"].(string); id != "" && s.values["slug"] == nil && id != base {
		s.values["slug"] = path.Base(id)
	}
	slug, _ := s.values["slug"].(string)
	if strings.HasPrefix(slug, "/") {
		delete(s.values, "slug")
		if slug = strings.Trim(slug, "/"); slug == "" {
			return path.Join(d.route, "_index.md")
		}
		s.values["url"] = "/" + path.Join(d.route, slug) + "/"
	}
	if parent := path.Base(folder); base == "index" || base == "README" || base == parent && folder != "" {
		return folder + "_index.md"
	}
	return folder + base + ".md"
}

// post is where a post goes: its date is in the name of the file or of its folders, and in its URL.
// https://docusaurus.io/docs/blog
func (d *docusaurus) post(s *source, rest string) string {
	name := stem(rest)
	if path.Base(name) == "index" {
		name = path.Dir(name)
	}
	m := regexp.MustCompile(`^(.*/)?(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/](.+)$`).FindStringSubmatch(name)
	to := "blog/" + strings.TrimSuffix(strings.TrimSuffix(rest, ".mdx"), ".md") + ".md"
	slug, _ := s.values["slug"].(string)
	delete(s.values, "slug")
	if author, ok := s.values["author"]; ok && s.values["authors"] == nil {
		s.values["authors"] = author
		delete(s.values, "author")
	}
	switch {
	case slug != "":
		s.values["url"] = "/" + path.Join("blog", slug) + "/"
	case m != nil:
		s.values["url"] = "/" + path.Join("blog", m[1], m[2], m[3], m[4], m[5]) + "/"
	}
	if m != nil && s.values["date"] == nil {
		day, _ := date(m[2] + "-" + m[3] + "-" + m[4] + "-x")
		s.values["date"] = day
	}
	return to
}

// category writes what a file says of its folder as the front matter of the folder's page.
func (d *docusaurus) category(file string) error {
	text, err := os.ReadFile(filepath.Join(d.dir, filepath.FromSlash(file)))
	if err != nil {
		return err
	}
	value, _, err := frontmatter.Decode(frontmatter.YAML, file, text) // JSON is YAML
	if err != nil {
		return err
	}
	values, _ := value.(map[string]any)
	folder, rest := d.split(path.Dir(file))
	to := "content/" + d.folder(folder, rest) + "_index.md"
	if _, ok := d.taken[to]; ok || d.hasIndex(path.Dir(file)) {
		d.note(file, 0, path.Base(file), NeedsYou, "the folder has a page of its own: put label and position there, as linkTitle and weight")
		return nil
	}
	return d.page(&source{file: file, values: dialect.Category(values)}, to)
}

// hasIndex reports whether a folder of the old project has a page of its own.
func (d *docusaurus) hasIndex(dir string) bool {
	_, base := prefix(path.Base(dir))
	for _, name := range []string{"index", "README", base} {
		if d.exists(path.Join(dir, name+".md")) || d.exists(path.Join(dir, name+".mdx")) {
			return true
		}
	}
	return false
}
