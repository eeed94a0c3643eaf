package migrate

import (
	"cmp"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sitegen/sitegen/frontmatter"
	"github.com/sitegen/sitegen/internal/foreign/detect"
	"github.com/sitegen/sitegen/internal/foreign/dialect"
)

func jekyllProject(dir string) bool {
	is := func(name string) bool {
		_, err := os.Stat(filepath.Join(dir, name))
		return err == nil
	}
	config, err := os.ReadFile(filepath.Join(dir, "_config.yml"))
	if err != nil {
		return is("_posts") && is("_layouts")
	}
	value, _, _ := frontmatter.DecodeLast(frontmatter.YAML, "_config.yml", config)
	root, _ := value.(map[string]any)
	return detect.Jekyll(root, is)
}

// jekyll is a project of Jekyll: https://jekyllrb.com/docs/
type jekyll struct {
	*port
	root        map[string]any
	lines       map[string]int
	exclude     []string
	collections map[string]string // permalinks of those that are written, by name
}

func (p *plan) jekyll() error {
	text, err := os.ReadFile(filepath.Join(p.dir, "_config.yml"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	value, lines, err := frontmatter.Decode(frontmatter.YAML, "_config.yml", text)
	if err != nil {
		return err
	}
	return p.convert("Jekyll", func(c *port) error {
		j := &jekyll{port: c, lines: lines}
		j.root, _ = value.(map[string]any)
		c.dialect = dialect.Dialect{Tool: dialect.Jekyll, Settings: dialect.SettingsOf(j.root, "")}
		j.settings()
		files, err := c.walk(".", j.skip)
		if err != nil {
			return err
		}
		for _, file := range files {
			if err := j.file(file); err != nil {
				return err
			}
		}
		return nil
	})
}

func (j *jekyll) str(key string) string {
	switch v := j.root[key].(type) {
	case string:
		return v
	case map[string]any: // author: {name: …}
		s, _ := v["name"].(string)
		return s
	}
	return ""
}

// settings reads _config.yml: https://jekyllrb.com/docs/configuration/options/
func (j *jekyll) settings() {
	base := ""
	if url := j.str("url"); url != "" {
		base = url + j.str("baseurl")
	}
	j.site(j.str("title"), base, cmp.Or(j.str("description"), j.str("tagline")), "_config.yml")
	if author := j.str("author"); author != "" {
		j.params = append(j.params, line("author", author, "_config.yml"))
	}
	if zone := j.str("timezone"); zone != "" {
		j.out.set("timeZone", zone, "_config.yml")
	}
	if lang, _, _ := strings.Cut(j.str("lang"), "-"); lang != "" {
		j.out.set("defaultContentLanguage", strings.ToLower(lang), "_config.yml")
	}
	if n, ok := j.root["paginate"].(uint64); ok {
		j.out.table("pagination", "", line("pagerSize", n, "_config.yml"))
	}
	j.exclude = strs(j.root["exclude"])
	j.collections = j.dialect.Settings.Collections
	if u, err := url.Parse(base); err == nil {
		j.dialect.Settings.Base = strings.TrimSuffix(u.EscapedPath(), "/")
	}
	for key := range j.root {
		j.note("_config.yml", j.lines[key], key, j.fate(key), "%s", j.says(key))
	}
}

func (j *jekyll) fate(key string) Fate {
	switch key {
	case "title", "url", "baseurl", "description", "author", "timezone", "lang", "permalink", "exclude", "collections", "defaults":
		return Used
	case "plugins", "gems":
		for _, name := range strs(j.root[key]) {
			if !slices.Contains(builtIn, name) {
				return NeedsYou
			}
		}
		return Used
	case "paginate":
		return Used
	case "tagline":
		if j.str("description") == "" {
			return Used
		}
	case "paginate_path":
		return NeedsYou
	}
	return Ignored
}

// builtIn are plugins of Jekyll for what sitegen does without any.
var builtIn = []string{"jekyll-feed", "jekyll-sitemap", "jekyll-seo-tag", "jekyll-redirect-from", "jekyll-paginate", "jekyll-relative-links", "jekyll-optional-front-matter", "jekyll-titles-from-headings", "jekyll-readme-index", "jekyll-last-modified-at", "jekyll-default-layout"}

func (j *jekyll) says(key string) string {
	switch key {
	case "plugins", "gems":
		others := slices.DeleteFunc(strs(j.root[key]), func(s string) bool { return slices.Contains(builtIn, s) })
		if len(others) > 0 {
			return "not built in: " + few(others)
		}
		return "built in; the feed of jekyll-feed is at index.xml and atom.xml instead of feed.xml"
	case "paginate":
		return "pagination.pagerSize"
	case "tagline":
		if j.str("description") == "" {
			return "params.description"
		}
	case "paginate_path":
		return "the pages of a list are at page/2/: add redirects for old URLs that matter"
	case "theme", "remote_theme", "sass", "minima":
		return "the theme of the new site is " + j.Theme
	}
	return ""
}

// skip is what Jekyll does not read either, and what only its templates need.
func (j *jekyll) skip(rel string) bool {
	base := path.Base(rel)
	if slices.Contains(j.exclude, rel) || slices.Contains(j.exclude, rel+"/") || slices.Contains([]string{
		"Gemfile", "Gemfile.lock", "_config.yml", "LICENSE", "LICENSE.txt", "LICENSE.md", "CNAME.txt", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "package.json", "package-lock.json", "Rakefile", "script",
	}, rel) || strings.HasSuffix(rel, ".gemspec") {
		return true
	}
	if !strings.HasPrefix(base, "_") || base == "_posts" || base == "_drafts" || base == "_data" {
		return false
	}
	_, published := j.collections[strings.TrimPrefix(base, "_")]
	if published {
		return false
	}
	switch base {
	case "_layouts", "_includes", "_sass":
		j.note(rel, 0, base, NeedsYou, "templates and styles for the old theme are not converted: adapt the new theme in layouts/ and assets/css/custom.css")
	default:
		j.note(rel, 0, base, Ignored, "Jekyll does not publish it")
	}
	return true
}

// file converts one file.
func (j *jekyll) file(file string) error {
	ext := path.Ext(file)
	folder, rest, _ := strings.Cut(file, "/")
	if folder == "_data" {
		j.copy(file, "data/"+rest)
		return nil
	}
	markdown := slices.Contains([]string{".md", ".markdown", ".mkd", ".mkdown"}, ext)
	if !markdown && !slices.Contains([]string{".html", ".htm", ".xml", ".txt", ".css", ".scss", ".sass", ".js", ".json", ".webmanifest"}, ext) {
		j.copy(file, "static/"+file)
		return nil
	}
	s, err := j.read(file)
	switch {
	case err != nil && markdown:
		return err
	case err != nil || !s.front && !markdown:
		j.copy(file, "static/"+file)
		return nil
	case !markdown && ext != ".html" && ext != ".htm":
		j.template(file)
		return nil
	}
	to, virtual := j.place(s)
	if ext == ".html" || ext == ".htm" {
		if strings.Contains(s.body, "{%") || strings.Contains(s.body, "{{") {
			j.note(file, 0, "template", NeedsYou, "a page that is a template: the theme writes home page, lists and archives; write others as Markdown")
			return nil
		}
	}
	j.dialect.Front(file, file, s.values, []byte(s.body))
	permalink, _ := s.values["permalink"].(string)
	if strings.HasPrefix(virtual, "drafts/") {
		delete(s.values, "url")
	}
	if day, rest := date(path.Base(stem(virtual))); day != "" && s.values["title"] == nil && !strings.HasPrefix(strings.TrimSpace(s.body), "# ") {
		s.values["title"] = titled(rest)
	}
	for _, key := range []string{"permalink", "published", "category", "comments"} {
		delete(s.values, key)
	}
	if strings.Contains(permalink, ":") && !strings.HasPrefix(virtual, "posts/") {
		j.leave(NeedsYou, file, 1, "permalink", permalink+" has placeholders: set url in the front matter")
	}
	j.body(s, "{%% %s %%}")
	return j.page(s, j.list(s, to))
}

// list makes a page that is where a list of sitegen is, such as /tags/ or /tags/go/, the page of that list.
func (j *jekyll) list(s *source, to string) string {
	url, _ := s.values["url"].(string)
	if term := strings.Split(url, "/"); len(term) == 4 && (term[1] == "tags" || term[1] == "categories") && term[2] != "" && term[3] == "" {
		delete(s.values, "url")
		return "content" + url + "_index" + path.Ext(to)
	}
	name := stem(strings.TrimPrefix(to, "content/"))
	_, collection := j.collections[name]
	if !collection && !slices.Contains([]string{"posts", "tags", "categories"}, name) {
		return to
	}
	if url == "/"+name+"/" {
		delete(s.values, "url")
	}
	return "content/" + name + "/_index" + path.Ext(to)
}

// place is where a page goes, and the path by which its URL is made: that of a post begins with posts/.
func (j *jekyll) place(s *source) (to, virtual string) {
	name := stem(s.file)
	if path.Ext(s.file) == ".html" {
		name += ".html"
	} else {
		name += ".md"
	}
	before, after, posts := strings.Cut("/"+name, "/_posts/")
	switch {
	case posts:
		virtual = "posts" + before + "/" + after
		return "content/" + virtual, virtual
	case strings.Contains("/"+name, "/_drafts/"):
		s.values["draft"] = true
		virtual = "drafts/" + path.Base(name)
		return "content/posts/" + path.Base(name), virtual
	}
	if folder, rest, _ := strings.Cut(name, "/"); strings.HasPrefix(folder, "_") {
		folder = folder[1:]
		virtual = folder + "/" + rest
		return "content/" + virtual, virtual
	}
	if base := path.Base(name); base == "index.md" || base == "index.html" { // the page of its folder
		return "content/" + path.Join(path.Dir(name), "_"+base), name
	}
	return "content/" + name, name
}

// template says what becomes of a text file that Jekyll fills in.
func (j *jekyll) template(file string) {
	switch path.Base(file) {
	case "feed.xml", "atom.xml", "rss.xml", "sitemap.xml", "robots.txt", "manifest.json", "site.webmanifest":
		j.note(file, 0, "template", Ignored, "sitegen writes its own")
	default:
		j.note(file, 0, "template", NeedsYou, "a template of %s files is not converted", path.Ext(file))
	}
}

// titled is the title that Jekyll makes of the name of a post.
func titled(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' })
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}
