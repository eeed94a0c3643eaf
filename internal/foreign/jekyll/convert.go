package jekyll

import (
	"cmp"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sitegen/sitegen/internal/base/pattern"
	"github.com/sitegen/sitegen/internal/foreign"
	"github.com/sitegen/sitegen/internal/foreign/conversion"
	"github.com/sitegen/sitegen/internal/foreign/port"
)

// converts reports whether a folder is a Jekyll project.
func converts(dir string) bool { return detect(os.DirFS(dir), ".") != nil }

// jekyll is a project of Jekyll: https://jekyllrb.com/docs/
type jekyll struct {
	*port.Port
	read    *settings
	at      map[string][2]string // the files of the pages by their URLs, in the project and in the new site
	listed  bool                 // a template that lists all posts was found
	folders map[string]bool      // folders with pages in or below them, in addition to that of the folder
}

// allPosts matches a template that lists all posts: https://jekyllrb.com/docs/posts/#displaying-an-index-of-posts,
// https://jekyllrb.com/docs/pagination/
var allPosts = pattern.New(`\{%-?\s*for\s+\w+\s+in\s+(?:site|paginator)\.posts\b`)

func convert(p *conversion.Work) error {
	config := read(os.DirFS(p.Dir), ".")
	if config.err != nil {
		return config.err
	}
	return port.Convert(p, "blog", func(c *port.Port) error {
		j := &jekyll{Port: c, read: settingsOf(os.DirFS(p.Dir), config, "")}
		c.Dialect = j.read.dialect()
		j.settings()
		files, err := c.Walk(".", j.skip)
		if err != nil {
			return err
		}
		j.folders, j.at = map[string]bool{}, map[string][2]string{}
		for _, file := range files {
			if j.read.isPage(file) {
				dir := path.Dir(j.below(file))
				if foreign.Stem(path.Base(file)) == "index" {
					dir = path.Dir(dir)
				}
				for ; dir != "."; dir = path.Dir(dir) {
					j.folders[dir] = true
				}
			}
		}
		for _, file := range files {
			if err := j.file(file); err != nil {
				return err
			}
		}
		return nil
	})
}

// settings reads the configuration: https://jekyllrb.com/docs/configuration/options/
func (j *jekyll) settings() {
	values := j.read.Config.values
	base := foreign.BaseURL(foreign.TextOf(values["url"]), foreign.TextOf(values["baseurl"]))
	j.Site(j.read.title(), base, j.read.description(), j.read.Config.file)
	if author := j.read.author(); author != "" {
		j.Params = append(j.Params, conversion.Line("author", author, j.read.Config.file))
	}
	if j.read.Zone != time.UTC {
		j.Out.Set("timeZone", j.read.Zone.String(), j.read.Config.file)
	}
	more := j.read.more()
	delete(more, "params")
	j.Out.Top(more)
	j.Out.Tables(more)
	j.Out.Table("markup.goldmark.parser", "", conversion.Line("autoIDType", "kramdown", "IDs are those of Jekyll"))
	if !j.read.linkifies() {
		j.Out.Table("markup.goldmark.extensions", "", conversion.Line("linkify", false,
			"a URL in the text is not a link, as in kramdown"))
	}
	if j.read.Config.values["future"] == true {
		j.Future()
	}
	if j.read.Dollars {
		j.Dollars(true)
	}
	if slices.Contains(j.read.plugins(), "jemoji") {
		j.Out.Set("enableEmoji", true, "jemoji")
	}
	if u, err := url.Parse(base); err == nil {
		j.Dialect.Base = strings.TrimSuffix(u.EscapedPath(), "/")
	}
	for key := range values {
		fate, text := j.fate(key)
		j.Note(j.read.Config.file, j.read.Config.lines[key], key, fate, "%s", text)
	}
}

// fate returns what became of a key of the configuration, and what to say about it.
func (j *jekyll) fate(key string) (conversion.Fate, string) {
	switch key {
	case "title", "url", "baseurl", "description", "author", "timezone", "lang", "locale", "permalink", "exclude",
		"future", "include", "collections", "collections_dir", "defaults", "markdown_ext", "excerpt_separator":
		return conversion.Used, ""
	case "languages", "default_lang":
		if len(j.read.Editions) > 0 {
			return conversion.Used, ""
		}
	case "plugins", "gems":
		others := slices.DeleteFunc(conversion.Strings(j.read.Config.values[key]),
			func(s string) bool { return slices.Contains(builtIn, s) })
		if len(others) > 0 {
			return conversion.NeedsYou, "not built in: " + conversion.Few(others)
		}
		return conversion.Used, "built in"
	case "feed":
		if j.read.Feed != "" {
			return conversion.Used, "feeds.home.names.atom"
		}
	case "jekyll-archives":
		if options, _ := j.read.Config.values[key].(map[string]any); options["enabled"] == true ||
			slices.ContainsFunc(names(options["enabled"]), func(s string) bool { return s != "tags" && s != "categories" }) {
			return conversion.NeedsYou, "lists by year, month, or day are left out"
		}
		if len(j.read.archives()) > 0 {
			return conversion.Used, "permalinks.term"
		}
	case "paginate":
		return conversion.Used, "pagination.pagerSize"
	case "paginate_path":
		if j.read.Config.values["paginate"] != nil {
			return conversion.Used, "pagination.path"
		}
	case "tagline":
		if foreign.TextOf(j.read.Config.values["description"]) == "" {
			return conversion.Used, "params.description"
		}
	case "theme", "remote_theme", "sass", "minima":
		return conversion.Ignored, "the theme of the new site is " + j.Theme
	}
	return conversion.Ignored, ""
}

// builtIn lists Jekyll plugins whose features are built into sitegen.
var builtIn = []string{
	"jekyll-feed", "jekyll-sitemap", "jekyll-seo-tag", "jekyll-redirect-from", "jekyll-paginate",
	"jekyll-relative-links", "jekyll-optional-front-matter", "jekyll-titles-from-headings", "jekyll-readme-index",
	"jekyll-last-modified-at", "jekyll-default-layout", "jekyll-archives", "jemoji", "jekyll-polyglot",
}

// skip reports whether Jekyll ignores a file or only its templates use it.
func (j *jekyll) skip(rel string) bool {
	base := path.Base(rel)
	if rel == j.read.Config.file || slices.Contains([]string{
		"_site", "LICENSE", "LICENSE.txt", "CNAME.txt", "package.json", "package-lock.json", "Rakefile", "script",
	}, rel) || strings.HasSuffix(rel, ".gemspec") {
		return true
	}
	if !strings.HasPrefix(base, "_") || base == "_posts" || base == "_drafts" || base == "_data" {
		return false
	}
	_, published := j.read.Collections[strings.TrimPrefix(base, "_")]
	if published || slices.Contains(names(j.read.Config.values["include"]), rel) {
		return false
	}
	switch base {
	case "_layouts", "_includes", "_sass":
		j.Note(rel, 0, base, conversion.NeedsYou,
			"templates and styles"+conversion.OfOldTheme)
	default:
		j.Note(rel, 0, base, conversion.Ignored, "Jekyll does not publish it")
	}
	return true
}

// file converts one file.
func (j *jekyll) file(file string) error {
	ext := path.Ext(file)
	folder, rest, _ := strings.Cut(file, "/")
	if folder == "_data" {
		j.Copy(file, "data/"+rest)
		return nil
	}
	markdown := slices.Contains(j.read.Markdown, strings.ToLower(ext))
	start, _ := foreign.Head(os.DirFS(j.Dir), file, 64)
	if !markdown && j.Dialect.IsCopied(start) {
		if j.read.hides(file) {
			j.Note(file, 0, "published", conversion.Ignored, "Jekyll does not publish it")
			return nil
		}
		to := file
		if name, _ := j.read.collection(j.read.inCollections(file)); name != "" {
			to = strings.TrimPrefix(j.read.inCollections(file), "_")
		}
		j.Copy(file, "static/"+to)
		return nil
	}
	s, err := j.Read(file)
	switch {
	case err != nil && markdown:
		return j.Unread(err)
	case err != nil:
		j.Copy(file, "static/"+file)
		return nil
	case !markdown && ext != ".html" && ext != ".htm":
		return j.template(s)
	}
	to, virtual := j.place(s)
	j.Dialect.ReadFront(&foreign.Page{File: file, Path: file, Values: s.Values}, []byte(s.Body))
	if slices.ContainsFunc(j.Lost(s), func(p foreign.Problem) bool { return p.Whole }) {
		j.Note(file, 0, "template", conversion.NeedsYou,
			"a page that is a template: the theme writes home page, lists and archives; write others as Markdown")
		switch {
		case foreign.Stem(path.Base(to)) == "_index" || s.Values["slug"] == "/": // a list, whose front matter stays
		case (foreign.Stem(path.Base(to)) == "index" || s.Values["pagination"] != nil) && // as jekyll-paginate-v2 has it
			allPosts.MatchString(s.Body) && !j.listed:
			if s.Values["url"] == nil { // the list of all posts stays at its URL
				s.Values["url"] = strings.TrimSuffix(foreign.Stem(strings.TrimPrefix(to, "content")), "/index") + "/"
			}
			to, j.listed = "content/posts/_index"+path.Ext(to), true
		default:
			return nil
		}
		s.Body = ""
	}
	permalink, _ := s.Values["permalink"].(string)
	if strings.HasPrefix(virtual, "drafts/") {
		delete(s.Values, "url")
	}
	if s.Values["slug"] == "/" { // the home page of a language
		delete(s.Values, "slug")
		to = "content/_index" + path.Ext(to)
	}
	if l := j.read.languageOf(file); l != nil {
		to = strings.TrimSuffix(to, path.Ext(to)) + "." + l.key + path.Ext(to)
	}
	for _, key := range []string{"permalink", "published", "category", "comments"} {
		delete(s.Values, key)
	}
	if url, _ := s.Values["url"].(string); placeholder.MatchString(url) {
		j.Leave(conversion.NeedsYou, file, 1, "permalink", permalink+" has placeholders: set url in the front matter")
	}
	to = j.list(s, to)
	url := cmp.Or(foreign.TextOf(s.Values["url"]), strings.TrimSuffix(foreign.Stem(to[len("content"):]), "/_index")+"/")
	to = strings.ReplaceAll(to, "/.", "/dot-") // hidden files are not pages of the new site
	if s.Values["draft"] != true {
		if old := j.at[url]; old[1] != "" && old[1] != to { // the last page at a URL is published
			j.Note(old[0], 0, "permalink", conversion.NeedsYou, "left out, as in Jekyll: %s has the same URL", file)
			j.Files = slices.DeleteFunc(j.Files, func(f conversion.File) bool { return f.Path == old[1] })
		}
		j.at[url] = [2]string{file, to}
	}
	j.Body(s, "{%% %s %%}")
	j.KeepCase(s, to)
	return j.Page(s, to)
}

// list moves a page at the URL of one of sitegen's lists, such as /tags/ or /tags/go/, to the path of the list's own
// page.
func (j *jekyll) list(s *port.Source, to string) string {
	url, _ := s.Values["url"].(string)
	if term := strings.Split(url, "/"); len(term) == 4 && (term[1] == "tags" || term[1] == "categories") &&
		term[2] != "" && term[3] == "" {
		delete(s.Values, "url")
		return "content" + url + "_index" + path.Ext(to)
	}
	if at := strings.Trim(url, "/"); j.folders[at] && url == "/"+at+"/" && j.read.languageOf(s.File) == nil { // the page of that folder
		delete(s.Values, "url")
		return "content/" + at + "/_index" + path.Ext(to)
	}
	name := foreign.Stem(strings.TrimPrefix(to, "content/"))
	_, collection := j.read.Collections[name]
	if !collection && !slices.Contains([]string{"posts", "tags", "categories"}, name) {
		return to
	}
	if url == "/"+name+"/" {
		delete(s.Values, "url")
	}
	return "content/" + name + "/_index" + path.Ext(to)
}

// below returns the path of a page below the folder of pages: without the folder of its language, an included folder, and
// the underscore of a collection.
func (j *jekyll) below(file string) string {
	file = j.read.shared(file)
	if folder, rest, ok := strings.Cut(file, "/"); ok && folder[0] == '_' && slices.Contains(names(j.read.Config.values["include"]), folder) {
		file = rest
	}
	if !strings.Contains(file, "/") {
		return file
	}
	return strings.TrimPrefix(file, "_")
}

// place returns the new path of a page, and the path that determines its URL, which starts with posts/ for posts.
func (j *jekyll) place(s *port.Source) (to, virtual string) {
	name := foreign.Stem(j.read.shared(s.File))
	if path.Ext(s.File) == ".html" {
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
		s.Values["draft"] = true
		virtual = "drafts/" + path.Base(name)
		return "content/posts/" + path.Base(name), virtual
	}
	name = j.below(name)
	base, dir := path.Base(name), path.Dir(name)
	if (base == "index.md" || base == "index.html") && (dir == "." || j.folders[dir]) { // the page of its folder
		return "content/" + path.Join(dir, "_"+base), name
	}
	return "content/" + name, name
}

// template writes the text of a text file that is a template, or reports why that is not possible.
func (j *jekyll) template(s *port.Source) error {
	switch path.Base(s.File) {
	case "feed.xml", "atom.xml", "rss.xml", "sitemap.xml", "manifest.json", "site.webmanifest":
		j.Note(s.File, 0, "template", conversion.Ignored, "sitegen writes its own")
		return nil
	}
	text, at, lost := j.Executed(s)
	switch {
	case len(lost) > 0:
		j.Note(s.File, 0, "template", conversion.NeedsYou, "a template of %s files is not converted", path.Ext(s.File))
	case at == "":
		j.Note(s.File, 0, "template", conversion.Ignored, "Jekyll does not publish it")
	default:
		j.Note(s.File, 0, "template", conversion.Used, "with the values that it has now")
		j.Add(s.File, conversion.File{Path: "static/" + at, Data: text})
	}
	return nil
}
